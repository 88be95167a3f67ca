"""A dots map at its true spacing: ground, dots, walls, buildings, zones, objectives and names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from builder.boards.dots import DotsMap
from builder.boards.spots import TUNNEL
from builder.draw.maps.dot_buildings import (
    BADGE,
    badge_at,
    draw_badge,
    draw_floors,
    draw_walls,
    edge_on_paper,
    stairs_at,
)
from builder.draw.maps.dot_ground import at_level, draw_ground, draw_tunnels, levels_of, mouth_at, region_path
from builder.draw.maps.map_frame import draw_dead_ground, draw_edges, draw_north, zone_style
from builder.draw.maps.map_look import DeadGround, MapLook, require_map, zone_name
from builder.draw.maps.symbols import draw_starting_marker, draw_symbol, marker_text
from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.caption_placing import Captions
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Face, Metrics, Type
from builder.geometry.dotlattice import Dot
from builder.scenario.model import Scenario

MARGIN = 8.0
TITLE_BAND = 9.0
STEP = 5
_MIN_SIZE_IN_OVERVIEW = 1.9
_DOT = 0.42
_DOOR_LENGTH = 0.8
_FIFTH = 0.75
_HALF_ARC = 30.0


def draw_dots(
    scenario: Scenario,
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    overview_at: float | None = None,
) -> Drawing:
    """The whole map as large as its spacing makes it, with every fifth column and row numbered at the edges.

    ``overview_at`` is the scale of a small drawing of the map, which omits the numbers between the dots and
    has larger lines and names. ``look`` has the layers to show.
    """
    require_map(scenario, context, look, overview_at)
    look = look or MapLook()
    zones = look.zones_of(scenario)
    dots = scenario.dots_map
    width = dots.lattice.width + 2 * MARGIN
    band = TITLE_BAND if overview_at is None else 0.0
    height = dots.lattice.height + 2 * MARGIN + band
    canvas = Canvas(width, height, context)
    canvas.rect(0, 0, width, height, fill="paper")
    pen = _Pen(canvas, scenario, dots, look, overview_at)
    with canvas.shifted(MARGIN, MARGIN + band):
        with canvas.layer("ground"):
            pen.ground()
        with canvas.layer("floors"):
            draw_floors(canvas, dots)
            draw_tunnels(canvas, dots, pen.grow)
        if look.dead is not None:
            with canvas.layer("dead-ground"):
                pen.dead_ground(look.dead)
        if zones:
            with canvas.layer("zones"):
                pen.zones()
        pen.frame()
        with canvas.layer("dots"):
            pen.dots_and_numbers()
        with canvas.layer("walls"):
            draw_walls(canvas, dots, pen.grow)
            pen.badges()
        with canvas.layer("names"):
            pen.reserve_symbols()
            if scenario.emplacements and look.zones:
                with canvas.layer("weapons"):
                    pen.weapons()
            if dots.markers:
                with canvas.layer("markers"):
                    pen.markers()
            with canvas.layer("objectives"):
                pen.objectives()
            pen.names()
    if band:
        pen.title(width)
    return canvas.drawing("map-dots", dots.title or context.words("map.title"))


class _Pen:
    """Draws the parts of one map, from its north-west corner."""

    def __init__(
        self, canvas: Canvas, scenario: Scenario, dots: DotsMap, look: MapLook, overview_at: float | None
    ) -> None:
        self.canvas = canvas
        self.scenario = scenario
        self.dots = dots
        self.look = look
        self.lattice = dots.lattice
        self.words = canvas.words
        self.overview = overview_at is not None
        self.grow = 1.0 if overview_at is None else max(1.0, 0.55 / overview_at)
        self.smallest = 0.0 if overview_at is None else _MIN_SIZE_IN_OVERVIEW / overview_at
        self.captions = Captions((0.5, 0.5, self.lattice.width - 0.5, self.lattice.height - 0.5))

    def title(self, width: float) -> None:
        """The map's title, and the kind and spacing of its lattice."""
        title = self.dots.title or self.scenario.title
        self.canvas.text(title, MARGIN, 8.2, Type(BOLD, 5.2))
        words, lattice = self.words, self.lattice
        kind = words.of("dots", lattice.kind)
        text = words("dots.lattice", lattice=kind, spacing=words.number(lattice.spacing))
        self.canvas.text(text, width - MARGIN - 8, 8.2, Type(REGULAR, 3.0), anchor="end", fill="muted")
        draw_north(self.canvas, width - MARGIN - 2.0, 7.2, tip=3.2, down=1.0)

    def ground(self) -> None:
        """Open ground to the edges, and everything on it."""
        self.canvas.rect(0, 0, self.lattice.width, self.lattice.height, fill="ground")
        draw_ground(self.canvas, self.dots, self.grow)

    def dots_and_numbers(self) -> None:
        """Every dot, larger in each fifth column and row, and the numbers."""
        plain = [dot for dot in self.lattice if dot.column % STEP and dot.row % STEP]
        fifth = [dot for dot in self.lattice if not (dot.column % STEP and dot.row % STEP)]
        for some, radius in ((plain, _DOT), (fifth, _FIFTH)):
            self._dots(some, radius * self.grow**0.7)
        with self.canvas.layer("numbers"):
            self._edge_numbers()
            if not self.overview:
                type = Type(CONDENSED, 2.0)
                for dot in fifth:
                    if dot.column % STEP == 0 and dot.row % STEP == 0:
                        self._number(dot, type)

    def zones(self) -> None:
        """A dashed ring around each set-up zone."""
        style = zone_style(0.07, 0.7 * self.grow, 2.2 * self.grow, 1.6 * self.grow)
        for zone in self.look.zones_of(self.scenario):
            self.canvas.path(region_path(self.lattice, zone.region.dots), fill_rule="evenodd", **style)

    def dead_ground(self, dead: DeadGround) -> None:
        """A hatch over the dots that the set-up zone does not see."""
        dots = sorted(spot.dot for spot in dead.spots)
        cells = [[self.lattice.on_paper(corner) for corner in self.lattice.cell(dot)] for dot in dots]
        outline = region_path(self.lattice, dots)
        draw_dead_ground(self.canvas, outline, cells, self.lattice.spacing)

    def badges(self) -> None:
        """The number of floors of each building that has more than one."""
        for building in self.dots.buildings:
            if building.levels > 1 and building.dots:
                grow = max(1.0, self.smallest / 3.2)
                x, y = badge_at(self.lattice, building, grow)
                draw_badge(self.canvas, (x, y), building.levels, grow)
                self.captions.keep_clear((x, y), BADGE * grow)

    def reserve_symbols(self) -> None:
        """Keep names clear of dots, walls, mouths and stairs."""
        for dot in self.lattice:
            self.captions.keep_clear(self.lattice.at(dot), 0.9 * self.grow**0.7)
        half = 1.2 * self.grow
        for edge, barrier in self.dots.barriers.items():
            (x1, y1), (x2, y2) = edge_on_paper(self.lattice, edge)
            box = (min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half)
            self.captions.reserve(box)
            if barrier.door is not None:
                x0, y0, share = (x1 + x2) / 2, (y1 + y2) / 2, _DOOR_LENGTH / 2
                wide, tall = abs(x2 - x1) * share + half, abs(y2 - y1) * share + half
                self.canvas.keep_whole(x0 - wide, y0 - tall, x0 + wide, y0 + tall)
        for tunnel in self.dots.tunnels:
            for mouth in tunnel.mouths:
                self.captions.keep_clear(mouth_at(self.lattice, mouth), self.lattice.spacing * 0.13)
        for building in self.dots.buildings:
            for dot in building.stairs:
                self.captions.keep_clear(stairs_at(self.lattice, dot), self.lattice.spacing * 0.12)

    def objectives(self) -> None:
        """A star next to the dot of each objective; names avoid it even on copies without stars."""
        visible = {objective.id for objective in self.look.objectives_of(self.scenario)}
        for objective in self.scenario.objectives:
            at = self._beside(objective.region.spot.dot)
            self.captions.keep_clear(at, self._star * 0.28)
            if objective.id in visible:
                draw_symbol(self.canvas, "objective", at, self._star)

    def weapons(self) -> None:
        """The arc of each weapon that starts set up on a dot that the file names."""
        secret = {zone.id for zone in self.scenario.zones if zone.secret and not self.look.secrets}
        for item in self.scenario.emplacements:
            zones = {step.zone for step in self.scenario.placements_of(item.force, {item.gunner.id})}
            if item.region and item.facing and secret.isdisjoint(zones):
                self._arc(self.lattice.at(item.region.spot.dot), self.lattice.bearing(item.facing))

    def _arc(self, at: Point, bearing: float) -> None:
        x, y = at
        long = self.lattice.spacing * 2.2
        sides = [math.radians(bearing + turn) for turn in (-_HALF_ARC, _HALF_ARC)]
        left, right = ((x + long * math.sin(side), y - long * math.cos(side)) for side in sides)
        self.canvas.path(
            f"M{mm(left[0])} {mm(left[1])}L{mm(x)} {mm(y)}L{mm(right[0])} {mm(right[1])}"
            f"M{mm(left[0])} {mm(left[1])}A{mm(long)} {mm(long)} 0 0 1 {mm(right[0])} {mm(right[1])}",
            stroke="wall",
            stroke_width=0.5 * self.grow,
            stroke_dasharray=f"{mm(1.6 * self.grow)} {mm(1.2 * self.grow)}",
        )
        self.canvas.circle(x, y, 1.5 * self.grow**0.7, fill="wall", stroke="paper", stroke_width="box")
        self.captions.keep_clear(at, 2.0 * self.grow)

    def markers(self) -> None:
        """The markers on dots when the game begins."""
        size = max(min(self.lattice.spacing * 0.42, 7.0), self.smallest * 2.4)
        for marker in self.dots.markers:
            for dot in marker.dots:
                x, y = self.lattice.at(dot)
                at = (x, y + size * 0.62)
                draw_starting_marker(self.canvas, at, text=marker_text(marker.entry), size=size)
                self.captions.keep_clear(at, size * 0.6)

    def names(self) -> None:
        """Names of objectives, zones, buildings, pieces, tunnels, heights and labels, in that order."""
        paper, ink = "paper", "ink"
        with self.canvas.layer("objective-names"):
            for objective in self.look.objectives_of(self.scenario):
                title, spot = objective.title, objective.region.spot
                if spot.floor == TUNNEL:
                    title = self.words("dots.below", title=title)
                elif spot.floor:
                    title = self.words("dots.floor", title=title, floor=spot.floor)
                half = self._star * 0.3
                x, y = self._beside(spot.dot)
                self._caption(title, (x - half, y - half, x + half, y + half), BOLD, 2.8, ink, paper)
        with self.canvas.layer("zone-names"):
            for zone in self.look.zones_of(self.scenario):
                for part in self.lattice.parts(zone.region.dots):
                    west, north, east, _ = self._bounds(part)
                    box = (west, north - 0.5, east, north + 3.5)
                    self._caption(zone_name(self.scenario, zone), box, BOLD, 3.0, "#ffffff", "zone")
        for building in self.dots.buildings:
            if building.dots:
                self._caption(building.name, self._bounds(building.dots), CONDENSED_BOLD, 3.0, ink, paper)
        for piece in self.dots.pieces:
            if piece.name and piece.dots:
                box = self._around(self._middle_dot(piece.dots))
                self._caption(piece.name, box, CONDENSED_BOLD, 2.8, ink, paper)
        for tunnel in self.dots.tunnels:
            if tunnel.dots:
                box = self._around(self._middle_dot(tunnel.dots))
                self._caption(tunnel.name, box, CONDENSED_BOLD, 2.6, ink, paper)
        for name, dot in self.dots.labels.items():
            self._caption(name, self._around(dot), CONDENSED_BOLD, 2.8, ink, paper)
        for level, x, y in self._heights():
            box = (x - 0.5, y - 0.5, x + 0.5, y + 0.5)
            self._caption(f"{level:+d}", box, CONDENSED, 2.6, ink, "hill")

    def _caption(self, text: str, box: Box, face: Face, size: float, fill: str, halo: str) -> None:
        self.captions.place(self.canvas, text, self._type(face, size), box, fill, halo)

    def _type(self, face: Face, size: float) -> Type:
        return Type(face, max(size, self.smallest * size / 2.8))

    @property
    def _star(self) -> float:
        return 11.0 * max(1.0, self.grow * 0.8)

    def _beside(self, dot: Dot) -> Point:
        """Next to a dot, so that the dot can still be seen."""
        x, y = self.lattice.at(dot)
        off = min(self.lattice.spacing * 0.27, 5.2)
        return x + off, y - off * 0.8

    def _around(self, dot: Dot) -> Box:
        x, y = self.lattice.at(dot)
        return x - 1, y - 1, x + 1, y + 1

    def _bounds(self, dots: Iterable[Dot]) -> Box:
        xs, ys = zip(*(self.lattice.at(dot) for dot in dots), strict=True)
        half = self.lattice.spacing * 0.4
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half

    def _middle_dot(self, dots: tuple[Dot, ...]) -> Dot:
        """The dot nearest to the middle of some dots, so that a bent piece has its name on its own ground."""
        west, north, east, south = self._bounds(dots)
        x0, y0 = (west + east) / 2, (north + south) / 2
        return min(
            dots, key=lambda dot: (self.lattice.at(dot)[0] - x0) ** 2 + (self.lattice.at(dot)[1] - y0) ** 2
        )

    def _heights(self) -> Iterator[tuple[int, float, float]]:
        """A place for the level on each contour: above its northernmost dot."""
        for level in levels_of(self.dots):
            inside = at_level(self.dots, level)
            if inside:
                x, y = min((self.lattice.at(dot) for dot in inside), key=lambda at: (at[1], at[0]))
                yield level, x, y - self.lattice.spacing * 0.48

    def _dots(self, dots: list[Dot], radius: float) -> None:
        """Many dots as one path of strokes without length, which keeps the files of large maps small."""
        if dots:
            data = "".join(f"M{mm(x)} {mm(y)}h.01" for x, y in map(self.lattice.at, dots))
            self.canvas.path(data, stroke="dot", stroke_width=2 * radius, stroke_linecap="round")

    def _number(self, dot: Dot, type: Type) -> None:
        text = self.lattice.label(dot)
        x, y = self.lattice.at(dot)
        run = self.canvas.metrics.width(text, type)
        # The ground below may be as dark as a trench.
        self.canvas.rect(x + 0.9, y + 0.5, run + 0.4, 1.7, radius=0.3, fill="paper", fill_opacity=0.85)
        self.canvas.text(text, x + 1.1, y + 2.0, type, fill="muted")
        self.captions.reserve((x + 0.9, y + 0.4, x + 1.3 + run, y + 2.2))
        self.canvas.keep_whole(x - _FIFTH, y - _FIFTH, x + 1.1 + run, y + 2.0)

    def _edge_numbers(self) -> None:
        """Numbers of each fifth column and row along all four edges."""
        type, ink = self._type(CONDENSED_BOLD, 2.8), "muted"
        cap = Metrics.CAP_HEIGHT * type.size
        wide, tall = self.lattice.width, self.lattice.height
        for column in self._marks(self.lattice.columns):
            x, _ = self.lattice.at(Dot(column, 1))
            for y in (-1.2, tall + 1.2 + cap):
                self.canvas.text(str(column), x, y, type, anchor="middle", fill=ink)
        for row in self._marks(self.lattice.rows):
            _, west = self.lattice.at(Dot(1, row))
            _, east = self.lattice.at(Dot(self.lattice.columns, row))
            self.canvas.text(str(row), -1.2, west + cap / 2, type, anchor="end", fill=ink)
            self.canvas.text(str(row), wide + 1.2, east + cap / 2, type, fill=ink)

    def _marks(self, count: int) -> list[int]:
        """The first number, and each fifth."""
        return [1, *range(STEP, count + 1, STEP)]

    def frame(self) -> None:
        """Cover what extends beyond the edges with paper color, then draw the edges."""
        draw_edges(self.canvas, self.lattice.width, self.lattice.height, MARGIN, 0.5 * self.grow)
