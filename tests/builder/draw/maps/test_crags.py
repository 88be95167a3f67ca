"""Mountains do not look as if they were stamped, and keep off numbers."""

from __future__ import annotations

import random
import re

from shapely import Point, box

from builder.draw.maps.nature.crags import draw_crags
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme

CONTEXT = DrawingContext(load_theme())
PEAKS = [(20.0, 20.0), (36.0, 29.0), (52.0, 20.0), (36.0, 11.0), (20.0, 38.0), (52.0, 38.0)]
FACE = CONTEXT.theme["mountain_lit"]


def faces(*, clear: bool = False, joined: bool = True) -> list[str]:
    """The paths of the lit faces of crags around some places."""
    canvas = Canvas(80.0, 60.0, CONTEXT)
    taken = box(0, 0, 80, 60) if clear else None
    draw_crags(canvas, PEAKS, 10.5, random.Random(3), taken, joined=joined)
    return re.findall(rf'<path d="([^"]+)" fill="{FACE}"', svg_text(canvas.drawing("crags", "")))


def test_no_two_crags_are_alike() -> None:
    shapes = [len(re.findall("[LlHhVv ]", path)) for path in faces(joined=False)]
    assert len(faces(joined=False)) >= len(PEAKS)
    assert len(set(shapes)) > 1


def test_a_ridge_joins_neighbors_but_covers_no_number() -> None:
    assert len(faces()) > len(faces(joined=False))
    assert len(faces(clear=True)) == len(faces(joined=False))


def test_crags_are_the_same_each_time() -> None:
    assert faces() == faces()


def test_each_crag_stands_in_its_own_place() -> None:
    starts = [tuple(map(float, re.findall(r"[\d.]+", path)[:2])) for path in faces(joined=False)]
    assert all(min(Point(start).distance(Point(peak)) for peak in PEAKS) < 8.0 for start in starts)
