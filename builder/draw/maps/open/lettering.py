"""Names beside what they name: of all candidates the one that costs least."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.color_vision import contrast
from builder.draw.surface.memo import Memo
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Metrics, Type

if TYPE_CHECKING:
    from shapely import STRtree
    from shapely.geometry.base import BaseGeometry

# The cost of a square millimeter of other writing or of a symbol, and of another area.
HARD, SOFT = 60.0, 1.2
_OFF_MAP = 400.0
_PAD = 0.5
# How far names in one line are apart at least, in mm.
_APART = 5.0
# The same for a name and a number beside it, and the share of its cost that one counts that is nearer.
_AIR, _NEAR = 2.0, 0.05
# How far a large name can be moved from the place of a small one, in mm.
_ASIDE = (0.0, 1.5, -1.5, 3.0, -3.0, 4.5, -4.5)
# What it costs that a name is nearer to something else than to what it names.
_RIVALRY = 30.0
# The owner of the places of names.
NAMES = "#names"
# That of the strokes of slopes.
SLOPES = "#slopes"
# The share of a letter's height that reaches below the line, as in g.
_DESCENT = 0.3
# Where a name stands: below, above, to the right, to the left, or inside what it names.
_PLACES = {"below": 0.0, "above": 1.0, "right": 2.0, "left": 2.6, "inside": 4.0}
_STEPS = 6
# How far a name can be from what it names, with some room, in mm.
_REACH = 14.0
_MAX_UNINDEXED = 12
# Marks keep less far away from writing, in mm.
_FAR = 20.0
_WATERY = frozenset({"water", "shallow", "marsh"})
_GREEN = frozenset({"woods", "brush", "tree"})
_SHIFTS = (0.0, 0.25, -0.25, 0.5, -0.5)


@dataclass(frozen=True, slots=True)
class Name:
    """A name at its place: the middle of its baseline, and the box of its letters."""

    text: str
    at: Point
    type: Type
    box: Box


class Lettering:
    """Finds places for names within ``bounds`` (west, north, east, south in mm).

    Writing and symbols are reserved with :meth:`take`, areas and lines that names should avoid with
    :meth:`avoid`. ``memo`` keeps places for as long as nothing near them changes.
    """

    def __init__(self, bounds: Box, metrics: Metrics, memo: Memo | None = None) -> None:
        self.bounds = bounds
        self.metrics = metrics
        self.memo = memo or Memo()
        self._rivals: list[BaseGeometry] = []
        self._shapes: list[BaseGeometry] = []
        self._costs: list[float] = []
        self._owners: list[str] = []
        # The bounds of each shape, and its identity.
        self._places: list[tuple[Box, Hashable]] = []
        self._index: STRtree | None = None
        self._indexed = 0

    def take(self, box: Box, owner: str = "") -> None:
        """Reserve a box for writing or for a symbol."""
        from shapely import box as rectangle

        self._add(rectangle(*box), HARD, owner, (box, box))

    def avoid(
        self, area: BaseGeometry, cost: float = SOFT, *, owner: str = "", is_rival: bool = False
    ) -> None:
        """Make places that cover an area dearer, by ``cost`` for each square millimeter.

        :meth:`place` lists the owners whose areas a name can lie on. No name is nearer to a rival than to
        what it names: it would seem to be the name of the rival.
        """
        self._add(area, cost, owner, (area.bounds, area.wkb))
        if is_rival:
            self._rivals.append(area)

    def _add(self, area: BaseGeometry, cost: float, owner: str, place: tuple[Box, Hashable]) -> None:
        self._shapes.append(area)
        self._costs.append(cost)
        self._owners.append(owner)
        self._places.append(place)

    def near(self, box: Box, owners: Collection[str] = ()) -> Hashable:
        """All that the costs of places in a box depend on, but for what the ``owners`` reserved."""
        self._count()
        west, north, east, south = box
        return self.bounds, tuple(
            (key, self._costs[number])
            for number, ((left, top, right, bottom), key) in enumerate(self._places)
            if left <= east and west <= right and top <= south and north <= bottom
            if self._owners[number] not in owners
        )

    def clear(
        self, area: BaseGeometry, more: Sequence[BaseGeometry] = (), without: str | None = None
    ) -> BaseGeometry | None:
        """The boxes for writing on an area, and ``more``: marks of terrain keep out of them.

        What one owner reserved can be left out, so that marks go on below it.
        """
        from shapely import GeometryCollection, dwithin

        tree = self._tree()
        near = [*more]
        if tree is not None:
            numbers = sorted(tree.query(area, predicate="intersects").tolist())
            # Of what is not in the index, what is too far away for any mark is left out.
            late = range(len(tree.geometries), len(self._shapes))
            numbers += [number for number in late if dwithin(self._shapes[number], area, _FAR)]
            near += [
                self._shapes[number]
                for number in numbers
                if self._costs[number] == HARD and self._owners[number] != without
            ]
        return GeometryCollection(near) if near else None

    def place(
        self,
        text: str,
        type: Type,
        area: BaseGeometry,
        *,
        first: Sequence[Point] = (),
        inside: bool = True,
        owners: Collection[str] = (),
    ) -> Name:
        """A name beside an area or, unless ``inside`` is false, in it; the points ``first`` cost least.

        It can lie on what the ``owners`` reserved. The place is reserved.
        """
        name = self.find(text, type, area, first=first, inside=inside, owners=owners)
        self.reserve(name)
        return name

    def reserve(self, name: Name) -> None:
        """Reserve the place of a name."""
        west, north, east, south = name.box
        # Another name in the same line does not follow like the next word.
        self.take((west - _APART, north, east + _APART, south), NAMES)

    def place_like(self, name: Name, type: Type, most: float) -> Name | None:
        """A name where it is in small type, in another type; None if that costs more than ``most``.

        Its middle, or one of its sides or corners, is that of the small name or close to it. The place is
        reserved.
        """
        half, cap, foot = self._size(name.text, type)
        west, north, east, south = name.box
        tall = cap + foot + 2 * _PAD
        lefts = ((west + east) / 2 - half, west, east - 2 * half)
        tops = ((north + south - tall) / 2, north, south - tall)
        corners = [(left, top) for top in tops for left in lefts]
        corners += [(lefts[0] + x, tops[0] + y) for x in _ASIDE for y in _ASIDE]
        boxes = [(left, top, left + 2 * half, top + tall) for left, top in corners]
        # A number in the same line does not come before it like a word.
        airy = [(left - _AIR, top, right + _AIR, bottom) for left, top, right, bottom in boxes]
        costs, near = self._covered(boxes, ()), self._covered(airy, ())
        total = [cost + _NEAR * more for cost, more in zip(costs, near, strict=True)]
        best = min(range(len(boxes)), key=lambda number: (round(total[number], 3), number))
        if costs[best] > most:
            return None
        x, y = boxes[best][0] + half, boxes[best][1] + _PAD + cap
        placed = Name(name.text, (x, y), type, boxes[best])
        self.reserve(placed)
        return placed

    def find(
        self,
        text: str,
        type: Type,
        area: BaseGeometry,
        *,
        first: Sequence[Point] = (),
        inside: bool = True,
        owners: Collection[str] = (),
        shifts: Sequence[float] = _SHIFTS,
    ) -> Name:
        """A name as from :meth:`place`, without reserving its place.

        ``shifts`` are how far it can be to a side of the middle, in shares of its width and the area's.
        """
        half, cap, foot = self._size(text, type)
        xs, ys = zip(*first, strict=True) if first else ((), ())
        west, north, east, south = area.bounds
        wide, high = 2 * half + _REACH, 2 * cap + foot + _REACH
        reach = (
            min(west, *xs, east) - wide,
            min(north, *ys, south) - high,
            max(west, *xs, east) + wide,
            max(north, *ys, south) + high,
        )
        rivals = tuple(rival.wkb for rival in self._rivals_of(area, reach))
        near = self.near(reach, owners)
        about = (
            "place",
            text,
            type,
            area.wkb,
            tuple(first),
            inside,
            tuple(owners),
            near,
            rivals,
            tuple(shifts),
        )
        return self.memo.get(about, lambda: self._find_place(text, type, area, first, inside, owners, shifts))

    def _find_place(
        self,
        text: str,
        type: Type,
        area: BaseGeometry,
        first: Sequence[Point],
        inside: bool,
        owners: Collection[str],
        shifts: Sequence[float],
    ) -> Name:
        half, cap, foot = self._size(text, type)
        spots = [(0.1 * number, spot) for number, spot in enumerate(first)]
        spots += [
            (cost, spot)
            for place, cost, spot in _candidates(area, half, cap, foot, shifts)
            if inside or place != "inside"
        ]
        boxes = [(x - half, y - cap / 2 - _PAD, x + half, y + cap / 2 + foot + _PAD) for _, (x, y) in spots]
        covered = self._covered(boxes, owners)
        costs = [cost + more for (cost, _), more in zip(spots, covered, strict=True)]
        self._add_rivalry(costs, boxes, area)
        best = min(range(len(spots)), key=lambda number: (round(costs[number], 3), number))
        x, y = spots[best][1]
        return Name(text, (x, y + cap / 2), type, boxes[best])

    def cheapest(
        self, text: str, type: Type, spots: Sequence[Point], owners: Collection[str] = ()
    ) -> tuple[Name, float]:
        """The name around one of some middles, where it costs least, and what it costs there.

        It can lie on what the ``owners`` reserved.
        """
        half, cap, foot = self._size(text, type)
        boxes = [(x - half, y - cap / 2 - _PAD, x + half, y + cap / 2 + foot + _PAD) for x, y in spots]
        costs = self._covered(boxes, owners)
        best = min(range(len(spots)), key=lambda number: (round(costs[number], 3), number))
        x, y = spots[best]
        return Name(text, (x, y + cap / 2), type, boxes[best]), costs[best]

    def _rivals_of(self, area: BaseGeometry, reach: Box) -> list[BaseGeometry]:
        """The other places near a place with a name, without those below it."""
        from shapely import box

        around, middle = box(*reach), area.representative_point()
        near = (rival for rival in self._rivals if rival.intersects(around))
        return [rival for rival in near if not rival.intersects(middle)]

    def _add_rivalry(self, costs: list[float], boxes: Sequence[Box], area: BaseGeometry) -> None:
        """Make names dearer that are nearer to something else than to what they name."""
        from shapely import box, distance, dwithin, prepare

        west, north, east, south = zip(*boxes, strict=True)
        rivals = self._rivals_of(area, (min(west), min(north), max(east), max(south)))
        if not rivals:
            return
        rectangles = box(west, north, east, south)
        nearer: Any = distance(rectangles, area) - _PAD
        beside = (nearer > 0).nonzero()[0]
        for rival in rivals:
            prepare(rival)
            for number in beside[dwithin(rival, rectangles[beside], nearer[beside])].tolist():
                costs[number] += _RIVALRY

    def cost_of(self, boxes: Sequence[Box], owners: Collection[str] = ()) -> list[float]:
        """The cost of each box, which can lie on what the ``owners`` reserved."""
        return self._covered(boxes, owners)

    def _size(self, text: str, type: Type) -> tuple[float, float, float]:
        """Half the width of a name with air, the height of its capitals, and how far it reaches below."""
        half = self.metrics.width(text, type) / 2 + _PAD
        return half, type.cap, 0.0 if text.isupper() else type.cap * _DESCENT

    def _covered(self, boxes: Sequence[Box], owners: Collection[str]) -> list[float]:
        from shapely import box

        costs = [self._outside(one) for one in boxes]
        tree = self._tree()
        if tree is None:
            return costs
        west, north, east, south = zip(*boxes, strict=True)
        rectangles = box(west, north, east, south)
        # Of shapes that are not in the index, every box may touch each.
        late = range(len(tree.geometries), len(self._shapes))
        numbers, others = tree.query(rectangles)
        pairs = [*zip(numbers.tolist(), others.tolist(), strict=True)]
        pairs += [(number, other) for other in late for number in range(len(boxes))]
        pairs = [pair for pair in pairs if self._owners[pair[1]] not in owners]
        common = self._common(rectangles, pairs)
        for (number, other), size in zip(pairs, common, strict=True):
            if size > 1e-6:
                cost = self._costs[other]
                costs[number] += size * cost + (10.0 if cost == HARD else 0.0)
        return costs

    def _common(self, rectangles: Any, pairs: Sequence[tuple[int, int]]) -> list[float]:
        """The area that each pair of a rectangle and a shape has in common.

        Most rectangles are beside or inside a large shape, which is much quicker to find than what two shapes
        have in common.
        """
        from numpy import array
        from shapely import area, bounds, clip_by_rect, covers, intersects

        if not pairs:
            return []
        ones = rectangles[[one for one, _ in pairs]]
        others = array([self._shapes[other] for _, other in pairs], dtype=object)
        sizes = area(ones)
        touching = intersects(others, ones)
        sizes[~touching] = 0.0
        crossing = touching.nonzero()[0]
        crossing = crossing[~covers(others[crossing], ones[crossing])]
        for number, one, other in zip(crossing, bounds(ones[crossing]), others[crossing], strict=True):
            sizes[number] = clip_by_rect(other, *one).area
        common: list[float] = sizes.tolist()
        return common

    def _tree(self) -> STRtree | None:
        """An index of what is reserved, which is renewed when much has been added since."""
        from shapely import STRtree, prepare

        self._count()
        if self._indexed and (self._index is None or len(self._index.geometries) != self._indexed):
            indexed = self._shapes[: self._indexed]
            self._index = STRtree(indexed)
            prepare(indexed)
        return self._index

    def _count(self) -> None:
        """How many shapes the index has; :meth:`clear` depends on it, also where places are kept."""
        if not self._indexed or len(self._shapes) > self._indexed + _MAX_UNINDEXED:
            self._indexed = len(self._shapes)

    def _outside(self, box: Box) -> float:
        """The cost of a box that is partly off the map."""
        west, north, east, south = self.bounds
        out = max(0.0, west - box[0]) + max(0.0, north - box[1])
        out += max(0.0, box[2] - east) + max(0.0, box[3] - south)
        return _OFF_MAP * out


def _candidates(
    area: BaseGeometry, half: float, cap: float, foot: float, shifts: Sequence[float]
) -> Iterator[tuple[str, float, Point]]:
    """Places around an area and in it, each with its cost: the middles of the capitals."""
    from shapely import box

    west, north, east, south = area.bounds
    x0, y0 = (west + east) / 2, (north + south) / 2
    for shift in shifts:
        x = x0 + shift * (half + (east - west) / 2)
        strip = area.intersection(box(x - half, north - 1, x + half, south + 1))
        top, bottom = (strip.bounds[1], strip.bounds[3]) if not strip.is_empty else (north, south)
        aside = abs(shift) * 4.0
        for step in range(_STEPS):
            away = 1.0 + step * 1.6
            far = step * 1.1 + aside
            yield "below", _PLACES["below"] + far, (x, bottom + away + cap / 2)
            yield "above", _PLACES["above"] + far, (x, top - away - foot - cap / 2)
    for shift in shifts:
        y = y0 + shift * (south - north)
        strip = area.intersection(box(west - 1, y - cap / 2, east + 1, y + cap / 2))
        left, right = (strip.bounds[0], strip.bounds[2]) if not strip.is_empty else (west, east)
        aside = abs(shift) * 4.0
        for step in range(_STEPS):
            away = 1.2 + step * 2.0
            far = step * 1.1 + aside
            yield "right", _PLACES["right"] + far, (right + away + half, y)
            yield "left", _PLACES["left"] + far, (left - away - half, y)
    for point in _inner(area, half, cap):
        yield "inside", _PLACES["inside"] + 0.15 * (abs(point[0] - x0) + abs(point[1] - y0)), point


def _inner(area: BaseGeometry, half: float, cap: float) -> Iterator[Point]:
    """Places in an area, in a few rows and columns."""
    west, north, east, south = area.bounds
    x0, y0 = (west + east) / 2, (north + south) / 2
    across, down = max(0.0, (east - west) / 2 - half), max(0.0, (south - north) / 2 - cap)
    for row in (0.0, 0.3, -0.3, 0.6, -0.6, 0.85, -0.85):
        for column in (0.0, 0.5, -0.5, 1.0, -1.0):
            yield x0 + column * across, y0 + row * down


def name_line(symbol: str) -> str:
    """The color of the outline of terrain by its symbol, which its name has with some ink."""
    if symbol in _WATERY:
        return "water_line"
    return "woods_line" if symbol in _GREEN else "hill_line"


def readable(theme: Theme, color: str, ground: str) -> str:
    """A color for small text on some ground, or ink if its contrast is too low for the theme."""
    # WCAG 2 requires 4.5 for small text; the rest allows for marks next to it.
    least = max(5.0, contrast(theme["muted"], theme["paper"]) / 2)
    return color if contrast(theme[color], theme[ground]) >= least else "ink"


def draw_names(canvas: Canvas, names: Iterable[tuple[Name, str, str]], *, halo_width: float) -> None:
    """Names, each with its color and that of its halo; no cut between sheets goes through one."""
    for name, color, halo in names:
        fill = readable(canvas.theme, color, halo)
        canvas.text(
            name.text, *name.at, name.type, anchor="middle", fill=fill, halo=halo, halo_width=halo_width
        )
        canvas.keep_whole(*name.box)
