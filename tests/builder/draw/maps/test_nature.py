"""Terrain drawn by rule and seed: it stays in its area, and the same seed draws the same marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from shapely import Point, Polygon, box, unary_union

from builder.draw.maps.nature.barriers import draw_fence, draw_stone_wall, draw_trench, draw_wire
from builder.draw.maps.nature.buildings import draw_craft, draw_crates
from builder.draw.maps.nature.canopy import draw_hedge, draw_tree
from builder.draw.maps.nature.ground import draw_open_ground
from builder.draw.maps.nature.kinds import AREAS, draw_area
from builder.draw.maps.nature.plot import Plot
from builder.draw.maps.nature.scenery import TABLE, draw_details
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import organic, seeded
from builder.draw.surface.theme import load_theme, theme_names

HILL = Polygon(organic((30, 30), 16, seeded("hill")))
LINE = [(6.0, 6.0), (40.0, 12.0), (40.0, 50.0)]


def picture(draw: Callable[[Canvas], None], theme: str = "default") -> str:
    canvas = Canvas(60, 60, DrawingContext(load_theme(theme), debug=True))
    draw(canvas)
    return svg_text(canvas.drawing("nature", "Nature"))


@pytest.mark.parametrize("symbol", AREAS)
def test_the_same_seed_draws_the_same_terrain(symbol: str) -> None:
    one, other, third = (
        picture(lambda canvas, seed=seed: draw_area(canvas, symbol, Plot(HILL, seeded(seed))))
        for seed in ("a", "a", "b")
    )
    assert one == other
    regular = {"bunker", "building", "open-building", "pad", "tower", "shallow", "water"}
    assert one != third or symbol in regular


@pytest.mark.parametrize("symbol", AREAS)
@pytest.mark.parametrize(
    "area", [Point(30, 30).buffer(0.8), box(20, 25, 38, 30), HILL.difference(box(28, 0, 33, 60))]
)
def test_terrain_of_any_size_and_shape_is_drawn_within_the_map(symbol: str, area: Polygon) -> None:
    """Also in parts, and cut by the edge of the map. Craft and rubble may lie a little outside."""
    half = box(0, 0, 60, 30)
    svg = picture(
        lambda canvas: draw_area(
            canvas, symbol, Plot(area, seeded("a"), within=half, clear=box(0, 0, 26, 60))
        )
    )
    assert "nan" not in svg
    assert "<path" in svg


@pytest.mark.parametrize("theme", theme_names())
def test_what_is_not_an_area_is_drawn_in_every_theme(theme: str) -> None:
    def draw(canvas: Canvas) -> None:
        rng = seeded("x")
        draw_open_ground(canvas, Plot(box(0, 0, 60, 60), rng))
        draw_stone_wall(canvas, LINE, rng)
        draw_fence(canvas, LINE)
        draw_wire(canvas, LINE)
        draw_trench(canvas, LINE)
        draw_hedge(canvas, (LINE[0], LINE[1]), rng)
        draw_tree(canvas, (30, 30), 6.9, rng)
        draw_crates(canvas, Plot(box(2, 30, 28, 58), rng))
        draw_craft(canvas, (45, 50), 12)

    root = ElementTree.fromstring(picture(draw, theme))
    assert len(root.findall(".//{http://www.w3.org/2000/svg}path")) > 20


def test_a_theme_that_saves_ink_fills_nothing_but_with_paper() -> None:
    for symbol in AREAS:
        svg = picture(
            lambda canvas, symbol=symbol: draw_area(canvas, symbol, Plot(HILL, seeded("a"))), "low-ink"
        )
        fills = set(re.findall(r'fill="(#\w+)"', svg))
        dark = {fill for fill in fills if fill != "#ffffff"}
        # Only gravel, grains, rubble, a hole and the middle of a pad are solid.
        assert len(dark) <= 1, (symbol, dark)


def test_marks_of_a_large_area_are_coarser_but_never_too_many() -> None:
    wood = box(0, 0, 1700, 1700)
    fine = Plot(box(0, 0, 60, 60), seeded("a"))
    coarse = Plot(wood, seeded("a"), coarse=8.0)
    assert len(coarse.points(2.4, 1.0)) <= 1500
    assert coarse.growth < coarse.coarse
    assert len(fine.points(2.4, 1.0)) > 200


@pytest.mark.parametrize("turned", [(40.0, 50.0), (70.0, 18.0), (10.0, 40.0)])
def test_the_stones_of_a_wall_with_a_bend_are_mitered_and_none_lies_on_another(
    turned: tuple[float, float],
) -> None:
    svg = picture(lambda canvas: draw_stone_wall(canvas, [*LINE[:2], turned], seeded("x")))
    stones = [
        Polygon([tuple(map(float, point.split())) for point in loop.split("L")])
        for data in re.findall(r'<path d="([^"]+)" fill="#\w+"', svg)[1:]
        for loop in re.findall(r"M([^Z]+)Z", data)
    ]
    assert len(stones) > 20
    together = unary_union(stones).area
    assert sum(stone.area for stone in stones) == pytest.approx(together, rel=0.01)


def test_details_of_bare_ground_are_few_and_keep_off_everything() -> None:
    ground, wood = box(0, 0, 60, 60), box(20, 0, 60, 60)
    bare, part = (
        picture(
            lambda canvas, clear=clear: draw_details(canvas, Plot(ground, seeded("a"), clear=clear), TABLE)
        )
        for clear in (None, wood)
    )
    starts = [float(x) for x in re.findall(r"M([\d.]+) ", part)]
    assert starts
    assert max(starts) < 18.0
    assert bare.count("M") < 80
    none = picture(lambda canvas: draw_details(canvas, Plot(ground, seeded("a")), TABLE), "low-ink")
    assert "<path" not in none


def test_the_face_of_a_cliff_is_all_around_the_ground_above_it() -> None:
    svg = picture(lambda canvas: draw_area(canvas, "cliff", Plot(HILL, seeded("a"))))
    brinks = re.findall(rf'<path d="([^"]+)" fill="{load_theme()["cliff"]}"', svg)
    [brink] = [
        Polygon([tuple(map(float, point.split())) for point in loop.split("L")])
        for data in brinks
        for loop in re.findall(r"M([^Z]+)Z", data)
    ]
    assert HILL.contains(brink)
    assert brink.area < 0.9 * HILL.area
    # The face in the south-east is the widest.
    (west, north), (east, south) = HILL.bounds[:2], HILL.bounds[2:]
    left, top, right, bottom = brink.bounds
    assert left - west < east - right
    assert top - north < south - bottom


def test_light_vegetation_is_open_ground_beside_a_thicket() -> None:
    def crowns(symbol: str) -> int:
        crown = load_theme()["woods_line"]
        svg = picture(lambda canvas: draw_area(canvas, symbol, Plot(HILL, seeded("a"))))
        paths = ElementTree.fromstring(svg.encode()).iter("{http://www.w3.org/2000/svg}path")
        return sum(path.get("stroke") == crown and path.get("stroke-linejoin") == "round" for path in paths)

    assert 0 < crowns("brush") * 4 < crowns("woods")
