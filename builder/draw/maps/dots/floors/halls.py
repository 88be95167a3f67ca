"""The furniture of large rooms: ranks of desks, long counters, rows of racks and stacks of crates.

Each part of a hall has furniture of one sort, in lines midway between two rows of dots.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from builder.boards.dots import Building
from builder.draw.maps.dots.furniture import CRATE, Item
from builder.draw.maps.dots.site import Site
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.geometry.dotlattice import Dot, Lattice

# A building with fewer columns or rows of dots is no hall.
_LEAST = 6
# A part is about so many columns wide.
_PART = 4


@dataclass(frozen=True, slots=True)
class _Sort:
    """Pieces of a kind in the lines of a part: how deep, how many plots long at most, every how many lines.

    They leave ``gap`` mm free at the dots at their ends. Those in ``stacks`` differ in size.
    """

    kind: str
    deep: float
    plots: int
    every: int
    gap: float = 3.0
    in_stacks: bool = False


_DESKS, _COUNTER = _Sort("desk", 5.0, 1, 1, 3.2), _Sort("bar", 5.6, 3, 2)
_RACKS, _CRATES = _Sort("racks", 4.6, 2, 1), _Sort("stack", 9.0, 1, 2, in_stacks=True)
_TABLES, _BUNKS = _Sort("table", 4.6, 1, 2, 3.2), _Sort("bunks", 5.6, 1, 1, 2.0)
_MACHINES = _Sort("machine", 5.6, 1, 2, 2.6)
_SORTS: Mapping[str, Sequence[_Sort]] = MappingProxyType(
    {
        "": (_TABLES, _RACKS, _CRATES),
        "store": (_CRATES, _RACKS, _COUNTER),
        "office": (_RACKS, _DESKS, _CRATES, _COUNTER),
        "barracks": (_BUNKS, _TABLES, _RACKS),
        "works": (_MACHINES, _CRATES, _RACKS),
        "shop": (_RACKS, _COUNTER, _CRATES),
        "school": (_DESKS, _RACKS, _TABLES),
    }
)
# How many crates a stack has in each direction.
_STACK = (1, 2)


def is_hall(site: Site, building: Building) -> bool:
    """Whether a building is so large that its floors are halls."""
    columns = {dot.column for dot in building.dots}
    rows = {dot.row for dot in building.dots}
    return site.lattice.kind is Lattice.SQUARE and min(len(columns), len(rows)) >= _LEAST


def hall_items(
    site: Site, space: ClearSpace, building: Building, kind: str, floor: int, rng: random.Random
) -> Iterator[Item]:
    """The pieces inside a hall of a ``kind``, clear of all that is taken; its parts differ by floor."""
    sorts = _SORTS[kind]
    # Numbers are below the dots of plans, so that what is between two rows stands a little lower.
    lower = 0.9 if floor else 0.0
    for number, part in enumerate(_parts(building)):
        sort = sorts[(number + floor) % len(sorts)]
        yield from _in_part(site, space, building, part, sort, lower, rng)


def _parts(building: Building) -> Iterator[range]:
    """The columns of the parts of a hall from west to east, which have an aisle between them."""
    columns = sorted({dot.column for dot in building.dots})
    count = max(2, round(len(columns) / _PART))
    ends = [columns[0] + round(len(columns) * number / count) for number in range(count + 1)]
    yield from (range(start, end) for start, end in pairwise(ends))


def _in_part(
    site: Site,
    space: ClearSpace,
    building: Building,
    columns: range,
    sort: _Sort,
    lower: float,
    rng: random.Random,
) -> Iterator[Item]:
    """The pieces of one part, line by line."""
    inside = set(building.dots)
    rows = sorted({dot.row for dot in building.dots})
    for number, row in enumerate(rows[:-1]):
        if number % sort.every:
            continue
        column = columns.start
        while column < columns.stop - 1:
            for plots in range(min(sort.plots, columns.stop - 1 - column), 0, -1):
                corners = {Dot(column + step, row + down) for step in range(plots + 1) for down in (0, 1)}
                if not corners <= inside:
                    continue
                box = _box(site, Dot(column, row), plots, sort, lower, rng)
                if space.is_free(box):
                    space.take(box)
                    yield Item(sort.kind, box)
                    column += plots - 1
                    break
            column += 1


def _box(site: Site, first: Dot, plots: int, sort: _Sort, lower: float, rng: random.Random) -> Box:
    """The box of a piece whose line begins at a dot and goes to another one, midway between two rows."""
    unit, lattice = site.unit, site.lattice
    (west, north), (east, south) = lattice.at(first), lattice.at(Dot(first.column + plots, first.row + 1))
    x, y = (west + east) / 2, (north + south) / 2 + lower * unit
    wide, deep = east - west - 2 * sort.gap * unit, sort.deep * unit
    if sort.in_stacks:
        wide, deep = (rng.choice(_STACK) * CRATE * unit for _ in range(2))
        x += rng.uniform(-0.8, 0.8) * unit
    return x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2
