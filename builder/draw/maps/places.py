"""Finds places on the drawings of a map, and the size of a cell there."""

from __future__ import annotations

from collections.abc import Sequence

from builder.boards.spots import Place
from builder.draw.maps import dotmap
from builder.draw.maps.landmap import land_corner
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND
from builder.draw.maps.tablemap import NORTH, WEST, table_scale
from builder.geometry.dotlattice import Dot
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario

_CELLS = {"inch": 1.0, "centimetre": 2.5}


class MapPlaces:
    """The places on the maps that :meth:`MapArtist.maps` draws ``width`` mm wide, without a room.

    A place is its numbers as in records of play: level, column and row of a hex, column, row and floor of a
    dot, or x and y on a table.
    """

    def __init__(self, scenario: Scenario, width: float) -> None:
        self._scenario = scenario
        self._width = width
        self._kind = scenario.map.kind

    @property
    def cell(self) -> float:
        """The width of a cell in mm: of a hex, between dots, or of a figure's base."""
        scenario = self._scenario
        if self._kind == "table":
            table = scenario.table_map
            return table_scale(table, self._width) * _CELLS[table.unit]
        if self._kind == "dots":
            return float(scenario.dots_map.lattice.spacing)
        return float(self._layout.size)

    def point(self, at: Sequence[float]) -> tuple[int, float, float]:
        """The number of the drawing with a place, and where on it that is, in mm from its top left corner."""
        scenario = self._scenario
        if self._kind == "table":
            scale = table_scale(scenario.table_map, self._width)
            return 0, WEST + at[0] * scale, NORTH + at[1] * scale
        if self._kind == "dots":
            x, y = scenario.dots_map.lattice.at(Dot(int(at[0]), int(at[1])))
            return 0, dotmap.MARGIN + x, dotmap.MARGIN + dotmap.TITLE_BAND + y
        place = Place(int(at[0]), Hex(int(at[1]), int(at[2])))
        x, y = self._layout.center(place.hex)
        if self._kind == "hex":
            return place.level, MARGIN + x, MARGIN + TITLE_BAND + y
        left, top = land_corner()
        return 0, left + x, top + y

    @property
    def _layout(self) -> HexLayout:
        """The hexes of a map of decks or of open country."""
        on = self._scenario.hex_map if self._kind == "hex" else self._scenario.land_map
        return HexLayout(on.grid, on.hex_size)
