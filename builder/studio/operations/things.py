"""The things of a scenario, by id: levels, areas, zones, forces and other items of lists."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from typing import Any

from builder.lsp.cursor import value_at as value_at
from builder.studio.document import State
from builder.studio.operations.operation import Operation, OperationError, require_map
from rulesdb import UnknownEntry
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MEMBER_ID = re.compile(r"[A-Za-z0-9]+")


def blocks_of(state: State, path: DataPath) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """The blocks in the list at a path, each with its own path."""
    listed = value_at(state.data, path)
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(item, dict):
            yield (*path, index), item


def find_block(state: State, path: DataPath, id: str) -> tuple[DataPath, Mapping[str, Any]] | None:
    """The block with an id in the list at a path, and its path; None if there is none."""
    return next(((at, item) for at, item in blocks_of(state, path) if str(item.get("id")) == id), None)


def block_with_id(state: State, path: DataPath, id: str, what: str) -> tuple[DataPath, Mapping[str, Any]]:
    """The block with an id in the list at a path, and its path.

    Raises:
        OperationError: there is none; ``what`` is the kind of thing for the message.
    """
    block = find_block(state, path, id)
    if block is None:
        ids = [str(item.get("id")) for _, item in blocks_of(state, path)]
        raise OperationError(f"there is no {what} `{id}`: {did_you_mean(id, ids)}")
    return block


def level_of(state: State, id: str, operation: type[Operation]) -> tuple[DataPath, Mapping[str, Any]]:
    """The path and block of a level.

    Raises:
        OperationError: there is no such level, or the map is of another kind.
    """
    require_map(state, operation)
    return block_with_id(state, ("map", "levels"), id, "level")


def block_of(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A block in another one, such as the areas of a level; empty if there is none."""
    block = data.get(key)
    return block if isinstance(block, dict) else {}


def free_id(id: str, used: Collection[str], joint: str) -> tuple[str, int]:
    """An id or name that is not in use, and the number at its end; 0 if it is ``id`` itself.

    >>> free_id("hold", {"hold", "hold-2"}, "-"), free_id("Helm", (), " ")
    (('hold-3', 3), ('Helm', 0))
    """
    if id not in used:
        return id, 0
    base, _, last = id.rpartition(joint)
    base = base if base and last.isdigit() else id
    number = next(number for number in count(2) if f"{base}{joint}{number}" not in used)
    return f"{base}{joint}{number}", number


def new_id(id: str) -> str:
    """The id of something new.

    Raises:
        OperationError: the file cannot have such an id.
    """
    if not _ID.fullmatch(id):
        raise OperationError(f"id `{id}`: use lower-case words joined by hyphens, as in cargo-hold")
    return id


def new_member_id(id: str) -> str:
    """The id of a new member or team.

    Raises:
        OperationError: the file cannot have such an id.
    """
    if not _MEMBER_ID.fullmatch(id):
        raise OperationError(f"id `{id}`: use letters and digits, as in 01 or A")
    return id


def title_of(id: str) -> str:
    """A title from an id, for something new.

    >>> title_of("cargo-hold")
    'Cargo Hold'
    """
    return id.replace("-", " ").title()


def require_entry(state: State, kind: str, name: str) -> str:
    """The slug of an entry of the game.

    Raises:
        OperationError: the game has no such entry.
    """
    try:
        return state.game.find(kind, name).slug
    except UnknownEntry as error:
        slugs = [entry.slug for entry in state.game.of_kind(kind)]
        raise OperationError(f"there is no {kind} `{name}`: {did_you_mean(name, slugs)}") from error


def words_of(text: str) -> list[str]:
    """The words of a list, separated by spaces or commas.

    >>> words_of("A, B C")
    ['A', 'B', 'C']
    """
    return text.replace(",", " ").split()
