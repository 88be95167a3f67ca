"""The sides of slabs on a picture that is seen from above and from the south-east."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

THICKNESS = 5.5
"""How thick a slab is, in mm of the picture."""

# How light the rim of a slab is and how wide, in mm, and the layers of its side below it, as shares of its
# thickness.
_RIM_LIGHT, _RIM, _LAYERS = 0.35, 0.35, ((0.3, 0.86), (0.62, 0.7))


def body_of(top: BaseGeometry) -> BaseGeometry:
    """The outline of a slab with its side."""
    from shapely import Polygon, affinity, unary_union

    sides = [Polygon(corners) for corners, _ in _quads(top)]
    return unary_union([top, affinity.translate(top, 0, THICKNESS), *(side.buffer(0) for side in sides)])


def _quads(top: BaseGeometry) -> Iterator[tuple[list[Point], float]]:
    """The faces of the side that are in front, from the rear to the front, and how far it is turned west."""
    from math import hypot

    from shapely import Polygon
    from shapely.geometry.polygon import orient

    faces = []
    for part in getattr(top, "geoms", [top]):
        ring = list(orient(Polygon(part.exterior)).exterior.coords)
        for (x1, y1), (x2, y2) in pairwise(ring):
            if x2 < x1:
                low = [(x2, y2 + THICKNESS), (x1, y1 + THICKNESS)]
                faces.append(([(x1, y1), (x2, y2), *low], (y1 - y2) / hypot(x1 - x2, y1 - y2)))
    return iter(sorted(faces, key=lambda face: face[0][0][1] + face[0][1][1]))


def draw_side(canvas: Canvas, top: BaseGeometry, color: str, *, is_dark: bool) -> None:
    """The side of a slab, in layers under a rim in the light; its outline if the picture has to save ink."""
    base = canvas.theme[color]
    for corners, turned in _quads(top):
        fill = blend("#000000", base, 0.5 + 0.2 * turned) if is_dark else "paper"
        edge = blend("#000000", base, 0.66) if is_dark else "ink"
        canvas.polygon(corners, fill=fill, stroke=edge, stroke_width=0.2, stroke_linejoin="round")
        if is_dark:
            (x1, y1), (x2, y2), *_ = corners
            for share, strength in _LAYERS:
                down = THICKNESS * share
                layer = [(x1, y1 + down), (x2, y2 + down), *corners[2:]]
                canvas.polygon(layer, fill=blend(fill, "#000000", strength))
            ends = (x1, y1 + _RIM), (x2, y2 + _RIM)
            canvas.line(*ends, stroke=blend("#ffffff", fill, _RIM_LIGHT), stroke_width=_RIM)
