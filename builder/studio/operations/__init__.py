"""The operations on a scenario's text, by the names that JSON and shells use."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from builder.studio.operations.operation import Operation
from rulesdb import InputError
from rulesdb.nearest import did_you_mean

# The module and class of each operation, in the order of menus. To add one, add it here.
_OPERATIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "paint-area": ("decks.areas", "PaintArea"),
        "erase": ("decks.erase", "EraseHexes"),
        "set-door": ("decks.doors", "SetDoor"),
        "add-level": ("decks.levels", "AddLevel"),
        "set-lift": ("decks.levels", "SetLift"),
        "set-hatch": ("decks.levels", "SetHatch"),
        "set-machinery": ("decks.fittings", "SetMachinery"),
        "set-locker": ("decks.fittings", "SetLocker"),
        "set-console": ("decks.fittings", "SetConsole"),
        "set-berth": ("decks.fittings", "SetBerth"),
        "move-fitting": ("decks.moves", "MoveFitting"),
        "paint-terrain": ("open.terrain", "PaintTerrain"),
        "paint-piece": ("open.terrain", "PaintPiece"),
        "paint-height": ("open.terrain", "PaintHeight"),
        "erase-ground": ("open.terrain", "EraseGround"),
        "set-obstacle": ("open.walls", "SetObstacle"),
        "set-wall": ("open.walls", "SetWall"),
        "set-opening": ("open.walls", "SetOpening"),
        "set-label": ("open.labels", "SetLabel"),
        "place-piece": ("table.pieces", "PlacePiece"),
        "move-vertex": ("table.pieces", "MoveVertex"),
        "set-marker": ("open.markers", "SetMarker"),
        "move-marker": ("open.markers", "MoveMarker"),
        "move": ("setup.moves", "Move"),
        "copy-part": ("parts.copies", "CopyPart"),
        "paste-part": ("parts.copies", "PastePart"),
        "place-zone": ("setup.zones", "PlaceZone"),
        "paint-zone": ("setup.zones", "PaintZone"),
        "place-unit": ("setup.units", "PlaceUnit"),
        "move-unit": ("setup.units", "MoveUnit"),
        "place-objective": ("setup.objectives", "PlaceObjective"),
        "set-force": ("setup.forces", "SetForce"),
        "set-member": ("setup.forces", "SetMember"),
        "rename": ("file.names", "Rename"),
        "delete": ("file.names", "Delete"),
        "set-value": ("file.values", "SetValue"),
        "remove-value": ("file.values", "RemoveValue"),
        "move-item": ("file.values", "MoveItem"),
        "tidy": ("file.tidy", "Tidy"),
    }
)


def operation_names() -> tuple[str, ...]:
    """The names of all operations, in an order for menus."""
    return tuple(_OPERATIONS)


def operation_kind(name: str) -> type[Operation]:
    """The class of an operation.

    Raises:
        InputError: there is no operation of this name.
    """
    if name not in _OPERATIONS:
        raise InputError(f"there is no operation `{name}`: {did_you_mean(name, _OPERATIONS)}")
    module, kind = _OPERATIONS[name]
    operation: type[Operation] = getattr(importlib.import_module(f"builder.studio.operations.{module}"), kind)
    return operation


def operations_for(map_kind: str) -> tuple[type[Operation], ...]:
    """The operations that can be used on a kind of map: ``hex``, ``land``, ``table`` or ``dots``."""
    kinds = map(operation_kind, _OPERATIONS)
    return tuple(kind for kind in kinds if map_kind in kind.MAPS)


def operation_from_json(data: Mapping[str, Any]) -> Operation:
    """An operation from its JSON.

    >>> operation_from_json({"op": "set-door", "level": "upper", "sides": "0505/S", "door": "airtight"})
    SetDoor(level='upper', sides='0505/S', door='airtight', starts='closed')

    Raises:
        InputError: the operation, a field or a value is unknown.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("op"), str):
        raise InputError("an operation is an object with the key `op`")
    fields = {name: value for name, value in data.items() if name != "op"}
    return operation_kind(data["op"]).from_fields(fields)
