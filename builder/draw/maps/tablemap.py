"""An open table at a reduced scale: terrain, zones, objectives, and a separate plan of the tunnels below."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from builder.boards.table import SIGHT_STEPS, TableMap
from builder.draw.maps.map_frame import draw_dead_ground
from builder.draw.maps.map_look import DeadGround, MapLook, require_map
from builder.draw.maps.nature.buildings import draw_mouth, draw_pad
from builder.draw.maps.nature.canopy import draw_tree
from builder.draw.maps.nature.ground import draw_open_ground, draw_trodden, shade_edges
from builder.draw.maps.nature.hills import draw_hill
from builder.draw.maps.nature.kinds import draw_area, draw_way
from builder.draw.maps.nature.landmarks import draw_landmark
from builder.draw.maps.nature.plot import Plot
from builder.draw.maps.nature.scenery import TABLE, draw_details
from builder.draw.maps.open.frame import draw_compass, draw_ruler, draw_scale_bar
from builder.draw.maps.open.lettering import Name, draw_names
from builder.draw.maps.open.table_plan import COMPASS, LANDMARK, MOUTH, STAR, Place, TablePlan
from builder.draw.maps.open.tunnels.plan import draw_plan
from builder.draw.maps.open.zones import draw_tabs, draw_zone_lines
from builder.draw.maps.signposts import draw_signposts
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import seeded
from builder.draw.surface.type import ITALIC, Type
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.arguments import require_number

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# Around the table: the border with the ruler, and outside it the figures at the west and north.
BORDER = 4.2
WEST, NORTH, EAST = BORDER + 5.6, BORDER + 4.4, BORDER + 0.4
FOOT = BORDER + 10.4
STEPS = {"inch": 12, "centimetre": 30}
_NOTE = Type(ITALIC, 2.6)
_HATCH = 12.0
_WIDTHS = 1.0, 10_000.0
_ENLARGED = 0.001, 1_000.0


def draw_table(
    scenario: Scenario,
    width: float,
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    printed: float = 1.0,
) -> Drawing:
    """The table in a drawing ``width`` mm wide, with a ruler along its edges and a scale bar under it.

    ``look`` has the layers to show; ``printed`` is the factor by which the map will be enlarged in print.
    """
    require_map(scenario, context, look)
    require_number("width", width, *_WIDTHS, "mm")
    require_number("printed", printed, *_ENLARGED)
    table = scenario.table_map
    frame = _Frame(table, width, context, printed)
    canvas = frame.canvas
    with canvas.shifted(WEST, NORTH):
        pen = _Pen(TablePlan(scenario, context, look or MapLook(), frame.scale), canvas)
        for name, part, is_visible in (
            ("ground", pen.ground, True),
            ("terrain", pen.terrain, True),
            ("dead-ground", pen.dead_ground, pen.plan.look.dead is not None),
            ("zones", pen.zones, True),
            ("objectives", pen.objectives, True),
            ("vehicles", pen.vehicles, True),
            ("names", pen.names, True),
        ):
            if is_visible:
                with canvas.layer(name):
                    part()
        draw_compass(canvas, *pen.plan.compass, radius=COMPASS)
    frame.draw(note=context.words("map.drawn-edge"))
    return canvas.drawing("table", table.title or scenario.title)


def draw_tunnels(scenario: Scenario, width: float, context: DrawingContext) -> Drawing:
    """The plan of the tunnels at the scale of the table: a separate drawing, because it is secret."""
    require_map(scenario, context)
    require_number("width", width, *_WIDTHS, "mm")
    table = scenario.table_map
    if table.plan is None:
        raise InputError(f"{scenario.id}: the table has no tunnels")
    frame = _Frame(table, width, context)
    with frame.canvas.shifted(WEST, NORTH):
        draw_plan(frame.canvas, scenario, frame.scale)
    frame.draw(note="")
    words = context.words
    return frame.canvas.drawing("tunnels", words("sheet.secret", title=words("map.tunnels")))


def table_about(table: TableMap, context: DrawingContext, scale: float) -> str:
    """The size of a table and the scale of its drawing, in words."""
    words = context.words
    return words(
        "map.table-size",
        width=f"{words.number(table.width)}{table.sign}",
        depth=f"{words.number(table.depth)}{table.sign}",
        scale=words.number(round(table.unit_mm / scale, 1)),
    )


def table_scale(table: TableMap, width: float) -> float:
    """The scale, in mm per unit, of a table in a drawing of a width."""
    return (width - WEST - EAST) / table.width


class _Frame:
    """The canvas of a drawing of a table with what is around the table."""

    def __init__(self, table: TableMap, width: float, context: DrawingContext, printed: float = 1.0) -> None:
        self.table = table
        self.printed = printed
        self.scale = table_scale(table, width)
        self.wide, self.deep = table.width * self.scale, table.depth * self.scale
        self.canvas = Canvas(width, self.deep + NORTH + FOOT, context)
        self.canvas.origin = (WEST, NORTH)

    def draw(self, note: str) -> None:
        """The border with its ruler, and below it the scale of the drawing and a note."""
        canvas, step = self.canvas, STEPS[self.table.unit]
        with canvas.layer("rulers"), canvas.shifted(WEST, NORTH):
            draw_ruler(canvas, self.wide, self.deep, self.scale, step, BORDER)
            y = self.deep + BORDER + 3.2
            text = canvas.words("map.scale", step=f"{step}{self.table.sign}", scale=self._drawn)
            bar = step * self.scale
            draw_scale_bar(canvas, 0.0, y, bar, text)
            room = self.wide - bar - 6.0 - canvas.metrics.width(text, _NOTE)
            if canvas.metrics.width(note, _NOTE) <= room:
                canvas.text(note, self.wide + BORDER, y + 1.6, _NOTE, anchor="end", fill="muted")
            else:
                canvas.text(note, 0.0, y + 5.4, _NOTE, fill="muted")

    @property
    def _drawn(self) -> str:
        """How much smaller the drawing is than the table."""
        return self.canvas.words.number(round(self.table.unit_mm / self.scale / self.printed, 1))


class _Pen:
    """Draws the parts of a table, in mm from its north-west corner."""

    def __init__(self, plan: TablePlan, canvas: Canvas) -> None:
        self.plan = plan
        self.canvas = canvas
        self.theme = canvas.theme

    def ground(self) -> None:
        """The table itself, with crosses every foot or every 30 cm."""
        from shapely import Point as Spot

        plan, canvas = self.plan, self.canvas
        areas = [place.area for place in plan.places]
        clear = plan.lettering.clear(plan.ground, areas)
        rng = seeded(plan.scenario.id, "ground")
        draw_open_ground(canvas, Plot(plan.ground, rng, clear=clear))
        draw_trodden(canvas, ((place.symbol, place.area) for place in plan.places), plan.ground)
        shade_edges(canvas, plan.wide, plan.deep)
        step = STEPS[plan.table.unit] * plan.scale
        spots = [(x, y) for x in _marks(plan.wide, step) for y in _marks(plan.deep, step)]
        crosses = [spot for spot in spots if self._is_open(spot)]
        signs = [*areas, *(Spot(cross) for cross in crosses)]
        bare = plan.lettering.clear(plan.ground, signs)
        draw_details(canvas, Plot(plan.ground, seeded(plan.scenario.id, "details"), clear=bare), TABLE)
        strokes = [
            ends for x, y in crosses for ends in (((x - 1.6, y), (x + 1.6, y)), ((x, y - 1.6), (x, y + 1.6)))
        ]
        color = blend(self.theme["ink"], self.theme["ground"], 0.45)
        canvas.segments(strokes, stroke=color, stroke_width="grid")

    def _is_open(self, at: Point) -> bool:
        """Whether a cross has room: clear of writing and symbols."""
        x, y = at
        [cost] = self.plan.lettering.cost_of([(x - 1.8, y - 1.8, x + 1.8, y + 1.8)])
        return cost < 10.0

    def terrain(self) -> None:
        """The pieces, from the lowest to the highest."""
        for place in self.plan.places:
            clear = self.plan.lettering.clear(place.area, self.plan.built_on(place))
            about = place.symbol, place.line, place.thick, place.has_ship, place.ramp_west
            room = self.plan.step_room(place)
            around = (each.wkb if each is not None else b"" for each in (clear, room))
            areas = place.area.wkb, *around, self.plan.wide, self.plan.deep
            key = "piece", self.plan.scenario.id, place.piece.id, *about, *areas
            self.canvas.recalled(key, partial(self._piece, place, clear, room))
        for gate in self.plan.gates:
            gate.draw(self.canvas)

    def _piece(self, place: Place, clear: BaseGeometry | None, room: BaseGeometry | None) -> None:
        plan, canvas = self.plan, self.canvas
        rng = seeded(plan.scenario.id, place.piece.id, "marks")
        plot = Plot(place.area, rng, plan.ground, clear)
        if place.line:
            draw_way(canvas, place.symbol, place.line, rng, thick=place.thick)
        elif place.symbol == "pad":
            draw_pad(canvas, plot, has_craft=place.has_ship, ramp_west=place.ramp_west)
        elif place.symbol == "tree":
            west, north, east, south = place.area.bounds
            draw_tree(canvas, ((west + east) / 2, (north + south) / 2), (east - west) / 2, rng)
        elif place.symbol == "tunnel":
            middle = place.area.centroid
            draw_mouth(canvas, (middle.x, middle.y), MOUTH)
        elif place.symbol == "hill":
            draw_hill(canvas, plot, room=room)
        else:
            draw_area(canvas, place.symbol, plot)

    def dead_ground(self) -> None:
        """A hatch over the squares around the points that the set-up zone does not see."""
        dead, plan = self.plan.look.dead, self.plan
        assert isinstance(dead, DeadGround)
        side = SIGHT_STEPS[plan.table.unit] * plan.scale
        half = side / 2
        corners = [(x * plan.scale - half, y * plan.scale - half) for x, y in dead.spots]
        outline = "".join(f"M{mm(x)} {mm(y)}h{mm(side)}v{mm(side)}h{mm(-side)}Z" for x, y in corners)
        cells = [((x, y), (x + side, y), (x + side, y + side), (x, y + side)) for x, y in corners]
        draw_dead_ground(self.canvas, outline, cells, _HATCH)

    def zones(self) -> None:
        """A line around each set-up zone."""
        draw_zone_lines(self.canvas, self.plan.zones)

    def objectives(self) -> None:
        """A star at each objective, over its landmark."""
        for objective in self.plan.look.objectives_of(self.plan.scenario):
            at, spot = self.plan.star_of(objective), self.plan.spot_of(objective)
            if self.plan.has_landmark(objective):
                draw_landmark(self.canvas, self.plan.scenario, objective, at, LANDMARK)
            if at != spot:
                # The star stands beside what it would hide, and a line leads to the objective itself.
                self.canvas.line(spot, at, stroke="objective", stroke_width=0.5)
                self.canvas.circle(*spot, 0.7, fill="objective")
            draw_symbol(self.canvas, "objective", at, STAR)

    def vehicles(self) -> None:
        """Each vehicle that is on the table, and the mouths of tunnels."""
        for vehicle in self.plan.scenario.vehicles:
            if vehicle.region:
                x, y = vehicle.region.spot
                draw_symbol(self.canvas, "vehicle", (x * self.plan.scale, y * self.plan.scale), STAR * 1.5)
        for node in self.plan.entrances:
            at = node.at[0] * self.plan.scale, node.at[1] * self.plan.scale
            draw_mouth(self.canvas, at, MOUTH, is_used=node.used)

    def names(self) -> None:
        """The names of objectives, zones and pieces."""
        with self.canvas.layer("objective-names"):
            draw_names(self.canvas, self._named("objective-names"), halo_width=0.55)
        with self.canvas.layer("zone-names"):
            draw_tabs(self.canvas, self.plan.zones)
            draw_signposts(self.canvas, self.plan.signposts)
        draw_names(self.canvas, self._named(""), halo_width=0.7)

    def _named(self, layer: str) -> list[tuple[Name, str, str]]:
        return [(name.name, name.fill, name.halo) for name in self.plan.names if name.layer == layer]


def _marks(span: float, step: float) -> tuple[float, ...]:
    """The multiples of a step above 0, below the span."""
    return tuple(index * step for index in range(1, int(span / step - 1e-6) + 1))
