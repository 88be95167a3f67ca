"""The content of a view of a map in its file: read from the data, and written if it differs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from builder.geometry.dot_edges import edge_words, edges_between
from builder.geometry.dotlattice import Edge
from builder.geometry.hexgrid import HexGrid, Hexside, Numbers
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.decks.areas import remove_area
from builder.studio.operations.decks.doors import read_side
from builder.studio.operations.open.walls import lattice_of
from builder.studio.operations.operation import OperationError
from builder.studio.operations.parts.content import Cellset, Content, Side, Thing, side_of
from builder.studio.operations.things import block_of, block_with_id, blocks_of, require_entry, value_at
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class _Groups:
    """The keys of a view's block with content of cells."""

    lists: tuple[str, ...] = ()
    things: tuple[tuple[str, tuple[str, ...]], ...] = ()
    sides: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


_GROUPS: Mapping[str, _Groups] = MappingProxyType(
    {
        "hex": _Groups(
            ("machinery",), (("areas", ("hexes",)),), ("doors", "berths"), ("consoles",), ("lockers",)
        ),
        "land": _Groups(("terrain", "elevation"), (), ("obstacles",), ("labels",)),
        "dots": _Groups(
            ("elevation", "markers"),
            (("pieces", ("dots",)), ("buildings", ("dots", "stairs"))),
            ("obstacles", "doors"),
            ("labels",),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class MapView:
    """One view of a map of hexes or dots: a level of decks, or all of another map."""

    state: State
    name: str
    path: DataPath
    cells: Cells

    @classmethod
    def of(cls, state: State, name: str) -> MapView:
        """The view of a name, which is that of a level on decks, and empty on other maps.

        Raises:
            OperationError: there is none, or the map has no hexes or dots.
        """
        kind = state.kind_name
        if kind not in _GROUPS:
            raise OperationError("this map has no hexes or dots")
        if kind == "hex":
            path, _ = block_with_id(state, ("map", "levels"), name, "level")
        else:
            path = ("map", "land") if kind == "land" else ("map",)
        return cls(state, name, path, Cells.of(state))

    @property
    def groups(self) -> _Groups:
        """The groups of the kind of map."""
        return _GROUPS[self.state.kind_name]

    def require(self, content: Content) -> None:
        """Refuse a content that this kind of map, or this game, cannot have.

        Raises:
            OperationError: naming what it is.
        """
        groups = self.groups
        accepted = {*groups.lists, *dict(groups.things), *groups.sides, *groups.names, *groups.marks}
        given = {
            group
            for each in (content.things, content.sides, content.names, content.marks)
            for group, _ in each
        }
        for path in content.lists:
            given.add(path[0] if len(path) == 2 else "/".join(path))
        if given - accepted:
            raise OperationError(f"part: this map has no `{min(given - accepted)}`")
        terrain = [path[1] for path in content.lists if path[0] == "terrain"]
        terrain += [str(each.block["terrain"]) for each in content.things.values() if "terrain" in each.block]
        for name in terrain:
            require_entry(self.state, "terrain", name)

    def read(self) -> Content:
        """The content of the view's cells."""
        block = value_at(self.state.data, self.path)
        lists: dict[tuple[str, ...], Cellset] = {
            (group, name): self._read_valid(text)
            for group in self.groups.lists
            for name, text in block_of(block, group).items()
        }
        things = {
            (group, id): Thing(thing, {key: self._read_valid(thing[key]) for key in keys if key in thing})
            for group, keys in self.groups.things
            for id, _, thing in self._things(group)
            if keys[0] in thing
        }
        sides = {
            (group, side): value
            for group in self.groups.sides
            for _, value, sides in self._sides(group)
            for side in sides
        }
        names = {
            (group, name): cell
            for group in self.groups.names
            for name, text in block_of(block, group).items()
            for cell in self._read_valid(text)
        }
        marks = {
            (group, cell): value
            for group in self.groups.marks
            for cell, value in self._marks(block.get(group)).items()
        }
        return Content(lists, things, sides, names, marks)

    def write(
        self,
        draft: Draft,
        before: Content,
        after: Content,
        kept: Collection[str] = (),
        move: Callable[[Numbers], Numbers] | None = None,
    ) -> None:
        """Write the differences between two contents.

        Args:
            draft: gets the changes.
            before: the present content.
            after: the new content.
            kept: ids of things that are written elsewhere if they are removed.
            move: where cells go, if their sides move with them, including comments.

        Raises:
            OperationError: an area that would be removed is needed by a zone.
        """
        none: Cellset = frozenset()
        for key in dict.fromkeys((*before.lists, *after.lists)):
            path = (*self.path, *key)
            self._write_list(draft, path, before.lists.get(key, none), after.lists.get(key, none))
        for key in dict.fromkeys((*before.things, *after.things)):
            self._write_thing(draft, key, (before.things.get(key), after.things.get(key)), kept, move)
        for group in self.groups.sides:
            old = {side: value for (name, side), value in before.sides.items() if name == group}
            new = {side: value for (name, side), value in after.sides.items() if name == group}
            if old != new and self.state.kind_name == "dots":
                self._write_edges(draft, group, new)
            elif old != new:
                self._write_hexsides(draft, group, old, new, move)
        for group, name in dict.fromkeys((*before.names, *after.names)):
            path, cell = (*self.path, group, name), after.names.get((group, name))
            if cell is None:
                draft.remove(path)
            elif cell != before.names.get((group, name)):
                draft.set(path, self.cells.grid.label(cell))
        for group in self.groups.marks:
            self._write_marks(draft, group, before, after)

    def _read_valid(self, text: object) -> Cellset:
        return frozenset((column, row) for column, row in self.cells.read_valid(text))

    def _things(self, group: str) -> Iterator[tuple[str, DataPath, Mapping[str, Any]]]:
        """The things of a group: their ids, paths and blocks."""
        listed = value_at(self.state.data, self.path).get(group)
        if isinstance(listed, dict):
            for id, thing in listed.items():
                if isinstance(thing, dict):
                    yield str(id), (*self.path, group, id), thing
        for path, thing in blocks_of(self.state, (*self.path, group)):
            yield str(thing.get("id")), path, thing

    def _sides(self, group: str) -> Iterator[tuple[str | int, Any, list[Side]]]:
        """The keys or numbers of a group, with their values and the sides that they mean."""
        listed = value_at(self.state.data, self.path).get(group)
        entries: Iterable[tuple[str | int, Any, str]] = ()
        if isinstance(listed, dict):
            entries = [(key, value, key) for key, value in listed.items()]
        elif isinstance(listed, list):
            entries = [(number, True, str(text)) for number, text in enumerate(listed)]
        for key, value, text in entries:
            if self.state.kind_name == "dots":
                edges = edges_between(lattice_of(self.state), text)
                yield key, value, [side_of(edge.here, edge.there) for edge in edges]
            elif (side := read_side(self.cells.hexes, text)) is not None:
                yield key, value, [side_of(side.hex, self.cells.hexes.across(side))]

    def _marks(self, listed: Any) -> dict[Numbers, Any]:
        if isinstance(listed, dict):
            return {cell: value for text, value in listed.items() for cell in self._read_valid(text)}
        return {cell: {} for cell in sorted(self._read_valid(listed))}

    def _write_list(self, draft: Draft, path: DataPath, old: Cellset, new: Cellset) -> None:
        if path in draft.source:
            if old != new and not self.cells.change(draft, path, old - new, new - old):
                draft.remove(path)
        elif new:
            block = value_at(self.state.data, path[:-1])
            names = list(block) if isinstance(block, dict) else []
            # Heights are in order; other new lists come last.
            order = sorted({*names, str(path[-1])}) if path[-2] == "elevation" else ()
            draft.set(path, self._text(new), order=order)

    def _write_thing(
        self,
        draft: Draft,
        key: tuple[str, str],
        things: tuple[Thing | None, Thing | None],
        kept: Collection[str],
        move: Callable[[Numbers], Numbers] | None,
    ) -> None:
        (group, id), (old, new) = key, things
        path = next((path for other, path, _ in self._things(group) if other == id), None)
        if path is None:
            assert new is not None
            if not new.body:
                return
            block = {
                name: self._text(new.cells[name]) if name in new.cells else value
                for name, value in new.block.items()
                if new.cells.get(name, True)
            }
            if group == "areas":
                draft.set((*self.path, group, id), block)
            else:
                draft.append((*self.path, group), block)
            return
        assert old is not None
        if new is not None and new.body:
            for name, cells in new.cells.items():
                was: Cellset = old.cells.get(name, frozenset())
                if move is not None and was and frozenset(map(move, was)) == cells:
                    self.cells.replace(draft, (*path, name), cells)
                    continue
                self._write_list(draft, (*path, name), was, cells)
        elif id in kept or group != "areas":
            draft.remove(path)
        else:
            remove_area(draft, path)

    def _write_hexsides(
        self,
        draft: Draft,
        group: str,
        old: Mapping[Side, Any],
        new: Mapping[Side, Any],
        move: Callable[[Numbers], Numbers] | None,
    ) -> None:
        written = {side: key for key, _, sides in self._sides(group) for side in sides}
        path = (*self.path, group)
        new = dict(new)
        for side, value in old.items():
            if side in new:
                continue
            goal = side_of(*map(move, side)) if move is not None else side
            label = _hexside(self.cells.hexes, goal)
            key = written[side]
            if goal not in old and goal in new and new[goal] == value and isinstance(key, str) and label:
                draft.rename((*path, key), label)
                del new[goal]
            else:
                draft.remove((*path, key))
        added = {side: value for side, value in new.items() if old.get(side) != value}
        for label, side in sorted((_hexside(self.cells.hexes, side), side) for side in added):
            if not label:
                continue
            if group == "berths":
                draft.append(path, label)
            else:
                draft.set((*path, written.get(side, label)), added[side])

    def _write_edges(self, draft: Draft, group: str, new: Mapping[Side, Any]) -> None:
        """Write walls or openings between dots: keys that are still true stay, others are split or added."""
        lattice, path = lattice_of(self.state), (*self.path, group)
        left = dict(new)
        stale = []
        for key, value, sides in self._sides(group):
            if all(new.get(side) == value for side in sides):
                left = {side: kept for side, kept in left.items() if side not in sides}
            else:
                stale.append(key)
        edges: dict[str, tuple[Any, list[Edge]]] = {}
        for side, value in left.items():
            edge = lattice.edge(lattice.cell_at(*side[0]), lattice.cell_at(*side[1]))
            if edge is not None and edge.here in lattice and edge.there in lattice:
                edges.setdefault(repr(value), (value, []))[1].append(edge)
        words = {word: value for value, listed in edges.values() for word in edge_words(lattice, listed)}
        for key in stale:
            if key not in words:
                draft.remove((*path, key))
        for word, value in words.items():
            draft.set((*path, word), value)

    def _write_marks(self, draft: Draft, group: str, before: Content, after: Content) -> None:
        old = {cell: value for (name, cell), value in before.marks.items() if name == group}
        new = {cell: value for (name, cell), value in after.marks.items() if name == group}
        path = (*self.path, group)
        label = self.cells.grid.label
        listed = value_at(self.state.data, self.path).get(group)
        if old == new:
            return
        if not isinstance(listed, dict) and not any(new.values()):
            self._write_list(draft, path, frozenset(old), frozenset(new))
        elif not isinstance(listed, dict):
            draft.set(path, {label(cell): value for cell, value in sorted(new.items())})
        else:
            for cell in old:
                if cell not in new:
                    draft.remove((*path, label(cell)))
            for cell, value in new.items():
                if old.get(cell) != value:
                    draft.set((*path, label(cell)), value)

    def _text(self, cells: Iterable[Numbers]) -> str:
        return " ".join(self.cells.words(cells))


def _hexside(grid: HexGrid, side: Side) -> str:
    """The name of a side by a hex of the map; empty if both are off it or not next to each other."""
    hexes = [grid.cell_at(*cell) for cell in side]
    for one, other in (hexes, hexes[::-1]):
        if one in grid:
            for direction, neighbor in grid.around(one):
                if neighbor == other:
                    named: Hexside = grid.hexside(one, direction)
                    if named.hex in grid:
                        return f"{grid.label(named.hex)}/{named.direction}"
                    return f"{grid.label(one)}/{direction}"
    return ""
