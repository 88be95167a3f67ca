"""Tracks and record sheets: each game has those that it needs, with boxes from the database."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from builder.draw.sheets.blank_rosters import draw_blank_rosters, figure_columns
from builder.draw.sheets.creature_sheets import creature_flow, draw_blank_creature_sheets
from builder.draw.sheets.rosters import shots
from builder.draw.sheets.team_sheets import rounds_of
from builder.draw.sheets.tracks import track_flow
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BAND
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.load import load_scenario
from builder.scenario.model import Member, Scenario
from rulesdb import Ruleset, open_game
from rulesdb.shipped import shipped

SIZE = (190.0, 277.0)


def scenario(name: str) -> Scenario:
    return load_scenario(shipped("scenarios") / Path(name))


def tracks_of(game: Ruleset, played: Scenario | None = None) -> list[Drawing]:
    context = DrawingContext(load_theme(), debug=True)
    room = SIZE[1] - BAND - 8.0 if played is not None else 0.0
    return draw_flows([track_flow(game, context, scenario=played, room=room)], SIZE, context)


def words(drawings: list[Drawing]) -> list[str]:
    return [text.text for drawing in drawings for text in drawing.texts]


@pytest.mark.parametrize(
    ("game", "tracks"),
    [
        (
            "bug-hunter",
            {
                "Turn record",
                "Activation track",
                "Preservation chits drawn",
                "Preservation interphase",
                "Self-destruct clock",
            },
        ),
        ("handspan", {"Turn record", "Command points", "Pots"}),
        ("mobile-infantry", {"Round record", "Groups of bugs", "Retrieval Craft", "Victory points"}),
        ("bugged", {"Turn record", "Initiative and cards", "Victory points"}),
        ("advanced-infantry", {"Turn record", "Dead of the squad", "Clouds of smoke", "Structures"}),
    ],
)
def test_each_game_has_the_tracks_that_it_needs(game: str, tracks: set[str]) -> None:
    drawings = tracks_of(open_game(game))
    assert tracks <= set(words(drawings))
    assert len(drawings) == 1


def test_self_destruct_clock_ends_with_the_breach_and_names_the_last_chances() -> None:
    game = open_game("bug-hunter")
    clock = {at["about"]: cell.value for at, cell in game.table("self-destruct").cells()}
    written = words(tracks_of(game))
    assert {"last turn to cancel", "last turn to leave", "breach"} <= set(written)
    assert str(clock["turn of the breach"]) in written


def test_scenario_tracks_have_its_turns_and_only_its_forces() -> None:
    played = scenario("bug_hunter/cold-berth.yaml")
    written = words(tracks_of(played.ruleset, played))
    units = {force.unit.slug for force in played.forces}
    assert ("Colonists" in written) == ("colonist" in units)
    assert ("Ship’s crew" in written) == ("crew" in units)
    turns = [text for text in written if text.isdigit()][: played.turns]
    assert turns == [str(turn) for turn in range(1, played.turns + 1)]


def test_a_track_from_a_house_table_is_marked() -> None:
    written = words(tracks_of(open_game("bugged")))
    assert any("Victory points (Sequence of Play · house)" in text for text in written)


@pytest.mark.parametrize("path", sorted(shipped("scenarios").rglob("*.yaml")), ids=lambda path: path.stem)
def test_tracks_of_a_scenario_are_one_page_with_nothing_that_it_does_not_need(path: Path) -> None:
    played = load_scenario(path)
    [sheet] = tracks_of(played.ruleset, played)
    written = {text.text for text in sheet.texts}
    replaced = {rule.overrides.slug for rule in played.special_rules if rule.overrides is not None}
    for track in played.ruleset.tracks:
        if track.get("unless") in replaced or (track.get("without_victory") and played.victory):
            assert track["title"] not in written
        ranks = {row["leads"]: row["label"] for row in track.get("rows", ()) if "leads" in row}
        assert not written & set(ranks.values())
    assert {str(turn) for turn in range(2, played.turns + 1)} <= written


def test_every_creature_of_a_swarm_has_its_box_on_the_secret_sheet() -> None:
    played = scenario("bug_hunter/ninth-hour.yaml")
    force = next(force for force in played.forces if not force.members)
    context = DrawingContext(load_theme(), debug=True)
    sheets = draw_flows([creature_flow(played, force, context)], SIZE, context)
    boxes = Counter(text for text in words(sheets) if text.isdigit())
    assert all(boxes[str(number)] for number in range(1, force.count + 1))
    for power in force.powers:
        assert f"{power.title}." in words(sheets)


def test_each_kind_of_hidden_creature_has_a_blank_sheet_with_room_for_its_powers() -> None:
    game = open_game("bug-hunter")
    hidden = [unit for unit in game.of_kind("unit") if "powers" in unit.facts]
    sheets = draw_blank_creature_sheets(game, SIZE, DrawingContext(load_theme(), debug=True))
    assert [drawing.title for drawing in sheets] == [unit.title for unit in hidden]
    for unit, drawing in zip(hidden, sheets, strict=True):
        assert f"Power {unit['powers']}" in words([drawing])
        assert f"Power {unit['powers'] + 1}" not in words([drawing])
    assert draw_blank_creature_sheets(open_game("bugged"), SIZE, DrawingContext(load_theme())) == []


@pytest.mark.parametrize(
    ("weapon", "boxes"), [("automatic-grenade-launcher", 6), ("plasma-gun", 6), ("pistol", 0), ("ACR", 0)]
)
def test_weapons_whose_rounds_are_counted_have_a_box_for_each_shot(weapon: str, boxes: int) -> None:
    entry = open_game("bug-hunter").find("weapon", weapon)
    member = Member(1, "01", "A", (), activation=1, panic=1, weapon=entry)
    assert shots(member) == boxes


@pytest.mark.parametrize(("rounds", "boxes"), [(None, 3), (2, 2), (0, 0)])
def test_a_weapon_has_a_box_for_each_round_that_it_starts_with(rounds: int | None, boxes: int) -> None:
    game = open_game("mobile-infantry")
    trooper = Member(4, "B4", "Tpr. Deeks", weapon=game.find("weapon", "mini-gun"), rounds=rounds, path=())
    assert rounds_of(game, trooper) == boxes


def test_blank_team_sheets_have_the_boxes_that_the_game_counts() -> None:
    boxes = {
        game: {column.head: column.boxes for column in figure_columns(open_game(game), load_words())}
        for game in ("handspan", "mobile-infantry", "advanced-infantry")
    }
    assert boxes["mobile-infantry"]["Rounds"] == 5
    assert "Rounds" not in boxes["handspan"]
    toughness = open_game("advanced-infantry").table("basic-figures").lookup(about="toughness of a trooper")
    assert boxes["advanced-infantry"][f"Damage, to {toughness.result}"] == toughness.result


def test_hits_of_every_creature_of_mobile_infantry_can_be_ticked() -> None:
    game = open_game("mobile-infantry")
    written = words(draw_blank_rosters(game, SIZE, DrawingContext(load_theme(), debug=True)))
    for name in game.table("hits-to-kill").axes[0].labels:
        assert game.find("unit", name).title in written
