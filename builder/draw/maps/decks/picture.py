"""A level of a deck as a slab for a picture: the hull, sunk floors with their names, doors and symbols."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass
from itertools import pairwise, product
from math import cos, radians, sin, sqrt
from typing import TYPE_CHECKING

from builder.boards.deck_parts import Area
from builder.draw.maps.decks.craft import craft_look, craft_window
from builder.draw.maps.decks.diagrams.plain import DeckDiagram
from builder.draw.maps.decks.floors import floor_name
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.rooms import room_kind
from builder.draw.maps.decks.vehicles import craft_arrows, craft_on, craft_shape
from builder.draw.maps.labels import ways_to_break
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.slabs.flags import LABEL, flag_area
from builder.draw.maps.slabs.perspective import Slab
from builder.draw.maps.slabs.picture_view import View
from builder.draw.maps.zone_tabs import title_of
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import CONDENSED_BOLD, MIN_SIZE, Type
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Scenario, Vehicle, Zone

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_SUNK = 1.6
_VEHICLE = 2.2
# The panel on a vehicle, and how much larger its window is than on the map, in hexes.
_PANEL, _PANE = 0.1, 0.05
# The sizes of names of rooms in mm on the picture, and the heights in a room at which one is tried.
_NAMES = (3.3, 2.9, 2.75)
_HEIGHTS = (0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.1)
_UNNAMED = frozenset({"corridor", "airlock", "lift"})
# What is seen even if figures stand before a part of it.
_LONG = frozenset({"corridor", "lift"})
_OF_OBJECTIVE = 3
_SIGN = 0.36
# How far names stay from doors, and the line of a zone from walls, in mm of the picture.
_OFF_DOOR, _OFF_SIGN = 0.6, 1.4
# How much nearer to the stem of a flag a name can be.
_NEAR_STEM = 0.7
# The room of a way down to the level below: half its width, and how far it is seen on its own level.
_OFF_WAY, _WAY = 0.8, 16.0
_ZONE_INSET, _ZONE_LINE = 0.9, 0.5
_LEADING = 1.1
# How much longer letters are that lie on a floor, as on roads, so that they can be read along it; they are
# longer yet in a flatter picture.
_STRETCHES = (1.7, 1.35)
# How much of the height of a name its ends can be nearer to the walls than its lines.
_OVERHANG = 0.3
# The lightness of floors, and how full their colors are.
_LIGHT, _MIN_FULL, _MAX_FULL = 0.74, 0.12, 0.5


def deck_slab(plan: DeckPlan, scenario: Scenario, look: MapLook) -> Slab:
    """A level of a deck, with its objectives and the ways to the levels below."""
    decks, level = plan.map, plan.level
    flags = tuple(
        (plan.layout.center(hex), objective.title)
        for objective in look.objectives_of(scenario)
        for hex in objective.region.hexes(level)[:1]
    )
    aims = {hex for objective in look.objectives_of(scenario) for hex in objective.region.hexes(level)[:1]}
    ways = [(hatch.hex, max(hatch.levels)) for hatch in decks.hatches if min(hatch.levels) == level]
    ways += [
        (lift.hex, below) for lift in decks.lifts for above, below in pairwise(lift.levels) if above == level
    ]
    downward = tuple((plan.layout.center(hex), below) for hex, below in ways)
    picture = _Picture(plan, scenario, look.zones_of(scenario), flags, downward)
    diagram = DeckDiagram(plan, scenario, look, tuple(at for at, _ in flags))
    crafts = [craft_shape(plan, vehicle.region.hexes(level)) for vehicle in scenario.vehicles]
    return Slab(
        plan.skin,
        "plate",
        picture.draw,
        decks.levels[level].title,
        flags,
        downward,
        diagram=diagram.draw,
        ground=plan.ground,
        # The room of an objective counts as several.
        scenery=(
            *(craft for craft in crafts if not craft.is_empty),
            *picture.shaft_areas(),
            *(
                plan.floors[area.id]
                for area in decks.areas_on(level)
                if room_kind(area) not in _LONG
                for _ in range(_OF_OBJECTIVE if aims.intersection(plan.hexes[area.id]) else 1)
            ),
        ),
        names=picture.names,
    )


@dataclass(frozen=True, slots=True)
class _FloorName:
    """Lines that lie on a floor around a point of the map, in a width and height, with longer letters."""

    lines: Sequence[str]
    type: Type
    middle: Point
    size: tuple[float, float]
    step: float
    stretch: float

    @property
    def area(self) -> BaseGeometry:
        """What they cover on the map."""
        from shapely import box

        (x, y), (wide, tall) = self.middle, self.size
        return box(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)

    def draw(self, canvas: Canvas, view: View) -> None:
        """The lines in a view of the floor."""
        top = self.middle[1] - self.size[1] / 2 + self.type.cap * self.stretch
        for number, line in enumerate(self.lines):
            transform = view.matrix_at((self.middle[0], top + number * self.step * self.stretch))
            transform = " ".join([transform, f"matrix(1 0 0 {mm(self.stretch)} 0 0)"])
            canvas.text(line, 0, 0, self.type, anchor="middle", transform=transform)


class _Picture:
    """Draws the top of one level."""

    def __init__(
        self,
        plan: DeckPlan,
        scenario: Scenario,
        zones: Sequence[Zone],
        flags: Sequence[tuple[Point, str]],
        ways: Sequence[tuple[Point, int]],
    ) -> None:
        self.plan = plan
        self.scenario = scenario
        self.zones = zones
        self.flags = flags
        self.ways = ways
        # The names of a picture are asked for once to draw them, and once to keep clear of them.
        self._named = functools.cache(self._names_in)

    def draw(self, canvas: Canvas, view: View) -> None:
        """The hull, the floors, the doors, the symbols and the names, which keep clear of the flags."""
        plan, theme = self.plan, canvas.theme
        skin = view.shape(plan.skin)
        canvas.path(area_path(skin), fill="plate", stroke="rib", stroke_width=0.45, fill_rule="evenodd")
        rim = view.shape(plan.skin.buffer(-1.6 * plan.scale, join_style="mitre"))
        canvas.path(area_path(rim), stroke=blend(theme["rib"], theme["plate"], 0.5), stroke_width=0.2)
        inside = view.shape(plan.inside.buffer(plan.wall / 2, join_style="mitre"))
        canvas.path(area_path(inside), fill="wall", fill_rule="evenodd")
        for area in plan.map.areas_on(plan.level):
            self._draw_floor(canvas, view, area)
        self._draw_doors(canvas, view)
        self._draw_shafts(canvas, view)
        for vehicle in self.scenario.vehicles:
            hexes = vehicle.region.hexes(plan.level)
            if hexes:
                self._draw_vehicle(canvas, view, vehicle)
        self._draw_zones(canvas, view)
        floor = view.lifted(-_SUNK)
        for _, name in self._named(canvas, view):
            name.draw(canvas, floor)

    def names(self, canvas: Canvas, view: View) -> list[BaseGeometry]:
        """Where the names of rooms with a flag are in the picture."""
        floor, own = view.lifted(-_SUNK), set(self._flagged())
        return [floor.shape(name.area) for area, name in self._named(canvas, view) if area.id in own]

    def _flagged(self) -> Iterator[str]:
        """The areas with a flag."""
        from shapely import Point as Spot

        for area in self.plan.map.areas_on(self.plan.level):
            floor = self.plan.floors[area.id]
            if any(floor.contains(Spot(at)) for at, _ in self.flags):
                yield area.id

    def _names_in(self, canvas: Canvas, view: View) -> list[tuple[Area, _FloorName]]:
        """The rooms with their names, which lie on the floors, below the tops of the walls."""
        from shapely import unary_union

        plan, floor, flagged = self.plan, view.lifted(-_SUNK), set(self._flagged())
        solids = list(self.solids(view))
        runs = [canvas.metrics.width(title, LABEL) for _, title in self.flags]
        titled, bare = (
            [
                flag_area(view.at(at), run if is_titled else 0.0)
                for (at, _), run in zip(self.flags, runs, strict=True)
            ]
            for is_titled in (True, False)
        )
        # A name is better behind what is in front of the picture than missing. That of a room with a flag is
        # at the side of the flag on which then its title is not, or near its stem; it is left out if the stem
        # would cross it, because the title of the flag says there what the room is about.
        near = [sign.buffer(-_NEAR_STEM, join_style="mitre") for sign in bare]
        ways = [floor.ground_below(unary_union([*signs, *solids])) for signs in (titled, bare, near)]
        found = []
        for area in plan.map.areas_on(plan.level):
            if room_kind(area) in _UNNAMED:
                continue
            for taken in ways if area.id in flagged else ways[:1]:
                front = [] if view.hidden is None else [taken.union(floor.ground_below(view.hidden))]
                names = (self._name(canvas, floor, area, each) for each in (*front, taken))
                name = next(filter(None, names), None)
                if name is not None:
                    found.append((area, name))
                    break
        return found

    def _draw_floor(self, canvas: Canvas, view: View, area: Area) -> None:
        """The floor of an area, below the tops of the walls around it."""
        plan, theme = self.plan, canvas.theme
        hole = view.shape(plan.floors[area.id].buffer(-plan.wall / 2, join_style="mitre"))
        color = _strong(theme[floor_name(room_kind(area))])
        if area.id in plan.map.shut_down:
            color = blend(theme["ink"], color, 0.25)
        side = blend(theme["wall"], color, 0.62)
        canvas.path(area_path(hole), fill=side, fill_rule="evenodd")
        canvas.path(area_path(_sunk(hole, _SUNK)), fill=color, fill_rule="evenodd")

    def _rooms_of(self, zone: Zone) -> list[str]:
        """The areas on this level in which a zone has hexes."""
        members = set(zone.region.hexes(self.plan.level))
        return [id for id, hexes in self.plan.hexes.items() if members.intersection(hexes)]

    def _draw_zones(self, canvas: Canvas, view: View) -> None:
        """The line of each set-up zone on the floors of its rooms."""
        plan = self.plan
        for zone in self.zones:
            members = set(zone.region.hexes(plan.level))
            color = title_of(self.scenario, zone).color
            for id in self._rooms_of(zone):
                hexes = plan.hexes[id]
                own = members.intersection(hexes)
                if own:
                    room = plan.floors[id].buffer(
                        -plan.wall / 2 - _ZONE_INSET / view.scale, join_style="mitre"
                    )
                    part = room if len(own) == len(hexes) else room.intersection(_outline(plan, own))
                    line = area_path(view.shape(part, _SUNK))
                    canvas.path(line, stroke="paper", stroke_width=_ZONE_LINE * 1.8)
                    canvas.path(line, stroke=color, stroke_width=_ZONE_LINE)

    def _draw_doors(self, canvas: Canvas, view: View) -> None:
        """Each door as a bar on its wall."""
        plan = self.plan
        for boundary in plan.doorways:
            assert boundary.door is not None
            place = plan.door_place(boundary)
            half = min(plan.door_length, place.room) / 2
            right, down = half * cos(radians(place.angle)), half * sin(radians(place.angle))
            x, y = place.middle
            ends = view.at((x - right, y - down)), view.at((x + right, y + down))
            is_open = boundary.door.is_gap or boundary.door.is_open
            fill = "airtight_door" if boundary.door.kind == "airtight" else "interior_door"
            canvas.line(*ends, stroke="wall", stroke_width=2.0)
            canvas.line(*ends, stroke=floor_name("corridor") if is_open else fill, stroke_width=1.2)

    def _draw_shafts(self, canvas: Canvas, view: View) -> None:
        """Hatches and lifts, flat on the floor."""
        size = self.plan.size
        with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
            for at in self._shafts():
                weight = size * 0.07
                canvas.circle(*at, size * _SIGN, fill="wall", stroke="airtight_door", stroke_width=weight)

    @property
    def _from_above(self) -> list[Point]:
        """Where ways from the levels above come down."""
        decks, level = self.plan.map, self.plan.level
        hexes = [hatch.hex for hatch in decks.hatches if min(hatch.levels) < level in hatch.levels]
        hexes += [lift.hex for lift in decks.lifts if min(lift.levels) < level in lift.levels]
        return [self.plan.layout.center(hex) for hex in hexes]

    def _shafts(self) -> list[Point]:
        """The middles of hatches and lifts on the level."""
        decks, level = self.plan.map, self.plan.level
        hexes = [hatch.hex for hatch in decks.hatches if level in hatch.levels]
        hexes += [lift.hex for lift in decks.lifts if level in lift.levels]
        return [self.plan.layout.center(hex) for hex in hexes]

    def _draw_vehicle(self, canvas: Canvas, view: View, vehicle: Vehicle) -> None:
        """A vehicle as a low block in the color of the map, with its window and the arrow at its front."""
        plan, theme = self.plan, canvas.theme
        hexes = vehicle.region.hexes(plan.level)
        outline = craft_shape(plan, hexes)
        body, top = view.shape(outline), view.shape(outline, -_VEHICLE)
        color = theme["vehicle"]
        dark = color if theme.saves_ink else blend("#000000", color, 0.5)
        for shape, fill in ((body.union(top), dark), (top, color)):
            canvas.path(area_path(shape), fill=fill, stroke="wall", stroke_width=0.25)
        panel = outline.buffer(-_PANEL * plan.size)
        canvas.path(area_path(view.shape(panel, -_VEHICLE)), stroke="vehicle_line", stroke_width=0.2)
        craft = craft_on(plan, hexes, vehicle.facing)
        window = craft_window(craft, craft_look(vehicle)) if craft is not None else None
        if window is not None:
            pane = view.shape(window.buffer(_PANE * plan.size), -_VEHICLE)
            canvas.path(area_path(pane), fill="berth_glass", stroke="wall", stroke_width=0.15)
        raised = view.lifted(_VEHICLE)
        for corners in craft_arrows(plan, vehicle):
            canvas.polygon([raised.at(corner) for corner in corners], fill="wall")

    def shaft_areas(self) -> Iterator[BaseGeometry]:
        """Hatches and lifts on the floor."""
        from shapely import Point as Spot

        yield from (Spot(at).buffer(self.plan.size * _SIGN) for at in self._shafts())

    def _name(self, canvas: Canvas, view: View, area: Area, taken: BaseGeometry) -> _FloorName | None:
        """The name of a room, lying on its floor in a view of that, if there is room beside what is taken."""
        plan, metrics = self.plan, canvas.metrics
        text = area.name.upper()
        floor = plan.floors[area.id]
        if area.id in {id for zone in self.zones for id in self._rooms_of(zone)}:
            floor = floor.buffer(-(_ZONE_INSET + _ZONE_LINE) / view.scale)
        # The walls in front of the floor hide a part of it.
        free = floor.intersection(view.ground_below(view.shape(floor, -_SUNK))).difference(taken)
        ways = [[text], *ways_to_break(text)]
        faces = (canvas.context.display, CONDENSED_BOLD)
        # What would be too small to read is left out.
        (a, b), (c, d) = view.axes
        flat = abs(a * d - b * c)
        settings = [
            (face, lines, size, stretch)
            for face, lines, size, share in product(faces, ways, _NAMES, _STRETCHES)
            for stretch in (share / view.pitch,)
            if size * sqrt(flat * stretch) >= MIN_SIZE
        ]
        for face, lines, size, stretch in settings:
            type = Type(face, size / view.scale, 0.1 / view.scale)
            run, step = max(metrics.width(line, type) for line in lines), type.size * _LEADING
            tall = (type.cap + step * (len(lines) - 1)) * stretch
            inset, least = tall / 2 + type.cap * 0.3, run - tall * _OVERHANG
            west, north, east, south = free.bounds
            if east - west - 2 * inset < least or south - north < 2 * inset:
                continue
            place = _line_for(free.buffer(-inset), least)
            if place is not None:
                return _FloorName(lines, type, place, (run, tall), step, stretch)
        return None

    def solids(self, view: View) -> Iterator[BaseGeometry]:
        """The boxes in the picture that names avoid: doors, shafts with the ways down from them, vehicles."""
        from shapely import Point as Spot
        from shapely import box

        plan, reach = self.plan, self.plan.size * _SIGN + _OFF_SIGN / view.scale
        for x, y in self._shafts():
            yield view.shape(Spot(x, y).buffer(reach, 4))
        for at, below in self.ways:
            if below > plan.level:
                x, y = view.at(at)
                yield box(x - _OFF_WAY, y, x + _OFF_WAY, y + _WAY)
        for at in self._from_above:
            x, y = view.at(at)
            yield box(x - _OFF_WAY, y - _WAY, x + _OFF_WAY, y)
        for boundary in plan.doorways:
            door = Spot(*plan.door_place(boundary).middle)
            yield view.shape(door.buffer(plan.door_length / 2 + _OFF_DOOR / view.scale, 4))
        for vehicle in self.scenario.vehicles:
            yield view.shape(craft_shape(plan, vehicle.region.hexes(plan.level)))


def _outline(plan: DeckPlan, hexes: Iterable[Hex]) -> BaseGeometry:
    """The area of some hexes."""
    from shapely import Polygon, unary_union

    return unary_union([Polygon(plan.layout.corners(hex)) for hex in hexes])


def _strong(color: str) -> str:
    """A floor's color for a picture: floors of maps are pale, so that numbers on them can be read.

    >>> _strong("#ffffff"), _strong("#f3ead8")
    ('#ffffff', '#dec89c')
    """
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, full = rgb_to_hls(red, green, blue)
    if full == 0.0 and light == 1.0:
        return color
    parts = hls_to_rgb(hue, min(light, _LIGHT), max(_MIN_FULL, min(full * 1.15, _MAX_FULL)))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _sunk(hole: BaseGeometry, by: float) -> BaseGeometry:
    """The part of a floor that the wall in front of it does not hide."""
    from shapely import affinity

    return affinity.translate(hole, 0, by).intersection(hole)


def _line_for(free: BaseGeometry, run: float) -> Point | None:
    """The middle of a line from left to right inside an area, at least so long; None if there is none."""
    from shapely import LineString

    if free.is_empty:
        return None
    west, north, east, south = free.bounds
    for share in _HEIGHTS:
        y = north + share * (south - north)
        cut = LineString([(west, y), (east, y)]).intersection(free)
        longest = max(getattr(cut, "geoms", [cut]), key=lambda part: part.length)
        if longest.length >= run:
            middle = longest.interpolate(0.5, normalized=True)
            return middle.x, middle.y
    return None
