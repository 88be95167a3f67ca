"""Summits of a range stand on level feet inside their area, and cover no number."""

from __future__ import annotations

import random
import re

from shapely import MultiPoint, box

from builder.draw.maps.nature.ranges import draw_range
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme

CONTEXT = DrawingContext(load_theme())
PEAKS = [(20.0, 20.0), (36.0, 29.0), (52.0, 20.0)]
AREA = box(12, 8, 60, 40)


def faces(color: str, *, taken: bool = False) -> list[list[tuple[float, float]]]:
    """The points of each face in a color of the theme."""
    canvas = Canvas(80.0, 60.0, CONTEXT)
    writing = box(24, 18, 32, 30) if taken else None
    draw_range(canvas, PEAKS, 12.0, random.Random(3), AREA, writing)
    picture = svg_text(canvas.drawing("range", ""))
    paths = re.findall(rf'<path d="([^"]+)" fill="{CONTEXT.theme[color]}"', picture)
    numbers = ([float(each) for each in re.findall(r"-?[\d.]+", path)] for path in paths)
    return [list(zip(each[::2], each[1::2], strict=True)) for each in numbers]


def test_both_feet_of_a_summit_are_at_one_level() -> None:
    for lit, dark in zip(faces("mountain_lit"), faces("mountain_shade"), strict=True):
        west, east = min(lit), max(dark)
        assert abs(west[1] - east[1]) < 0.02
        assert AREA.contains(MultiPoint([west, east]))


def test_low_summits_are_between_neighbors_but_cover_no_number() -> None:
    assert len(faces("mountain_lit")) == len(PEAKS) + 2
    assert len(faces("mountain_lit", taken=True)) == len(PEAKS) + 1
