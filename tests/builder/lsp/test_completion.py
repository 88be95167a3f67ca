"""The completions: keys of the schema, ids of the game, names of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.lsp.completion import Completion, completions_at
from builder.lsp.document import Context, Document

Place = tuple[Document, int, int]
Put = Callable[[str, str], Place]


def offered(place: Place, context: Context) -> tuple[Completion, ...]:
    return completions_at(*place, context)


def labels(place: Place, context: Context) -> list[str]:
    return [item.label for item in offered(place, context)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("game: bug-hunter", "game: ‸",
         ["advanced-infantry", "bug-hunter", "bugged", "handspan", "mobile-infantry"]),
        ("    unit: crew", "    unit: ‸", ["colonist", "crew", "marine", "individual-pred", "swarm-pred"]),
        ("side: pred\n", "side: ‸\n", ["human", "pred"]),
        ("species: stranglers", "species: ‸",
         ["stranglers", "lightning-bugs", "stink-bugs", "strangler-swarm"]),
        ("0404/S: interior", "0404/S: ‸", ["interior", "airtight", "open", "breach"]),
        ("kind: airlock", "kind: ‸", ["room", "corridor", "airlock", "bay"]),
        ("zone: front}", "zone: ‸}", ["front", "below"]),
        ("force: crew, zone: front}", "force: ‸", ["crew", "bugs"]),
        ("areas: [bridge]", "areas: [bridge, ‸", ["hall", "lock", "store", "hold", "lift"]),
        ("level: bottom", "level: ‸", ["top", "bottom"]),
        ("starts: top", "starts: ‸", ["top", "bottom"]),
        ("objectives: [goods]", "objectives: [‸", ["goods"]),
        ("zone: front}", "zone: front, members: [‸]}", ["01", "02", "03"]),
        ("{force: bugs, zone: below}", "{force: bugs, zone: below, members: [‸]}", []),
        ("name: Ann Bell, weapon: MP}", "name: Ann Bell, weapon: MP, loader: ‸}", ["01", "02", "03"]),
        ("    roster: standard-preds", "    captives: [{force: crew, keeper: ‸}]", ["01", "02", "03"]),
        ("    roster: standard-crew", "    formation: ‸", ["R1", "M1", "S1", "AB1", "RP1", "MP1"]),
        ("    roster: standard-crew", "    squads: [{id: a, members: [‸]}]", ["01", "02", "03"]),
        ("title: Sound", "title: Sound of ‸", []),
    ],
)  # fmt: skip
def test_ids_and_names_that_fit_the_place_are_offered(
    put: Put, context: Context, old: str, new: str, expected: list[str]
) -> None:
    assert labels(put(old, new), context) == expected


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("zone: front}", "zone: front, members: [‸]}", '"01"'),
        ("zone: front}", 'zone: front, members: ["‸"]}', "01"),
        ("text: Nobody may call it.}", "text: No., overrides: ‸}", "rule/301.0"),
        ("    unit: crew", "    unit:‸", " colonist"),
        ("    unit: crew", "    ‸", "unit: "),
    ],
)
def test_inserted_text_is_quoted_if_yaml_needs_it(
    put: Put, context: Context, old: str, new: str, text: str
) -> None:
    assert text in {item.text for item in offered(put(old, new), context)}


def test_required_keys_come_first_and_present_keys_are_not_offered(put: Put, context: Context) -> None:
    offered_labels = labels(put("    side: human\n", "    ‸\n"), context)
    assert offered_labels[0] == "side"
    assert not {"id", "title", "unit", "roster", "members"} & set(offered_labels)
    assert {"text", "arrival"} <= set(offered_labels)


def test_a_key_comes_with_its_title_and_description(put: Put, context: Context) -> None:
    (item,) = [item for item in offered(put("  hex_size: 18", "  hex‸"), context) if item.label == "hex_size"]
    assert item.detail == "Hex size"
    assert "Millimeters from flat side to flat side" in item.help


def test_the_keys_of_a_map_are_those_of_its_kind(put: Put, context: Context) -> None:
    on_table = labels(put("  kind: hex\n", "  kind: table\n  ‸\n"), context)
    assert {"width", "depth", "pieces"} <= set(on_table)
    assert not {"levels", "land"} & set(on_table)


def test_the_roster_of_the_forces_unit_comes_first(put: Put, context: Context) -> None:
    assert labels(put("roster: standard-crew", "roster: ‸"), context)[0] == "standard-crew"


def test_a_house_value_is_marked_in_completions(context: Context) -> None:
    text = "scenario:\n  game: bugged\nforces:\n  - cards: {‸"
    document = Document(Path("a.yaml"), text.replace("‸", "")).checked(context)
    completions = completions_at(document, 4, 13, context)
    assert completions
    assert all(", house)" in item.detail and "**house**" in item.help for item in completions)


def test_lint_codes_are_offered_inside_a_suppression(put: Put, context: Context) -> None:
    labels_offered = offered(put("  turns: 6", "  turns: 6  # brainbug: ignore[BB105, BB‸"), context)
    assert {"BB105", "BB404"} <= {item.label for item in labels_offered}
    assert len({(item.span.column, item.span.end_column) for item in labels_offered}) == 1
    assert "crowded-zone" in {item.detail for item in labels_offered}


def test_an_empty_scenario_is_offered_its_blocks(context: Context) -> None:
    line = "# yaml-language-server: $schema=../../schemas/scenario.schema.json\n"
    completions = completions_at(Document(Path("a.yaml"), line).checked(context), 2, 1, context)
    assert [item.label for item in completions][:6] == [
        "scenario",
        "map",
        "forces",
        "setup",
        "schedule",
        "victory",
    ]


@given(data=st.data())
def test_any_incomplete_file_gets_completions(data: st.DataObject, sound: Document, context: Context) -> None:
    text = sound.text
    start = data.draw(st.integers(0, len(text)))
    text = (
        text[:start]
        + data.draw(st.text("ab: -[]{}\"'#\n", max_size=4))
        + text[start + data.draw(st.integers(0, 9)) :]
    )
    line = data.draw(st.integers(1, text.count("\n") + 1))
    completions_at(sound.edited(text), line, data.draw(st.integers(1, 60)), context)
