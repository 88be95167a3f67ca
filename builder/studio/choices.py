"""What a field of an operation can name in a scenario: levels, areas, terrain of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from builder.lsp.names import names_in
from builder.studio.document import State
from builder.studio.operations.things import block_of, blocks_of, value_at
from rulesdb import BrainbugError


def choices_of(state: State, what: str) -> tuple[str, ...]:
    """The names that a field with these ``choices`` accepts here; empty for places and free texts.

    Raises:
        DataError: the text is not YAML.
    """
    find = _CHOICES.get(what)
    try:
        return tuple(dict.fromkeys(find(state))) if find is not None else ()
    except BrainbugError:
        # The game cannot be opened, so that its entries are not known.
        return ()


def _named(*kinds: str) -> Callable[[State], list[str]]:
    return lambda state: [name.id for name in names_in(state.data) if name.kind in kinds]


def _entries(kind: str) -> Callable[[State], list[str]]:
    return lambda state: [entry.slug for entry in state.game.of_kind(kind)]


def _lifts(state: State) -> list[str]:
    return [str(lift.get("id")) for _, lift in blocks_of(state, ("map", "lifts"))]


def _consoles(state: State) -> list[str]:
    return [name for _, level in blocks_of(state, ("map", "levels")) for name in block_of(level, "consoles")]


def _labels(state: State) -> list[str]:
    path = ("map", "land", "labels") if state.kind_name == "land" else ("map", "labels")
    return list(value_at(state.data, path) or ())


def _tunnels(state: State) -> list[str]:
    tunnels = blocks_of(state, ("map", "tunnels", "tunnels"))
    return [f"{tunnel.get('from')}/{tunnel.get('to')}" for _, tunnel in tunnels]


def _sides(state: State) -> list[str]:
    return [side.id for side in state.game.sides]


def _toughness(state: State) -> list[str]:
    table = state.game.structures.get("toughness")
    return [str(label) for label in state.game.table(table).axes[0].labels] if table else []


_CHOICES: Mapping[str, Callable[[State], list[str]]] = MappingProxyType(
    {
        "area": _named("area"),
        "areas": _named("area"),
        "console": _consoles,
        "force": _named("force"),
        "label": _labels,
        "level": _named("level"),
        "levels": _named("level"),
        "lift": _lifts,
        "member": _named("member"),
        "members": _named("member", "squad"),
        "objective": _named("objective"),
        "piece": _named("piece"),
        "shape": lambda state: [*_named("piece", "zone")(state), *_tunnels(state)],
        "side": _sides,
        "terrain": _entries("terrain"),
        "thing": lambda state: [name.id for name in names_in(state.data)] + _consoles(state),
        "toughness": _toughness,
        "unit": _entries("unit"),
        "weapon": _entries("weapon"),
        "zone": _named("zone"),
    }
)
