"""Changes of data become edits of text that leave every other line alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.lint.redraft import CannotKeep, Redraft
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml, parse_yaml

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))


def after(text: str, *changes: tuple[Any, ...]) -> str:
    """A text after changes: the name of a method, and its arguments."""
    draft = Redraft(parse_yaml(text, "f.yaml"))
    for method, *arguments in changes:
        getattr(draft, method)(*arguments)
    return draft.text()


@pytest.mark.parametrize(
    ("text", "path", "value", "result"),
    [
        ("a: one # why\n", ("a",), "two words", "a: two words # why\n"),
        ("a: 'one'\n", ("a",), "it's", "a: 'it''s'\n"),
        ("a: one\n", ("a",), 3, "a: 3\n"),
        ("a: one\n", ("a",), "0405", 'a: "0405"\n'),
        ("a:\nb: 1\n", ("a",), "x", "a: x\nb: 1\n"),
        ("a: x # why\n", ("a",), {"kind": "x", "n": 1}, "a: {kind: x, n: 1} # why\n"),
        ("a: {kind: x, n: 1} # why\n", ("a",), "x", "a: x # why\n"),
        ("a: {kind: x, n: 1}\n", ("a",), {"kind": "y", "n": 1}, "a: {kind: y, n: 1}\n"),
        ("a: >-\n  one\n  two\nb: 1\n", ("a",), "one two three", "a: >-\n  one two three\nb: 1\n"),
        ("a:\n  - x # one\n  - y\n", ("a",), "none", "a: none\n  # one\n"),
        ("a: {}\n", ("a", "b"), 1, "a: {b: 1}\n"),
        ("a: []\n", ("a",), ["x"], "a: [x]\n"),
        ("a: 1\n", ("b", "c"), 2, "a: 1\nb: {c: 2}\n"),
    ],
)
def test_a_value_is_set_in_the_style_of_its_place(text: str, path: DataPath, value: Any, result: str) -> None:
    assert after(text, ("set", path, value)) == result


@pytest.mark.parametrize(
    ("text", "index", "item", "result"),
    [
        ("a: [x, y]\n", 2, "z", "a: [x, y, z]\n"),
        ("a: [x, y]\n", 0, "z", "a: [z, x, y]\n"),
        ("a: [x, y]\n", 1, "z", "a: [x, z, y]\n"),
        ("a: [x,\n  y]\n", 2, "z", "a: [x,\n  y,\n  z]\n"),
        ("a: []\n", 0, "z", "a: [z]\n"),
        ("b: 1\n", 0, "z", "b: 1\na: [z]\n"),
        ("a:\n  - x # one\n# end\n", 1, "z", "a:\n  - x # one\n  - z\n# end\n"),
        ("a:\n  # first\n  - x\n", 0, "z", "a:\n  - z\n  # first\n  - x\n"),
        ("a:\n- x", 1, "z", "a:\n- x\n- z"),
        ("a:\r\n  - x\r\n", 1, "z", "a:\r\n  - x\r\n  - z\r\n"),
        ("a:\n  - {n: 1}\n", 1, {"n": 2}, "a:\n  - {n: 1}\n  - {n: 2}\n"),
        ("a:\n  - n: 1\n\n  - n: 2\n", 2, {"n": 3}, "a:\n  - n: 1\n\n  - n: 2\n\n  - n: 3\n"),
    ],
)
def test_an_item_is_added_in_the_style_of_its_list(text: str, index: int, item: Any, result: str) -> None:
    assert after(text, ("insert", ("a",), index, item)) == result


def test_items_added_at_one_place_keep_their_order() -> None:
    changes = [("append", ("a",), letter) for letter in "zmb"]
    assert after("a: [x]\n", *changes) == "a: [x, z, m, b]\n"
    assert after("a:\n  - x\n", *changes) == "a:\n  - x\n  - z\n  - m\n  - b\n"


@pytest.mark.parametrize(
    ("text", "paths", "result"),
    [
        ("a: [x, y, z]\n", [("a", 1)], "a: [x, z]\n"),
        ("a: [x, y, z]\n", [("a", 0), ("a", 2)], "a: [y]\n"),
        ("a: {m: 1, n: 2}\n", [("a", "m"), ("a", "n")], "a: {}\n"),
        ("a:\n  - x\nb: 1\n", [("a", 0)], "a: []\nb: 1\n"),
        ("a:\n  m: 1 # one\n  n: 2\n", [("a", "m")], "a:\n  # one\n  n: 2\n"),
        ("a:\n  - m: 1\n    n: 2\n", [("a", 0, "m")], "a:\n  - n: 2\n"),
    ],
)
def test_what_is_removed_takes_its_lines_along(text: str, paths: list[DataPath], result: str) -> None:
    assert after(text, *[("remove", path) for path in paths]) == result


def test_a_block_without_entries_can_disappear() -> None:
    draft = Redraft(parse_yaml("a:\n  b:\n    c: 1\nd: 2\n"))
    draft.remove(("a", "b", "c"), prune=2)
    assert draft.text() == "d: 2\n"


def test_a_new_key_has_its_usual_place() -> None:
    draft = Redraft(parse_yaml("id: x\nhexes: y\nlast: z\n"))
    draft.set(("kind",), "room", order=("id", "kind", "hexes"))
    assert draft.text() == "id: x\nkind: room\nhexes: y\nlast: z\n"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('h: "0101, 0102 0103"\n', 'h: "0101, 0204 0205 0103 0909"\n'),
        ("h: >-\n  0101\n  0102\n  0103\n", "h: >-\n  0101\n  0204 0205\n  0103 0909\n"),
        ('h: "0101\n  0102\n  0103"\n', 'h: "0101\n  0204 0205\n  0103 0909"\n'),
    ],
)
def test_one_word_of_a_list_is_replaced_and_another_is_added(text: str, result: str) -> None:
    assert after(text, ("reword", ("h",), {1: ("0204", "0205")}, ("0909",))) == result


def test_a_line_of_a_list_disappears_with_its_last_word() -> None:
    assert after("h: >-\n  0101\n  0102\n  0103\n", ("reword", ("h",), {1: ()})) == "h: >-\n  0101\n  0103\n"


def test_what_cannot_be_kept_is_refused_with_its_path() -> None:
    draft = Redraft(parse_yaml("a: [x, # why\n  y]\n"))
    draft.remove(("a", 1))
    with pytest.raises(CannotKeep, match=r"a: comments or line breaks between its entries are in the way"):
        draft.edits()


VALUES = ["airtight", "a: b", "0405", "no", 12, 3.5, True, None, "It's # not", ["a", 1], {"k": "v"}, [], {}]


def changed_at_random(draft: Redraft, rng: random.Random, commented: YamlSource) -> None:
    """Change one part of a file."""
    path = rng.choice([path for path, _ in commented.value_spans() if path])
    value = draft.source_value(path)
    match rng.randrange(5):
        case 0:
            draft.set(path, rng.choice(VALUES))
        case 1:
            draft.remove(path, prune=rng.randrange(3))
        case 2 if isinstance(value, list):
            draft.insert(path, rng.randrange(len(value) + 1), rng.choice([*VALUES, *value]))
        case 3 if isinstance(value, dict):
            draft.set((*path, "new key"), rng.choice([*VALUES, *value.values()]), order=tuple(value))
        case 4 if isinstance(path[-1], str):
            draft.rename(path, "renamed")


def with_comments(text: str, rng: random.Random) -> str:
    """A file with a comment of its own at the end of some lines outside of long texts."""
    source = parse_yaml(text)
    lines = text.splitlines()
    for number in rng.sample(range(1, len(lines) + 1), 30):
        length = len(lines[number - 1])
        if length and not source.is_in_text(number, length) and not lines[number - 1].endswith(("-", ">")):
            lines[number - 1] += f"  # note {number}"
    return "".join(f"{line}\n" for line in lines)


@given(st.sampled_from(FILES), st.integers(0, 10**6), st.sampled_from(["\n", "\r\n"]))
def test_any_changes_give_the_expected_data_and_keep_every_comment(
    path: Path, seed: int, ending: str
) -> None:
    """Each draft reads its result and compares the data itself, or refuses."""
    rng = random.Random(seed)
    text = with_comments(load_yaml(path).text, rng).replace("\n", ending)
    source = parse_yaml(text)
    draft = Redraft(source)
    try:
        for _ in range(rng.randint(1, 4)):
            changed_at_random(draft, rng, source)
        new = draft.text()
    except CannotKeep:
        return
    assert new.count("\n") == new.count(ending)
    notes = [line.rpartition("# note ")[2] for line in text.splitlines() if "# note " in line]
    kept = [line.rpartition("# note ")[2] for line in new.splitlines() if "# note " in line]
    assert sorted(kept) == sorted(notes)
