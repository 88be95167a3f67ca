"""Places for names between the rows of dots, clear of everything that is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, pairwise, product
from math import ceil, dist, floor, inf
from typing import TYPE_CHECKING

from builder.draw.maps.dots.site import Site
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, ClearSpace, grown, overlaps
from builder.draw.surface.type import Metrics, Type

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

PAD_BELOW = 0.35
"""How far names stay away from other things above and below them, in mm."""
_PAD = 0.9
# The air between dots and large names inside of areas and buildings, in mm.
_AIR = 0.8
_DESCENDING = frozenset("gjpqyQçß,;()")
_FOOT = 0.3
_LEADING = 1.5
_EDGE = 1.2
_STEP = 2.0
# How far a name can be at a side of what it names, in mm.
_FURTHEST = 16.0
# Names are looked for only so far, so that a large map takes no longer for each name.
_MAX_SPOTS, _MAX_HOME_SPOTS = 500, 2000
_MAX_BOXES = 40
_MAX_LINES = 3
_OFF_MAP = 1e6
# How far names are from each other in mm, if one of the next so many places allows it.
_BETWEEN_NAMES, _MAX_LATER = 6.0, 24
# How far a larger name may be from its place: in rows of dots, and in shares of half its width.
_ROWS_AWAY, _ASIDE = 2.0, 0.8
# How far a name can be from what is on its level, in mm.
_LEVEL_AWAY = (0.8, 3.0, 6.0, 10.0, 14.0, 18.0)
# How much further away a name may be to stand apart from others, in spacings of dots.
_FURTHER = 1.6
# Names that may lie over dots have so many places more from row to row, two rows to each side.
_FINE = 12


# Half the width of a line, its height, and how far it is below the first line.
_LineSize = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a name: the middle of its baseline, and its box."""

    text: str
    at: Point
    box: Box


@dataclass(frozen=True, slots=True)
class Name:
    """A name at its place, on one or two lines."""

    lines: tuple[Line, ...]
    type: Type

    @property
    def text(self) -> str:
        """The whole name."""
        return " ".join(line.text for line in self.lines)

    @property
    def middle(self) -> Point:
        """The middle of its first line."""
        x, y = self.lines[0].at
        return x, y - self.type.cap / 2


class Lettering:
    """Finds places for names on a map, and keeps them in ``space``.

    ``names`` are in the order in which they were placed, ``boxes`` those of their lines, ``signs`` those of
    signs and numbers. Names that may lie ``over_dots`` have their lines close together.
    """

    def __init__(
        self,
        site: Site,
        space: ClearSpace,
        metrics: Metrics,
        signs: Sequence[Box],
        *,
        over_dots: bool = False,
    ) -> None:
        self.site = site
        self.space = space
        self.metrics = metrics
        self.signs = signs
        self.over_dots = over_dots
        self.boxes: list[Box] = []
        self.names: list[Name] = []

    def inside(
        self,
        text: str,
        types: Sequence[Type],
        room: Box,
        middle: Point,
        pad: float = 0.0,
        *,
        is_whole: bool = False,
    ) -> Name | None:
        """A name inside a room, as near as possible to a point, in the largest type that fits.

        It is ``pad`` mm further from other things than other names. A name that ``is_whole`` has one line.
        """
        around = grown(room, pad)
        others = tuple(other for other in (*self.boxes, *self.signs) if pad and overlaps(around, other))
        near = self.space.near(room)
        ways = tuple(_broken(text))[: 1 if is_whole else None]
        key = "inside", self.site.lattice, ways, tuple(types), room, middle, pad, others, near
        name = self.site.memo.get(key, lambda: self._find_inside(ways, types, room, middle, pad))
        return None if name is None else self.take(name)

    def _find_inside(
        self, ways: Iterable[Sequence[str]], types: Sequence[Type], room: Box, middle: Point, pad: float
    ) -> Name | None:
        for lines in ways:
            for type in types:
                name = self._free(lines, type, self._inside(lines, type, room, middle), pad)
                if name is not None:
                    return name
        return None

    def beside(self, text: str, types: Sequence[Type], box: Box) -> Name:
        """A name below a box, or above, or at a side of it; in the smallest type it may overlap something."""
        memo, near = self.site.memo, self.space.near
        reach = self._reach(text, types, box)
        others = tuple(other for other in self.boxes if overlaps(reach, other))
        about = self.site.lattice, text, tuple(types), box, others

        @cache
        def find() -> tuple[Name, Box]:
            return self._find_beside(text, types, box)

        # Most names need only look at what is close, where little changes from one drawing to the next.
        close = memo.get(("close-beside", *about), lambda: find()[1])
        spot = memo.get(("beside", *about, near(close)), find)
        if not _covers(close, spot[1]):
            spot = memo.get(("beside", *about, near(reach)), find)
        return self.take(spot[0])

    def _find_beside(self, text: str, types: Sequence[Type], box: Box) -> tuple[Name, Box]:
        """A name beside a box, and the box around all places that were looked at."""
        looked: list[Box] = []
        for lines in _broken(text):
            for type in types:
                spots, sizes = self._beside(lines, type, box), self._sizes(lines, type)
                free = self._first_free(spots, sizes)
                until = None if free is None else free + _MAX_LATER + 1
                looked += [each for spot in _extremes(spots[:until]) for each in _boxes(sizes, spot)]
                if free is not None:
                    name = self._name(lines, type, spots[free])
                    return name, _around_all([*looked, *(line.box for line in name.lines)])
        best, least = None, inf
        for lines in _broken(text):
            sizes = self._sizes(lines, types[-1])
            for spot in self._beside(lines, types[-1], box):
                clash = self._clash(list(_boxes(sizes, spot)), least)
                if best is None or clash < least:
                    best, least = (lines, spot), clash
        assert best is not None
        return self._name(best[0], types[-1], best[1]), self._reach(text, types, box)

    def _first_free(self, spots: Sequence[Point], sizes: Sequence[_LineSize]) -> int | None:
        """The index of the first free place, or of one soon after it that is apart from other names."""
        free = (index for index, spot in enumerate(spots) if self._is_free(sizes, spot))
        first = next(free, None)
        if first is None:
            return None
        for index in (first, *free):
            if index > first + _MAX_LATER:
                break
            around = [grown(box, _BETWEEN_NAMES * self.site.unit) for box in _boxes(sizes, spots[index])]
            if not any(overlaps(one, other) for one in around for other in self.boxes):
                return index
        return first

    def near(
        self, text: str, types: Sequence[Type], home: Point, pad: float = 0.0, room: Box | None = None
    ) -> Name | None:
        """A name by the middle of its first line as close to a point as it can be; None if it is far away.

        It is ``pad`` mm further from signs and texts than from other things, or a third of that, if it can,
        and its middle is in a ``room``, if there is one.
        """
        west, north, east, south = room or (-inf, -inf, inf, inf)
        found: list[tuple[float, Name]] = []
        for apart in dict.fromkeys((pad, pad / 3, 0.0)):
            for lines, type in product(_broken(text), types):
                spots = self._around_home(lines, type, home)
                spots = [(x, y) for x, y in spots if west <= x <= east and north <= y <= south]
                name = self._free(lines, type, spots, apart, _MAX_HOME_SPOTS)
                if name is not None:
                    found.append((dist(name.middle, home), name))
                    break
        if not found:
            return None
        # To stand apart is not worth a place that is much further away.
        most = min(away for away, _ in found) + _FURTHER * self.site.lattice.spacing
        return self.take(next(name for away, name in found if away <= most))

    def level_with(self, text: str, type: Type, box: Box) -> Iterator[Name]:
        """Names right and left of a box on its level where there is room, the closest first."""
        west, north, east, south = box
        sizes, y = self._sizes([text], type), (north + south) / 2
        half = self._half([text], type)
        for away in _LEVEL_AWAY:
            for x in (east + half + away, west - half - away):
                if self._is_free(sizes, (x, y)):
                    yield self._name([text], type, (x, y))

    def between(self, text: str, type: Type, boxes: Sequence[Box], area: BaseGeometry) -> Name | None:
        """A name beside the first of some boxes that has room for it inside an area; None if none has."""
        from shapely import box

        sizes = self._sizes([text], type)
        for each in boxes[:_MAX_BOXES]:
            for spot in self._beside([text], type, each):
                if self._is_free(sizes, spot):
                    name = self._name([text], type, spot)
                    if area.contains(box(*name.lines[0].box)):
                        return self.take(name)
        return None

    def _free(
        self,
        lines: Sequence[str],
        type: Type,
        spots: Iterable[Point],
        pad: float = 0.0,
        most: int = _MAX_SPOTS,
    ) -> Name | None:
        sizes = self._sizes(lines, type)
        for spot in islice(spots, most):
            if self._is_free(sizes, spot):
                name = self._name(lines, type, spot)
                if not pad or self._is_apart(name, pad):
                    return name
        return None

    def _is_apart(self, name: Name, pad: float) -> bool:
        """Whether signs and texts are further away than dots may be."""
        near = [grown(line.box, pad) for line in name.lines]
        return all(not overlaps(one, other) for one in near for other in (*self.boxes, *self.signs))

    def take(self, name: Name) -> Name:
        """Reserve the place of a name."""
        self.names.append(name)
        for line in name.lines:
            self.space.take(line.box)
            self.boxes.append(line.box)
        return name

    def take_back(self, name: Name) -> None:
        """Give the place of a name back that was placed last."""
        self.names.remove(name)
        for line in name.lines:
            self.space.release(line.box)
            self.boxes.remove(line.box)

    def _name(self, lines: Sequence[str], type: Type, middle: Point) -> Name:
        """A name by the middle of its first line."""
        (x, y), sizes = middle, self._sizes(lines, type)
        boxes = _boxes(sizes, middle)
        placed = [
            Line(text, (x, y + below - tall / 2 + type.cap), box)
            for text, (_, tall, below), box in zip(lines, sizes, boxes, strict=True)
        ]
        return Name(tuple(placed), type)

    def _sizes(self, lines: Sequence[str], type: Type) -> list[_LineSize]:
        """The size of each line of a name."""
        leading = self._leading(type)
        return [
            (self.metrics.width(text, type) / 2, _height(text, type), number * leading)
            for number, text in enumerate(lines)
        ]

    def _leading(self, type: Type) -> float:
        """From a line to the next: close if both fit between two rows of dots, or else a row further."""
        pitch = self.site.pitch[1]
        close = type.cap * _LEADING
        if self.over_dots:
            return close
        room = pitch - 2 * (self.site.clear + PAD_BELOW)
        return close if close + type.cap * (1 + _FOOT) <= room else pitch

    def _is_free(self, sizes: Sequence[_LineSize], middle: Point) -> bool:
        """Whether no part of a name is taken, or beyond the edge of the map."""
        right, below = self.site.width - _EDGE, self.site.height - _EDGE
        for box in _boxes(sizes, middle):
            west, north, east, south = box
            if west < _EDGE or north < _EDGE or east > right or south > below:
                return False
            if not self.space.is_free(box):
                return False
        return True

    def _clash(self, boxes: Sequence[Box], most: float) -> float:
        """The area of a name's lines that is taken; parts beyond the edge of the map count much more.

        Of what is more than ``most``, only a part may be counted.
        """
        clash = 0.0
        for west, north, east, south in boxes:
            out = max(0.0, _EDGE - west) + max(0.0, _EDGE - north)
            out += max(0.0, east - self.site.width + _EDGE) + max(0.0, south - self.site.height + _EDGE)
            clash += _OFF_MAP * out
        for each in boxes:
            if clash >= most:
                break
            clash += self.space.overlap(each, most - clash)
        return clash

    def _bands(self, north: float, south: float, tall: float, air: float = 0.0) -> Iterator[float]:
        """The middles of letters of a height between two rows of dots, and as far up and down as they can.

        There is ``air`` between these and the dots, in mm.
        """
        first, pitch = self.site.lattice.spacing / 2, self.site.pitch[1]
        slack = max(0.0, (pitch - 2 * self.site.clear - tall) / 2 - PAD_BELOW - air)
        for row in range(floor((north - first) / pitch - 0.5), ceil((south - first) / pitch + 0.5) + 1):
            for share in (0.0, -0.5, 0.5, -1.0, 1.0):
                y = first + (row + 0.5) * pitch + share * slack
                if north <= y <= south and (share == 0 or slack > 0):
                    yield y

    def _inside(self, lines: Sequence[str], type: Type, room: Box, middle: Point) -> list[Point]:
        west, north, east, south = room
        half, tall = self._half(lines, type), max(_height(text, type) for text in lines)
        more = self._leading(type) * (len(lines) - 1)
        (x0, y0), left, right = middle, west + half, east - half
        if left > right:
            return []
        xs = {min(max(x0, left), right), left, right}
        count = min(80, int((right - left) / _STEP))
        xs |= {left + (right - left) * step / count for step in range(1, count)}
        edge = tall / 2 + PAD_BELOW
        ys = self._bands(north + edge, south - edge - more, tall, 0.0 if self.over_dots else _AIR)
        spots = [(abs(x - x0) + 1.6 * abs(y + more / 2 - y0), x, y) for y in ys for x in sorted(xs)]
        return [(x, y) for _, x, y in sorted(spots)]

    def _reach(self, text: str, types: Sequence[Type], box: Box) -> Box:
        """The box around all places beside a box."""
        ways = [(lines, type) for lines in _broken(text) for type in types]
        wide = max(2 * self._half(lines, type) for lines, type in ways) + _FURTHEST + _PAD
        tall = max(max(_height(line, type) for line in lines) for lines, type in ways)
        more = max(self._leading(type) * (len(lines) - 1) for lines, type in ways)
        high = 2.5 * self.site.pitch[1] + 3 * tall + more + 2 * _PAD
        return box[0] - wide, box[1] - high, box[2] + wide, box[3] + high

    def _beside(self, lines: Sequence[str], type: Type, box: Box) -> Sequence[Point]:
        """Places for a name outside a box, whether they are free or not; the best first."""
        key = "spots-beside", self.site.lattice, tuple(lines), type, box, self.over_dots
        return self.site.memo.get(key, lambda: self._spots_beside(lines, type, box))

    def _spots_beside(self, lines: Sequence[str], type: Type, box: Box) -> Sequence[Point]:
        west, north, east, south = box
        half, tall = self._half(lines, type), max(_height(text, type) for text in lines)
        more = self._leading(type) * (len(lines) - 1)
        x0, y0 = (west + east) / 2, (north + south) / 2
        reach = 2.5 * self.site.pitch[1] + tall
        gap = tall / 2 + PAD_BELOW + 0.4
        spots = []
        for y in self._bands(south + gap, south + gap + reach, tall):
            spots += [(y - south - gap + abs(x - x0) * 0.7, x, y) for x in _around(x0, half)]
        for y in self._bands(north - gap - reach - more, north - gap - more, tall):
            spots += [(2.0 + north - gap - more - y + abs(x - x0) * 0.7, x, y) for x in _around(x0, half)]
        for y in self._bands(north - gap - more, south + gap, tall):
            for away in (0.8, 3.0, 6.0, 10.0, _FURTHEST):
                aside = abs(y + more / 2 - y0) * 0.8 + away
                spots += [(3.0 + aside, east + half + away, y), (3.5 + aside, west - half - away, y)]
        return [(x, y) for _, x, y in sorted(spots)][:_MAX_SPOTS]

    def _around_home(self, lines: Sequence[str], type: Type, home: Point) -> list[Point]:
        """Places near a point: at most two rows of dots, or part of the name's width, away; nearest first."""
        (x0, y0), pitch = home, self.site.pitch[1]
        tall, aside = max(_height(text, type) for text in lines), self._half(lines, type) * _ASIDE
        up = y0 - self._leading(type) * (len(lines) - 1) / 2
        ys = [up, *self._bands(up - _ROWS_AWAY * pitch, up + _ROWS_AWAY * pitch, tall)]
        if self.over_dots:
            ys += [up + sign * step * pitch / _FINE for step in range(1, 2 * _FINE + 1) for sign in (-1, 1)]
        spots = [(abs(x - x0) + 1.6 * abs(y - up), x, y) for y in ys for x in _around(x0, aside)]
        return [(x, y) for _, x, y in sorted(spots)]

    def _half(self, lines: Sequence[str], type: Type) -> float:
        return max(self.metrics.width(text, type) for text in lines) / 2 + _PAD


def _broken(text: str) -> Iterator[Sequence[str]]:
    """A text on one line, and then on two and on three lines of about equal length.

    None begins with a dot between two parts of a name.
    """
    yield (text,)
    words = text.replace(" ·", "\u00a0·").split(" ")
    for count in range(2, min(len(words), _MAX_LINES) + 1):
        cuts = combinations(range(1, len(words)), count - 1)
        ways = [[" ".join(words[a:b]) for a, b in pairwise((0, *cut, len(words)))] for cut in cuts]
        yield tuple(line.replace("\u00a0", " ") for line in min(ways, key=lambda way: max(map(len, way))))


def _boxes(sizes: Sequence[_LineSize], middle: Point) -> Iterator[Box]:
    """The boxes of the lines of a name by the middle of the first one."""
    x, y = middle
    for half, tall, below in sizes:
        top = y + below - tall / 2
        yield x - half - _PAD, top - PAD_BELOW, x + half + _PAD, top + tall + PAD_BELOW


def _extremes(spots: Sequence[Point]) -> list[Point]:
    """Two corners of the box around some spots."""
    if not spots:
        return []
    xs, ys = zip(*spots, strict=True)
    return [(min(xs), min(ys)), (max(xs), max(ys))]


def _around_all(boxes: Sequence[Box]) -> Box:
    """The box around some boxes."""
    wests, norths, easts, souths = zip(*boxes, strict=True)
    return min(wests), min(norths), max(easts), max(souths)


def _covers(one: Box, other: Box) -> bool:
    """Whether no part of the other box is outside of one."""
    return one[0] <= other[0] and one[1] <= other[1] and other[2] <= one[2] and other[3] <= one[3]


def foot_of(text: str) -> float:
    """How far letters such as g reach below the baseline, as a share of the height of capitals."""
    return 0.0 if _DESCENDING.isdisjoint(text) else _FOOT


def _height(text: str, type: Type) -> float:
    return type.cap * (1 + foot_of(text))


def _around(x: float, half: float) -> list[float]:
    """Places to each side of a point, up to half a name away."""
    steps = int(half / _STEP) + 1
    return [x, *(x + sign * step * half / steps for step in range(1, steps + 1) for sign in (1, -1))]


def draw_name(canvas: Canvas, name: Name, fill: str, halo: str, halo_width: float) -> None:
    """A name with a halo of the color of its ground."""
    for line in name.lines:
        x, y = line.at
        canvas.text(line.text, x, y, name.type, anchor="middle", fill=fill, halo=halo, halo_width=halo_width)
