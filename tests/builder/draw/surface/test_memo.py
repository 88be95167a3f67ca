"""What is kept from one drawing to the next, and when it is forgotten."""

from __future__ import annotations

import pickle
from collections.abc import Callable

from builder.draw.surface.memo import MAX_DRAWINGS, Memo


def counted(calls: list[str], name: str) -> Callable[[], str]:
    def make() -> str:
        calls.append(name)
        return name

    return make


def test_a_result_is_made_once() -> None:
    memo, calls = Memo(), list[str]()
    assert [memo.get("a", counted(calls, "a")) for _ in range(3)] == ["a"] * 3
    assert calls == ["a"]


def test_what_was_not_used_for_longest_goes_first() -> None:
    memo, calls = Memo(limit=2), list[str]()
    for name in ("a", "b", "a", "c", "a", "b"):
        memo.get(name, counted(calls, name))
    assert calls == ["a", "b", "c", "b"]


def test_what_several_drawings_have_not_used_is_forgotten() -> None:
    memo, calls = Memo(), list[str]()
    memo.get("old", counted(calls, "old"))
    for _ in range(MAX_DRAWINGS + 1):
        memo.begin()
        memo.get("used", counted(calls, "used"))
    memo.get("old", counted(calls, "old"))
    assert calls == ["old", "used", "old"]


def test_another_process_begins_without_results() -> None:
    memo, calls = Memo(), list[str]()
    memo.get("a", counted(calls, "a"))
    pickle.loads(pickle.dumps(memo)).get("a", counted(calls, "a"))
    assert calls == ["a", "a"]
