"""Crawlers, boats and pods from above: their hulls, with tracks, engines, hatches and lights.

What is drawn inside an outline has no effect on play; the arrows over it say where the front is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist, hypot
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.maps.looks import look_of
from builder.draw.maps.nature.plot import mixed, tint
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.outlines import area_path
from builder.geometry.hexgrid import Direction, Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Vehicle

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

TRACKED, POD, BOAT = "tracked", "pod", "boat"
"""What a vehicle looks like."""
# In hexes: how wide a craft is, how far its ends are from the far sides of its hexes, its rounded corners,
# and how far a hex may be from the line of the others.
_WIDTH, _SHORT, _ROUND, _OFF_LINE = 0.72, 0.2, 0.13, 0.2
# The least cosine of the angle between the way it lies and the way it faces, if it has a bow.
_AHEAD = 0.8
_EDGE, _DETAIL, _CASING = 0.45, 0.22, 0.3
# The smallest craft with treads, hatches and lamps, in mm of its width.
_FINE = 6.0
_TREAD = 1.15
# The place of a hatch, and its radius, as shares of the length and the width; how broad a track is.
_HATCH, _HATCH_RADIUS, _TRACK = 0.04, 0.15, 0.22
# Where a window at the bow is, and how deep it is, as shares of the length.
_WINDOW, _DEEP = 0.415, 0.075


@dataclass(frozen=True, slots=True)
class Craft:
    """A craft around its ``middle``, ``long`` by ``wide`` mm; ``ahead`` is one mm towards its bow.

    It has no bow if it ``is_even``: it lies across the way it faces.
    """

    middle: Point
    ahead: Point
    long: float
    wide: float
    is_even: bool = False

    def at(self, along: float, across: float) -> Point:
        """A place by shares of its length from the middle ahead, and of its width to the right."""
        (x, y), (right, down) = self.middle, self.ahead
        by, off = along * self.long, across * self.wide
        return x + right * by - down * off, y + down * by + right * off

    def part(self, corners: Iterable[Point], rounded: float = 0.0) -> BaseGeometry:
        """A polygon with corners as for :meth:`at`, rounded by a share of the width."""
        from shapely import Polygon

        area, by = Polygon([self.at(*corner) for corner in corners]), rounded * self.wide
        return area.buffer(-by).buffer(by, quad_segs=5) if by else area

    @property
    def outline(self) -> BaseGeometry:
        """All that it covers, in mm."""
        return self.part(_block(-0.5, 0.5, -0.5, 0.5), _ROUND / _WIDTH)

    def resized(self, scale: float) -> Craft:
        """The craft at the same place, larger or smaller."""
        return self.moved(lambda point: point, scale)

    def moved(self, move: Callable[[Point], Point], scale: float) -> Craft:
        """The craft at another place and scale, not turned."""
        return replace(self, middle=move(self.middle), long=self.long * scale, wide=self.wide * scale)

    def narrowed(self, share: float, aside: float) -> Craft:
        """A narrower craft, moved some mm to its right."""
        (x, y), (right, down) = self.middle, self.ahead
        return replace(self, wide=self.wide * share, middle=(x - down * aside, y + right * aside))


def craft_of(layout: HexLayout, hexes: Iterable[Hex], facing: str = "") -> Craft | None:
    """The craft over several hexes in a row; None if they are not in one."""
    centers = sorted(layout.center(hex) for hex in hexes)
    if len(centers) < 2:
        return None
    first, last = max(
        ((one, other) for one in centers for other in centers if one < other),
        key=lambda ends: (round(dist(*ends), 4), ends),
    )
    run = dist(first, last)
    ahead = (last[0] - first[0]) / run, (last[1] - first[1]) / run
    middle = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
    size, count = layout.size, len(centers)
    off = max(abs((x - first[0]) * ahead[1] - (y - first[1]) * ahead[0]) for x, y in centers)
    if off > _OFF_LINE * size or run < (count - 1) * size * (1 - _OFF_LINE):
        return None
    is_even = False
    if facing:
        right, down = _way(layout, facing)
        share = ahead[0] * right + ahead[1] * down
        ahead = ahead if share >= 0 else (-ahead[0], -ahead[1])
        is_even = abs(share) < _AHEAD
    return Craft(middle, ahead, run + size * (1 - _SHORT), _WIDTH * size, is_even)


def _way(layout: HexLayout, facing: str) -> Point:
    """One mm from the center of any hex towards one of its sides."""
    hex, index = Hex(1, 1), tuple(Direction).index(Direction(facing))
    corners, (x, y) = layout.corners(hex), layout.center(hex)
    (x1, y1), (x2, y2) = corners[index], corners[(index + 1) % 6]
    right, down = (x1 + x2) / 2 - x, (y1 + y2) / 2 - y
    run = hypot(right, down)
    return right / run, down / run


def craft_solids(craft: Craft, look: str) -> Iterator[tuple[Point, Point, float]]:
    """The lines over a craft, each with its width in mm, on which no number is: tracks, a hatch, a window."""
    if look == TRACKED:
        middle = (1 - _TRACK) / 2
        for side in (-middle, middle):
            yield craft.at(-0.5, side), craft.at(0.5, side), _TRACK * craft.wide
    if not craft.is_even:
        reach = 1.3 * _HATCH_RADIUS * craft.wide / craft.long
        yield craft.at(_HATCH - reach, 0.0), craft.at(_HATCH + reach, 0.0), 2 * _HATCH_RADIUS * craft.wide
        if look != TRACKED:
            yield craft.at(_WINDOW, -0.24), craft.at(_WINDOW, 0.24), _DEEP * craft.long


def craft_look(vehicle: Vehicle) -> str:
    """What a vehicle looks like, by the words in the name of its kind."""
    return look_of((vehicle.kind.slug,), (TRACKED, POD)) or BOAT


def draw_craft(canvas: Canvas, craft: Craft, look: str, body: BaseGeometry | None = None) -> None:
    """A craft; of one that walls cut off only what is in its ``body``."""
    # A light edge, without which dark arms and engines are lost on dark ground.
    if not canvas.theme.saves_ink:
        _DRAWINGS[look](_Pen(canvas, craft, body, is_casing=True))
    _DRAWINGS[look](_Pen(canvas, craft, body))


def craft_window(craft: Craft, look: str) -> BaseGeometry | None:
    """The window at the bow; None if it has none."""
    corners = _WINDOWS.get(look)
    return None if corners is None or craft.is_even else craft.part(corners)


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws parts of a craft, by shares of its length and width; of a casing, only a light edge of them."""

    canvas: Canvas
    craft: Craft
    body: BaseGeometry | None
    is_casing: bool = False

    @property
    def is_fine(self) -> bool:
        """Whether it is large enough for details."""
        return self.craft.wide >= _FINE

    @property
    def dark(self) -> str:
        """The color of tracks and engines."""
        theme = self.canvas.theme
        return theme["vehicle"] if theme.saves_ink else mixed(theme, "wall", "vehicle", 0.78)

    @property
    def casing(self) -> float:
        """How wide the light edge is, in mm: thin on a small picture."""
        return _CASING if self.is_fine else _CASING / 2

    @property
    def light(self) -> str:
        """The color of the light edge."""
        return mixed(self.canvas.theme, "vehicle", "paper", 0.5)

    def fill(self, corners: Sequence[Point], color: str, rounded: float = 0.0, edge: float = _EDGE) -> None:
        """A part in a color with a dark edge."""
        area = self.craft.part(corners, rounded)
        if self.body is not None:
            area = area.intersection(self.body)
        # Thin on a small picture.
        edge = edge if self.is_fine else min(edge, 0.3)
        if self.is_casing:
            edge += 2 * self.casing
            self.canvas.path(area_path(area), stroke=self.light, stroke_width=edge, stroke_linejoin="round")
            return
        self.canvas.path(area_path(area), fill=color, stroke="wall", stroke_width=edge)

    def lines(self, ends: Iterable[tuple[Point, Point]], color: str, width: float = _DETAIL) -> None:
        """Lines between pairs of places."""
        from shapely import LineString

        pieces = [(self.craft.at(*start), self.craft.at(*end)) for start, end in ends]
        if self.body is not None:
            pieces = [piece for piece in pieces if self.body.covers(LineString(piece))]
        if self.is_casing:
            color, width = self.light, width + 2 * self.casing
        self.canvas.segments(pieces, stroke=color, stroke_width=width)

    def disc(self, place: Point, radius: float, color: str, edge: float = _DETAIL) -> None:
        """A disc with a radius as a share of the width."""
        x, y = self.craft.at(*place)
        if self.is_casing:
            return
        self.canvas.circle(x, y, radius * self.craft.wide, fill=color, stroke="wall", stroke_width=edge)

    def hatch(self) -> None:
        """A round hatch with its hinge."""
        theme, back = self.canvas.theme, _HATCH - 1.3 * _HATCH_RADIUS * self.craft.wide / self.craft.long
        self.disc((_HATCH, 0.0), _HATCH_RADIUS, tint(theme, "vehicle", "wall", 0.12), 0.3)
        self.disc((_HATCH, 0.0), 0.6 * _HATCH_RADIUS, tint(theme, "vehicle", "paper", 0.35))
        self.lines([((back, -0.07), (back, 0.07))], "wall", 0.45)


def _draw_tracked(pen: _Pen) -> None:
    """A crawler: a hull between two tracks, with lamps in front and a grille behind."""
    theme = pen.canvas.theme
    for side in (-1, 1):
        inner, outer = sorted((side * (0.5 - _TRACK), side * 0.5))
        pen.fill(_block(-0.5, 0.49, inner, outer), pen.dark, 0.09)
        if pen.is_fine:
            count = max(4, round(pen.craft.long / _TREAD))
            steps = [-0.5 + (number + 0.5) / count for number in range(1, count - 1)]
            ends = [((at, side * 0.4), (at, side * 0.485)) for at in steps]
            pen.lines(ends, mixed(theme, "vehicle", "wall", 0.5) if not theme.saves_ink else "wall", 0.3)
    hull = ((-0.47, -0.29), (-0.44, -0.36), (0.3, -0.36), (0.46, -0.24), (0.46, 0.24), (0.3, 0.36),
            (-0.44, 0.36), (-0.47, 0.29))  # fmt: skip
    pen.fill(hull, theme["vehicle"])
    if not pen.is_fine:
        return
    lit = tint(theme, "vehicle", "paper", 0.45)
    pen.fill(_WINDOWS[TRACKED], lit, edge=_DETAIL)
    pen.lines([((at, -0.2), (at, 0.2)) for at in (-0.44, -0.415, -0.39)], "wall")
    pen.lines([((-0.36, -0.36), (-0.36, 0.36))], "vehicle_line")
    pen.hatch()
    for side in (-1, 1):
        pen.disc((0.425, 0.2 * side), 0.07, theme["paper"])


def _draw_boat(pen: _Pen) -> None:
    """A boat: a pointed hull with a canopy at its bow and engines behind, or with two blunt ends."""
    theme, even = pen.canvas.theme, pen.craft.is_even
    for side in (-1, 1):
        inner, outer = sorted((side * 0.14, side * 0.38))
        pen.fill(_block(-0.5, -0.42, inner, outer), pen.dark, edge=0.3)
        if even:
            pen.fill(_block(0.42, 0.5, inner, outer), pen.dark, edge=0.3)
    stern = ((-0.46, 0.3), (-0.36, 0.5), (-0.46, -0.3), (-0.36, -0.5))
    if even:
        bow: tuple[Point, ...] = ((0.36, -0.5), (0.46, -0.3), (0.46, 0.3), (0.36, 0.5))
    else:
        bow = ((0.14, -0.5), (0.37, -0.36), (0.5, -0.12), (0.5, 0.12), (0.37, 0.36), (0.14, 0.5))
    hull = (stern[2], stern[3], *bow, stern[1], stern[0])
    pen.fill(hull, theme["vehicle"], 0.07)
    if not pen.is_fine:
        return
    deck = [(along * 0.9, across * 0.74) for along, across in hull]
    line = pen.craft.part(deck, 0.06)
    if pen.body is not None:
        line = line.intersection(pen.body)
    pen.canvas.path(area_path(line), fill=tint(theme, "vehicle", "paper", 0.25), stroke="vehicle_line",
                    stroke_width=_DETAIL)  # fmt: skip
    if not even:
        pen.hatch()
        pen.fill(_WINDOWS[BOAT], theme["berth_glass"], 0.03, _DETAIL)


def _draw_pod(pen: _Pen) -> None:
    """A workpod: a round hull with a window, two arms in front of it and a thruster at each corner."""
    theme = pen.canvas.theme
    share = pen.craft.wide / pen.craft.long
    for side in (-1, 1):
        inner, outer = sorted((side * 0.3, side * 0.5))
        for along in (-0.36, 0.16):
            pen.fill(_block(along, along + 0.12, inner, outer), pen.dark, edge=0.3)
        arm = ((0.3, side * 0.4), (0.44, side * 0.44)), ((0.44, side * 0.44), (0.5, side * 0.26))
        pen.lines(arm, "wall", 0.9 if pen.is_fine else 0.4)
    blunt = 0.5 - 0.22 * share
    hull = ((-0.47, -0.2), (-blunt, -0.42), (0.28, -0.42), (0.47, -0.2), (0.47, 0.2), (0.28, 0.42),
            (-blunt, 0.42), (-0.47, 0.2))  # fmt: skip
    pen.fill(hull, theme["vehicle"], 0.12)
    if not pen.is_fine:
        return
    # The seam leaves room for the title.
    pen.lines([((-0.3, side * 0.42), (-0.3, side * 0.27)) for side in (-1, 1)], "vehicle_line")
    pen.hatch()
    pen.fill(_WINDOWS[POD], theme["berth_glass"], 0.03, _DETAIL)


def _block(back: float, front: float, left: float, right: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (back, left), (front, left), (front, right), (back, right)


_WINDOWS: Mapping[str, tuple[Point, ...]] = MappingProxyType(
    {
        TRACKED: ((0.3, -0.36), (0.46, -0.24), (0.46, 0.24), (0.3, 0.36)),
        BOAT: ((0.38, -0.24), (0.445, -0.1), (0.445, 0.1), (0.38, 0.24)),
        POD: ((0.4, -0.2), (0.44, -0.14), (0.44, 0.14), (0.4, 0.2)),
    }
)
_DRAWINGS: Mapping[str, Callable[[_Pen], None]] = MappingProxyType(
    {TRACKED: _draw_tracked, BOAT: _draw_boat, POD: _draw_pod}
)
