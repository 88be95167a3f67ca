"""The scenes behind the icons of cards, drawn from a seed: the land, a burst, a cut through the ground."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from types import MappingProxyType

from builder.draw.pieces.cards.brush import Brush, lit
from builder.draw.pieces.cards.bug_scenes import (
    draw_breach,
    draw_gorge,
    draw_horde,
    draw_nest,
    draw_spray,
    draw_thicket,
)
from builder.draw.pieces.cards.growth_scenes import (
    draw_armory,
    draw_cells,
    draw_cocoons,
    draw_shoots,
    draw_sinews,
    draw_whirl,
)
from builder.draw.pieces.cards.night_scenes import draw_gloom, draw_trance
from builder.draw.pieces.cards.power_scenes import draw_airlock, draw_console, draw_fumes, draw_ricochet
from builder.draw.pieces.cards.ship_scenes import draw_corridor, draw_torn
from builder.draw.pieces.cards.strike_scenes import draw_duct, draw_missed, draw_pierced, draw_sights
from builder.draw.surface.canvas import Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import rings, smooth_path
from builder.draw.surface.skylines import RANGES

_BLACK, _WHITE = "#000000", "#ffffff"
_RAYS = 18


@dataclass(frozen=True, slots=True)
class _Hour:
    """A time of day: the colors of the sky, high and low, and of its light, and how light the land is."""

    above: str
    low: str
    light: str
    bright: float


_HOURS = (
    _Hour("#9fc0cf", "#f1ead2", "#fff4d0", 0.0),
    _Hour("#7fb0d8", "#e4f0f2", "#fffbe8", 0.08),
    _Hour("#c98a66", "#f6d394", "#fff0bf", -0.06),
    _Hour("#a3b0b4", "#e6e3d6", "#f6f3e6", -0.02),
    _Hour("#43557a", "#a6abc0", "#f4f1e2", -0.16),
)
# The far range, by the name of its outline, and the share of the height from its foot to its highest peak.
_FAR = (("mountains", 0.34), ("hills", 0.2), ("mesas", 0.28), ("moors", 0.22), ("mountains", 0.26))


def _land(brush: Brush) -> None:
    """A sky in four bands with a sun or a moon, a range, hills, and plants in front; which, is by chance."""
    wide, tall, rng, colors = brush.width, brush.height, brush.rng, brush.colors
    hour = rng.choice(_HOURS)
    sky = blend(colors.key, hour.above, 0.24)
    brush.ground(sky)
    for band in range(1, 4):
        top = tall * 0.15 * band
        brush.area([(0, top), (wide, top), (wide, tall), (0, tall)], blend(hour.low, sky, band * 0.26))
    sun = (wide * rng.choice((0.24, 0.3, 0.36, 0.62, 0.66)), tall * rng.uniform(0.24, 0.42))
    brush.disc(*sun, tall * rng.uniform(0.08, 0.15), hour.light)
    far = lit(blend("#6f8583", colors.key, 0.55), 0.36 + hour.bright)
    range_, high = rng.choice(_FAR)
    _far_range(brush, range_, tall * high, far)
    for base, light in ((0.62, 0.20), (0.72, 0.06)):
        hills = [(wide * at / 4, tall * (base + rng.uniform(-0.07, 0.05))) for at in range(-1, 6)]
        color = lit(blend("#6f8583", colors.key, 0.55), light + hour.bright)
        brush.shape(f"{smooth_path(hills, closed=False)}V{mm(tall)}H{mm(hills[0][0])}Z", color)
    near = lit(blend("#44563f", colors.key, 0.6), min(0.0, hour.bright))
    curve = [
        (0, tall * rng.uniform(0.80, 0.86)),
        (wide * 0.3, tall * rng.uniform(0.77, 0.81)),
        (wide * 0.62, tall * 0.82),
        (wide, tall * rng.uniform(0.76, 0.84)),
    ]
    rng.choice((_firs, _boulders, _reeds, _firs))(brush, lit(near, -0.12))
    brush.shape(f"{smooth_path(curve, closed=False)}V{mm(tall)}H0Z", near)
    tufts = ""
    for _ in range(26):
        x, y = rng.uniform(1, wide - 1), tall * rng.uniform(0.87, 0.99)
        tufts += f"M{mm(x)} {mm(y)}l-0.35 -1.3M{mm(x + 0.4)} {mm(y)}l0.1 -1.5M{mm(x + 0.8)} {mm(y)}l0.6 -1.1"
    brush.strokes(tufts, lit(near, -0.3), 0.25)


def _far_range(brush: Brush, name: str, high: float, color: str) -> None:
    """The range at the horizon, ``high`` mm over its foot; peaks are dark away from the light."""
    wide, tall, foot = brush.width, brush.height, brush.height * 0.6
    start = -brush.rng.uniform(0.0, 0.5) * wide
    ridge = [(start + wide * 1.6 * x, foot - high * y) for x, y in RANGES[name](brush.rng)]
    brush.area([(ridge[0][0], tall), *ridge, (ridge[-1][0], tall)], color)
    if name == "mountains":
        for (x, y), (after, below) in pairwise(ridge):
            if y < below:
                fold = (x + (after - x) * 0.08, y + (below - y) * 0.5)
                brush.area([(x, y), (after, below), (after, foot), fold], lit(color, -0.14))


def _firs(brush: Brush, color: str) -> None:
    """A stand of trees at each side."""
    rng, tall = brush.rng, brush.height
    for side in (0.0, 0.8):
        for _ in range(rng.randint(2, 5)):
            x, foot = brush.width * (side + rng.uniform(0.0, 0.2)), tall * rng.uniform(0.8, 0.86)
            high = tall * rng.uniform(0.12, 0.26)
            for tier in (0.0, 0.28, 0.52):
                half, low = high * (0.24 - 0.22 * tier), foot - high * tier
                brush.area([(x - half, low), (x, low - high * 0.48), (x + half, low)], color)


def _boulders(brush: Brush, color: str) -> None:
    """Rocks that stand in the meadow, lit from the left."""
    rng, tall = brush.rng, brush.height
    for _ in range(rng.randint(4, 7)):
        x, foot = brush.width * rng.choice((rng.uniform(0.0, 0.25), rng.uniform(0.75, 1.0))), tall * 0.84
        wide, high = tall * rng.uniform(0.06, 0.12), tall * rng.uniform(0.06, 0.16)
        top = [(x - wide, foot), (x - 0.6 * wide, foot - 0.8 * high), (x + 0.1 * wide, foot - high)]
        brush.area([*top, (x + 0.8 * wide, foot - 0.5 * high), (x + wide, foot)], color)
        brush.area([*top, (x - 0.1 * wide, foot)], lit(color, 0.18))


def _reeds(brush: Brush, color: str) -> None:
    """High grass."""
    rng, tall, blades = brush.rng, brush.height, ""
    for _ in range(46):
        x, lean = brush.width * rng.random(), rng.uniform(-1.6, 1.6)
        high = tall * rng.uniform(0.09, 0.2)
        blades += f"M{mm(x)} {mm(tall * 0.86)}q0 {mm(-high * 0.4)} {mm(lean)} {mm(-high)}"
    brush.strokes(blades, color, 0.4)


def _burst(brush: Brush) -> None:
    """Rays from the point of impact, and a star of fire."""
    from shapely import Polygon, box

    wide, tall, rng, colors = brush.width, brush.height, brush.rng, brush.colors
    dark, bright = blend(_BLACK, colors.key, 0.55), lit(colors.key, 0.08)
    middle = (brush.focus, tall * 0.55)
    brush.ground(dark)
    whole = box(0, 0, wide, tall)
    turn = rng.uniform(0, 2 * pi / _RAYS)

    def at(angle: float, radius: float) -> Point:
        return middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)

    for ray in range(_RAYS):
        start = turn + 2 * pi * ray / _RAYS
        end = start + pi / _RAYS * rng.uniform(0.75, 1.2)
        # Not over the edges of the scene, which is cut where the bleed ends.
        shape = Polygon([middle, at(start, 2 * wide), at(end, 2 * wide)]).intersection(whole)
        brush.area(next(rings(shape)), blend(bright, dark, (0.45, 0.85)[ray % 2]))
    spikes = [
        at(
            turn + 2 * pi * spike / 24,
            tall * (rng.uniform(0.36, 0.48) if spike % 2 else rng.uniform(0.22, 0.26)),
        )
        for spike in range(24)
    ]
    spikes = [(middle[0] + (x - middle[0]) * 1.15, y) for x, y in spikes]
    fire = blend(colors.glow, "#ffb340", 0.5)
    for share, color in ((1.0, fire), (0.72, blend(_WHITE, fire, 0.75))):
        star = [(middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share) for x, y in spikes]
        brush.area(star, color)


def _mushroom(brush: Brush) -> None:
    """The cloud of a great explosion over dark land: its stem, rings around it, and rolls of its cap."""
    wide, tall, rng, colors, middle = brush.width, brush.height, brush.rng, brush.colors, brush.focus
    night = blend(_BLACK, colors.key, 0.6)
    fire = blend(colors.glow, "#ffb340", 0.35)
    brush.ground(night)
    for share in range(4):
        glow = blend(fire, night, 0.12 + 0.14 * share)
        brush.disc(middle, tall * 0.62, tall * (1.0 - 0.17 * share), glow)
    far = lit(night, -0.2)
    hills = [(wide * at / 5, tall * (0.84 + rng.uniform(-0.04, 0.03))) for at in range(-1, 7)]
    brush.shape(f"{smooth_path(hills, closed=False)}V{mm(tall)}H{mm(-wide / 5)}Z", far)
    smoke, shade = blend(fire, "#8a4a2a", 0.55), blend(_BLACK, blend(fire, "#7a3a22", 0.35), 0.25)
    foot, neck, half = tall * 0.95, tall * 0.44, tall * 0.13
    left = ((middle - 3.4 * half, foot), (middle - half, tall * 0.74), (middle - 1.1 * half, neck))
    right = [(2 * middle - x, y) for x, y in reversed(left)]
    (x, y), bend, top = left
    brush.shape(
        f"M{mm(x)} {mm(y)}Q{mm(bend[0])} {mm(bend[1])} {mm(top[0])} {mm(top[1])}H{mm(right[0][0])}"
        f"Q{mm(right[1][0])} {mm(right[1][1])} {mm(right[2][0])} {mm(right[2][1])}Z",
        shade,
    )
    # The rolls of the cap, dark below, then lit from the fire within.
    rolls = [
        (-0.62, 0.40, 0.19),
        (0.62, 0.40, 0.19),
        (-0.34, 0.30, 0.24),
        (0.34, 0.30, 0.24),
        (0.0, 0.25, 0.28),
    ]
    for down, grown, color in (
        (0.05, 1.04, shade),
        (0.0, 1.0, smoke),
        (-0.03, 0.74, blend(fire, smoke, 0.6)),
    ):
        for across, level, radius in rolls:
            brush.disc(middle + across * tall, tall * (level + down), tall * radius * grown, color)
    brush.disc(middle, tall * 0.30, tall * 0.27, blend(_WHITE, fire, 0.55))
    for number in range(9):
        x = middle + tall * (number - 4) * 0.17
        brush.disc(
            x, foot + rng.uniform(-0.6, 0.6), tall * rng.uniform(0.06, 0.11), lit(shade, 0.1 * (number % 2))
        )
    brush.shape(f"M0 {mm(tall * 0.97)}H{mm(wide)}V{mm(tall)}H0Z", lit(night, -0.5))


def _underground(brush: Brush) -> None:
    """A cut through the ground: layers with stones, and a shaft that opens to the sky."""
    wide, tall, rng, colors = brush.width, brush.height, brush.rng, brush.colors
    layers = [blend(colors.key, color, 0.22) for color in ("#e9c98a", "#a8763f", "#8a5a30", "#6d4427")]
    brush.ground(layers[0])
    for number, color in enumerate(layers[1:]):
        top = tall * (0.26 + 0.25 * number)
        swing = 1.2 if number else 0.4
        wave = [(wide * step / 6, top + rng.uniform(-swing, swing)) for step in range(-1, 8)]
        brush.shape(
            f"{smooth_path(wave, closed=False)}V{mm(tall)}H{mm(-wide / 6)}Z", color, lit(color, -0.25)
        )
        for _ in range(13):
            x, y, size = rng.uniform(1, wide - 1), top + rng.uniform(2.5, tall * 0.24), rng.uniform(0.4, 1.1)
            stone = [
                (x - size, y),
                (x - 0.2 * size, y - 0.7 * size),
                (x + size, y - 0.1 * size),
                (x + 0.3 * size, y + 0.7 * size),
            ]
            brush.area(stone, lit(color, rng.choice((-0.22, 0.2))))
    middle = brush.focus
    for half, top, shade in ((1.0, 0.255, 0.55), (0.72, 0.34, 0.82)):
        points = [(17, top), (11.5, 0.42), (12.5, 0.68), (18.5, 1.02)]
        right = [(middle + half * x * wide / 63.5, tall * y) for x, y in points]
        left = [(2 * middle - x, y) for x, y in reversed(right)]
        data = smooth_path(right, closed=False) + "L" + smooth_path(left, closed=False)[1:] + "Z"
        brush.shape(data, blend(_BLACK, layers[3], shade), _BLACK, 0.4 if half == 1 else 0.1)
    for side in (-1, 1):
        for number in range(5):
            x = middle + side * (17.5 + 1.9 * number + rng.uniform(-0.5, 0.5)) * wide / 63.5
            y, size = tall * 0.255 - rng.uniform(0, 1.4), rng.uniform(0.7, 1.5)
            clod = [(x - size, y), (x, y - size), (x + size, y + 0.2), (x, y + size * 0.6)]
            brush.area(clod, layers[1], lit(layers[1], -0.4), 0.15)


SCENES: Mapping[str, Callable[[Brush], None]] = MappingProxyType(
    {
        "corridor": draw_corridor,
        "torn": draw_torn,
        "missed": draw_missed,
        "duct": draw_duct,
        "sights": draw_sights,
        "pierced": draw_pierced,
        "airlock": draw_airlock,
        "ricochet": draw_ricochet,
        "console": draw_console,
        "fumes": draw_fumes,
        "land": _land,
        "burst": _burst,
        "mushroom": _mushroom,
        "underground": _underground,
        "nest": draw_nest,
        "breach": draw_breach,
        "spray": draw_spray,
        "thicket": draw_thicket,
        "gorge": draw_gorge,
        "horde": draw_horde,
        "trance": draw_trance,
        "gloom": draw_gloom,
        "cocoons": draw_cocoons,
        "cells": draw_cells,
        "sinews": draw_sinews,
        "shoots": draw_shoots,
        "whirl": draw_whirl,
        "armory": draw_armory,
    }
)
"""What draws a scene, by its name in the database."""
