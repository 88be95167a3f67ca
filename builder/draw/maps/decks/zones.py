"""Set-up zones on decks: a thin line inside the walls of each room, with the zone's title on a tab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from builder.draw.maps.decks.extent import within
from builder.draw.maps.decks.lettering import Label, Ring, Room, place_lines
from builder.draw.maps.decks.number_spots import NumberSpots
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.zone_tabs import (
    POST_DASHES,
    Tab,
    ZoneTitle,
    boxes_around,
    draw_tab,
    is_astray,
    leader_to,
    tab_size,
    tab_type,
    title_of,
)
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import area_path, rings
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hex_loops import loops_around
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Scenario, Zone

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# From the wall, or from the hexsides of a zone that is only part of a room.
_INSET, _INSET_IN_ROOM = 1.15, 1.0
_LINE, _CASING = 0.45, 0.95
# Tabs are a little smaller than on other maps.
_GROW = 0.93
_LEVEL = 0.01
# The most of a leader that may be in rooms, in mm: from the line of its zone to the wall.
_INDOORS = 3.0
_MIN_SIDE = 3.6
# The distance between places for a tab at an upright side, in mm.
_STEP = 0.6
# The edge in mm of the plate for a title that has no room for a tab.
_PLATE = 0.5


class DeckZones:
    """The zones of one level, with their tabs clear of doors and symbols in ``space``."""

    def __init__(
        self,
        plan: DeckPlan,
        scenario: Scenario,
        zones: Iterable[Zone],
        context: DrawingContext,
        overview_at: float | None,
    ) -> None:
        self.plan = plan
        self.context = context
        self.grown = 1.0 / (overview_at or 1.0)
        self.grow = _GROW * self.grown
        self.type = tab_type(context, self.grow)
        self.lines: list[tuple[ZoneTitle, BaseGeometry]] = []
        self.tabs: list[Tab] = []
        self.labels: list[tuple[Label, str]] = []
        for zone in zones:
            title = title_of(scenario, zone)
            lines = self._lines_of(set(zone.region.hexes(plan.level)))
            self.lines += [(title, line) for line in lines]

    def take_lines(self, space: ClearSpace) -> None:
        """Keep other things off the lines."""
        for _, line in self.lines:
            for ring in rings(line):
                for start, end in pairwise([*ring, ring[0]]):
                    space.take_line(start, end, _CASING)

    def place_tabs(self, space: ClearSpace, spots: NumberSpots, frame: Box) -> None:
        """Find room in the frame for the title of each line; numbers inside it give way if there is none."""
        for title, line in self.lines:
            if not self._place_tab(title, line, space):
                hexes = self._inside(line)
                spots.give_way(hexes)
                # Without a title, its steps and its color still say which zone it is.
                short = replace(title, text="")
                if not (
                    self._place_tab(title, line, space)
                    or self._place_tab_beside(title, line, space)
                    or self._place_led_tab(title, line, space, frame)
                    or (title.steps and self._place_tab(short, line, space))
                ):
                    self._place_label(title, line, space)
                spots.reserve_usual(hexes)

    def _inside(self, line: BaseGeometry) -> list[Hex]:
        """The hexes whose middle a line encloses."""
        from shapely import contains_xy

        west, north, east, south = line.bounds
        centers = ((hex, self.plan.layout.center(hex)) for hex in self.plan.inner)
        near = [(hex, x, y) for hex, (x, y) in centers if west <= x <= east and north <= y <= south]
        if not near:
            return []
        hexes, xs, ys = zip(*sorted(near), strict=True)
        return [hex for hex, is_inside in zip(hexes, contains_xy(line, xs, ys), strict=True) if is_inside]

    def draw(self, canvas: Canvas) -> None:
        """The lines of the zones, thicker on a small map."""
        grown = self.grown**0.5
        for color, is_post in dict.fromkeys((title.color, title.is_post) for title, _ in self.lines):
            data = "".join(area_path(line) for title, line in self.lines if title.color == color)
            dashes = {"stroke_dasharray": POST_DASHES} if is_post else {}
            canvas.path(data, stroke="paper", stroke_width=_CASING * grown)
            canvas.path(data, stroke=color, stroke_width=_LINE * grown, **dashes)

    def draw_titles(self, canvas: Canvas) -> None:
        """The tabs of the zones, or their titles where no tab has room."""
        for tab in self.tabs:
            draw_tab(canvas, tab, grow=self.grow)
        for label, color in self.labels:
            west, north, east, south = label.box
            fill, ink = ("paper", color) if canvas.theme.saves_ink else (color, "#ffffff")
            box = (west - _PLATE, north - _PLATE, east - west + 2 * _PLATE, south - north + 2 * _PLATE)
            canvas.rect(*box, radius=_PLATE, fill=fill, stroke=color, stroke_width=0.25)
            for number, line in enumerate(label.lines):
                place = (label.x, label.baseline + number * label.step)
                canvas.text(line, *place, label.type, anchor="middle", fill=ink, within=box)

    def _lines_of(self, hexes: set[Hex]) -> Iterator[BaseGeometry]:
        """The closed lines of a zone: one in each room, or around its hexes outside."""
        from shapely import Polygon, unary_union

        plan = self.plan
        for id, inside in plan.hexes.items():
            in_room = hexes.intersection(inside)
            hexes -= in_room
            if len(in_room) == len(inside):
                inset = plan.wall / 2 + _INSET * plan.scale
                yield from _parts(plan.floors[id].buffer(-inset, join_style="mitre"))
            elif in_room:
                yield from _parts(
                    self._outline(in_room)
                    .intersection(plan.floors[id].buffer(-plan.wall / 2, join_style="mitre"))
                    .buffer(-_INSET_IN_ROOM * plan.scale, join_style="mitre")
                )
        if hexes:
            # Units outside are on the plates of the hull, too, which cover some hexes, but not in rooms.
            outside = unary_union([Polygon(plan.layout.corners(hex)).buffer(_LEVEL) for hex in sorted(hexes)])
            rooms = plan.inside.buffer(plan.wall / 2, join_style="mitre")
            yield from _parts(
                outside.difference(rooms).buffer(-_INSET_IN_ROOM * plan.scale, join_style="mitre")
            )

    def _outline(self, hexes: set[Hex]) -> BaseGeometry:
        from shapely import Polygon

        radius, size = self.plan.layout.radius, self.plan.size
        shape: BaseGeometry = Polygon()
        for loop in loops_around(hexes):
            ring = Polygon([(x * radius / 2, y * size / 2) for x, y in loop])
            shape = shape.symmetric_difference(ring)
        return shape

    def _place_tab(self, title: ZoneTitle, line: BaseGeometry, space: ClearSpace) -> bool:
        """On the longest free stretch of a level side, at the foot if possible; false if no side has room."""
        wide, tall = tab_size(title, self.context, self.grow)
        edge = _CASING / 2 + _LEVEL
        best: tuple[tuple[bool, float], Tab] | None = None
        for west, east, y, hangs in _level_sides(list(rings(line))):
            north = y if hangs else y - tall
            # The tab itself begins on the line, and ends clear of what is in the room.
            top, foot = (north + edge, north + tall) if hangs else (north, north + tall - edge)
            inside = (west + edge, top, east - edge, foot)
            for left, right in space.free_spans(inside):
                if right - left >= wide:
                    x, rank = left if hangs else right - wide, (not hangs, right - left)
                    if best is None or rank > (best[0][0], best[0][1] + _LEVEL):
                        best = (rank, Tab(title, (x, north, x + wide, north + tall), hangs))
        if best is not None:
            self.tabs.append(best[1])
            space.take(best[1].box)
        return best is not None

    def _place_tab_beside(self, title: ZoneTitle, line: BaseGeometry, space: ClearSpace) -> bool:
        """In the zone at an upright side, as far north as possible; false if no side has room."""
        from shapely import box, prepare

        wide, tall = tab_size(title, self.context, self.grow)
        room, edge = line.buffer(_LEVEL), _CASING / 2 + _LEVEL
        prepare(room)
        for x, top, foot, is_west in sorted(_upright_sides(list(rings(line))), key=lambda side: side[1:]):
            west, north = (x if is_west else x - wide), top
            while north + tall <= foot:
                inside = (west + edge, north + edge, west + wide - edge, north + tall)
                if space.is_free(inside) and room.covers(box(*inside)):
                    self.tabs.append(Tab(title, (west, north, west + wide, north + tall), hangs=True))
                    space.take(self.tabs[-1].box)
                    return True
                north += _STEP
        return False

    def _place_led_tab(self, title: ZoneTitle, line: BaseGeometry, space: ClearSpace, frame: Box) -> bool:
        """A tab outside the hull, with a leader that crosses no other room; false if there is no room."""
        from shapely import LineString, box, prepare

        plan, size = self.plan, tab_size(title, self.context, self.grow)
        west, north, east, south = line.bounds
        prepare(plan.skin)
        others = [other for _, other in self.lines if other is not line]
        near = [around for _, around in boxes_around((west, north, east, south), size, self.grow)]
        # To one side of the middle of the zone at last, so that one half of it is free.
        middle = (west + east) / 2
        aside = [
            (left, top, left + size[0], foot)
            for _, top, _, foot in near
            if foot < north or top > south
            for left in (middle, middle - size[0])
        ]
        for around in dict.fromkeys((*near, *aside)):
            if within(around, frame) != around or not space.is_free(around):
                continue
            tab = Tab(title, around, hangs=True, leader=leader_to(line, around, self.grow))
            if tab.leader is None or plan.skin.intersects(box(*around)) or is_astray(tab, line, others):
                continue
            if LineString(tab.leader).intersection(plan.inside).length <= _INDOORS * plan.scale:
                self.tabs.append(tab)
                space.take(around)
                return True
        return False

    def _place_label(self, title: ZoneTitle, line: BaseGeometry, space: ClearSpace) -> None:
        """The steps of the set-up and the title on a plate in the middle, or only the first of them."""
        words = f"{title.steps} {title.text}".split()
        narrow = Type(CONDENSED_BOLD, self.type.size)
        for lines, type in ((words, self.type), (words, narrow), (words[:1], narrow)):
            label = place_lines(lines, type, Room(list(rings(line))), space, self.context.metrics)
            if label is not None:
                self.labels.append((label, title.color))
                space.take(label.box)
                return


def _parts(shape: BaseGeometry) -> Iterator[BaseGeometry]:
    return (part for part in getattr(shape, "geoms", [shape]) if part.area > 1.0)


def _upright_sides(loops: Sequence[Ring]) -> Iterator[tuple[float, float, float, bool]]:
    """The upright sides of rings around an area: x, both ends, and whether the area is to the east."""
    turned = [[(y, x) for x, y in loop] for loop in loops]
    for north, south, x, is_west in _level_sides(turned):
        yield x, north, south, is_west


def _level_sides(loops: Sequence[Ring]) -> Iterator[tuple[float, float, float, bool]]:
    """The level sides of rings around an area: both ends, height, and whether the area is below it."""
    for loop in loops:
        turn = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*loop, loop[0]]))
        for (x1, y1), (x2, y2) in pairwise([*loop, loop[0]]):
            if abs(y1 - y2) < _LEVEL and abs(x1 - x2) > _MIN_SIDE:
                yield min(x1, x2), max(x1, x2), y1, (x2 > x1) == (turn > 0)
