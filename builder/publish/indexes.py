"""The indexes of the domain: by title, by game, and of abbreviations."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx.domains import Index, IndexEntry

from builder.publish.names import PROGRAM, Cited

Groups = tuple[list[tuple[str, list[IndexEntry]]], bool]


class _CitedIndex(Index):
    """An index of everything that has a page in this project."""

    def generate(self, docnames: Iterable[str] | None = None) -> Groups:
        """Rows under their groups, of the given documents or of all."""
        wanted = self.domain.env.found_docs if docnames is None else set(docnames)
        things: dict[str, Cited] = self.domain.data["objects"]
        groups: dict[str, list[IndexEntry]] = {}
        for cited in sorted(things.values(), key=self.order):
            group = self.group(cited)
            if group and cited.document in wanted and cited.document in self.domain.env.found_docs:
                name, extra = self.row(cited)
                row = IndexEntry(name, 0, cited.document, "", extra, "", cited.kind)
                groups.setdefault(group, []).append(row)
        return sorted(groups.items()), False

    def order(self, cited: Cited) -> tuple[str, ...]:
        return cited.title.casefold(), cited.id

    def group(self, cited: Cited) -> str:
        """The group of a thing; empty if it is not in the index."""
        raise NotImplementedError

    def row(self, cited: Cited) -> tuple[str, str]:
        """The name of a thing, and the text after it."""
        return cited.title, cited.game


class EntryIndex(_CitedIndex):
    """Everything of all games by title, under its first letter."""

    name = "entries"
    localname = "Index of entries"
    shortname = "entries"

    def group(self, cited: Cited) -> str:
        first = cited.title[:1].upper()
        return first if first.isalpha() else "0–9"


class GameIndex(_CitedIndex):
    """Everything of each game, by kind."""

    name = "games"
    localname = "Index by game"
    shortname = "games"

    def order(self, cited: Cited) -> tuple[str, ...]:
        return cited.kind, *super().order(cited)

    def group(self, cited: Cited) -> str:
        return "" if cited.game == PROGRAM else cited.game

    def row(self, cited: Cited) -> tuple[str, str]:
        return cited.title, ""


class AbbreviationIndex(_CitedIndex):
    """Abbreviations with their meaning, under their first letter."""

    name = "abbreviations"
    localname = "Index of abbreviations"
    shortname = "abbreviations"

    def order(self, cited: Cited) -> tuple[str, ...]:
        return cited.short.casefold(), cited.id

    def group(self, cited: Cited) -> str:
        return "" if cited.short in cited.title else cited.short[:1].upper()

    def row(self, cited: Cited) -> tuple[str, str]:
        return f"{cited.short}: {cited.title}", cited.game
