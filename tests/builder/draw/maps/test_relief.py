"""On the picture of a table, hills and what people built stand up, those at the rear first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import pytest
from kits import scenario_of
from shapely import LineString, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from builder.draw.maps.dots.relief import DotRelief
from builder.draw.maps.dots.site import Site
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.open.raised_faces import seen_sides
from builder.draw.maps.open.relief import TableRelief
from builder.draw.maps.open.table_plan import TablePlan, table_places
from builder.draw.maps.open.walled import gates_of
from builder.draw.maps.slabs.flags import flag_area
from builder.draw.maps.slabs.land_relief import LandRelief
from builder.draw.maps.slabs.perspective import Slab, Upright, draw_slabs
from builder.draw.maps.slabs.picture_view import View
from builder.draw.maps.slabs.raised_walls import wall_parts
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.elements import Element
from builder.draw.surface.theme import load_theme
from builder.geometry.hexlayout import HexLayout

VIEW = View(1.0, (0.0, 100.0))


@dataclass(frozen=True)
class Figures:
    """What stands in front of a picture, which is not drawn."""

    area: BaseGeometry

    def draw(self) -> None:
        pass


def pictured(
    slabs: Sequence[Slab],
    canvas: Canvas,
    room: tuple[float, float, float, float],
    title: BaseGeometry,
    figures: BaseGeometry | None = None,
) -> None:
    """Draw slabs in a room beside a title, behind figures."""
    front = Figures(box(0, 0, 1, 1) if figures is None else figures)
    draw_slabs(
        canvas, slabs, room, title, lambda stars, scenery: front, lambda: None,
        beyond=9.0, light="", is_dark=True,
    )  # fmt: skip


def _nothing(canvas: Canvas, view: View) -> None:
    pass


def shapes(
    name: str, theme: str = "default", *, symbols: Collection[str] = (), feet: Collection[Point] = ()
) -> list[Element]:
    """What stands up on a table of a scenario: all its pieces, or those of some kinds; ``feet`` of flags."""
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme(theme))
    places = table_places(scenario, context, 2.5)
    places = [place for place in places if not symbols or place.symbol in symbols]
    canvas = Canvas(200, 200, context)
    TableRelief(places, scenario.id).draw(canvas, VIEW, [Upright(at, _nothing) for at in feet])
    return list(canvas.drawing("relief", "Relief").content.elements)


def test_every_hill_has_three_steps_and_every_house_a_hipped_roof() -> None:
    scenario = scenario_of("candle")
    kinds = [piece.terrain["symbol"] for piece in scenario.table_map.pieces]
    hills = [shape.elementname for shape in shapes("candle", symbols={"hill"})]
    names = [shape.elementname for shape in shapes("candle")]
    assert hills.count("path") == 9 * kinds.count("hill") > 0
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


def test_a_building_is_low_in_front_of_the_foot_of_a_flag() -> None:
    [shed] = [piece for piece in scenario_of("candle").table_map.pieces if piece.name == "Shed"]
    (west, north), (east, _), *_ = shed.shape.points
    behind = ((west + east) / 2 * 2.5, (north - 0.5) * 2.5)
    house, low = (shapes("candle", symbols={"building"}, feet=feet) for feet in ((), (behind,)))
    assert min(map(top_of, low)) > min(map(top_of, house)) + 2.5


def test_a_hill_is_low_in_front_of_the_foot_of_a_flag_unless_that_is_on_it() -> None:
    [hill] = [piece for piece in scenario_of("three-lamps").table_map.pieces if piece.name == "Low Rise"]
    x, north = hill.shape.center[0], hill.shape.center[1] - hill.shape.radius
    behind, on_it = (x * 2.5, (north - 1.0) * 2.5), (x * 2.5, (north + 2.0) * 2.5)
    usual, low, same = (
        [shape.attribs["d"] for shape in shapes("three-lamps", symbols={"hill"}, feet=feet)]
        for feet in ((), (behind,), (on_it,))
    )
    assert low != usual
    assert same == usual


def test_a_flag_covers_the_ground_behind_its_foot_and_that_of_its_stem() -> None:
    west, top, east, foot = flag_area(VIEW.at((50.0, 40.0)), 20.0).bounds
    x, y = VIEW.at((50.0, 40.0))
    assert west < x < east
    assert top < y < foot
    assert east - west == pytest.approx(20 + 3 + 2 * (x - west))


def test_the_ground_below_a_part_of_the_picture_is_seen_there() -> None:
    area = box(10.0, 20.0, 30.0, 60.0)
    assert VIEW.ground_below(VIEW.shape(area)).equals_exact(area, 1e-6)


def test_the_flag_on_a_roof_is_as_high_as_the_building_has_floors() -> None:
    scenario = scenario_of("kite-season")
    site = Site(scenario.dots_map)
    relief = DotRelief(site)
    heights = {
        building.levels: relief.height_at(site.area(building.dots).representative_point().coords[0])
        for building in site.dots.buildings
    }
    assert len(heights) > 1
    assert [heights[levels] for levels in sorted(heights)] == sorted(heights.values())
    assert min(heights.values()) > 2.0
    assert relief.height_at((-50.0, -50.0)) == 0.0


def test_levels_of_open_country_are_steps_with_what_is_on_them() -> None:
    scenario = scenario_of("brood-debt")
    relief, layout = (
        LandRelief(scenario.land_map, "seed"),
        HexLayout(scenario.land_map.grid, scenario.land_map.hex_size),
    )
    high = next(hex for hex, level in scenario.land_map.elevation.items() if level == 1)
    flat = next(hex for hex in scenario.land_map.grid if not scenario.land_map.elevation.get(hex))
    assert relief.height_at(layout.center(high)) > relief.height_at(layout.center(flat)) == 0.0
    drawn = {}
    for theme in ("default", "low-ink"):
        canvas = Canvas(300, 300, DrawingContext.of(scenario.ruleset, load_theme(theme)))
        relief.draw(canvas, VIEW, [])
        drawn[theme] = list(canvas.drawing("relief", "Relief").content.elements)
    assert len(drawn["default"]) > 20
    assert drawn["low-ink"] == []


def test_nothing_that_stands_up_reaches_into_the_title_of_a_cover() -> None:
    scenario = scenario_of("kessel-wash")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    [slab] = map_artist(scenario, context).slabs(194.0)
    canvas, title, seen = Canvas(210, 150, context), box(12, 16, 150, 52), []

    tops = [(area, tall) for area, tall in slab.tops if tall]
    draw = slab.draw
    spied = replace(slab, draw=lambda canvas, view: (seen.append(view), draw(canvas, view))[1])
    pictured([spied], canvas, (12, 16, 186, 130), title)
    [view] = seen
    assert tops
    assert not any(view.shape(area, -tall).intersects(title) for area, tall in tops)


def test_a_fort_on_a_picture_has_the_steps_of_its_map_and_a_gate_of_two_posts_and_an_open_leaf() -> None:
    scenario = scenario_of("fort-hadley")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    places = table_places(scenario, context, 2.5)
    relief = TableRelief(places, scenario.id)
    on_map = TablePlan(scenario, context, MapLook(), 2.5).hill_steps
    drawn = {area.wkt: high for area, high in relief.tops()}
    for place in places:
        if place.symbol == "hill":
            assert drawn[place.area.wkt] == pytest.approx(3.4 * len(on_map[place.piece.id]))
    [wall] = [place for place in places if place.line]
    [gate] = gates_of([(wall.line, wall.thick)])
    parts = list(wall_parts(wall.line, wall.thick, 1.0))
    assert all(part.has_crenels for part in parts)
    way_in = LineString(gate.posts).interpolate(0.5, normalized=True)
    assert not any(Polygon(part.corners).contains(way_in) for part in parts)


def test_seen_faces_are_those_in_front() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    for order in (corners, corners[::-1]):
        sides = list(seen_sides(VIEW, order))
        lowest = VIEW.at((0.0, 10.0))
        assert len(sides) == 2
        assert all(lowest in side for side in sides)


def test_mouths_of_tunnels_and_labels_are_pinned_on_the_picture() -> None:
    scenario = scenario_of("under-marrow")
    [slab] = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme())).slabs(200)
    assert [name for _, name in slab.pins] == ["Sinkhole", "Quarry", "Gully"]
    canvas = Canvas(200, 160, DrawingContext.of(scenario.ruleset, load_theme()))
    pictured([slab], canvas, (10, 30, 180, 120), box(0, 0, 1, 1))
    written = {text.text for text in canvas.drawing("picture", "Picture").texts}
    assert {"Sinkhole", "Quarry", "Gully"} <= written


def test_each_level_of_a_deck_has_its_title_on_the_picture_beside_the_figures_in_front() -> None:
    scenario = scenario_of("dead-air")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    canvas, figures = Canvas(210, 150, context), unary_union([box(0, 95, 55, 150), box(160, 95, 210, 150)])
    pictured(
        map_artist(scenario, context).slabs(194.0), canvas, (12, 16, 186, 126), box(12, 16, 150, 52), figures
    )
    boxes = {text.text: text for text in canvas.drawing("picture", "Picture").texts}
    assert {"Upper Deck", "Lower Deck"} <= set(boxes)
    lower = boxes["Lower Deck"]
    assert not box(lower.x, lower.y, lower.x + lower.width, lower.y + lower.height).intersects(figures)


def test_the_hexes_of_open_country_are_on_its_picture_and_on_its_levels() -> None:
    scenario = scenario_of("static")
    context = DrawingContext.of(scenario.ruleset, load_theme())

    def grids(shown: BaseGeometry | None) -> int:
        canvas = Canvas(300, 300, context)
        LandRelief(scenario.land_map, "seed", shown).draw(canvas, VIEW, [])
        paths = canvas.drawing("relief", "Relief").content.elements
        return sum("stroke-opacity" in path.attribs for path in paths if isinstance(path, Element))

    levels = max(scenario.land_map.elevation.values())
    assert grids(None) == levels
    assert grids(box(0, 0, 200, 200)) == levels + 1
