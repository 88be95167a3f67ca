"""The scenes behind the icons of cards: corridor, land, burst and underground, each drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from random import Random
from types import MappingProxyType
from typing import Any

from builder.draw.pieces.cards.colors import CardColors
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import rings, smooth_path
from builder.draw.surface.skylines import RANGES

_BLACK, _WHITE = "#000000", "#ffffff"
# The sizes of a corridor's cross-section from the eye to its end, and the light on its eight walls, clockwise
# from the ceiling.
_DEPTHS = (1.62, 1.08, 0.74, 0.52, 0.37, 0.27)
_WALLS = (-0.30, -0.12, -0.02, -0.16, 0.06, -0.08, 0.06, -0.04)
_FLOOR, _LAMPS = 4, (1, 7)
_RAYS = 18


class Brush:
    """Draws a scene of ``size`` mm around a ``focus``: areas of color, or their outlines if ink is saved."""

    def __init__(
        self, canvas: Canvas, colors: CardColors, size: tuple[float, float], focus: float, rng: Random
    ) -> None:
        self.canvas = canvas
        self.colors = colors
        self.width, self.height = size
        self.focus = focus
        self.rng = rng

    def area(self, points: Sequence[Point], color: str, edge: str = "", weight: float = 0.2) -> None:
        """A filled polygon."""
        self.canvas.polygon(points, **self._look(color, edge, weight))

    def shape(self, path: str, color: str, edge: str = "", weight: float = 0.2) -> None:
        """A filled path."""
        self.canvas.path(path, **self._look(color, edge, weight))

    def disc(self, x: float, y: float, radius: float, color: str) -> None:
        """A filled circle."""
        self.canvas.circle(x, y, radius, **self._look(color, "", 0.0))

    def strokes(self, path: str, color: str, weight: float) -> None:
        """Lines along a path."""
        if self.colors.outlined:
            color, weight = self.colors.line, 0.15
        self.canvas.path(path, stroke=color, stroke_width=weight, stroke_linecap="round")

    def ground(self, color: str) -> None:
        """Fill the scene."""
        color = "paper" if self.colors.outlined else color
        self.canvas.rect(0, 0, self.width, self.height, fill=color)

    def _look(self, color: str, edge: str, weight: float) -> dict[str, Any]:
        if self.colors.outlined:
            return {"fill": "paper", "stroke": self.colors.line, "stroke_width": 0.2}
        # A hairline in the same color closes the seams between areas that touch.
        return {"fill": color, "stroke": edge or color, "stroke_width": weight if edge else 0.05}


def _lit(color: str, light: float) -> str:
    """A color with more light, or less if it is negative."""
    return blend(_WHITE if light > 0 else _BLACK, color, abs(light))


def _corridor(brush: Brush) -> None:
    """A passage of eight walls in one-point perspective, with ribs, lamps and a lit door at its end."""
    wide, tall, rng, colors = brush.width, brush.height, brush.rng, brush.colors
    near = blend(_BLACK, colors.key, 0.55)
    far = blend(colors.glow, _lit(colors.key, 0.25), 0.45)
    eye = (wide * rng.uniform(0.44, 0.56), tall * rng.uniform(0.42, 0.48))
    brush.ground(near)
    lamp = blend(colors.glow, _WHITE, 0.45)
    chamfer = rng.choice((0.3, 0.5, 0.5, 0.75))

    def section(depth: float) -> list[Point]:
        across, down = wide * 0.5 * depth, tall * 0.56 * depth
        cut = chamfer * min(across, down)
        corners = (
            (cut - across, -down), (across - cut, -down), (across, cut - down), (across, down - cut),
            (across - cut, down), (cut - across, down), (-across, down - cut), (-across, cut - down),
        )  # fmt: skip
        return [(eye[0] + x, eye[1] + y) for x, y in corners]

    def strip(depths: tuple[float, float], wall: int, start: float, end: float) -> list[Point]:
        """Part of a wall, from one share of its breadth to another."""
        points = []
        for depth, shares in zip(depths, ((start, end), (end, start)), strict=True):
            one, other = (section(depth)[(wall + step) % 8] for step in (0, 1))
            points += [
                (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)
                for share in shares
            ]
        return points

    last = len(_DEPTHS) - 2
    for step, depths in enumerate(pairwise(_DEPTHS)):
        base = blend(far, near, 0.10 + 0.80 * step / last)
        for wall, light in enumerate(_WALLS):
            brush.area(strip(depths, wall, 0, 1), _lit(base, light))
        brush.area(strip(depths, _FLOOR, 0.32, 0.68), _lit(base, 0.20))
        middle = (depths[0] * 0.7 + depths[1] * 0.3, depths[0] * 0.25 + depths[1] * 0.75)
        for wall in _LAMPS:
            brush.area(strip(middle, wall, 0.35, 0.65), blend(lamp, base, 0.55 + 0.35 * step / last))
        # A door, a panel or a pipe on a wall, by chance.
        for wall in (2, 6):
            thing = rng.random()
            if thing < 0.45:
                brush.area(strip(middle, wall, 0.12, 0.88), _lit(base, -0.22))
            elif thing < 0.75:
                brush.area(strip(depths, wall, 0.40, 0.50), _lit(base, -0.25))
                brush.area(strip(depths, wall, 0.56, 0.62), _lit(base, 0.14))
        outer, inner = section(depths[1]), section(depths[1] * 0.94)
        ring = "".join(f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in each)}Z" for each in (outer, inner[::-1]))
        brush.shape(ring, _lit(base, -0.38))
    end = section(_DEPTHS[-1] * 0.94)
    brush.area(end, blend(lamp, far, 0.30))
    (left, top), (right, _), (_, low) = end[0], end[1], end[4]
    inset = (right - left) * 0.12
    # Never so bright that it outshines the icon before it.
    leaf = [(left + inset, top), (right - inset, top), (right - inset, low), (left + inset, low)]
    brush.area(leaf, blend(lamp, far, 0.55))


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
    far = _lit(blend("#6f8583", colors.key, 0.55), 0.36 + hour.bright)
    range_, high = rng.choice(_FAR)
    _far_range(brush, range_, tall * high, far)
    for base, light in ((0.62, 0.20), (0.72, 0.06)):
        hills = [(wide * at / 4, tall * (base + rng.uniform(-0.07, 0.05))) for at in range(-1, 6)]
        color = _lit(blend("#6f8583", colors.key, 0.55), light + hour.bright)
        brush.shape(f"{smooth_path(hills, closed=False)}V{mm(tall)}H{mm(hills[0][0])}Z", color)
    near = _lit(blend("#44563f", colors.key, 0.6), min(0.0, hour.bright))
    curve = [
        (0, tall * rng.uniform(0.80, 0.86)),
        (wide * 0.3, tall * rng.uniform(0.77, 0.81)),
        (wide * 0.62, tall * 0.82),
        (wide, tall * rng.uniform(0.76, 0.84)),
    ]
    rng.choice((_firs, _boulders, _reeds, _firs))(brush, _lit(near, -0.12))
    brush.shape(f"{smooth_path(curve, closed=False)}V{mm(tall)}H0Z", near)
    tufts = ""
    for _ in range(26):
        x, y = rng.uniform(1, wide - 1), tall * rng.uniform(0.87, 0.99)
        tufts += f"M{mm(x)} {mm(y)}l-0.35 -1.3M{mm(x + 0.4)} {mm(y)}l0.1 -1.5M{mm(x + 0.8)} {mm(y)}l0.6 -1.1"
    brush.strokes(tufts, _lit(near, -0.3), 0.25)


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
                brush.area([(x, y), (after, below), (after, foot), fold], _lit(color, -0.14))


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
        brush.area([*top, (x - 0.1 * wide, foot)], _lit(color, 0.18))


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
    dark, bright = blend(_BLACK, colors.key, 0.55), _lit(colors.key, 0.08)
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
            f"{smooth_path(wave, closed=False)}V{mm(tall)}H{mm(-wide / 6)}Z", color, _lit(color, -0.25)
        )
        for _ in range(13):
            x, y, size = rng.uniform(1, wide - 1), top + rng.uniform(2.5, tall * 0.24), rng.uniform(0.4, 1.1)
            stone = [
                (x - size, y),
                (x - 0.2 * size, y - 0.7 * size),
                (x + size, y - 0.1 * size),
                (x + 0.3 * size, y + 0.7 * size),
            ]
            brush.area(stone, _lit(color, rng.choice((-0.22, 0.2))))
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
            brush.area(clod, layers[1], _lit(layers[1], -0.4), 0.15)


SCENES: Mapping[str, Callable[[Brush], None]] = MappingProxyType(
    {"corridor": _corridor, "land": _land, "burst": _burst, "underground": _underground}
)
"""What draws a scene, by its name in the database."""
