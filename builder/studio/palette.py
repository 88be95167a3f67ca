"""What the page offers: the operations for the map with their forms, and what their fields can name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from builder.studio.document import State
from builder.studio.operations import operations_for
from builder.studio.operations.operation import Operation


def palette_of(state: State) -> dict[str, Any]:
    """The operations that the map of a scenario accepts, and the choices of their fields."""
    kind = str(state.map.get("kind", ""))
    operations = [_operation(each) for each in operations_for(kind)]
    return {"operations": operations, "choices": choices_of(state)}


def choices_of(state: State) -> dict[str, list[dict[str, str]]]:
    """What the scenario has for fields to name, by kind: the id and title of each.

    >>> choices_of(State("map: {kind: hex, levels: [{id: upper, areas: {hold: {name: Hold}}}]}"))["area"]
    [{'id': 'hold', 'title': 'Hold', 'level': 'upper', 'kind': 'room'}]
    """
    data = state.data if isinstance(state.data, dict) else {}
    choices: dict[str, list[dict[str, str]]] = {}
    levels = [level for level in _items(state.map.get("levels")) if isinstance(level, dict)]
    choices["level"] = [_choice(level) for level in levels]
    choices["area"] = [
        {"id": str(id), "title": str(area.get("name", id)), "level": str(level.get("id", "")),
         "kind": str(area.get("kind", "room"))}
        for level in levels
        for id, area in (level.get("areas") or {}).items()
        if isinstance(area, dict)
    ]  # fmt: skip
    setup = data.get("setup")
    zones = setup.get("zones") if isinstance(setup, dict) else None
    choices["zone"] = [_choice(zone) for zone in _items(zones) if isinstance(zone, dict)]
    choices["force"] = [_choice(force) for force in _items(data.get("forces")) if isinstance(force, dict)]
    choices["objective"] = [
        _choice(objective) for objective in _items(data.get("objectives")) if isinstance(objective, dict)
    ]
    return choices


def _choice(item: dict[str, Any]) -> dict[str, str]:
    id = str(item.get("id", ""))
    return {"id": id, "title": str(item.get("title") or item.get("name") or id)}


def _items(value: Any) -> Iterator[Any]:
    return iter(value if isinstance(value, list) else ())


def _operation(kind: type[Operation]) -> dict[str, Any]:
    return {"name": kind.NAME, "summary": kind.summary(), "form": [asdict(field) for field in kind.form()]}
