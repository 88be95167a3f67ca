"""Copying, moving and pasting a part of the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from builder.geometry.gridmove import GridMove, Mirror
from builder.geometry.hexgrid import Numbers as Cell
from builder.lint.finding import Edit
from builder.lsp.names import names_in
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.operation import About, Numbers, Operation, OperationError, Point
from builder.studio.operations.parts.content import Content, Thing
from builder.studio.operations.parts.part import Part
from builder.studio.operations.parts.tables import copy_on_table, paste_on_table, table_part
from builder.studio.operations.parts.views import MapView
from builder.studio.operations.things import block_of, blocks_of, free_id
from rulesdb.yaml_source import DataPath

MirrorName = Literal["none", "left-right", "up-down", "both"]
_MIRROR = "How it is mirrored around `start`; both turns it by half"


@dataclass(frozen=True, slots=True)
class CopyPart(Operation):
    """Copy or move a part of the map with everything in it, mirrored if wanted.

    What is at the new place is replaced. Copies of areas, pieces, consoles and labels get ids and names of
    their own. A move keeps them, and takes along objectives, vehicles and hexes or dots of zones; hatches and
    lifts, which join several levels, stay.
    """

    NAME: ClassVar = "copy-part"

    level: Annotated[str, About("Level of the part on decks", "level")] = ""
    spots: Annotated[str, About("Hexes or dots of the part, and blocks of them", "spots")] = ""
    start: Annotated[str, About("Hex or dot that goes to `spot`; the first if left out", "spot")] = ""
    spot: Annotated[str, About("Where `start` goes", "spot")] = ""
    to_level: Annotated[str, About("Level where it goes; its own if left out", "level")] = ""
    box: Annotated[Numbers, About("The part on a table: north-west corner, width and depth")] = ()
    at: Annotated[Point | None, About("Where the box's north-west corner goes on a table")] = None
    mirror: Annotated[MirrorName, About(_MIRROR)] = "none"
    move: Annotated[bool, About("Whether it is moved, not copied")] = False

    def edits(self, state: State) -> tuple[Edit, ...]:
        if state.kind_name == "table":
            if len(self.box) != 4 or self.at is None:
                raise OperationError("on a table, give `box` and `at`")
            return copy_on_table(state, self.box, self.at, Mirror(self.mirror), is_move=self.move)
        if not self.spots or not self.spot:
            raise OperationError("give the hexes or dots as `spots`, and where they go as `spot`")
        view = MapView.of(state, self.level)
        goal = MapView.of(state, self.to_level) if self.to_level else view
        part = part_in(view, self.spots)
        start = self.start or view.cells.grid.label(min(view.cells.read(self.spots)))
        move = _way(view, start, self.spot, self.mirror)
        draft = state.draft()
        if self.move:
            _move(draft, view, goal, part, move)
        else:
            _put(draft, goal, part, move)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class PastePart(Operation):
    """Paste a part of this or another map, which the studio copies, mirrored if wanted.

    What is at the new place is replaced. Ids and names that are in use get a number.
    """

    NAME: ClassVar = "paste-part"

    part: Annotated[Any, About("The part, as the studio copies it")]
    level: Annotated[str, About("Level where it goes on decks", "level")] = ""
    start: Annotated[str, About("Hex or dot of the part that goes to `spot`; the first if left out")] = ""
    spot: Annotated[str, About("Where `start` goes", "spot")] = ""
    at: Annotated[Point | None, About("Where its north-west corner goes on a table")] = None
    mirror: Annotated[MirrorName, About(_MIRROR)] = "none"

    def edits(self, state: State) -> tuple[Edit, ...]:
        kind = state.kind_name
        given = self.part.get("kind") if isinstance(self.part, dict) else None
        if given != kind:
            message = f"a part of a map of kind {given or '?'} cannot be pasted into one of kind {kind}"
            raise OperationError(message)
        if kind == "table":
            if self.at is None:
                raise OperationError("on a table, give `at`")
            return paste_on_table(state, self.part, self.at, Mirror(self.mirror))
        part = Part.from_json(self.part)
        view = MapView.of(state, self.level)
        view.require(part.content)
        draft = state.draft()
        _put(draft, view, part, _way(view, self.start or min(part.cells), self.spot, self.mirror))
        return draft.edits()


def part_of(state: State, view: str, spots: str, box: Numbers = ()) -> dict[str, Any]:
    """A part of a map as JSON: the hexes or dots of a view, or a box on a table.

    Raises:
        OperationError: there is nothing in it.
    """
    if state.kind_name == "table":
        return table_part(state, box)
    return part_in(MapView.of(state, view), spots).to_json()


def part_in(view: MapView, spots: str) -> Part:
    """The part of a view in some hexes or dots. On decks, it consists of those in areas.

    Raises:
        OperationError: there is nothing in it.
    """
    cells = frozenset((column, row) for column, row in view.cells.read(spots))
    content = view.read()
    if view.state.kind_name == "hex":
        cells &= {cell for thing in content.things.values() for cell in thing.body}
        if not cells:
            raise OperationError("there are no rooms in these hexes")
    return Part(view.state.kind_name, cells, content.within(cells))


def _way(view: MapView, start: str | Cell, spot: str, mirror: str) -> GridMove:
    """The move of a part from one of its cells to another.

    Raises:
        OperationError: one of them is not one cell of the map.
    """
    first = view.cells.read(start) if isinstance(start, str) else [start]
    end = view.cells.read(spot)
    if len(end) != 1 or len(first) != 1:
        raise OperationError(f"`start` and `spot` name one {view.cells.noun} each")
    (one,), (other,) = first, end
    return GridMove(one, other, Mirror(mirror), view.state.kind_name != "dots")


def _put(draft: Draft, view: MapView, part: Part, move: GridMove) -> None:
    """Put a copy of a part into a view."""
    goal = view.cells.moved(sorted(part.cells), move)
    before = view.read()
    new = _renamed(view.state, part.content, before).moved(move.cell)
    view.write(draft, before, before.without(goal, with_edge=False).joined(new))


def _move(draft: Draft, view: MapView, goal: MapView, part: Part, move: GridMove) -> None:
    """Move a part to another place of its view, or to another level."""
    cells = goal.cells.moved(sorted(part.cells), move)
    before = view.read()
    rest = before.without(part.cells, with_edge=True)
    if goal.path == view.path:
        after = rest.without(cells, with_edge=False).joined(part.content.moved(move.cell))
        view.write(draft, before, after, move=move.cell)
    else:
        whole = {id for (_, id) in part.content.things if not _body(rest, id)}
        there = goal.read()
        new = _renamed(goal.state, part.content, there, but=whole).moved(move.cell)
        view.write(draft, before, rest, kept=whole)
        goal.write(draft, there, there.without(cells, with_edge=False).joined(new))
        _move_translations(draft, view, goal, whole)
    _take_along(draft, view, goal, part, move)


def _body(content: Content, area: str) -> frozenset[Cell]:
    return content.things[("areas", area)].body


def _renamed(state: State, part: Content, there: Content, but: Iterable[str] = ()) -> Content:
    """A part with ids and names that the file does not have yet."""
    used = {name.id for name in names_in(state.data) if name.kind in ("area", "piece", "building")} - {*but}
    things: dict[tuple[str, str], Thing] = {}
    for (group, id), thing in part.things.items():
        new, number = free_id(id, used, "-")
        used.add(new)
        block = dict(thing.block)
        if "id" in block:
            block["id"] = new
        if number and block.get("name"):
            block["name"] = f"{block['name']} {number}"
        things[group, new] = Thing(block, thing.cells)
    names = {}
    taken = {name for _, name in there.names} | _console_names(state)
    for (group, name), cell in part.names.items():
        new, _ = free_id(name, taken, " ")
        taken.add(new)
        names[group, new] = cell
    return Content(part.lists, things, part.sides, names, part.marks)


def _console_names(state: State) -> set[str]:
    return {
        str(name) for _, level in blocks_of(state, ("map", "levels")) for name in block_of(level, "consoles")
    }


def _move_translations(draft: Draft, view: MapView, goal: MapView, areas: Iterable[str]) -> None:
    """Move the translations of areas to their new level."""
    for language in block_of(view.state.data, "texts"):
        for area in areas:
            path = ("texts", language, "map", "levels", view.name, "areas", area)
            if path in draft.source:
                text = draft.source_value(path)
                draft.remove(path)
                draft.set(("texts", language, "map", "levels", goal.name, "areas", area), text)


def _take_along(draft: Draft, view: MapView, goal: MapView, part: Part, move: GridMove) -> None:
    """Move the objectives, vehicles and zones in cells of the part."""
    for path, thing in _placed_on(view):
        for key in ("hex", "dot", "hexes", "dots"):
            cells = view.cells.read_valid(thing.get(key))
            inside = cells & part.cells
            is_zone = path[:2] == ("setup", "zones")
            if not inside or (inside != cells and not (is_zone and goal.path == view.path)):
                continue
            new = [move.cell(cell) for cell in inside]
            if key in ("hex", "dot"):
                draft.set((*path, key), goal.cells.grid.label(*new))
            else:
                goal.cells.change(draft, (*path, key), inside, new)
            if goal.path != view.path and "level" in thing:
                draft.set((*path, "level"), goal.name)


def _placed_on(view: MapView) -> Iterator[tuple[DataPath, Any]]:
    """The blocks outside the map that name cells of a view."""
    for base in (("objectives",), ("vehicles",), ("setup", "zones")):
        for path, thing in blocks_of(view.state, base):
            if str(thing.get("level", view.name)) == view.name:
                yield path, thing
