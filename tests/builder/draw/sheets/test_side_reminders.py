"""Sheets of a side that are fuller: rules to remember, tracks below open sheets, the boxes of unit cards."""

from __future__ import annotations

import pytest
from kits import scenario_of

from builder.draw.sheets.cutouts.blast_rings import blast_rings
from builder.draw.sheets.cutouts.templates import template_sheets, templates_for
from builder.draw.sheets.side_reminders import reminder_flow
from builder.draw.sheets.side_sheets import draw_side_sheets
from builder.draw.sheets.tracks import track_flow
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import load_theme
from builder.press.kit.kit import compose_kit
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
    assert reminder_flow(scenario_of("dead-air"), "human", CONTEXT) is None


@pytest.mark.parametrize("name", ["static", "brood-debt"])
def test_every_unit_on_a_sheet_has_the_eight_boxes_of_its_card(name: str) -> None:
    for side in ("first", "second"):
        drawings = draw_side_sheets(scenario_of(name), side, SIZE, CONTEXT)
        texts = [text.text for drawing in drawings for text in drawing.texts]
        count = sum(force.side == side for force in scenario_of(name).forces)
        assert all(texts.count(word) == count for word in ("dodge", "armor", "movement", "wounds"))


def test_tracks_are_on_an_open_sheet_of_a_side_if_it_has_room() -> None:
    kit = compose_kit(scenario_of("pump-hut"), load_paper("a4"), load_theme(), parts=["roster"])
    [page] = [page for page in kit.pages if any(text.text == "Turn record" for text in page.drawing.texts)]
    assert page.reader == "human"
    assert len(kit.pages) == 2


@pytest.mark.parametrize(("name", "is_there"), [("dead-air", False), ("ninth-hour", True)])
def test_the_self_destruct_clock_is_there_only_if_the_game_lasts_that_long(name: str, is_there: bool) -> None:
    scenario = scenario_of(name)
    flow = track_flow(scenario.ruleset, CONTEXT, scenario=scenario)
    [sheet, *_] = draw_flows([flow], SIZE, CONTEXT)
    assert any(text.text == "Self-destruct clock" for text in sheet.texts) == is_there


def test_crewed_weapons_are_listed_by_who_carries_them_and_buildings_with_their_toughness() -> None:
    scenario = scenario_of("kite-season")
    flow = track_flow(scenario.ruleset, CONTEXT, scenario=scenario)
    texts = [text.text for sheet in draw_flows([flow], SIZE, CONTEXT) for text in sheet.texts]
    assert {"G2", "G3", "R2", "40 (medium)", "15 (light)"} <= set(texts)


def test_a_blast_template_has_the_strength_of_the_only_grenade_in_each_ring() -> None:
    scenario = scenario_of("relief")
    rings = blast_rings(scenario.ruleset, scenario.census)
    assert rings == [[("offensive-grenade", "7")], [("offensive-grenade", "2")]]
    assert blast_rings(scenario.ruleset, None) == ()
    assert blast_rings(scenario_of("dead-air").ruleset, scenario_of("dead-air").census) == ()
    templates = templates_for(scenario.ruleset, census=scenario.census)
    [sheet] = template_sheets(templates, scenario.ruleset, SIZE, CONTEXT)
    texts = [text.text for text in sheet.texts]
    assert texts.count("offensive") == 2
    assert texts.count("scatter by") == 1
