"""Changes of a text: undone, combined and stored."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.studio.change import Change, Piece
from rulesdb import InputError

TEXTS = st.text(st.sampled_from("ab\n\r x虫"), max_size=30)


@st.composite
def changes(draw: st.DrawFn, text: str) -> Change:
    """A change of a text, by a few pieces."""
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return Change.of_pieces(Piece(start, text[start:end], draw(TEXTS)) for start, end in pairs)


@given(st.data(), TEXTS)
def test_a_change_and_its_inverse_give_the_first_text(data: st.DataObject, text: str) -> None:
    change = data.draw(changes(text))
    assert change.inverse().apply(change.apply(text)) == text
    assert change.inverse().inverse() == change


@given(st.data(), TEXTS)
def test_three_changes_as_one_do_what_they_do_one_by_one(data: st.DataObject, text: str) -> None:
    whole, now = Change(), text
    for _ in range(3):
        change = data.draw(changes(now))
        whole, now = whole.then(change), change.apply(now)
    assert whole.apply(text) == now
    assert whole.inverse().apply(now) == text


@given(TEXTS, TEXTS)
def test_the_change_between_two_texts_leads_from_one_to_the_other(old: str, new: str) -> None:
    assert Change.between(old, new).apply(old) == new


@given(st.data(), TEXTS)
def test_a_change_survives_json_and_lines_and_columns(data: st.DataObject, text: str) -> None:
    change = data.draw(changes(text))
    assert Change.from_json(json.loads(json.dumps(change.to_json()))) == change
    assert Change.of_edits(text, change.edits(text)) == change


def test_what_stays_the_same_is_no_part_of_a_change() -> None:
    pieces = [Piece(0, "same", "same"), Piece(5, "cold", "code")]
    assert Change.of_pieces(pieces).pieces == (Piece(7, "ld", "de"),)


def test_a_change_is_not_applied_to_another_text() -> None:
    change = Change.of_pieces([Piece(0, "cold", "dead")])
    with pytest.raises(InputError, match="the text has changed"):
        change.apply("warm")


@pytest.mark.parametrize("data", [3, [[1, "a"]], [["x", "a", "b"]]])
def test_only_lists_of_pieces_are_a_change(data: object) -> None:
    with pytest.raises(InputError, match="a list of pieces"):
        Change.from_json(data)  # type: ignore[arg-type]
