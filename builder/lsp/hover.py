"""What the editor shows when the pointer rests on a word."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from builder.boards.spots import Place
from builder.lint.registry import code_docs
from builder.lsp.context import Context
from builder.lsp.cursor import Role, word_at
from builder.lsp.document import Document
from builder.lsp.entry_help import basis_mark, entry_help
from builder.lsp.names import Name, kind_used_at
from builder.lsp.schema_view import SchemaNode
from builder.lsp.subject import Subject, subject_at
from builder.reading.markdown import escaped
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
    subject = subject_at(document, line, column, context)
    if subject is None:
        return None
    cursor = subject.cursor
    if subject.entry is not None and subject.game is not None:
        return Hover(cursor.span, entry_help(subject.game, subject.entry))
    if subject.name is not None:
        return Hover(cursor.span, _name_help(subject.name))
    hex = _hex_help(document, subject, line, column)
    if hex is not None:
        return hex
    about = _without_entry(subject, context)
    text = about or "\n\n".join(_key_help(subject.nodes, cursor.role))
    return Hover(cursor.span, text) if text else None


def key_help(node: SchemaNode) -> str:
    """What a key means and takes, as Markdown."""
    return "\n\n".join(_key_help((node,), Role.KEY))


def _key_help(nodes: tuple[SchemaNode, ...], role: Role) -> list[str]:
    node = next((node for node in nodes if node.title), None)
    if node is None:
        return []
    parts = [f"**{escaped(node.title)}**: {escaped(node.description)}" if node.description else node.title]
    if role is Role.KEY:
        types = next((known.type_in_words for known in nodes if known.type_in_words), "")
        limits = [f"at least {node.schema['minimum']}"] if "minimum" in node.schema else []
        limits += [f"at most {node.schema['maximum']}"] if "maximum" in node.schema else []
        if types:
            parts.append(", ".join([types, *limits]))
        examples = [
            example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)
            for example in node.schema.get("examples", ())
        ]
        if examples:
            parts.append("For example " + " or ".join(f"`{example}`" for example in examples))
    return parts


def _name_help(name: Name) -> str:
    parts = [f"**{escaped(name.title or name.id)}** ({name.kind} `{name.id}` of this file)"]
    return "\n\n".join([*parts, escaped(name.about)] if name.about else parts)


def _without_entry(subject: Subject, context: Context) -> str:
    """Games, sides and species have no entries of their own, but say something of themselves."""
    cursor, game = subject.cursor, subject.game
    kind = kind_used_at(cursor.path) if cursor.role is Role.VALUE else ""
    if kind == "game":
        named = context.game(cursor.word)
        return f"**{escaped(named.title)}**\n\n{escaped(named.summary)}" if named is not None else ""
    for side in game.sides if kind == "side" and game is not None else ():
        if side.id == cursor.word:
            return f"**{escaped(side.title)}**\n\n{escaped(side.text)}"
    for roster in game.of_kind("roster") if kind == "species" and game is not None else ():
        for species in roster.get("species", ()):
            if game is not None and species["id"] == cursor.word:
                powers = ", ".join(game.find("power", name).title for name in species["powers"])
                said = f"Powers: {powers}" if powers else ""
                mark = f"*{escaped(basis_mark(roster))}*"
                return "\n\n".join(filter(None, (f"**{escaped(species['title'])}** (species)", said, mark)))
    return ""


def _hex_help(document: Document, subject: Subject, line: int, column: int) -> Hover | None:
    """What lies in a hex of a deck plan, by the map as it last was whole."""
    decks = document.scenario.map.decks if document.scenario is not None else None
    if decks is None:
        return None
    row = document.text.splitlines()[line - 1]
    for match in _HEX.finditer(row):
        if not match.start() + 1 <= column <= match.end() + 1:
            continue
        hex = decks.grid.read(match[0])
        levels = _levels(subject, [level.id for level in decks.levels])
        if hex is None or not levels or subject.cursor.path[:1] == ("scenario",):
            return None
        said = []
        for level in levels:
            place = Place(level, hex)
            area = decks.areas.get(decks.area_at.get(place, ""))
            features = [feature for feature in decks.features if feature.place == place]
            there = [
                f"{feature.kind} ({feature.name})" if feature.name else feature.kind for feature in features
            ]
            where = f"{area.name} ({area.id})" if area is not None else "no area"
            said.append(f"{decks.levels[level].title}: {', '.join([where, *there])}")
        span = Span(subject.cursor.span.path, line, match.start() + 1, line, match.end() + 1)
        return Hover(span, "\n\n".join([f"**Hex {match[0]}**", *map(escaped, said)]))
    return None


def _levels(subject: Subject, ids: list[str]) -> list[int]:
    """The levels that a hex is meant on: that of its block, else all."""
    path = subject.cursor.path
    if path[:2] == ("map", "levels") and len(path) > 3 and isinstance(path[2], int):
        return [path[2]] if path[2] < len(ids) else []
    named = subject.cursor.beside("level")
    return [ids.index(named)] if named in ids else list(range(len(ids)))


def _code_in_comment(text: str, line: int, column: int) -> Hover | None:
    lines = text.splitlines()
    row = lines[line - 1] if 0 < line <= len(lines) else ""
    span = word_at(text, line, column)
    code = row[span.column - 1 : span.end_column - 1]
    doc = code_docs().get(code) if _CODE.fullmatch(code) else None
    if doc is None or "brainbug:" not in row[: span.column]:
        return None
    parts = [f"**{doc.code} {doc.slug}** ({doc.severity})", doc.what, doc.why, f"Mend: {doc.fix}"]
    return Hover(span, "\n\n".join(map(escaped, parts)).replace("\\*\\*", "**"))
