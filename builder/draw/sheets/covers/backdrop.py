"""The ground behind a cover's picture: its colors, shapes cut off at its edges, and stars."""

from __future__ import annotations

from collections.abc import Iterable
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


def night(canvas: Canvas) -> str:
    """The dark color behind the picture: the game's band, nearly black; paper in a theme that saves ink."""
    theme = canvas.theme
    return theme["paper"] if theme["band"] == theme["paper"] else blend("#05080d", theme["band"], 0.62)


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

    def disc(self, middle: Point, radius: float) -> BaseGeometry:
        """A circle."""
        from shapely import Point as Spot

        return Spot(*middle).buffer(radius, 48)

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
