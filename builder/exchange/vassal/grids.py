"""The grids of VASSAL's boards: exact for hexes and dots; tables have none, and are measured with a ruler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.exchange.places import Lines

_BOARD = "VASSAL.build.module.map.boardPicker.board"
_KINDS = {"hex": "HexGrid", "square": "SquareGrid"}


@dataclass(frozen=True, slots=True)
class GridElement:
    """VASSAL's element for a grid and the one for its numbers, each with its attributes."""

    kind: str
    attributes: Mapping[str, object]
    numbering: str
    numbers: Mapping[str, object]


def grid_element(lines: Lines, first: tuple[float, float]) -> GridElement:
    """The grid whose first place is at a pixel.

    VASSAL counts columns and rows from the place at ``x0``, ``y0``, ``dx`` and ``dy`` apart; the second of
    two columns of hexes is half a hex lower. Numbers have leading zeros for as many digits
    as ``hLeading`` and ``vLeading`` say, less one.
    """
    x, y = first
    grid: dict[str, object] = {"dx": repr(lines.dx), "dy": repr(lines.dy), "x0": round(x), "y0": round(y)}
    grid |= {"cornersLegal": False, "edgesLegal": False, "snapTo": True, "visible": False}
    grid |= {"dotsVisible": False, "color": "0,0,0"}
    numbers: dict[str, object] = {"hOff": 1, "vOff": 1, "hType": "N", "vType": "N", "first": "H", "sep": ""}
    numbers |= {"hLeading": lines.digits - 1, "vLeading": lines.digits - 1, "rotateText": 0}
    numbers |= {"hDescend": False, "vDescend": False, "visible": False, "fontSize": 9, "color": "0,0,0"}
    numbers |= {"hDrawOff": 0, "vDrawOff": 0, "locationFormat": "$gridLocation$"}
    if lines.shape == "hex":
        grid["sideways"] = False
        numbers["stagger"] = False
    else:
        grid["range"] = "Metric"
    kind = _KINDS[lines.shape]
    return GridElement(f"{_BOARD}.{kind}", grid, f"{_BOARD}.mapgrid.{kind}Numbering", numbers)
