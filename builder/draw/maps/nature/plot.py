"""A piece of ground to draw on, and the marks that are scattered over it."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, scattered
from builder.draw.surface.theme import Theme

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# Marks grow with their distance up to this factor; beyond it there are only fewer of them.
_MAX_GROWTH = 1.6
_MAX_POINTS = 1500


@dataclass(frozen=True)
class Plot:
    """An area in mm with the random numbers of its marks.

    ``within`` is the map: the area can extend beyond it, and what is beyond is not drawn. Marks stay out of
    ``clear``, which is for numbers and symbols, and whose parts may overlap. ``coarse`` is the factor by
    which marks are further apart than usual, for a map with much scatter.
    """

    area: BaseGeometry
    rng: random.Random
    within: BaseGeometry | None = None
    clear: BaseGeometry | None = None
    coarse: float = 1.0

    @property
    def growth(self) -> float:
        """The factor by which marks are larger than usual."""
        return min(self.coarse, _MAX_GROWTH)

    @cached_property
    def visible(self) -> BaseGeometry:
        """The part of the area that is on the map."""
        return self.area if self.within is None else self.area.intersection(self.within)

    def points(self, spacing: float, inset: float, clear: float = 0.0) -> list[Point]:
        """Points for marks, from north to south.

        They are ``spacing`` mm apart, ``inset`` mm inside the edges, and ``clear`` mm away from what is kept
        clear.
        """
        room = self.visible.buffer(-inset * self.growth)
        points = scattered(room, spacing * self.coarse, self.rng, most=_MAX_POINTS)
        return clear_of(self.clear, points, clear * self.growth)

    def fill(self, canvas: Canvas, color: str, line: str, weight: float = 1.0, dash: str = "") -> None:
        """The ground, with an outline of ``weight`` times the line of terrain."""
        style = {"stroke_dasharray": dash, "stroke_linecap": "round"} if dash else {}
        canvas.path(
            area_path(self.visible),
            fill=color,
            fill_rule="evenodd",
            stroke=line,
            stroke_width=canvas.theme.weight("terrain") * weight,
            stroke_linejoin="round",
            **style,
        )


def clear_of(clear: BaseGeometry | None, points: list[Point], distance: float) -> list[Point]:
    """The points that are more than a distance in mm away from what is kept clear."""
    from shapely import STRtree
    from shapely import points as spots

    if clear is None or clear.is_empty or not points:
        return points
    # Each part by itself: their union would take much longer.
    tree = STRtree(getattr(clear, "geoms", [clear]))
    near, _ = tree.query(spots(points), predicate="dwithin", distance=distance)
    covered = set(near.tolist())
    return [point for number, point in enumerate(points) if number not in covered]


class Marks:
    """Marks of the same look, collected into one path, so that files with thousands of them stay small."""

    def __init__(self) -> None:
        self._lines: defaultdict[tuple[str, float], list[str]] = defaultdict(list)
        self._fills: defaultdict[str, list[str]] = defaultdict(list)

    def line(self, data: str, color: str, width: float) -> None:
        """Add a stroke with round ends."""
        self._lines[color, width].append(data)

    def fill(self, data: str, color: str) -> None:
        """Add a filled shape."""
        self._fills[color].append(data)

    def draw(self, canvas: Canvas) -> None:
        """Draw all filled shapes, then all strokes, each look as one path."""
        for color, shapes in self._fills.items():
            canvas.path("".join(shapes), fill=color, stroke="none")
        for (color, width), strokes in self._lines.items():
            canvas.path("".join(strokes), stroke=color, stroke_width=width, stroke_linecap="round")


def shadow(theme: Theme, ground: str, strength: float = 0.45) -> str:
    """The color of a shadow on some ground, or ``none`` for a theme without shadows."""
    return "none" if theme.saves_ink else blend(theme["shade"], theme[ground], strength)


def tint(theme: Theme, color: str, toward: str, share: float) -> str:
    """A color with a share of another one; in a theme without tints the color itself."""
    return theme[color] if theme.saves_ink else blend(theme[toward], theme[color], share)


def mixed(theme: Theme, line: str, ground: str, share: float) -> str:
    """The color of a line that is a share of ``line`` over some ground, in every theme."""
    return blend(theme[line], theme[ground], share)


def xy(x: float, y: float) -> str:
    """A point for the data of a path, to a hundredth of a millimeter."""
    return f"{round(x, 2):g} {round(y, 2):g}"


def loop(points: list[Point]) -> str:
    """A closed path with straight sides."""
    return f"M{'L'.join(xy(*point) for point in points)}Z"


def disc(x: float, y: float, across: float, down: float) -> str:
    """An ellipse as the data of a path, by its half axes."""
    size, half = xy(across, down), round(2 * across, 2)
    return f"M{xy(x - across, y)}a{size} 0 1 0 {half:g} 0a{size} 0 1 0 {-half:g} 0Z"
