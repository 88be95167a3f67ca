"""The floors of tall buildings as small plans, below the whole map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from builder.boards.dots import Building
from builder.draw.maps.dots.floors.roofs import draw_roof, draw_roof_pieces, roof_pieces, roof_tone
from builder.draw.maps.dots.furniture import Item, draw_items
from builder.draw.maps.dots.interiors import draw_floor, floor_color, furnish
from builder.draw.maps.dots.openings import WayThrough, draw_way_through
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.dots.plan_lettering import AS_ON_MAP, DOT, PlanLettering
from builder.draw.maps.dots.signs import draw_small_stairs, draw_stairs, draw_star
from builder.draw.maps.dots.site import CLEAR
from builder.draw.maps.dots.walls import Wall, draw_walls, walls_of
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.zone_tabs import ZoneTitle, title_of
from builder.draw.surface.canvas import Canvas, Drawing, mm
from builder.draw.surface.clear_space import ClearSpace, grown
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import BOLD, MIN_SIZE, Metrics, Type
from builder.geometry.dotlattice import Dot
from builder.scenario.model import Objective

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The floors from which a building has plans; one with an objective above the ground has them in any case.
_TALL = 3
_SCALES = (1 / 3, *(number / 200 for number in range(66, 24, -1)))
# The radius of a star on a small plan, in mm.
_STAR = 1.7
# Around the middle of an outer wall: the other half of it, and what sticks out of a window.
_PAD = 2.1
_HEAD, _LABEL, _LINE = 5.4, 4.0, 3.2
_HEADING, NAME = 3.4, Type(BOLD, 2.7)
# How much further apart plans are to fill the width, at most.
_MOST_FREE = 24.0
# The shadow of walls on a floor: how wide, and how dark.
_SHADE, _SHADE_TONE = 2.7, 0.1
# How far furniture is from what matters, from openings, and how much further from walls beside a zone's line.
_AROUND, _AT_OPENING, _ZONE = 0.5, 1.5, 3.4
# How far pieces of furniture on the level of a number are from it, so that it is not one of their row.
_BESIDE_NUMBER = 3.4
# The width of the line of a zone with its casing and some air.
_ZONE_LINE = 2.2


@dataclass(frozen=True, slots=True)
class _Spacing:
    """The type of the titles over plans, and what is between two plans and two buildings, in mm."""

    name: Type
    gap: float
    apart: float


# The closer one if plans then are larger, since long titles take fewer rows.
_SPACINGS = _Spacing(NAME, 4.0, 7.0), _Spacing(NAME.at(MIN_SIZE), 3.0, 5.5)


@dataclass(frozen=True, slots=True)
class Storey:
    """A plan of a floor, or of several floors that are alike.

    ``goals`` are the names of the objectives there, ``spots`` their dots.
    """

    floor: str
    plan: Drawing
    goals: tuple[str, ...] = ()
    spots: tuple[Dot, ...] = ()

    @property
    def title(self) -> str:
        """The floor and its objectives on one line."""
        return " · ".join((self.floor, *self.goals))

    def lines(self, room: float, metrics: Metrics, type: Type) -> tuple[str, ...]:
        """The title in a room in mm: on one line, or else each objective on a line of its own."""
        return (self.title,) if metrics.width(self.title, type) <= room else (self.floor, *self.goals)


# The buildings in rows, each with the width and height of its plans.
_Rows = list[list[tuple[Building, float, float]]]


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
        tall = self.tall
        if not tall:
            return None
        ways = [self._largest(tall, spacing, width, most) for spacing in _SPACINGS]
        scale, spacing, rows = max(ways, key=lambda way: way[0])
        height = sum(max(tile[2] for tile in row) for row in rows)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for row in rows:
                left = x
                counts = [len(list(self.storeys(building, scale))) for building, *_ in row]
                # Each plan gets as much of the free width as any other, so that a row has the whole width.
                free = width - sum(wide for _, wide, _ in row) - spacing.apart * (len(row) - 1)
                share = min(_MOST_FREE, free / max(1, sum(counts) - 1))
                headings = self._headings(row, [share * count for count in counts])
                for (building, wide, _), count, heading in zip(row, counts, headings, strict=True):
                    self._draw(canvas, building, heading, (left, y), scale, spacing, share)
                    left += wide + spacing.apart + share * count
                y += max(tile[2] for tile in row)

        return Block(height, draw)

    @property
    def tall(self) -> list[Building]:
        """The buildings that have plans."""
        site = self.plan.site
        spots = (objective.region.spot for objective in self.look.objectives_of(self.plan.scenario))
        high = {spot.dot for spot in spots if spot.floor > 0}
        return [
            building
            for building in site.dots.buildings
            if building.dots and (building.levels >= _TALL or high.intersection(building.dots))
        ]

    def _largest(
        self, tall: list[Building], spacing: _Spacing, width: float, most: float
    ) -> tuple[float, _Spacing, _Rows]:
        """The largest scale with which plans are ``most`` mm high, or the least, and their rows."""
        for scale in _SCALES:
            rows = self._rows(tall, scale, width, spacing)
            if sum(max(tile[2] for tile in row) for row in rows) <= most:
                break
        return scale, spacing, rows

    def _rows(self, tall: list[Building], scale: float, width: float, spacing: _Spacing) -> _Rows:
        """The buildings in rows, each with the width and height of its plans."""
        rows: _Rows = []
        used = 0.0
        for building in tall:
            storeys = list(self.storeys(building, scale))
            wide = sum(self._width(storey, scale, spacing) for storey in storeys)
            wide += spacing.gap * (len(storeys) - 1)
            wide = max(wide, self.context.metrics.width(building.name.upper(), self._head_type))
            label = self._label(storeys, scale, spacing)
            deep = max(storey.plan.height for storey in storeys) * scale + _HEAD + label + 1.5
            if rows and used + spacing.apart + wide <= width:
                rows[-1].append((building, wide, deep))
                used += spacing.apart + wide
            else:
                rows.append([(building, wide, deep)])
                used = wide
        return rows

    def _lines(self, storey: Storey, scale: float, spacing: _Spacing) -> tuple[str, ...]:
        """The lines of the title over a plan."""
        return storey.lines(storey.plan.width * scale, self.context.metrics, spacing.name)

    def _label(self, storeys: Sequence[Storey], scale: float, spacing: _Spacing) -> float:
        """The room in mm for the titles over some plans."""
        return _LABEL + _LINE * (max(len(self._lines(storey, scale, spacing)) for storey in storeys) - 1)

    def _width(self, storey: Storey, scale: float, spacing: _Spacing) -> float:
        """The width of a plan or of its title, whichever is wider."""
        runs = [
            self.context.metrics.width(text, spacing.name) for text in self._lines(storey, scale, spacing)
        ]
        return max(storey.plan.width * scale, *runs)

    @property
    def _head_type(self) -> Type:
        return Type(self.context.display, _HEADING, 0.2)

    def heading(self, name: str) -> str:
        """The heading over the plans of a building."""
        return f"{name}, {self.context.words('dots.by-floor')}".upper()

    def _headings(
        self, row: Sequence[tuple[Building, float, float]], extra: Sequence[float]
    ) -> Sequence[str]:
        """The headings of buildings over a row of plans, each of which has so much ``extra`` width.

        They are the names alone if all of the longer ones do not fit.
        """
        full = [self.heading(building.name) for building, *_ in row]
        runs = [self.context.metrics.width(heading, self._head_type) for heading in full]
        fits = all(run <= wide + more for run, (_, wide, _), more in zip(runs, row, extra, strict=True))
        return full if fits else [building.name.upper() for building, *_ in row]

    def _draw(
        self,
        canvas: Canvas,
        building: Building,
        heading: str,
        at: tuple[float, float],
        scale: float,
        spacing: _Spacing,
        apart: float,
    ) -> None:
        """The heading of a building and its plans, ``apart`` mm further from each other than usual."""
        x, y = at
        canvas.text(heading, x, y + 3.6, self._head_type)
        storeys = list(self.storeys(building, scale))
        label = self._label(storeys, scale, spacing)
        for storey in storeys:
            lines = self._lines(storey, scale, spacing)
            canvas.lines(lines, x, y + _HEAD + 2.8, spacing.name, _LINE)
            canvas.place(storey.plan, x, y + _HEAD + label, scale=scale)
            x += self._width(storey, scale, spacing) + spacing.gap + apart

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
            goals = tuple(each.title for each in on(floor))
            spots = tuple(each.region.spot.dot for each in on(floor))
            return Storey(title, self._plan(building, floor, on(floor), scale), goals, spots)

        yield storey(words("dots.ground-floor"), 0)
        first = 1
        while first < building.levels:
            last = first
            # Units on two floors need a plan each, so plans to play on show one floor.
            while scale < AS_ON_MAP and not on(last) and last + 1 < building.levels and not on(last + 1):
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
        to_play = scale == AS_ON_MAP
        west, north, east, south = site.area(building.dots).bounds
        pad = _PAD * site.unit
        canvas = Canvas(east - west + 2 * pad, south - north + 2 * pad, context)
        members = set(building.dots)
        is_light = building.id in self.plan.areas.light
        tone = canvas.theme[floor_color(is_light=is_light)]
        if floor == building.levels:
            tone = roof_tone(canvas)
        zones = list(self._zones_on(building, floor)) if to_play else []
        lettering = PlanLettering(self.plan, building, zones, objectives, context) if to_play else None
        walls, ways = self._walls_on(building, floor)
        with canvas.shifted(pad - west, pad - north):
            if floor == building.levels:
                self._draw_roof(canvas, building, lettering)
            else:
                draw_floor(canvas, site, building, is_light=is_light)
                if lettering is not None:
                    self._draw_shade(canvas, building)
                    lines = [area.boundary for _, area in zones]
                    items = self._furniture(building, floor, lettering, walls, ways, lines)
                    draw_items(canvas, items, site.unit)
            for _, area in zones:
                self.plan.zones.draw_casing(canvas, area)
            for stairs in (each for each in self.plan.stairs if each.dot in members):
                if not to_play:
                    draw_small_stairs(canvas, stairs, scale)
                else:
                    is_up, is_down = floor < building.levels, floor > 0
                    draw_stairs(canvas, stairs.box, stairs.is_lying, site.unit, up=is_up, down=is_down)
            # Over stairs at its corner, whose frame its casing would hide.
            for title, area in zones:
                self.plan.zones.draw_line(canvas, area, title.color)
            # Over the line of a zone, which goes on below walls inside it.
            draw_walls(canvas, walls, site.unit)
            for way in ways:
                draw_way_through(canvas, way, site.unit, tone, is_small=not to_play)
            data = "".join(f"M{mm(x)} {mm(y)}h.01" for x, y in map(site.lattice.at, building.dots))
            canvas.path(data, stroke="dot", stroke_width=2 * DOT * site.unit, stroke_linecap="round")
            if lettering is not None:
                lettering.draw(canvas, tone)
            for objective in objectives if not to_play else ():
                draw_star(canvas, site.lattice.at(objective.region.spot.dot), _STAR / scale)
        return canvas.drawing(f"floor-{building.id}-{floor}", building.name)

    def _walls_on(self, building: Building, floor: int) -> tuple[list[Wall], list[WayThrough]]:
        """The walls on a floor and the ways through them; none on the roof."""
        members = set(building.dots)
        if floor == building.levels:
            return [], []
        edges = {edge: look for edge, look in self.plan.looks.items() if members & set(edge)}
        ways = [
            way
            for way in self.plan.ways
            if members & {dot for edge in way.edges for dot in edge}
            and (floor == 0 or way.is_indoors or way.kind == "window")
        ]
        return walls_of(self.plan.site, edges), ways

    def _zones_on(self, building: Building, floor: int) -> Iterator[tuple[ZoneTitle, BaseGeometry]]:
        """The title of each set-up zone on a floor, and the area inside its line."""
        plan = self.plan
        for zone in self.look.zones_of(plan.scenario):
            dots = {place.dot for place in zone.region.spots if place.floor == floor}
            here = [dot for dot in building.dots if dot in dots]
            if here:
                title = title_of(plan.scenario, zone, plan.zones.bearing(zone))
                yield title, plan.zones.area_of(here, plan.looks.keys())

    def _draw_shade(self, canvas: Canvas, building: Building) -> None:
        """The shadow of the walls in the north and west on the floor."""
        from shapely import affinity

        if canvas.theme.saves_ink:
            return
        floor, unit = self.plan.site.area(building.dots), self.plan.site.unit
        lit = affinity.translate(floor, _SHADE * unit, _SHADE * unit)
        shade = area_path(floor.difference(lit))
        canvas.path(shade, fill="ink", fill_opacity=_SHADE_TONE, fill_rule="evenodd")

    def _furniture(
        self,
        building: Building,
        floor: int,
        lettering: PlanLettering,
        walls: Sequence[Wall],
        ways: Sequence[WayThrough],
        lines: Sequence[BaseGeometry],
    ) -> list[Item]:
        """The furniture of a floor to play on, clear of all that matters there and of the lines of zones."""
        site, plan, unit = self.plan.site, self.plan, self.plan.site.unit
        space = ClearSpace()
        for box in lettering.boxes:
            space.take(grown(box, _AROUND * unit))
        for west, north, east, south in lettering.numbers.values():
            level, beside = (north + south) / 2, _BESIDE_NUMBER * unit
            space.take_line((west - beside, level), (east + beside, level), _AROUND * unit)
        for line in (part for each in lines for part in getattr(each, "geoms", [each])):
            for start, end in pairwise(line.coords):
                space.take_line(start, end, _ZONE_LINE * unit)
        for wall in walls:
            half = wall.thickness(unit) / 2
            space.take(wall.run.box(-half, wall.run.long + half, -half, half))
        for way in ways:
            space.take(grown(way.room(unit), _AT_OPENING * unit))
        edges = [edge for edge in site.walls_of(building) if edge in plan.looks]
        thick = max((plan.thick(edge) for edge in edges), default=0.0)
        thick += _ZONE * unit if lettering.tabs else 0.0
        return furnish(site, space, building, site.runs(edges), thick, floor)

    def _draw_roof(self, canvas: Canvas, building: Building, lettering: PlanLettering | None) -> None:
        """The roof of a building with what stands on it, clear of all that matters there."""
        site, unit, space = self.plan.site, self.plan.site.unit, ClearSpace()
        draw_roof(canvas, site, building, is_light=building.id in self.plan.areas.light)
        clear = [grown((*at, *at), CLEAR * unit) for at in map(site.lattice.at, building.dots)]
        clear += [stairs.box for stairs in self.plan.stairs if stairs.dot in set(building.dots)]
        for box in (*clear, *(lettering.boxes if lettering is not None else ())):
            space.take(grown(box, _AROUND * unit))
        # On a small plan they would hide the dots.
        if lettering is not None:
            draw_roof_pieces(canvas, roof_pieces(site, space, building), unit)
