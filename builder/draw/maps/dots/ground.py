"""The ground of a map of dots: paving or grass, levels, water, and pieces of terrain, clear of every dot."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Any

from builder.boards.dots import Piece
from builder.draw.maps.dots.areas import WATERS, Areas, Water, symbol_of
from builder.draw.maps.dots.lines import further, lines_through
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.looks import look_of
from builder.draw.maps.nature.barriers import draw_trench, draw_wire
from builder.draw.maps.nature.buildings import draw_crates
from builder.draw.maps.nature.canopy import draw_crowns, draw_tree, draw_woods
from builder.draw.maps.nature.ground import BARE, WORN, Blade, draw_open_ground, grass_of
from builder.draw.maps.nature.hills import draw_hachures, draw_level, draw_slopes
from builder.draw.maps.nature.kinds import draw_area
from builder.draw.maps.nature.plot import Marks, Plot, disc, mixed, tint, xy
from builder.draw.maps.nature.water import draw_water
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.outlines import area_path, line_path, rings, seeded

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

TREE = 6.9
"""The radius of the crown of a tree."""
_TRENCH = 7.0
_COPING, _JOINT = 2.6, 6.4
_LOOP = 2.5, 2.9
_POST, _POST_HALF = 0.9, 4.2
_PAVED_NEAR = 46.0
_SETTS_APART = 11.0
# In a town, stones are drawn, and more of them.
_STONES_APART, _STONE = 6.5, (2.7, 1.7)
# The map is read standing, so its marks are larger than those of other maps.
_COARSE = 1.4
# Corners of crates are further from their middles than their sides.
_CRATE_PAD = 1.2


class Ground:
    """Draws the ground of one map; its marks stay clear of dots and of all that is written."""

    def __init__(self, canvas: Canvas, plan: Plan, areas: Areas) -> None:
        self.canvas = canvas
        self.plan = plan
        self.site = plan.site
        self.areas = areas
        self.seed = plan.scenario.id

    def draw(self) -> None:
        """Everything on the ground but buildings and walls."""
        with self.canvas.layer("bare"):
            paved = self._paved
            key = "bare", self.seed, self.site.lattice, paved.wkb, tuple(self.plan.signs)
            self.canvas.recalled(key, partial(self._open_ground, paved))
        if self.areas.contours:
            with self.canvas.layer("levels"):
                self._levels()
        if self.areas.waters:
            with self.canvas.layer("water"):
                self._waters()
        pieces = [piece for piece in self.site.dots.pieces if piece.dots]
        with self.canvas.layer("terrain"):
            for piece in pieces:
                if symbol_of(piece) not in WATERS and symbol_of(piece) != "wire":
                    about = piece.id, piece.name, symbol_of(piece), piece.dots
                    self._recalled("piece", self.areas.pieces[piece.id], partial(self._piece, piece), about)
        with self.canvas.layer("wire"):
            for piece in pieces:
                if symbol_of(piece) == "wire":
                    self._recalled(
                        "wire", self.areas.pieces[piece.id], partial(self._wire, piece), piece.dots
                    )

    def draw_trees(self) -> None:
        """Trees, whose crowns hide what is below them, from north to south."""
        trees = [
            (self.site.lattice.at(dot), piece.id)
            for piece in self.site.dots.pieces
            if symbol_of(piece) == "tree"
            for dot in piece.dots
        ]
        for at, name in sorted(trees, key=lambda tree: (tree[0][1], tree[0][0])):
            self.canvas.recalled(("tree", self.seed, name, at, self.site.unit), partial(self._tree, at, name))

    def _tree(self, at: Point, name: str) -> None:
        rng = seeded(self.seed, name, f"{at[0]:.1f} {at[1]:.1f}")
        draw_tree(self.canvas, at, TREE * self.site.unit, rng)

    def _recalled(self, name: str, area: BaseGeometry, draw: Callable[[], None], *more: Hashable) -> None:
        """The drawing of an area, which depends on the dots and signs there and on ``more``."""
        key = (name, self.seed, self.site.lattice, area.wkb, self.plan.signs_near(area), more)
        self.canvas.recalled(key, draw)

    def _plot(self, area: BaseGeometry, *names: str) -> Plot:
        """An area to draw on; what is on the map is clear of dots, signs and texts."""
        return replace(self._bare_plot(area, *names), clear=self.plan.clear_ground(area))

    def _bare_plot(self, area: BaseGeometry, *names: str) -> Plot:
        rng = seeded(self.seed, *names)
        return Plot(area, rng, self.site.frame, coarse=_COARSE * self.site.unit)

    def _marked_plot(self, area: BaseGeometry, *names: str) -> Plot:
        """An area of which only the places of marks matter.

        What is clear is in parts, of which there are too many on a large area to join them.
        """
        return self._with_clear(self._bare_plot(area, *names), self.plan.clear_parts(area))

    @staticmethod
    def _with_clear(plot: Plot, parts: Sequence[BaseGeometry]) -> Plot:
        from shapely import GeometryCollection

        return replace(plot, clear=GeometryCollection(parts))

    def _open_ground(self, paved: BaseGeometry) -> None:
        """Grass over the whole map, or setts near several buildings or in all of a town."""
        plot = self._bare_plot(self.site.frame, "ground")
        if self._is_town:
            draw_open_ground(self.canvas, plot, blades=(), tones=WORN)
        else:
            key = "grass", self.seed, self.site.lattice, paved.wkb
            grass, spots = self.site.memo.get(key, partial(self._grass, paved))
            covered = self.plan.covered(spots, BARE * plot.growth)
            blades = [blade for number, blade in enumerate(grass) if number not in covered]
            draw_open_ground(self.canvas, plot, blades=blades)
        if paved.is_empty or self.canvas.theme.saves_ink:
            return
        marks, color = Marks(), mixed(self.canvas.theme, "ink", "ground", 0.13)
        around = replace(self._marked_plot(self.site.frame), area=paved, rng=plot.rng)
        if self._is_town:
            for at in around.points(_STONES_APART, 0.0, clear=3.4):
                for stone in _stones(at, around.rng):
                    marks.line(stone, color, 0.26)
        else:
            for x, y in around.points(_SETTS_APART, 0.0, clear=3.4):
                for row in range(2):
                    for number in range(around.rng.randint(1, 3)):
                        left = x + (number - 1) * 2.1 + row * 1.0
                        marks.line(f"M{xy(left, y + row * 1.5)}h1.6", color, 0.34)
        marks.draw(self.canvas)

    def _grass(self, paved: BaseGeometry) -> tuple[list[Blade], Any]:
        """Grass between the dots, as if nothing were written on the map, with an array of its points."""
        from shapely import points

        clear = [*self.plan.rims_near(self.site.frame), *([] if paved.is_empty else [paved])]
        plot = self._with_clear(self._bare_plot(self.site.frame, "grass"), clear)
        grass = grass_of(plot, self.canvas.theme)
        return grass, points([at for at, _, _ in grass])

    @property
    def _is_town(self) -> bool:
        """Whether the whole map is a place in a town, as its title says."""
        return bool(look_of([self.site.dots.title], ("paved",)))

    @property
    def _paved(self) -> BaseGeometry:
        """The ground around buildings, if there are several, or all of it in a town."""
        from shapely import Polygon, union_all

        buildings = [self.site.area(building.dots) for building in self.site.dots.buildings if building.dots]
        if self._is_town:
            near: BaseGeometry = self.site.frame
        elif len(buildings) < 3:
            return Polygon()
        else:
            near = union_all([area.buffer(_PAVED_NEAR, quad_segs=3) for area in buildings])
        for water in self.areas.waters:
            near = near.difference(water.whole.buffer(_COPING))
        return near.intersection(self.site.frame)

    def _levels(self) -> None:
        theme = self.canvas.theme
        highest = max((level for level, _ in self.areas.contours), default=1)
        below = theme["ground"]
        for level, area in self.areas.contours:
            color = self.areas.level_color(level, highest)
            for part in area.geoms:
                key = "level", self.site.lattice, part.wkb, level, color, below
                self.canvas.recalled(key, partial(self._level, level, part, color, below))
            below = color if level > 0 else below
        for level, area in self.areas.contours:
            for part in area.geoms:
                # Signs well inside are in nobody's way.
                edge = part.boundary
                self._recalled("slopes", edge, partial(self._slopes, level, part), level)

    def _level(self, level: int, area: BaseGeometry, color: str, below: str) -> None:
        plot = self._bare_plot(area, "level", str(level))
        if level > 0:
            draw_level(self.canvas, plot, color, below)
        else:
            plot.fill(self.canvas, color, self.canvas.theme["hill_line"], 1.1)

    def _slopes(self, level: int, area: Polygon) -> None:
        plot = self._marked_plot(area, "level", str(level), xy(*area.exterior.coords[0]))
        if level > 0:
            draw_slopes(self.canvas, plot)
        else:
            draw_hachures(self.canvas, area, plot.rng, 3.1, within=plot.within, clear=plot.clear, inward=True)

    def _waters(self) -> None:
        """Deep and shallow parts, with lines along the shore of the whole only."""
        for number, water in enumerate(self.areas.waters):
            parts = [area.wkb if area is not None else b"" for area in (water.shallow, water.deep)]
            draw = partial(self._water, str(number), water)
            self._recalled("water", water.whole, draw, number, *parts, water.is_built)

    def _water(self, name: str, water: Water) -> None:
        for color, area in (("shallow", water.shallow), ("water", water.deep)):
            if area is not None:
                plot = self._plot(area, "water", name)
                draw_water(self.canvas, plot, color=color, whole=water.whole)
        if water.shallow is not None and water.deep is not None:
            self._draw_ford(water.shallow, water.whole, name)
        if water.is_built:
            draw_coping(self.canvas, water.whole, self.site.frame, self.site.unit)

    def _draw_ford(self, shallow: BaseGeometry, whole: BaseGeometry, name: str) -> None:
        """Marks of shallow water beside deep water: a line of dots, and gravel."""
        theme, unit = self.canvas.theme, self.site.unit
        edge = shallow.boundary.intersection(whole.buffer(-0.5)).intersection(self.site.frame)
        line = mixed(theme, "water_line", "shallow", 0.6)
        style = {"stroke_linecap": "round", "stroke_dasharray": f"0 {mm(1.5 * unit)}"}
        self.canvas.path(line_path(edge), stroke=line, stroke_width=0.5 * unit, **style)
        gravel = Marks()
        for x, y in self._plot(shallow, "gravel", name).points(2.6, 3.0, clear=0.8):
            gravel.fill(disc(x, y, 0.26 * unit, 0.2 * unit), line)
        gravel.draw(self.canvas)

    def _piece(self, piece: Piece) -> None:
        symbol = symbol_of(piece)
        if symbol == "trench":
            self._trench(piece)
        elif symbol != "tree":
            names, area = (piece.name, piece.id), self.areas.pieces[piece.id]
            plot = self._plot(area, piece.id)
            if symbol == "rocks" and look_of(names, ("crates",)):
                clear = plot.clear.buffer(_CRATE_PAD * self.site.unit) if plot.clear is not None else None
                draw_crates(self.canvas, replace(plot, coarse=self.site.unit, clear=clear))
            elif symbol == "brush" and look_of(names, ("planters",)):
                draw_planters(self.canvas, replace(plot, coarse=1.0), self.site.unit)
            elif symbol == "woods":
                draw_woods(self.canvas, plot, is_dense=True)
            else:
                draw_area(self.canvas, symbol, plot)

    def _wire(self, piece: Piece) -> None:
        """Loops along the dots, half a step beyond the ends, with posts midway between dots."""
        canvas, unit = self.canvas, self.site.unit
        posts = []
        for points in lines_through(self.site, piece.dots, self.site.lattice.spacing / 2):
            across, down = (half * unit for half in _LOOP)
            start = further(points[1], points[0], -across)
            end = further(points[-2], points[-1], -across)
            draw_wire(canvas, [start, *points[1:-1], end], loops=(across, down))
            middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(points[1:-1])]
            spots = [points[0], *middles, points[-1]]
            for index, (x, y) in enumerate(spots):
                (x1, y1), (x2, y2) = spots[max(0, index - 1)], spots[min(len(spots) - 1, index + 1)]
                long = dist((x1, y1), (x2, y2)) or 1.0
                across, down = -(y2 - y1) / long * _POST_HALF * unit, (x2 - x1) / long * _POST_HALF * unit
                posts.append(((x - across, y - down), (x + across, y + down)))
        line = mixed(canvas.theme, "fence", "ink", 0.6)
        canvas.segments(posts, stroke=line, stroke_width=_POST * unit, stroke_linecap="round")

    def _trench(self, piece: Piece) -> None:
        for points in lines_through(self.site, piece.dots, self.site.lattice.spacing * 0.3):
            draw_trench(self.canvas, points, thick=_TRENCH * self.site.unit)


def _stones(at: Point, rng: random.Random) -> Iterator[str]:
    """Stones of a paving around a point: three rows of one or two, each half a stone beside the next."""
    (x, y), (wide, tall) = at, _STONE
    for row in range(3):
        for number in range(rng.randint(1, 2)):
            left, top = x + (number + row % 2 / 2 - 1.25) * wide, y + (row - 1.5) * tall
            yield f"M{xy(left, top)}h{mm(wide)}v{mm(tall)}h{mm(-wide)}z"


def draw_coping(canvas: Canvas, whole: BaseGeometry, frame: BaseGeometry, unit: float) -> None:
    """The stones along a built shore."""
    theme = canvas.theme
    wide = _COPING * unit
    edge = whole.buffer(wide, join_style="mitre").difference(whole).intersection(frame)
    fill, line = tint(theme, "slabs", "ink", 0.17), mixed(theme, "ink", "ground", 0.6)
    canvas.path(area_path(edge), fill=fill, fill_rule="evenodd", stroke=line, stroke_width=0.3 * unit)
    joints = Marks()
    for ring in rings(whole):
        for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
            for joint in _joints(start, end, _JOINT * unit, wide):
                if edge.buffer(0.05).covers(joint):
                    (x1, y1), (x2, y2) = joint.coords
                    joints.line(f"M{xy(x1, y1)}L{xy(x2, y2)}", mixed(theme, "ink", "ground", 0.4), 0.22)
    joints.draw(canvas)
    shore = edge.boundary.intersection(whole.boundary.buffer(0.02))
    data = "".join(
        "M" + "L".join(xy(x, y) for x, y in part.coords)
        for part in getattr(shore, "geoms", [shore])
        if part.geom_type == "LineString"
    )
    if data:
        canvas.path(data, stroke=mixed(theme, "ink", "water_line", 0.6), stroke_width=0.6 * unit)


def draw_planters(canvas: Canvas, plot: Plot, unit: float) -> None:
    """A kerb around a bed of low bushes."""
    theme = canvas.theme
    kerb = plot.visible
    bed = kerb.buffer(-1.4 * unit)
    fill, line = tint(theme, "slabs", "ink", 0.17), mixed(theme, "ink", "ground", 0.6)
    canvas.path(area_path(kerb), fill=fill, fill_rule="evenodd", stroke=line, stroke_width=0.35 * unit)
    line = mixed(theme, "woods_line", "brush", 0.5)
    canvas.path(area_path(bed), fill="brush", fill_rule="evenodd", stroke=line, stroke_width=0.25 * unit)
    points = replace(plot, area=bed).points(2.5 * unit, 1.5 * unit, clear=1.3)
    draw_crowns(canvas, points, (1.15 * unit, 1.55 * unit), plot.rng, ground="brush")


def _joints(start: Point, end: Point, step: float, wide: float) -> Iterator[BaseGeometry]:
    """Lines across a coping on either side of a stretch of shore."""
    from shapely import LineString

    long = dist(start, end)
    count = round(long / step)
    for number in range(1, count):
        share = number / count
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        across, down = -(end[1] - start[1]) / long * wide, (end[0] - start[0]) / long * wide
        for side in (1, -1):
            yield LineString([(x, y), (x + side * across, y + side * down)])
