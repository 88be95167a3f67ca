"""Paths over many hexes: every side is drawn once, and exactly the hexes are filled."""

from __future__ import annotations

import re
from collections import Counter
from math import isclose, sqrt

from hypothesis import given
from hypothesis import strategies as st

from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import CONDENSED, Type
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout

GRID = HexGrid(7, 6)
LAYOUT = HexLayout(GRID, 20.0)
hexes = st.sets(st.sampled_from(list(GRID)), min_size=1)

Point = tuple[float, float]


def lines_of(path: str) -> list[tuple[Point, Point]]:
    """The straight lines of a path in absolute M, H, L and Z."""
    lines, here, start = [], (0.0, 0.0), (0.0, 0.0)
    for command, numbers in re.findall(r"([MHLZ])([^MHLZ]*)", path):
        values = [float(number) for number in numbers.split()]
        there = start if command == "Z" else (values[0], here[1] if command == "H" else values[1])
        if command == "M":
            start = there
        else:
            lines.append((here, there))
        here = there
    return lines


def key(line: tuple[Point, Point]) -> tuple[Point, ...]:
    return tuple(sorted((round(x, 1), round(y, 1)) for x, y in line))


@given(hexes)
def test_every_side_of_every_hex_is_drawn_once(chosen: set[Hex]) -> None:
    sides_drawn = Counter(key(line) for line in lines_of(HexPaths(LAYOUT).sides(chosen)))
    wanted = set()
    for hex in chosen:
        corners = LAYOUT.corners(hex)
        wanted |= {key((corners[side], corners[(side + 1) % 6])) for side in range(6)}
    assert set(sides_drawn) == wanted
    assert set(sides_drawn.values()) == {1}


@given(hexes)
def test_an_outline_encloses_exactly_the_area_of_its_hexes(chosen: set[Hex]) -> None:
    # By the shoelace formula; loops around holes run in the opposite direction, and subtract their area.
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in lines_of(HexPaths(LAYOUT).outline(chosen))) / 2
    assert isclose(area, len(chosen) * sqrt(3) / 2 * 20.0**2, rel_tol=1e-3)


@given(hexes)
def test_an_outline_runs_only_where_the_hexes_end(chosen: set[Hex]) -> None:
    sides_drawn = Counter(key(line) for line in lines_of(HexPaths(LAYOUT).outline(chosen)))
    sides = Counter(
        key((corners[side], corners[(side + 1) % 6]))
        for corners in map(LAYOUT.corners, chosen)
        for side in range(6)
    )
    assert sides_drawn == Counter(side for side, times in sides.items() if times == 1)


def test_many_texts_form_one_group_and_each_is_recorded() -> None:
    canvas = Canvas(50, 50, DrawingContext(load_theme(), debug=True))
    with canvas.shifted(3, 4):
        canvas.centered_texts(
            [("<0101>", 1, 2.5), ("&", 10.12345, 2.5)], Type(CONDENSED, 2.0), "#123456", (-5, -5, 10, 10)
        )
    drawing = canvas.drawing("texts", "Texts")
    assert [placed.text for placed in drawing.texts] == ["<0101>", "&"]
    assert drawing.texts[0].within == (-1, 1.5, 10, 10)
    assert len(drawing.kept) == 2
    assert '<text x="1" y="2.5">&lt;0101&gt;</text><text x="10.123" y="2.5">&amp;</text>' in svg_text(drawing)
