"""Lines of sight between the cells of decks, with the doors that each of them crosses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from builder.boards.cells.cells import crossing
from builder.boards.deck import HexMap
from builder.boards.spots import Place
from builder.geometry.hexlayout import HexLayout
from builder.geometry.sight import EPSILON

if TYPE_CHECKING:
    from builder.games.bug_hunter.play.terrain.ground import Edge

Doors = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sightlines:
    """The cells in sight of each cell.

    ``clear`` are the cells in sight whatever the doors do; ``doors`` has, for other cells in front of all
    walls, the doors that have to be open: one of several sets. Nothing else is ever in sight.
    """

    clear: tuple[frozenset[int], ...]
    doors: tuple[Mapping[int, tuple[Doors, ...]], ...]

    def written(self) -> bytes:
        """The same as bytes, as :meth:`read` reads them."""
        clear = [sorted(cells) for cells in self.clear]
        return json.dumps([clear, [list(ways.items()) for ways in self.doors]]).encode("ascii")

    @classmethod
    def read(cls, data: bytes) -> Sightlines:
        """The lines of sight that :meth:`written` wrote.

        Raises:
            ValueError: the data is damaged.
        """
        clear, doors = json.loads(data)
        return cls(
            tuple(map(frozenset, clear)),
            tuple({cell: tuple(map(tuple, ways)) for cell, ways in each} for each in doors),
        )


def draw_sightlines(decks: HexMap, places: Sequence[Place], edges: Sequence[Edge]) -> Sightlines:
    """Draw the lines between all cells of each level, as :func:`builder.geometry.sight.sees` does.

    Openings without a door never block; walls always do.
    """
    layout = HexLayout(decks.grid, decks.hex_size)
    clear: list[frozenset[int]] = [frozenset()] * len(places)
    doors: list[Mapping[int, tuple[Doors, ...]]] = [{}] * len(places)
    numbers = {pair: number for number, edge in enumerate(edges) for pair in (edge.ends, edge.ends[::-1])}
    cells = {place: cell for cell, place in enumerate(places)}
    for level in sorted({place.level for place in places}):
        here = [cell for cell, place in enumerate(places) if place.level == level]
        walls, crossed = [], []
        for boundary in decks.boundaries:
            if boundary.level == level and (boundary.door is None or not boundary.door.is_gap):
                ends = tuple(cells.get(place, -1) for place in decks.ends(level, boundary.side))
                walls.append(layout.side(boundary.side))
                crossed.append(-1 if boundary.door is None else numbers[ends[0], ends[1]])
        centers = np.array([layout.center(places[cell].hex) for cell in here])
        segments = np.array(walls).reshape(-1, 2, 2)
        for index, cell in enumerate(here):
            blocked = [_crossings(centers[index], centers, segments, sign) for sign in (1, -1)]
            clear[cell], doors[cell] = _sorted(here, blocked, np.array(crossed, dtype=int))
    return Sightlines(tuple(clear), tuple(doors))


def _sorted(
    cells: Sequence[int], blocked: Sequence[Any], crossed: Any
) -> tuple[frozenset[int], Mapping[int, tuple[Doors, ...]]]:
    free: set[int] = set()
    behind: dict[int, tuple[Doors, ...]] = {}
    passes = [~np.any(lines & (crossed < 0), axis=1) for lines in blocked]
    for index in map(int, np.flatnonzero(passes[0] | passes[1])):
        ways = {
            tuple(int(number) for number in crossed[lines[index]])
            for lines, passed in zip(blocked, passes, strict=True)
            if passed[index]
        }
        if () in ways:
            free.add(cells[index])
        else:
            behind[cells[index]] = tuple(sorted(ways))
    return frozenset(free), behind


def _crossings(eye: Any, centers: Any, segments: Any, sign: int) -> Any:
    """Which segments each line from an eye crosses: one row for each center, one column for each segment."""
    way = centers - eye
    across = np.hypot(way[:, 0], way[:, 1])
    across[across == 0] = 1
    aside = sign * EPSILON * np.stack((-way[:, 1], way[:, 0]), axis=1) / across[:, None]
    return crossing(eye + aside, centers + aside, segments[:, 0], segments[:, 1])
