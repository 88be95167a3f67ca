"""An open table at a reduced scale: terrain, zones, objectives, and a separate plan of the tunnels below."""

from __future__ import annotations

import math

from builder.boards.table import SIGHT_STEPS, Node, TableMap
from builder.draw.maps.map_frame import draw_dead_ground, draw_edges, zone_style
from builder.draw.maps.map_look import DeadGround, MapLook, require_map, zone_name
from builder.draw.maps.symbols import draw_symbol
from builder.draw.maps.terrain import draw_terrain, draw_way, scaled
from builder.draw.surface.canvas import Canvas, Drawing, mm
from builder.draw.surface.caption_placing import Captions
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Type
from builder.geometry.shapes import Shape, line
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.arguments import require_number

RULER = 5.0
FOOT = 9.0
_STEPS = {"inch": 12, "centimetre": 30}
_STAR = 8.0
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
    """The table ``width`` mm wide, with a ruler along its edges and a scale bar under it.

    ``look`` has the layers to show; ``printed`` is the factor by which the map will be enlarged in print.
    """
    require_map(scenario, context, look)
    require_number("width", width, *_WIDTHS, "mm")
    require_number("printed", printed, *_ENLARGED)
    table = scenario.table_map
    pen = _Pen(scenario, table, width, context, look, printed)
    pen.ground("ground")
    with pen.canvas.shifted(RULER, RULER):
        with pen.canvas.layer("terrain"):
            for piece in table.pieces:
                symbol = piece.terrain.get("symbol", "building")
                draw_terrain(pen.canvas, symbol, piece.shape, pen.scale)
        if pen.look.dead is not None:
            with pen.canvas.layer("dead-ground"):
                pen.dead_ground(pen.look.dead)
        pen.frame()
        for node in table.plan.of_kind("entrance") if table.plan else ():
            pen.entrance(node)
        for name, part in (
            ("zones", pen.zones),
            ("objectives", pen.objectives),
            ("vehicles", pen.vehicles),
            ("names", pen.captions),
        ):
            with pen.canvas.layer(name):
                part()
    with pen.canvas.layer("rulers"):
        pen.rulers()
    return pen.canvas.drawing("table", table.title or scenario.title)


def draw_tunnels(scenario: Scenario, width: float, context: DrawingContext) -> Drawing:
    """The plan of the tunnels at the scale of the table: a separate drawing, because it is secret."""
    require_map(scenario, context)
    require_number("width", width, *_WIDTHS, "mm")
    table = scenario.table_map
    if table.plan is None:
        raise InputError(f"{scenario.id}: the table has no tunnels")
    pen = _Pen(scenario, table, width, context)
    pen.ground("earth")
    with pen.canvas.shifted(RULER, RULER):
        for grow, color in ((0.35, "ink"), (0.0, "tunnel")):
            for tunnel in table.plan.tunnels:
                way = scaled(line(tunnel.points, tunnel.width), pen.scale)
                draw_way(pen.canvas, Shape(way.points, radius=way.radius + grow), color)
            for node in table.plan.of_kind("chamber"):
                at = scaled(node.shape, pen.scale)
                pen.canvas.circle(*at.center, at.radius + grow, fill=color)
        for node in table.plan.of_kind("entrance"):
            pen.entrance(node)
        for node in table.plan.nodes.values():
            if node.name:
                pen.name(node.name, scaled(node.shape, pen.scale), Type(BOLD, 3.0), "tunnel")
        for tunnel in table.plan.tunnels:
            middle = tunnel.points[(len(tunnel.points) - 1) // 2 : (len(tunnel.points) + 3) // 2]
            x, y = ((middle[0][0] + middle[-1][0]) / 2, (middle[0][1] + middle[-1][1]) / 2)
            length = f"{tunnel.length:.0f}{table.sign}"
            pen.name(length, scaled(Shape(((x, y),)), pen.scale), Type(CONDENSED, 2.6), None)
    pen.rulers()
    words = context.words
    return pen.canvas.drawing("tunnels", words("sheet.secret", title=words("map.tunnels")))


class _Pen:
    """Draws the parts of a table, in mm from its north-west corner."""

    def __init__(
        self,
        scenario: Scenario,
        table: TableMap,
        width: float,
        context: DrawingContext,
        look: MapLook | None = None,
        printed: float = 1.0,
    ) -> None:
        self.scenario = scenario
        self.printed = printed
        self.look = look or MapLook()
        self.table = table
        self.words = context.words
        self.scale = (width - 2 * RULER) / table.width
        self.wide, self.deep = table.width * self.scale, table.depth * self.scale
        self.canvas = Canvas(width, self.deep + 2 * RULER + FOOT, context)
        self.caption_room = Captions((0.5, 0.5, self.wide - 0.5, self.deep - 0.5))

    def ground(self, fill: str) -> None:
        """The table itself with a grid of feet, or of 30 cm."""
        step = _STEPS[self.table.unit] * self.scale
        with self.canvas.shifted(RULER, RULER):
            self.canvas.rect(0, 0, self.wide, self.deep, fill=fill, stroke="ink", stroke_width=0.4)
            lines = [((x, 0.0), (x, self.deep)) for x in _marks(self.wide, step)]
            lines += [((0.0, y), (self.wide, y)) for y in _marks(self.deep, step)]
            self.canvas.segments(lines, stroke="ground_grid", stroke_width="grid")

    def dead_ground(self, dead: DeadGround) -> None:
        """A hatch over the squares around the points that the set-up zone does not see."""
        side = SIGHT_STEPS[self.table.unit] * self.scale
        half = side / 2
        corners = [(x * self.scale - half, y * self.scale - half) for x, y in dead.spots]
        outline = "".join(f"M{mm(x)} {mm(y)}h{mm(side)}v{mm(side)}h{mm(-side)}Z" for x, y in corners)
        cells = [((x, y), (x + side, y), (x + side, y + side), (x, y + side)) for x, y in corners]
        draw_dead_ground(self.canvas, outline, cells, _HATCH)

    def frame(self) -> None:
        """Cover what extends beyond the edges, such as a river's rounded end, and draw the edges again."""
        draw_edges(self.canvas, self.wide, self.deep, RULER, 0.4)

    def rulers(self) -> None:
        """Figures along the west and north edges, a scale bar and an arrow to the north."""
        step = _STEPS[self.table.unit]
        small, ink = Type(CONDENSED, 2.5), "muted"
        for index, x in enumerate((0.0, *_marks(self.wide, step * self.scale))):
            self.canvas.text(str(index * step), RULER + x, RULER - 1.2, small, anchor="middle", fill=ink)
        for index, y in enumerate(_marks(self.deep, step * self.scale), 1):
            self.canvas.text(str(index * step), RULER - 1.2, RULER + y + 0.9, small, anchor="end", fill=ink)
        y = RULER + self.deep + 5.0
        bar = step * self.scale
        for index in range(2):
            fill = "ink" if index == 0 else "paper"
            self.canvas.rect(
                RULER + index * bar / 2, y, bar / 2, 1.4, fill=fill, stroke="ink", stroke_width=0.25
            )
        words, sign = self.words, self.table.sign
        text = words(
            "map.scale",
            step=f"{step}{sign}",
            width=f"{words.number(self.table.width)}{sign}",
            depth=f"{words.number(self.table.depth)}{sign}",
            scale=round(self.table.unit_mm / self.scale / self.printed),
        )
        self.canvas.text(text, RULER + bar + 2, y + 1.6, Type(REGULAR, 2.8))
        x = RULER + self.wide - 2.0
        self.canvas.polygon([(x, y - 2.2), (x - 1.4, y + 2.4), (x, y + 1.4), (x + 1.4, y + 2.4)], fill="ink")
        self.canvas.text(words("map.north"), x - 2.4, y + 1.8, Type(BOLD, 3.0), anchor="end")

    def zones(self) -> None:
        """A dashed outline of each set-up zone."""
        style = zone_style(0.10, 0.6, 1.6, 1.2)
        for zone in self.look.zones_of(self.scenario):
            if zone.region.shape is None:
                continue
            shape = scaled(zone.region.shape, self.scale)
            if len(shape.points) == 1:
                self.canvas.circle(*shape.points[0], shape.radius, **style)
            else:
                self.canvas.polygon(shape.points, **style)

    def objectives(self) -> None:
        """A star at each objective; names avoid its place even on copies without stars."""
        visible = {objective.id for objective in self.look.objectives_of(self.scenario)}
        for objective in self.scenario.objectives:
            x, y = (along * self.scale for along in objective.region.spot)
            self.caption_room.keep_clear((x, y), 2.2)
            if objective.id in visible:
                draw_symbol(self.canvas, "objective", (x, y), _STAR)

    def vehicles(self) -> None:
        """Each vehicle that is on the table, with its title."""
        for vehicle in self.scenario.vehicles:
            if vehicle.region:
                x, y = (along * self.scale for along in vehicle.region.spot)
                draw_symbol(self.canvas, "vehicle", (x, y), _STAR * 1.6)
                self.caption_room.reserve((x - 2.6, y - 1.8, x + 2.6, y + 1.8))
                self.name(vehicle.title, self._spot(*vehicle.region.spot), Type(BOLD, 2.8), "paper")

    def entrance(self, node: Node) -> None:
        """A dark mouth with a rim."""
        x, y = node.at[0] * self.scale, node.at[1] * self.scale
        self.canvas.circle(x, y, 2.0, fill="ink", stroke="tunnel", stroke_width=0.5)
        self.canvas.path(f"M{x - 1.2:.2f} {y + 0.9:.2f}a1.2 1.5 0 0 1 2.4 0Z", fill="tunnel", stroke="none")
        self.caption_room.keep_clear((x, y), 2.3)

    def captions(self) -> None:
        """Names of objectives, entrances, zones and pieces, the most important first."""
        with self.canvas.layer("objective-names"):
            for objective in self.look.objectives_of(self.scenario):
                spot = self._spot(*objective.region.spot)
                self.name(objective.title, spot, Type(BOLD, 2.8), "paper")
        for node in self.table.plan.of_kind("entrance") if self.table.plan else ():
            name = self.words("map.used", name=node.name) if node.used else node.name
            self.name(name, self._spot(*node.at), Type(BOLD, 2.8), "paper")
        with self.canvas.layer("zone-names"):
            for zone in self.look.zones_of(self.scenario):
                if zone.region.shape is not None:
                    self._zone_name(zone_name(self.scenario, zone), scaled(zone.region.shape, self.scale))
        for piece in self.table.pieces:
            shape = scaled(_named_part(piece.shape), self.scale)
            self.name(piece.name, shape, Type(CONDENSED_BOLD, 2.6), "paper")

    def name(self, text: str, shape: Shape, type: Type, halo: str | None) -> None:
        """A caption in or next to a shape."""
        self.caption_room.place(self.canvas, text, type, shape.bounds, "ink", halo)

    def _spot(self, x: float, y: float) -> Shape:
        return Shape(((x * self.scale, y * self.scale),), radius=2.2)

    def _zone_name(self, text: str, shape: Shape) -> None:
        west, north, east, _ = shape.bounds
        top: Box = (west, north + 0.4, east, north + 3.6)
        type = Type(BOLD, 2.8)
        self.caption_room.place(self.canvas, text, type, top, "#ffffff", "zone")


def _named_part(shape: Shape) -> Shape:
    """The place for a piece's name: on an area, but next to the middle of the longest segment of a line."""
    if shape.encloses or len(shape.points) == 1:
        return shape
    start, end = max(shape.segments, key=lambda segment: math.dist(*segment))
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return Shape((middle,), radius=max(shape.radius, 0.5))


def _marks(span: float, step: float) -> tuple[float, ...]:
    """The multiples of a step above 0, up to the span."""
    return tuple(index * step for index in range(1, int(span / step + 1e-6) + 1))
