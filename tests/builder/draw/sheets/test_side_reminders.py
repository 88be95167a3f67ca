"""Sheets of a side that are fuller: rules to remember, tracks below open sheets, the boxes of unit cards."""

from __future__ import annotations

import pytest
from kits import kit_of, scenario_of

from builder.draw.pieces.marker_copies import marker_needs
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.cutouts.template_sheets import template_sheets
from builder.draw.sheets.cutouts.templates import templates_for
from builder.draw.sheets.sides.side_briefing import secret_choices
from builder.draw.sheets.sides.side_reminders import reminder_flow
from builder.draw.sheets.sides.side_sheets import draw_side_sheets
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import load_theme
from builder.press.kit.kit import compose_kit
from builder.press.pages.page import Leaf
from builder.press.services.sheet_file import load_paper

SIZE = (190.0, 267.0)
CONTEXT = DrawingContext(load_theme())


def written(name: str, side: str) -> str:
    drawings = draw_side_sheets(scenario_of(name), side, SIZE, CONTEXT)
    return " ".join(text.text for drawing in drawings for text in drawing.texts)


def test_rules_to_remember_are_those_that_the_scenario_needs() -> None:
    flow = reminder_flow(scenario_of("dead-air"), "pred", CONTEXT)
    assert flow is not None
    assert "Preds and lifts." in written("dead-air", "pred")
    assert "Activating swarm Preds." not in written("dead-air", "pred")
    assert reminder_flow(scenario_of("ninth-hour"), "human", CONTEXT, only_own=True) is None


@pytest.mark.parametrize(
    ("name", "side", "other", "text"),
    [
        ("customs-house", "defender", "attacker", "From now on the guard may leave the building."),
        ("kite-season", "defender", "attacker", "spend at most four action points a turn."),
        ("customs-house", "defender", "attacker", "Ledgers that are brought there are safe."),
    ],
)
def test_what_binds_one_side_by_turn_is_on_its_sheet_alone(
    name: str, side: str, other: str, text: str
) -> None:
    assert text in written(name, side)
    assert text not in written(name, other)


@pytest.mark.parametrize(
    ("name", "sides", "texts"),
    [
        ("kessel-wash", ("first", "second"), ("Turn 4, Dust.", "Thirst.")),
        ("static", ("first", "second"), ("Turn 3, Whisper.", "Turn 6, Carrier wave.")),
        ("eagle-six", ("mi", "bug"), ("One flare.",)),
        ("cold-berth", ("human",), ("Turn 3, Brown-out.", "Turn 6, Hail.")),
    ],
)
def test_what_binds_everybody_is_on_the_sheets_of_all_sides_that_have_room(
    name: str, sides: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    for side in sides:
        assert all(text in written(name, side) for text in texts)


def test_two_rosters_leave_room_for_rules_to_remember() -> None:
    [sheet] = [page.drawing for page in kit_of("relief").pages if page.title == "Briefing: Humans"]
    said = {text.text for text in sheet.texts}
    assert {"Roster: Relief Squad", "Roster: Staff of the Works", "Rules to remember"} <= said


def test_rules_to_remember_have_one_heading() -> None:
    """Cold Berth has them in the room that is left in small type."""
    assert written("cold-berth", "human").count("Rules to remember") == 1


def test_arrivals_are_not_repeated_below_their_table() -> None:
    assert "Scratching." not in written("pump-hut", "bug")


def test_a_scenario_without_reports_has_no_boxes_for_them() -> None:
    """In The Long Way Round, a special rule replaces the table by which the company learns of bugs."""
    heads = {"Reports by radio", "Company knows"}
    for name, shown in (("long-way-round", set()), ("candle", heads)):
        scenario = scenario_of(name)
        flow = track_flow(scenario.ruleset, CONTEXT, scenario=scenario)
        texts = {text.text for sheet in draw_flows([flow], SIZE, CONTEXT) for text in sheet.texts}
        assert heads & texts == shown
        assert {"Spotted", "No more come"} <= texts
    assert "can report" not in written("long-way-round", "mi")


def test_a_lone_template_is_cut_off_the_corner_of_the_sheet_of_its_side() -> None:
    kit = compose_kit(
        scenario_of("kessel-wash"), load_paper("a4"), load_theme(), parts=["roster", "templates"]
    )
    [own] = [page.drawing for page in kit.pages if page.reader == "first"]
    texts = [text.text for text in own.texts]
    assert {"Explosions", "Rules to remember", "Your forces"} <= set(texts)


def test_the_squads_of_several_players_are_on_leaves_of_their_own() -> None:
    kit = compose_kit(scenario_of("the-old-one"), load_paper("a4"), load_theme(), parts=["roster"])
    squads = [page for page in kit.pages if page.reader == "mi"]
    assert len(squads) == 2
    assert all(page.leaf is Leaf.SINGLE for page in squads)


def test_no_sheet_says_who_may_call_craft_that_nobody_can_call() -> None:
    assert "can be called" in written("candle", "mi")
    assert "can be called" not in written("long-way-round", "mi")
    assert "can be called" not in written("under-marrow", "mi")


@pytest.mark.parametrize(
    ("text", "needs"), [("A sniper may not.", "last-lift"), ("board the ship", "last-lift")]
)
def test_a_sentence_of_a_reminder_is_left_out_without_the_thing_that_it_is_about(
    text: str, needs: str
) -> None:
    # Pump Hut has neither a sniper nor a ship.
    assert text in written(needs, "human").replace("\n", " ")
    assert text not in written("pump-hut", "human")


@pytest.mark.parametrize("name", ["static", "brood-debt"])
def test_every_unit_on_a_sheet_has_the_eight_boxes_of_its_card(name: str) -> None:
    for side in ("first", "second"):
        drawings = draw_side_sheets(scenario_of(name), side, SIZE, CONTEXT)
        texts = [text.text for drawing in drawings for text in drawing.texts]
        count = sum(force.side == side for force in scenario_of(name).forces)
        assert all(texts.count(word) == count for word in ("dodge", "armor", "movement"))
        # It is above the boxes to tick, too.
        assert texts.count("wounds") == 2 * count


@pytest.mark.parametrize("name", ["pump-hut", "relief"])
def test_the_sheets_of_all_sides_are_in_type_of_one_size(name: str) -> None:
    kit = compose_kit(scenario_of(name), load_paper("a4"), load_theme(), parts=["roster"])
    leads = [text for page in kit.pages for text in page.drawing.texts if text.text == "Your forces"]
    assert len(leads) == 2
    assert len({round(text.height, 2) for text in leads}) == 1


@pytest.mark.parametrize("name", ["cold-ford", "customs-house"])
def test_a_side_with_two_sheets_has_hardly_larger_type_than_one_with_one(name: str) -> None:
    kit = compose_kit(scenario_of(name), load_paper("a4"), load_theme(), parts=["roster"])
    leads = [text for page in kit.pages for text in page.drawing.texts if text.text == "Your forces"]
    heights = [text.height for text in leads]
    assert len(heights) == 2
    assert max(heights) <= 1.11 * min(heights)


@pytest.mark.parametrize(("name", "is_there"), [("dead-air", False), ("ninth-hour", True)])
def test_the_self_destruct_clock_is_there_only_if_the_game_lasts_that_long(name: str, is_there: bool) -> None:
    scenario = scenario_of(name)
    flow = track_flow(scenario.ruleset, CONTEXT, scenario=scenario)
    texts = {text.text for sheet in draw_flows([flow], SIZE, CONTEXT) for text in sheet.texts}
    assert ("Self-destruct clock" in texts) == is_there


def test_crewed_weapons_are_listed_by_who_carries_them_and_buildings_with_their_toughness() -> None:
    scenario = scenario_of("customs-house")
    flow = track_flow(scenario.ruleset, CONTEXT, scenario=scenario)
    texts = [text.text for sheet in draw_flows([flow], SIZE, CONTEXT) for text in sheet.texts]
    assert {"H2", "40 (medium)", "15 (light)"} <= set(texts)


def test_what_an_optional_rule_needs_is_left_out_of_a_kit_that_does_not_use_the_rule() -> None:
    """Kite Season goes without the rules on breaching and on large targets."""
    scenario = scenario_of("kite-season")
    flow = track_flow(scenario.ruleset, CONTEXT, scenario=scenario)
    tracks = {text.text for sheet in draw_flows([flow], SIZE, CONTEXT) for text in sheet.texts}
    assert "Structures" not in tracks
    assert "Crewed weapons" in tracks
    markers = {need.marker.slug for need in marker_needs(scenario.ruleset, scenario.census) if need.copies}
    assert "breach" not in markers
    assert "set-up-abandoned" in markers
    aid = in_scope(scenario.ruleset, scenario.census)
    assert "rule/breaching" not in {step["of"] for step in aid.aid["order"]}
    assert [*aid.table("to-hit-modifiers").axes[0].labels].count("large-target") == 0


def test_each_side_is_reminded_of_the_weapons_and_the_gear_that_it_has_itself() -> None:
    flows = (reminder_flow(scenario_of("kite-season"), side, CONTEXT) for side in ("attacker", "defender"))
    kites, garrison = (
        {text.text for page in draw_flows([flow], SIZE, CONTEXT) for text in page.texts}
        for flow in flows
        if flow
    )
    assert {"Jet packs."} <= kites - garrison
    assert {"Set-up and crew."} <= garrison - kites


def test_a_side_has_room_for_each_choice_that_it_makes_in_secret() -> None:
    scenario = scenario_of("brood-debt")
    words = CONTEXT.words
    assert secret_choices(scenario, "first", words) == ["The egg is with this one of the Veteran Marines:"]
    assert secret_choices(scenario, "second", words) == []
    printed = {
        side: " ".join(
            text.text for page in draw_side_sheets(scenario, side, SIZE, CONTEXT) for text in page.texts
        )
        for side in ("first", "second")
    }
    assert "The egg is with this one" in printed["first"]
    assert "The egg is with this one" not in printed["second"]


def test_templates_are_those_that_something_in_the_scenario_uses_and_say_what_it_does() -> None:
    words, names = CONTEXT.words, {}
    for name in ("relief", "long-walk", "dead-air", "pump-hut", "last-lift", "candle"):
        scenario = scenario_of(name)
        names[name] = {each.name for each in templates_for(scenario.ruleset, words, census=scenario.census)}
    assert names["relief"] == {"hexes-1", "scatter-hex"}
    # Each of its three grenades has a blast of its own, and so has the bomb that squads can take.
    blasts = {*(f"hexes-1-{at}" for at in (1, 2, 3)), "hexes-thermal-bomb"}
    assert {name for name in names["long-walk"] if "hexes" in name} == blasts
    # Gas fills its area, so that its grenades only scatter.
    assert names["dead-air"] == {"scatter-hex"}
    assert names["pump-hut"] - names["last-lift"] == {"air-support"}
    assert not any("scatter" in each for each in names["candle"])
    scenario = scenario_of("relief")
    templates = templates_for(scenario.ruleset, words, census=scenario.census)
    [sheet] = template_sheets(templates, scenario.ruleset, SIZE, CONTEXT)
    texts = [text.text for text in sheet.texts]
    # One of each template; 2 in the six hexes around the middle, and among the numbers of the scatter and of
    # the steps of both.
    assert (texts.count("7"), texts.count("2")) == (1, 6 + 1 + 2)
    assert "Offensive" in texts
