"""The place of an area's name on a map: inside the area, clear of hex numbers and symbols."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from builder.boards.deck import HexMap
from builder.boards.deck_parts import Area
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.type import CONDENSED_BOLD, Metrics, Type
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Point

AREA_NAME = Type(CONDENSED_BOLD, 3.0)
MIN_LABEL_SIZE = 2.1
_BASELINE = 0.372
_MARGIN = 0.8
_AIR = 0.2
_EPSILON = 1e-6
_TRIED = 60
_LARGE = 400


@dataclass(frozen=True, slots=True)
class Label:
    """A name at a place: center of the line, baseline, type, and length, in mm."""

    text: str
    x: float
    baseline: float
    type: Type
    run: float

    @property
    def box(self) -> Box:
        """West, north, east and south end of its letters, with some space around them."""
        cap = Metrics.CAP_HEIGHT * self.type.size
        half = self.run / 2 + _AIR
        return self.x - half, self.baseline - cap - _AIR, self.x + half, self.baseline + _AIR


class _Line(NamedTuple):
    """The line of a name in the row of a hex: from left to right, as near the middle of its area as possible.

    ``drop`` is the distance of its baseline below the hex's middle, in hex sizes; ``None`` if the letters are
    in the middle. ``away`` is the distance from the middle of the area.
    """

    hex: Hex
    left: float
    right: float
    middle: float
    away: float
    drop: float | None = _BASELINE

    @property
    def room(self) -> float:
        return self.right - self.left

    def baseline(self, layout: HexLayout, type: Type) -> float:
        """The baseline of a text in this type, in mm from the top of the grid."""
        _, y = layout.center(self.hex)
        if self.drop is None:
            return y + Metrics.CAP_HEIGHT * type.size / 2
        return y + self.drop * layout.size


def widest_line(
    hex_map: HexMap, layout: HexLayout, area: Area, level: int, enough: float = math.inf
) -> float:
    """The longest line for an area's name on a level, in mm, or the first that is long ``enough``."""
    hexes = {place.hex for place in area.places if place.level == level}
    taken = _taken(hex_map, level)
    widest = 0.0
    for hex in hexes - taken or hexes:
        west, east = _reach(layout.radius, hex, *_run(hex, hexes, taken))
        widest = max(widest, west + east - 2 * _MARGIN)
        if widest >= enough:
            break
    return widest


def place_clear(
    text: str,
    layout: HexLayout,
    hexes: set[Hex],
    taken: Set[Hex],
    space: ClearSpace,
    metrics: Metrics,
    wanted: Type,
    smallest: float,
    *,
    middle_free: bool = True,
) -> Label | None:
    """The line nearest to the middle of some hexes on which a text is clear of everything in ``space``.

    Places where it keeps its size are tried first. The lower part of hexes is tried before their middle,
    which is for counters (or for the number, if ``middle_free`` is false). ``None`` if there is no clear
    place.
    """
    for about in dict.fromkeys((_near_middle(hexes), frozenset(hexes))):
        lines = sorted(_lines(layout, hexes, taken, about), key=lambda line: line.away)[:_TRIED]
        if middle_free:
            lines += [_through_middle(line, layout) for line in lines if line.hex not in taken]
        label = _first_clear(text, layout, lines, space, metrics, wanted, smallest)
        if label is not None:
            return label
    return None


def _near_middle(hexes: set[Hex]) -> frozenset[Hex]:
    """The rows through the middle of a large area, which are tried first; all of a small one."""
    if len(hexes) <= _LARGE:
        return frozenset(hexes)
    middle = sum(row for _, row in hexes) / len(hexes)
    return frozenset(hex for hex in hexes if abs(hex.row - middle) <= 1.5)


def _first_clear(
    text: str,
    layout: HexLayout,
    lines: Sequence[_Line],
    space: ClearSpace,
    metrics: Metrics,
    wanted: Type,
    smallest: float,
) -> Label | None:
    """The first line on which a text is clear: large type first, and the middle of a line before its ends."""
    for size in dict.fromkeys((wanted.size, (wanted.size + smallest) / 2, smallest)):
        type = wanted.at(size)
        run = metrics.width(text, type)
        wide_enough = [line for line in lines if run <= line.room + _EPSILON]
        for end in range(3):
            for line in wide_enough:
                left, right = line.left + run / 2, line.right - run / 2
                x = (min(max(line.middle, left), right), left, right)[end]
                label = Label(text, x, line.baseline(layout, type), type, run)
                if space.is_free(label.box):
                    return label
    return None


def _through_middle(line: _Line, layout: HexLayout) -> _Line:
    """The widest line through a hex that its walls allow."""
    x, _ = layout.center(line.hex)
    reach = layout.radius * 0.92 - 1.2
    return line._replace(left=x - reach, right=x + reach, drop=None)


def _lines(
    layout: HexLayout, hexes: Set[Hex], taken: Set[Hex], about: Collection[Hex] | None = None
) -> list[_Line]:
    """A line through each hex of ``about`` whose middle is free, or through all of these if none is."""
    middle_x, middle_y = _middle(layout, hexes)
    wanted = sorted(hexes if about is None else about)
    runs = _runs(hexes, taken, wanted)
    radius = layout.radius
    lines = []
    for hex in [hex for hex in wanted if hex not in taken] or wanted:
        x, y = layout.center(hex)
        west, east = runs[hex]
        to_west, to_east = _reach(radius, hex, west, east)
        left, right = x - to_west, x + to_east
        away = abs(y - middle_y) + abs((left + right) / 2 - middle_x) * 0.5 + abs(x - middle_x) * 0.01
        lines.append(_Line(hex, left + _MARGIN, right - _MARGIN, middle_x, away))
    return lines


def _reach(radius: float, hex: Hex, west: int, east: int) -> tuple[float, float]:
    """The length of a line to the west and east of a hex's middle, from its first column to its last."""
    to_west, to_east = (
        aside * 1.5 * radius + radius * 0.5 if aside else radius * 0.56
        for aside in (hex.column - west, east - hex.column)
    )
    return to_west, to_east


def _middle(layout: HexLayout, hexes: Set[Hex]) -> Point:
    """The middle of some hexes: the mean of their own."""
    columns = sum(column for column, _ in hexes) / len(hexes)
    lower = sum(column % 2 == 0 for column, _ in hexes) / len(hexes)
    rows = sum(row for _, row in hexes) / len(hexes)
    return layout.radius * (1.5 * (columns - 1) + 1), layout.size * (rows - 0.5 + lower / 2)


def _runs(hexes: Set[Hex], taken: Set[Hex], wanted: Iterable[Hex]) -> dict[Hex, tuple[int, int]]:
    """For each wanted hex the columns at the ends of the line through its lower part, inside the area.

    The line runs through the lower part of hexes in every second column, and through the upper part of those
    in the columns between, which are half a hex lower. All free hexes of one line share its ends, so that
    each line is followed only once.
    """
    runs: dict[Hex, tuple[int, int]] = {}
    for hex in wanted:
        if hex in runs:
            continue
        column, row = hex
        west, east = runs[hex] = _run(hex, hexes, taken)
        if hex not in taken:
            runs.update({Hex(other, row): (west, east) for other in range(column + 2, east + 1, 2)})
    return runs


def _run(hex: Hex, hexes: Set[Hex], taken: Set[Hex]) -> tuple[int, int]:
    """The columns at the ends of the line through a hex; see :func:`_runs`."""
    column, row = hex
    beside = row if column % 2 else row + 1

    def is_free(other: int) -> bool:
        there = (other, row if (other - column) % 2 == 0 else beside)
        return there in hexes and there not in taken

    west = column
    while is_free(west - 1):
        west -= 1
    east = column
    while is_free(east + 1):
        east += 1
    return west, east


def _taken(hex_map: HexMap, level: int) -> frozenset[Hex]:
    """Hexes with a symbol in the middle."""
    return hex_map.symbol_hexes.get(level, frozenset())
