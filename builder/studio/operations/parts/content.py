"""The content of the hexes or dots of a view of a map, independent of the layout of the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.geometry.hexgrid import Numbers

Side = tuple[Numbers, Numbers]
"""Two cells that are side by side, the lower one first; one of them may be off the map."""
Cellset = frozenset[Numbers]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with an id, such as an area or a piece of terrain.

    ``cells`` are its lists of cells by their keys, of which the first is the thing itself; ``block`` has all
    of its keys in the order of the file.
    """

    block: Mapping[str, Any]
    cells: Mapping[str, Cellset]

    @property
    def body(self) -> Cellset:
        """The cells of which it consists."""
        return next(iter(self.cells.values()))

    def only(self, change: Callable[[Cellset], Cellset]) -> Thing:
        """The thing with each list of cells changed."""
        return Thing(self.block, {key: change(cells) for key, cells in self.cells.items()})

    def joined(self, other: Thing) -> Thing:
        """The thing with the cells of another one, too."""
        none: Cellset = frozenset()
        keys = dict.fromkeys((*self.cells, *other.cells))
        cells = {key: self.cells.get(key, none) | other.cells.get(key, none) for key in keys}
        return Thing(self.block, cells)


@dataclass(frozen=True, slots=True)
class Content:
    """The content of the cells of a view.

    Attributes:
        lists: cells by the path of their list in the map, such as ``("terrain", "rocks")``.
        things: areas, pieces and buildings by group and id.
        sides: what is between two cells, by group and side.
        names: where names are, by group and name, such as ``("labels", "Quay")``.
        marks: what is in single cells, by group and cell.
    """

    lists: Mapping[tuple[str, ...], Cellset] = field(default_factory=dict)
    things: Mapping[tuple[str, str], Thing] = field(default_factory=dict)
    sides: Mapping[tuple[str, Side], Any] = field(default_factory=dict)
    names: Mapping[tuple[str, str], Numbers] = field(default_factory=dict)
    marks: Mapping[tuple[str, Numbers], Any] = field(default_factory=dict)

    def within(self, cells: Collection[Numbers]) -> Content:
        """The content of some cells and of their sides."""
        wanted = frozenset(cells)
        things = {key: thing.only(wanted.intersection) for key, thing in self.things.items()}
        return Content(
            {key: listed & wanted for key, listed in self.lists.items() if listed & wanted},
            {key: thing for key, thing in things.items() if thing.body},
            {key: value for key, value in self.sides.items() if not wanted.isdisjoint(key[1])},
            {key: cell for key, cell in self.names.items() if cell in wanted},
            {key: value for key, value in self.marks.items() if key[1] in wanted},
        )

    def without(self, cells: Collection[Numbers], *, with_edge: bool) -> Content:
        """The content without some cells; ``with_edge`` also removes what is between them and others."""
        gone = frozenset(cells)
        return Content(
            {key: listed - gone for key, listed in self.lists.items()},
            {key: thing.only(lambda listed: listed - gone) for key, thing in self.things.items()},
            {
                key: value
                for key, value in self.sides.items()
                if (gone.isdisjoint(key[1]) if with_edge else not gone.issuperset(key[1]))
            },
            {key: cell for key, cell in self.names.items() if cell not in gone},
            {key: value for key, value in self.marks.items() if key[1] not in gone},
        )

    def moved(self, move: Callable[[Numbers], Numbers]) -> Content:
        """The same in other cells."""

        def all_moved(cells: Cellset) -> Cellset:
            return frozenset(map(move, cells))

        return Content(
            {key: all_moved(cells) for key, cells in self.lists.items()},
            {key: thing.only(all_moved) for key, thing in self.things.items()},
            {(group, side_of(*map(move, side))): value for (group, side), value in self.sides.items()},
            {key: move(cell) for key, cell in self.names.items()},
            {(group, move(cell)): value for (group, cell), value in self.marks.items()},
        )

    def joined(self, other: Content) -> Content:
        """This content, with another one added."""
        none: Cellset = frozenset()
        lists = {
            key: self.lists.get(key, none) | other.lists.get(key, none) for key in (*self.lists, *other.lists)
        }
        things = dict(self.things)
        for key, thing in other.things.items():
            things[key] = things[key].joined(thing) if key in things else thing
        sides, names = {**self.sides, **other.sides}, {**self.names, **other.names}
        return Content(lists, things, sides, names, {**self.marks, **other.marks})

    def __bool__(self) -> bool:
        return bool(self.lists or self.things or self.sides or self.names or self.marks)


def side_of(one: Numbers, other: Numbers) -> Side:
    """The side between two cells."""
    first, second = sorted(((one[0], one[1]), (other[0], other[1])))
    return first, second
