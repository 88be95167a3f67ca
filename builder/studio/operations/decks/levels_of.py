"""The levels of decks, by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.studio.document import State
from builder.studio.operations.operation import Operation, OperationError, require_map
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

# The order in which a level and an area are written.
LEVEL_KEYS = ("id", "title", "areas", "doors", "machinery", "berths", "lockers", "consoles")
AREA_KEYS = ("name", "kind", "terrain", "damage", "gas", "atmosphere", "hexes")


def level_of(state: State, id: str, operation: type[Operation]) -> tuple[DataPath, Mapping[str, Any]]:
    """The path and block of a level.

    Raises:
        OperationError: there is no such level, or the map is of another kind.
    """
    require_map(state, operation)
    levels = state.map.get("levels")
    ids = []
    for index, level in enumerate(levels if isinstance(levels, list) else ()):
        if isinstance(level, dict):
            if str(level.get("id")) == id:
                return ("map", "levels", index), level
            ids.append(str(level.get("id")))
    raise OperationError(f"there is no level `{id}`: {did_you_mean(id, ids)}")


def block_of(level: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A block of a level, such as its areas; empty if it has none."""
    block = level.get(key)
    return block if isinstance(block, dict) else {}
