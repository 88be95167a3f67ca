"""The indexes of the domain: by title, by game, and of abbreviations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx.domains import Index, IndexEntry

from builder.publish.names import PROGRAM, Cited

Groups = tuple[list[tuple[str, list[IndexEntry]]], bool]


class _CitedIndex(Index):
    """An index over what has a page in this project."""

    def cited(self, docnames: Iterable[str] | None) -> Iterator[Cited]:
        """What stands on the documents, or on any, in the order of titles."""
        wanted = None if docnames is None else set(docnames)
        things: dict[str, Cited] = self.domain.data["objects"]
        here = self.domain.env.found_docs
        for cited in sorted(things.values(), key=lambda cited: (cited.title.casefold(), cited.id)):
            if cited.document in here and (wanted is None or cited.document in wanted):
                yield cited


def _row(cited: Cited, name: str, extra: str) -> IndexEntry:
    return IndexEntry(name, 0, cited.document, "", extra, "", cited.kind)


class EntryIndex(_CitedIndex):
    """Everything of all games, in the order of titles."""

    name = "entries"
    localname = "Index of entries"
    shortname = "entries"

    def generate(self, docnames: Iterable[str] | None = None) -> Groups:
        """Group by first letter; numbers stand together."""
        letters: dict[str, list[IndexEntry]] = {}
        for cited in self.cited(docnames):
            first = cited.title[:1].upper()
            group = first if first.isalpha() else "0–9"
            letters.setdefault(group, []).append(_row(cited, cited.title, cited.game))
        return sorted(letters.items()), False


class GameIndex(_CitedIndex):
    """Everything of each game, kind by kind."""

    name = "games"
    localname = "Index by game"
    shortname = "games"

    def generate(self, docnames: Iterable[str] | None = None) -> Groups:
        """Group by game, and under it by kind in the alphabet."""
        groups: dict[str, list[IndexEntry]] = {}
        for cited in sorted(self.cited(docnames), key=lambda cited: (cited.game, cited.kind)):
            if cited.game != PROGRAM:
                groups.setdefault(cited.game, []).append(_row(cited, cited.title, ""))
        return list(groups.items()), False


class AbbreviationIndex(_CitedIndex):
    """What abbreviations stand for."""

    name = "abbreviations"
    localname = "Index of abbreviations"
    shortname = "abbreviations"

    def generate(self, docnames: Iterable[str] | None = None) -> Groups:
        """Group by first letter: the abbreviation, then what it stands for."""
        letters: dict[str, list[IndexEntry]] = {}
        short = [cited for cited in self.cited(docnames) if cited.short not in cited.title]
        for cited in sorted(short, key=lambda cited: (cited.short.casefold(), cited.id)):
            row = _row(cited, f"{cited.short}: {cited.title}", cited.game)
            letters.setdefault(cited.short[:1].upper(), []).append(row)
        return sorted(letters.items()), False
