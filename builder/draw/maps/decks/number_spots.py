"""The place of the number of each hex: at its top, and only beside a symbol or a door in another place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice, product
from math import inf

from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.hex_numbers import HexNumbers, number_type
from builder.draw.surface.canvas import Point, Rectangle
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.type import Metrics, Type
from builder.geometry.hexgrid import Hex

Spot = tuple[str, float, float]
# From the top edge of what is left of a hex to the letters, and around them, in mm.
_BELOW_EDGE = 0.75
_AIR = 0.3
_TINY = 0.01
_MAX_KNOWN = 50_000
# What a place on the hull counts, in square mm, and a place further down the list.
_ON_HULL = 1.0
_RANK = 0.001
# Below a wall there may be the line of a zone.
_BELOW_WALL = 2.2
# Below a wall, the line of a zone can take the first of the places at the top.
_LOWER = (0.0, 0.7, 1.4)
# How far below the middle of a hex a number is not yet at its foot, in mm for hexes of 18 mm.
_LOWEST = 4.0
# Places beside the middle, in mm for hexes of 18 mm: to the right, and from the middle down to the baseline.
_ASIDE = (-4.4, 4.4, -2.2, 2.2)
_BESIDE = (
    (0.0, -3.9),
    (-2.2, -3.9),
    (2.2, -3.9),
    (-4.7, -1.4),
    (4.7, -1.4),
    (-5.1, 1.4),
    (5.1, 1.4),
    (-7.6, 0.8),
    (7.6, 0.8),
    (-6.3, -0.4),
    (6.3, -0.4),
    (0.0, 0.8),
    (0.0, 3.4),
)


class NumberSpots:
    """Places numbers on one level; ``space`` has everything that they must avoid."""

    def __init__(self, plan: DeckPlan, numbers: HexNumbers, space: ClearSpace, metrics: Metrics) -> None:
        self.plan = plan
        self.numbers = numbers
        self.space = space
        self.metrics = metrics
        self.type: Type = number_type(plan.layout)
        self.cap = self.type.cap
        self._reserved: dict[Hex, Spot] = {}
        self._boxes: dict[Hex, Box] = {}
        self._soft: set[Hex] = set()

    @property
    def around(self) -> Rectangle:
        """The box that a number must stay in, from its middle and baseline."""
        radius = self.plan.layout.radius
        return -radius / 2, -self.cap - 0.3, radius, self.cap + 0.6

    def spots(self) -> Iterator[tuple[Hex, Spot]]:
        """The number of each hex that has one, with its middle and baseline in mm."""
        plan, grid, is_untouched = self.plan, self.plan.layout.grid, self.space.is_untouched
        half, high, at_wall = plan.layout.radius / 2, self.cap + _AIR, plan.walls.is_at_wall
        label, has, outer, reserved = self._label, self.numbers.has, plan.outer, self._reserved
        for column in range(1, grid.columns + 1):
            x, y = plan.layout.center(Hex(column, 1))
            west, east, baseline = x - half, x + half, y + self._usual_drop - plan.size
            for row in range(1, grid.rows + 1):
                hex = Hex(column, row)
                baseline += plan.size
                if not has(hex):
                    continue
                # Large maps have thousands of hexes with nothing else in them.
                if hex in reserved:
                    yield hex, reserved[hex]
                elif (
                    hex not in outer
                    and is_untouched((west, baseline - high, east, baseline + _AIR))
                    and not at_wall(hex)
                ):
                    yield hex, (label(hex), x, baseline)
                elif (spot := self.spot(hex)) is not None:
                    yield hex, spot

    def spot(self, hex: Hex) -> Spot | None:
        """The number of one hex; ``None`` if it has none."""
        if hex in self._reserved:
            return self._reserved[hex]
        if not self.numbers.has(hex):
            return None
        text, run = self._text(hex)
        has_few = self.numbers.extent == "fifth"
        if has_few or hex in self.plan.inner or hex in self.plan.outside_doors:
            return text, *self._place(hex, run)
        # Outside, a number is beside the hull, or on the plates of a ship where these cover the hex.
        x, y = self.plan.layout.center(hex)
        baseline = y + self._usual_drop
        is_free = self.space.is_free(self._box(x, baseline, run))
        if is_free and not self.plan.covers(x, baseline - self.cap / 2):
            return text, x, baseline
        is_there = self._is_on_plates if self.plan.covers(x, y) else self._is_beside_hull
        place = next((place for place in self._places(hex, run) if is_there(*place, run)), None)
        return None if place is None else (text, *place)

    def _is_on_plates(self, x: float, baseline: float, run: float) -> bool:
        """Whether a number would be free on the plates of a ship, with no part of it on a floor."""
        west, north, east, south = box = self._box(x, baseline, run)
        if self.plan.ground != "space" or not self.space.is_free(box):
            return False
        corners = list(product((west, east), (north, south)))
        return all(self.plan.covers(*at) and not self.plan.has_floor(*at) for at in corners)

    def _is_beside_hull(self, x: float, baseline: float, run: float) -> bool:
        """Whether a number would be free, with no part of it on the hull."""
        box = self._box(x, baseline, run)
        west, north, east, south = box
        corners = product((west, east), (north, south))
        return self.space.is_free(box) and not any(self.plan.covers(*corner) for corner in corners)

    @cached_property
    def _usual_drop(self) -> float:
        """The distance of the baseline below the middle of a hex that has nothing else in it."""
        if self.numbers.place == "center":
            return self.cap / 2
        return self.cap + _BELOW_EDGE * self.plan.scale - self.plan.size / 2

    def has_room(self, hex: Hex) -> bool:
        """Whether a hex has a free place for its number, or has it already.

        A number at its foot seems to be that of the next hex.
        """
        if hex in self._reserved or not self.numbers.has(hex):
            return True
        _, run = self._text(hex)
        lowest = self.plan.layout.center(hex)[1] + _LOWEST * self.plan.scale
        return any(
            self.space.is_free(self._box(x, baseline, run))
            for x, baseline in self._places(hex, run)
            if baseline <= lowest
        )

    def reserve(self, hexes: Iterable[Hex]) -> None:
        """Place the numbers of some hexes before other texts are placed."""
        for hex in hexes:
            if hex in self._reserved or hex not in self.plan.layout.grid or not self.numbers.has(hex):
                continue
            text, run = self._text(hex)
            x, baseline = self._place(hex, run)
            self._reserved[hex] = (text, x, baseline)
            self._boxes[hex] = box = self._box(x, baseline, run)
            self.space.take(box)

    def reserve_usual(self, hexes: Iterable[Hex]) -> None:
        """Place the numbers of hexes at their usual places where these are free, before names are placed."""
        has, center, at_wall = self.numbers.has, self.plan.layout.center, self.plan.walls.is_at_wall
        wanted = [hex for hex in hexes if hex not in self._reserved and has(hex)]
        self._measure(wanted)
        for hex in wanted:
            text, run = self._text(hex)
            # Large maps have thousands of hexes whose first place is free.
            if not at_wall(hex):
                x, y = center(hex)
                if self._take_softly(hex, text, x, y + self._usual_drop, run):
                    continue
            for x, baseline in islice(self._places(hex, run), len(_LOWER)):
                if self._take_softly(hex, text, x, baseline, run):
                    break

    def _take_softly(self, hex: Hex, text: str, x: float, baseline: float, run: float) -> bool:
        """Place a number until something else needs its room; whether that place was free."""
        box = self._box(x, baseline, run)
        if not self.space.take_if_free(box):
            return False
        self._soft.add(hex)
        self._reserved[hex] = (text, x, baseline)
        self._boxes[hex] = box
        return True

    def give_way(self, hexes: Iterable[Hex]) -> None:
        """Give back the usual places of the numbers of some hexes, which then stand where there is room."""
        for hex in hexes:
            if hex in self._soft:
                self._soft.remove(hex)
                self.space.release(self._boxes.pop(hex))
                del self._reserved[hex]

    def reserved_boxes(self) -> Iterator[Box]:
        """The boxes of the numbers that are placed already."""
        yield from self._boxes.values()

    def _place(self, hex: Hex, run: float) -> Point:
        """The first free place for a number in a hex, or else that which covers least.

        Outside, a place beside the hull is better than one on it.
        """
        best = (inf, self.plan.layout.center(hex))
        is_beside_hull = self.plan.is_outer(hex)
        for rank, (x, baseline) in enumerate(self._places(hex, run)):
            covered = self.space.overlap(self._box(x, baseline, run))
            if is_beside_hull and self.plan.covers(x, baseline - self.cap / 2):
                covered += _ON_HULL
            if not covered:
                return x, baseline
            best = min(best, (covered + rank * _RANK, (x, baseline)))
        return best[1]

    def _box(self, x: float, baseline: float, run: float) -> Box:
        half = run / 2 + _AIR
        return x - half, baseline - self.cap - _AIR, x + half, baseline + _AIR

    def _places(self, hex: Hex, run: float) -> Sequence[Point]:
        """The places for a number in a hex, the best first."""
        walls = self.plan.walls
        key = hex, run, walls.tracks_at(hex) if walls.is_at_wall(hex) else None
        spots = self._known_places.get(key)
        if spots is None:
            spots = self._known_places[key] = tuple(self._find_places(hex, run))
        return spots

    def _text(self, hex: Hex) -> tuple[str, float]:
        """The number of a hex and its length in mm."""
        if hex not in self._texts:
            self._measure((hex,))
        return self._texts[hex]

    def _measure(self, hexes: Iterable[Hex]) -> None:
        """Find the numbers of hexes and their lengths in mm, all at once."""
        label, printed = self._label, self.metrics.printed
        texts = {hex: label(hex) for hex in hexes if hex not in self._texts}
        widths = self.metrics.widths(list(map(printed, texts.values())), self.type)
        self._texts.update(zip(texts, zip(texts.values(), widths, strict=True), strict=True))

    @cached_property
    def _label(self) -> Callable[[Hex], str]:
        return self.numbers.labels(self.plan.layout.grid)

    @cached_property
    def _texts(self) -> dict[Hex, tuple[str, float]]:
        """The numbers of a level that were asked for before, or of one with the same layout."""
        key = "number texts", self.plan.layout, self.numbers.style
        texts: dict[Hex, tuple[str, float]] = self.plan.memo.get(key, dict)
        return texts

    @cached_property
    def _known_places(self) -> dict[Hashable, tuple[Point, ...]]:
        """Places that were found before, for this level or for one with the same layout."""
        key = "number places", self.plan.layout, self.numbers.place
        places: dict[Hashable, tuple[Point, ...]] = self.plan.memo.get(key, dict)
        if len(places) > _MAX_KNOWN:
            places.clear()
        return places

    def _find_places(self, hex: Hex, run: float) -> Iterator[Point]:
        plan = self.plan
        x, y = plan.layout.center(hex)
        if self.numbers.place == "center":
            yield x, y + self.cap / 2
        if not plan.walls.is_at_wall(hex):
            top, bottom, corners = y - plan.size / 2, y + plan.size / 2, None
        else:
            corners = plan.walls.visible(hex)
            top, bottom = min(y for _, y in corners), max(y for _, y in corners)
            if top > y - plan.size / 2 + 0.01:
                top += _BELOW_WALL * plan.scale - _BELOW_EDGE
        scale, high = plan.scale, top + _BELOW_EDGE * plan.scale + self.cap
        low = bottom - _BELOW_EDGE * scale
        for place in chain(
            ((x, high + lower * scale) for lower in _LOWER),
            ((x + right * scale, high) for right in _ASIDE),
            ((x + right * scale, y + down * scale) for right, down in _BESIDE),
            ((x + right * scale, low) for right in (0.0, *_ASIDE)),
        ):
            if corners is None or _holds(corners, self._box(*place, run)):
                yield place


def _holds(corners: list[Point], box: Box) -> bool:
    """Whether a box is inside a convex shape whose corners run clockwise."""
    west, north, east, south = box
    x1, y1 = corners[-1]
    for x2, y2 in corners:
        across, down = x2 - x1, y2 - y1
        # The corner of the box that is nearest to this side.
        x, y = east if down > 0 else west, north if across > 0 else south
        if across * (y - y1) - down * (x - x1) < -_TINY:
            return False
        x1, y1 = x2, y2
    return True
