"""A level of a hex map at its true size."""

from __future__ import annotations

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Lift
from builder.boards.deck_structure import Boundary
from builder.boards.spots import Place
from builder.draw.maps.decks.captives import draw_captive
from builder.draw.maps.decks.cells import cell_bars
from builder.draw.maps.decks.doors import DOOR_LENGTH, DOOR_WEIGHT, door_look, draw_berth, draw_door
from builder.draw.maps.decks.lockers import contents_in_short
from builder.draw.maps.decks.names import DeckNames
from builder.draw.maps.decks.states import area_states
from builder.draw.maps.decks.vehicles import draw_vehicle
from builder.draw.maps.hex_numbers import draw_numbers
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND, draw_dead_ground, draw_title_band, zone_style
from builder.draw.maps.map_look import MapLook, require_map
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.clear_space import ClearSpace
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Direction, Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario
from rulesdb.arguments import require, require_number

_BAR = 5
_RING = 0.035
_STAR = 0.42
_BAR_LENGTH = 0.11


def draw_level(
    scenario: Scenario,
    level: int,
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    overview_at: float | None = None,
) -> Drawing:
    """One level with floors, walls, doors, symbols, hex numbers and names.

    The drawing is as large as the grid at the map's hex size, plus a margin and a title band above.
    ``look`` has the layers to show. ``overview_at`` is the scale of a small drawing of the map, which omits
    hex numbers and captions, and has larger names.
    """
    require_map(scenario, context, look, overview_at)
    hex_map = scenario.hex_map
    require("level", level, int, "the number of a level")
    require_number("level", level, 0, len(hex_map.levels) - 1)
    look = look or MapLook(numbers=context.theme.hex_numbers)
    pen = _Pen(scenario, hex_map, level, context, look, overview_at)
    width = pen.layout.width + 2 * MARGIN
    legend = pen.names.legend_height(pen.layout.width)
    height = pen.layout.height + 2 * MARGIN + TITLE_BAND + legend
    canvas = Canvas(width, height, context)
    canvas.rect(0, 0, width, height, fill="space")
    title = hex_map.levels[level].title
    heading = f"{hex_map.title} · {title}" if hex_map.title else title
    scale_text = context.words("map.bar", count=_BAR) if overview_at is None else ""
    draw_title_band(canvas, heading, unit=hex_map.hex_size, steps=_BAR, scale_text=scale_text)
    with canvas.shifted(MARGIN, MARGIN + TITLE_BAND):
        pen.draw(canvas)
        pen.names.draw_legend(canvas, pen.layout.width, pen.layout.height + MARGIN / 2)
    return canvas.drawing(f"map-{hex_map.levels[level].id}", title)


class _Pen:
    """Draws the parts of one level, from the grid's top left corner."""

    def __init__(
        self,
        scenario: Scenario,
        hex_map: HexMap,
        level: int,
        context: DrawingContext,
        look: MapLook,
        overview_at: float | None,
    ) -> None:
        self.scenario = scenario
        self.map = hex_map
        self.level = level
        self.layout = HexLayout(hex_map.grid, hex_map.hex_size)
        self.paths = HexPaths(self.layout)
        self.theme = context.theme
        self.metrics = context.metrics
        self.words = context.words
        self.look = look
        self.overview = overview_at is not None
        self.size = self.layout.size
        # Rings run along the walls, and never under them.
        self.ring = context.theme.map["exterior_weight"] / 2 + self.size * _RING / 2 + 0.2
        self.walls_here = [boundary for boundary in hex_map.boundaries if boundary.level == level]
        # Every copy of a map has room for stars, so that all copies have their names in the same places.
        self.stars = {
            objective.id: self._star_at(objective.region.spot.hex)
            for objective in scenario.objectives
            if objective.region.spot.level == level
        }
        self.taken = set(hex_map.symbol_hexes.get(level, ()))
        self.taken.update(hex for vehicle in scenario.vehicles for hex in vehicle.region.hexes(level))
        self.held = [
            (force, captive)
            for force in scenario.forces
            for captive in force.captives
            if captive.region.hexes(level)
        ]
        self.taken.update(hex for _, captive in self.held for hex in captive.region.hexes(level))
        zones = look.zones_of(scenario)
        self.names = DeckNames(
            hex_map, level, self.layout, context, overview_at, self._space(), self.taken, zones,
            area_states(hex_map, scenario.ruleset, context.words),
            middle_free=self.overview or look.numbers.place != "center",
        )  # fmt: skip

    def draw(self, canvas: Canvas) -> None:
        """Every layer, from the ground up."""
        self.canvas = canvas
        for name, part, is_visible in (
            ("space", self.space, True),
            ("floors", self.floors, True),
            ("dead-ground", self.dead_ground, self.look.dead is not None),
            ("zones", self.zones, bool(self.look.zones_of(self.scenario))),
            ("symbols", self.symbols, True),
            ("walls", self.walls, True),
            ("vehicles", self.vehicles, bool(self.scenario.vehicles)),
            ("numbers", self.numbers, not self.overview),
            ("names", lambda: self.names.draw(canvas), True),
            ("zone-names", lambda: self.names.draw_zones(canvas), bool(self.names.zone_labels)),
            ("states", lambda: self.names.draw_states(canvas), bool(self.names.state_labels)),
            ("objectives", self.objectives, bool(self.look.objectives_of(self.scenario))),
            ("captives", self.captives, bool(self.held)),
        ):
            if is_visible:
                with canvas.layer(name):
                    part()

    def space(self) -> None:
        """The hexes around the ship, as faint outlines."""
        outside = [hex for hex in self.map.grid if Place(self.level, hex) not in self.map.area_at]
        if outside:
            self.canvas.path(self.paths.sides(outside), stroke="space_grid", stroke_width="grid")

    def floors(self) -> None:
        """Filled hexes, one path for each kind of area, then the grid."""
        by_kind: dict[str, list[Hex]] = {}
        for area in self.map.areas_on(self.level):
            hexes = [place.hex for place in area.places if place.level == self.level]
            by_kind.setdefault(area.kind, []).extend(hexes)
        for kind, hexes in sorted(by_kind.items()):
            self.canvas.path(self.paths.outline(hexes), fill=kind, stroke=kind, stroke_width=0.1)
        inside = [hex for hexes in by_kind.values() for hex in hexes]
        if inside:
            self.canvas.path(self.paths.sides(inside), stroke="grid", stroke_width="grid")
        if by_kind.get("airlock"):
            self.canvas.path(
                self.paths.inset(by_kind["airlock"], self.ring),
                stroke="airtight_door",
                stroke_width=self.size * _RING,
                stroke_dasharray=f"{mm(self.size * 0.1)} {mm(self.size * 0.07)}",
            )
        dark = [
            p.hex for id in self.map.shut_down for p in self.map.areas[id].places if p.level == self.level
        ]
        if dark:
            self.canvas.path(self.paths.outline(dark), fill="ink", fill_opacity=0.16)
        numbered = not self.overview and self.look.numbers.place != "none"
        for area in self.map.areas_on(self.level):
            if area.terrain is not None and "holds" in area.terrain.facts:
                hexes = [place.hex for place in area.places if place.level == self.level]
                bars = cell_bars(self.layout, hexes, self.ring, self.size * _BAR_LENGTH, numbered=numbered)
                self.canvas.segments(list(bars), stroke="wall", stroke_width=self.size * 0.025)

    def zones(self) -> None:
        """A tint and a dashed ring just inside the walls of each set-up zone."""
        weight = self.size * _RING * (1.6 if self.overview else 1.0)
        style = zone_style(0.06, weight, self.size * 0.12, self.size * 0.09)
        for zone in self.look.zones_of(self.scenario):
            hexes = zone.region.hexes(self.level)
            if hexes:
                self.canvas.path(self.paths.inset(hexes, self.ring), stroke_linejoin="round", **style)

    def dead_ground(self) -> None:
        """A hatch over the hexes that the set-up zone does not see."""
        assert self.look.dead is not None
        hexes = [place.hex for place in self.look.dead.spots if place.level == self.level]
        cells = [self.layout.corners(hex) for hex in sorted(hexes)]
        draw_dead_ground(self.canvas, self.paths.outline(hexes), cells, self.size)

    def walls(self) -> None:
        """Interior walls, the hull, then the doors in them."""
        interior: list[tuple[Point, Point]] = []
        exterior: list[tuple[Point, Point]] = []
        doors: list[tuple[Boundary, str]] = []
        for boundary in self.walls_here:
            ends = self.layout.side(boundary.side)
            (exterior if boundary.is_exterior else interior).append(ends)
            if boundary.door is not None:
                doors.append((boundary, door_look(boundary.door)))
        self.canvas.segments(interior, stroke="wall", stroke_width="interior_weight", stroke_linecap="round")
        self.canvas.segments(exterior, stroke="hull", stroke_width="exterior_weight", stroke_linecap="round")
        half = self.size * DOOR_WEIGHT / 2
        for boundary, door in doors:
            draw_door(self.canvas, self.layout.side(boundary.side), door, self.size)
            (x1, x2), (y1, y2) = (sorted(ends) for ends in zip(*self._door_line(boundary), strict=True))
            self.canvas.keep_whole(x1 - half, y1 - half, x2 + half, y2 + half)

    def symbols(self) -> None:
        """Machinery, lockers, consoles, hatches and lifts."""
        for feature in self.map.features:
            if feature.place.level != self.level:
                continue
            center = self.layout.center(feature.place.hex)
            if feature.kind == "console":
                draw_symbol(self.canvas, "console", self._raised(center), self.size)
                if not self.overview:
                    self._caption(feature.name, center, "console")
            elif feature.kind == "locker" and (caption := contents_in_short(feature, self.words)):
                symbol = "locker" if feature.has_suits else "chest"
                draw_symbol(self.canvas, symbol, self._raised(center), self.size)
                if not self.overview:
                    self._caption(caption, center, "locker")
            else:
                symbol = (
                    "explosive" if feature.name == "explosive" else feature.kind.removesuffix("-machinery")
                )
                draw_symbol(self.canvas, symbol, center, self.size)
        for hatch in self.map.hatches:
            if self.level in hatch.levels:
                draw_symbol(self.canvas, hatch.kind, self.layout.center(hatch.hex), self.size)
        for lift in self.map.lifts:
            if self.level in lift.levels:
                self._lift(lift)
        for berth in self.map.berths:
            if berth.level == self.level:
                draw_berth(self.canvas, self.layout.side(berth.side), self.size)

    def _lift(self, lift: Lift) -> None:
        """The symbol of a lift in its first hex; the name of a cargo lift, which has more, in the next."""
        draw_symbol(self.canvas, "lift", self.layout.center(lift.hex), self.size)
        if lift.controls and len(lift.hexes) > 1 and not self.overview:
            x, y = self.layout.center(lift.hexes[1])
            self._caption(lift.name, (x, y - self.size * 0.2), "ink")

    def numbers(self) -> None:
        """Each hex's number, fainter outside."""
        aboard = {place.hex for place in self.map.area_at if place.level == self.level}
        inside = [hex for hex in self.map.grid if hex in aboard]
        outside = [hex for hex in self.map.grid if hex not in aboard]
        groups = ((outside, "space_number"), (inside, "muted"))
        lifts = {hex for lift in self.map.lifts if self.level in lift.levels for hex in lift.hexes}
        draw_numbers(self.canvas, self.layout, self.look.numbers, groups, self.taken | lifts)

    def objectives(self) -> None:
        """A star in each objective's hex."""
        for objective in self.look.objectives_of(self.scenario):
            if objective.id in self.stars:
                draw_symbol(self.canvas, "objective", self.stars[objective.id], self.size * _STAR)

    def _star_at(self, hex: Hex) -> Point:
        """Next to what is in the middle of the hex, where there is no door."""
        x, y = self.layout.center(hex)
        doors = {wall.side for wall in self.walls_here if wall.door is not None}
        sides = {1: (Direction.NE, Direction.SE), -1: (Direction.NW, Direction.SW)}
        free = [
            sign
            for sign, beside in sides.items()
            if not any(self.map.grid.hexside(hex, direction) in doors for direction in beside)
        ]
        return x + (free or [1])[0] * self.layout.radius * 0.62, y - self.size * 0.02

    def _space(self) -> ClearSpace:
        """The space that names must avoid: doors and stars. Their lines avoid walls, numbers and symbols."""
        space = ClearSpace()
        for wall in self.walls_here:
            if wall.door is not None:
                space.take_line(*self._door_line(wall), self.size * DOOR_WEIGHT + 0.4)
        for berth in self.map.berths:
            if berth.level == self.level:
                space.take_line(*self.layout.side(berth.side), self.size * DOOR_WEIGHT)
        half = self.size * _STAR * 0.28
        for x, y in self.stars.values():
            space.take((x - half, y - half, x + half, y + half))
        return space

    def _door_line(self, wall: Boundary) -> tuple[Point, Point]:
        """The middle line of a door's leaf."""
        (x1, y1), (x2, y2) = self.layout.side(wall.side)
        x0, y0 = (x1 + x2) / 2, (y1 + y2) / 2
        right, down = (x2 - x1) * DOOR_LENGTH / 2, (y2 - y1) * DOOR_LENGTH / 2
        return (x0 - right, y0 - down), (x0 + right, y0 + down)

    def vehicles(self) -> None:
        """Each vehicle over its hexes, with its title."""
        for vehicle in self.scenario.vehicles:
            draw_vehicle(self.canvas, self.map, vehicle, self.level, titled=not self.overview)

    def captives(self) -> None:
        """Captive creatures in their hexes, with what holds them."""
        for force, captive in self.held:
            center = x, y = self.layout.center(captive.region.spot.hex)
            # Between the number of the hex and what holds it.
            middle = x, y - self.size * 0.04
            draw_captive(force.unit["counter"]["icon"], self.size * 0.17, self.canvas, middle)
            if not self.overview:
                label = f"{captive.by.title} {captive.count}" if captive.count > 1 else captive.by.title
                self._caption(label, center, "ink")

    def _caption(self, text: str, center: Point, fill: str) -> None:
        """What a console controls: below it, in at most two lines inside the hex."""
        width = self.layout.radius * 1.3
        type = Type(CONDENSED_BOLD, 2.0)
        lines = self.metrics.wrap(text, type, width)[:2]
        for index, line in enumerate(lines):
            fitted, y = self.metrics.fit(line, type, width, 1.6), center[1] + self.size * 0.23 + index * 2.1
            self.canvas.text(line, center[0], y, fitted, anchor="middle", fill=fill)

    def _raised(self, center: Point) -> Point:
        return center[0], center[1] - self.size * 0.07
