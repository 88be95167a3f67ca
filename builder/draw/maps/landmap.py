"""Open country on hexes at its true size: terrain, elevation, obstacles, names and objectives."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.maps.hex_numbers import draw_numbers, number_type
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND, draw_dead_ground, draw_title_band, zone_style
from builder.draw.maps.map_look import MapLook, require_map, zone_name
from builder.draw.maps.symbols import draw_symbol
from builder.draw.maps.terrain import draw_texture
from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.caption_placing import Captions
from builder.draw.surface.clear_space import Box
from builder.draw.surface.color_vision import blend, contrast
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, Metrics, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import polygon
from builder.scenario.model import Scenario

_SLOPE = 0.13
# WCAG 2 requires 4.5 for small text; the rest allows for the tint of a zone.
_READABLE = 5.0
_BAR = 5
_OBSTACLE_WEIGHT = {"wall": 1.4, "hedge": 1.0}


def draw_land(
    scenario: Scenario,
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    overview_at: float | None = None,
) -> Drawing:
    """The whole map with hex numbers, as large as its hexes make it, under a band with its title.

    ``look`` has the layers to show. ``overview_at`` is the scale of a small drawing of the map, which omits
    hex numbers and has larger names.
    """
    require_map(scenario, context, look, overview_at)
    pen = _Pen(scenario, context, look or MapLook(numbers=context.theme.hex_numbers), overview_at)
    canvas, look = pen.canvas, pen.look
    canvas.rect(0, 0, canvas.width, canvas.height, fill="paper")
    scale_text = context.words("map.bar", count=_BAR) if overview_at is None else ""
    title = pen.land.title or scenario.title
    draw_title_band(canvas, title, unit=pen.land.hex_size, steps=_BAR, scale_text=scale_text)
    with canvas.shifted(MARGIN, MARGIN + TITLE_BAND):
        for name, part, is_visible in (
            ("ground", pen.ground, True),
            ("elevation", pen.elevation, True),
            ("dead-ground", pen.dead_ground, look.dead is not None),
            ("numbers", pen.numbers, overview_at is None),
            ("obstacles", pen.obstacles, True),
            ("zones", pen.zones, bool(look.zones_of(scenario))),
            ("objectives", pen.objectives, True),
            ("names", pen.names, True),
        ):
            if is_visible:
                with canvas.layer(name):
                    part()
    return canvas.drawing("map-land", pen.land.title or context.words("map.title"))


class _Pen:
    """Draws the parts of one map, from the grid's top left corner."""

    def __init__(
        self, scenario: Scenario, context: DrawingContext, look: MapLook, overview_at: float | None
    ) -> None:
        self.scenario = scenario
        self.land = land = scenario.land_map
        self.look = look
        self.layout = layout = HexLayout(land.grid, land.hex_size)
        self.paths = HexPaths(layout)
        size = (layout.width + 2 * MARGIN, layout.height + 2 * MARGIN + TITLE_BAND)
        self.canvas = Canvas(*size, context)
        self.theme = context.theme
        self.grow = 1.0 if overview_at is None else max(1.0, 0.62 / overview_at)
        self.captions = Captions((0.0, 0.0, layout.width, layout.height))

    def ground(self) -> None:
        """A fill for each kind of terrain, its marks, then the grid."""
        by_symbol: dict[str, list[Hex]] = {}
        for hex in self.land.grid:
            by_symbol.setdefault(self._symbol(hex), []).append(hex)
        for symbol, hexes in sorted(by_symbol.items()):
            self.canvas.path(self.paths.outline(hexes), fill=symbol, stroke=symbol, stroke_width=0.1)
            for hex in hexes:
                draw_texture(self.canvas, symbol, polygon(self._marked_part(hex)))
        weight = self.theme.lines["grid"] * self.grow
        self.canvas.path(self.paths.sides(self.land.grid), stroke="grid", stroke_width=weight)

    def dead_ground(self) -> None:
        """A hatch over the hexes that the set-up zone does not see."""
        assert self.look.dead is not None
        hexes = sorted(place.hex for place in self.look.dead.spots)
        cells = [self.layout.corners(hex) for hex in hexes]
        draw_dead_ground(self.canvas, self.paths.outline(hexes), cells, self.layout.size)

    def elevation(self) -> None:
        """Each level a shade darker, with its number and a line where the ground rises."""
        levels: dict[int, list[Hex]] = {}
        for hex, level in self.land.elevation.items():
            levels.setdefault(level, []).append(hex)
        for level, hexes in sorted(levels.items()):
            self.canvas.path(self.paths.outline(hexes), fill="trench", fill_opacity=_shade(level))
        steps: dict[int, list[tuple[Point, Point]]] = {}
        for hex in self.land.grid:
            for direction, other in self.land.grid.around(hex):
                rise = self.land.level(hex) - self.land.level(other)
                if rise > 0 and other in self.land.grid:
                    ends = self.layout.side(self.land.grid.hexside(hex, direction))
                    steps.setdefault(rise, []).append(ends)
        for rise, edges in sorted(steps.items()):
            self.canvas.segments(
                edges, stroke="trench", stroke_width=(0.4 + 0.4 * rise) * self.grow, stroke_linecap="round"
            )
        for hex, level in sorted(self.land.elevation.items()):
            x, y = self.layout.center(hex)
            size = self.layout.size
            type = Type(CONDENSED_BOLD, size * 0.14)
            self.canvas.text(str(level), x, y + size * 0.44, type, anchor="middle")
            half = size * 0.06
            self.captions.reserve((x - half, y + size * 0.33, x + half, y + size * 0.46))

    def numbers(self) -> None:
        """The hexes' numbers, which captions avoid."""
        numbers = self.look.numbers
        by_color: dict[str, list[Hex]] = {}
        for hex in self.land.grid:
            by_color.setdefault(self._number_color(hex), []).append(hex)
        groups = [(hexes, color) for color, hexes in sorted(by_color.items())]
        draw_numbers(self.canvas, self.layout, numbers, groups)
        type = number_type(self.layout)
        cap = Metrics.CAP_HEIGHT * type.size
        for hex in self.land.grid:
            if numbers.has(hex):
                x, y = self.layout.center(hex)
                half = self.canvas.metrics.width(numbers.label(self.land.grid, hex), type) / 2
                bottom = y + numbers.baseline(numbers.place) * self.layout.size
                self.captions.reserve((x - half, bottom - cap, x + half, bottom))

    def _number_color(self, hex: Hex) -> str:
        """Muted if its contrast with the hex's ground is high enough for the theme; else ink."""
        ground = self.theme.map[self._symbol(hex)]
        level = self.land.level(hex)
        if level:
            ground = blend(self.theme.map["trench"], ground, _shade(level))
        muted = self.theme["muted"]
        least = max(_READABLE, contrast(muted, self.theme["paper"]) / 2)
        return "muted" if contrast(muted, ground) >= least else "ink"

    def _symbol(self, hex: Hex) -> str:
        entry = self.land.ground(hex)
        symbol: str = entry.get("symbol", "ground") if entry else "ground"
        return symbol

    def obstacles(self) -> None:
        """Walls as a bar, hedges as beads."""
        for kind, weight in _OBSTACLE_WEIGHT.items():
            sides = [side for side, obstacle in self.land.obstacles.items() if obstacle.kind == kind]
            ends = [self.layout.side(side) for side in sides]
            dashes = {} if kind == "wall" else {"stroke_dasharray": f"0.1 {mm(1.5 * self.grow)}"}
            color = "wall" if kind == "wall" else "woods"
            self.canvas.segments(
                ends, stroke=color, stroke_width=weight * self.grow, stroke_linecap="round", **dashes
            )

    def zones(self) -> None:
        """A tint and a dashed ring just inside each set-up zone."""
        grow = self.grow
        style = zone_style(0.06, 0.6 * grow, 1.6 * grow, 1.2 * grow)
        for zone in self.look.zones_of(self.scenario):
            inset = self.paths.inset(zone.region.hexes(), 0.9 * grow)
            self.canvas.path(inset, stroke_linejoin="round", **style)

    def objectives(self) -> None:
        """A star in each objective's hex; names avoid its place even on copies without stars."""
        visible = {objective.id for objective in self.look.objectives_of(self.scenario)}
        for objective in self.scenario.objectives:
            x, y = self.layout.center(objective.region.spot.hex)
            star = self.layout.size * 0.5 * self.grow**0.5
            self.captions.keep_clear((x, y), star * 0.28)
            if objective.id in visible:
                draw_symbol(self.canvas, "objective", (x, y), star)

    def names(self) -> None:
        """The names of objectives, of set-up zones and of the land."""
        ink, paper = "ink", "paper"
        type = Type(BOLD, 2.6 * self.grow)
        half = self.layout.size * 0.15 * self.grow**0.5
        with self.canvas.layer("objective-names"):
            for objective in self.look.objectives_of(self.scenario):
                box = self._around(objective.region.spot.hex, half)
                self.captions.place(self.canvas, objective.title, type, box, ink, paper)
        type, color = Type(BOLD, 3.0 * self.grow), "zone"
        with self.canvas.layer("zone-names"):
            for zone in self.look.zones_of(self.scenario):
                if zone.region:
                    box = self._around(self._top_of(zone.region.hexes()), 1.0)
                    self.captions.place(
                        self.canvas, zone_name(self.scenario, zone), type, box, "#ffffff", color
                    )
        type = Type(CONDENSED_BOLD, 2.8 * self.grow)
        for name, hex in self.land.labels.items():
            self.captions.place(self.canvas, name, type, self._around(hex, 1.0), ink, paper)

    def _top_of(self, hexes: Sequence[Hex]) -> Hex:
        """A hex near the top of some hexes and near their middle, with more of them to its left and right."""
        columns = [hex.column for hex in hexes]
        middle = (min(columns) + max(columns)) / 2
        return min(hexes, key=lambda hex: (abs(hex.column - middle) // 1, hex.row))

    def _around(self, hex: Hex, half: float) -> Box:
        x, y = self.layout.center(hex)
        return x - half, y - half, x + half, y + half

    def _marked_part(self, hex: Hex) -> tuple[Point, ...]:
        """The part of a hex for the marks of its terrain: clear of its number and of its level."""
        x0, y0 = self.layout.center(hex)
        size = self.layout.size
        return tuple(
            (x0 + (x - x0) * 0.86, min(max(y0 + (y - y0) * 0.86, y0 - size * 0.26), y0 + size * 0.3))
            for x, y in self.layout.corners(hex)
        )


def _shade(level: int) -> float:
    """The darkness of a level of the ground, relative to the level of the map."""
    return min(0.6, _SLOPE * level + 0.1)
