"""What a word of a file means: a key of the schema, an entry of the game, or a name that the file defines."""

from __future__ import annotations

from dataclasses import dataclass

from builder.lsp.context import Context
from builder.lsp.cursor import Cursor, Role, cursor_in, cursors_at, value_at
from builder.lsp.document import Document
from builder.lsp.names import (
    Name,
    definition_span,
    entry_kind_of_key,
    find_name,
    kind_used_at,
    name_defined_at,
)
from builder.lsp.schema_view import SchemaNode
from rulesdb import Entry, Ruleset, UnknownEntry
from rulesdb.problem import Span


@dataclass(frozen=True)
class Subject:
    """A word with the schemas that apply to it, and the entry or name that it refers to, if any."""

    cursor: Cursor
    game: Ruleset | None
    nodes: tuple[SchemaNode, ...]
    entry: Entry | None = None
    name: Name | None = None


def subject_at(document: Document, line: int, column: int, context: Context) -> Subject | None:
    """The word at a place; None between words and in comments."""
    source = document.source
    if source is not None:
        cursor = cursor_in(source, line, column)
    else:
        cursor = next((each for each in cursors_at(document.text, line, column) if each.word), None)
    if cursor is None:
        return None
    data = cursor.data
    if source is None and isinstance(data, dict) and isinstance(document.data, dict):
        # The blocks below the place are missing; take them from the last text that was YAML.
        data = {**document.data, **data}
    is_key = cursor.role is Role.KEY
    path = (*cursor.container, cursor.word) if is_key else cursor.path
    game = game_of(cursor, document, context)
    nodes = context.view.at(path, data)
    name = name_defined_at(data, path)
    kinds: tuple[str, ...] = ()
    if is_key:
        kinds = (entry_kind_of_key(path),)
    elif name is None:
        kind = kind_used_at(path)
        owner = cursor.sibling("force") or value_at(data, (*path[:3], "force")) or ""
        name = find_name(document.data, kind, cursor.word, str(owner)) if kind else None
        kinds = tuple(kind for node in nodes for kind in node.kinds)
    return Subject(cursor, game, nodes, _find_entry(game, kinds, cursor.word), name)


def definition_at(document: Document, line: int, column: int, context: Context) -> Span | None:
    """Where the file defines the name at a place; that place itself if it is the definition."""
    subject = subject_at(document, line, column, context)
    if subject is None or subject.name is None or document.last_source is None:
        return None
    return document.moved(definition_span(document.last_source, subject.name))


def game_of(cursor: Cursor, document: Document, context: Context) -> Ruleset | None:
    """The game that is named above the place, or else in the last text that was YAML."""
    return context.game(value_at(cursor.data, ("scenario", "game"))) or document.game(context)


def _find_entry(game: Ruleset | None, kinds: tuple[str, ...], word: str) -> Entry | None:
    """The entry of one of some kinds that a word names."""
    if game is None or not any(kinds):
        return None
    try:
        return game.find(kinds, word)
    except UnknownEntry:
        return None
