"""The background of a cover's picture: the sky or the ground of each game, by the name in its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Canvas, Point, Rectangle, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, line_path, lines_shape, organic, seeded, smooth_points

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The distance of stars and lines from type and from the picture, in mm.
_CLEAR = 3.0
_STARS, _FEW_STARS = 130, 45
_HEX = 9.0
_RIDGE_STEPS = 26


def night(canvas: Canvas) -> str:
    """The dark color behind the picture: the game's band, nearly black; paper in a theme that saves ink."""
    theme = canvas.theme
    return theme["paper"] if theme["band"] == theme["paper"] else blend("#05080d", theme["band"], 0.62)


def is_dark(canvas: Canvas) -> bool:
    """Whether covers have a dark ground."""
    return night(canvas) != canvas.theme["paper"]


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The ground behind a cover's picture; ``name`` is that of its motif.

    ``seed`` decides where things are. Draw its shapes first, and its marks after everything else: they keep
    clear of what is there by then.
    """

    canvas: Canvas
    box: Rectangle
    name: str
    seed: str

    def draw_shapes(self) -> None:
        """The ground and large shapes; an empty frame in a theme that saves ink."""
        if not is_dark(self.canvas):
            self.canvas.rect(*self.box, stroke="ink", stroke_width="box")
            return
        self.canvas.rect(*self.box, fill=night(self.canvas))
        _MOTIFS[self.name][0](self)

    def draw_marks(self, taken: BaseGeometry) -> None:
        """Stars and lines in the free room beside what is ``taken``."""
        if is_dark(self.canvas):
            _MOTIFS[self.name][1](self, self.frame.difference(taken.buffer(_CLEAR)))

    @property
    def frame(self) -> BaseGeometry:
        """The whole box."""
        from shapely import box

        x, y, width, height = self.box
        return box(x, y, x + width, y + height)

    def tint(self, strength: float) -> str:
        """The game's band on the ground."""
        return blend(self.canvas.theme["band"], night(self.canvas), strength)

    def fill(self, shape: BaseGeometry, color: str) -> None:
        """A shape, cut off at the edges of the box."""
        self.canvas.path(area_path(shape.intersection(self.frame)), fill=color, fill_rule="evenodd")


def _planet(backdrop: Backdrop) -> None:
    """The rim of a planet in the upper right corner."""
    _disc(backdrop, 0.93, 0.02, (0.62, 0.50, 0.38), (0.22, 0.38, 0.56))


def _low_sun(backdrop: Backdrop) -> None:
    """A sun behind ranges of mountains."""
    accent = backdrop.canvas.theme["accent"]
    _disc(backdrop, 0.82, 0.30, (0.30, 0.23), (0.22, 0.42), accent)
    for share, strength, height in ((0.40, 0.30, 0.20), (0.52, 0.52, 0.15), (0.68, 0.80, 0.11)):
        _range(backdrop, share, height, backdrop.tint(strength), is_sharp=True)


def _moon(backdrop: Backdrop) -> None:
    """A crescent over round hills."""
    from shapely import Point as Spot

    x, y, width, height = backdrop.box
    glow = backdrop.canvas.context.glow or backdrop.canvas.theme["band_text"]
    middle, radius = (x + width * 0.91, y + height * 0.37), height * 0.06
    moon = Spot(*middle).buffer(radius, 32)
    dark = Spot(middle[0] - radius * 0.5, middle[1] - radius * 0.22).buffer(radius * 0.92, 32)
    backdrop.fill(moon.difference(dark), blend(glow, night(backdrop.canvas), 0.7))
    for share, strength, tall in ((0.46, 0.35, 0.12), (0.60, 0.6, 0.10), (0.76, 0.9, 0.08)):
        _range(backdrop, share, tall, backdrop.tint(strength), is_sharp=False)


def _glow(backdrop: Backdrop) -> None:
    """A pale light in the upper right corner."""
    _disc(backdrop, 1.0, 0.0, (0.9, 0.66, 0.44), (0.2, 0.36, 0.54))


def _sunken(backdrop: Backdrop) -> None:
    """The steps of a slope, the lowest in the upper right corner."""
    x, y, width, height = backdrop.box
    rng = seeded(backdrop.seed, "slope")
    for share, strength in ((0.95, 0.24), (0.74, 0.4), (0.54, 0.58), (0.33, 0.78)):
        step = organic((x + width * 0.92, y + height * 0.08), height * share, rng, amplitude=0.16)
        backdrop.fill(_polygon(smooth_points(step)), backdrop.tint(strength))


def _stars(backdrop: Backdrop, free: BaseGeometry) -> None:
    _scatter_stars(backdrop, free, _STARS)


def _few_stars(backdrop: Backdrop, free: BaseGeometry) -> None:
    x, y, width, height = backdrop.box
    from shapely import box

    _scatter_stars(backdrop, free.intersection(box(x, y, x + width, y + height * 0.38)), _FEW_STARS)


def _honeycomb(backdrop: Backdrop, free: BaseGeometry) -> None:
    """Hexes that fade out from the upper right corner."""
    x, y, width, height = backdrop.box
    radius = _HEX / sqrt(3)
    rng = seeded(backdrop.seed, "honeycomb")
    by_strength: dict[float, list[tuple[Point, Point]]] = {}
    for column in range(int(width / (1.5 * radius)) + 2):
        for row in range(int(height / _HEX) + 2):
            middle = x + width - column * 1.5 * radius, y + (row + column % 2 / 2) * _HEX
            away = sqrt((column * 1.5 * radius) ** 2 + (row * _HEX) ** 2) / (0.95 * height)
            if away + rng.uniform(0.0, 0.35) > 1.0:
                continue
            corners = [
                (middle[0] + radius * cos(turn * pi / 3), middle[1] + radius * sin(turn * pi / 3))
                for turn in range(6)
            ]
            strength = 0.5 if away < 0.4 else 0.34 if away < 0.7 else 0.2
            sides = by_strength.setdefault(strength, [])
            sides += [(corners[at], corners[(at + 1) % 6]) for at in range(6)]
    for strength, sides in by_strength.items():
        color = blend(backdrop.canvas.context.glow or "#ffffff", night(backdrop.canvas), strength * 0.5)
        lines = lines_shape(sides).intersection(free)
        backdrop.canvas.path(line_path(lines), stroke=color, stroke_width=0.2)


def _contours(backdrop: Backdrop, free: BaseGeometry) -> None:
    """The contour lines of a slope."""
    x, y, width, height = backdrop.box
    rng = seeded(backdrop.seed, "contours")
    color = blend(backdrop.canvas.context.glow or "#ffffff", night(backdrop.canvas), 0.24)
    shape = organic((0.0, 0.0), 1.0, rng, amplitude=0.2)
    for number in range(15):
        reach = height * (0.12 + 0.085 * number)
        ring = [(x + width * 0.92 + a * reach, y + height * 0.06 + b * reach) for a, b in shape]
        line = _polygon(smooth_points(ring)).boundary.intersection(free)
        weight = 0.34 if number % 5 == 0 else 0.16
        backdrop.canvas.path(line_path(line), stroke=color, stroke_width=weight)


def _disc(
    backdrop: Backdrop,
    across: float,
    down: float,
    radii: tuple[float, ...],
    strengths: tuple[float, ...],
    color: str = "",
) -> None:
    """Discs in each other; radii are shares of the height of the box."""
    from shapely import Point as Spot

    x, y, width, height = backdrop.box
    color = color or backdrop.canvas.theme["band"]
    for radius, strength in zip(radii, strengths, strict=True):
        disc = Spot(x + width * across, y + height * down).buffer(height * radius, 48)
        backdrop.fill(disc, blend(color, night(backdrop.canvas), strength))


def _range(backdrop: Backdrop, share: float, tall: float, color: str, *, is_sharp: bool) -> None:
    """Mountains or hills across the box, with their tops at a share of its height."""
    x, y, width, height = backdrop.box
    rng = seeded(backdrop.seed, "range", str(share))
    phases = [rng.uniform(0, 2 * pi) for _ in range(3)]
    line = []
    for step in range(_RIDGE_STEPS + 1):
        at = step / _RIDGE_STEPS
        wave = sum(
            sin(2 * pi * at * rate + phase) / rate for rate, phase in zip((1, 2, 4), phases, strict=True)
        )
        if is_sharp:
            wave += rng.uniform(-0.8, 0.8)
        line.append((x + width * at, y + height * (share - tall * wave / 2)))
    backdrop.fill(_polygon([*line, (x + width, y + height), (x, y + height)]), color)


def _scatter_stars(backdrop: Backdrop, free: BaseGeometry, count: int) -> None:
    from shapely import contains_xy, prepare

    prepare(free)
    canvas, (x, y, width, height) = backdrop.canvas, backdrop.box
    rng = seeded(backdrop.seed, "stars")
    by_look: dict[tuple[float, str], list[str]] = {}
    for _ in range(count):
        at = x + rng.uniform(1, width - 1), y + rng.uniform(1, height - 1)
        radius, bright = rng.choice((0.12, 0.16, 0.2, 0.3)), rng.choice((0.45, 0.65, 0.85))
        if contains_xy(free, *at):
            color = blend("#ffffff", night(canvas), bright)
            by_look.setdefault((radius, color), []).append(f"M{mm(at[0])} {mm(at[1])}h.01")
    for (radius, color), points in by_look.items():
        canvas.path("".join(points), stroke=color, stroke_width=2 * radius, stroke_linecap="round")


def _polygon(points: list[Point]) -> BaseGeometry:
    from shapely import Polygon

    return Polygon(points).buffer(0)


_Shapes = Callable[[Backdrop], None]
_Marks = Callable[[Backdrop, "BaseGeometry"], None]
_MOTIFS: Mapping[str, tuple[_Shapes, _Marks]] = MappingProxyType(
    {
        "space": (_planet, _stars),
        "mountains": (_low_sun, _few_stars),
        "hills": (_moon, _few_stars),
        "honeycomb": (_glow, _honeycomb),
        "contours": (_sunken, _contours),
    }
)
