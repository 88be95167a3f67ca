"""The levels of a deck belong together: letters, stairs, names of rooms, and seams on the overview."""

from __future__ import annotations

import re

import pytest
from kits import kit_of, scenario_of
from shapely import Point, box

from builder.draw.maps.deck_artist import DeckArtist
from builder.draw.maps.decks.arrangement import Arrangement
from builder.draw.maps.decks.diagrams.seams import draw_seams
from builder.draw.maps.decks.diagrams.ways import draw_ways
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.vehicles import craft_shape
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import BOLD, Type

LOOK = MapLook()


def _plan(name: str, level: int) -> tuple[DeckPlan, DrawingContext]:
    scenario = scenario_of(name)
    context = DrawingContext.of_scenario(scenario, load_theme())
    return DeckPlan(scenario.hex_map, level, context.theme, context.memo), context


def test_letters_that_replace_names_differ_on_all_levels_of_an_overview() -> None:
    scenario = scenario_of("dead-air")
    context = DrawingContext.of_scenario(scenario, load_theme())
    [overview, *_] = DeckArtist(scenario, context).overview((190.0, 270.0))
    lists = [text.text for text in overview.texts if " = " in text.text]
    letters = [entry.split(" = ")[0] for line in lists for entry in line.split(" · ")]
    assert len(letters) == len(set(letters)) > 1


def test_stairs_lead_down_on_the_upper_level_and_up_on_the_lower_one() -> None:
    for level, name in ((0, "stairs_down"), (1, "stairs_up")):
        plan, context = _plan("cold-berth", level)
        signs = Arrangement(scenario_of("cold-berth"), plan, context, LOOK, None).signs.signs
        assert {sign.name for sign in signs if sign.name.startswith("stairs")} == {name}


def test_the_tab_of_a_zone_covers_no_number() -> None:
    plan, context = _plan("relief", 0)
    placed = Arrangement(scenario_of("relief"), plan, context, LOOK, None)
    tabs = [box(*tab.box) for tab in placed.zones.tabs]
    numbers = [
        box(x - 2.0, y - placed.spots.cap, x + 2.0, y)
        for spots in placed.numbers.values()
        for _, x, y in spots
    ]
    assert not any(tab.intersects(number) for tab in tabs for number in numbers)


@pytest.mark.parametrize("name", ["long-walk", "ninth-hour", "relief"])
def test_vehicles_keep_off_the_walls_of_rooms_and_cover_the_middles_of_their_hexes(name: str) -> None:
    plan, _ = _plan(name, 0)
    edges = plan.inside.boundary.buffer(plan.wall / 2)
    for vehicle in scenario_of(name).vehicles:
        hexes = vehicle.region.hexes(0)
        shape = craft_shape(plan, hexes)
        assert not shape.intersects(edges)
        assert all(shape.covers(Point(*plan.layout.center(hex))) for hex in hexes)


def test_seams_on_an_overview_stop_at_words_and_each_sheet_has_its_number() -> None:
    context = DrawingContext(load_theme())
    words = Canvas(100.0, 60.0, context)
    words.text("CARGO HOLD", 50.0, 30.0, Type(BOLD, 4.0), anchor="middle")
    [word] = words.drawing("words", "").texts
    canvas = Canvas(100.0, 60.0, context)
    parts = [(0.0, 0.0, 50.0, 60.0), (50.0, 0.0, 50.0, 60.0)]
    draw_seams(canvas, parts, (0.0, 0.0, 100.0, 60.0), [word])
    drawing = canvas.drawing("seams", "")
    assert [text.text for text in drawing.texts] == ["1", "2"]
    ends = [float(y) for y in re.findall(r"M50 ([\d.]+)", svg_text(drawing))]
    ends += [float(y) for y in re.findall(r"V([\d.]+)", svg_text(drawing))]
    assert ends
    assert not any(word.y < y < word.y + word.height for y in ends)


def test_the_key_of_a_deck_is_on_its_emptiest_sheet() -> None:
    pages = [page.drawing for page in kit_of("cold-berth").pages if page.drawing.name.startswith("map-")]
    [upper] = [page for page in pages if page.title == "Upper Level"]
    assert "KEY" in {text.text for text in upper.texts}


def test_several_levels_are_shown_above_each_other_with_the_hexes_of_the_ways_between_them() -> None:
    scenario = scenario_of("cold-berth")
    context = DrawingContext.of_scenario(scenario, load_theme())
    plans = [DeckPlan(scenario.hex_map, level, context.theme, context.memo) for level in (0, 1)]
    drawing = draw_ways(plans, scenario, (190.0, 100.0), context)
    assert drawing is not None
    assert drawing.height <= 100.1
    assert {"1103", "1503"} <= {text.text for text in drawing.texts}
    assert draw_ways(plans[:1], scenario, (190.0, 100.0), context) is None
