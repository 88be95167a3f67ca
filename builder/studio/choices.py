"""The choices of fields of operations in a scenario and its game: levels, areas, terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from builder.lsp.names import Name, names_in
from builder.studio.document import State
from builder.studio.operations.things import block_of, blocks_of, value_at
from rulesdb import BrainbugError

Choice = dict[str, str]
"""The id and title of something; ``level`` is that of an area, ``owner`` the force of a member."""
# The kinds of names for these choices; for all others, the kind has the same name.
_KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "area": ("area",),
        "areas": ("area",),
        "force": ("force",),
        "level": ("level",),
        "levels": ("level",),
        "member": ("member",),
        "members": ("member", "squad"),
        "objective": ("objective",),
        "piece": ("piece",),
        "zone": ("zone",),
    }
)
_ENTRIES = ("terrain", "unit", "weapon", "marker")


def choices_of(state: State) -> dict[str, list[Choice]]:
    """The things in a scenario and its game that fields can name, by the ``choices`` of a field.

    Places and free texts have no choices; nor have entries if the game cannot be opened.

    >>> choices_of(State("map: {kind: hex, levels: [{id: upper, areas: {hold: {name: Hold}}}]}"))["area"]
    [{'id': 'hold', 'title': 'Hold', 'level': 'upper'}]

    Raises:
        DataError: the text is not YAML.
    """
    by_kind: dict[str, list[Choice]] = {}
    for name in names_in(state.data):
        by_kind.setdefault(name.kind, []).append(_choice(state, name))
    everything = [choice for choices in by_kind.values() for choice in choices]
    consoles, tunnels = _plain(_consoles(state)), _plain(_tunnels(state))
    choices = {
        **{key: [each for kind in kinds for each in by_kind.get(kind, ())] for key, kinds in _KINDS.items()},
        "console": consoles,
        "label": _plain(_labels(state)),
        "lift": [_named(lift) for _, lift in blocks_of(state, ("map", "lifts"))],
        "shape": [*by_kind.get("piece", ()), *by_kind.get("zone", ()), *tunnels],
        "thing": [*everything, *consoles],
    }
    return {**choices, **dict(_of_game(state))}


def _of_game(state: State) -> Iterator[tuple[str, list[Choice]]]:
    try:
        game = state.game
    except BrainbugError:
        return
    yield "side", [{"id": side.id, "title": side.title} for side in game.sides]
    for kind in _ENTRIES:
        yield kind, [{"id": entry.slug, "title": entry.title} for entry in game.of_kind(kind)]
    table = game.structures.get("toughness")
    yield "toughness", _plain(map(str, game.table(table).axes[0].labels)) if table else []


def _choice(state: State, name: Name) -> Choice:
    choice = {"id": name.id, "title": name.title or name.id}
    if name.kind == "area" and name.path[:2] == ("map", "levels"):
        choice["level"] = str(value_at(state.data, (*name.path[:3], "id")) or "")
    if name.owner:
        choice["owner"] = name.owner
    return choice


def _named(block: Mapping[str, object]) -> Choice:
    id = str(block.get("id"))
    return {"id": id, "title": str(block.get("name") or id)}


def _plain(ids: Iterable[str]) -> list[Choice]:
    """Choices without titles of their own, each once."""
    return [{"id": id, "title": id} for id in dict.fromkeys(ids)]


def _consoles(state: State) -> Iterator[str]:
    for _, level in blocks_of(state, ("map", "levels")):
        yield from map(str, block_of(level, "consoles"))


def _labels(state: State) -> Iterator[str]:
    path = ("map", "land") if state.kind_name == "land" else ("map",)
    yield from map(str, block_of(value_at(state.data, path) or {}, "labels"))


def _tunnels(state: State) -> Iterator[str]:
    for _, tunnel in blocks_of(state, ("map", "tunnels", "tunnels")):
        yield f"{tunnel.get('from')}/{tunnel.get('to')}"
