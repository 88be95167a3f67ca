"""The meaning of a word of a file: the help that an editor shows for it, and its definition."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from builder.boards.spots import Place
from builder.lint.registry import code_docs
from builder.lsp.cursor import Cursor, Role, cursor_in, cursors_at, line_of, value_at, word_at
from builder.lsp.document import Context, Document
from builder.lsp.names import (
    Name,
    definition_span,
    entry_kind_of_key,
    find_name,
    force_of_members,
    kind_used_at,
    kinds_of_name,
    name_defined_at,
)
from builder.lsp.schema_view import SchemaNode
from builder.lsp.sentences import sentence_at
from builder.reading.markdown import escaped, markdown_parts
from rulesdb import Basis, Entry, Ruleset, UnknownEntry
from rulesdb.description import describe
from rulesdb.problem import Span

_CODE = re.compile(r"BB\d{3}")
_HEX = re.compile(r"\d{4,6}")


@dataclass(frozen=True, slots=True)
class Hover:
    """Markdown about the text at a place."""

    span: Span
    text: str


def hover_at(document: Document, line: int, column: int, context: Context) -> Hover | None:
    """Help on a key, an id of the database, a name of the file, a hex, or a lint code in a comment."""
    comment = _code_in_comment(document.text, line, column)
    if comment is not None:
        return comment
    subject = _subject_at(document, line, column, context)
    if subject is None:
        return None
    span = subject.cursor.span
    if subject.entry is not None and subject.game is not None:
        return Hover(span, entry_help(subject.game, subject.entry))
    if subject.name is not None:
        return Hover(span, _name_help(subject.name))
    hex = _hex_help(document, subject, line, column)
    if hex is not None:
        return hex
    is_key = subject.cursor.role is Role.KEY
    text = _game_help(subject, context) or key_help(subject.nodes, with_values=is_key)
    if is_key and document.scenario is not None:
        path = (*subject.cursor.container, subject.cursor.word)
        sentence = sentence_at(document.scenario, path)
        text = "\n\n".join(filter(None, [escaped(sentence), text]))
    return Hover(span, text) if text else None


@dataclass(frozen=True)
class _Subject:
    """A word with the schemas that apply to it, and the entry or name that it refers to, if any."""

    cursor: Cursor
    game: Ruleset | None
    nodes: tuple[SchemaNode, ...]
    entry: Entry | None = None
    name: Name | None = None


def _subject_at(document: Document, line: int, column: int, context: Context) -> _Subject | None:
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
        owner = force_of_members(data, path, str(cursor.sibling("force") or ""))
        name = find_name(document.data, kind, cursor.word, owner) if kind else None
        kinds = tuple(kind for node in nodes for kind in node.kinds)
    return _Subject(cursor, game, nodes, _find_entry(game, kinds, cursor.word), name)


def definition_at(document: Document, line: int, column: int, context: Context) -> Span | None:
    """The definition of the name at a place; that place itself if it is the definition."""
    subject = _subject_at(document, line, column, context)
    if subject is None or subject.name is None or document.last_source is None:
        return None
    return document.moved(definition_span(document.last_source, subject.name))


def game_of(cursor: Cursor, document: Document, context: Context) -> Ruleset | None:
    """The game that is named above the place, or in the last text that was YAML."""
    return context.game(value_at(cursor.data, ("scenario", "game"))) or document.game(context)


def _find_entry(game: Ruleset | None, kinds: tuple[str, ...], word: str) -> Entry | None:
    """The entry of one of some kinds that a word names."""
    if game is None or not any(kinds):
        return None
    try:
        return game.find(kinds, word)
    except UnknownEntry:
        return None


def entry_help(game: Ruleset, entry: Entry) -> str:
    """Everything about an entry, as Markdown."""
    headline = f"**{escaped(entry.title)}** ({entry.kind}, {escaped(game.title)})"
    return "\n\n".join(markdown_parts(describe(entry, game), headline))


def basis_mark(entry: Entry) -> str:
    """The citation in one line, with the basis unless it is printed."""
    basis = entry.provenance.basis
    mark = "" if basis is Basis.PRINTED else f", {basis}"
    return f"{entry.provenance.source}{mark}"


def key_help(nodes: Sequence[SchemaNode], *, with_values: bool = True) -> str:
    """The meaning of a key and the values that it accepts, as Markdown; empty if no schema has a title."""
    node = next((node for node in nodes if node.title), None)
    if node is None:
        return ""
    parts = [f"**{escaped(node.title)}**: {escaped(node.description)}" if node.description else node.title]
    types = next((each.type_in_words for each in nodes if each.type_in_words), "")
    if with_values and types:
        limits = (("minimum", "at least"), ("maximum", "at most"))
        bounds = [f"{words} {node.schema[key]}" for key, words in limits if key in node.schema]
        parts.append(", ".join([types, *bounds]))
    if with_values and node.schema.get("examples"):
        examples = (
            example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)
            for example in node.schema["examples"]
        )
        parts.append("For example " + " or ".join(f"`{example}`" for example in examples))
    return "\n\n".join(parts)


def _name_help(name: Name) -> str:
    headline = f"**{escaped(name.title or name.id)}** ({name.kind} `{name.id}` of this file)"
    return f"{headline}\n\n{escaped(name.about)}" if name.about else headline


def _game_help(subject: _Subject, context: Context) -> str:
    """Help on a game, side or species, which have no entries; empty for any other word."""
    game, word = subject.game, subject.cursor.word
    kind = kind_used_at(subject.cursor.path) if subject.cursor.role is Role.VALUE else ""
    if kind == "game":
        named = context.game(word)
        return f"**{escaped(named.title)}**\n\n{escaped(named.summary)}" if named is not None else ""
    if game is None:
        return ""
    for side in game.sides if "side" in kinds_of_name(kind) else ():
        if side.id == word:
            return f"**{escaped(side.title)}**\n\n{escaped(side.text)}"
    for roster in game.of_kind("roster") if kind == "species" else ():
        for species in roster.get("species", ()):
            if species["id"] == word:
                powers = ", ".join(game.find("power", name).title for name in species["powers"])
                parts = [f"**{escaped(species['title'])}** (species)", f"Powers: {powers}" if powers else ""]
                return "\n\n".join(filter(None, [*parts, f"*{escaped(basis_mark(roster))}*"]))
    return ""


def _hex_help(document: Document, subject: _Subject, line: int, column: int) -> Hover | None:
    """The contents of a hex of a deck plan, from the last map that loaded."""
    decks = document.scenario.map.decks if document.scenario is not None else None
    matches = _HEX.finditer(line_of(document.text, line))
    match = next((match for match in matches if match.start() < column <= match.end() + 1), None)
    if decks is None or match is None or subject.cursor.path[:1] == ("scenario",):
        return None
    hex = decks.grid.read(match[0])
    levels = _levels(subject, [level.id for level in decks.levels])
    if hex is None or not levels:
        return None
    parts = []
    for level in levels:
        place = Place(level, hex)
        area = decks.areas.get(decks.area_at.get(place, ""))
        features = [
            f"{feature.kind} ({feature.name})" if feature.name else feature.kind
            for feature in decks.features
            if feature.place == place
        ]
        where = f"{area.name} ({area.id})" if area is not None else "no area"
        parts.append(escaped(f"{decks.levels[level].title}: {', '.join([where, *features])}"))
    span = Span(subject.cursor.span.path, line, match.start() + 1, line, match.end() + 1)
    return Hover(span, "\n\n".join([f"**Hex {match[0]}**", *parts]))


def _levels(subject: _Subject, ids: list[str]) -> list[int]:
    """The levels that a hex can be on: that of its block, or all if the block names none."""
    path = subject.cursor.path
    if path[:2] == ("map", "levels") and len(path) > 3 and isinstance(path[2], int):
        return [path[2]] if path[2] < len(ids) else []
    named = subject.cursor.sibling("level")
    return [ids.index(named)] if named in ids else list(range(len(ids)))


def _code_in_comment(text: str, line: int, column: int) -> Hover | None:
    row, span = line_of(text, line), word_at(text, line, column)
    code = row[span.column - 1 : span.end_column - 1]
    doc = code_docs().get(code) if _CODE.fullmatch(code) else None
    if doc is None or "brainbug:" not in row[: span.column]:
        return None
    parts = [f"**{doc.code} {doc.slug}** ({doc.severity})", doc.what, doc.why, f"Fix: {doc.fix}"]
    return Hover(span, "\n\n".join(map(escaped, parts)).replace("\\*\\*", "**"))
