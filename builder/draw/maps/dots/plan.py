"""Places everything on a map of dots: each part takes its place, and the next ones stay clear of it.

Walls and stairs come first, because they have no choice; then signs beside dots, numbers, tabs and names;
what has no effect on play takes the room that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from builder.boards.dots import Building, StartingMarker
from builder.draw.maps.dots.areas import Areas
from builder.draw.maps.dots.furniture import Item
from builder.draw.maps.dots.interiors import furnish
from builder.draw.maps.dots.lattice_marks import DotNumber, is_fifth, place_numbers
from builder.draw.maps.dots.lines import arc_lines, lines_through
from builder.draw.maps.dots.openings import ways_through
from builder.draw.maps.dots.signs import (
    BADGE_FIGURE,
    DISC_ROOM,
    MOUTH,
    Badge,
    Flag,
    Stairs,
    corner_toward,
    place_badge,
    place_flag,
    place_mouth,
    place_stairs,
    with_equal_rings,
)
from builder.draw.maps.dots.tunnels import WIDE, links, sides
from builder.draw.maps.dots.walls import looks_of, thickness, walls_of
from builder.draw.maps.dots.zones import ZoneSigns
from builder.draw.maps.looks import look_of
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.nature.landmarks import DRUM
from builder.draw.maps.set_up_signs import goal_box, goal_numerals, goal_width
from builder.draw.maps.signposts import Signpost, passages_of, place_signposts
from builder.draw.maps.zone_tabs import tab_type
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, ClearSpace, grown
from builder.draw.surface.context import DrawingContext
from builder.geometry.dotlattice import Dot, Edge
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely import STRtree
    from shapely.geometry.base import BaseGeometry

_WALL_PAD = 0.3
# From so many objectives in buildings on, those on a small map have letters instead of names.
_LETTERED = 2
# How far from a curve the lines that are reserved for it may be, in mm.
_CLOSE = 0.2
_NEAR_WALL = 3.0
# Marks of an area, such as hachures, reach so far beyond it.
_NEAR = 6.0
_DOT_PAD = 0.6
# Marks are too few on a larger area to be in the way of dots.
_MAX_CLEARED = 3000
_OUTLINE = 1.2
_ON_EDGE = 0.01
# The middle of the strokes down a slope is so far from its edge.
_SLOPE = 1.4
# Lines along the coping around water that together cover it, by their distance from the shore.
_COPING_LINES = (1.2, 2.2)
_HALF_LINES = MappingProxyType({"trench": 3.6, "wire": 3.0})
# The room of each of the dashed lines along a tunnel.
_TUNNEL_LINE = 0.8
_MARKER = 10.0
# From a dot to what stands beside it.
_ASIDE = 3.3
# The side of a marker on a map that is drawn small, in sizes of its smallest names.
_SMALL_MARKER = 2.0
# Figures on badges may be a little smaller than names.
_SMALLER = 0.88
# The size of an objective on a map that is drawn small, in sizes of its smallest names.
_FLAG = 0.24
_STEM = 1.5
# The air around stairs, and around the ring of an objective with half its casing.
_STAIRS_AIR, _RING_AIR = 0.6, 0.9
# Between names and stairs, wire or trenches on a map that is drawn small, in sizes of its smallest names; and
# the same for outer walls.
_SMALL_AIR, _SMALL_WALL_AIR = 0.22, 0.12
# In a building of fewer columns or rows of dots, there is no room for the disc of an objective, or for one
# with a letter.
_ROOMY, _ROOMY_FOR_LETTERS = 2, 3


def overview_letters(scenario: Scenario, look: MapLook) -> dict[str, str]:
    """The letters that stand for objectives on a small map, by their ids; none if it has their names."""
    objectives = look.objectives_of(scenario)
    inside = sum(each.region.spot.dot in scenario.dots_map.building_at for each in objectives)
    letters = goal_numerals(len(objectives)) if inside >= _LETTERED else ()
    return {each.id: letter for each, letter in zip(objectives, letters, strict=False)}


@dataclass
class Plan:
    """The places of the parts of one map; those of names are in :class:`MapNames`.

    ``smallest`` is the least size of a name in mm, for a map that is drawn small; it has no numbers of dots.
    Its signposts are near those of the ``whole`` map at its true size. Signposts and names leave the
    ``seams`` free, along which the map is cut, in mm from its corner.
    """

    scenario: Scenario
    areas: Areas
    look: MapLook
    context: DrawingContext
    smallest: float = 0.0
    whole: Plan | None = None
    seams: Sequence[Box] = ()
    space: ClearSpace = field(default_factory=ClearSpace)
    signs: list[Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.site = self.areas.site
        self.looks = looks_of(self.scenario)
        self.walls = walls_of(self.site, self.looks)
        rooms = tuple((building.id, tuple(building.dots)) for building in self.site.dots.buildings)
        doors, looks = tuple(self.site.dots.doors.items()), tuple(self.looks.items())
        ringed = frozenset(objective.region.spot.dot for objective in self.scenario.objectives)
        openings = "ways-through", self.site.lattice, rooms, doors, looks, ringed
        self.ways = self.site.memo.get(openings, lambda: ways_through(self.site, self.looks, ringed))
        self._take_walls()
        self.stairs = list(self._stairs())
        self._take_dots()
        self.zones = ZoneSigns(
            self.site, self.scenario, self.look, self.looks.keys(), self.context, self.smallest
        )
        self.zones.take_lines(self.space, self.wall_ground)
        self.flags = with_equal_rings(dict(self._flags()))
        self.mouths = dict(self._mouths())
        for area in self.areas.outlined():
            key = ("outline", self.site.lattice, area.wkb)
            self.space.take_all(self.site.memo.get(key, partial(self._outline, area)))
        self.zones.place_tabs(self.space, self.wall_lines)
        self.signs += [sign.tab.box for sign in self.zones.signs]
        self.badges = list(self._badges())
        self.stems: list[tuple[Point, Point]] = []
        self.markers = list(self._markers())
        self.drums = list(self._drums())
        self._take_lines()
        for _, level in self.areas.contours:
            for area in level.geoms:
                key = ("slope", self.site.lattice, area.wkb)
                self.space.take_all(self.site.memo.get(key, partial(self._slope, area)))
        # On a small map a name is as tall as a coping, and unreadable on its joints.
        for water in self.areas.waters if self.smallest else ():
            for share in _COPING_LINES if water.is_built else ():
                self.space.take_all(self._outline(water.whole.buffer(share * self.site.unit)))
        for seam in self.seams:
            self.space.take(seam)
        self.signposts = self._signposts()
        self.numbers: list[DotNumber] = []
        if not self.smallest:
            for start, end in sides(self.site, self.mouths):
                self.space.take_line(start, end, _TUNNEL_LINE * self.site.unit)
            self.numbers = place_numbers(self.site, self.space, self.context.metrics, self.trees, self.mouths)
            self.signs += [number.box for number in self.numbers]
        for stairs in self.stairs if self.smallest else ():
            self.space.take(grown(stairs.box, _SMALL_AIR * self.smallest))
        for building in self.site.dots.buildings if self.smallest else ():
            for edge in self.site.walls_of(building):
                half = self.thick(edge) / 2 + _SMALL_WALL_AIR * self.smallest
                for run in self.site.runs([edge]):
                    self.space.take(run.box(-half, run.long + half, -half, half))
        # Numbers may be between the lines of a tunnel, names may not.
        for tunnel in self.site.dots.tunnels:
            for start, end in links(self.site.lattice, tunnel.dots):
                self.space.take_line(start, end, WIDE * self.site.unit)

    @property
    def badge_unit(self) -> float:
        """The size of badges, whose figures stay large enough on a map that is drawn small."""
        return max(self.site.unit, self.smallest * _SMALLER / BADGE_FIGURE)

    @property
    def flag_unit(self) -> float:
        """The size of the signs of objectives, which are the first to be seen on a map of any size."""
        return max(self.site.unit, self.smallest * _FLAG)

    @property
    def letter_scale(self) -> float:
        """How much larger the letters of objectives are than on paper, on a map that is drawn small."""
        return max(1.0, self.smallest / tab_type(self.context).size)

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letter of each objective on a small map of which several are in buildings.

        Walls leave no room for their names there.
        """
        return overview_letters(self.scenario, self.look) if self.smallest else {}

    @cached_property
    def trees(self) -> frozenset[Dot]:
        """Dots that are the trunks of trees."""
        pieces = [piece for piece in self.site.dots.pieces if piece.terrain.get("symbol") == "tree"]
        return frozenset(dot for piece in pieces for dot in piece.dots)

    @property
    def furniture(self) -> Iterator[tuple[Building, list[Item]]]:
        """Furniture in what is left of each building's floor, clear of its openings."""
        for way in self.ways:
            self.space.take(way.room(self.site.unit))
        for building in self.site.dots.buildings:
            edges = [edge for edge in self.site.walls_of(building) if edge in self.looks]
            thick = max((self.thick(edge) for edge in edges), default=0.0)
            runs, lines = self.site.runs(edges), self.zones.casings
            yield building, furnish(self.site, self.space, building, runs, thick, lines=lines)

    @cached_property
    def wall_lines(self) -> BaseGeometry:
        """The lines of all walls."""
        from shapely import MultiLineString

        return MultiLineString([[wall.run.start, wall.run.end] for wall in self.walls])

    @cached_property
    def wall_ground(self) -> BaseGeometry:
        """The ground near walls, where the line of a zone follows them."""
        return self.wall_lines.buffer(_NEAR_WALL * self.site.unit, cap_style="square", join_style="mitre")

    def sheet_of(self, at: Point) -> Box:
        """The part of the map between the seams around a point."""
        x, y = at
        upright = [(west, east) for west, north, east, south in self.seams if north < y < south]
        level = [(north, south) for west, north, east, south in self.seams if west < x < east]
        west = max((end for _, end in upright if end <= x), default=-inf)
        north = max((end for _, end in level if end <= y), default=-inf)
        east = min((start for start, _ in upright if start >= x), default=inf)
        south = min((start for start, _ in level if start >= y), default=inf)
        return west, north, east, south

    def take(self, box: Box) -> None:
        """Reserve a box for a sign or a text, which nothing else may cover."""
        self.space.take(box)
        self.signs.append(box)

    def _outline(self, area: BaseGeometry) -> ClearSpace:
        """The lines around the part of an area that is on the map."""
        lines = ClearSpace()
        # Where the area is cut off by the edge of the map, it has no line.
        parts = area.boundary.intersection(self.site.frame.buffer(-_ON_EDGE)).simplify(_CLOSE)
        for part in getattr(parts, "geoms", [parts]):
            for start, end in pairwise(part.coords):
                lines.take_line(start, end, _OUTLINE)
        return lines

    def _slope(self, area: BaseGeometry) -> ClearSpace:
        """The lines along the strokes that run down from the edge of a part of a level."""
        return self._outline(area.buffer(_SLOPE * self.site.unit))

    def signs_near(self, area: BaseGeometry) -> tuple[Box, ...]:
        """The boxes of signs and texts in an area, or as near to it as its marks reach."""
        near = self._sign_tree.query(area, predicate="dwithin", distance=_NEAR)
        return tuple(self.signs[index] for index in sorted(near.tolist()))

    @cached_property
    def _sign_tree(self) -> STRtree:
        """The signs and texts, when all have their places."""
        from shapely import STRtree, box

        return STRtree([box(*sign) for sign in self.signs])

    def covered(self, spots: Any, distance: float) -> set[int]:
        """The indexes of the points (an array of shapely's) that are within a distance of a sign or text."""
        near, _ = self._sign_tree.query(spots, predicate="dwithin", distance=distance)
        return set(near.tolist())

    def clear_parts(self, area: BaseGeometry) -> list[BaseGeometry]:
        """The same as :meth:`clear_ground` in parts, which may overlap."""
        from shapely import box

        return [*self.rims_near(area), *(box(*sign) for sign in self.signs_near(area))]

    def rims_near(self, area: BaseGeometry) -> list[BaseGeometry]:
        """The discs that stay clear around each dot in an area or near it; none if there are very many."""
        near = self.site.points_near(area.bounds, _NEAR)
        rims = self.site.memo.get(("rims", self.site.lattice), self._all_rims)
        return [rims[point] for point in near] if len(near) <= _MAX_CLEARED else []

    def _all_rims(self) -> dict[Point, BaseGeometry]:
        from shapely import buffer
        from shapely import points as spots

        points = [self.site.lattice.at(dot) for dot in self.site.lattice]
        circles = buffer(spots(points), self.site.clear + _DOT_PAD, quad_segs=4).tolist()
        return dict(zip(points, circles, strict=True))

    def clear_ground(self, area: BaseGeometry) -> BaseGeometry:
        """The dots, signs and texts in an area or near it; only these two if there are very many dots."""
        key = ("clear", self.site.lattice, area.wkb, self.signs_near(area))
        return self.site.memo.get(key, lambda: self._clear_ground(area))

    def _clear_ground(self, area: BaseGeometry) -> BaseGeometry:
        from shapely import MultiPoint, box, union_all

        points, near = self.site.points_near(area.bounds, _NEAR), []
        if 0 < len(points) <= _MAX_CLEARED:
            near.append(MultiPoint(points).buffer(self.site.clear + _DOT_PAD, quad_segs=4))
        return union_all([*near, *(box(*sign) for sign in self.signs_near(area))])

    def thick(self, edge: Edge) -> float:
        """The thickness of the wall at an edge, in mm; 0 if there is none."""
        look = self.looks.get(edge)
        return thickness(look) * self.site.unit if look is not None else 0.0

    def _take_walls(self) -> None:
        for wall in self.walls:
            half = wall.thickness(self.site.unit) / 2 + _WALL_PAD * self.site.unit
            self.space.take(wall.run.box(-half, wall.run.long + half, -half, half))
        for way in self.ways:
            self.take(way.box)

    def _take_dots(self) -> None:
        # Nobody plays on a small drawing, where a name may be in the place of plain dots.
        key = "dots", self.site.lattice, bool(self.smallest)
        self.space.take_all(self.site.memo.get(key, lambda: self._dots(only_fifths=bool(self.smallest))))
        for dot in self.trees:
            self.space.take(_around(self.site.lattice.at(dot), 6.9 * self.site.unit))

    def _dots(self, *, only_fifths: bool) -> ClearSpace:
        dots = ClearSpace()
        for dot in self.site.lattice:
            if not only_fifths or is_fifth(dot):
                dots.take(_around(self.site.lattice.at(dot), self.site.clear))
        return dots

    def _take_lines(self) -> None:
        """Wire and trenches, which run along dots, and the arcs of weapons."""
        air = _SMALL_AIR * self.smallest
        for piece in self.site.dots.pieces:
            half = _HALF_LINES.get(str(piece.terrain.get("symbol")))
            if half is not None:
                for points in lines_through(self.site, piece.dots, self.site.lattice.spacing * 0.4):
                    for start, end in pairwise(points):
                        self.space.take_line(start, end, 2 * (half * self.site.unit + air))
        for at, bearing in self.weapons:
            for line in arc_lines(self.site, at, bearing):
                for start, end in pairwise(line):
                    self.space.take_line(start, end, 1.0)

    @property
    def weapons(self) -> Iterator[tuple[Point, float]]:
        """The dot and the direction of each weapon that starts set up where the file says."""
        if not self.look.zones:
            return
        scenario, lattice = self.scenario, self.site.lattice
        secret = {zone.id for zone in scenario.zones if zone.secret and not self.look.secrets}
        for item in scenario.emplacements:
            zones = {step.zone for step in scenario.placements_of(item.force, {item.gunner.id})}
            if item.region and item.facing and secret.isdisjoint(zones):
                yield lattice.at(item.region.spot.dot), lattice.bearing(item.facing)

    def _stairs(self) -> Iterator[Stairs]:
        for building in self.site.dots.buildings:
            for dot in building.stairs:
                stairs = place_stairs(self.site, self.space, dot)
                self.take(stairs.box)
                self.space.take(grown(stairs.box, _STAIRS_AIR * self.site.unit))
                yield stairs

    def _flags(self) -> Iterator[tuple[str, Flag]]:
        """The flag of each objective, also of those that this copy of the map does not show."""
        doors = ClearSpace()
        for way in self.ways:
            doors.take(way.box)
        for objective in self.scenario.objectives:
            dot, letter = objective.region.spot.dot, self.letters.get(objective.id, "")
            building, walls, is_narrow = self.site.dots.building_at.get(dot), None, False
            if building is not None:
                columns, rows = ({each[side] for each in building.dots} for side in (0, 1))
                # A sign with a letter is wider than a disc.
                is_narrow = min(len(columns), len(rows)) < (_ROOMY_FOR_LETTERS if letter else _ROOMY)
                thick = max((self.thick(edge) for edge in self.site.walls_of(building)), default=0.0)
                walls = self.site.area(building.dots).buffer(thick / 2, join_style="mitre")
            home = self.whole.flags[objective.id] if self.whole is not None else None
            about = (self.site, self.space, dot, self.flag_unit, walls)
            room = goal_width(letter, self.context, self.letter_scale) / 2 if letter else 0.0
            flag = place_flag(*about, is_narrow=is_narrow, doors=doors, home=home, room=room)
            self.take(_around(flag.dot, flag.ring + _RING_AIR * self.flag_unit))
            if letter:
                self.take(goal_box(letter, flag.disc, self.context, self.letter_scale))
            self.take(_around(flag.disc, DISC_ROOM * self.flag_unit))
            self.space.take_line(flag.dot, flag.disc, _STEM * self.flag_unit)
            yield objective.id, flag

    def _mouths(self) -> Iterator[tuple[Dot, Point]]:
        """Where the mouths of tunnels are: on their dots, on the corner of stairs, or beside an objective."""
        flights = {stairs.dot: stairs.box for stairs in self.stairs}
        taken = {objective.region.spot.dot for objective in self.scenario.objectives}
        for tunnel in self.site.dots.tunnels:
            for dot in tunnel.mouths:
                at = self.site.lattice.at(dot)
                if dot in flights:
                    at = corner_toward(flights[dot], at, map(self.site.lattice.at, tunnel.dots))
                    # Its number is beside the way that ends there.
                    for start, end in links(self.site.lattice, tunnel.dots):
                        if self.site.lattice.at(dot) in (start, end):
                            self.space.take_line(start, end, WIDE * self.site.unit)
                elif dot in taken:
                    at = place_mouth(self.site, self.space, dot, tunnel.dots)
                self.take(_around(at, (MOUTH + 0.4) * self.site.unit))
                yield dot, at

    def _signposts(self) -> list[Signpost]:
        lattice = self.site.lattice
        columns = [lattice.at(Dot(column, 1))[0] for column in range(1, lattice.columns + 1)]
        rows = {
            edge: [lattice.at(Dot(column, row))[1] for row in range(1, lattice.rows + 1)]
            for edge, column in (("west", 1), ("east", lattice.columns))
        }
        return place_signposts(
            passages_of(self.scenario, self.look, self.context.words),
            (0.0, 0.0, self.site.width, self.site.height),
            lambda region: self.site.area(region.dots).bounds if region.dots else None,
            lambda boxes: [self.space.overlap(box) for box in boxes],
            self.take,
            self.context,
            grow=self.zones.grow,
            stops={"north": columns, "south": columns, **rows},
            homes=self.whole.signposts if self.whole is not None else (),
        )

    def _badges(self) -> Iterator[Badge]:
        from shapely import Polygon

        # On a small map there is no room for it inside the line of a zone.
        lines = self.zones.casings if not self.smallest else Polygon()
        for building in self.site.dots.buildings:
            if building.dots:
                thick = max((self.thick(edge) for edge in self.site.walls_of(building)), default=0.0)
                badge = place_badge(self.site, self.space, building, thick / 2, self.badge_unit, lines)
                self.take(badge.box)
                yield badge

    def _markers(self) -> Iterator[tuple[StartingMarker, Point, float]]:
        """Markers beside their dots, with the side of each."""
        size = max(_MARKER * self.site.unit, _SMALL_MARKER * self.smallest)
        for marker in self.site.dots.markers:
            for dot in marker.dots:
                yield marker, self._take_beside(dot, size / 2), size

    def _drums(self) -> Iterator[Point]:
        """The middle of each drum that a name on the map is of, such as a barrel of tar."""
        for name, dot in self.site.dots.labels.items():
            if look_of((name,), ("drum",)):
                yield self._take_beside(dot, DRUM * self.site.unit)

    def _take_beside(self, dot: Dot, half: float) -> Point:
        """Reserve the place beside a dot where something ``half`` a side large covers least, and its stem."""
        (x, y), away = self.site.lattice.at(dot), half + _ASIDE * self.site.unit
        spots = [(x + away, y), (x - away, y), (x, y + away), (x, y - away)]
        at = min(spots, key=lambda spot: (self.space.overlap(_around(spot, half)), spots.index(spot)))
        self.take(_around(at, half + 0.3))
        self.stems.append(((x, y), at))
        return at


def _around(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half
