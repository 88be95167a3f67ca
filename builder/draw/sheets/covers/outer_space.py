"""Outer space behind a picture of decks: planets, moons, rings and clouds of gas, by seed."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import TYPE_CHECKING

from builder.draw.sheets.covers.backdrop import Backdrop, is_dark
from builder.draw.sheets.covers.globes import draw_globe
from builder.draw.surface.canvas import Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import hull_of

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_STARS, _TRIES = 320, 40
# The colors of worlds and of the gas between the stars.
_WORLDS = ("#4f9fb8", "#c4683a", "#b8863c", "#6fa36a", "#8a62b8", "#9aa6b0", "#b84a5a")
_CLOUDS = ("#2f7f9a", "#7a4fa0", "#a8483c", "#3f7a6a")
_BANDS = 24


def draw_space(backdrop: Backdrop) -> BaseGeometry:
    """One of the scenes, in thin gas; returns the area of its worlds, before which no stars are."""
    backdrop.cover()
    rng = backdrop.random("clouds")
    one, other = rng.sample(_CLOUDS, 2)
    if is_dark(backdrop.canvas):
        backdrop.fade(0.0, 1.0, (backdrop.night, backdrop.tint(0.2, one), backdrop.tint(0.06, other)), _BANDS)
    for color in (one, other, one):
        middle = backdrop.at(rng.uniform(0.0, 1.0), rng.uniform(0.2, 0.9))
        backdrop.glow_at(middle, backdrop.box[2] * rng.uniform(0.3, 0.5), color, 0.4, rng.uniform(0.35, 0.7))
    return backdrop.random("scene").choice(_SCENES)(backdrop)


def draw_stars(backdrop: Backdrop, taken: BaseGeometry) -> None:
    """Stars in the free room beside what is ``taken``."""
    backdrop.scatter_stars(taken, _STARS)


def _color(backdrop: Backdrop) -> str:
    """The color of the world of the scene."""
    return backdrop.random("color").choice(_WORLDS)


def _near_planet(backdrop: Backdrop) -> BaseGeometry:
    """A planet that is cut off by the upper edge, in its air."""
    rng = backdrop.random("planet")
    middle = backdrop.at(rng.uniform(0.86, 0.96), rng.uniform(0.1, 0.2))
    return draw_globe(backdrop, middle, backdrop.box[3] * rng.uniform(0.42, 0.5), _color(backdrop), rng)


def _rising_limb(backdrop: Backdrop) -> BaseGeometry:
    """The rim of a large planet below the ship, with a line of light."""
    rng, width = backdrop.random("limb"), backdrop.box[2]
    across = rng.choice((0.2, 0.8)) + rng.uniform(-0.1, 0.1)
    reach = width * rng.uniform(1.0, 1.25)
    x, top = backdrop.at(across, rng.uniform(0.52, 0.6))
    return draw_globe(backdrop, (x, top + reach), reach, _color(backdrop), rng)


def _ringed_planet(backdrop: Backdrop) -> BaseGeometry:
    """A banded planet with rings in the upper right corner."""
    rng, color = backdrop.random("rings"), _color(backdrop)
    middle, radius = backdrop.at(rng.uniform(0.8, 0.86), rng.uniform(0.14, 0.2)), backdrop.box[3] * 0.2
    turn = rng.uniform(-0.5, -0.25)
    ring = _ellipse(middle, radius * 2.1, radius * 0.5, turn).difference(
        _ellipse(middle, radius * 1.45, radius * 0.33, turn)
    )
    gap = _ellipse(middle, radius * 1.78, radius * 0.42, turn).boundary.buffer(radius * 0.03)
    ring = ring.difference(gap)
    backdrop.fill(ring, backdrop.tint(0.36, color))
    planet = draw_globe(backdrop, middle, radius, color, rng)
    front = _half_plane(middle, turn, radius * 3)
    backdrop.fill(ring.intersection(front), backdrop.tint(0.6, color))
    return planet.union(ring)


def _double_moon(backdrop: Backdrop) -> BaseGeometry:
    """A cratered moon behind the ship, and a small one before it."""
    rng, color = backdrop.random("moons"), _color(backdrop)
    side = rng.choice((0.14, 0.88))
    large = _moon(backdrop, backdrop.at(side, rng.uniform(0.46, 0.54)), 0.26, color)
    small = _moon(backdrop, backdrop.at(rng.uniform(0.8, 0.92), rng.uniform(0.1, 0.16)), 0.07, color)
    return large.union(small)


def _gas(backdrop: Backdrop) -> BaseGeometry:
    """A cloud of gas across the sky."""
    rng, color = backdrop.random("gas"), _color(backdrop)
    height, slope = backdrop.box[3], rng.choice((-1, 1))
    for step in range(7):
        across = -0.05 + step * 0.18
        down = 0.42 + slope * (across - 0.5) * 0.5 + rng.uniform(-0.06, 0.06)
        size, middle = height * rng.uniform(0.24, 0.4), backdrop.at(across, down)
        backdrop.glow_at(middle, size * 1.4, color, 0.34, 0.7)
        backdrop.glow_at(middle, size * 0.6, blend("#ffffff", color, 0.3), 0.3, 0.6)
    spots = (backdrop.at(rng.uniform(0.6, 0.94), rng.uniform(0.06, 0.4)) for _ in range(_TRIES))
    star = backdrop.clear_disc(spots, height * 0.014)
    if star.is_empty:
        return star
    middle = star.centroid.x, star.centroid.y
    backdrop.glow_at(middle, height * 0.2, backdrop.glow, 0.7)
    backdrop.fill(star, blend("#ffffff", backdrop.glow, 0.7))
    return star


def _moon(backdrop: Backdrop, middle: Point, share: float, color: str) -> BaseGeometry:
    """A moon with craters, lit from the north-west; its radius is a share of the height of the box."""
    rng, radius = backdrop.random("craters", str(share)), backdrop.box[3] * share

    def draw_craters(moon: BaseGeometry) -> None:
        for _ in range(12):
            away, turn, size = (
                radius * rng.uniform(0.1, 0.82),
                rng.uniform(0, 2 * pi),
                rng.uniform(0.05, 0.18),
            )
            spot = middle[0] + away * cos(turn), middle[1] + away * sin(turn)
            crater = backdrop.disc(spot, radius * size)
            floor = backdrop.disc(
                (spot[0] + radius * size * 0.2, spot[1] + radius * size * 0.2), radius * size
            )
            backdrop.fill(crater.intersection(moon), backdrop.tint(0.38, color))
            backdrop.fill(crater.intersection(floor).intersection(moon), backdrop.tint(0.48, color))

    return draw_globe(backdrop, middle, radius, color, rng, draw_craters)


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


_SCENES: tuple[Callable[[Backdrop], BaseGeometry], ...] = (
    _near_planet,
    _rising_limb,
    _ringed_planet,
    _double_moon,
    _gas,
)
