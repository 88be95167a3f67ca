"""A level of a deck as a diagram of the set-up: zones in the color of their side, rooms, steps, objectives.

Everything written has one size, so that the diagram reads like a table: what is loud on it is who starts
where and what is fought over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import dist
from typing import TYPE_CHECKING

from builder.boards.deck_parts import Area
from builder.draw.maps.decks.craft import craft_look, draw_craft
from builder.draw.maps.decks.diagrams.free_room import Room
from builder.draw.maps.decks.diagrams.openings import draw_hatch, draw_lift, draw_opening
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
# How full the color of a side is on the floor of its zone, and the line around it with its inset.
_TINT, _ZONE_LINE, _ZONE_INSET = 0.3, 0.55, 0.55
_SHAFT = 0.26
# How far signs and names stay from the middle of a door, in mm.
_OFF_DOOR = 0.82
# Between the lines of a name, and between a name and the steps in its room.
_LEADING, _BETWEEN = 1.06, 0.7
# The room around a name, if there is as much, and in a narrow room.
_ROOMY, _TIGHT = 1.4, 0.05
# The places of an objective beside its hex, in mm.
_NEAR_HEX = ((0, 0), (0, -1.5), (0, 1.5), (0, -3), (0, 3), (-2, 0), (2, 0))
_FURTHER = tuple((right, down) for right in (-4, 4) for down in (0, -3, 3))
# A shadow of the hull, in mm.
_SHADOW = (0.7, 1.0)


@dataclass(frozen=True)
class DeckDiagram:
    """Draws a level from straight above at any scale, with ``goals`` as the places of its objectives."""

    plan: DeckPlan
    scenario: Scenario
    look: MapLook
    goals: Sequence[Point]

    def draw(self, canvas: Canvas, at: Point, scale: float, letters: Sequence[str]) -> None:
        """The level with its north-west corner at a point; ``letters`` are those of its objectives."""
        west, north, *_ = self.plan.skin.bounds
        view = View(scale, (at[0] - west * scale, at[1] - north * scale), is_plan=True)
        self._draw_hull(canvas, view)
        for area in self.plan.map.areas_on(self.plan.level):
            self._draw_floor(canvas, view, area)
        self._draw_doors(canvas, view)
        self._draw_shafts(canvas, view)
        self._draw_vehicles(canvas, view)
        self._write(canvas, view, letters)

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

    def _draw_shafts(self, canvas: Canvas, view: View) -> None:
        """Hatches, stairs and lifts, each kind with a sign of its own."""
        decks, level = self.plan.map, self.plan.level
        radius = _SHAFT * self.plan.size * view.scale
        lifts = {lift.hex for lift in decks.lifts if level in lift.levels}
        for hex in self._shafts:
            draw = draw_lift if hex in lifts else draw_hatch
            draw(canvas, view.at(self.plan.layout.center(hex)), radius)

    @cached_property
    def _shafts(self) -> list[Hex]:
        decks, level = self.plan.map, self.plan.level
        hexes = [hatch.hex for hatch in decks.hatches if level in hatch.levels]
        return hexes + [lift.hex for lift in decks.lifts if level in lift.levels]

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

    def _write(self, canvas: Canvas, view: View, letters: Sequence[str]) -> None:
        """In each room its objectives, then its steps and its name."""
        from shapely import Point as Spot
        from shapely import unary_union

        solids, signs = unary_union(list(self._solids(view))), list[Box]()
        for area in self.plan.map.areas_on(self.plan.level):
            floor = self.plan.floors[area.id]
            room = Room(_within_walls(view.shape(floor)).difference(solids))
            zones = [
                (title, _within_walls(view.shape(part)).buffer(-_ZONE_INSET, join_style="mitre"))
                for title, part in self._parts(area.id)
            ]
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
                    # In a narrow room, the step may be on the line of its zone.
                    whole = room.part(shape.buffer(_ZONE_INSET + 0.1, join_style="mitre"))
                    ways = (
                        self._apart(canvas, area, each, title, may_turn=turn, air=air)
                        for each, air in ((own, _AIR), (whole, _TIGHT))
                        for turn in (False, True)
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
        for number, (right, down) in enumerate((*_NEAR_HEX, *_NEAR_HEX, *_FURTHER)):
            place = room.nearest(wide + _AIR, TALL + _AIR, (goal[0] + right, goal[1] + down))
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
        for number, around in ((0, _ROOMY), (best, _ROOMY), (0, air), (best, air)):
            lines, run = ways[number], runs[number]
            tall = type.cap + (len(lines) - 1) * type.size * _LEADING
            for is_beside in (False, True) if title is not None else (False,):
                wide = run + disc + _BETWEEN if is_beside else max(run, disc)
                high = max(tall, TALL) if is_beside else tall + (TALL + _BETWEEN if disc else 0.0)
                place = room.nearest(wide + around, high + around, room.middle)
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

    def _solids(self, view: View) -> Iterator[BaseGeometry]:
        """What signs and names keep off: doors, shafts and vehicles."""
        from shapely import Point as Spot

        for boundary in self.plan.doorways:
            yield Spot(*view.at(self.plan.door_place(boundary).middle)).buffer(_OFF_DOOR, 4)
        for hex in self._shafts:
            yield Spot(*view.at(self.plan.layout.center(hex))).buffer(
                _SHAFT * self.plan.size * view.scale + _AIR, 4
            )
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

    def draw(self, canvas: Canvas) -> Box:
        """Draw the step, and the lines of the name from its top down; returns the box of all."""
        if self.title is not None:
            draw_steps(canvas, self.title.steps, self.title.side, self.at)
        (middle, top), type = self.top, NARROW_NAME
        if self.is_upright:
            # From the left to the right, as the lines of the name are if the page is turned.
            for number, line in enumerate(self.lines):
                x, y = middle + type.cap + number * type.size * _LEADING, top
                turn = f"rotate(-90 {x:.3f} {y:.3f})"
                canvas.text(line, x, y, type, anchor="middle", fill="ink", transform=turn)
            return self.box
        for number, line in enumerate(self.lines):
            base = top + type.cap + number * type.size * _LEADING
            canvas.text(line, middle, base, type, anchor="middle", fill="ink")
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
