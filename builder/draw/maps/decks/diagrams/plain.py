"""A level of a deck as a diagram of the set-up: zones in the color of their side, rooms, steps, objectives.

Everything written has one size, so that the diagram reads like a table: what is loud on it is who starts
where and what is fought over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from math import dist
from typing import TYPE_CHECKING

from builder.boards.deck_parts import Area
from builder.draw.maps.decks.craft import craft_look, draw_craft
from builder.draw.maps.decks.diagrams.free_room import Room
from builder.draw.maps.decks.diagrams.openings import draw_hatch, draw_lift, draw_opening
from builder.draw.maps.decks.diagrams.shafts import place_shaft
from builder.draw.maps.decks.floors import floor_name
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.rooms import room_kind
from builder.draw.maps.decks.vehicles import craft_arrows, craft_on, craft_shape
from builder.draw.maps.labels import NARROW_NAME, ways_to_break
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.set_up_signs import draw_goal, goal_width
from builder.draw.maps.slabs.picture_view import View
from builder.draw.maps.zone_tabs import TALL, ZoneTitle, draw_steps, steps_width, title_of
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The outline of the hull and the walls of rooms in mm, and the least of what stays between walls and signs.
_HULL_LINE, _WALL, _AIR = 0.4, 0.7, 0.5
# How full the color of a side is on the floor of its zone; the line around it, its inset, and that of what is
# written within it.
_TINT, _ZONE_LINE, _ZONE_INSET = 0.3, 0.55, 0.3
_WITHIN_ZONE = _ZONE_INSET + _ZONE_LINE / 2
_SHAFT = 0.26
# How far signs and names stay from the middle of a door, in mm.
_OFF_DOOR = 0.82
# Between the lines of a name, and between a name and the steps in its room.
_LEADING, _BETWEEN = 1.06, 0.7
# The room around a name, if there is as much, and in a narrow room.
_ROOMY, _TIGHT = 1.4, 0.05
# The places of an objective beside its hex, in mm.
_NEAR_HEX = ((0, 0), (0, -1.5), (0, 1.5), (0, -3), (0, 3), (-2, 0), (2, 0), (0, -4.5), (0, 4.5))
_FURTHER = tuple((right, down) for right in (-4, 4) for down in (0, -3, 3))
# A shadow of the hull; how far a name beside it is from it at least, beyond its sides at most, and from its
# room at most, in mm.
_SHADOW, _OFF_HULL, _BEYOND, _FROM_ROOM = (0.7, 1.0), 0.7, 0.8, 6.0


@dataclass(frozen=True)
class DeckDiagram:
    """Draws a level from straight above at any scale, with ``goals`` as the places of its objectives."""

    plan: DeckPlan
    scenario: Scenario
    look: MapLook
    goals: Sequence[Point]

    def draw(self, canvas: Canvas, at: Point, scale: float, letters: Sequence[str]) -> None:
        """The level with its north-west corner at a point; ``letters`` are those of its objectives."""
        from shapely import Point as Spot
        from shapely import unary_union

        west, north, *_ = self.plan.skin.bounds
        view = View(scale, (at[0] - west * scale, at[1] - north * scale), is_plan=True)
        self._draw_hull(canvas, view)
        for area in self.plan.map.areas_on(self.plan.level):
            self._draw_floor(canvas, view, area)
        self._draw_doors(canvas, view)
        shafts = self._shafts(canvas, view)
        for draw, place, radius in shafts:
            draw(canvas, place, radius)
        self._draw_vehicles(canvas, view)
        spots = [Spot(*place).buffer(radius + _AIR, 4) for _, place, radius in shafts]
        self._write(canvas, view, letters, unary_union([*self._solids(view), *spots]))

    @cached_property
    def _zones(self) -> list[tuple[ZoneTitle, frozenset[Hex]]]:
        """The titles and the hexes of the zones in which somebody is set up."""
        level = self.plan.level
        zones = [(zone, frozenset(zone.region.hexes(level))) for zone in self.look.zones_of(self.scenario)]
        titled = ((title_of(self.scenario, zone), hexes) for zone, hexes in zones if hexes)
        return [(title, hexes) for title, hexes in titled if title.steps]

    def _parts(self, area_id: str) -> Iterator[tuple[ZoneTitle, BaseGeometry]]:
        """The zones in an area, each with the part of the floor that it has."""
        hexes, floor = self.plan.hexes[area_id], self.plan.floors[area_id]
        for title, members in self._zones:
            own = members.intersection(hexes)
            if own:
                part = floor if len(own) == len(hexes) else floor.intersection(_outline(self.plan, own))
                yield title, part

    def _draw_hull(self, canvas: Canvas, view: View) -> None:
        from shapely import affinity

        plan, theme = self.plan, canvas.theme
        skin = view.shape(plan.skin)
        if not theme.saves_ink:
            shadow = affinity.translate(skin, *_SHADOW)
            tone = blend("#000000", theme[plan.ground], 0.5)
            canvas.path(area_path(shadow), fill=tone, fill_rule="evenodd")
        line = {"stroke": "rib", "stroke_width": _HULL_LINE}
        canvas.path(area_path(skin), fill="plate", fill_rule="evenodd", **line)
        inside = view.shape(plan.inside).buffer(_WALL / 2, join_style="mitre")
        canvas.path(area_path(inside), fill="wall", fill_rule="evenodd")

    def _draw_floor(self, canvas: Canvas, view: View, area: Area) -> None:
        """A floor in its own pale color, or in that of the side whose zone it is."""
        plan, theme = self.plan, canvas.theme
        color = theme[floor_name(room_kind(area))]
        if area.id in plan.map.shut_down:
            color = blend(theme["ink"], color, 0.25)
        hole = _within_walls(view.shape(plan.floors[area.id]))
        canvas.path(area_path(hole), fill=color, fill_rule="evenodd")
        for title, part in self._parts(area.id):
            shape = _within_walls(view.shape(part))
            tone = "none" if theme.saves_ink else blend(theme[title.color], color, _TINT)
            canvas.path(area_path(shape), fill=tone, fill_rule="evenodd")
            line = shape.buffer(-_ZONE_INSET, join_style="mitre")
            canvas.path(area_path(line), stroke=title.color, stroke_width=_ZONE_LINE)

    def _draw_doors(self, canvas: Canvas, view: View) -> None:
        """Each door on its wall."""
        for boundary in self.plan.doorways:
            assert boundary.door is not None
            place = self.plan.door_place(boundary)
            draw_opening(canvas, boundary.door, view.at(place.middle), place.angle)

    def _shafts(
        self, canvas: Canvas, view: View
    ) -> Sequence[tuple[Callable[[Canvas, Point, float], None], Point, float]]:
        """What draws each hatch, stairs or lift that has room, the place of its sign, and its radius."""
        from shapely import unary_union

        plan, decks = self.plan, self.plan.map
        solids, radius = unary_union(list(self._solids(view))), _SHAFT * self.plan.size * view.scale
        hexes = [(draw_hatch, hatch.hex) for hatch in decks.hatches if plan.level in hatch.levels]
        hexes += [(draw_lift, lift.hex) for lift in decks.lifts if plan.level in lift.levels]
        found = []
        for draw, hex in hexes:
            area = next(each for each in decks.areas_on(plan.level) if hex in plan.hexes[each.id])
            room, at = self._room(view, area, solids), view.at(plan.layout.center(hex))
            title, shape = next(iter(self._zones_of(view, area)), (None, room.area))
            ways = [partial(self._has_block, canvas, area, title, air) for air in (_ROOMY, _AIR, _TIGHT)]
            place = place_shaft(room.part(shape), at, radius, ways) or place_shaft(room, at, radius, ways)
            found += [(draw, *place)] if place is not None else []
        return found

    def _has_block(self, canvas: Canvas, area: Area, title: ZoneTitle | None, air: float, room: Room) -> bool:
        """Whether the name of an area, and the step of its zone, have room together with ``air`` around."""
        return self._block(canvas, area, room, title, air=air) is not None

    def _room(self, view: View, area: Area, solids: BaseGeometry) -> Room:
        """What is free of the floor of an area within its walls."""
        return Room(_within_walls(view.shape(self.plan.floors[area.id])).difference(solids))

    def _zones_of(self, view: View, area: Area) -> list[tuple[ZoneTitle, BaseGeometry]]:
        """The zones in an area, each with what is within its line there."""
        return [
            (title, _within_walls(view.shape(part)).buffer(-_WITHIN_ZONE, join_style="mitre"))
            for title, part in self._parts(area.id)
        ]

    def _draw_vehicles(self, canvas: Canvas, view: View) -> None:
        """Vehicles as on the map, and arrows at the front."""
        for vehicle in self.scenario.vehicles:
            hexes = vehicle.region.hexes(self.plan.level)
            body = view.shape(craft_shape(self.plan, hexes))
            if body.is_empty:
                continue
            craft = craft_on(self.plan, hexes, vehicle.facing)
            if craft is None:
                canvas.path(area_path(body), fill="vehicle", stroke="wall", stroke_width=0.4)
            else:
                draw_craft(canvas, craft.moved(view.at, view.scale), craft_look(vehicle), body)
            for corners in craft_arrows(self.plan, vehicle):
                canvas.polygon([view.at(corner) for corner in corners], fill="wall")

    def _write(self, canvas: Canvas, view: View, letters: Sequence[str], solids: BaseGeometry) -> None:
        """In each room its objectives, then its steps and its name."""
        from shapely import Point as Spot

        signs, outside = list[Box](), self._outside(view)
        for area in self.plan.map.areas_on(self.plan.level):
            floor = self.plan.floors[area.id]
            room, zones = self._room(view, area, solids), self._zones_of(view, area)
            goals = [
                (view.at(goal), letter)
                for goal, letter in zip(self.goals, letters, strict=True)
                if floor.buffer(0.1).covers(Spot(*goal))
            ]
            for goal, letter in goals:
                wide = goal_width(letter, canvas.context)
                at = self._place_goal(canvas, area, room, goal, wide, zones, self._beside(view, area))
                signs.append(draw_goal(canvas, letter, at))
                room.take(signs[-1])
            block = None
            for number, (title, shape) in enumerate(zones):
                own = room.part(shape)
                together = self._block(canvas, area, own, title)
                apart = None
                if together is None and not number:
                    apart = self._apart(canvas, area, own, title)
                    if apart is None:
                        together = self._block(canvas, area, own, title, air=_TIGHT)
                if together is None and apart is None and not number:
                    # In a narrow room, the step may be on the line of its zone.
                    whole = room.part(shape.buffer(_WITHIN_ZONE + 0.1, join_style="mitre"))
                    settings = ((own, True, _AIR), (whole, False, _TIGHT), (whole, True, _TIGHT))
                    ways = (
                        self._apart(canvas, area, each, title, may_turn=turn, air=air)
                        for each, turn, air in settings
                    )
                    apart = next((way for way in ways if way is not None), None)
                if together is not None and not number:
                    block = together
                    room.take(block.draw(canvas))
                elif apart is not None:
                    place, block = apart
                    room.take(draw_steps(canvas, title.steps, title.side, place))
                    room.take(block.draw(canvas))
                else:
                    wide = steps_width(title.steps, canvas.context)
                    free = own.nearest(wide + _AIR, TALL + _AIR, own.middle)
                    spot = free or _clear_of(signs, own.middle, wide)
                    room.take(draw_steps(canvas, title.steps, title.side, spot))
            if block is None:
                block = self._block(canvas, area, room, None, may_turn=True)
                if block is not None:
                    block.draw(canvas)
            if block is None and (zones or goals):
                self._name_outside(canvas, view, area, outside)

    def _place_goal(
        self,
        canvas: Canvas,
        area: Area,
        room: Room,
        goal: Point,
        wide: float,
        zones: Sequence[tuple[ZoneTitle, BaseGeometry]],
        others: BaseGeometry,
    ) -> Point:
        """The middle of an objective's sign: near its hex, where it leaves room for steps and the name.

        The floors of ``others`` stay clear of it.
        """
        first: Point | None = None
        title, shape = zones[0] if zones else (None, room.area)
        inner = room.part(shape)
        for number, (right, down) in enumerate((*_NEAR_HEX, *_NEAR_HEX, *_FURTHER)):
            near = goal[0] + right, goal[1] + down
            place = inner.nearest(wide + _AIR, TALL + _AIR, near) or room.nearest(
                wide + _AIR, TALL + _AIR, near
            )
            if place is None:
                return goal
            first = first or place
            own = self._without(room, place, wide, shape)
            if self._block(canvas, area, own, title) is not None:
                return place
            if title is not None and number >= len(_NEAR_HEX) and self._apart(canvas, area, own, title):
                return place
        # Where the room is too small for all, the sign may hang half over the hull.
        for place in self._on_hull(room, goal, wide, others):
            own = self._without(room, place, wide, room.area)
            if title is not None and self._apart(canvas, area, own, title):
                return place
        return first or goal

    def _without(self, room: Room, place: Point, wide: float, shape: BaseGeometry) -> Room:
        """What is free of a shape in a room beside the sign of an objective."""
        rest, (x, y) = Room(room.area), place
        rest.take((x - wide / 2, y - TALL / 2, x + wide / 2, y + TALL / 2))
        return rest.part(shape)

    def _on_hull(self, room: Room, goal: Point, wide: float, others: BaseGeometry) -> Iterator[Point]:
        """The places for a sign over the upper and the lower edge of a room, on the floors of no others."""
        from shapely import box

        if room.area.is_empty:
            return
        west, north, east, south = room.area.bounds
        x = (west + east) / 2 if east - west < 2 * wide else goal[0]
        for y in (north, south):
            if not box(x - wide / 2, y - TALL / 2, x + wide / 2, y + TALL / 2).intersects(others):
                yield x, y

    def _apart(
        self,
        canvas: Canvas,
        area: Area,
        room: Room,
        title: ZoneTitle,
        *,
        may_turn: bool = False,
        air: float = _AIR,
    ) -> tuple[Point, _Block] | None:
        """The place of a step in its zone, and the name of the room apart from it, upright if it may be.

        There is ``air`` around both.
        """
        wide, bounds = steps_width(title.steps, canvas.context), room.area.bounds
        if room.area.is_empty:
            return None
        corners = product((bounds[0], bounds[2]), (bounds[1], bounds[3]))
        # In a walk with a door at each end, the step stands close to one of them.
        inset = _OFF_DOOR - _WALL / 2 + wide / 2 + air
        ends = [(x, room.middle[1]) for x in (bounds[0] + inset, bounds[2] - inset)]
        for x, y in (room.middle, *corners, *ends):
            place = room.nearest(wide + air, TALL + air, (x, y))
            if place is None:
                return None
            # The sign is round: with little air, a name may come closer to its middle.
            rest, half = Room(room.area), wide / 2 - (_AIR - air)
            rest.take((place[0] - half, place[1] - TALL / 2, place[0] + half, place[1] + TALL / 2))
            block = self._block(canvas, area, rest, None, may_turn=may_turn, air=air)
            if block is not None:
                return place, block
        return None

    def _block(
        self,
        canvas: Canvas,
        area: Area,
        room: Room,
        title: ZoneTitle | None,
        *,
        may_turn: bool = False,
        air: float = _AIR,
    ) -> _Block | None:
        """The name of a room, under or beside the step of its ``title``; None if both have no room.

        Without a step, a name ``may_turn`` upright.
        """
        metrics, type = canvas.metrics, NARROW_NAME
        disc = steps_width(title.steps, canvas.context) if title is not None else 0.0
        ways = [[area.name], *ways_to_break(area.name)]
        runs = [max(metrics.width(line, type) for line in lines) for lines in ways]
        best = min(range(1, len(ways)), key=lambda number: (round(runs[number], 3), number), default=0)
        # Rather level with little air at its ends, but not above and below it, than upright.
        tight = [(_TIGHT, 0)] if may_turn else []
        for around, number in [*product((_ROOMY, air), (0, best)), *tight]:
            lines, run = ways[number], runs[number]
            tall = type.cap + (len(lines) - 1) * type.size * _LEADING
            for is_beside in (False, True) if title is not None else (False,):
                wide = run + disc + _BETWEEN if is_beside else max(run, disc)
                high = max(tall, TALL) if is_beside else tall + (TALL + _BETWEEN if disc else 0.0)
                place = room.nearest(
                    wide + around, high + (_ROOMY if around == _TIGHT else around), room.middle
                )
                if place is not None:
                    x, y = place
                    at = (x - (wide - disc) / 2, y) if is_beside else (x, y - (high - TALL) / 2)
                    middle = x + (wide - run) / 2 if is_beside else x
                    top = y - tall / 2 if is_beside else y + high / 2 - tall
                    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                    return _Block(title, at, tuple(lines), (middle, top), box)
        return self._upright(ways, room, runs) if may_turn and title is None else None

    def _upright(self, ways: Sequence[Sequence[str]], room: Room, runs: Sequence[float]) -> _Block | None:
        """The name of a narrow room from its foot upwards; None if that has no room either."""
        for lines, run in zip(ways, runs, strict=True):
            across = NARROW_NAME.cap + (len(lines) - 1) * NARROW_NAME.size * _LEADING
            place = room.nearest(across + _AIR, run + _AIR, room.middle)
            if place is not None:
                x, y = place
                box = (x - across / 2, y - run / 2, x + across / 2, y + run / 2)
                return _Block(None, place, tuple(lines), (x - across / 2, y), box, is_upright=True)
        return None

    def _beside(self, view: View, area: Area) -> BaseGeometry:
        """The floors of all other areas of the level."""
        from shapely import unary_union

        floors = self.plan.floors
        ids = [each.id for each in self.plan.map.areas_on(self.plan.level) if each.id != area.id]
        return view.shape(unary_union([floors[id] for id in ids]))

    def _outside(self, view: View) -> Room:
        """What is free beside the hull, and hardly beyond its bounds."""
        from shapely import affinity, box

        skin = view.shape(self.plan.skin)
        west, north, east, south = skin.bounds
        hull = skin.union(affinity.translate(skin, *_SHADOW)).buffer(_OFF_HULL, join_style="mitre")
        free = box(west - _BEYOND, north, east + _BEYOND, south).difference(hull)
        for solid in self._solids(view):
            free = free.difference(solid)
        return Room(free)

    def _name_outside(self, canvas: Canvas, view: View, area: Area, outside: Room) -> None:
        """The name of a room that is too small for it beside the hull, if there is room near it."""
        from shapely import box

        floor = view.shape(self.plan.floors[area.id])
        near = outside.part(floor.buffer(_FROM_ROOM + canvas.metrics.width(area.name, NARROW_NAME)))
        ways = ([area.name], *ways_to_break(area.name))
        blocks = (self._lines(canvas, lines, near, Room(floor).middle) for lines in ways)
        away = [(box(*block.box).distance(floor), block) for block in blocks if block is not None]
        least, block = min(away, key=lambda each: round(each[0], 3), default=(_FROM_ROOM, None))
        if block is not None and least <= _FROM_ROOM:
            outside.take(block.draw(canvas, f"{self.plan.ground}_number"))

    def _lines(self, canvas: Canvas, lines: Sequence[str], room: Room, to: Point) -> _Block | None:
        """Lines of a name as near to a point as there is room; None without any."""
        wide = max(canvas.metrics.width(line, NARROW_NAME) for line in lines)
        high = NARROW_NAME.cap + (len(lines) - 1) * NARROW_NAME.size * _LEADING
        at = room.nearest(wide, high, to)
        if at is None:
            return None
        box = (at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)
        return _Block(None, at, tuple(lines), (at[0], box[1]), box)

    def _solids(self, view: View) -> Iterator[BaseGeometry]:
        """What all signs and names keep off: doors and vehicles."""
        from shapely import Point as Spot

        for boundary in self.plan.doorways:
            yield Spot(*view.at(self.plan.door_place(boundary).middle)).buffer(_OFF_DOOR, 4)
        for vehicle in self.scenario.vehicles:
            yield view.shape(craft_shape(self.plan, vehicle.region.hexes(self.plan.level))).buffer(_AIR)


@dataclass(frozen=True)
class _Block:
    """The name of a room and the step of its zone, if it is in one, at their places."""

    title: ZoneTitle | None
    at: Point
    lines: tuple[str, ...]
    top: Point
    box: Box
    is_upright: bool = False

    def draw(self, canvas: Canvas, fill: str = "ink") -> Box:
        """Draw the step, and the lines of the name from its top down; returns the box of all."""
        if self.title is not None:
            draw_steps(canvas, self.title.steps, self.title.side, self.at)
        (middle, top), type = self.top, NARROW_NAME
        if self.is_upright:
            # From the left to the right, as the lines of the name are if the page is turned.
            for number, line in enumerate(self.lines):
                x, y = middle + type.cap + number * type.size * _LEADING, top
                turn = f"rotate(-90 {x:.3f} {y:.3f})"
                canvas.text(line, x, y, type, anchor="middle", fill=fill, transform=turn)
            return self.box
        for number, line in enumerate(self.lines):
            base = top + type.cap + number * type.size * _LEADING
            canvas.text(line, middle, base, type, anchor="middle", fill=fill)
        return self.box


def _within_walls(area: BaseGeometry) -> BaseGeometry:
    """A floor without the halves of its walls."""
    return area.buffer(-_WALL / 2, join_style="mitre")


def _outline(plan: DeckPlan, hexes: Iterable[Hex]) -> BaseGeometry:
    """The area of some hexes."""
    from shapely import Polygon, unary_union

    return unary_union([Polygon(plan.layout.corners(hex)) for hex in sorted(hexes)])


def _clear_of(signs: Sequence[Box], at: Point, wide: float) -> Point:
    """The place for steps nearest to a point that is on none of the signs, even if it is on a wall."""
    places = [
        (at[0] + right * wide / 4, at[1] + down * TALL / 4) for right, down in product(range(-6, 7), repeat=2)
    ]
    return min(
        (
            place
            for place in places
            if not any(
                abs(place[0] - (left + end) / 2) < (wide + end - left) / 2 + _AIR / 2
                and abs(place[1] - (top + foot) / 2) < (TALL + foot - top) / 2 + _AIR / 2
                for left, top, end, foot in signs
            )
        ),
        key=lambda place: (dist(place, at), place),
        default=at,
    )
