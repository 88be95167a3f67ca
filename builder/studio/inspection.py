"""The blocks of the file that name a place on the map, with their values as a form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import hypot
from typing import Any

from builder.lsp.names import names_in
from builder.lsp.schema_view import SchemaView
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.entries import value_entries
from builder.studio.operations.operation import OperationError
from builder.studio.operations.table.shapes import is_near, shape_of
from builder.studio.operations.things import block_of, blocks_of, find_block, value_at
from rulesdb import BrainbugError
from rulesdb.yaml_source import DataPath

MAX_BLOCKS = 30
# The greatest distance between a point of a table and a thing there, in the table's unit.
_NEAR = 1.5
_SCALARS = {"boolean": "boolean", "integer": "integer", "number": "number", "string": "text"}
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "text"}


def things_at(state: State, spot: str, view: str, schemas: SchemaView) -> list[dict[str, Any]]:
    """The blocks of the file that name a place in a view of the map, each with its values.

    A value has its key, its kind, and what the schema says about it.
    """
    try:
        names = _names_point(spot) if state.kind_name == "table" else _names_cell(state, spot, view)
    except (OperationError, StopIteration, ValueError):
        return []
    things: list[dict[str, Any]] = []
    for path, block in _blocks(state.data, ()):
        if len(things) < MAX_BLOCKS and _is_in_view(state, path, block, view) and names(block):
            thing = _described(state, path, block, schemas)
            things += [thing] if thing["values"] else []
    return things


def things_of(state: State, force: str, schemas: SchemaView) -> list[dict[str, Any]]:
    """A force and its members, each as a block with its values."""
    block = find_block(state, ("forces",), force)
    if block is None:
        return []
    blocks = [block, *blocks_of(state, (*block[0], "members"))]
    things = [_described(state, path, block, schemas) for path, block in blocks[:MAX_BLOCKS]]
    return [thing for thing in things if thing["values"]]


def things_about(state: State, view: str, schemas: SchemaView) -> list[dict[str, Any]]:
    """The blocks about the map as a whole, its view, the scenario and its length."""
    paths: list[DataPath] = [("map",), ("map", "atmosphere"), ("scenario",), ("schedule",)]
    paths[1:1] = [path for path, level in blocks_of(state, ("map", "levels")) if str(level.get("id")) == view]
    blocks = [(path, value_at(state.data, path)) for path in paths if path in state.source]
    things = [_described(state, path, block, schemas) for path, block in blocks if isinstance(block, dict)]
    return [thing for thing in things if thing["values"]]


def _names_cell(state: State, spot: str, view: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a block names a hex or dot, or an area with it."""
    cells = Cells.of(state)
    wanted = next(iter(cells.read(spot)))
    areas = {
        id
        for _, level in blocks_of(state, ("map", "levels"))
        if str(level.get("id")) == view
        for id, area in block_of(level, "areas").items()
        if isinstance(area, dict) and wanted in cells.read_valid(area.get("hexes"))
    }

    def names(block: Mapping[str, Any]) -> bool:
        named = block.get("areas")
        is_zone = isinstance(named, list) and not areas.isdisjoint(map(str, named))
        return is_zone or any(wanted in _cells_of(cells, text) for text in _texts(block))

    return names


def _names_point(spot: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a block has a shape around a point of a table, or is next to it."""
    x, y = map(float, spot.split(","))

    def names(block: Mapping[str, Any]) -> bool:
        try:
            shape = shape_of(block)
            if shape is not None:
                return is_near(*shape, float(block.get("thickness", 0)), (x, y))
            at = block.get("at")
            return isinstance(at, list) and hypot(at[0] - x, at[1] - y) <= _NEAR
        except (TypeError, ValueError, IndexError):
            return False

    return names


def _blocks(value: Any, path: DataPath) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Every mapping below the map, forces, set-up and so on; not the heading and the languages."""
    if isinstance(value, dict):
        yield path, value
        for key, part in value.items():
            if path or key not in ("scenario", "texts"):
                yield from _blocks(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _blocks(part, (*path, index))


def _is_in_view(state: State, path: DataPath, block: Mapping[str, Any], view: str) -> bool:
    """Whether a block is about the level that is shown; blocks without a level are about all."""
    if path[:2] == ("map", "levels") and len(path) > 2:
        levels = state.map.get("levels")
        level = levels[path[2]] if isinstance(levels, list) and isinstance(path[2], int) else {}
        return isinstance(level, dict) and str(level.get("id")) == view
    return str(block.get("level", view)) == view


def _texts(block: Mapping[str, Any]) -> Iterator[str]:
    """The texts that may name places: keys such as hexsides, values, and items of lists."""
    for key, value in block.items():
        yield str(key)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, (str, int)) and not isinstance(item, bool):
                yield str(item)


def _cells_of(cells: Cells, text: str) -> set[Any]:
    """The cells that a text names; none if it is something else."""
    if not text[:1].isdigit() or len(text) > 4_000:
        return set()
    named: set[Any] = set()
    for word in text.replace(",", " ").split():
        block = cells.grid.read_block(word.partition("/")[0])
        if block is None:
            return set()
        named.update(block)
    return named


def _described(state: State, path: DataPath, block: Mapping[str, Any], schemas: SchemaView) -> dict[str, Any]:
    key = path[-1] if path else ""
    title = str(block.get("name") or block.get("title") or block.get("id") or key)
    values = []
    for name, value in block.items():
        # Hexsides have tools of their own.
        type_name = _type_of(value)
        if type_name and "/" not in str(name):
            nodes = schemas.at((*path, name), state.data)
            options = [str(word) for node in nodes for word in node.words if isinstance(word, str)]
            about = next((node.description for node in nodes if node.description), "")
            field = {"key": str(name), "type": type_name, "value": value, "help": about, "options": options}
            inner = schemas.at((*path, name, 0), state.data) if type_name == "words" else nodes
            if name == "id" and (rename := _renaming(state, (*path, name))):
                field["rename"] = rename
            kinds = [kind for node in inner for kind in node.kinds]
            values.append({**field, **_entries(state, kinds, value)})
    where = " › ".join(_ids_in(state, path))
    span = state.source.value_span(path)
    return {
        "title": title,
        "where": where,
        "path": "/".join(map(str, path)),
        "line": span.line,
        "values": values,
        "more": _missing(state, path, block, schemas),
    }


def _ids_in(state: State, path: DataPath) -> Iterator[str]:
    """The parts of a path, with the ids of items instead of their numbers."""
    for length, part in enumerate(path, 1):
        item = value_at(state.data, path[:length])
        yield str(item.get("id", part) if isinstance(part, int) and isinstance(item, dict) else part)


def _renaming(state: State, path: DataPath) -> dict[str, str]:
    """The fields of the operation that renames an id and all references to it; empty if there is none."""
    renamed = next((name for name in names_in(state.data) if name.path == path), None)
    if renamed is None:
        return {}
    return {"kind": renamed.kind, "id": renamed.id, **({"force": renamed.owner} if renamed.owner else {})}


def _missing(
    state: State, path: DataPath, block: Mapping[str, Any], schemas: SchemaView
) -> list[dict[str, Any]]:
    """The single values that the schema allows in a block and that are missing."""
    fields = []
    for key, node in schemas.keys(path, state.data).items():
        types = node.schema.get("type")
        nodes = schemas.at((*path, key), {})
        options = [str(word) for each in nodes for word in each.words if isinstance(word, str)]
        type_name = _SCALARS.get(types if isinstance(types, str) else "", "text" if options else "")
        if key not in block and type_name:
            field = {"key": key, "type": type_name, "value": "", "help": node.description}
            kinds = [kind for each in nodes for kind in each.kinds]
            fields.append({**field, "options": options, **_entries(state, kinds, "")})
    return fields


def _type_of(value: object) -> str:
    """The kind of field for a value: ``words`` for a list of ids; empty for what has no field."""
    words = value if isinstance(value, list) else []
    if words and all(isinstance(word, str) and not re.search(r"[\s,]", word) for word in words):
        return "words"
    return _TYPES.get(type(value), "")


def _entries(state: State, kinds: list[str], value: object) -> dict[str, Any]:
    """The entries of the game that a value can name; empty if it names none."""
    try:
        return value_entries(state, kinds, value) if kinds else {}
    except BrainbugError:
        return {}
