"""Places everything on one level so that no text or symbol is on another, on a wall or on a door.

Signs come first, then numbers, each at the top of its hex or beside a sign, the tabs of zones, and the names
of areas. Where a tab or a name has no room, the numbers of its area give way, and get the best places left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING

from builder.draw.maps.decks.captives import captive_boxes
from builder.draw.maps.decks.extent import printed_box, within
from builder.draw.maps.decks.fittings.berths import racks_of
from builder.draw.maps.decks.fittings.furniture import Furnishing, doorway, furnish
from builder.draw.maps.decks.fittings.machines import place_again, place_machines
from builder.draw.maps.decks.names import DeckNames
from builder.draw.maps.decks.number_spots import NumberSpots, Spot
from builder.draw.maps.decks.plan import DOOR_DEPTH, DeckPlan
from builder.draw.maps.decks.signs import STAR, DeckSigns
from builder.draw.maps.decks.star_names import StarName, place_star_name
from builder.draw.maps.decks.states import area_states
from builder.draw.maps.decks.vehicles import vehicle_boxes
from builder.draw.maps.decks.zones import DeckZones
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.signposts import Passage, Signpost, passages_of, place_signposts
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, ClearSpace, overlaps
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import rings
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Captive, Force, Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

ON_MACHINES = "on machines"
"""The name of the numbers on machines, which have the color of other numbers on floors."""
_RIM = 1.0
_STAR_EDGE = 0.3
# Sheets of a map share this much on either side of a seam, which needs a free strip of twice the second.
_OVERLAP, _SEAM = 5.0, 0.6
# How far a tab on an overview is from a seam, in mm at true size, and a name, in mm there.
_OFF_SEAM, _NAME_OFF_SEAM = 2.5, 1.4


class Arrangement:
    """The places of the signs, stars, zones, names and numbers of one level.

    Levels above it have ``letters_used`` letters instead of names. No tab outside the hull stands on one of
    the ``seams``, in mm from the west of the grid, and no name that has room elsewhere. ``printed`` is the
    part of the level to show, if not the usual one. An overview has what its names leave clear of the
    ``furniture`` and ``machines`` of the map.
    """

    def __init__(
        self,
        scenario: Scenario,
        plan: DeckPlan,
        context: DrawingContext,
        look: MapLook,
        overview_at: float | None,
        room: tuple[float, float] | None = None,
        *,
        letters_used: int = 0,
        seams: Sequence[float] = (),
        printed: Box | None = None,
        furniture: Iterable[Furnishing] = (),
        machines: Iterable[Furnishing] = (),
    ) -> None:
        self.scenario = scenario
        self.plan = plan
        self.metrics = context.metrics
        is_small = overview_at is not None
        self.printed = printed or printed_box(scenario, plan, context.words, is_small=is_small)
        # A console beside the star of a secret objective would betray it.
        spots = (goal.region.spot for goal in scenario.objectives if not goal.secret)
        starred = {spot.hex for spot in spots if spot.level == plan.level}
        self.signs = DeckSigns(plan, context.metrics, context.words, captions=not is_small, starred=starred)
        self.held: list[tuple[Force, Captive]] = [
            (force, captive)
            for force in scenario.forces
            for captive in force.captives
            if captive.region.hexes(plan.level)
        ]
        self.space = ClearSpace()
        for box in self._solids():
            self.space.take(box)
        self._take_walls()
        # Every copy of a map has room for stars, so that all copies have their names in the same places.
        self.stars = dict(self._place_stars())
        self.star_names = {} if is_small else dict(self._name_stars())
        zones = look.zones_of(scenario)
        self.zones = DeckZones(plan, scenario, zones, context, overview_at)
        self.zones.take_lines(self.space)
        self.spots = NumberSpots(plan, look.numbers, self.space, context.metrics)
        if not is_small:
            self.spots.reserve(self._busy_hexes())
        for hex in self._vehicle_hexes():
            x, y = plan.layout.center(hex)
            half = plan.size / 2
            self.space.take((x - half, y - half, x + half, y + half))
        if room is not None:
            self._keep_seam_free(room)
        for x in seams if plan.hexes else ():
            (_, north, _, south), (_, top, _, bottom) = self.printed, plan.skin.bounds
            self.space.take((x - _OFF_SEAM, north, x + _OFF_SEAM, top))
            self.space.take((x - _OFF_SEAM, bottom, x + _OFF_SEAM, south))
        if not is_small:
            self.spots.reserve_usual(sorted(plan.inner))
        self.zones.place_tabs(self.space, self.spots, self._inside_frame)
        self.signposts = list(self._signposts(passages_of(scenario, look, context.words), context))
        for sign in self.signs.signs:
            beside = sign.beside()
            if beside is not None:
                self.space.take(beside)
        states = area_states(plan.map, scenario.ruleset, context.words)
        off = _NAME_OFF_SEAM / (overview_at or 1.0)
        strips = [(x - off, self.printed[1], x + off, self.printed[3]) for x in seams]
        self.names = DeckNames(
            plan, context, overview_at, self.space, states, self.spots, letters_used, strips
        )
        self.racks = list(racks_of(plan))
        self.machines = list(self._place_again(machines) if is_small else self._place_machines())
        self.furniture = self._clear_of_names(furniture) if is_small else list(self._furnish())
        self.numbers = {} if is_small else self._place_numbers()

    def _keep_seam_free(self, room: tuple[float, float]) -> None:
        """Keep names off the last place where a level that is wider than a sheet can be cut.

        The place is between the numbers of two columns, and clear of doors, symbols and stars.
        """
        layout, (west_end, north, east_end, south) = self.plan.layout, self.printed
        edge = east_end - room[0] + _OVERLAP
        if east_end - west_end <= room[0] or south - north > room[1]:
            return
        half = self.metrics.width(layout.grid.label(Hex(1, 1)), self.spots.type) / 2 + _SEAM
        centers = [layout.center(Hex(column, 1))[0] for column in range(1, layout.grid.columns + 1)]
        named = (name.box for name in self.star_names.values())
        boxes = (*self._solids(), *self._star_boxes(), *named, *self.spots.reserved_boxes())
        solids = [(box[0] - _SEAM, box[2] + _SEAM) for box in boxes]
        taken = [*solids, *((x - half, x + half) for x in centers)]
        x = west_end + room[0] - _OVERLAP
        while x > edge:
            if not any(west < x < east for west, east in taken):
                self.space.take((x - _SEAM, north, x + _SEAM, south))
                return
            x -= 0.2

    @property
    def _inside_frame(self) -> Box:
        """The printed part without the margin around the grid: where tabs and signposts can be."""
        layout = self.plan.layout
        return within(self.printed, (0.0, 0.0, layout.width, layout.height))

    def _signposts(self, passages: Iterable[Passage], context: DrawingContext) -> Iterator[Signpost]:
        """The signposts of this level: inside their rooms, where the numbers of hexes give way to them."""
        hexes_on, frame = self.plan.level, self._inside_frame
        for passage in passages:
            hexes = [hex for hex in passage.region.hexes(hexes_on) if hex in self.plan.inner]
            if not hexes and (passage.region or hexes_on):
                continue
            floor = self._floor_of(hexes)

            place = partial(self._placed, passage, frame, floor, context)
            signpost = place()
            if self._cost_of(signpost.box, floor):
                self.spots.give_way(hexes)
                signpost = place()
            self.space.take(signpost.box)
            self.spots.reserve_usual(hexes)
            yield signpost

    def _placed(
        self, passage: Passage, frame: Box, floor: BaseGeometry | None, context: DrawingContext
    ) -> Signpost:
        """A signpost where it costs least now."""
        bounds = floor.bounds if floor is not None else None
        [signpost] = place_signposts(
            [passage],
            frame,
            lambda region: bounds,
            lambda boxes: [self._cost_of(box, floor) for box in boxes],
            lambda box: None,
            context,
            grow=self.zones.grow,
        )
        return signpost

    def _floor_of(self, hexes: Sequence[Hex]) -> BaseGeometry | None:
        """The floors of the areas that some hexes belong to."""
        from shapely import unary_union

        members = set(hexes)
        floors = [self.plan.floors[id] for id, inside in self.plan.hexes.items() if members & set(inside)]
        return unary_union(floors).buffer(-self.plan.wall) if floors else None

    def _cost_of(self, box: Box, floor: BaseGeometry | None) -> float:
        """How much of a box is taken, or is not on a floor."""
        from shapely import box as area_of

        taken = self.space.overlap(box)
        return taken if floor is None else taken + 2.0 * area_of(*box).difference(floor).area

    def _star_boxes(self) -> Iterator[Box]:
        half = self.plan.size * STAR * 0.27 + _STAR_EDGE
        return ((x - half, y - half, x + half, y + half) for x, y in self.stars.values())

    @property
    def door_boxes(self) -> Iterator[Box]:
        """The boxes of doors with their frames."""
        for boundary in self.plan.doorways:
            place = self.plan.door_place(boundary)
            half, deep = min(self.plan.door_length, place.room) / 2, DOOR_DEPTH / 2 * self.plan.scale
            right, down = abs(cos(radians(place.angle))), abs(sin(radians(place.angle)))
            wide, tall = half * right + deep * down, half * down + deep * right
            x, y = place.middle
            yield x - wide, y - tall, x + wide, y + tall

    def _solids(self) -> Iterator[Box]:
        """The boxes of doors, signs, vehicles and captives."""
        yield from self.door_boxes
        for sign in self.signs.signs:
            yield from sign.boxes(self.metrics)
        for vehicle in self.scenario.vehicles:
            yield from vehicle_boxes(self.plan, vehicle)
        for _, captive in self.held:
            center = self.plan.layout.center(captive.region.spot.hex)
            yield from captive_boxes(captive, center, self.plan.size, self.metrics)

    def _take_walls(self) -> None:
        """Walls, the edge of the hull, and berths."""
        plan, space = self.plan, self.space
        for wall in plan.walls.walls:
            for start, end in pairwise(wall.points):
                space.take_line(start, end, plan.wall)
        for ring in rings(plan.skin) if plan.hexes else ():
            for start, end in pairwise([*ring, ring[0]]):
                space.take_line(start, end, _RIM)
        for berth in plan.map.berths:
            if berth.level == plan.level:
                space.take_line(*plan.layout.side(berth.side), plan.size * 0.28)

    def _place_stars(self) -> Iterator[tuple[str, Point]]:
        """The star of each objective."""
        half = self.plan.size * STAR * 0.27 + _STAR_EDGE
        for objective in self.scenario.objectives:
            if objective.region.spot.level == self.plan.level:
                x, y = self.signs.star_at(objective.region.spot.hex, self.space)
                self.space.take((x - half, y - half, x + half, y + half))
                yield objective.id, (x, y)

    def _name_stars(self) -> Iterator[tuple[str, StarName]]:
        """The name beside the star of each objective that has room for one and is not named yet."""
        half = self.plan.size * STAR * 0.27
        for objective in self.scenario.objectives:
            if objective.id in self.stars:
                star, signs = self.stars[objective.id], self.signs.signs
                # A name that the room has already would stand there twice.
                area = self.plan.map.area_at.get(objective.region.spot, "")
                room = self.plan.map.areas[area].name if area else ""
                name = place_star_name(objective, room, star, half, signs, self.space, self.metrics)
                if name is not None:
                    self.space.take(name.box)
                    yield objective.id, name

    def _furnish(self) -> Iterator[Furnishing]:
        """The furniture of all rooms, clear of everything that is on the level so far but lines of zones."""
        plan = self.plan
        half_wide, half_tall = plan.layout.radius * 0.9, plan.size * 0.5
        taken = [doorway(plan, box) for box in self.door_boxes]
        for hex in self._busy_hexes():
            x, y = plan.layout.center(hex)
            taken.append((x - half_wide, y - half_tall, x + half_wide, y + half_tall))
        taken += [*self._solids(), *self._star_boxes(), *self.spots.reserved_boxes(), *self._text_boxes()]
        taken += self._boxes_of_machines()
        walls = ClearSpace()
        for wall in plan.walls.walls:
            for start, end in pairwise(wall.points):
                walls.take_line(start, end, plan.wall)
        return furnish(plan, self.space, self.spots, [*taken, *walls.boxes()], self.scenario.id)

    def _boxes_of_machines(self) -> list[Box]:
        """The boxes of machines, and of the racks of berths."""
        return [*(machine.box for machine in self.machines), *(rack.box for rack in self.racks)]

    def _place_machines(self) -> Iterator[Furnishing]:
        """The machines of technical rooms, under the hexes and their numbers."""
        doors = (doorway(self.plan, box) for box in self.door_boxes)
        taken = (*doors, *self._solids(), *self._star_boxes(), *self._text_boxes())
        return place_machines(self.plan, taken)

    def _place_again(self, machines: Iterable[Furnishing]) -> Iterator[Furnishing]:
        """The machines of the map, clear of everything on this overview."""
        taken = (*self._solids(), *self._star_boxes(), *self._text_boxes())
        return place_again(self.plan, tuple(machines), taken)

    def _text_boxes(self) -> Iterator[Box]:
        """The boxes of tabs, signposts, names and the texts of markers."""
        yield from (tab.box for tab in self.zones.tabs)
        yield from (signpost.box for signpost in self.signposts)
        yield from (label.box for label, _ in (*self.zones.labels, *self.names.labels))
        yield from (label.box for label in self.names.state_labels)
        yield from (name.box for name in self.star_names.values())

    def _clear_of_names(self, furniture: Iterable[Furnishing]) -> list[Furnishing]:
        """The pieces that no sign, text or machine of an overview covers, which are not as on the map."""
        taken, machines = ClearSpace(), (machine.box for machine in self.machines)
        for box in (*self._solids(), *self._star_boxes(), *self._text_boxes(), *machines):
            taken.take(box)
        return [piece for piece in furniture if taken.is_free(piece.box)]

    def _place_numbers(self) -> dict[str, list[Spot]]:
        """The numbers of all hexes by color: on floors or vehicles, on machines, on the hull, outside."""
        plan, outside = self.plan, f"{self.plan.ground}_number"
        inside = {hex for hexes in plan.hexes.values() for hex in hexes}.union(self._vehicle_hexes())
        machines = self._boxes_of_machines()
        numbers: dict[str, list[Spot]] = {outside: [], "plate_number": [], "muted": [], ON_MACHINES: []}
        for hex, spot in self.spots.spots():
            color = "muted" if hex in inside else outside
            if color == outside and plan.is_outer(hex) and plan.covers(spot[1], spot[2]):
                color = "plate_number"
            elif color == "muted" and machines and self._is_on(machines, spot):
                color = ON_MACHINES
            numbers[color].append(spot)
        return numbers

    def _is_on(self, boxes: Iterable[Box], spot: Spot) -> bool:
        """Whether a number is on one of some boxes, or reaches into it."""
        (text, x, baseline), cap = spot, self.spots.cap
        half = self.metrics.width(text, self.spots.type) / 2
        box = (x - half, baseline - cap, x + half, baseline)
        return any(overlaps(box, other) for other in boxes)

    def _vehicle_hexes(self) -> list[Hex]:
        return [hex for vehicle in self.scenario.vehicles for hex in vehicle.region.hexes(self.plan.level)]

    def _busy_hexes(self) -> list[Hex]:
        """The hexes with something in them besides their number."""
        level = self.plan.level
        hexes = [sign.hex for sign in self.signs.signs]
        hexes += self._vehicle_hexes()
        hexes += [captive.region.spot.hex for _, captive in self.held]
        spots = (objective.region.spot for objective in self.scenario.objectives)
        hexes += [spot.hex for spot in spots if spot.level == level]
        for berth in self.plan.map.berths:
            if berth.level == level:
                hexes += [berth.side.hex, self.plan.layout.grid.across(berth.side)]
        return list(dict.fromkeys(hexes))
