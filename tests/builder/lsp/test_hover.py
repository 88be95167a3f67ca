"""Hover help, and go to definition."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.lsp.document import Context, Document
from builder.lsp.hover import definition_at, hover_at

Place = tuple[Document, int, int]
Put = Callable[[str, str], Place]


def help_at(place: Place, context: Context) -> str:
    document, line, column = place
    hover = hover_at(document.checked(context), line, column, context)
    return hover.text if hover is not None else ""


@pytest.mark.parametrize(
    ("old", "new", "start"),
    [
        ("weapon: screecher", "weapon: scr‸eecher", "**Screecher** (weapon, Bug Hunter)"),
        ("weapon: MP", "weapon: M‸P", "**Machine pistol** (weapon, Bug Hunter)"),
        ("    unit: crew", "    unit: cr‸ew", "**Spaceship crew** (unit, Bug Hunter)"),
        ("text: Nobody may call it.}", "text: No., overrides: rule/3‸03.3}", "**Lifts** (rule, Bug Hunter)"),
        ("roster: standard-preds", "roster: ‸standard-preds", "**Standard Preds** (roster, Bug Hunter)"),
        ("game: bug-hunter", "game: bug-‸hunter", "**Bug Hunter**"),
        ("side: pred\n", "side: pr‸ed\n", "**Preds**"),
        ("species: stranglers", "species: str‸anglers", "**Stranglers"),
        ("areas: [bridge]", "areas: [bri‸dge]", "**Bridge** (area `bridge` of this file)"),
        ("zone: front}", "zone: fro‸nt}", "**Front** (zone `front` of this file)"),
        ("level: bottom", "level: bot‸tom", "**Bottom** (level `bottom` of this file)"),
        ("    unit: crew", "    un‸it: crew", "**Unit**: Troop type or creature form"),
        ("  hex_size: 18", "  hex_‸size: 18", "**Hex size**: Millimeters"),
        ("hex_size: 18", "hex_size: 1‸8", "**Hex size**"),
        ('hexes: "0202-0304"', 'hexes: "0202-03‸04"', "**Hex 0304**\n\nTop: Bridge (bridge), locker"),
        ("0404/S: interior", "04‸04/S: interior", "**Hex 0404**\n\nTop: Hall"),
        ("  turns: 6", "  turns: 6  # brainbug: ignore[BB‸406] later", "**BB406 event-turn** (error)"),
    ],
)  # fmt: skip
def test_hover_help_starts_with_the_kind_of_key(
    put: Put, context: Context, old: str, new: str, start: str
) -> None:
    assert help_at(put(old, new), context).startswith(start)


def test_an_entry_has_its_summary_citation_basis_and_id(put: Put, context: Context) -> None:
    _, id, cited, summary, *rest = help_at(put("weapon: screecher", "weapon: scree‸cher"), context).split(
        "\n\n"
    )
    assert id == "`bug-hunter:weapon/screecher`"
    assert cited == "bug-hunter 305.3 · **printed**: as printed in the book"
    assert "subdues Preds" in summary
    assert "## Used by" in rest


def test_a_house_value_is_marked_and_explained(context: Context) -> None:
    game = context.library.open("bugged")
    card = game.of_kind("card")[0]
    assert str(card.provenance.basis) == "house"
    text = f"scenario:\n  game: bugged\nforces:\n  - cards: {{{card.slug}: 1}}\n"
    hover = hover_at(Document(Path("a.yaml"), text).checked(context), 4, 14, context)
    assert hover is not None
    assert "**house**: not in the book" in hover.text


@pytest.mark.parametrize(
    ("old", "new"),
    [("Two decks", "Two ‸decks"), ("# A small", "# A ‸small"), ("players: 2", "players: 2   ‸"),
     ("weapon: screecher", "weapon: scree‸cha")],
)  # fmt: skip
def test_prose_comments_and_unknown_names_show_only_the_help_of_their_key(
    put: Put, context: Context, old: str, new: str
) -> None:
    assert "(weapon" not in help_at(put(old, new), context)


def where(place: Place, context: Context) -> str:
    document, line, column = place
    checked = document.checked(context)
    span = definition_at(checked, line, column, context)
    if span is None:
        return ""
    return (
        checked.text.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1] + f" on {span.line}"
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("zone: front}", "zone: fro‸nt}", "front on 64"),
        ("force: bugs", "force: bu‸gs", "bugs on 53"),
        ("areas: [bridge]", "areas: [bri‸dge]", "bridge on 20"),
        ("objectives: [goods]", "objectives: [go‸ods]", "goods on 75"),
        ("level: bottom", "level: bot‸tom", "bottom on 33"),
        ("levels: [top, bottom]}", "levels: [t‸op, bottom]}", "top on 17"),
        ("starts: top", "starts: t‸op", "top on 17"),
        ("zone: front}", 'zone: front, members: ["0‸2"]}', '"02" on 51'),
        ("{id: front", "{id: fr‸ont", "front on 64"),
        ("weapon: screecher", "weapon: scre‸echer", ""),
        ("title: Front", "title: Fr‸ont", ""),
    ],
)
def test_go_to_definition_finds_a_name(put: Put, context: Context, old: str, new: str, expected: str) -> None:
    assert where(put(old, new), context) == expected


def test_go_to_definition_follows_a_moved_definition_in_a_broken_file(put: Put, context: Context) -> None:
    document, line, column = put("zone: front}", "zone: fr‸ont")
    moved = document.edited("# one\n# two\n" + document.text)
    assert where((moved, line + 2, column), context) == "front on 66"


@given(data=st.data())
def test_every_position_of_an_incomplete_file_gets_an_answer(
    data: st.DataObject, sound: Document, context: Context
) -> None:
    text = sound.text
    start = data.draw(st.integers(0, len(text)))
    text = text[:start] + data.draw(st.text("ab: -[]{}\"'#\n", max_size=4)) + text[start + 3 :]
    document = sound.edited(text).checked(context)
    line, column = data.draw(st.integers(1, 90)), data.draw(st.integers(1, 60))
    hover_at(document, line, column, context)
    definition_at(document, line, column, context)
