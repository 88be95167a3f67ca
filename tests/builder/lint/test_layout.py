"""Edits change one thing, in the style of the file, or are not made."""

from __future__ import annotations

import pytest

from builder.lint.fixes import apply_edits
from builder.lint.layout import Layout
from rulesdb.yaml_source import DataPath, parse_yaml


def layout(text: str) -> Layout:
    return Layout(parse_yaml(text, "f.yaml"))


@pytest.mark.parametrize(
    ("text", "path", "new", "after"),
    [
        ("a: one # why\n", ("a",), "two", "a: two # why\n"),
        ("a: 'one'\n", ("a",), "it's", "a: 'it''s'\n"),
        ('a: "one"\n', ("a",), 'say "x"', 'a: "say \\"x\\""\n'),
        ("a: [x, one]\n", ("a", 1), "two", "a: [x, two]\n"),
        ("a: one\n", ("a",), "true", 'a: "true"\n'),
        ("a: one\n", ("a",), "b: c", 'a: "b: c"\n'),
        ("a: 405\n", ("a",), "0405", 'a: "0405"\n'),
        ("Größe: [虫虫, one]\n", ("Größe", 1), "two", "Größe: [虫虫, two]\n"),
    ],
)
def test_a_value_is_rewritten_with_the_quotes_it_had_or_needs(
    text: str, path: DataPath, new: str, after: str
) -> None:
    edit = layout(text).rewrite(path, new)
    assert edit is not None
    assert apply_edits(text, [edit]) == after


@pytest.mark.parametrize("text", ["a: |\n  one\n", "a: [one]\n", "a:\n  b: one\n", "a:\n", "a: one\n  two\n"])
def test_only_single_words_on_a_line_are_rewritten(text: str) -> None:
    assert layout(text).rewrite(("a",), "two") is None


def test_one_word_of_a_text_is_rewritten() -> None:
    text = 'a: "0304 407 0408"\n'
    edit = layout(text).rewrite(("a",), "0407", word="407")
    assert edit is not None
    assert apply_edits(text, [edit]) == 'a: "0304 0407 0408"\n'


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("z:\n  - {id: a}\n  - {id: b}\n", ("z", 1), "z:\n  - {id: a}\n"),
        ("z:\n- id: a\n  n: 1\n- id: b\n", ("z", 0), "z:\n- id: b\n"),
        ("z:\n  - id: a\n    t: |\n      # text\n\n  - id: b\n", ("z", 0), "z:\n\n  - id: b\n"),
        ("z:\n  - a # one\n  # two\n  - b\n", ("z", 0), "z:\n  # one\n  # two\n  - b\n"),
        ("z: [a, b, c]\n", ("z", 0), "z: [b, c]\n"),
        ("z: [a, b , c]\n", ("z", 2), "z: [a, b]\n"),
        ("z: {a: 1, b: 2}\n", ("z", "b"), "z: {a: 1}\n"),
        ("z:\n  a: 1\n  b: [1,\n    2]\n", ("z", "b"), "z:\n  a: 1\n"),
        ("z:\r\n  a: 1\r\n  b: 2\r\n", ("z", "a"), "z:\r\n  b: 2\r\n"),
        ("z:\n  a: 1\n  b: 2", ("z", "b"), "z:\n  a: 1\n"),
    ],
)
def test_deleting_an_item_deletes_its_lines_but_not_its_comments(
    text: str, path: DataPath, after: str
) -> None:
    edit = layout(text).remove(path)
    assert edit is not None
    assert apply_edits(text, [edit]) == after


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("z: [a]\n", ("z", 0)),
        ("z:\n  - a\n", ("z", 0)),
        ("z:\n  - id: a\n    n: 1\n", ("z", 0, "id")),
        ("z: [a, # why\n  b]\n", ("z", 0)),
        ("z:\n  - - a\n    - b\n", ("z", 0, 0)),
    ],
)
def test_an_item_that_cannot_be_deleted_safely_stays(text: str, path: DataPath) -> None:
    assert layout(text).remove(path) is None


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            "f:\n  - id: a\n    n: 2 # two\n\n  - id: b\n",
            "f:\n  - id: a\n    n: 2 # two\n    k: 0\n\n  - id: b\n",
        ),
        ("f:\n  - {id: a, n: 2} # why\n", "f:\n  - {id: a, n: 2, k: 0} # why\n"),
        ("f:\n  - {id: a, n: 2, m: 1}\n", "f:\n  - {id: a, n: 2, k: 0, m: 1}\n"),
        ("f:\n  - id: a\n    n: 2", "f:\n  - id: a\n    n: 2\n    k: 0"),
        ("f:\r\n- id: a\r\n  n: 2\r\n", "f:\r\n- id: a\r\n  n: 2\r\n  k: 0\r\n"),
    ],
)
def test_a_key_is_added_in_the_style_of_its_block(text: str, after: str) -> None:
    edit = layout(text).add(("f", 0), "n", "k", "0")
    assert edit is not None
    assert apply_edits(text, [edit]) == after


def test_items_are_swapped_with_the_comments_above_them() -> None:
    text = "e:\n  # on three\n  - t: 3 # third\n\n  # on one\n  - t: 1\n    x: |\n      one\n  - t: 4\nf: 1\n"
    edit, has_comments = layout(text).reorder(("e",), [1, 0, 2])
    assert edit is not None
    assert has_comments
    assert apply_edits(text, [edit]) == (
        "e:\n  # on one\n  - t: 1\n    x: |\n      one\n\n  # on three\n  - t: 3 # third\n  - t: 4\nf: 1\n"
    )


def test_the_last_item_of_a_file_without_a_last_line_break_moves_too() -> None:
    text = "e:\n- 2\n- 1"
    edit, has_comments = layout(text).reorder(("e",), [1, 0])
    assert edit is not None
    assert not has_comments
    assert apply_edits(text, [edit]) == "e:\n- 1\n- 2"


@pytest.mark.parametrize("text", ["e: [2, 1]\n", "e:\n- - 2\n  - 3\n-\n  - 1\n"])
def test_items_that_share_a_line_stay(text: str) -> None:
    assert layout(text).reorder(("e",), [1, 0])[0] is None


def test_a_hash_inside_a_text_is_not_a_comment() -> None:
    text = 'a: "x # y" # z\nb: |\n  # text\nc: d#e\n'
    columns = [layout(text).comment_column(number) for number in (1, 2, 3, 4)]
    assert columns == [12, None, None, None]
