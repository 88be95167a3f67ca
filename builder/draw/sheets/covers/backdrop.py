"""The ground behind a cover's picture: its colors, shapes cut off at its edges, and stars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Canvas, Point, Rectangle, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, line_path, seeded

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The distance of marks from type and from the picture, in mm.
_CLEAR = 3.0
# How far the lines of a shape stay from the edges of the box, in mm.
_INSIDE = 0.2
# The rings of a soft light, and the frames that darken the edges of the box.
_RINGS, _FRAMES = 20, 14
_EDGE, _EDGE_SHADE = 0.1, 0.03
# The corners of a quarter of a circle, and of one of a soft light.
_QUARTER, _SOFT_QUARTER = 32, 10


def night(canvas: Canvas) -> str:
    """The dark color behind the picture: the game's band, nearly black; paper in a theme that saves ink."""
    theme = canvas.theme
    return theme["paper"] if theme.saves_ink else blend("#05080d", theme["band"], 0.62)


def is_dark(canvas: Canvas) -> bool:
    """Whether covers have a dark ground."""
    return night(canvas) != canvas.theme["paper"]


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The ground behind a cover's picture, in a ``box``; ``seed`` decides where things are on it.

    What is bright stays away from the ``texts`` on it.
    """

    canvas: Canvas
    box: Rectangle
    seed: str
    texts: BaseGeometry

    @property
    def frame(self) -> BaseGeometry:
        """The whole box."""
        from shapely import box

        x, y, width, height = self.box
        return box(x, y, x + width, y + height)

    @property
    def night(self) -> str:
        """The color of the ground."""
        return night(self.canvas)

    @property
    def glow(self) -> str:
        """The game's color of light."""
        return self.canvas.context.glow or self.canvas.theme["band_text"]

    def random(self, *names: str) -> Random:
        """Random numbers for a part of the ground."""
        return seeded(self.seed, *names)

    def at(self, across: float, down: float) -> Point:
        """The point at shares of the width and of the height."""
        x, y, width, height = self.box
        return x + width * across, y + height * down

    def tint(self, strength: float, color: str = "") -> str:
        """A color, which is the game's band if there is none, on the ground."""
        return blend(color or self.canvas.theme["band"], self.night, strength)

    def cover(self) -> None:
        """Fill the box."""
        self.canvas.rect(*self.box, fill=self.night)

    def fill(self, shape: BaseGeometry, color: str) -> None:
        """A shape, cut off at the edges of the box; its outline in a theme that saves ink."""
        part = shape.intersection(self.frame)
        if is_dark(self.canvas):
            self.canvas.path(area_path(part), fill=color, fill_rule="evenodd")
            return
        self.canvas.path(area_path(part), fill="paper", fill_rule="evenodd")
        lines = part.boundary.intersection(self.frame.buffer(-_INSIDE)).difference(self.texts)
        self.canvas.path(line_path(lines), stroke="rule", stroke_width=0.3)

    def glow_at(self, middle: Point, radius: float, color: str, strength: float, flat: float = 1.0) -> None:
        """A soft light that fades out at a ``radius``; ``flat`` is its height as a share of its width.

        Nothing in a theme that saves ink.
        """
        if not is_dark(self.canvas):
            return
        for ring in range(_RINGS, 0, -1):
            across = radius * (ring / _RINGS) ** 1.3
            light = self._ellipse(middle, across, across * flat)
            self.canvas.path(light, fill=color, fill_opacity=strength / _RINGS)

    def _ellipse(self, middle: Point, across: float, down: float) -> str:
        """The path of an ellipse, cut off at the edges of the box."""
        from shapely import Point as Spot
        from shapely import affinity, clip_by_rect

        (x, y), (left, top, width, height) = middle, self.box
        if left <= x - across and x + across <= left + width and top <= y - down and y + down <= top + height:
            half = f"a{mm(across)} {mm(down)} 0 0 1"
            return f"M{mm(x - across)} {mm(y)}{half} {mm(2 * across)} 0{half} {mm(-2 * across)} 0Z"
        disc = affinity.scale(Spot(*middle).buffer(across, _SOFT_QUARTER), 1.0, down / across, origin=middle)
        return area_path(clip_by_rect(disc, left, top, left + width, top + height))

    def fade(self, top: float, low: float, colors: Sequence[str], bands: int) -> None:
        """Even steps through some colors between two shares of the height, the last down to the foot."""
        x, y, width, height = self.box
        for band in range(bands):
            at = band / (bands - 1) * (len(colors) - 1)
            first = min(int(at), len(colors) - 2)
            color = blend(colors[first + 1], colors[first], at - first)
            start = y + height * (top + (low - top) * band / bands)
            self.canvas.rect(x, start, width, y + height - start, fill=color)

    def darken_edges(self) -> None:
        """The shade at the edges of a picture; nothing in a theme that saves ink."""
        from shapely import box

        if not is_dark(self.canvas):
            return
        x, y, width, height = self.box
        for frame in range(_FRAMES):
            inset = width * _EDGE * ((frame + 0.2) / _FRAMES) ** 1.4
            clear = box(x + inset, y + inset, x + width - inset, y + height + inset).buffer(inset * 0.8)
            self.canvas.path(
                area_path(self.frame.difference(clear)),
                fill=self.night,
                fill_opacity=_EDGE_SHADE,
                fill_rule="evenodd",
            )

    def disc(self, middle: Point, radius: float) -> BaseGeometry:
        """A circle."""
        from shapely import Point as Spot

        return Spot(*middle).buffer(radius, _QUARTER)

    def clear_disc(self, places: Iterable[Point], radius: float) -> BaseGeometry:
        """A circle at the first of some places where it covers no text; empty if there is none."""
        discs = (self.disc(middle, radius) for middle in places)
        return next((disc for disc in discs if not disc.intersects(self.texts)), self.disc((0.0, 0.0), 0.0))

    def scatter_stars(self, taken: BaseGeometry, count: int, low: float = 1.0) -> None:
        """Stars beside what is ``taken``, none lower than a share of the height; none in daylight."""
        from shapely import contains_xy, prepare

        if not is_dark(self.canvas):
            return
        free = self.frame.difference(taken.buffer(_CLEAR))
        prepare(free)
        x, y, width, height = self.box
        rng = self.random("stars")
        by_look: dict[tuple[float, str], list[str]] = {}
        for _ in range(count):
            at = x + rng.uniform(1, width - 1), y + rng.uniform(1, height * low - 1)
            radius, bright = rng.choice((0.12, 0.16, 0.2, 0.3)), rng.choice((0.45, 0.65, 0.85))
            if contains_xy(free, *at):
                color = blend("#ffffff", self.night, bright)
                by_look.setdefault((radius, color), []).append(f"M{mm(at[0])} {mm(at[1])}h.01")
        for (radius, color), points in by_look.items():
            self.canvas.path("".join(points), stroke=color, stroke_width=2 * radius, stroke_linecap="round")
