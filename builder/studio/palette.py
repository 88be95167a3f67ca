"""What the page offers: the operations for the map with their forms, and what their fields can name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from builder.lsp.names import names_in
from builder.studio.document import State
from builder.studio.operations import operations_for
from builder.studio.operations.operation import Operation
from rulesdb import BrainbugError

Choice = dict[str, str]
# The entries of the game that fields can name.
_ENTRIES = ("terrain", "unit", "weapon")
# What may have any kind of name.
_THINGS = ("thing", "shape")


def palette_of(state: State) -> dict[str, Any]:
    """The operations that the map of a scenario accepts, and the choices of their fields."""
    operations = [_operation(each) for each in operations_for(state.kind_name)]
    return {"operations": operations, "choices": choices_of(state)}


def choices_of(state: State) -> dict[str, list[Choice]]:
    """What a scenario and its game have for fields to name, by kind: the id and title of each.

    >>> choices_of(State("map: {kind: hex, levels: [{id: upper, areas: {hold: {name: Hold}}}]}"))["area"]
    [{'id': 'hold', 'title': 'Hold', 'level': 'upper'}]
    """
    choices: dict[str, list[Choice]] = {"level": [], "area": [], **dict(_of_game(state))}
    levels = state.map.get("levels")
    for name in names_in(state.data):
        choice = {"id": name.id, "title": name.title or name.id}
        if name.path[:2] == ("map", "levels") and isinstance(levels, list) and name.kind == "area":
            choice["level"] = str(levels[int(name.path[2])].get("id", ""))
        if name.owner:
            choice["owner"] = name.owner
        choices.setdefault(name.kind, []).append(choice)
    everything = [choice for kind in _named_kinds(choices) for choice in choices[kind]]
    return {**choices, **dict.fromkeys(_THINGS, everything)}


def _of_game(state: State) -> Iterator[tuple[str, list[Choice]]]:
    try:
        game = state.game
    except BrainbugError:
        return
    yield "side", [{"id": side.id, "title": side.title} for side in game.sides]
    for kind in _ENTRIES:
        yield kind, [{"id": entry.slug, "title": entry.title} for entry in game.of_kind(kind)]


def _named_kinds(choices: dict[str, list[Choice]]) -> list[str]:
    return [kind for kind in choices if kind not in (*_ENTRIES, "side", "level")]


def _operation(kind: type[Operation]) -> dict[str, Any]:
    return {"name": kind.NAME, "summary": kind.summary(), "form": [asdict(field) for field in kind.form()]}
