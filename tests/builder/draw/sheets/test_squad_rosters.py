"""Rosters of squads: a sheet for each squad, with the scenario's choices about people and arms."""

from __future__ import annotations

from builder.draw.sheets.rosters import draw_roster
from builder.draw.sheets.sides.side_colors import colors_of_force
from builder.draw.sheets.sides.side_sheets import draw_side_sheets
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SectionColors
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import load_theme
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

SIZE = (273.0, 186.0)
CONTEXT = DrawingContext(load_theme())
FOLDER = shipped("scenarios") / "bug_hunter"


def changed(name: str, *changes: tuple[str, str]) -> Scenario:
    """A shipped scenario with some texts replaced."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return scenario_from(parse_yaml(text))


def words(drawings: list[Drawing]) -> str:
    return " ".join(text.text for drawing in drawings for text in drawing.texts)


def test_each_squad_has_a_sheet_of_its_own() -> None:
    scenario = changed("long-walk")
    sheets = draw_roster(scenario, scenario.forces[0], SIZE, CONTEXT)
    assert [sheet.title for sheet in sheets] == [
        "Roster: Boarding Party, Boarders",
        "Roster: Boarding Party, Specialists",
    ]
    assert "Standard Frontac marines" not in words(sheets[1:])


def test_a_load_that_the_file_does_not_give_has_room_on_the_roster() -> None:
    scenario = changed("long-walk", (", load: [offensive-grenade]}", "}"))
    written = words(draw_roster(scenario, scenario.forces[0], SIZE, CONTEXT)[:1])
    assert written.count("load: ____") == 3


def test_a_roster_says_what_to_write_for_a_load_if_one_is_open() -> None:
    explained = "Load: write the one type of grenade"
    written = changed("long-walk"), changed("ninth-hour")
    has_text = [explained in words(draw_roster(each, each.forces[0], SIZE, CONTEXT)) for each in written]
    assert has_text == [True, False]


def test_abilities_are_left_out_if_their_rule_is_not_in_use() -> None:
    unused = changed("ninth-hour", ('optional_rules: ["308.2", "309.3", "319.0"]', "optional_rules: []"))
    written = words(draw_roster(unused, unused.forces[0], SIZE, CONTEXT))
    assert "Abilities" not in written
    used = changed("ninth-hour")
    assert "Abilities" in words(draw_roster(used, used.forces[0], SIZE, CONTEXT))


def test_the_track_has_the_chits_of_the_force_and_not_those_of_the_game() -> None:
    scenario = changed("ninth-hour", ("{chits: 12, limit: 4}", "{chits: 7, limit: 3}"))
    drawings = draw_flows([track_flow(scenario.ruleset, CONTEXT, scenario=scenario)], SIZE, CONTEXT)
    texts = [text for drawing in drawings for text in drawing.texts]
    [caption] = [text for text in texts if text.text == "limit"]
    above = [text for text in texts if 0 < caption.y - text.y < 9 and text.text.isdigit()]
    assert min(above, key=lambda text: abs(text.x - caption.x - 2.5)).text == "3"
    assert max(int(text.text) for text in above) == 7


def test_laid_charges_make_a_briefing_secret_and_are_in_no_other() -> None:
    scenario = changed("ninth-hour")
    own, other = (words(draw_side_sheets(scenario, side, SIZE, CONTEXT)) for side in ("human", "pred"))
    assert "Satchel charge in hex 1705" in own
    assert "Satchel charge" not in other


def test_each_hand_grenade_has_a_box_and_the_kinds_are_said_once_for_all_squads() -> None:
    scenario = changed("long-walk")
    sheets = draw_roster(scenario, scenario.forces[0], SIZE, CONTEXT)
    written = words(sheets)
    assert "Hand grenades, Boarders only" in written
    assert "Hand grenades, Specialists only" in written
    assert written.count("Smoke grenade") == 1
    without = changed("long-walk", (", grenades: 20}", "}"))
    fewer = draw_roster(without, without.forces[0], SIZE, CONTEXT)
    boxes, left = (svg_text(drawn[0]).count("<rect") for drawn in (sheets, fewer))
    assert boxes - left == 20


def test_the_limit_of_preservation_chits_is_below_the_last_roster_unless_their_rule_is_replaced() -> None:
    kept, replaced = changed("long-walk"), changed("dead-air")
    written = [words(draw_roster(each, each.forces[0], SIZE, CONTEXT)) for each in (kept, replaced)]
    assert written[0].count("Preservation: 8 chits in the cup, limit 5 (house).") == 1
    assert "Preservation" not in written[1]


def test_a_roster_has_the_color_of_its_counters_where_a_side_has_several() -> None:
    scenario = changed("relief")
    marines, staff, _ = scenario.forces
    theme = CONTEXT.theme
    assert colors_of_force(scenario, marines, theme) == SectionColors()
    assert colors_of_force(scenario, staff, theme).heading == theme.counters["crew_band"]
    plain = load_theme("low-ink")
    assert colors_of_force(scenario, staff, plain) == SectionColors()
    [sheet] = draw_side_sheets(scenario, "human", (190.0, 277.0), CONTEXT)
    assert theme.counters["crew_band"] in svg_text(sheet)
