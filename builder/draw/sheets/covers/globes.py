"""Planets behind the pictures of covers: lit from the north-west, in their air, with bands of cloud."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from builder.draw.sheets.covers.backdrop import Backdrop, is_dark
from builder.draw.surface.canvas import Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The steps from day to night, how strong they make the night together, and the strength of the day.
_STEPS, _NIGHT, _DAY = 16, 0.92, 0.55
# The air around a planet and the light on its rim, as shares of its radius.
_AIR, _RIM = 0.22, 0.012
# How much the bands of cloud are turned, in degrees.
_TILT = -14.0


def draw_globe(
    backdrop: Backdrop,
    middle: Point,
    radius: float,
    color: str,
    rng: Random,
    draw_face: Callable[[BaseGeometry], None] | None = None,
) -> BaseGeometry:
    """A planet of a ``color``, whose disc is returned; in a theme that saves ink its outline.

    ``draw_face`` draws on its disc in place of bands of cloud.
    """
    globe = backdrop.disc(middle, radius)
    if not is_dark(backdrop.canvas):
        backdrop.fill(globe, "paper")
        return globe
    backdrop.glow_at(middle, radius * (1 + 2 * _AIR), color, 0.3)
    backdrop.fill(globe.buffer(radius * _RIM), backdrop.tint(0.85, blend("#ffffff", color, 0.35)))
    backdrop.fill(globe, backdrop.tint(_DAY, color))
    if draw_face is not None:
        draw_face(globe)
    else:
        _draw_bands(backdrop, globe, middle, radius, color, rng)
    x, y = middle
    # Each step darkens what is farther from the light.
    seen = globe.intersection(backdrop.frame)
    share = 1 - (1 - _NIGHT) ** (1 / _STEPS)
    for step in range(_STEPS):
        moved = 0.1 + 0.62 * step / _STEPS
        lit = backdrop.disc((x - radius * moved, y - radius * moved * 0.8), radius * (1.06 + 0.1 * moved))
        shade = seen.difference(lit)
        backdrop.canvas.path(area_path(shade), fill=backdrop.night, fill_opacity=share, fill_rule="evenodd")
    return globe


def _draw_bands(
    backdrop: Backdrop, globe: BaseGeometry, middle: Point, radius: float, color: str, rng: Random
) -> None:
    """Bands of cloud around a tilted axis."""
    from shapely import affinity, box

    (x, y), down = middle, -0.94
    while down < 0.94:
        tall = rng.uniform(0.04, 0.16)
        band: BaseGeometry = box(x - radius, y + radius * down, x + radius, y + radius * (down + tall))
        band = affinity.rotate(band, _TILT, origin=middle).intersection(globe)
        backdrop.fill(band, backdrop.tint(rng.uniform(_DAY - 0.14, _DAY + 0.12), color))
        down += tall + rng.uniform(0.03, 0.14)
