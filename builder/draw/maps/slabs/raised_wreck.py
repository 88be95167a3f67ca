"""A crashed craft that stands up on the picture of a table, with its fin and its smoke.

All lengths are mm of the picture, unless they are said to be of the craft.
"""

from __future__ import annotations

import random
from math import cos, radians, sin
from typing import TYPE_CHECKING

from builder.draw.maps.nature.buildings import CRAFT_LEAN, CRAFT_LENGTH, craft_outline, draw_craft_wreck
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, hull_of, organic

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

WRECK_TALL = 2.6
"""How high the back of the craft is above the ground."""
WRECK_HALF = 9.0
"""How far it reaches to both sides of its middle."""
# How much larger than its area the craft is, which would be a sliver in the picture, and its scorched ground.
_LARGER, _SCORCH = 1.5, ((0.64, 0.3), (0.54, 0.45), (0.4, 0.6))
# The craft is drawn from the ground up in steps.
_STEP = 0.26
# The fin of its tail in units of the craft: its ends at the foot and at the top, and how high it is in mm.
_FIN, _FIN_TALL = ((5.6, 10.2), (8.6, 10.9)), 4.6
# Where smoke comes out of it, in units of the craft, and its puffs: how far east and up, and how large.
_HOLE = (5.6, 0.0)
_PUFFS = (
    (0.0, 0.8, 0.9),
    (0.8, 2.8, 1.3),
    (2.1, 5.2, 1.8),
    (4.0, 7.8, 2.3),
    (6.6, 10.4, 2.9),
    (9.8, 12.8, 3.4),
)
_PUFF_STRENGTH = (0.62, 0.56, 0.48, 0.4, 0.3, 0.2)


def draw_raised_wreck(canvas: Canvas, view: View, area: BaseGeometry, rng: random.Random) -> None:
    """The craft over the middle of an area of the map, larger than that."""
    theme = canvas.theme
    west, north, east, south = area.bounds
    middle, wide, deep = ((west + east) / 2, (north + south) / 2), east - west, south - north
    length = _LARGER * max(wide, deep)
    for share, strength in _SCORCH:
        burnt = hull_of(
            (middle[0] + x * _LARGER * wide * share, middle[1] + y * _LARGER * max(deep, 0.62 * wide) * share)
            for x, y in organic((0.0, 0.0), 1.0, rng, amplitude=0.1)
        )
        canvas.path(area_path(view.shape(burnt)), fill=blend(theme["ink"], theme["ground"], strength))
    up, dark = 0.0, blend("#000000", theme["wreck"], 0.55)
    while up < WRECK_TALL:
        with canvas.layer(transform=view.lifted(up).matrix_at(middle)):
            craft_outline(canvas, length, dark if up else theme["ink"])
        up += _STEP
    own = view.lifted(WRECK_TALL)
    with canvas.layer(transform=own.matrix_at(middle)):
        draw_craft_wreck(canvas, length)

    def at(x: float, y: float, above: float = 0.0) -> Point:
        """A point of the craft in the picture."""
        unit, turn = length / CRAFT_LENGTH, radians(CRAFT_LEAN)
        right, below = (x * cos(turn) - y * sin(turn)) * unit, (x * sin(turn) + y * cos(turn)) * unit
        a, b = own.at((middle[0] + right, middle[1] + below))
        return a, b - above

    (foot, end), (rise, tip) = _FIN
    fin = [at(foot, 0.2), at(end, 0.2), at(tip, 0.2, _FIN_TALL), at(rise, 0.2, _FIN_TALL)]
    canvas.polygon(fin, fill=blend("#ffffff", theme["wreck"], 0.25), stroke="ink", stroke_width=0.2,
                   stroke_linejoin="round")  # fmt: skip
    x, y = at(*_HOLE)
    smoke = blend(theme["ink"], "#ffffff", 0.62)
    for (right, high, radius), strength in zip(_PUFFS, _PUFF_STRENGTH, strict=True):
        for part in (1.0, 0.66):
            puff = hull_of(organic((x + right, y - high), radius * part, rng, amplitude=0.12))
            canvas.path(area_path(puff), fill=smoke, fill_opacity=strength * part)
