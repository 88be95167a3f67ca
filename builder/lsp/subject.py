"""What a word of a file means: a key of the schema, an entry of the game, or a name of the file itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from builder.lsp.context import Context
from builder.lsp.cursor import Cursor, Role, cursors_at, placed_at, value_at
from builder.lsp.document import Document
from builder.lsp.names import Name, entry_kind_of_key, find_name, kind_used_at, name_defined_at
from builder.lsp.schema_view import SchemaNode
from rulesdb import Entry, Ruleset, UnknownEntry


@dataclass(frozen=True)
class Subject:
    """A word with all that is known of it; at most one of ``entry`` and ``name`` is."""

    cursor: Cursor
    game: Ruleset | None
    nodes: tuple[SchemaNode, ...]
    entry: Entry | None = None
    name: Name | None = None


def subject_at(document: Document, line: int, column: int, context: Context) -> Subject | None:
    """What stands at a place; nothing between words and in comments."""
    source = document.source
    if source is not None:
        cursor = placed_at(source, line, column)
    else:
        cursor = next((found for found in cursors_at(document.text, line, column) if found.word), None)
    if cursor is None:
        return None
    path = (*cursor.container, cursor.word) if cursor.role is Role.KEY else cursor.path
    data = cursor.data if source is not None else _joined(cursor.data, document.data)
    game = game_of(cursor, document, context)
    nodes = context.view.at(path, data)
    name = name_defined_at(data, path)
    entry = None
    if cursor.role is Role.VALUE and name is None:
        used = kind_used_at(path)
        owner = str(cursor.beside("force") or value_at(data, (*path[:3], "force")) or "")
        name = find_name(document.data, used, cursor.word, owner) if used else None
        kinds = tuple(kind for node in nodes for kind in node.kinds)
        entry = find_entry(game, kinds, cursor.word)
    elif cursor.role is Role.KEY:
        entry = find_entry(game, (entry_kind_of_key(path),), cursor.word)
    return Subject(cursor, game, nodes, entry, name)


def find_entry(game: Ruleset | None, kinds: tuple[str, ...], word: str) -> Entry | None:
    """The entry of one of some kinds that a word names."""
    if game is None or not any(kinds):
        return None
    try:
        return game.find(kinds, word)
    except UnknownEntry:
        return None


def game_of(cursor: Cursor, document: Document, context: Context) -> Ruleset | None:
    """The game that is named above the place, else that of the last text that was whole."""
    return context.game(value_at(cursor.data, ("scenario", "game"))) or document.game(context)


def _joined(data: Any, older: Any) -> Any:
    """Data up to the place, with the top blocks below it as they last were."""
    return {**older, **data} if isinstance(data, dict) and isinstance(older, dict) else data
