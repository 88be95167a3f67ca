"""Open country behind a picture of a map: the sky of an hour, and ranges on its horizon, by seed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.sheets.covers.backdrop import Backdrop, is_dark
from builder.draw.sheets.covers.globes import draw_globe
from builder.draw.surface.canvas import Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import hull_of, line_path, lines_shape, organic, smooth_points
from builder.draw.surface.skylines import RANGES

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The share of the height at which the ground begins, and how tall a range can be.
_HORIZON = 0.60
_SKY_BANDS, _GROUND_BANDS = 40, 24
_RAIN, _TRIES = 110, 40
# The ranges, the farthest first: how much lower than the horizon their feet are, how tall they are as shares
# of the tallest, and the share of the light in the air before them.
_RANGES = (("far", -0.06, 1.0, 0.42), ("middle", -0.03, 0.8, 0.26), ("near", 0.0, 0.5, 0.13))
_WARM = "#fff3d8"


@dataclass(frozen=True, slots=True)
class _Hour:
    """A sky: its colors on the horizon and above that, and its stars.

    ``body`` is what stands in the sky; ``has_clouds`` and ``has_rain`` are its weather, and ``strength`` is
    that of its light.
    """

    low: str
    middle: str
    body: str
    strength: float = 1.0
    stars: int = 0
    has_clouds: bool = False
    has_rain: bool = False


_HOURS = (
    # Sunset, a yellow morning, a clear noon, an evening under a planet, a violet dusk, a green dawn, a storm.
    _Hour("#f08a3c", "#a8434a", "sun", stars=30),
    _Hour("#f2c56b", "#c07a45", "sun", has_clouds=True),
    _Hour("#a9d6d2", "#3f8c9c", "sun", has_clouds=True),
    _Hour("#7fc4bf", "#2b6f86", "planet", stars=40),
    _Hour("#f0a06a", "#7b4a86", "planet", stars=70, has_clouds=True),
    _Hour("#d9d07a", "#5f8a5c", "sun", has_clouds=True),
    _Hour("#8fb0c4", "#41607c", "", strength=0.72, has_clouds=True, has_rain=True),
)


def draw_country(backdrop: Backdrop, ridge: str, symbols: Collection[str]) -> None:
    """The sky, two ranges of a kind of ``ridge``, and what the terrain's ``symbols`` put before them."""
    hour = _hour(backdrop)
    if is_dark(backdrop.canvas):
        backdrop.cover()
        _draw_sky(backdrop, hour)
    rng = backdrop.random("ridge")
    high = rng.uniform(0.15, 0.22)
    haze = backdrop.tint(hour.strength, hour.low)
    for name, down, tall, share in _RANGES:
        _draw_range(
            backdrop,
            ridge,
            _HORIZON + down,
            high * tall,
            blend(haze, backdrop.tint(0.16, hour.middle), share),
            name,
        )
        backdrop.glow_at(backdrop.at(0.5, _HORIZON + down), backdrop.box[2] * 0.7, haze, share * 0.5, 0.09)
    front = next((kind for kind, marks in _FRONTS.items() if marks & set(symbols)), "")
    if front:
        _draw_range(backdrop, front, _HORIZON + 0.01, 0.06, blend(haze, backdrop.night, 0.08), "front")
    _draw_ground(backdrop, hour, haze, has_water=bool({"water", "shallow", "marsh"} & set(symbols)))


def light_of(backdrop: Backdrop) -> str:
    """The color of the light on what stands before this sky."""
    hour = _hour(backdrop)
    return backdrop.tint(hour.strength, hour.middle)


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


def _draw_sky(backdrop: Backdrop, hour: _Hour) -> None:
    """A sky that is lighter towards the horizon, and what stands in it."""
    middle = backdrop.tint(hour.strength * 0.85, hour.middle)
    over = backdrop.tint(hour.strength * 0.34, hour.middle)
    high = backdrop.tint(hour.strength * 0.12, hour.middle)
    low = backdrop.tint(hour.strength, hour.low)
    backdrop.fade(0.0, _HORIZON, (high, over, middle, low), _SKY_BANDS)
    if hour.body:
        _BODIES[hour.body](backdrop, backdrop.random("body"), hour)
    if hour.has_clouds:
        _draw_clouds(backdrop, hour)


def _draw_sun(backdrop: Backdrop, rng: Random, hour: _Hour) -> None:
    """A low sun with its light around it."""
    height = backdrop.box[3]
    spots = (backdrop.at(rng.uniform(0.06, 0.3), rng.uniform(0.46, 0.56)) for _ in range(_TRIES))
    sun = backdrop.clear_disc(spots, height * 0.085)
    if sun.is_empty:
        return
    middle, bright = (sun.centroid.x, sun.centroid.y), blend(_WARM, hour.low, 0.5)
    backdrop.glow_at(middle, height * 0.55, hour.low, 0.5)
    backdrop.glow_at(middle, height * 0.24, bright, 0.6)
    backdrop.fill(sun, blend(_WARM, hour.low, 0.85))


def _draw_planet(backdrop: Backdrop, rng: Random, hour: _Hour) -> None:
    """A large planet that rises behind the ranges, with the bands of its clouds."""
    across = rng.choice((rng.uniform(0.1, 0.26), rng.uniform(0.74, 0.9)))
    middle, radius = backdrop.at(across, rng.uniform(0.34, 0.44)), backdrop.box[3] * rng.uniform(0.24, 0.3)
    draw_globe(backdrop, middle, radius, blend(hour.middle, hour.low, 0.45), rng)


def _draw_clouds(backdrop: Backdrop, hour: _Hour) -> None:
    """Flat clouds above the horizon."""
    from shapely import affinity, union_all

    rng = backdrop.random("clouds")
    for down, strength in ((0.24, 0.3), (0.32, 0.45), (0.40, 0.64), (0.47, 0.84)):
        banks = []
        for _ in range(rng.choice((2, 3))):
            spot = backdrop.at(rng.random(), down + rng.uniform(-0.03, 0.03))
            puff = hull_of(smooth_points(organic(spot, 15 + rng.uniform(0, 10), rng, amplitude=0.2)))
            banks.append(affinity.scale(puff, rng.uniform(1.6, 3.0), 0.13))
        bank = union_all(banks)
        backdrop.fill(bank, backdrop.tint(hour.strength * strength * 0.62, hour.middle))
        # The light of the horizon is on the lower edges.
        under = bank.difference(affinity.translate(bank, 0.0, -0.9))
        backdrop.fill(under, backdrop.tint(hour.strength * strength, hour.low))


def _draw_ground(backdrop: Backdrop, hour: _Hour, haze: str, *, has_water: bool) -> None:
    """The plain in front of the ranges, in haze far away, with a river or a lake before them."""
    from shapely import box

    x, y, width, height = backdrop.box
    if not is_dark(backdrop.canvas):
        backdrop.fill(box(x, y + height * _HORIZON, x + width, y + height + 1), "paper")
        return
    dark = backdrop.tint(0.16, hour.middle)
    tones = [blend(haze, dark, share) for share in (0.14, 0.34, 0.26, 0.12)]
    backdrop.fade(_HORIZON, 1.0, tones, _GROUND_BANDS)
    if has_water:
        rng, top = backdrop.random("water"), y + height * _HORIZON
        backdrop.fill(box(x, top, x + width, top + height * 0.07), blend(haze, backdrop.night, 0.5))
        gleams = []
        for _ in range(40):
            left, down = x + width * rng.random(), top + height * 0.07 * rng.uniform(0.08, 0.92)
            gleams.append(((left, down), (left + rng.uniform(4, 18), down)))
        gleam = lines_shape(gleams).intersection(backdrop.frame)
        backdrop.canvas.path(line_path(gleam), stroke=blend(haze, backdrop.night, 0.85), stroke_width=0.3)


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


_BODIES: Mapping[str, Callable[[Backdrop, Random, _Hour], None]] = MappingProxyType(
    {"sun": _draw_sun, "planet": _draw_planet}
)
# What stands in front of the ranges, by the symbols of the terrain.
_FRONTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"roofs": frozenset({"building", "ruins"}), "trees": frozenset({"woods", "tree"})}
)
