"""A ship that stands on its legs on the picture of a table, with its ramp down.

All lengths are mm of the picture, unless they are said to be of the ship.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.draw.maps.nature.buildings import CRAFT_LENGTH, craft_outline, draw_craft, draw_ramp
from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The belly and the back of the hull above the ground, which is drawn from the one to the other in steps.
_BELLY, _BACK, _STEP = 1.5, 4.2, 0.26
SHIP_TALL = _BACK
"""How high the back of the ship is above the ground."""
# The length of the ship as a share of the width of its pad, and where its shadow falls.
_LONG, _SHADOW, _DARK = 1.0, (1.2, 0.9), 0.34
# Where its legs are, in units of the ship, and its fin: the ends at the foot and at the top, and its height.
_LEGS = ((-6.5, 0.6), (5.0, -1.4), (5.0, 2.2))
_FIN, _FIN_TALL = ((5.2, 10.0), (8.6, 10.8)), 4.4
_LEG, _EDGE = 0.55, 0.2


def draw_raised_ship(canvas: Canvas, view: View, area: BaseGeometry, *, is_turned: bool = False) -> None:
    """The ship over the middle of its pad, which is an area of the map.

    Its nose is in the west and its ramp in the east, or the other way round if it ``is_turned``.
    """
    theme = canvas.theme
    west, north, east, south = area.bounds
    middle, length = ((west + east) / 2, (north + south) / 2), _LONG * min(east - west, south - north)
    unit, side = length / CRAFT_LENGTH, -1 if is_turned else 1

    def at(x: float, y: float, up: float) -> Point:
        """A point of the ship in the picture."""
        right, down = view.at((middle[0] + side * x * unit, middle[1] + y * unit))
        return right, down - up

    right, down = _SHADOW
    with (
        canvas.layer(transform=f"translate({right} {down})", fill_opacity=f"{_DARK}"),
        canvas.layer(transform=view.matrix_at(middle)),
    ):
        craft_outline(canvas, length, theme["ink"], lean=0.0, is_turned=is_turned)
    with canvas.layer(transform=view.matrix_at(middle)):
        draw_ramp(canvas, (0.0, 0.0), length / _LONG / 2, is_west=is_turned)
    for x, y in _LEGS:
        canvas.line(at(x, y, 0.0), at(x, y, _BELLY), stroke="ink", stroke_width=_LEG, stroke_linecap="round")
    up, hull = _BELLY, blend("#000000", theme["wreck"], 0.42)
    while up < _BACK:
        with canvas.layer(transform=view.lifted(up).matrix_at(middle)):
            color = hull if up > _BELLY else theme["ink"]
            craft_outline(canvas, length, color, lean=0.0, is_turned=is_turned)
        up += _STEP
    with canvas.layer(transform=view.lifted(_BACK).matrix_at(middle)):
        draw_craft(canvas, (0.0, 0.0), length * 22.0 / CRAFT_LENGTH, is_turned=is_turned)
    (foot, end), (rise, tip) = _FIN
    fin = [at(foot, 0.4, _BACK), at(end, 0.4, _BACK), at(tip, 0.4, _BACK + _FIN_TALL),
           at(rise, 0.4, _BACK + _FIN_TALL)]  # fmt: skip
    canvas.polygon(fin, fill=blend("#ffffff", theme["wreck"], 0.25), stroke="ink", stroke_width=_EDGE,
                   stroke_linejoin="round")  # fmt: skip
