"""Open country behind a picture of a map: the sky of an hour, and ranges on its horizon, by seed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.sheets.covers.backdrop import Backdrop, is_dark
from builder.draw.surface.canvas import Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import hull_of, line_path, lines_shape, organic, smooth_points
from builder.draw.surface.skylines import RANGES

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The share of the height at which the ground begins, and how tall a range can be.
_HORIZON = 0.60
_SKY_BANDS = 7
_RAIN, _TRIES = 70, 40


@dataclass(frozen=True, slots=True)
class _Hour:
    """A sky: the theme's color of its light, how strong that is overhead and on the horizon, and its stars.

    ``body`` is what stands in the sky; ``has_clouds`` and ``has_rain`` are its weather. The smaller its
    ``fall``, the higher the light reaches.
    """

    light: str
    strength: float
    body: str
    overhead: float = 0.0
    stars: int = 0
    has_clouds: bool = False
    has_rain: bool = False
    fall: float = 1.3


_HOURS = (
    _Hour("accent", 0.85, "sun", stars=20, fall=0.85),
    _Hour("glow", 0.7, "sun", overhead=0.1, has_clouds=True),
    _Hour("water", 0.9, "sun", overhead=0.22, has_clouds=True, fall=1.5),
    _Hour("water", 0.8, "planet", overhead=0.18, fall=1.5),
    _Hour("accent", 0.72, "planet", stars=60, has_clouds=True, fall=0.95),
    _Hour("glow", 0.85, "sun", overhead=0.12, fall=1.1),
    _Hour("band", 0.95, "", has_clouds=True, has_rain=True),
)


def draw_country(backdrop: Backdrop, ridge: str, symbols: Collection[str]) -> None:
    """The sky, two ranges of a kind of ``ridge``, and what the terrain's ``symbols`` put before them."""
    hour = _hour(backdrop)
    if is_dark(backdrop.canvas):
        backdrop.cover()
        _draw_sky(backdrop, hour)
    far, near = (backdrop.tint(strength) for strength in (0.62, 0.86))
    haze = backdrop.tint(hour.strength * 0.4, _light(backdrop, hour))
    rng = backdrop.random("ridge")
    high = rng.uniform(0.13, 0.2)
    _draw_range(backdrop, ridge, _HORIZON - 0.05, high, blend(haze, far, 0.35), "far")
    _draw_range(backdrop, ridge, _HORIZON, high * 0.6, near, "near")
    front = next((kind for kind, marks in _FRONTS.items() if marks & set(symbols)), "")
    if front:
        _draw_range(backdrop, front, _HORIZON + 0.01, 0.06, backdrop.tint(0.42), "front")
    _draw_ground(backdrop, hour, has_water=bool({"water", "shallow", "marsh"} & set(symbols)))


def draw_weather(backdrop: Backdrop, taken: BaseGeometry) -> None:
    """Stars or rain in the free room beside what is ``taken``."""
    hour = _hour(backdrop)
    backdrop.scatter_stars(taken, hour.stars, _HORIZON - 0.2)
    if hour.has_rain and is_dark(backdrop.canvas):
        rng = backdrop.random("rain")
        drops: list[tuple[Point, Point]] = []
        for _ in range(_RAIN):
            x, y = backdrop.at(rng.random(), rng.random())
            long = rng.uniform(4.0, 11.0)
            drops.append(((x, y), (x - long * 0.3, y + long)))
        free = lines_shape(drops).intersection(backdrop.frame).difference(taken.buffer(2.0))
        color = backdrop.tint(0.24, "#ffffff")
        backdrop.canvas.path(line_path(free), stroke=color, stroke_width=0.2, stroke_linecap="round")


def _hour(backdrop: Backdrop) -> _Hour:
    return backdrop.random("hour").choice(_HOURS)


def _light(backdrop: Backdrop, hour: _Hour) -> str:
    return backdrop.glow if hour.light == "glow" else backdrop.canvas.theme[hour.light]


def _draw_sky(backdrop: Backdrop, hour: _Hour) -> None:
    """Bands that are lighter towards the horizon, and what stands in the sky."""
    from shapely import box

    x, y, width, height = backdrop.box
    light = _light(backdrop, hour)
    backdrop.fill(backdrop.frame, backdrop.tint(hour.overhead, light))
    for band in range(1, _SKY_BANDS):
        top = y + height * _HORIZON * (band / _SKY_BANDS) ** 0.8
        share = (band / (_SKY_BANDS - 1)) ** hour.fall
        color = backdrop.tint(hour.overhead + (hour.strength - hour.overhead) * share, light)
        backdrop.fill(box(x, top, x + width, y + height), color)
    if hour.body:
        _BODIES[hour.body](backdrop, backdrop.random("body"), light)
    if hour.has_clouds:
        _draw_clouds(backdrop, hour, light)


def _draw_sun(backdrop: Backdrop, rng: Random, light: str) -> None:
    """A low sun with its light around it."""
    height = backdrop.box[3]
    spots = (backdrop.at(rng.uniform(0.06, 0.3), rng.uniform(0.46, 0.56)) for _ in range(_TRIES))
    sun = backdrop.clear_disc(spots, height * 0.1)
    for more, strength in ((0.11, 0.42), (0.05, 0.58), (0.0, 0.95)):
        backdrop.fill(sun.buffer(height * more), backdrop.tint(strength, light))


def _draw_planet(backdrop: Backdrop, rng: Random, light: str) -> None:
    """A large planet that rises behind the ranges, with the bands of its clouds."""
    from shapely import box

    across = rng.choice((rng.uniform(0.1, 0.26), rng.uniform(0.74, 0.9)))
    middle, radius = backdrop.at(across, rng.uniform(0.34, 0.44)), backdrop.box[3] * rng.uniform(0.24, 0.3)
    planet = backdrop.disc(middle, radius)
    backdrop.fill(planet, backdrop.tint(0.3, backdrop.glow))
    down = -0.86
    while down < 0.9:
        tall = rng.uniform(0.06, 0.2)
        stripe = box(middle[0] - radius, middle[1] + radius * down, middle[0] + radius,
                     middle[1] + radius * (down + tall))  # fmt: skip
        backdrop.fill(stripe.intersection(planet), backdrop.tint(rng.uniform(0.2, 0.38), backdrop.glow))
        down += tall + rng.uniform(0.05, 0.22)
    lit = backdrop.disc((middle[0] - radius * 0.4, middle[1] - radius * 0.34), radius * 1.2)
    backdrop.fill(planet.difference(lit), backdrop.tint(0.14, backdrop.glow))


def _draw_clouds(backdrop: Backdrop, hour: _Hour, light: str) -> None:
    """Flat clouds above the horizon."""
    from shapely import affinity, union_all

    rng = backdrop.random("clouds")
    for down, strength in ((0.32, 0.5), (0.40, 0.72), (0.47, 0.9)):
        banks = []
        for _ in range(rng.choice((2, 3))):
            spot = backdrop.at(rng.random(), down + rng.uniform(-0.03, 0.03))
            puff = hull_of(smooth_points(organic(spot, 16 + rng.uniform(0, 10), rng, amplitude=0.2)))
            banks.append(affinity.scale(puff, rng.uniform(1.3, 2.4), 0.16))
        backdrop.fill(union_all(banks), backdrop.tint(hour.strength * strength * 0.8, light))


def _draw_ground(backdrop: Backdrop, hour: _Hour, *, has_water: bool) -> None:
    """The plain in front of the ranges, darker towards the reader, with a river or a lake before them."""
    from shapely import box

    x, y, width, height = backdrop.box
    for share, strength in ((0.0, 0.5), (0.09, 0.36), (0.2, 0.22)):
        top = y + height * (_HORIZON + share)
        backdrop.fill(box(x, top, x + width, y + height + 1), backdrop.tint(strength))
    if has_water and is_dark(backdrop.canvas):
        rng, top = backdrop.random("water"), y + height * _HORIZON
        color = backdrop.tint(max(0.5, hour.strength * 0.8), _light(backdrop, hour))
        backdrop.fill(box(x, top, x + width, top + height * 0.06), backdrop.tint(0.55, color))
        gleams = []
        for _ in range(26):
            left, down = x + width * rng.random(), top + height * 0.06 * rng.uniform(0.1, 0.9)
            gleams.append(((left, down), (left + rng.uniform(4, 18), down)))
        gleam = lines_shape(gleams).intersection(backdrop.frame)
        backdrop.canvas.path(line_path(gleam), stroke=backdrop.tint(0.9, color), stroke_width=0.3)


def _draw_range(backdrop: Backdrop, kind: str, down: float, tall: float, color: str, name: str) -> None:
    """A range across the box with its foot at a share of the height, ``tall`` at most."""
    x, y, width, height = backdrop.box
    foot = y + height * down
    line = [
        (x + width * across, foot - height * tall * high)
        for across, high in RANGES[kind](backdrop.random("range", kind, name))
    ]
    backdrop.fill(hull_of([(x - 1, line[0][1]), *line, (x + width + 1, line[-1][1]),
                            (x + width + 1, y + height + 1), (x - 1, y + height + 1)]), color)  # fmt: skip


_BODIES: Mapping[str, Callable[[Backdrop, Random, str], None]] = MappingProxyType(
    {"sun": _draw_sun, "planet": _draw_planet}
)
# What stands in front of the ranges, by the symbols of the terrain.
_FRONTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"roofs": frozenset({"building", "ruins"}), "trees": frozenset({"woods", "tree"})}
)
