"""When the studio collects garbage."""

from __future__ import annotations

import gc

import pytest

from builder.studio.server.garbage import Garbage


@pytest.fixture(autouse=True)
def collections(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collecting takes seconds in a process that has run other tests, so that it is only counted."""
    counted: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: counted.append(1))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    return counted


def test_a_pause_after_an_edit_is_used_once(collections: list[int]) -> None:
    garbage = Garbage()
    looks = [garbage.look(3, is_busy=False) for _ in range(8)]
    assert looks == [False] * 4 + [True] + [False] * 3
    assert len(collections) == 1


def test_what_is_busy_is_not_interrupted_until_there_were_many_edits() -> None:
    garbage = Garbage()
    assert not any(garbage.look(edits, is_busy=True) for edits in range(1, 40))
    assert garbage.look(40, is_busy=True)
