"""The numbers of dots, the tabs of zones and the names of objectives on the plan of a floor to play on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from builder.boards.dots import Building
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.dots.signs import DISC_ROOM, draw_flag, place_flag
from builder.draw.maps.dots.site import CLEAR
from builder.draw.maps.nature.plot import mixed
from builder.draw.maps.zone_tabs import Tab, ZoneTitle, draw_tab, tab_size
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, ClearSpace, grown, joined
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import rings
from builder.draw.surface.type import BOLD, CONDENSED, Type
from builder.geometry.dotlattice import Dot
from builder.scenario.model import Objective

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

DOT = 1.0
AS_ON_MAP = 1.0
"""The scale of plans to play on."""
_HALO = 0.5
_NUMBER = Type(CONDENSED, 2.6)
_GOAL = Type(BOLD, 3.4)
# Between a number or a name and what is beside it, in mm; the least is between a number and its dot.
_AIR, _LEAST = 0.3, 0.9
# The walls and the parapet of the roof, and the lines of zones with their casings, for a spacing of 16 mm.
_WALL, _LINE = 7.2, 1.5
# The steps in mm between places of a tab along the line of its zone, and what a number under it counts.
_STEP, _NUMBERED = 1.0, 0.5
# From the corner of the line to the tab.
_CORNER = 1.5


class PlanLettering:
    """Places what is written on one floor of a building so that nothing covers anything else."""

    def __init__(
        self,
        plan: Plan,
        building: Building,
        zones: Sequence[tuple[ZoneTitle, BaseGeometry]],
        objectives: Sequence[Objective],
        context: DrawingContext,
    ) -> None:
        self.plan = plan
        self.context = context
        lattice = plan.site.lattice
        self.at = {dot: lattice.at(dot) for dot in building.dots}
        self.stairs = {stairs.dot: stairs.box for stairs in plan.stairs if stairs.dot in self.at}
        self.stars = {objective.region.spot.dot: objective for objective in objectives}
        self.space = ClearSpace()
        lines = [(plan.site.area(building.dots), _WALL), *((zone, _LINE) for _, zone in zones)]
        for line, weight in lines:
            for ring in rings(line):
                for start, end in pairwise([*ring, ring[0]]):
                    self.space.take_line(start, end, weight * plan.site.unit)
        for box in (*self.stairs.values(), *(self._around(dot) for dot in self.at if dot not in self.stars)):
            self.space.take(box)
        self.flags = {dot: place_flag(plan.site, self.space, dot, plan.site.unit) for dot in self.stars}
        for dot, flag in self.flags.items():
            self.space.take(self._around(dot))
            self.space.take(grown((*flag.disc, *flag.disc), DISC_ROOM * plan.site.unit))
        self.tabs = [self._place_tab(title, zone.bounds) for title, zone in zones]
        self.numbers = dict(self._place_numbers())
        # The title of the floor has the name of the only one.
        self.goals = [
            (objective.title, self._place_goal(objective.title, self.at[dot]))
            for dot, objective in (self.stars.items() if len(self.stars) > 1 else ())
        ]

    @property
    def boxes(self) -> Iterator[Box]:
        """Everything that furniture stays clear of: dots, stairs, numbers, discs, tabs and names."""
        yield from (grown((*at, *at), CLEAR * self.plan.site.unit) for at in self.at.values())
        yield from self.stairs.values()
        yield from self.numbers.values()
        for flag in self.flags.values():
            yield grown((*flag.dot, *flag.dot), flag.ring)
            yield grown((*flag.disc, *flag.disc), DISC_ROOM * self.plan.site.unit)
        yield from (tab.box for tab in self.tabs)
        yield from (box for _, box in self.goals)

    def draw(self, canvas: Canvas, floor: str) -> None:
        """Draw everything on a floor of a color."""
        for flag in self.flags.values():
            draw_flag(canvas, flag, self.plan.site.unit)
        for tab in self.tabs:
            draw_tab(canvas, tab)
        for dot, (west, _, _, south) in self.numbers.items():
            text = self.plan.site.lattice.label(dot)
            canvas.text(text, west, south, _NUMBER, fill="dot_number", halo=floor, halo_width=_HALO)
        color = mixed(canvas.theme, "ink", "flag", 0.45)
        for title, (west, _, _, south) in self.goals:
            canvas.text(title, west, south, _GOAL, fill=color, halo=floor, halo_width=2 * _HALO)

    def _around(self, dot: Dot) -> Box:
        """The box of a dot, or of the ring around it."""
        flag = self.flags.get(dot) if dot in self.stars else None
        half = flag.ring + 0.8 if flag is not None else DOT * self.plan.site.unit
        return grown((*self.at[dot], *self.at[dot]), half)

    def _place_numbers(self) -> Iterator[tuple[Dot, Box]]:
        """Each number as near below its dot as possible, or else above it or beside it.

        All numbers of a column are at the same place beside their dots, as far as there is room.
        """
        usual = {column: self._usual_place(column) for column in sorted({dot.column for dot in self.at})}
        for dot in self.at:
            boxes = list(self._number_boxes(dot))
            costs = [self._cost(box) for box in boxes]
            place = usual[dot.column]
            best = boxes[place if costs[place] == 0.0 else costs.index(min(costs))]
            self.space.take(best)
            yield dot, best

    def _usual_place(self, column: int) -> int:
        """Which of the places beside a dot is free for most dots of a column; the first of these."""
        boxes = [list(self._number_boxes(dot)) for dot in self.at if dot.column == column]
        free = [sum(self._cost(each[place]) == 0.0 for each in boxes) for place in range(len(boxes[0]))]
        return free.index(max(free))

    def _cost(self, box: Box) -> float:
        """How much of the place of a number is taken."""
        return round(self.space.overlap(grown(box, _AIR / 2)), 2)

    def _number_boxes(self, dot: Dot) -> Iterator[Box]:
        """Places for a number: below and above its dot with its stairs or ring, and beside it."""
        (x, y), cap = self.at[dot], _NUMBER.cap
        wide = self.context.metrics.width(self.plan.site.lattice.label(dot), _NUMBER)
        around = self._around(dot)
        west, north, east, south = joined(around, self.stairs.get(dot, around))
        for left, base in (
            (x - wide / 2, south + cap + _LEAST),
            (x - wide / 2, north - _LEAST),
            (east + _LEAST, y + cap / 2),
            (west - _LEAST - wide, y + cap / 2),
            (east + _LEAST, south + cap + _LEAST),
            (west - _LEAST - wide, south + cap + _LEAST),
        ):
            yield left, base - cap, left + wide, base

    def _place_tab(self, title: ZoneTitle, zone: Box) -> Tab:
        """The tab of a zone at its line, where it covers least, and nothing else in its place."""
        wide, tall = tab_size(title, self.context)
        west, north, east, south = zone
        places = [(west + east - wide) / 2]
        places += [
            west + _CORNER + step * _STEP
            for step in range(int(max(0.0, east - west - wide - 2 * _CORNER) / _STEP) + 1)
        ]
        tabs = [
            Tab(title, (left, top, left + wide, top + tall), hangs)
            for top, hangs in ((north, True), (south - tall, False), (south, True), (north - tall, False))
            for left in places
        ]
        usual = ClearSpace()
        for dot in self.at:
            usual.take(next(self._number_boxes(dot)))

        def cost(tab: Tab) -> float:
            return round(self.space.overlap(tab.box) + _NUMBERED * usual.overlap(tab.box), 3)

        tab = min(tabs, key=cost)
        self.space.take(tab.box)
        return tab

    def _place_goal(self, title: str, star: Point) -> Box:
        """The name of an objective beside its star, where it covers least."""
        wide, cap, away = self.context.metrics.width(title, _GOAL) / 2, _GOAL.cap, DISC_ROOM + 1.0
        x, y = star
        spots = [(x, y - away - cap / 2), (x + away + wide, y), (x - away - wide, y)]
        spots += [
            (x + aside * wide, y + down * self.plan.site.pitch[1])
            for down in (-0.5, 0.5, -0.7, 0.7, -1.0, 1.0, 1.5)
            for aside in (0.0, 0.5, -0.5, 0.9, -0.9)
        ]
        boxes = [(a - wide, b - cap / 2, a + wide, b + cap / 2) for a, b in spots]
        costs = [round(self.space.overlap(grown(box, _AIR)), 2) for box in boxes]
        best = boxes[costs.index(min(costs))]
        self.space.take(best)
        return best
