"""On the picture of a table, hills and what people built stand up, those at the rear first."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from kits import scenario_of

from builder.draw.maps.open.relief import stand_up
from builder.draw.maps.open.table_plan import table_places
from builder.draw.maps.perspective import View, flag_box
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.elements import Element
from builder.draw.surface.theme import load_theme

VIEW = View(1.0, (0.0, 100.0))


def shapes(name: str, theme: str = "default", *, symbols: Collection[str] = ()) -> list[Element]:
    """What stands up on a table of a scenario: all its pieces, or those of some kinds."""
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme(theme))
    places = table_places(scenario, context, 2.5)
    places = [place for place in places if not symbols or place.symbol in symbols]
    canvas = Canvas(200, 200, context)
    stand_up(canvas, VIEW, [], places, scenario.id)
    return list(canvas.drawing("relief", "Relief").content.elements)


def test_every_hill_has_three_steps_and_every_house_a_hipped_roof() -> None:
    scenario = scenario_of("candle")
    kinds = [piece.terrain["symbol"] for piece in scenario.table_map.pieces]
    names = [shape.elementname for shape in shapes("candle")]
    assert names.count("path") == 6 * kinds.count("hill") > 0
    assert names.count("polygon") > 8 * kinds.count("building") > 0
    assert names.count("circle") > 20


def test_a_theme_that_saves_ink_has_nothing_that_stands_up() -> None:
    assert shapes("candle", "low-ink") == []


def test_what_is_on_a_hill_is_drawn_after_it_and_higher() -> None:
    on_table = shapes("fort-hadley", symbols={"bunker"})
    on_hill = shapes("fort-hadley", symbols={"hill", "bunker"})[-len(on_table) :]
    assert [shape.elementname for shape in on_hill] == ["polygon"] * len(on_table)
    assert all(top_of(one) < top_of(other) - 2.0 for one, other in zip(on_hill, on_table, strict=True))


def top_of(polygon: Element) -> float:
    return min(float(point.split(",")[1]) for point in polygon.attribs["points"].split())


def test_a_flag_covers_the_ground_behind_its_foot() -> None:
    corners = flag_box(VIEW, (50.0, 40.0), 20.0)
    seen = [VIEW.at(corner) for corner in corners]
    (west, top), (east, _), (_, foot), _ = seen
    x, y = VIEW.at((50.0, 40.0))
    assert west < x < east
    assert top < foot < y
    assert east - west == pytest.approx(20 + 3 + 2 * (x - west))
