"""The word at a position, even in an incomplete file."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.lsp.cursor import Role, cursors_at, word_at
from builder.lsp.document import Document
from rulesdb.yaml_source import DataPath

Place = tuple[Document, int, int]
KEY, VALUE = Role.KEY, Role.VALUE
MEMBERS: DataPath = ("forces", 0, "members")


def roles(place: Place) -> list[tuple[Role, DataPath, str]]:
    document, line, column = place
    return [
        (cursor.role, cursor.container, cursor.word) for cursor in cursors_at(document.text, line, column)
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("weapon: screecher", "weapon: scr‸", [(VALUE, (*MEMBERS, 2), "scr")]),
        ("weapon: screecher", "weapon: scr‸eecher", [(VALUE, (*MEMBERS, 2), "screecher")]),
        ("    unit: crew", "    un‸", [(KEY, ("forces", 0), "un")]),
        ("    unit: crew", "    unit: ‸", [(VALUE, ("forces", 0), "")]),
        ("    unit: crew", "    unit:‸", [(VALUE, ("forces", 0), "")]),
        ("areas: [bridge]", "areas: [br‸", [(VALUE, ("setup", "zones", 0, "areas"), "br"),
                                           (KEY, ("setup", "zones", 0, "areas", 0), "br")]),
        ("zone: front}", "zo‸", [(KEY, ("setup", "placements", 0), "zo")]),
        ('id: "01"', 'id: "0‸', [(VALUE, (*MEMBERS, 0), "0")]),
        ("  - id: bugs", "  - ‸\n  - id: bugs", [(VALUE, ("forces",), ""), (KEY, ("forces", 1), "")]),
        ("special_rules:", "‸", [(KEY, (), "")]),
        ("text: Be there", "text: Be # ‸there", []),
    ],
)  # fmt: skip
def test_a_position_is_a_key_or_a_value_of_its_block(
    put: Callable[[str, str], Place], old: str, new: str, expected: list[tuple[Role, DataPath, str]]
) -> None:
    assert roles(put(old, new)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("weapon: screecher", "weapon: scr‸", (VALUE, (*MEMBERS, 0), "scr")),
        ("    unit: crew", "    un‸", (KEY, ("forces", 0), "un")),
        ("zone: front}", "zone: ‸}", (VALUE, ("setup", "placements", 0), "")),
        ("        0303/SE: airtight", "        0303/SE: air‸", (VALUE, ("map", "levels", 0, "doors"), "air")),
        ("lock: {name: Lock", "lock: {na‸", (KEY, ("map", "levels", 0, "areas", "lock"), "na")),
        ("  turns: 6", "  tur‸", (KEY, ("schedule",), "tur")),
    ],
)  # fmt: skip
def test_an_error_above_does_not_hide_the_block(
    put: Callable[[str, str], Place], old: str, new: str, expected: tuple[Role, DataPath, str]
) -> None:
    document, line, column = put(old, new)
    broken = document.edited(document.text.replace("summary: Two", "summary: [ Two"))
    assert expected in roles((broken, line, column))


def test_later_keys_of_the_block_are_recognized(put: Callable[[str, str], Place]) -> None:
    document, line, column = put("    unit: crew", "    ‸")
    assert cursors_at(document.text, line, column)[0].following == {"roster", "members"}
    document, line, column = put("{id: front, title", "{id: front, ‸, title")
    assert {"areas"} <= cursors_at(document.text, line, column)[0].following


def test_a_word_includes_the_position_after_its_last_letter() -> None:
    text = "a: [rule/303.2, bug-hunter:weapon/x]"
    words = {word_at(text, 1, column).column for column in range(5, 15)}
    assert words == {5}
    span = word_at(text, 1, 20)
    assert text[span.column - 1 : span.end_column - 1] == "bug-hunter:weapon/x"


@given(data=st.data())
def test_every_position_of_any_text_gets_an_answer(data: st.DataObject) -> None:
    text = data.draw(st.text("ab:- \n[]{}\"'#|>&*0\t,", max_size=60))
    line = data.draw(st.integers(1, 8))
    column = data.draw(st.integers(1, 20))
    for cursor in cursors_at(text, line, column):
        assert cursor.role in Role
