"""Set-up zones on decks: a thin line inside the walls of each room, with the zone's title on a tab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from builder.draw.maps.decks.lettering import Label, Ring, place_lines
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.surface.canvas import Canvas, Point, Rectangle
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import area_path, rings
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hex_loops import loops_around
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Zone

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# From the wall, or from the hexsides of a zone that is only part of a room.
_INSET, _INSET_IN_ROOM = 1.15, 1.0
_LINE, _CASING = 0.45, 0.95
_TAB, _SLANT, _FLAG = 3.6, 1.2, 2.4
_TYPE = 2.5
_LEVEL = 0.01


@dataclass(frozen=True, slots=True)
class Tab:
    """The title of a zone in a box that hangs from its line, or stands on it."""

    title: str
    west: float
    north: float
    wide: float
    tall: float
    hangs: bool

    @property
    def within(self) -> Rectangle:
        return self.west, self.north, self.wide, self.tall

    @property
    def box(self) -> Box:
        return self.west, self.north, self.west + self.wide, self.north + self.tall


class DeckZones:
    """The zones of one level, with their tabs clear of doors and symbols in ``space``."""

    def __init__(
        self, plan: DeckPlan, zones: Iterable[Zone], context: DrawingContext, overview_at: float | None
    ) -> None:
        self.plan = plan
        self.context = context
        self.grown = 1.0 / (overview_at or 1.0)
        self.type = Type(context.display, _TYPE * self.grown, 0.1 * self.grown)
        self.lines: list[tuple[str, BaseGeometry]] = []
        self.tabs: list[Tab] = []
        self.labels: list[Label] = []
        for zone in zones:
            lines = self._lines_of(set(zone.region.hexes(plan.level)))
            self.lines += [(zone.title, line) for line in lines]

    def take_lines(self, space: ClearSpace) -> None:
        """Keep other things off the lines."""
        for _, line in self.lines:
            for ring in rings(line):
                for start, end in pairwise([*ring, ring[0]]):
                    space.take_line(start, end, _CASING)

    def place_tabs(self, space: ClearSpace) -> None:
        """Find room for the title of each line."""
        for title, line in self.lines:
            self._place_tab(title, line, space)

    def draw(self, canvas: Canvas) -> None:
        """The lines of the zones, thicker on a small map."""
        data = "".join(area_path(line) for _, line in self.lines)
        if data:
            grown = self.grown**0.5
            canvas.path(data, stroke="paper", stroke_width=_CASING * grown)
            canvas.path(data, stroke="zone", stroke_width=_LINE * grown)

    def draw_titles(self, canvas: Canvas) -> None:
        """The tabs, each with a flag and the title."""
        for tab in self.tabs:
            _draw_tab(canvas, tab, self.grown)
            place = (tab.west + (1.6 + _FLAG) * self.grown, tab.north + (tab.tall + self.type.cap) / 2)
            canvas.text(tab.title, *place, self.type, fill=_ink(canvas), within=tab.within)
            canvas.keep_whole(*tab.box)
        for label in self.labels:
            for number, line in enumerate(label.lines):
                place = (label.x, label.baseline + number * label.step)
                canvas.text(
                    line, *place, label.type, anchor="middle", fill="zone", halo="paper", halo_width=0.5
                )

    def _lines_of(self, hexes: set[Hex]) -> Iterator[BaseGeometry]:
        """The closed lines of a zone: one in each room, or around its hexes outside."""
        from shapely import Polygon, unary_union

        plan = self.plan
        for id, inside in plan.hexes.items():
            ours = hexes.intersection(inside)
            hexes -= ours
            if len(ours) == len(inside):
                inset = plan.wall / 2 + _INSET * plan.scale
                yield from _parts(plan.floors[id].buffer(-inset, join_style="mitre"))
            elif ours:
                yield from _parts(
                    self._outline(ours)
                    .intersection(plan.floors[id].buffer(-plan.wall / 2, join_style="mitre"))
                    .buffer(-_INSET_IN_ROOM * plan.scale, join_style="mitre")
                )
        if hexes:
            open_space = unary_union([Polygon(plan.layout.corners(hex)) for hex in sorted(hexes)])
            yield from _parts(
                open_space.difference(plan.skin).buffer(-_INSET_IN_ROOM * plan.scale, join_style="mitre")
            )

    def _outline(self, hexes: set[Hex]) -> BaseGeometry:
        from shapely import Polygon

        radius, size = self.plan.layout.radius, self.plan.size
        shape: BaseGeometry = Polygon()
        for loop in loops_around(hexes):
            ring = Polygon([(x * radius / 2, y * size / 2) for x, y in loop])
            shape = shape.symmetric_difference(ring)
        return shape

    def _place_tab(self, title: str, line: BaseGeometry, space: ClearSpace) -> None:
        """On the longest free stretch of a level side, or in the middle if no side has room."""
        metrics = self.context.metrics
        text = title.upper()
        wide = metrics.width(text, self.type) + (_FLAG + 3.0) * self.grown
        tall, edge = _TAB * self.grown, _CASING / 2 + _LEVEL
        best: tuple[float, Tab] | None = None
        for west, east, y, hangs in _level_sides(list(rings(line))):
            north = y if hangs else y - tall
            # The tab itself begins on the line.
            inside = (west + edge, north + edge, east - edge, north + tall - edge)
            for left, right in space.free_spans(inside):
                if right - left >= wide:
                    tab = Tab(text, left if hangs else right - wide, north, wide, tall, hangs)
                    if best is None or right - left > best[0] + _LEVEL:
                        best = (right - left, tab)
        if best is not None:
            self.tabs.append(best[1])
            space.take(best[1].box)
            return
        label = None
        for type in (self.type, Type(CONDENSED_BOLD, self.type.size)):
            label = label or place_lines(text.split(), type, list(rings(line)), space, metrics)
        if label is not None:
            self.labels.append(label)
            space.take(label.box)


def _parts(shape: BaseGeometry) -> Iterator[BaseGeometry]:
    return (part for part in getattr(shape, "geoms", [shape]) if part.area > 1.0)


def _level_sides(loops: Sequence[Ring]) -> Iterator[tuple[float, float, float, bool]]:
    """The level sides of rings around an area: both ends, height, and whether the area is below it."""
    for loop in loops:
        turn = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*loop, loop[0]]))
        for (x1, y1), (x2, y2) in pairwise([*loop, loop[0]]):
            if abs(y1 - y2) < _LEVEL and abs(x1 - x2) > _TAB:
                yield min(x1, x2), max(x1, x2), y1, (x2 > x1) == (turn > 0)


def draw_zone_sample(canvas: Canvas, at: Point) -> None:
    """A piece of a zone with a tab, for the key."""
    x, y = at
    canvas.rect(x - 5.0, y - 3.0, 10.0, 6.0, fill="room", stroke="zone", stroke_width=_LINE)
    _draw_tab(canvas, Tab("", x - 3.6, y - 3.0, 7.2, 3.2, hangs=True), 0.9)


def _draw_tab(canvas: Canvas, tab: Tab, grown: float) -> None:
    """A tab with its flag, without its title."""
    west, north, east, south = tab.box
    slant, flag = _SLANT * grown, _FLAG * grown
    base, foot, cut = (north, south, -slant) if tab.hangs else (south, north, slant)
    corners = [
        (west, base), (east, base), (east, foot + cut),
        (east - slant, foot), (west + slant, foot), (west, foot + cut),
    ]  # fmt: skip
    fill = "paper" if _saves_ink(canvas) else "zone"
    canvas.polygon(corners, fill=fill, stroke="zone", stroke_width=0.2)
    canvas.icon("flying-flag", west + grown, (north + south - flag) / 2, flag, fill=_ink(canvas))


def _ink(canvas: Canvas) -> str:
    return "zone" if _saves_ink(canvas) else "#ffffff"


def _saves_ink(canvas: Canvas) -> bool:
    return canvas.theme["plate"] == canvas.theme["paper"]
