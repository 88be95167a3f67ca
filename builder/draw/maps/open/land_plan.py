"""Places everything on a map of open country, in mm of the grid: areas, levels, numbers, signs and names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from builder.boards.land import LandMap
from builder.draw.maps.hex_numbers import number_type
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.kinds import ORGANIC
from builder.draw.maps.nature.shapes import softened
from builder.draw.maps.open.goals import Goal, goal_of
from builder.draw.maps.open.label_places import hulk_boxes
from builder.draw.maps.open.land_names import MIN_TYPE, LandName, place_names
from builder.draw.maps.open.lettering import HARD, SLOPES, Lettering
from builder.draw.maps.open.watercourses import Watercourse, watercourse_of
from builder.draw.maps.open.zones import ZoneSign, place_zones
from builder.draw.maps.signposts import Signpost, passages_of, place_signposts
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import seeded
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# The sizes of outlines on hexes of this size, in mm.
_USUAL_HEX = 17.0
_INSET, _ROUNDING, _WOBBLE = 1.1, 3.0, 0.7
# The same of levels, whose edges swing further than those of terrain.
_INSET_LEVEL, _WOBBLE_LEVEL = 1.5, 1.3
_LEVEL = 2.5
_MAX_MARKS = 6000
_MARK_SPACING = 2.4
_CRAG_COST, _NEAR_CRAG = 30.0, 6.0
# The same for the edge of terrain: a name is inside or outside it, but a tab may lie on it.
_OUTLINE_COST, _OUTLINE = 3.0, "outline"
# How far strokes run down from the edge of a level, in mm, and what a name costs on them.
_SLOPE, _SLOPE_COST = 3.4, 20.0
_OFF_MAP = 80.0
# The owner of the ground beyond the outer hexes, where signposts can be.
_BEYOND = "#beyond"
_AIR = 0.35
# How far names stay away from a number, beside it and above or below it, and what it costs to be nearer.
_BESIDE_NUMBER, _OVER_NUMBER, _NEAR_NUMBER = 3.5, 0.3, 3.0
# How far a number is from tabs and obstacles, half the thickness of these, and how far it is moved down.
_OFF_SIGNS, _THICK, _LOWER = 1.0, 1.3, (0.4, 0.8, 1.2, 1.6, 2.0)
# What is left uncut around an objective and its name, half of what the sheets on both sides of a cut share.
_AROUND_GOAL = 5.0
SINGLE = frozenset({"tree", "tunnel"})


@dataclass(frozen=True, slots=True)
class Patch:
    """Hexes of one kind of terrain that touch, with the area that they cover; it may extend off the map.

    Water and the swamps that it touches are parts of one ``course``, and have a bank only along its edge.
    """

    symbol: str
    hexes: tuple[Hex, ...]
    area: BaseGeometry
    seed: tuple[str, ...]
    course: Watercourse | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """The ground of a level and everything above it, in one piece, and the area of the level below it."""

    level: int
    below: int
    area: BaseGeometry
    seed: tuple[str, ...]
    base: BaseGeometry | None = None


@dataclass(frozen=True, slots=True)
class HexFigure:
    """The number of a hex, and its level if it is not that of the map; ``x`` is the middle of the text."""

    hex: Hex
    text: str
    x: float
    baseline: float
    level: int
    level_x: float


class LandPlan:
    """The plan of one map; ``grow`` enlarges signs and names of an overview, which has no hex numbers."""

    def __init__(
        self,
        scenario: Scenario,
        context: DrawingContext,
        look: MapLook,
        *,
        grow: float = 1.0,
        is_overview: bool = False,
    ) -> None:
        self.scenario = scenario
        self.context = context
        self.theme = context.theme
        self.look = look
        self.grow = grow
        self.is_overview = is_overview
        self.land: LandMap = scenario.land_map
        self._memo = context.memo
        self.layout = HexLayout(self.land.grid, self.land.hex_size)
        self.unit = self.layout.size / _USUAL_HEX
        self.lettering = Lettering(
            (0.4, 0.4, self.layout.width - 0.4, self.layout.height - 0.4), context.metrics, context.memo
        )
        self.goals = self._reserve_goals()
        self.hulks = self._reserve_hulks()
        self.figures = list(self._figures())
        for figure in self.figures:
            self.lettering.take(self.box_of(figure))
        self._reserve_ground()
        self.zones = self._place_zones()
        self.figures = self._moved_down()
        self.signposts = self._place_signposts()
        self._keep_names_off_numbers()
        # Names stand at the same places on all copies of a map.
        usual = LandPlan(scenario, context, look).names if is_overview else ()
        self.names: list[LandName] = place_names(
            self, {(name.kind, name.name.text): name.name for name in usual}
        )

    @cached_property
    def board(self) -> BaseGeometry:
        """All hexes of the map."""
        return self.union(self.land.grid)

    @cached_property
    def patches(self) -> list[Patch]:
        """The terrain, in order of its kinds and then of its hexes."""
        by_symbol: dict[str, list[Hex]] = {}
        symbols = {hex: self.symbol(hex) for hex in self.land.terrain}
        for hex, symbol in symbols.items():
            by_symbol.setdefault(symbol, []).append(hex)
        patches = []
        for symbol, hexes in sorted(by_symbol.items()):
            if symbol == self.ground:
                continue
            for group in self._pieces(symbol, hexes):
                seed = (self.scenario.id, symbol, self.land.grid.label(group[0]))
                course = watercourse_of(group, symbols, self.land.grid, self._wet, _INSET * self.unit)
                if course is None:
                    patches.append(Patch(symbol, group, self._patch_area(symbol, group, seed), seed))
                else:
                    area = course.part(symbol, self.union(group))
                    patches.append(Patch(symbol, group, area, seed, course))
        return patches

    @cached_property
    def steps(self) -> list[Step]:
        """The levels, from the lowest up."""
        steps: list[Step] = []
        under = 0
        for level in sorted({level for level in self.land.elevation.values() if level}):
            hexes = [hex for hex, height in self.land.elevation.items() if height >= level]
            below = [step.area for step in steps if step.level == under]
            for group in self._groups(hexes):
                seed = (self.scenario.id, f"level {level}", self.land.grid.label(group[0]))
                area = self._soft(group, seed, _INSET_LEVEL * self.unit, _WOBBLE_LEVEL * self.unit)
                base = next((lower for lower in below if lower.intersects(area)), None)
                if base is not None:
                    area = area.intersection(self._buffered(base, -0.8 * self.unit))
                steps.append(Step(level, under, area, seed, base))
            under = level
        return steps

    @cached_property
    def ground(self) -> str:
        """The symbol of ground without terrain of its own."""
        entry = self.land.open_ground
        return str(entry.get("symbol", "ground")) if entry else "ground"

    @cached_property
    def coarse(self) -> float:
        """How much further apart marks are than usual, because there is so much terrain."""
        area = len(self.land.terrain) * self.layout.size**2 * 0.87
        return max(1.0, sqrt(area / _MARK_SPACING**2 / _MAX_MARKS))

    @cached_property
    def patch_of(self) -> Mapping[Hex, Patch]:
        """The patch of each hex with terrain."""
        return MappingProxyType({hex: patch for patch in self.patches for hex in patch.hexes})

    def hill_around(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes around a hex, and itself, that are above the level of the map in one piece."""
        high = [each for each, level in self.land.elevation.items() if level > 0]
        return next(group for group in self._groups(high) if hex in group)

    def symbol(self, hex: Hex) -> str:
        """The symbol of a hex's ground."""
        entry = self.land.ground(hex)
        return str(entry.get("symbol", "ground")) if entry else "ground"

    def level_color(self, level: int) -> str:
        """The tint of a level: from that of a hill to that of its top, and darker above the third."""
        theme = self.theme
        if level == 0:
            return theme[self.ground]
        tint = blend(theme["hill_top"], theme["hill"], min(1.0, (level - 1) / 2))
        return blend(theme["hill_line"], tint, 0.1 * (level - 3)) if level > 3 else tint

    def ground_color(self, hex: Hex) -> str:
        """The color of a hex's ground."""
        symbol = self.symbol(hex)
        if symbol != self.ground:
            return self.theme[symbol]
        level = self.land.level(hex)
        return self.level_color(level) if level else self.theme[symbol]

    def union(self, hexes: Iterable[Hex]) -> BaseGeometry:
        """The area of some hexes."""
        members = tuple(hexes)
        return self._memo.get(("union", self.layout, members), lambda: self._union(members))

    def _union(self, hexes: Iterable[Hex]) -> BaseGeometry:
        from shapely import Polygon, coverage_union_all

        corners = [
            Polygon([(round(x, 4), round(y, 4)) for x, y in self.layout.corners(hex)]) for hex in hexes
        ]
        # Corners are rounded, so that those of neighbors match; what rounding leaves is closed.
        return coverage_union_all(corners).buffer(0)

    def _groups(self, hexes: Collection[Hex]) -> Iterator[tuple[Hex, ...]]:
        """The groups of hexes that touch, in order."""
        left = set(hexes)
        for first in sorted(hexes):
            if first not in left:
                continue
            group, waiting = [], [first]
            left.discard(first)
            while waiting:
                hex = waiting.pop()
                group.append(hex)
                for _, other in self.land.grid.around(hex):
                    if other in left:
                        left.discard(other)
                        waiting.append(other)
            yield tuple(sorted(group))

    def _pieces(self, symbol: str, hexes: Collection[Hex]) -> Iterator[tuple[Hex, ...]]:
        """The groups of hexes in one drawing; no mountain hides the step from one level to the next."""
        at = self.land.level
        levels = sorted({at(hex) for hex in hexes}) if symbol == "mountain" else ()
        apart = [[hex for hex in hexes if at(hex) == level] for level in levels]
        for each in apart or [list(hexes)]:
            yield from self._groups(each)

    def _patch_area(self, symbol: str, hexes: tuple[Hex, ...], seed: tuple[str, ...]) -> BaseGeometry:
        if symbol in ORGANIC:
            return self._soft(hexes, seed, _INSET * self.unit, _WOBBLE * self.unit)
        return self.union(hexes).buffer(-1.6 * self.unit, join_style="mitre")

    def _wet(self, hexes: Collection[Hex], name: str, inset: float) -> BaseGeometry:
        return self._soft(hexes, (self.scenario.id, name), inset, _WOBBLE * self.unit)

    def _soft(
        self, hexes: Collection[Hex], seed: tuple[str, ...], inset: float, wobble: float
    ) -> BaseGeometry:
        """Hexes with a natural outline, continued beyond the edge of the map."""
        key = "soft", self.layout, tuple(hexes), seed, inset, wobble
        return self._memo.get(key, lambda: self._softened(hexes, seed, inset, wobble))

    def _softened(
        self, hexes: Collection[Hex], seed: tuple[str, ...], inset: float, wobble: float
    ) -> BaseGeometry:
        area = self.union({*hexes, *self._off_map_neighbors(hexes)})
        return softened(area, seeded(*seed), inset=inset, rounding=_ROUNDING * self.unit, wobble=wobble)

    def _buffered(self, area: BaseGeometry, by: float, **style: Any) -> BaseGeometry:
        """The zone around an area, or the area without its rim."""
        key = "buffered", area.wkb, by, tuple(style.items())
        return self._memo.get(key, lambda: area.buffer(by, **style))

    def _off_map_neighbors(self, hexes: Iterable[Hex]) -> Iterator[Hex]:
        """The places next to some hexes that are off the map."""
        for hex in hexes:
            for _, other in self.land.grid.around(hex):
                if other not in self.land.grid:
                    yield other

    def _reserve_goals(self) -> list[Goal]:
        """The places of objectives, also of those that this copy does not show."""
        goals = []
        for objective in self.scenario.objectives:
            hex = objective.region.spot.hex
            is_open = self.symbol(hex) == self.ground
            at, size = self.layout.center(hex), self.layout.size
            goals.append(goal_of(objective, at, size, self.grow, is_open=is_open))
            self.lettering.take(goals[-1].box)
        return goals

    def _reserve_hulks(self) -> list[tuple[Hex, Box]]:
        starred = {goal.objective.region.spot.hex for goal in self.goals}
        hulks = [
            (hex, bounds)
            for hex, bounds in hulk_boxes(self.land.labels, self.layout)
            if self.symbol(hex) == self.ground and hex not in starred
        ]
        for _, bounds in hulks:
            self.lettering.take(bounds)
        return hulks

    def _figures(self) -> Iterator[HexFigure]:
        """Numbers and levels; the level stands beside the number, or alone."""
        numbers, grid = self.look.numbers, self.land.grid
        if self.is_overview:
            numbers = replace(numbers, extent="fifth")
        width, type = self.context.metrics.width, self.number_type
        level_type = self.level_type
        starred = {objective.region.spot.hex for objective in self.scenario.objectives}
        # On an overview, one figure for each area of a level; its tint shows the others.
        levels, at = set(self.land.elevation.values()) if self.is_overview else (), self.land.level
        groups = (self._groups([hex for hex in grid if at(hex) == level]) for level in levels)
        first = {group[0] for each in groups for group in each}
        for hex in grid:
            is_numbered = numbers.has(hex)
            level = at(hex) if not self.is_overview or hex in first else 0
            if not (is_numbered or level):
                continue
            x, y = self.layout.center(hex)
            place = "top" if hex in starred or not is_numbered else numbers.place
            baseline = y + numbers.baseline(place) * self.layout.size
            text = numbers.label(grid, hex) if is_numbered else ""
            run = width(text, type) if text else 0.0
            if not level:
                yield HexFigure(hex, text, x, baseline, 0, x)
                continue
            gap = 0.9 if text else 0.0
            mark = level_type.size * 1.05 + width(str(level), level_type)
            left = x - (run + gap + mark) / 2
            yield HexFigure(hex, text, left + run / 2, baseline, level, left + run + gap)

    def _moved_down(self) -> list[HexFigure]:
        """The numbers and levels, a little lower where a tab or an obstacle is close above them."""
        from shapely import LineString, STRtree, box

        thick = _THICK * self.grow**0.5 * self.unit**0.5
        above = [LineString(self.layout.side(side)).buffer(thick) for side in self.land.obstacles]
        above += [box(*tab.box) for zone in self.zones for tab in zone.tabs]
        tree = STRtree(above)

        def is_free(figure: HexFigure) -> bool:
            air = grown(self.box_of(figure), _OFF_SIGNS * self.grow - _AIR)
            return not len(tree.query(box(*air), predicate="intersects"))

        figures = []
        for figure in self.figures:
            lower = (replace(figure, baseline=figure.baseline + step * self.grow) for step in _LOWER)
            best = figure if is_free(figure) else next(filter(is_free, lower), figure)
            if best is not figure:
                self.lettering.take(self.box_of(best))
            figures.append(best)
        return figures

    @property
    def number_type(self) -> Type:
        """The type of the numbers of hexes, which stay large enough to read on an overview."""
        usual = number_type(self.layout)
        return usual.at(max(usual.size, MIN_TYPE * self.grow)) if self.is_overview else usual

    @property
    def level_type(self) -> Type:
        """The type of the figures of levels."""
        return Type(CONDENSED_BOLD, _LEVEL * self.grow)

    def peaks(self, patch: Patch) -> list[tuple[Point, float]]:
        """The middle and the size of a crag in each hex of a mountain, clear of its number and of stars."""
        starred = {goal.objective.region.spot.hex for goal in self.goals}
        is_low = self.look.numbers.place == "center" and not self.is_overview
        down, size = (0.27, 5.4) if is_low else (0.07, 10.5)
        centers = [self.layout.center(hex) for hex in patch.hexes if hex not in starred]
        return [((x, y + down * self.layout.size), size * self.unit) for x, y in centers]

    def box_of(self, figure: HexFigure) -> Box:
        """The box of a hex's number and level, with some air."""
        width, type = self.context.metrics.width, self.number_type
        half = width(figure.text, type) / 2 if figure.text else 0.0
        west, east = figure.x - half, figure.x + half
        if figure.level:
            east = figure.level_x + self.level_type.size * 1.05 + width(str(figure.level), self.level_type)
        cap = max(type.cap, self.level_type.cap if figure.level else 0.0)
        return west - _AIR, figure.baseline - cap - _AIR, east + _AIR, figure.baseline + _AIR

    def _reserve_ground(self) -> None:
        """Reserve what names avoid: obstacles strictly, crags and other terrain if possible."""
        from shapely import LineString, box

        frame = box(-40, -40, self.layout.width + 40, self.layout.height + 40)
        off_map = self._memo.get(
            ("off the map", self.layout),
            lambda: frame.difference(self.board.buffer(-0.5, join_style="mitre")),
        )
        self.lettering.avoid(off_map, _OFF_MAP, owner=_BEYOND)
        for side in self.land.obstacles:
            line = self._buffered(LineString(self.layout.side(side)), 1.7 * self.grow)
            self.lettering.avoid(line, HARD, is_rival=True)
        for patch in self.patches:
            if patch.symbol == "mountain":
                self.lettering.avoid(self._buffered(patch.area, -1.0), _CRAG_COST, is_rival=True)
                self.lettering.avoid(self._buffered(patch.area, 3.0), _NEAR_CRAG)
            else:
                edge = self._buffered(patch.area.boundary, 0.6)
                self.lettering.avoid(edge, _OUTLINE_COST, owner=_OUTLINE)
        for step in self.steps:
            slope = self._buffered(step.area, _SLOPE).difference(self._buffered(step.area, -0.6))
            self.lettering.avoid(slope, _SLOPE_COST, owner=SLOPES)

    def _keep_names_off_numbers(self) -> None:
        """Make it dearer that a name seems to go on from a number, or to stand on it like a title."""
        from shapely import box

        across, down = _BESIDE_NUMBER * self.grow, _OVER_NUMBER * self.grow
        for west, north, east, south in map(self.box_of, self.figures):
            self.lettering.avoid(box(west - across, north - down, east + across, south + down), _NEAR_NUMBER)

    def _place_zones(self) -> list[ZoneSign]:
        zones, inset = [], -1.0 * self.grow
        for zone in self.look.zones_of(self.scenario):
            if zone.region.hexes():
                area = self._buffered(self.union(zone.region.hexes()), inset, join_style="mitre")
                zones.append((zone, area, area))
        under = {zone.id: [_OUTLINE] for zone, _, _ in zones}
        return place_zones(self.scenario, zones, self.lettering, self.context, grow=self.grow, under=under)

    def _place_signposts(self) -> list[Signpost]:
        return place_signposts(
            passages_of(self.scenario, self.look, self.context.words),
            (0.0, 0.0, self.layout.width, self.layout.height),
            lambda region: self.union(region.hexes()).bounds if region.hexes() else None,
            lambda boxes: self.lettering.cost_of(boxes, {_BEYOND}),
            self.lettering.take,
            self.context,
            grow=self.grow,
        )

    @property
    def goal_boxes(self) -> list[Box]:
        """The hex of each objective with its name and some of the ground around, in one box."""
        names = iter(name.name for name in self.names if name.kind == "objective")
        visible = {objective.id for objective in self.look.objectives_of(self.scenario)}
        boxes = []
        for goal in self.goals:
            if goal.objective.id in visible:
                corners = self.layout.corners(goal.objective.region.spot.hex)
                xs, ys = zip(*corners, strict=True)
                west, north, east, south = next(names).box
                around = min(*xs, west), min(*ys, north), max(*xs, east), max(*ys, south)
                boxes.append(grown(around, _AROUND_GOAL))
        return boxes
