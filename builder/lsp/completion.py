"""Completions: keys of the schema, ids of the database, and names that the file defines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lsprotocol.types import CompletionItemKind as Kind

from builder.lint.registry import code_docs
from builder.lsp.cursor import Cursor, Role, cursors_at, line_of, value_at
from builder.lsp.document import Context, Document
from builder.lsp.hover import basis_mark, entry_help, game_of, key_help
from builder.lsp.names import entry_kind_of_key, force_of_members, kind_used_at, kinds_of_name, names_in
from builder.scenario.forces.read_people import axis_labels
from rulesdb import Entry
from rulesdb.problem import Span
from rulesdb.yaml_source import parse_yaml

_IN_BRACKET = re.compile(r"#\s*brainbug:\s*ignore(?:-file)?\[[^\]]*\Z")
_PLAIN = re.compile(r"[A-Za-z][\w./:-]*\Z")


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that can replace the one at ``span``; the lower its ``rank``, the more likely it is."""

    label: str
    text: str
    span: Span
    kind: Kind
    detail: str = ""
    help: str = ""
    rank: int = 5


def completions_at(document: Document, line: int, column: int, context: Context) -> tuple[Completion, ...]:
    """Everything that is valid at a place, the most likely first."""
    if not document.is_scenario:
        return ()
    before = line_of(document.text, line)[: column - 1]
    if _IN_BRACKET.search(before):
        return tuple(_codes(before, line, column))
    completions: dict[str, Completion] = {}
    for cursor in cursors_at(document.text, line, column):
        finder = _Finder(cursor, document, context, " " if before.endswith(":") else "")
        for item in finder.keys() if cursor.role is Role.KEY else finder.values():
            completions.setdefault(item.label, item)
    return tuple(sorted(completions.values(), key=lambda item: item.rank))


class _Finder:
    """Finds the completions at one cursor; ``space`` is inserted before each."""

    def __init__(self, cursor: Cursor, document: Document, context: Context, space: str) -> None:
        self.cursor = cursor
        self.context = context
        self.space = space
        self.game = game_of(cursor, document, context)
        self.file_data = cursor.data if document.data is None else document.data
        container = value_at(cursor.data, cursor.container)
        items = container.items() if isinstance(container, dict) else ()
        self.block: dict[str, Any] = {key: value for key, value in items if (key,) != cursor.path[-1:]}
        self.listed = frozenset(map(str, container)) if isinstance(container, list) else frozenset()

    def keys(self) -> Iterator[Completion]:
        """The valid keys that the block does not have yet."""
        path = self.cursor.container
        required = self.context.view.required(path, self.cursor.data)
        present = {*self.block, *self.cursor.following}
        for key, node in self.context.view.keys(path, self.cursor.data).items():
            if key not in present:
                rank = 1 if key in required else 3
                yield self._item(key, f"{key}: ", Kind.Property, node.title, key_help([node]), rank)
        kind = entry_kind_of_key((*path, self.cursor.word))
        for entry in self.game.of_kind(kind) if kind and self.game is not None else ():
            if entry.slug not in present:
                yield self._entry(entry, f"{entry.slug}: ", 5)

    def values(self) -> Iterator[Completion]:
        """The words, ids and names that are valid as the value."""
        cursor = self.cursor
        if cursor.before.strip():
            return
        for node in self.context.view.at(cursor.path, cursor.data):
            for word in node.words:
                label = word if isinstance(word, str) else json.dumps(word)
                text = self._quoted(label) if isinstance(word, str) else label
                yield self._item(label, text, Kind.EnumMember, node.title, node.description, 2)
            for kind in node.kinds:
                yield from self._entries(kind)
        for label, detail, help in self._names(kind_used_at(cursor.path)):
            if label not in self.listed:
                yield self._item(label, self._quoted(label), Kind.Variable, detail, help, 1)

    def _entries(self, kind: str) -> Iterator[Completion]:
        unit = str(self.block.get("unit", ""))
        for entry in self.game.of_kind(kind) if self.game is not None else ():
            if entry.slug not in self.listed:
                is_likely = kind == "roster" and unit and entry.get("force") == unit
                text = entry.slug if _is_plain(entry.slug) else entry.key
                yield self._entry(entry, text, 1 if is_likely else 4)

    def _names(self, kind: str) -> Iterable[tuple[str, str, str]]:
        """The names of a kind, each with its title and help."""
        game = self.game
        if kind == "game":
            return [(each.id, each.title, each.summary) for each in self.context.library.open_all()]
        sides = [(side.id, side.title, side.text) for side in game.sides] if game is not None else []
        if kind == "side":
            return sides
        if kind == "optional rule" and game is not None:
            return [
                (rule.slug, f"{rule.title} ({basis_mark(rule)})", entry_help(game, rule))
                for rule in game.optional_rules
            ]
        if kind == "species" and game is not None:
            roster = self.block.get("roster")
            return [
                (species["id"], f"{species['title']} ({basis_mark(entry)})", "")
                for entry in game.of_kind("roster")
                if roster in (None, entry.slug)
                for species in entry.get("species", ())
            ]
        if kind in ("organization", "experience") and game is not None and kind in game.teams:
            table = game.table(game.teams[kind])
            levels = ["rolled", *(str(cell.value) for _, cell in table.cells())]
            ids = table.axes[0].labels if kind == "organization" else levels
            return [(id, table.entry.title, basis_mark(table.entry)) for id in dict.fromkeys(ids)]
        if kind == "formation" and game is not None:
            return [(label, "", "") for label in axis_labels(game, "formations")]
        named = str(self.block.get("force") or "")
        force = force_of_members(self.cursor.data, self.cursor.path, named)
        # A placement can name squads besides members.
        kinds = kinds_of_name(kind)
        if kind == "member" and self.cursor.path[0] == "setup":
            kinds = (kind, "squad")
        named_here = [
            (name.id, name.title, name.about)
            for name in names_in(self.file_data)
            if name.kind in kinds and (kind != "member" or name.owner in (force, ""))
        ]
        return [*named_here, *(sides if "side" in kinds else ())]

    def _entry(self, entry: Entry, text: str, rank: int) -> Completion:
        assert self.game is not None
        detail, help = f"{entry.title} ({basis_mark(entry)})", entry_help(self.game, entry)
        return self._item(text.rstrip(": "), text, Kind.Reference, detail, help, rank)

    def _item(self, label: str, text: str, kind: Kind, detail: str, help: str, rank: int) -> Completion:
        return Completion(label, self.space + text, self.cursor.span, kind, detail, help, rank)

    def _quoted(self, word: str) -> str:
        """A text that YAML parses as this word, in quotes if necessary."""
        if self.cursor.is_quoted or _is_plain(word):
            return word
        return json.dumps(word, ensure_ascii=False)


def _is_plain(word: str) -> bool:
    """Whether YAML parses a word as text without quotes."""
    return bool(_PLAIN.match(word)) and isinstance(parse_yaml(word).data, str)


def _codes(before: str, line: int, column: int) -> Iterator[Completion]:
    start = len(before) - len(re.split(r"[\[, ]", before)[-1])
    span = Span("", line, start + 1, line, column)
    for doc in code_docs().values():
        yield Completion(doc.code, doc.code, span, Kind.Constant, doc.slug, doc.what)
