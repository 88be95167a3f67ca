"""What may be written at a place: keys of the schema, ids of the database, names of the file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from builder.lint.registry import code_docs
from builder.lsp.context import Context
from builder.lsp.cursor import Cursor, Role, cursors_at, value_at
from builder.lsp.document import Document
from builder.lsp.entry_help import basis_mark, entry_help
from builder.lsp.hover import key_help
from builder.lsp.names import entry_kind_of_key, kind_used_at, names_in
from builder.lsp.subject import game_of
from rulesdb import Entry, Ruleset
from rulesdb.problem import Span
from rulesdb.yaml_source import parse_yaml

_IN_BRACKET = re.compile(r"#\s*brainbug:\s*ignore(?:-file)?\[[^\]]*\Z")
_PLAIN = re.compile(r"[A-Za-z][\w./:-]*\Z")


class Sort(Enum):
    """What kind of thing is offered; editors draw it with a picture."""

    KEY = "key"
    WORD = "word"
    ENTRY = "entry"
    NAME = "name"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Completion:
    """One thing to write: ``text`` in place of what stands at ``span``; ``rank`` puts the likely first."""

    label: str
    text: str
    span: Span
    sort: Sort
    detail: str = ""
    help: str = ""
    rank: int = 5


def completions_at(document: Document, line: int, column: int, context: Context) -> tuple[Completion, ...]:
    """Everything that may stand at a place, the likely first."""
    if not document.is_scenario:
        return ()
    lines = document.text.splitlines()
    row = lines[line - 1] if 0 < line <= len(lines) else ""
    before = row[: column - 1]
    if _IN_BRACKET.search(before):
        return tuple(_codes(before, line, column))
    found: dict[str, Completion] = {}
    for cursor in cursors_at(document.text, line, column):
        finder = _Finder(cursor, document, context, " " if before.endswith(":") else "")
        for item in finder.keys() if cursor.role is Role.KEY else finder.values():
            found.setdefault(item.label, item)
    return tuple(sorted(found.values(), key=lambda item: item.rank))


class _Finder:
    """Looks up what may stand at one cursor."""

    def __init__(self, cursor: Cursor, document: Document, context: Context, space: str) -> None:
        self.cursor = cursor
        self.context = context
        self.space = space
        self.game = game_of(cursor, document, context)
        self.older = document.data
        self.data = cursor.data
        self.block = self._block()

    def keys(self) -> Iterator[Completion]:
        """The keys that the block may have and has not yet."""
        path = self.cursor.container
        required = self.context.view.required(path, self.data)
        there = {*self.block, *self.cursor.following}
        for key, node in self.context.view.keys(path, self.data).items():
            if key not in there:
                rank = 1 if key in required else 3
                yield self._item(key, f"{key}: ", Sort.KEY, node.title, key_help(node), rank)
        kind = entry_kind_of_key((*path, self.cursor.word))
        if kind and self.game is not None:
            for entry in self.game.of_kind(kind):
                if entry.slug not in there:
                    yield self._entry(self.game, entry, f"{entry.slug}: ", 5)

    def values(self) -> Iterator[Completion]:
        """The words, ids and names that may stand as the value."""
        cursor = self.cursor
        if cursor.before.strip():
            return
        taken = self._taken()
        for node in self.context.view.at(cursor.path, self.data):
            for word in node.words:
                shown = word if isinstance(word, str) else json.dumps(word)
                text = self._written(shown) if isinstance(word, str) else shown
                yield self._item(shown, text, Sort.WORD, node.title, node.description, 2)
            for kind in node.kinds:
                yield from self._entries(kind, taken)
        for label, detail, help in self._names(kind_used_at(cursor.path)):
            if label not in taken:
                yield self._item(label, self._written(label), Sort.NAME, detail, help, 1)

    def _entries(self, kind: str, taken: frozenset[str]) -> Iterator[Completion]:
        game = self.game
        if game is None:
            return
        unit = str(self.block.get("unit", ""))
        for entry in game.of_kind(kind):
            if entry.slug in taken:
                continue
            is_likely = kind == "roster" and unit and entry.get("force") == unit
            text = entry.slug if self._is_plain(entry.slug) else entry.key
            yield self._entry(game, entry, text, 1 if is_likely else 4)

    def _names(self, kind: str) -> Iterable[tuple[str, str, str]]:
        """Ids with what they are called and help on them."""
        game = self.game
        if kind == "game":
            return [(found.id, found.title, found.summary) for found in self.context.library.open_all()]
        if kind == "side" and game is not None:
            return [(side.id, side.title, side.text) for side in game.sides]
        if kind == "species" and game is not None:
            wanted = self.block.get("roster")
            rosters = [entry for entry in game.of_kind("roster") if wanted in (None, entry.slug)]
            return [
                (item["id"], f"{item['title']} ({basis_mark(entry)})", "")
                for entry in rosters
                for item in entry.get("species", ())
            ]
        if kind in ("organization", "experience") and game is not None and game.teams:
            return self._of_teams(game, kind)
        force = str(
            self.block.get("force", "") or value_at(self.data, (*self.cursor.path[:3], "force")) or ""
        )
        names = [name for name in names_in(self._all_data()) if name.kind == kind]
        return [
            (name.id, name.title, name.about)
            for name in names
            if kind != "member" or name.owner in (force, "")
        ]

    def _of_teams(self, game: Ruleset, kind: str) -> list[tuple[str, str, str]]:
        if kind not in game.teams:
            return []
        table = game.table(game.teams[kind])
        if kind == "organization":
            return [
                (str(label), table.entry.title, basis_mark(table.entry)) for label in table.axes[0].labels
            ]
        levels = dict.fromkeys(str(cell.value) for _, cell in table.cells())
        return [(level, table.entry.title, basis_mark(table.entry)) for level in ("rolled", *levels)]

    def _entry(self, game: Ruleset, entry: Entry, text: str, rank: int) -> Completion:
        detail = f"{entry.title} ({basis_mark(entry)})"
        return self._item(text.rstrip(": "), text, Sort.ENTRY, detail, entry_help(game, entry), rank)

    def _item(self, label: str, text: str, sort: Sort, detail: str, help: str, rank: int) -> Completion:
        return Completion(label, self.space + text, self.cursor.span, sort, detail, help, rank)

    def _written(self, word: str) -> str:
        """A text that YAML reads as this word, in quotes where it has to be."""
        if self.cursor.is_quoted:
            return word
        return word if self._is_plain(word) else json.dumps(word, ensure_ascii=False)

    @staticmethod
    def _is_plain(word: str) -> bool:
        return bool(_PLAIN.match(word)) and isinstance(parse_yaml(word).data, str)

    def _block(self) -> dict[str, Any]:
        """What the block around the cursor holds above it."""
        block = value_at(self.cursor.data, self.cursor.container)
        items = block.items() if isinstance(block, dict) else ()
        return {key: value for key, value in items if key != self.cursor.path[-1]}

    def _taken(self) -> frozenset[str]:
        """What the list that the value stands in holds already."""
        items = value_at(self.data, self.cursor.container)
        return frozenset(map(str, items)) if isinstance(items, list) else frozenset()

    def _all_data(self) -> Any:
        """The last whole data, or what stands above the cursor where there were none."""
        return self.older if self.older is not None else self.data


def _codes(before: str, line: int, column: int) -> Iterator[Completion]:
    start = len(before) - len(re.split(r"[\[, ]", before)[-1])
    span = Span("", line, start + 1, line, column)
    for doc in code_docs().values():
        yield Completion(doc.code, doc.code, span, Sort.CODE, doc.slug, doc.what)
