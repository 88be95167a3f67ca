"""Tracks and record sheets: each game has those that it needs, with boxes from the database."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kits import SCENARIOS

from builder.draw.sentences.scoring import max_times, pool_of, scoring_lines
from builder.draw.sheets.blank_rosters import draw_blank_rosters, figure_columns
from builder.draw.sheets.rosters import shots
from builder.draw.sheets.sides.creature_sheets import creature_flow, draw_blank_creature_sheets
from builder.draw.sheets.team_sheets import rounds_of
from builder.draw.sheets.tracks.grids import lines_blocks
from builder.draw.sheets.tracks.lines import damage_marks, known_lines, turn_marks
from builder.draw.sheets.tracks.points import points_block
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BAND, Writer
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.load import load_scenario
from builder.scenario.logic.conditions import Compare
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
        ("advanced-infantry", {"Turn record", "Squad losses", "Clouds of smoke", "Structures"}),
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


def test_every_team_has_a_line_with_its_letter_below_the_title_of_its_squad() -> None:
    played = scenario("mobile_infantry/the-old-one.yaml")
    teams = [team for force in played.forces for team in force.teams]
    lines = [line for (line,) in known_lines({"known": "teams"}, played, load_words())]
    assert lines == [team.title for team in teams]
    written = words(tracks_of(played.ruleset, played))
    assert {team.id for team in teams} <= set(written)
    assert [written.count(title) for title in ("First Squad", "Second Squad")] == [1, 1]


def test_the_last_box_of_a_craft_has_the_icon_of_its_wreck() -> None:
    played = scenario("mobile_infantry/candle.yaml")
    wreck = played.ruleset.find("marker", "craft-wreck")["back"]["icon"]
    context, icons = DrawingContext.of(played.ruleset, load_theme()), list[str]()

    class Recording(Canvas):
        def icon(self, name: str, *args: Any, **style: Any) -> None:
            icons.append(name)
            super().icon(name, *args, **style)

    for block in track_flow(played.ruleset, context, scenario=played).blocks(Writer(190.0, context)):
        block.draw(Recording(190.0, 300.0, context), 0.0, 0.0)
    [rows] = [track["rows"] for track in played.ruleset.tracks if "ends_with" in track]
    assert icons.count(wreck) == len(rows)


def test_craft_without_a_number_in_the_mission_have_a_box_for_each_marker_and_room_for_more() -> None:
    played = scenario("mobile_infantry/fort-hadley.yaml")
    line = next(line for line in scoring_lines(played) if line["event"] == "craft-lost")
    assert max_times(played, line) is None
    assert pool_of(played, line) == 3
    assert "+" in words(tracks_of(played.ruleset, played))


def test_structural_damage_is_counted_for_the_rooms_between_airtight_doors() -> None:
    """Source: bug-hunter 318.1"""
    played = scenario("bug_hunter/ninth-hour.yaml")
    lines = known_lines({"known": "areas"}, played, load_words())
    assert ["Hold One, Mid Walk", ""] in lines
    assert ["Hold Two, Pump Room, Aft Walk, Reactor Control", "2"] in lines
    assert [line[0] for line in lines].count("Mid Walk") == 0


def test_only_areas_with_explosive_machinery_have_a_circle_for_it() -> None:
    wren = scenario("bug_hunter/dead-air.yaml")
    [track] = [each for each in wren.ruleset.tracks if each.get("known") == "areas"]
    rows = known_lines(track, wren, load_words())
    assert [row[0] for row in rows if "–" not in row] == ["Engine Room"]


def test_turns_have_events_with_their_last_turn_and_the_turns_in_which_objectives_count() -> None:
    marks = turn_marks(scenario("advanced_infantry/cold-ford.yaml"), load_words())
    assert marks == {
        3: ("River mist",),
        7: ("River mist: last turn",),
        10: ("Far bank counts",),
        11: ("Over the pass",),
    }


def test_events_are_told_below_the_turns_if_the_sheet_has_room_but_not_those_that_are_secret() -> None:
    played = scenario("bug_hunter/relief.yaml")
    printed = " ".join(words(tracks_of(played.ruleset, played)))
    assert "a swarm of three may appear in the canteen" in printed
    whispered = scenario("bugged/static.yaml")
    [event, *others] = whispered.events
    secret = replace(event, text="Telepathy does not work.")
    kept = tracks_of(whispered.ruleset, replace(whispered, events=[secret, *others]))
    assert "Telepathy does not work" not in " ".join(words(kept))


def test_the_points_that_shut_an_area_down_are_in_the_heading_of_their_column() -> None:
    """Source: bug-hunter 318.2"""
    game = open_game("bug-hunter")
    points = game.table("shutdown").lookup(about="points that shut it down").result
    assert f"Shut down at {points}" in words(tracks_of(game))


def test_a_swarm_that_more_join_every_turn_has_boxes_for_them() -> None:
    played = scenario("bug_hunter/relief.yaml")
    force = next(force for force in played.forces if not force.members)
    context = DrawingContext(load_theme(), debug=True)
    printed = words(draw_flows([creature_flow(played, force, context)], SIZE, context))
    assert load_words()("creature.more") in " ".join(printed)


def test_work_of_one_turn_has_a_box_on_the_turn_that_ends_it_and_no_track_of_its_own() -> None:
    played = scenario("bugged/kessel-wash.yaml")
    title = load_words()("track.work")
    assert title not in words(tracks_of(played.ruleset, played))
    # The valve closes when turn 7 begins.
    assert turn_marks(played, load_words())[6] == ("Valve: last turn",)
    [pump, valve] = played.objectives
    assert isinstance(valve.done_by, Compare)
    longer = replace(played, objectives=(pump, replace(valve, done_by=replace(valve.done_by, limit=3))))
    assert title in words(tracks_of(longer.ruleset, longer))


def test_the_track_for_all_does_not_say_how_long_a_secret_event_lasts() -> None:
    played = scenario("bugged/static.yaml")
    assert turn_marks(played, load_words())[4] == ("Whisper: last turn",)
    # Only the hunters have the card, so only they may read this.
    events = [replace(event, text="Telepathy does not work.") for event in played.events]
    assert 4 not in turn_marks(replace(played, events=events), load_words())


@pytest.mark.parametrize("name", ["advanced_infantry/cold-ford.yaml", "bug_hunter/relief.yaml"])
def test_captions_of_marks_are_below_the_boxes(name: str) -> None:
    game = scenario(name).ruleset
    drawings = tracks_of(game, scenario(name))
    texts = [text for drawing in drawings for text in drawing.texts]
    captions = [text for text in texts if text.text in ("checks begin", "limit")]
    assert captions
    for caption in captions:
        row = [
            text
            for text in texts
            if text.text.isdigit() and 0 < caption.y - text.y < 8 and text.x < caption.x + 40
        ]
        assert caption.x + caption.width <= max(text.x + text.width for text in row) + 3.5


@pytest.mark.parametrize("path", sorted(SCENARIOS.values()), ids=lambda path: path.stem)
def test_lines_to_write_on_are_high_enough(path: Path) -> None:
    played = load_scenario(path)
    turns = played.turns
    left = [
        text
        for text in tracks_of(played.ruleset, played)[0].texts
        if text.text in map(str, range(1, turns + 1))
    ]
    columns: dict[float, list[float]] = {}
    for text in left:
        columns.setdefault(round(text.x, 1), []).append(text.y)
    steps = [after - before for ys in columns.values() for before, after in itertools.pairwise(sorted(ys))]
    assert min(steps, default=9.0) > 5.2


@pytest.mark.parametrize("name", ["mobile_infantry/the-old-one.yaml", "bug_hunter/dead-air.yaml"])
def test_the_end_of_a_record_is_clear_of_the_number_of_its_turn(name: str) -> None:
    played = scenario(name)
    texts = [text for drawing in tracks_of(played.ruleset, played) for text in drawing.texts]
    end = next(text for text in texts if text.text == load_words()("track.end"))
    number = next(
        text for text in texts if text.text == str(played.turns) and text.within and end.within == text.within
    )
    is_beside = number.x + number.width + 2.0 <= end.x
    assert is_beside or number.y + number.height + 1.0 <= end.y


class Counting(Canvas):
    """A canvas that counts the boxes to tick in each row."""

    def boxes(self, x: float, y: float, count: int, side: float, gap: float, *, marked: int = 0) -> None:
        self.counted = getattr(self, "counted", Counter[float]()) + Counter({round(y, 2): count})
        super().boxes(x, y, count, side, gap, marked=marked)


def test_what_scores_has_a_box_for_each_time_beside_its_points() -> None:
    played = scenario("mobile_infantry/the-old-one.yaml")
    context = DrawingContext.of(played.ruleset, load_theme())
    [points] = [track for track in played.ruleset.tracks if track.get("known") == "points"]
    [block] = lines_blocks(played.ruleset, points, (), Writer(190.0, context), played, 1.0, 0)
    canvas = Counting(190.0, block.height, context)
    block.draw(canvas, 0.0, 0.0)
    # Forty men and two officers; a box for each counter of bugs, with a line for more; the Brain Bug, dead or
    # alive.
    assert sum(canvas.counted.values()) == 40 + 2 + 25 + 1 + 1
    written = words([canvas.drawing("points", "Points")])
    assert {"1 each", "3 each", "5 each", "20 each", "Total"} <= set(written)


def test_an_award_in_steps_has_its_points_in_the_boxes() -> None:
    played = scenario("mobile_infantry/three-lamps.yaml")
    context = DrawingContext.of(played.ruleset, load_theme())
    block = points_block(played, Writer(190.0, context), 7.0)
    canvas = Canvas(190.0, block.height, context)
    block.draw(canvas, 0.0, 0.0)
    assert {"in all", "5", "10", "20"} <= set(words([canvas.drawing("points", "Points")]))


@pytest.mark.parametrize(
    ("name", "event", "most"), [("eagle-six", "survivor-rescued", 4), ("candle", "craft-lost", 3)]
)
def test_what_scores_is_limited_by_the_men_and_the_craft_there_are(name: str, event: str, most: int) -> None:
    played = scenario(f"mobile_infantry/{name}.yaml")
    [line] = [line for line in scoring_lines(played) if line["event"] == event]
    assert max_times(played, line) == most


def test_damage_that_decides_who_wins_has_a_box_for_each_of_its_points() -> None:
    played = scenario("bug_hunter/relief.yaml")
    written = words(tracks_of(played.ruleset, played))
    assert damage_marks(played, load_words()) == {12: "Preds, minor"}
    assert {"All areas", "Preds, minor"} <= {*written}
    other = scenario("bug_hunter/ninth-hour.yaml")
    assert "All areas" not in words(tracks_of(other.ruleset, other))
