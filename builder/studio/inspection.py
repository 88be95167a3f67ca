"""What the file has at a place of the map: blocks that name it, with their values as a form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import hypot
from typing import Any

from builder.lsp.schema_view import SchemaView
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.entries import value_entries
from builder.studio.operations.operation import OperationError
from builder.studio.operations.table.shapes import is_near, shape_of
from builder.studio.operations.things import blocks_of, find_block
from rulesdb import BrainbugError
from rulesdb.yaml_source import DataPath

MAX_BLOCKS = 30
# How near a point of a table is to what stands there, in the table's unit.
_NEAR = 1.5
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "text"}


def things_at(state: State, spot: str, view: str, schemas: SchemaView) -> list[dict[str, Any]]:
    """The blocks of the file that name a place in a view of the map, each with its values.

    A value has its key, its kind, and what the schema says about it.
    """
    try:
        names = _names_point(spot) if state.kind_name == "table" else _names_cell(state, spot)
    except (OperationError, StopIteration, ValueError):
        return []
    found: list[dict[str, Any]] = []
    for path, block in _blocks(state.data, ()):
        if len(found) < MAX_BLOCKS and _is_in_view(state, path, block, view) and names(block):
            thing = _described(state, path, block, schemas)
            found += [thing] if thing["values"] else []
    return found


def things_of(state: State, force: str, schemas: SchemaView) -> list[dict[str, Any]]:
    """A force and its members, each as a block with its values."""
    found = find_block(state, ("forces",), force)
    if found is None:
        return []
    blocks = [found, *blocks_of(state, (*found[0], "members"))]
    things = [_described(state, path, block, schemas) for path, block in blocks[:MAX_BLOCKS]]
    return [thing for thing in things if thing["values"]]


def _names_cell(state: State, spot: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a block names a hex or dot."""
    cells = Cells.of(state)
    wanted = next(iter(cells.read(spot)))
    return lambda block: any(wanted in _cells_of(cells, text) for text in _texts(block))


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
    found: set[Any] = set()
    for word in text.replace(",", " ").split():
        block = cells.grid.read_block(word.partition("/")[0])
        if block is None:
            return set()
        found.update(block)
    return found


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
            kinds = [kind for node in inner for kind in node.kinds]
            values.append({**field, **_entries(state, kinds, value)})
    where = " › ".join(str(part) for part in path)
    span = state.source.value_span(path)
    return {
        "title": title,
        "where": where,
        "path": "/".join(map(str, path)),
        "line": span.line,
        "values": values,
    }


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
