"""Outer space behind a picture of decks: planets, moons, rings and clouds of gas, by seed."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import TYPE_CHECKING

from builder.draw.sheets.covers.backdrop import Backdrop
from builder.draw.surface.canvas import Point
from builder.draw.surface.outlines import hull_of, organic, smooth_points

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_STARS, _TRIES = 220, 40
# The colors of a map that planets can have.
_WORLDS = ("water", "objective", "loose", "woods", "second_zone", "rocks", "zone")


def draw_space(backdrop: Backdrop) -> None:
    """One of the scenes."""
    backdrop.cover()
    backdrop.random("scene").choice(_SCENES)(backdrop)


def draw_stars(backdrop: Backdrop, taken: BaseGeometry) -> None:
    """Stars in the free room beside what is ``taken``."""
    backdrop.scatter_stars(taken, _STARS)


def _color(backdrop: Backdrop) -> str:
    """The color of the world of the scene."""
    return backdrop.canvas.theme[backdrop.random("color").choice(_WORLDS)]


def _near_planet(backdrop: Backdrop) -> None:
    """A planet that is cut off by the upper edge, in its air."""
    rng, color = backdrop.random("planet"), _color(backdrop)
    middle = backdrop.at(rng.uniform(0.84, 0.98), rng.uniform(0.0, 0.12))
    reach = backdrop.box[3] * rng.uniform(0.5, 0.6)
    for share, strength in ((1.0, 0.10), (0.82, 0.18), (0.64, 0.28)):
        backdrop.fill(backdrop.disc(middle, reach * share), backdrop.tint(strength, color))


def _rising_limb(backdrop: Backdrop) -> None:
    """The rim of a large planet below the ship, with a line of light."""
    rng, color = backdrop.random("limb"), _color(backdrop)
    width = backdrop.box[2]
    across = rng.choice((0.2, 0.8)) + rng.uniform(-0.1, 0.1)
    reach = width * rng.uniform(1.0, 1.25)
    x, top = backdrop.at(across, rng.uniform(0.60, 0.68))
    planet = backdrop.disc((x, top + reach), reach)
    for more, strength in ((0.07, 0.12), (0.035, 0.22)):
        backdrop.fill(planet.buffer(width * more), backdrop.tint(strength, color))
    backdrop.fill(planet.buffer(width * 0.008), backdrop.tint(0.75, color))
    backdrop.fill(planet, backdrop.tint(0.34, color))
    for step in range(4):
        sunk = backdrop.disc((x, top + reach * (1.09 + 0.09 * step)), reach)
        backdrop.fill(sunk, backdrop.tint(0.29 - 0.05 * step, color))


def _ringed_planet(backdrop: Backdrop) -> None:
    """A banded planet with rings in the upper right corner."""
    rng, color = backdrop.random("rings"), _color(backdrop)
    middle, radius = backdrop.at(rng.uniform(0.8, 0.86), rng.uniform(0.14, 0.2)), backdrop.box[3] * 0.2
    turn = rng.uniform(-0.5, -0.25)
    ring = _ellipse(middle, radius * 2.1, radius * 0.5, turn).difference(
        _ellipse(middle, radius * 1.45, radius * 0.33, turn)
    )
    gap = _ellipse(middle, radius * 1.78, radius * 0.42, turn).boundary.buffer(radius * 0.03)
    ring = ring.difference(gap)
    backdrop.fill(ring, backdrop.tint(0.3, color))
    planet = backdrop.disc(middle, radius)
    backdrop.fill(planet, backdrop.tint(0.26, color))
    for shift, strength in ((-0.5, 0.32), (0.05, 0.36), (0.55, 0.3)):
        down = middle[0] - sin(turn) * radius * shift, middle[1] + cos(turn) * radius * shift
        band = _ellipse(down, radius * 1.3, radius * 0.13, turn).intersection(planet)
        backdrop.fill(band, backdrop.tint(strength, color))
    shade = backdrop.disc((middle[0] - radius * 0.42, middle[1] - radius * 0.36), radius * 1.2)
    backdrop.fill(planet.difference(shade), backdrop.tint(0.12, color))
    front = _half_plane(middle, turn, radius * 3)
    backdrop.fill(ring.intersection(front), backdrop.tint(0.42, color))


def _double_moon(backdrop: Backdrop) -> None:
    """A cratered moon behind the ship, and a small one before it."""
    rng, color = backdrop.random("moons"), _color(backdrop)
    side = rng.choice((0.14, 0.88))
    _moon(backdrop, backdrop.at(side, rng.uniform(0.46, 0.54)), 0.26, color)
    _moon(backdrop, backdrop.at(rng.uniform(0.8, 0.92), rng.uniform(0.1, 0.16)), 0.07, color)


def _gas(backdrop: Backdrop) -> None:
    """A cloud of gas across the sky."""
    from shapely import union_all

    rng, color = backdrop.random("gas"), _color(backdrop)
    height = backdrop.box[3]
    slope = rng.choice((-1, 1))
    puffs = []
    for step in range(7):
        across = -0.05 + step * 0.18
        down = 0.42 + slope * (across - 0.5) * 0.5 + rng.uniform(-0.06, 0.06)
        puffs.append((backdrop.at(across, down), rng.uniform(0.14, 0.24)))
    for number, (share, strength) in enumerate(((1.5, 0.07), (1.15, 0.13), (0.8, 0.2), (0.45, 0.3))):
        shapes = [
            hull_of(smooth_points(organic(spot, height * size * share, rng, amplitude=0.16)))
            for spot, size in puffs[number // 2 : len(puffs) - number // 2]
        ]
        backdrop.fill(union_all(shapes), backdrop.tint(strength, color))
    spots = (backdrop.at(rng.uniform(0.6, 0.94), rng.uniform(0.06, 0.4)) for _ in range(_TRIES))
    star = backdrop.clear_disc(spots, height * 0.02)
    for more, strength in ((0.05, 0.16), (0.025, 0.34), (0.0, 0.9)):
        backdrop.fill(star.buffer(height * more), backdrop.tint(strength, backdrop.glow))


def _moon(backdrop: Backdrop, middle: Point, share: float, color: str) -> None:
    """A moon with craters, lit from the north-west; its radius is a share of the height of the box."""
    rng, radius = backdrop.random("craters", str(share)), backdrop.box[3] * share
    moon = backdrop.disc(middle, radius)
    backdrop.fill(moon, backdrop.tint(0.34, color))
    for _ in range(9):
        away, turn, size = radius * rng.uniform(0.1, 0.82), rng.uniform(0, 2 * pi), rng.uniform(0.06, 0.2)
        spot = middle[0] + away * cos(turn), middle[1] + away * sin(turn)
        crater = backdrop.disc(spot, radius * size)
        floor = backdrop.disc((spot[0] + radius * size * 0.2, spot[1] + radius * size * 0.2), radius * size)
        backdrop.fill(crater.intersection(moon), backdrop.tint(0.24, color))
        backdrop.fill(crater.intersection(floor).intersection(moon), backdrop.tint(0.29, color))
    light = backdrop.disc((middle[0] - radius * 0.45, middle[1] - radius * 0.4), radius * 1.22)
    backdrop.fill(moon.difference(light), backdrop.tint(0.14, color))


def _ellipse(middle: Point, across: float, down: float, turn: float) -> BaseGeometry:
    points = []
    for step in range(96):
        at = 2 * pi * step / 96
        x, y = across * cos(at), down * sin(at)
        points.append((middle[0] + x * cos(turn) - y * sin(turn), middle[1] + x * sin(turn) + y * cos(turn)))
    return hull_of(points)


def _half_plane(middle: Point, turn: float, reach: float) -> BaseGeometry:
    """The area below a line through a point."""
    right = middle[0] + reach * cos(turn), middle[1] + reach * sin(turn)
    left = middle[0] - reach * cos(turn), middle[1] - reach * sin(turn)
    down = -reach * sin(turn), reach * cos(turn)
    return hull_of(
        [left, right, (right[0] + down[0], right[1] + down[1]), (left[0] + down[0], left[1] + down[1])]
    )


_SCENES: tuple[Callable[[Backdrop], None], ...] = (
    _near_planet,
    _rising_limb,
    _ringed_planet,
    _double_moon,
    _gas,
)
