"""The places of each kind of map for other programs: their pixels and numbers, and the size of counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from builder.boards.spots import DotPlace, Place
from builder.geometry.dotlattice import Dot, Lattice
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Point
from builder.scenario.model import Scenario

# Pixels from flat side to flat side of a hex, from dot to dot, and for an inch of a table.
_HEX_PIXELS = 96.0
_DOT_PIXELS = 72.0
_INCH_PIXELS = 40.0
_TABLE_WIDTH = 280.0
_COUNTER_SHARE = 0.84
_TABLE_COUNTER_INCHES = 1.25
_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Lines:
    """A grid in pixels, from center to center: ``hex`` or ``square``, with ``digits`` for each number."""

    shape: str
    dx: float
    dy: float
    digits: int


@dataclass(frozen=True, slots=True)
class Places:
    """How places of a kind of map become pixels.

    ``pixels`` are those for each unit of the board, and ``anchor`` is the point of the board that is on a
    whole pixel: the middle of the first place. A ``counter`` has this width in pixels. ``point``, ``level``
    and ``number`` return the point of the board, the number of the board and the printed number (empty on a
    table) for a spot of the scenario; ``spots`` are all numbered ones. ``lines`` is the grid, ``None`` on a
    table, which has a ``ruler`` of that many pixels for a ``unit``. ``markers`` are those on the map at the
    start, by slug, with their spots. ``width`` is that of the drawing of a table in mm, which decides how
    large its letters are.
    """

    pixels: float
    anchor: Point
    counter: int
    point: Callable[[Any], Point]
    level: Callable[[Any], int]
    number: Callable[[Any], str]
    spots: Iterable[Any] = ()
    lines: Lines | None = None
    ruler: float = 0.0
    unit: str = ""
    markers: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    width: float = _TABLE_WIDTH


def places_of(scenario: Scenario) -> Places:
    """The places of a scenario's map."""
    return _KINDS[scenario.map.kind](scenario)


def _hexes(scenario: Scenario) -> Places:
    board: Any = scenario.map
    layout = HexLayout(board.grid, board.hex_size)
    levels = range(len(scenario.map.decks.levels) if scenario.map.decks is not None else 1)
    return Places(
        pixels=_HEX_PIXELS / board.hex_size,
        anchor=layout.center(Hex(1, 1)),
        counter=round(_HEX_PIXELS * _COUNTER_SHARE),
        point=lambda spot: layout.center(spot.hex),
        level=lambda spot: int(spot.level),
        number=lambda spot: str(board.grid.label(spot.hex)),
        spots=[Place(level, hex) for level in levels for hex in board.grid],
        lines=Lines("hex", 1.5 * _HEX_PIXELS / sqrt(3), _HEX_PIXELS, board.grid.digits),
    )


def _dots(scenario: Scenario) -> Places:
    lattice = scenario.dots_map.lattice
    is_square = lattice.kind is Lattice.SQUARE
    dx = _DOT_PIXELS if is_square else _DOT_PIXELS * sqrt(3) / 2
    return Places(
        pixels=_DOT_PIXELS / lattice.spacing,
        anchor=lattice.at(Dot(1, 1)),
        counter=round(_DOT_PIXELS * _COUNTER_SHARE),
        point=lambda spot: lattice.at(spot.dot),
        level=lambda spot: 0,
        number=lambda spot: lattice.label(spot.dot),
        spots=[DotPlace(dot) for dot in lattice],
        lines=Lines("square" if is_square else "hex", dx, _DOT_PIXELS, lattice.digits),
        markers=tuple(
            (marker.entry.slug, tuple(DotPlace(dot) for dot in marker.dots))
            for marker in scenario.dots_map.markers
        ),
    )


def _table(scenario: Scenario) -> Places:
    table = scenario.table_map
    pixels = _INCH_PIXELS * table.unit_mm / _INCH
    return Places(
        pixels=pixels,
        anchor=(0.0, 0.0),
        counter=round(_INCH_PIXELS * _TABLE_COUNTER_INCHES),
        point=lambda spot: (float(spot[0]), float(spot[1])),
        level=lambda spot: 0,
        number=lambda spot: "",
        ruler=pixels,
        unit=table.unit,
    )


_KINDS: Mapping[str, Callable[[Scenario], Places]] = {
    "hex": _hexes,
    "land": _hexes,
    "dots": _dots,
    "table": _table,
}
