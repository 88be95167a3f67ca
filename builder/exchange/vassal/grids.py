"""The grids of VASSAL's boards: exact for hexes and dots; tables have none, and are measured with a ruler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from builder.boards.spots import DotPlace
from builder.geometry.dotlattice import Dot, Lattice
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Point
from builder.scenario.model import Scenario

_HEX_GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"
_SQUARE_GRID = "VASSAL.build.module.map.boardPicker.board.SquareGrid"
_NUMBERING = "VASSAL.build.module.map.boardPicker.board.mapgrid"
# Pixels from flat side to flat side of a hex, from dot to dot, and for an inch of a table.
_HEX_PIXELS = 96.0
_DOT_PIXELS = 72.0
_INCH_PIXELS = 40.0
_TABLE_WIDTH = 280.0
_COUNTER_SHARE = 0.84
_TABLE_COUNTER_INCHES = 1.25


@dataclass(frozen=True, slots=True)
class Grid:
    """How places of a kind of map become pixels.

    ``pixels`` are those for each unit of the board, and ``anchor`` is the point of the board that is on a
    whole pixel. A ``counter`` has this width in pixels. ``point``, ``level`` and ``number`` return the point
    of the board, the number of the board and the printed number (empty on a table) for a spot of the
    scenario. ``element`` returns VASSAL's grid for the pixel of the board's zero; it is ``None`` without a
    grid. ``ruler`` is the number of pixels for each ``unit`` of a ruler, 0 to count in the grid. ``markers``
    are those on the map at the start, by slug, with their spots. ``width`` is that of the drawing of a table
    in mm, which decides how large its letters are.
    """

    pixels: float
    anchor: Point
    counter: int
    point: Callable[[Any], Point]
    level: Callable[[Any], int]
    number: Callable[[Any], str]
    element: Callable[[tuple[float, float]], GridElement] | None = None
    ruler: float = 0.0
    unit: str = ""
    markers: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    width: float = _TABLE_WIDTH


@dataclass(frozen=True, slots=True)
class GridElement:
    """VASSAL's element for a grid and the one for its numbers, each with its attributes."""

    kind: str
    attributes: Mapping[str, object]
    numbering: str
    numbers: Mapping[str, object]


def grid_of(scenario: Scenario) -> Grid:
    """The grid for a scenario's kind of map."""
    return _GRIDS[scenario.map.kind](scenario)


def _hexes(scenario: Scenario) -> Grid:
    board: Any = scenario.map
    layout = HexLayout(board.grid, board.hex_size)
    pixels, digits = _HEX_PIXELS / board.hex_size, board.grid.digits
    first = layout.center(Hex(1, 1))

    def element(origin: tuple[float, float]) -> GridElement:
        return _hex_element(origin[0] + first[0] * pixels, origin[1] + first[1] * pixels, _HEX_PIXELS, digits)

    return Grid(
        pixels=pixels,
        anchor=first,
        counter=round(_HEX_PIXELS * _COUNTER_SHARE),
        point=lambda spot: layout.center(spot.hex),
        level=lambda spot: int(spot.level),
        number=lambda spot: str(board.grid.label(spot.hex)),
        element=element,
    )


def _hex_element(x: float, y: float, across: float, digits: int) -> GridElement:
    """A grid of hexes ``across`` pixels from flat to flat, with the center of the first one at (x, y)."""
    radius = across / sqrt(3)
    grid: dict[str, object] = {"dx": repr(1.5 * radius), "dy": repr(across), "x0": round(x), "y0": round(y)}
    grid |= {"sideways": False, "cornersLegal": False, "edgesLegal": False, "snapTo": True}
    grid |= {"visible": False, "dotsVisible": False, "color": "0,0,0"}
    numbers: dict[str, object] = {"stagger": False, "hOff": 1, "vOff": 1, "hType": "N", "vType": "N"}
    numbers |= {"first": "H", "sep": "", "hLeading": digits - 1, "vLeading": digits - 1}
    numbers |= {"hDescend": False, "vDescend": False, "visible": False, "fontSize": 9, "color": "0,0,0"}
    numbers |= {"hDrawOff": 0, "vDrawOff": 0, "rotateText": 0, "locationFormat": "$gridLocation$"}
    return GridElement(_HEX_GRID, grid, f"{_NUMBERING}.HexGridNumbering", numbers)


def _dots(scenario: Scenario) -> Grid:
    lattice = scenario.dots_map.lattice
    pixels, digits = _DOT_PIXELS / lattice.spacing, lattice.digits
    first = lattice.at(Dot(1, 1))

    def element(origin: tuple[float, float]) -> GridElement:
        x, y = (start + at * pixels for start, at in zip(origin, first, strict=True))
        if lattice.kind is Lattice.TRIANGULAR:
            return _hex_element(x, y, _DOT_PIXELS, digits)
        return _square_element(x, y, _DOT_PIXELS, digits)

    return Grid(
        pixels=pixels,
        anchor=first,
        counter=round(_DOT_PIXELS * _COUNTER_SHARE),
        point=lambda spot: lattice.at(spot.dot),
        level=lambda spot: 0,
        number=lambda spot: lattice.label(spot.dot),
        element=element,
        markers=tuple(
            (marker.entry.slug, tuple(DotPlace(dot) for dot in marker.dots))
            for marker in scenario.dots_map.markers
        ),
    )


def _square_element(x: float, y: float, across: float, digits: int) -> GridElement:
    grid: dict[str, object] = {"dx": repr(across), "dy": repr(across), "x0": round(x), "y0": round(y)}
    grid |= {"cornersLegal": False, "edgesLegal": False, "snapTo": True, "visible": False}
    grid |= {"range": "Metric", "dotsVisible": False, "color": "0,0,0"}
    numbers: dict[str, object] = {"hOff": 1, "vOff": 1, "hType": "N", "vType": "N", "first": "H", "sep": ""}
    numbers |= {"hLeading": digits - 1, "vLeading": digits - 1, "hDescend": False, "vDescend": False}
    numbers |= {"visible": False, "fontSize": 9, "color": "0,0,0", "hDrawOff": 0, "vDrawOff": 0}
    numbers |= {"rotateText": 0, "locationFormat": "$gridLocation$"}
    return GridElement(_SQUARE_GRID, grid, f"{_NUMBERING}.SquareGridNumbering", numbers)


def _table(scenario: Scenario) -> Grid:
    table = scenario.table_map
    pixels = _INCH_PIXELS * table.unit_mm / 25.4
    return Grid(
        pixels=pixels,
        anchor=(0.0, 0.0),
        counter=round(_INCH_PIXELS * _TABLE_COUNTER_INCHES),
        point=lambda spot: (float(spot[0]), float(spot[1])),
        level=lambda spot: 0,
        number=lambda spot: "",
        ruler=pixels,
        unit=table.unit,
    )


_GRIDS: Mapping[str, Callable[[Scenario], Grid]] = {
    "hex": _hexes,
    "land": _hexes,
    "dots": _dots,
    "table": _table,
}
