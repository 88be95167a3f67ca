"""A level of a hex map at its true size."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import MappingProxyType

from builder.boards.spots import Place
from builder.draw.maps.decks.arrangement import ON_MACHINES, Arrangement
from builder.draw.maps.decks.captives import draw_captive_in_hex
from builder.draw.maps.decks.cells import cell_bars
from builder.draw.maps.decks.doors import door_look, draw_door
from builder.draw.maps.decks.extent import window_of
from builder.draw.maps.decks.fittings.berths import draw_berth, draw_racks
from builder.draw.maps.decks.fittings.furniture import draw_furniture
from builder.draw.maps.decks.floors import draw_floor, draw_hexes, floor_name
from builder.draw.maps.decks.ground import draw_hull, draw_outer_hexes, draw_sky, outer_sides
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.rooms import room_kind
from builder.draw.maps.decks.signs import CAPTION, STAR
from builder.draw.maps.decks.vehicles import draw_vehicle
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND, draw_dead_ground, draw_title_band
from builder.draw.maps.map_look import MapLook, require_map
from builder.draw.maps.signposts import draw_signposts
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import TITLE_LAYER, Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.drawing import Hexes
from builder.draw.surface.hex_paths import HexPaths
from builder.scenario.model import Scenario
from rulesdb.arguments import require, require_number

_BAR = 5
_BAR_LENGTH = 0.08
_CAPTION_HALO = 0.4
# What is under the numbers of a name, if they need a halo in its color.
_UNDER_NUMBERS = MappingProxyType({"plate_number": "plate", ON_MACHINES: "machine"})
_HALOS = MappingProxyType({"plate": 0.7, "machine": 0.5})
_CAPTIONS = MappingProxyType({"console": "console_line", "locker": "locker_line", "chest": "locker_line"})


def draw_level(
    scenario: Scenario,
    level: int,
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    overview_at: float | None = None,
    plan: DeckPlan | None = None,
    room: tuple[float, float] | None = None,
    arrangement: Arrangement | None = None,
) -> Drawing:
    """One level with floors, walls, doors, symbols, hex numbers and names.

    The drawing is as large as the grid at the map's hex size, plus a margin and a title band above.
    ``look`` has the layers to show. ``overview_at`` is the scale of a small drawing of the map, which omits
    hex numbers and captions, and has larger names. ``plan`` saves time if there is one for this level.
    ``room`` is that for a map on a sheet, in mm: if the level is wider, no name is where it can be cut.
    ``arrangement`` saves time if there is one for the same plan, look, scale and room.
    """
    require_map(scenario, context, look, overview_at)
    hex_map = scenario.hex_map
    require("level", level, int, "the number of a level")
    require_number("level", level, 0, len(hex_map.levels) - 1)
    look = look or MapLook(numbers=context.theme.hex_numbers)
    plan = plan or DeckPlan(hex_map, level, context.theme, context.memo)
    arrangement = arrangement or Arrangement(scenario, plan, context, look, overview_at, room)
    pen = _Pen(scenario, plan, context, look, arrangement, is_overview=overview_at is not None)
    west, north, east, south = arrangement.printed
    legend = pen.names.legend_height(east - west)
    window = window_of(plan)
    width = window[2] - window[0]
    height = TITLE_BAND + max(window[3], south + legend) - window[1]
    canvas = Canvas(width, height, context)
    canvas.rect(0, 0, width, height, fill="paper")
    title = hex_map.levels[level].title
    # On an overview, the sheet has the title of the map.
    canvas.heading = hex_map.title
    heading, subtitle = (hex_map.title, title) if hex_map.title and overview_at is None else (title, "")
    scale_text = context.words("map.bar", count=_BAR) if overview_at is None else ""
    with canvas.layer(TITLE_LAYER):
        draw_title_band(
            canvas,
            heading,
            subtitle=subtitle,
            unit=hex_map.hex_size,
            steps=_BAR,
            scale_text=scale_text,
            smallest=pen.names.smallest,
        )
    canvas.origin = (MARGIN, MARGIN + TITLE_BAND)
    right, down = canvas.origin
    canvas.area = (west + right, north + down, east - west, south - north + legend)
    with canvas.shifted(*canvas.origin):
        pen.draw(canvas)
        pen.names.draw_legend(canvas, west, south, east - west)
    drawing = canvas.drawing(f"map-{hex_map.levels[level].id}", title)
    return replace(drawing, ground=plan.ground, hexes=Hexes(plan.size, canvas.origin))


class _Pen:
    """Draws the parts of one level, from the grid's top left corner."""

    def __init__(
        self,
        scenario: Scenario,
        plan: DeckPlan,
        context: DrawingContext,
        look: MapLook,
        arrangement: Arrangement,
        *,
        is_overview: bool,
    ) -> None:
        self.scenario = scenario
        self.map, self.level, self.plan = plan.map, plan.level, plan
        self.layout = self.plan.layout
        self.paths = HexPaths(self.layout)
        self.theme = context.theme
        self.metrics = context.metrics
        self.words = context.words
        self.look = look
        self.overview = is_overview
        self.size = self.layout.size
        self.areas = {area.id: area for area in self.map.areas_on(self.level)}
        self.arrangement = arrangement
        self.names, self.deck_zones = self.arrangement.names, self.arrangement.zones
        self.spots = self.arrangement.spots
        self._count = self.map.grid.columns * self.map.grid.rows

    @property
    def window(self) -> Rectangle:
        """The part of the drawing that the map fills."""
        return -MARGIN, -MARGIN, self.layout.width + 2 * MARGIN, self.layout.height + 2 * MARGIN

    def draw(self, canvas: Canvas) -> None:
        """Every layer, from the ground up."""
        self.canvas = canvas
        for name, part, is_visible in (
            ("space", self.space, True),
            ("hull", self.hull, bool(self.areas)),
            ("floors", self.floors, True),
            ("dead-ground", self.dead_ground, self.look.dead is not None),
            ("zones", self.zones, bool(self.deck_zones.lines)),
            ("furniture", self.furniture, bool(self.arrangement.furniture)),
            ("walls", self.walls, True),
            ("doors", self.doors, True),
            ("symbols", self.symbols, True),
            ("vehicles", self.vehicles, bool(self.scenario.vehicles)),
            ("names", lambda: self.names.draw(canvas), True),
            ("numbers", self.numbers, any(self.arrangement.numbers.values())),
            ("zone-names", lambda: self.deck_zones.draw_titles(canvas), bool(self.deck_zones.lines)),
            ("signposts", self.signposts, bool(self.arrangement.signposts)),
            ("states", lambda: self.names.draw_states(canvas), bool(self.names.state_labels)),
            ("objectives", self.objectives, bool(self.look.objectives_of(self.scenario))),
            ("captives", self.captives, bool(self.arrangement.held)),
            ("frame", self.frame, True),
        ):
            if is_visible:
                with canvas.layer(name):
                    part()

    def space(self) -> None:
        """The dark around the ship, and the hexes there, as faint outlines."""
        self.canvas.rect(*self.window, fill=self.plan.ground)
        numbers = tuple(self.arrangement.numbers.get(f"{self.plan.ground}_number", []))
        key = "sky", self.window, self.scenario.id, self.level, self.plan.ground, numbers
        self.canvas.recalled(
            key, lambda: draw_sky(self.canvas, self.plan, self.window, self.scenario.id, numbers)
        )
        inside = {hex for hexes in self.plan.hexes.values() for hex in hexes}
        outside = [hex for hex in self.map.grid if hex not in inside] if len(inside) < self._count else []
        if outside:
            self.canvas.path(
                self.paths.sides(outside), stroke=f"{self.plan.ground}_grid", stroke_width="grid"
            )
        # Around the grid hexes go on to the edge, so that none is left open there; they have no numbers.
        x, y, wide, tall = self.window
        sides = outer_sides(Hexes(self.size, (0.0, 0.0)), (x, y, x + wide, y + tall), set(self.map.grid))
        self.canvas.segments(sides, stroke=f"{self.plan.ground}_grid", stroke_width="grid")

    def hull(self) -> None:
        """The hull, with the hexes that it covers in part."""
        plan = self.plan
        doors = tuple((plan.door_place(door), door.is_exterior) for door in plan.doorways)
        key = "hull", plan.shape_key, plan.ground, self.window, doors, plan.outer
        self.canvas.recalled(key, self._hull)

    def _hull(self) -> None:
        draw_hull(self.canvas, self.plan, self.window)
        draw_outer_hexes(self.canvas, self.plan)

    def floors(self) -> None:
        """The floor of each area, with its machines and the racks of its berths under its hexes.

        Areas without power are darker, and cells have bars.
        """
        for area in self.areas.values():
            key = "floor", self.size, room_kind(area), self.plan.outlines[area.id], self.overview
            draw = partial(draw_floor, self.canvas, self.plan, area, patterned=not self.overview)
            self.canvas.recalled(key, draw)
        machines = tuple(self.arrangement.machines)
        if machines:
            draw = partial(draw_furniture, self.canvas, machines, self.plan.scale)
            self.canvas.recalled(("machines", machines), draw)
        draw_racks(self.canvas, self.arrangement.racks, self.plan.scale)
        dark = [area.id for area in self.areas.values() if area.id in self.map.shut_down]
        for id in dark:
            data = "".join(
                f"M{'L'.join(f'{x:.3f} {y:.3f}' for x, y in ring)}Z" for ring in self.plan.rings[id]
            )
            self.canvas.path(data, fill="ink", fill_opacity=0.16, fill_rule="evenodd")
        sides = tuple(side.side for side in self.plan.boundaries if side.is_exterior)
        about = "hexes", self.plan.shape_key, self.plan.inner, sides
        self.canvas.recalled(about, partial(draw_hexes, self.canvas, self.plan))
        for area in self.areas.values():
            if area.terrain is not None and "holds" in area.terrain.facts:
                bars = cell_bars(self.plan.rings[area.id], self.plan.wall / 2 + 0.2, self.size * _BAR_LENGTH)
                self.canvas.segments(list(bars), stroke="wall", stroke_width=self.size * 0.025)

    def furniture(self) -> None:
        """The furniture of rooms, which has no effect."""
        pieces = tuple(self.arrangement.furniture)
        self.canvas.recalled(("furniture", pieces), partial(draw_furniture, self.canvas, pieces))

    def zones(self) -> None:
        """A thin line inside the walls of each set-up zone."""
        self.deck_zones.draw(self.canvas)

    def dead_ground(self) -> None:
        """A hatch over the hexes that the set-up zone does not see."""
        assert self.look.dead is not None
        hexes = [place.hex for place in self.look.dead.spots if place.level == self.level]
        cells = [self.layout.corners(hex) for hex in sorted(hexes)]
        draw_dead_ground(self.canvas, self.paths.outline(hexes), cells, self.size)

    def walls(self) -> None:
        """The walls between areas, and along the hull."""
        data = "".join(
            f"M{'L'.join(f'{x:.3f} {y:.3f}' for x, y in wall.points)}" for wall in self.plan.walls.walls
        )
        if data:
            self.canvas.path(data, stroke="wall", stroke_width=self.plan.wall, stroke_linecap="square")

    def doors(self) -> None:
        """The doors and openings, each on its wall."""
        for boundary in self.plan.doorways:
            assert boundary.door is not None
            place = self.plan.door_place(boundary)
            inner = boundary.here if boundary.here in self.areas else boundary.there
            ground = self._ground(inner)
            look = door_look(boundary.door)
            draw = partial(draw_door, self.canvas, place, look, scale=self.plan.scale, ground=ground)
            self.canvas.recalled(("door", place, look, self.plan.scale, ground), draw)
        for box in self.arrangement.door_boxes:
            self.canvas.keep_whole(*box)

    def symbols(self) -> None:
        """Berths, machinery, lockers, consoles, hatches and lifts, with their captions."""
        for berth in self.map.berths:
            if berth.level == self.level:
                draw_berth(self.canvas, self.layout.side(berth.side), self.size)
        for sign in self.arrangement.signs.signs:
            for box in sign.boxes(self.metrics):
                self.canvas.keep_whole(*box)
            draw_symbol(self.canvas, sign.name, sign.at, sign.size)
            area = self.map.area_at.get(Place(self.level, sign.hex), "")
            ground, fill = self._ground(area), _CAPTIONS.get(sign.name, "ink")
            for line, baseline in sign.baselines:
                place, halo = (sign.text_x, baseline), _CAPTION_HALO
                self.canvas.text(
                    line, *place, sign.type, anchor="middle", fill=fill, halo=ground, halo_width=halo
                )

    def numbers(self) -> None:
        """Each hex's number at the best free place."""
        for name, spots in self.arrangement.numbers.items():
            if spots:
                # Plates have frames, or a hatch where they are to save ink, and machines have lines.
                ground = _UNDER_NUMBERS.get(name, "")
                look = self.spots.type, "muted" if ground == "machine" else name, self.spots.around
                halo = _HALOS.get(ground, 0.0)
                draw = partial(self.canvas.centered_texts, spots, *look, halo=ground, halo_width=halo)
                self.canvas.recalled(("numbers", tuple(spots), *look, ground), draw)

    def objectives(self) -> None:
        """A star in each objective's hex, with its name where no sign says it."""
        for objective in self.look.objectives_of(self.scenario):
            if objective.id in self.arrangement.stars:
                x, y = self.arrangement.stars[objective.id]
                half = self.size * STAR / 3
                draw_symbol(self.canvas, "objective", (x, y), self.size * STAR)
                self.canvas.keep_whole(x - half, y - half, x + half, y + half)
            if objective.id in self.arrangement.star_names:
                name = self.arrangement.star_names[objective.id]
                self.canvas.keep_whole(*name.box)
                area = self.map.area_at.get(objective.region.spot, "")
                place, ground, halo = name.at, self._ground(area), _CAPTION_HALO
                self.canvas.text(name.text, *place, CAPTION, anchor="middle", halo=ground, halo_width=halo)

    def vehicles(self) -> None:
        """Each vehicle over its hexes, with its title."""
        for vehicle in self.scenario.vehicles:
            draw_vehicle(self.canvas, self.map, vehicle, self.level, titled=not self.overview, plan=self.plan)

    def signposts(self) -> None:
        """The signposts of places where units enter or leave this level."""
        draw_signposts(self.canvas, self.arrangement.signposts, grow=self.deck_zones.grow)

    def captives(self) -> None:
        """Captive creatures in their hexes, with what holds them."""
        for force, captive in self.arrangement.held:
            center, icon = self.layout.center(captive.region.spot.hex), force.icon
            draw_captive_in_hex(icon, captive, center, self.size, self.canvas, titled=not self.overview)

    def frame(self) -> None:
        """A line around the printed part of the map."""
        west, north, east, south = self.arrangement.printed
        self.canvas.rect(west, north, east - west, south - north, stroke="ink", stroke_width=0.5)

    def _ground(self, area: str) -> str:
        """The name of the color below an area's hexes, or of that outside."""
        return floor_name(room_kind(self.areas[area])) if area in self.areas else self.plan.ground
