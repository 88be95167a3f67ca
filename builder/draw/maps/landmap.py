"""Open country on hexes at its true size: terrain, elevation, obstacles, names and objectives."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from builder.draw.maps.map_frame import MARGIN, draw_dead_ground
from builder.draw.maps.map_look import MapLook, require_map
from builder.draw.maps.nature.barriers import draw_stone_wall
from builder.draw.maps.nature.buildings import draw_hulk, draw_mouth
from builder.draw.maps.nature.canopy import draw_hedge, draw_tree
from builder.draw.maps.nature.ground import draw_open_ground
from builder.draw.maps.nature.hills import draw_level, draw_slopes
from builder.draw.maps.nature.kinds import LINES, draw_area, draw_way
from builder.draw.maps.nature.plot import Plot
from builder.draw.maps.nature.rocks import draw_mountain
from builder.draw.maps.nature.scenery import COUNTRY, draw_details, draw_meadows, draw_track
from builder.draw.maps.nature.spurs import draw_spurs
from builder.draw.maps.nature.track import track_of
from builder.draw.maps.nature.water import draw_ford, draw_water
from builder.draw.maps.open.frame import TITLE_BAND, draw_title
from builder.draw.maps.open.land_plan import SINGLE, LandPlan, Patch, Step
from builder.draw.maps.open.lettering import NAMES, Name, draw_names, readable
from builder.draw.maps.open.watercourses import WATERS
from builder.draw.maps.open.zones import draw_tabs, draw_zone_lines
from builder.draw.maps.signposts import draw_signposts
from builder.draw.surface.canvas import TITLE_LAYER, Canvas, Drawing, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.hex_paths import HexPaths
from builder.draw.surface.outlines import area_path, seeded
from builder.geometry.hexgrid import Hex, Hexside
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_WALL, _HEDGE = 2.2, 1.0
_HALO = 0.35
# How far strokes down a slope reach beyond its edge.
_HACHURES = 4.0
_MAX_GROWTH = 4.0
# How far a track stays away from terrain, from the edge of a level, whose strokes may run over it, and from
# objectives; how far other scenery stays away from the track.
_OFF_TERRAIN, _FOOT, _OFF, _OFF_TRACK = 2.0, 1.6, 1.9, 3.0
# Terrain that a track goes over.
_TRODDEN = frozenset({"loose"})
# The largest hill that no cut between two sheets goes through, in mm.
_WHOLE_HILL = 110.0
# Further than hachures reach from the edge of a level, to both sides.
_EDGE = 5.0


def draw_land(
    scenario: Scenario,
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    overview_at: float | None = None,
    titled: bool = True,
) -> Drawing:
    """The whole map with hex numbers, as large as its hexes make it, under its title if it is ``titled``.

    ``look`` has the layers to show. ``overview_at`` is the scale of a small drawing of the map, which has
    larger names, and only the numbers of each fifth column and row.
    """
    require_map(scenario, context, look, overview_at)
    pen = _Pen(scenario, context, look or MapLook(numbers=context.theme.hex_numbers), overview_at, titled)
    canvas, look, land = pen.canvas, pen.plan.look, pen.plan.land
    canvas.rect(0, 0, canvas.width, canvas.height, fill="paper")
    layout = pen.plan.layout
    canvas.area = (MARGIN - 1, pen.top - 1, layout.width + 2, layout.height + 2)
    canvas.heading = land.title or scenario.title
    if titled:
        about = land_about(scenario, context)
        with canvas.layer(TITLE_LAYER), canvas.shifted(MARGIN, 0):
            draw_title(canvas, land.title or scenario.title, about, canvas.width - 2 * MARGIN)
    canvas.origin = (MARGIN, pen.top)
    with canvas.shifted(*canvas.origin):
        for name, part, is_visible in (
            ("ground", pen.ground, True),
            ("dead-ground", pen.dead_ground, look.dead is not None),
            ("grid", pen.grid, True),
            ("obstacles", pen.obstacles, True),
            ("zones", pen.zones, bool(pen.plan.zones)),
            ("objectives", pen.objectives, True),
            ("numbers", pen.figures, True),
            ("names", pen.names, True),
        ):
            if is_visible:
                with canvas.layer(name):
                    part()
    return canvas.drawing("map-land", land.title or context.words("map.title"))


def land_corner(*, titled: bool = True) -> Point:
    """The place of the grid's top left corner on a map."""
    return MARGIN, TITLE_BAND if titled else MARGIN


def land_about(scenario: Scenario, context: DrawingContext) -> str:
    """The size of the map in words."""
    land, words = scenario.land_map, context.words
    return words(
        "map.land-size", columns=land.grid.columns, rows=land.grid.rows, size=words.number(land.hex_size)
    )


class _Pen:
    """Draws the parts of one map, from the grid's top left corner."""

    def __init__(
        self,
        scenario: Scenario,
        context: DrawingContext,
        look: MapLook,
        overview_at: float | None,
        titled: bool,
    ) -> None:
        # An overview is printed at its scale, which must not make names too small to read.
        self.grow = 1.0 if overview_at is None else min(1.0 / overview_at, _MAX_GROWTH)
        self.plan = plan = LandPlan(
            scenario, context, look, grow=self.grow, is_overview=overview_at is not None
        )
        self.layout = plan.layout
        self.paths = HexPaths(plan.layout)
        self.theme = context.theme
        _, self.top = land_corner(titled=titled)
        size = (plan.layout.width + 2 * MARGIN, plan.layout.height + MARGIN + self.top)
        self.canvas = Canvas(*size, context)

    def ground(self) -> None:
        """Open ground, then the levels, then terrain with its marks, then the slopes between levels."""
        from shapely import box

        plan = self.plan
        busy = [patch.area for patch in plan.patches] + [step.area for step in plan.steps]
        draw_open_ground(
            self.canvas, self._plot(plan.board, (plan.scenario.id, "ground"), busy), color=plan.ground
        )
        self._scenery()
        for step in plan.steps:
            colors = plan.level_color(step.level), plan.level_color(step.below)
            plot = Plot(step.area, seeded(*step.seed), plan.board, None, plan.coarse)
            self._recalled(
                ("level", step.seed, *colors), plot, partial(draw_level, self.canvas, plot, *colors)
            )
            self._bare_slopes(step)
        # The feet of mountains stand on the strokes of the slope below them, and under those of one above.
        mountains = [patch for patch in plan.patches if patch.symbol == "mountain"]
        self._draw_patches([patch for patch in plan.patches if patch not in mountains])
        self._worn()
        for step in plan.steps:
            foot = [patch for patch in mountains if plan.land.level(patch.hexes[0]) < step.level]
            self._draw_patches(foot)
            mountains = [patch for patch in mountains if patch not in foot]
            plot = self._edge_plot(step)
            base = step.base.wkb if step.base is not None else b""
            self._recalled(("slopes", step.seed, base), plot, partial(draw_slopes, self.canvas, plot))
        self._draw_patches(mountains)
        for hex, bounds in plan.hulks:
            seed = plan.scenario.id, "hulk", plan.land.grid.label(hex)
            plot = Plot(box(*bounds), seeded(*seed), plan.board, None, plan.coarse)
            self._recalled(("hulk", seed), plot, partial(draw_hulk, self.canvas, plot))

    def _bare_slopes(self, step: Step) -> None:
        """Spurs and scree on the ground of a level that neither has terrain nor is higher."""
        from shapely import unary_union

        plan = self.plan
        above = unary_union([each.area for each in plan.steps if each.level > step.level])
        terrain = unary_union([patch.area.buffer(_OFF_TERRAIN) for patch in plan.patches])
        bare = step.area.difference(unary_union([above.buffer(_FOOT), terrain]))
        plot = self._plot(bare, (*step.seed, "spurs"))
        key = "spurs", step.seed, above.wkb
        self._recalled(key, plot, partial(draw_spurs, self.canvas, plot, above))

    def _scenery(self) -> None:
        """What stands on open ground for show, away from everything that has an effect."""
        from shapely import GeometryCollection, LineString, get_parts

        plot = self._plot(self.plan.board, (self.plan.scenario.id, "scenery"))
        kept = [] if plot.clear is None else get_parts(plot.clear).tolist()
        clear = GeometryCollection([*kept, LineString(self._track).buffer(_OFF_TRACK)])
        details = replace(plot, area=self._open_ground(_EDGE), clear=clear)

        def draw() -> None:
            draw_meadows(self.canvas, replace(details, rng=seeded(self.plan.scenario.id, "meadows")))
            draw_details(self.canvas, details, COUNTRY)

        self._recalled("details", details, draw)

    def _worn(self) -> None:
        """The track, below all writing: over open and loose ground, round everything else."""
        from shapely import box, unary_union

        plan = self.plan
        stops = [box(*goal.box) for goal in plan.goals]
        ground = self._open_ground(_FOOT, _TRODDEN).difference(unary_union(stops).buffer(_OFF))
        plot = Plot(ground, seeded(plan.scenario.id, "track"))
        self._recalled("track", plot, lambda: draw_track(self.canvas, self._track, ground, plan.board))

    @cached_property
    def _track(self) -> list[Point]:
        return track_of(self.plan.land, self.plan.layout, self.plan.scenario.id)

    def _open_ground(self, foot: float, trodden: frozenset[str] = frozenset()) -> BaseGeometry:
        """Ground without terrain but of ``trodden`` symbols, ``foot`` mm away from higher ground."""
        from shapely import unary_union

        plan = self.plan
        terrain = [patch.area.buffer(_OFF_TERRAIN) for patch in plan.patches if patch.symbol not in trodden]
        return plan.board.difference(
            unary_union([*terrain, *(step.area.buffer(foot) for step in plan.steps)])
        )

    def _draw_patches(self, patches: Iterable[Patch]) -> None:
        for patch in patches:
            plot = self._plot(patch.area, patch.seed, self.slopes)
            peaks = tuple(self.plan.peaks(patch)) if patch.symbol == "mountain" else ()
            course = (patch.course.whole.wkb, patch.course.open.wkb) if patch.course is not None else ()
            about = "patch", patch.seed, patch.hexes, peaks, self.plan.unit, course
            self._recalled(about, plot, partial(self._patch, patch, plot))

    def _edge_plot(self, step: Step) -> Plot:
        """The ground of a level with what is reserved near its edge, where its hachures are."""
        from shapely import GeometryCollection, box, get_parts, intersects

        # A name that has no other place stands on the strokes, but for that of an objective.
        kept: list[BaseGeometry] = [box(*name.box) for name, *_ in self._named("objective")]
        plot = self._plot(step.area, step.seed, kept, reach=_HACHURES, without=NAMES)
        if step.base is not None:
            # Where two levels fall at once, strokes begin at the edge of the lower one alone.
            plot = replace(plot, within=self.plan.board.intersection(step.base))
        edge = self.plan.context.memo.get(("edge", step.area.wkb), partial(_edge_of, step.area))
        if plot.clear is None:
            return plot
        parts = get_parts(plot.clear)
        return replace(plot, clear=GeometryCollection(parts[intersects(edge, parts)].tolist()))

    def _recalled(self, key: Hashable, plot: Plot, draw: Callable[[], None]) -> None:
        """The drawing of a plot, which depends on its shape and on what is clear there."""
        clear = plot.clear.wkb if plot.clear is not None else b""
        self.canvas.recalled((key, self.layout, plot.area.wkb, clear, plot.coarse), draw)

    def _patch(self, patch: Patch, plot: Plot) -> None:
        """Terrain by the drawing of its symbol."""
        plan, canvas, symbol = self.plan, self.canvas, patch.symbol
        if symbol == "mountain":
            peaks = plan.peaks(patch)
            size, writing = peaks[0][1] if peaks else 1.0, self._plot(patch.area, patch.seed).clear
            draw_mountain(canvas, plot, peaks=[at for at, _ in peaks], size=size, writing=writing)
        elif symbol in LINES:
            self._line(symbol, patch.hexes)
        elif symbol in SINGLE:
            for hex in patch.hexes:
                x, y = plan.layout.center(hex)
                if symbol == "tree":
                    draw_tree(canvas, (x, y), plan.layout.size * 0.3, plot.rng)
                else:
                    draw_mouth(canvas, (x, y), 2.2)
        elif patch.course is None:
            draw_area(canvas, symbol, plot)
        elif symbol in WATERS:
            draw_water(canvas, plot, color=symbol, whole=patch.course.open)
        else:
            draw_ford(canvas, plot, patch.course.whole, patch.course.open, ground=symbol)

    def _line(self, symbol: str, hexes: tuple[Hex, ...]) -> None:
        """A way through the middles of hexes."""
        plan, members = self.plan, set(hexes)
        ways: list[tuple[Point, Point]] = [
            (plan.layout.center(hex), plan.layout.center(other))
            for hex in hexes
            for _, other in plan.land.grid.around(hex)
            if other in members and other > hex
        ]
        for hex in hexes if not ways else ():
            (x, y), reach = plan.layout.center(hex), plan.layout.radius * 0.7
            ways.append(((x - reach, y), (x + reach, y)))
        for way in ways:
            draw_way(
                self.canvas, symbol, way, seeded(plan.scenario.id, symbol, str(way)), thick=2.6 * plan.unit
            )

    def grid(self) -> None:
        """The hexes over terrain, and the edge of the map."""
        plan = self.plan
        self.canvas.recalled(("grid", plan.layout, self.grow), self._grid)

    def _grid(self) -> None:
        plan = self.plan
        color = blend(self.theme["ink"], self.theme["ground"], 0.34)
        weight = self.theme.lines["grid"] * self.grow * 0.85
        self.canvas.path(self.paths.sides(plan.land.grid), stroke=color, stroke_width=weight)
        edge = {"stroke": "ink", "stroke_width": 0.6 * self.grow**0.5, "stroke_linejoin": "round"}
        self.canvas.path(area_path(plan.board), **edge)

    def dead_ground(self) -> None:
        """A hatch over the hexes that the set-up zone does not see."""
        assert self.plan.look.dead is not None
        hexes = sorted(place.hex for place in self.plan.look.dead.spots)
        cells = [self.layout.corners(hex) for hex in hexes]
        draw_dead_ground(self.canvas, self.paths.outline(hexes), cells, self.layout.size)

    def figures(self) -> None:
        """The hexes' numbers, and levels with a peak beside them."""
        plan, canvas = self.plan, self.canvas
        type, size = plan.number_type, plan.level_type.size
        by_color: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
        levels: dict[str, list[tuple[str, float, float]]] = {}
        peaks: dict[str, list[str]] = {}
        for figure in plan.figures:
            if figure.text:
                look = self._number_color(figure.hex), plan.ground_color(figure.hex)
                by_color.setdefault(look, []).append((figure.text, figure.x, figure.baseline))
            if figure.level:
                color = self._level_color(figure.hex)
                x, y = figure.level_x, figure.baseline
                half = canvas.metrics.width(str(figure.level), plan.level_type) / 2
                levels.setdefault(color, []).append((str(figure.level), x + size * 1.05 + half, y))
                points = (x, y), (x + size * 0.44, y - size * 0.68), (x + size * 0.88, y)
                peaks.setdefault(color, []).append(
                    f"M{'L'.join(f'{round(a, 2):g} {round(b, 2):g}' for a, b in points)}Z"
                )
        around = (-self.layout.radius / 2, -type.cap - 0.3, self.layout.radius, type.cap + 0.6)
        for (color, halo), texts in sorted(by_color.items()):
            canvas.centered_texts(texts, type, color, around, halo=halo, halo_width=_HALO * self.grow)
        cap = plan.level_type.cap
        beside = (-size, -cap - 0.3, 2 * size, cap + 0.6)
        for color, texts in sorted(levels.items()):
            canvas.path("".join(peaks[color]), fill=color)
            canvas.centered_texts(texts, plan.level_type, color, beside)

    def _number_color(self, hex: Hex) -> str:
        """Muted, or ink if that is not readable on the hex's ground."""
        return readable(self.theme, "muted", self.plan.ground_color(hex))

    def _level_color(self, hex: Hex) -> str:
        """Brown, or ink if that is not readable on the hex's ground."""
        brown = blend(self.theme["ink"], self.theme["hill_line"], 0.4)
        return readable(self.theme, brown, self.plan.ground_color(hex))

    def obstacles(self) -> None:
        """Walls of stones and hedges along hexsides."""
        plan = self.plan
        for side, obstacle in sorted(plan.land.obstacles.items()):
            key = "obstacle", plan.layout, self.grow, plan.scenario.id, side, obstacle.kind
            self.canvas.recalled(key, partial(self._obstacle, side, obstacle.kind))

    def _obstacle(self, side: Hexside, kind: str) -> None:
        plan, ends = self.plan, self.layout.side(side)
        rng = seeded(plan.scenario.id, "obstacle", plan.land.grid.label(side.hex), side.direction)
        if kind == "wall":
            draw_stone_wall(self.canvas, ends, rng, thick=_WALL * self.grow**0.5 * plan.unit**0.5)
        else:
            draw_hedge(self.canvas, ends, rng, scale=_HEDGE * self.grow**0.5 * plan.unit**0.5)

    def zones(self) -> None:
        """A line just inside each set-up zone."""
        draw_zone_lines(self.canvas, self.plan.zones, grow=self.grow)

    def objectives(self) -> None:
        """A star in each objective's hex, over its landmark."""
        visible = {objective.id for objective in self.plan.look.objectives_of(self.plan.scenario)}
        for goal in self.plan.goals:
            if goal.objective.id in visible:
                goal.draw(self.canvas, self.plan.scenario)
                self._keep_hill(goal.objective.region.spot.hex)

    def _keep_hill(self, hex: Hex) -> None:
        """Keep the hill whole on which an objective is, unless it is large: the game is fought there."""
        if not self.plan.land.level(hex):
            return
        corners = [at for each in self.plan.hill_around(hex) for at in self.plan.layout.corners(each)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        if max(max(xs) - min(xs), max(ys) - min(ys)) <= _WHOLE_HILL:
            self.canvas.keep_whole(min(xs), min(ys), max(xs), max(ys))

    def names(self) -> None:
        """The names of objectives, of set-up zones and of the land; none of an objective is cut."""
        plan = self.plan
        for box in plan.goal_boxes:
            self.canvas.keep_whole(*box)
        with self.canvas.layer("objective-names"):
            draw_names(self.canvas, self._named("objective"), halo_width=0.6 * self.grow)
        with self.canvas.layer("zone-names"):
            draw_tabs(self.canvas, plan.zones, grow=self.grow)
            draw_signposts(self.canvas, plan.signposts, grow=self.grow)
        draw_names(self.canvas, self._named("land"), halo_width=0.75 * self.grow)

    def _named(self, kind: str) -> list[tuple[Name, str, str]]:
        return [(name.name, name.fill, name.halo) for name in self.plan.names if name.kind == kind]

    @cached_property
    def slopes(self) -> list[BaseGeometry]:
        """The ground next to the edges of levels, which hachures cover."""
        memo, steps = self.plan.context.memo, self.plan.steps
        return [memo.get(("slope", step.area.wkb), partial(_around, step.area)) for step in steps]

    def _plot(
        self,
        area: BaseGeometry,
        seed: tuple[str, ...],
        more: list[BaseGeometry] | None = None,
        reach: float = 0.0,
        without: str | None = None,
    ) -> Plot:
        """An area to draw on; its marks may ``reach`` that many mm beyond it, and cover ``without``."""
        plan = self.plan
        clear = plan.lettering.clear(area.buffer(reach) if reach else area, more or (), without)
        return Plot(area, seeded(*seed), plan.board, clear, plan.coarse)


def _around(area: BaseGeometry) -> BaseGeometry:
    """The ground next to an area."""
    return area.buffer(3.0).difference(area)


def _edge_of(area: BaseGeometry) -> BaseGeometry:
    """The ground along the edge of an area, further than its hachures reach."""
    from shapely import prepare

    edge = area.boundary.buffer(_EDGE)
    prepare(edge)
    return edge
