"""The floors of tall buildings as small plans, below the whole map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from builder.boards.dots import Building
from builder.draw.maps.dots.interiors import draw_floor
from builder.draw.maps.dots.openings import draw_way_through
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.dots.signs import draw_stairs, draw_star
from builder.draw.maps.dots.walls import draw_walls, walls_of
from builder.draw.maps.dots.zones import zone_area
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.plot import mixed, tint
from builder.draw.maps.zone_tabs import Tab, ZoneTitle, draw_tab, tab_size, title_of
from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.clear_space import Box, ClearSpace, grown
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block
from builder.draw.surface.outlines import area_path, rings
from builder.draw.surface.type import BOLD, CONDENSED, Type
from builder.geometry.dotlattice import Dot
from builder.scenario.model import Objective

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The floors from which a building has plans; one with an objective above the ground has them in any case.
_TALL = 3
_SCALES = (1 / 3, 0.29, 0.25, 0.21, 0.17, 0.13)
_PAD = 3.0
_HALO = 0.35
# How far numbers stay away from the middle of an outer wall, or from the parapet of the roof.
_WALL = 3.6
# A roof of more columns of dots than this has a seam at every second one.
_MANY = 6
_TINY = 1e-6
_DOT = 1.0
_HEAD, _LABEL = 5.4, 4.0
_HEADING, _NAME = 3.4, Type(BOLD, 2.7)
_STAR = 1.7
# The numbers of dots on plans to play on.
_NUMBER = 2.6
_GOAL = Type(BOLD, 3.4)
# With this scale, stars are as large as on the map.
_AS_ON_MAP = 0.55
_GAP, _APART = 4.0, 7.0
# Counters fit side by side on dots that are at least so far apart.
_COUNTER = 15.8


@dataclass(frozen=True, slots=True)
class Storey:
    """A plan of a floor, or of several floors that are alike."""

    title: str
    plan: Drawing
    has_objective: bool


@dataclass(frozen=True)
class Storeys:
    """Draws the floors of the tall buildings of a map."""

    plan: Plan
    look: MapLook
    context: DrawingContext

    def block(self, width: float, most: float) -> Block | None:
        """The plans in rows of a width; as large as they can be in a height of ``most`` mm.

        None if no building has plans.
        """
        tall = self._tall
        if not tall:
            return None
        for scale in _SCALES:
            rows = self._rows(tall, scale, width)
            height = sum(max(tile[2] for tile in row) for row in rows)
            if height <= most:
                break

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for row in rows:
                left = x
                for building, wide, _ in row:
                    self._draw(canvas, building, (left, y), scale, wide)
                    left += wide + _APART
                y += max(tile[2] for tile in row)

        return Block(height, draw)

    @property
    def _tall(self) -> list[Building]:
        """The buildings that have plans."""
        site = self.plan.site
        spots = (objective.region.spot for objective in self.look.objectives_of(self.plan.scenario))
        high = {spot.dot for spot in spots if spot.floor > 0}
        return [
            building
            for building in site.dots.buildings
            if building.dots and (building.levels >= _TALL or high.intersection(building.dots))
        ]

    def sheets(self, room: tuple[float, float]) -> list[Drawing]:
        """The floors above the ground at the size of the map, to play on: a strip for each building.

        Each strip goes from the first floor up to the roof and fits into ``room`` mm; floors for which there
        is no room in it are in the next one. Buildings with objectives above the ground come first, then
        those with set-up zones there, then other tall ones. A building that is wider than the room is drawn
        smaller; so is one whose floors fit into one row if they are a little smaller.
        """
        tall = self._tall
        used = {
            self.plan.site.dots.building_at.get(place.dot)
            for zone in self.look.zones_of(self.plan.scenario)
            for place in zone.region.spots
            if place.floor > 0
        }
        ranked = []
        for number, building in enumerate(self.plan.site.dots.buildings):
            if building.dots and building.levels > 1:
                storeys = list(self.storeys(building, _AS_ON_MAP))[1:]
                is_goal = any(storey.has_objective for storey in storeys)
                rank = 0 if is_goal else 1 if building in used else 2 if building in tall else 3
                ranked.append((rank, number, building.name, storeys))
        return [
            drawing
            for _, _, name, storeys in sorted(ranked, key=lambda each: each[:2])
            for drawing in self._strips(name, storeys, room)
        ]

    def _strips(self, name: str, storeys: Sequence[Storey], room: tuple[float, float]) -> Iterator[Drawing]:
        """The floors of a building from left to right in rows, on as many drawings as they need."""
        scale = min(1.0, room[0] / max(storey.plan.width for storey in storeys))
        row = sum(storey.plan.width for storey in storeys)
        fitting = (room[0] - _GAP * (len(storeys) - 1)) / row
        if _COUNTER / self.plan.site.lattice.spacing <= fitting < scale:
            scale = fitting
        placed: list[tuple[Storey, float, float]] = []
        x = y = deep = wide = 0.0
        for storey in storeys:
            tile = (self._tile_width(name, storey, scale), storey.plan.height * scale + _LABEL)
            if placed and x + tile[0] > room[0] + _TINY:
                x, y, deep = 0.0, y + deep + _GAP, 0.0
            if placed and y + tile[1] > room[1]:
                yield self._strip(name, placed, scale, (wide, y - _GAP))
                placed, x, y, deep, wide = [], 0.0, 0.0, 0.0, 0.0
            placed.append((storey, x, y))
            deep, wide = max(deep, tile[1]), max(wide, x + tile[0])
            x += tile[0] + _GAP
        yield self._strip(name, placed, scale, (wide, y + deep))

    def _tile_width(self, name: str, storey: Storey, scale: float) -> float:
        """The width of a floor to play on, or of its title."""
        run = self.context.metrics.width(f"{name} · {storey.title}", _NAME)
        return max(storey.plan.width * scale, run)

    def _strip(
        self,
        name: str,
        placed: Sequence[tuple[Storey, float, float]],
        scale: float,
        size: tuple[float, float],
    ) -> Drawing:
        """Floors of a building, each under its title."""
        canvas = Canvas(*size, self.context)
        for storey, x, y in placed:
            canvas.text(f"{name} · {storey.title}", x, y + 2.8, _NAME)
            canvas.place(storey.plan, x, y + _LABEL, scale=scale)
        titles = [storey.title for storey, *_ in placed]
        return canvas.drawing(placed[0][0].plan.name, " · ".join([name, *titles]))

    def _rows(
        self, tall: list[Building], scale: float, width: float
    ) -> list[list[tuple[Building, float, float]]]:
        """The buildings in rows, each with the width and height of its plans."""
        rows: list[list[tuple[Building, float, float]]] = []
        used = 0.0
        for building in tall:
            storeys = list(self.storeys(building, scale))
            wide = sum(self._width(storey, scale) for storey in storeys) + _GAP * (len(storeys) - 1)
            wide = max(wide, self.context.metrics.width(self._heading(building), self._head_type))
            deep = max(storey.plan.height for storey in storeys) * scale + _HEAD + _LABEL + 1.5
            if rows and used + _APART + wide <= width:
                rows[-1].append((building, wide, deep))
                used += _APART + wide
            else:
                rows.append([(building, wide, deep)])
                used = wide
        return rows

    def _width(self, storey: Storey, scale: float) -> float:
        """The width of a plan or of its title, whichever is wider."""
        return max(storey.plan.width * scale, self.context.metrics.width(storey.title, _NAME))

    @property
    def _head_type(self) -> Type:
        return Type(self.context.display, _HEADING, 0.2)

    def _heading(self, building: Building) -> str:
        return self.context.words("dots.floor-by-floor", building=building.name).upper()

    def _draw(
        self, canvas: Canvas, building: Building, at: tuple[float, float], scale: float, wide: float
    ) -> None:
        x, y = at
        canvas.text(self._heading(building), x, y + 3.6, self._head_type)
        for storey in self.storeys(building, scale):
            canvas.text(storey.title, x, y + _HEAD + 2.8, _NAME)
            canvas.place(storey.plan, x, y + _HEAD + _LABEL, scale=scale)
            x += self._width(storey, scale) + _GAP

    def storeys(self, building: Building, scale: float) -> Iterator[Storey]:
        """The floors of a building from the ground up, and its roof; floors that are alike have one plan."""
        words = self.context.words
        objectives = [
            objective
            for objective in self.look.objectives_of(self.plan.scenario)
            if self.plan.site.dots.building_at.get(objective.region.spot.dot) is building
        ]

        def on(floor: int) -> list[Objective]:
            return [objective for objective in objectives if objective.region.spot.floor == floor]

        def storey(title: str, floor: int) -> Storey:
            # An objective that is the building itself needs no name of its own.
            named = (each.title for each in on(floor) if each.title != building.name)
            titles = [title, *named]
            return Storey(" · ".join(titles), self._plan(building, floor, on(floor), scale), bool(on(floor)))

        yield storey(words("dots.ground-floor"), 0)
        first = 1
        while first < building.levels:
            last = first
            # Units on two floors need a plan each, so plans to play on show one floor.
            while scale < _AS_ON_MAP and not on(last) and last + 1 < building.levels and not on(last + 1):
                last += 1
            title = words("dots.floor-number", floor=first)
            if last > first:
                title = words("dots.floor-numbers", first=first, last=last)
            yield storey(title, first)
            first = last + 1
        yield storey(words("dots.roof"), building.levels)

    def _plan(self, building: Building, floor: int, objectives: list[Objective], scale: float) -> Drawing:
        """One floor at its true size, to be placed at a scale."""
        site, context = self.plan.site, self.context
        to_play = scale == _AS_ON_MAP
        west, north, east, south = site.area(building.dots).bounds
        canvas = Canvas(east - west + 2 * _PAD, south - north + 2 * _PAD, context)
        members = set(building.dots)
        with canvas.shifted(_PAD - west, _PAD - north):
            if floor == building.levels:
                self._roof(canvas, building)
            else:
                draw_floor(canvas, site, building, is_light=building.id in self.plan.areas.light)
                edges = {edge: look for edge, look in self.plan.looks.items() if members & set(edge)}
                draw_walls(canvas, walls_of(site, edges), site.unit)
                for way in self.plan.ways:
                    is_here = members & {dot for edge in way.edges for dot in edge}
                    if is_here and (floor == 0 or way.is_indoors or way.kind == "window"):
                        draw_way_through(canvas, way, site.unit, canvas.theme["slabs"])
            zones = list(self._zones_on(building, floor)) if to_play else []
            for title, area in zones:
                self.plan.zones.draw_line(canvas, area, title.color)
            for stairs in self.plan.stairs:
                if stairs.dot in members:
                    draw_stairs(canvas, stairs.box, stairs.is_lying, site.unit)
            data = "".join(f"M{mm(x)} {mm(y)}h.01" for x, y in map(site.lattice.at, building.dots))
            canvas.path(data, stroke="dot", stroke_width=2 * _DOT * site.unit, stroke_linecap="round")
            if to_play:
                is_roof = floor == building.levels
                self._draw_tabs_and_numbers(canvas, building, zones, objectives, is_roof=is_roof)
            for objective in objectives:
                draw_star(canvas, site.lattice.at(objective.region.spot.dot), _STAR / scale)
        return canvas.drawing(f"floor-{building.id}-{floor}", building.name)

    def _zones_on(self, building: Building, floor: int) -> Iterator[tuple[ZoneTitle, BaseGeometry]]:
        """The title of each set-up zone on a floor, and the area inside its line."""
        plan = self.plan
        for zone in self.look.zones_of(plan.scenario):
            dots = {place.dot for place in zone.region.spots if place.floor == floor}
            here = [dot for dot in building.dots if dot in dots]
            if here:
                title = title_of(plan.scenario, zone, plan.zones.bearing(zone))
                yield title, zone_area(plan.site, here, plan.looks.keys())

    def _draw_tabs_and_numbers(
        self,
        canvas: Canvas,
        building: Building,
        zones: Sequence[tuple[ZoneTitle, BaseGeometry]],
        objectives: Sequence[Objective],
        *,
        is_roof: bool,
    ) -> None:
        """Draw the titles of set-up zones and the numbers of the dots, which only plans to play on have."""
        site, space = self.plan.site, ClearSpace()
        at = {dot: site.lattice.at(dot) for dot in building.dots}
        for stairs in self.plan.stairs:
            space.take(stairs.box)
        stars = [at[objective.region.spot.dot] for objective in objectives]
        for points, half in ((at.values(), _DOT * site.unit), (stars, _STAR / _AS_ON_MAP + 0.6)):
            for x, y in points:
                space.take((x - half, y - half, x + half, y + half))
        area = site.area(building.dots)
        for lines, weight in ((area, 7.2 * site.unit), *((zone, 1.5 * site.unit) for _, zone in zones)):
            for ring in rings(lines):
                for start, end in pairwise([*ring, ring[0]]):
                    space.take_line(start, end, weight)
        # Right below the dot, or below the stairs or the star on it; above it only if a wall is below.
        type = Type(CONDENSED, _NUMBER)
        feet = {stairs.dot: stairs.box[3] for stairs in self.plan.stairs}
        numbers: dict[Dot, Box] = {}
        for dot, (x, y) in at.items():
            half = _STAR / _AS_ON_MAP + 0.6 if (x, y) in stars else _DOT * site.unit
            base = max(y + half, feet.get(dot, 0.0)) + type.cap + 0.5
            if base > area.bounds[3] - _WALL * site.unit:
                base = y - half - 0.5
            wide = canvas.metrics.width(site.lattice.label(dot), type)
            numbers[dot] = (x - wide / 2, base - type.cap, x + wide / 2, base)
            space.take(numbers[dot])
        for title, zone in zones:
            self._draw_tab(canvas, title, zone.bounds, space)
        floor = self._roof_tone(canvas) if is_roof else self.plan.areas.color_at(at[building.dots[0]])
        for dot, (west, _, _, south) in numbers.items():
            text = site.lattice.label(dot)
            canvas.text(text, west, south, type, fill="dot_number", halo=floor, halo_width=_HALO)
        for objective in objectives:
            self._draw_goal(canvas, objective.title, at[objective.region.spot.dot], floor, space)

    def _draw_goal(self, canvas: Canvas, title: str, star: Point, floor: str, space: ClearSpace) -> None:
        """The name of an objective beside its star, where it covers least."""
        wide, cap, away = canvas.metrics.width(title, _GOAL) / 2, _GOAL.cap, _STAR / _AS_ON_MAP + 1.0
        x, y = star
        spots = [(x, y - away - cap / 2), (x + away + wide, y), (x - away - wide, y)]
        spots += [
            (x + aside * wide, y + down * self.plan.site.pitch[1])
            for down in (-0.5, 0.5, -0.7, 0.7, -1.0, 1.0, 1.5)
            for aside in (0.0, 0.5, -0.5, 0.9, -0.9)
        ]
        boxes = [(a - wide, b - cap / 2, a + wide, b + cap / 2) for a, b in spots]
        costs = [round(space.overlap(grown(box, 0.3)), 2) for box in boxes]
        best = boxes[costs.index(min(costs))]
        space.take(best)
        color = mixed(canvas.theme, "ink", "flag", 0.45)
        canvas.text(title, best[0], best[3], _GOAL, fill=color, halo=floor, halo_width=2 * _HALO)

    def _draw_tab(self, canvas: Canvas, title: ZoneTitle, zone: Box, space: ClearSpace) -> None:
        """The tab of a zone at its line, where it covers least, and nothing else in its place."""
        wide, tall = tab_size(title, self.context)
        west, north, east, south = zone
        tabs = [
            Tab(title, (left, top, left + wide, top + tall), hangs)
            for top, hangs in ((north, True), (south - tall, False), (south, True), (north - tall, False))
            for left in ((west + east - wide) / 2, west + 1.5, east - wide - 1.5)
        ]
        tab = min(tabs, key=lambda tab: (round(space.overlap(tab.box), 3), tabs.index(tab)))
        space.take(tab.box)
        draw_tab(canvas, tab)

    def _roof(self, canvas: Canvas, building: Building) -> None:
        """A flat roof with seams inside a parapet."""
        from shapely import MultiLineString

        site, unit = self.plan.site, self.plan.site.unit
        area = site.area(building.dots)
        inner = area.buffer(-3.0 * unit, join_style="mitre")
        rim, fill = tint(canvas.theme, "paper", "light_wall", 0.62), self._roof_tone(canvas)
        canvas.path(area_path(area), fill=rim, stroke="hull", stroke_width=1.6 * unit, fill_rule="evenodd")
        line = {"stroke": "muted", "stroke_width": 0.6 * unit}
        canvas.path(area_path(inner), fill=fill, fill_rule="evenodd", **line)
        west, north, east, south = inner.bounds
        # Midway between columns of dots, where no number is.
        columns = sorted({site.plot(dot)[0] for dot in building.dots})
        places = [x for x in columns[1 :: 2 if len(columns) > _MANY else 1] if west < x < east]
        if places:
            seams = MultiLineString([[(x, north), (x, south)] for x in places]).intersection(inner)
            ends = [tuple(part.coords) for part in getattr(seams, "geoms", [seams]) if part.length > 0]
            canvas.segments(ends, stroke="furniture_line", stroke_width=0.5 * unit)

    def _roof_tone(self, canvas: Canvas) -> str:
        return tint(canvas.theme, "paper", "light_wall", 0.42)
