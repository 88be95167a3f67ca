"""A dots map at its true spacing: ground, buildings, walls, dots, zones, objectives and names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from builder.boards.dots import Building
from builder.draw.maps.dots.areas import Areas
from builder.draw.maps.dots.furniture import draw_items
from builder.draw.maps.dots.ground import Ground
from builder.draw.maps.dots.interiors import draw_floor, sweep
from builder.draw.maps.dots.lattice_marks import (
    EDGE_GAP,
    RIM,
    draw_edge_numbers,
    draw_lattice,
    draw_numbers,
    edge_number_room,
    is_fifth,
)
from builder.draw.maps.dots.lines import arc_lines
from builder.draw.maps.dots.names import MapNames
from builder.draw.maps.dots.openings import draw_way_through
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.dots.signs import (
    draw_badge,
    draw_flag,
    draw_level,
    draw_mouth,
    draw_stairs,
    draw_stems,
)
from builder.draw.maps.dots.tunnels import draw_tunnels
from builder.draw.maps.dots.walls import draw_wall_shadows, draw_walls
from builder.draw.maps.map_frame import draw_dead_ground, draw_north
from builder.draw.maps.map_look import DeadGround, MapLook, require_map
from builder.draw.maps.nature.landmarks import DRUM, draw_drum
from builder.draw.maps.signposts import draw_signposts
from builder.draw.maps.symbols import draw_starting_marker
from builder.draw.surface.canvas import TITLE_LAYER, Canvas, Drawing, Point, mm
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import CONDENSED, REGULAR, Metrics, Type
from builder.geometry.dotlattice import Dot, DotLattice
from builder.scenario.model import Scenario

MARGIN = 8.0
TITLE_BAND = 16.0
_MIN_SIZE = 2.47
_FRAME = 0.9
_SHADE = 0.2
_SHADOW = (1.3, 1.7)
_MAX_SHADOW = 6
_CUT = 2.6
_WIDER = 0.4
# The line from a star to its name outside of the walls.
_LEADER = 0.5
# Between the numbers beside an overview and the edge of the drawing, in mm.
_OUTER_AIR = 0.3


def draw_dots(
    scenario: Scenario,
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    overview_at: float | None = None,
    seams: Sequence[Box] = (),
) -> Drawing:
    """The whole map as large as its spacing makes it, with every column and row numbered at the edges.

    ``overview_at`` is the scale of a small drawing of the map, which omits the numbers between the dots and
    has larger names. ``look`` has the layers to show. Names leave the ``seams`` free, which are strips (west,
    north, east, south) in mm of the drawing.
    """
    require_map(scenario, context, look, overview_at)
    look = look or MapLook()
    lattice = scenario.dots_map.lattice
    band = TITLE_BAND if overview_at is None else 0.0
    margin = MARGIN
    if overview_at is not None:
        margin = max(MARGIN, EDGE_GAP + _edge_room(lattice, context.metrics) / overview_at)
    canvas = Canvas(lattice.width + 2 * margin, lattice.height + 2 * margin + band, context)
    canvas.rect(0, 0, canvas.width, canvas.height, fill="paper")
    shifted = [
        (west - MARGIN, north - MARGIN - band, east - MARGIN, south - MARGIN - band)
        for west, north, east, south in seams
    ]
    pen = _Pen(canvas, scenario, look, overview_at, shifted)
    canvas.origin = (margin, margin + band)
    with canvas.shifted(*canvas.origin):
        pen.draw()
    title = scenario.dots_map.title or context.words("map.title")
    canvas.heading = scenario.dots_map.title or scenario.title
    if band:
        canvas.area = (0.0, band, canvas.width, canvas.height - band)
        with canvas.layer(TITLE_LAYER):
            pen.title()
    return canvas.drawing("map-dots", title)


def overview_scale(lattice: DotLattice, metrics: Metrics, width: float, height: float) -> float:
    """The largest scale, at most 1, of an overview with its numbers that is no larger than a place in mm."""
    room = 2 * _edge_room(lattice, metrics)
    scales = [
        scale
        for own, place in ((lattice.width, width), (lattice.height, height))
        for scale in (place / (own + 2 * MARGIN), (place - room) / (own + 2 * EDGE_GAP))
    ]
    return min(1.0, *scales)


def _edge_room(lattice: DotLattice, metrics: Metrics) -> float:
    """The room on paper, in mm, for the numbers at an edge of an overview at any scale."""
    return edge_number_room(lattice.columns, lattice.rows, metrics, _MIN_SIZE) + _OUTER_AIR


class _Pen:
    """Draws one map layer by layer, from its north-west corner."""

    def __init__(
        self,
        canvas: Canvas,
        scenario: Scenario,
        look: MapLook,
        overview_at: float | None,
        seams: Sequence[Box],
    ) -> None:
        self.canvas = canvas
        self.scenario = scenario
        self.look = look
        self.words = canvas.words
        self.smallest = 0.0 if overview_at is None else _MIN_SIZE / overview_at
        self.areas = Areas.of_map(scenario, canvas.context)
        self.site = self.areas.site
        context = canvas.context
        # A small map has its names and signposts where the map at its true size has them.
        large = Plan(scenario, self.areas, look, context, seams=seams)
        if self.smallest:
            self.plan = Plan(scenario, self.areas, look, context, self.smallest, large)
            self.names = MapNames(self.plan, MapNames(large))
        else:
            self.plan = large
            self.names = MapNames(large)

    def draw(self) -> None:
        """All layers, the lowest first."""
        canvas, site, unit = self.canvas, self.site, self.site.unit
        ground = Ground(canvas, self.plan, self.areas)
        with canvas.layer("ground"):
            ground.draw()
        with canvas.layer("floors"):
            self._floors()
        # What has no effect would only hide the dots of a small map.
        if not self.smallest:
            with canvas.layer("furniture"):
                for _, items in self.plan.furniture:
                    draw_items(canvas, items, site.unit)
        with canvas.layer("tunnels"):
            draw_tunnels(canvas, site, self.plan.mouths)
        if self.look.dead is not None:
            with canvas.layer("dead-ground"):
                self._dead_ground(self.look.dead)
        # The line of a zone goes on over stairs at its corner, but its casing would hide their frame.
        if self.plan.zones.areas:
            with canvas.layer("zones"):
                self.plan.zones.draw_casings(canvas)
        with canvas.layer("stairs"):
            for stairs in self.plan.stairs:
                draw_stairs(canvas, stairs.box, stairs.is_lying, unit)
        if self.plan.zones.areas:
            with canvas.layer("zones"):
                self.plan.zones.draw_lines(canvas)
        self._walls()
        with canvas.layer("trees"):
            ground.draw_trees()
        hidden = self._hidden
        rims = {dot: radius for dot, radius in self._rims.items() if dot not in hidden}
        skipped = self.plan.trees | hidden
        lattice = "lattice", site.lattice, frozenset(rims.items()), skipped
        canvas.recalled(lattice, partial(draw_lattice, canvas, site, rims, skipped))
        self._cover()
        with canvas.layer("numbers"):
            numbers = self.plan.numbers
            draw_numbers(canvas, numbers, [self.areas.color_at((n.at[0], n.at[1])) for n in numbers])
            canvas.recalled(
                ("edge-numbers", site.lattice, self.smallest),
                partial(draw_edge_numbers, canvas, site, self.smallest),
            )
        with canvas.layer("mouths"):
            for at in self.plan.mouths.values():
                draw_mouth(canvas, at, unit)
        with canvas.layer("signs"):
            draw_stems(canvas, self.plan.stems, unit)
            for at in self.plan.drums:
                draw_drum(canvas, at, DRUM * unit)
            for badge in self.plan.badges:
                draw_badge(canvas, badge, self.plan.badge_unit)
        weapons = list(self.plan.weapons)
        if weapons:
            with canvas.layer("weapons"):
                self._weapons(weapons)
        if self.plan.markers:
            with canvas.layer("markers"):
                for marker, at, size in self.plan.markers:
                    draw_starting_marker(canvas, at, marker.entry, size, self.smallest or _MIN_SIZE)
        with canvas.layer("objectives"):
            for disc, name in self.names.leaders:
                for color, line in (("paper", _LEADER * 2.6), ("flag", _LEADER)):
                    canvas.line(disc, name, stroke=color, stroke_width=line * self.plan.flag_unit)
            for objective in self.look.objectives_of(self.scenario):
                letter = self.plan.letters.get(objective.id, "")
                flag = self.plan.flags[objective.id]
                draw_flag(canvas, flag, self.plan.flag_unit, letter, self.plan.letter_scale)
        with canvas.layer("names"):
            self.names.draw(canvas)
            for level, at, size, halo in self.names.levels:
                draw_level(canvas, level, at, size, "hill_line", halo)
        with canvas.layer("objective-names"):
            self.names.draw(canvas, "objective-names")
        with canvas.layer("zone-names"):
            self.plan.zones.draw_tabs(canvas)
            draw_signposts(canvas, self.plan.signposts, grow=self.plan.zones.grow)
        self._keep_whole()

    @property
    def _hidden(self) -> frozenset[Dot]:
        """The plain dots that names cover on a small drawing."""
        if not self.smallest:
            return frozenset()
        lattice, radius = self.site.lattice, 0.6 * self.site.unit
        boxes = [grown(box, radius) for box in self.names.lettering.boxes]
        return frozenset(
            dot
            for dot in lattice
            if not is_fifth(dot)
            and any(
                west < x < east and north < y < south
                for (x, y) in [lattice.at(dot)]
                for west, north, east, south in boxes
            )
        )

    @property
    def _rims(self) -> dict[Dot, float]:
        """The dots on terrain with the radius of their pale rims, which are wider in dark trenches."""
        dots = self.site.dots
        rimmed = {dot: terrain for dot, terrain in dots.terrain.items() if dot not in dots.building_at}
        return {
            dot: self.site.clear + _WIDER if terrain.get("symbol") == "trench" else RIM * self.site.unit
            for dot, terrain in rimmed.items()
            if dot not in self.plan.trees
        }

    def _floors(self) -> None:
        canvas, unit = self.canvas, self.site.unit
        theme = canvas.theme
        dark = blend(theme["ink"], theme["ground"], _SHADE)
        if theme["ground"] != theme["paper"]:
            draw_wall_shadows(canvas, self.plan.walls, unit, dark)
            for building in self.site.dots.buildings:
                shadow = "shadow", self.site.lattice, tuple(building.dots), building.levels
                canvas.recalled(shadow, partial(self._shadow, building, dark))
        for building in self.site.dots.buildings:
            is_light = building.id in self.areas.light
            floor = "floor", self.site.lattice, building.id, tuple(building.dots), is_light
            canvas.recalled(floor, partial(draw_floor, canvas, self.site, building, is_light=is_light))

    def _shadow(self, building: Building, dark: str) -> None:
        levels = min(building.levels, _MAX_SHADOW)
        across, down = (step * self.site.unit * levels for step in _SHADOW)
        shadow = sweep(self.site.area(building.dots), across, down).intersection(self.site.frame)
        self.canvas.path(area_path(shadow), fill=dark, fill_rule="evenodd")

    def _walls(self) -> None:
        canvas, unit = self.canvas, self.site.unit
        with canvas.layer("walls"):
            draw_walls(canvas, self.plan.walls, unit)
            for way in self.plan.ways:
                floor = self.areas.color_at(way.run.at(way.middle, 0.1))
                draw_way_through(canvas, way, unit, floor, is_small=self.plan.smallest > 0)

    def _dead_ground(self, dead: DeadGround) -> None:
        """A hatch over the dots that the set-up zone does not see."""
        lattice = self.site.lattice
        dots = sorted(spot.dot for spot in dead.spots)
        cells = [[lattice.on_paper(corner) for corner in lattice.cell(dot)] for dot in dots]
        draw_dead_ground(self.canvas, area_path(self.site.area(dots)), cells, lattice.spacing)

    def _weapons(self, weapons: list[tuple[Point, float]]) -> None:
        """The arc of each weapon that starts set up on a dot that the file names."""
        from shapely import MultiLineString

        arcs = MultiLineString(
            [line for at, bearing in weapons for line in arc_lines(self.site, at, bearing)]
        )
        # The sides of an arc run along lines of dots.
        lines = self.site.without_dots(arcs, self.site.clear)
        data = "".join(
            "M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in line.coords)
            for line in getattr(lines, "geoms", [lines])
        )
        dash = f"{mm(1.6 * self.site.unit)} {mm(1.2 * self.site.unit)}"
        self.canvas.path(data, stroke="ink", stroke_width=0.5, stroke_dasharray=dash)

    def _cover(self) -> None:
        """Cover what extends beyond the edges with paper color, then draw the frame."""
        wide, tall = self.site.width, self.site.height
        for x, y, across, down in (
            (-MARGIN, -MARGIN, wide + 2 * MARGIN, MARGIN),
            (-MARGIN, tall, wide + 2 * MARGIN, MARGIN),
            (-MARGIN, 0.0, MARGIN, tall),
            (wide, 0.0, MARGIN, tall),
        ):
            self.canvas.rect(x, y, across, down, fill="paper")
        self.canvas.rect(0, 0, wide, tall, stroke="ink", stroke_width=_FRAME)

    def _keep_whole(self) -> None:
        """Cuts between sheets are midway between dots, but not along a wall, and not through an opening."""
        self.canvas.recalled(("cuts", self.site.lattice), self._keep_dots)
        for number in self.plan.numbers:
            self.canvas.keep_whole(*number.box)
        for way in self.plan.ways:
            self.canvas.keep_whole(*way.hole)
        for edge in self.plan.looks:
            # A cut across a wall is between two edges.
            run, half = self.site.run(edge), self.plan.thick(edge) / 2
            self.canvas.keep_whole(*run.box(1.0, run.long - 1.0, -half, half))

    def _keep_dots(self) -> None:
        across, down = (max(self.site.clear, pitch / 2 - _CUT) for pitch in self.site.pitch)
        for dot in self.site.lattice:
            x, y = self.site.lattice.at(dot)
            self.canvas.keep_whole(x - across, y - down, x + across, y + down)

    def title(self) -> None:
        """The map's title and the scenario's, and the size and spacing of its lattice."""
        canvas, words, lattice = self.canvas, self.words, self.site.lattice
        right = canvas.width - MARGIN
        base = TITLE_BAND - 2.0
        spacing = words.number(lattice.spacing)
        size = words("dots.size", columns=lattice.columns, rows=lattice.rows, spacing=spacing)
        small = Type(CONDENSED, 5.0)
        canvas.text(size, right - 11, base, small, anchor="end", fill="muted")
        draw_north(canvas, right - 2.0, base - 2.0, tip=3.6, down=1.6)
        room = right - MARGIN - canvas.metrics.width(size, small) - 20
        name = (self.site.dots.title or self.scenario.title).upper()
        type = canvas.metrics.fit(name, Type(canvas.context.display, 13.0, 0.5), room, 6.0)
        canvas.text(name, MARGIN, base, type)
        left = MARGIN + canvas.metrics.width(name, type) + 7
        under = Type(REGULAR, 7.0)
        if self.site.dots.title and left + canvas.metrics.width(self.scenario.title, under) < MARGIN + room:
            canvas.text(self.scenario.title, left, base, under, fill="muted")
        canvas.line((MARGIN, base + 2.4), (right, base + 2.4), stroke="band", stroke_width=0.9)
