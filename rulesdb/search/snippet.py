"""The part of a text that matches a search, with the hits marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulesdb.search.words import WORD, fold

MIN_WIDTH = 20
_ROOM_FOR_OPENING = 80


@dataclass(frozen=True, slots=True)
class Wanted:
    """The words that count as hits: ``words``, and words that begin with one of ``beginnings``."""

    words: frozenset[str]
    beginnings: tuple[str, ...]

    def holds(self, word: str) -> bool:
        return word in self.words or word.startswith(self.beginnings)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A line of text in pieces, each with whether it is a hit."""

    pieces: tuple[tuple[str, bool], ...]

    @property
    def plain(self) -> str:
        return "".join(text for text, _ in self.pieces)

    def marked(self, before: str = "**", after: str = "**") -> str:
        """The line with each hit between two marks.

        >>> Snippet((("the ", False), ("airlock", True))).marked()
        'the **airlock**'
        """
        return "".join(before + text + after if hit else text for text, hit in self.pieces)


def cut_snippet(texts: Iterable[str], wanted: Wanted, width: int, opening: bool = False) -> Snippet:
    """At most ``width`` characters, from the first of ``texts`` with a hit, else from the first one.

    With ``opening`` the first words of the text come before a hit far down, if there is room for both.

    >>> cut_snippet(["It opens. Air is lost."], Wanted(frozenset({"lost"}), ()), 20).marked()
    '… Air is **lost**.'
    """
    lines = [" ".join(text.split()) for text in texts if text]
    width = max(width, MIN_WIDTH)
    for line in lines:
        spans = _hits(line, wanted)
        if not spans:
            continue
        start, end = _window(line, spans, width)
        if start and opening and width >= _ROOM_FOR_OPENING:
            _, first = _whole_words(line, 0, width * 2 // 5)
            low, high = _window(line, [span for span in spans if span[0] > first], width - first - 1)
            if low > first:
                return Snippet(((line[:first] + " ", False), *_pieces(line, low, high, spans)))
        return Snippet(_pieces(line, start, end, spans))
    return Snippet(_pieces(lines[0], *_window(lines[0], [], width), []) if lines else ())


def mark_hits(text: str, wanted: Wanted) -> Snippet:
    """A whole text with its hits marked."""
    return Snippet(_pieces(text, 0, len(text), _hits(text, wanted)))


def _hits(line: str, wanted: Wanted) -> list[tuple[int, int]]:
    return [match.span() for match in WORD.finditer(line) if wanted.holds(fold(match[0]))]


def _window(line: str, spans: list[tuple[int, int]], width: int) -> tuple[int, int]:
    """The part to show: of those that start shortly before a hit, the first with the most hits."""
    if len(line) <= width:
        return 0, len(line)
    room = width - len("… ") - len(" …")
    latest = len(line) - room
    starts = [0, *(max(0, min(low - room // 4, latest)) for low, _ in spans)]

    def hits(stretch: tuple[int, int]) -> int:
        return sum(stretch[0] <= low and high <= stretch[1] for low, high in spans)

    best = max((_whole_words(line, start, room) for start in starts), key=hits)
    if spans and not hits(best):
        # Every hit is in a run without spaces that is longer than the line.
        return spans[0][0], min(spans[0][0] + room, len(line))
    return best


def _whole_words(line: str, start: int, room: int) -> tuple[int, int]:
    if start and line[start - 1] != " ":
        start = line.find(" ", start) + 1
    end = start + room
    if end >= len(line):
        return start, len(line)
    blank = line.rfind(" ", start, end + 1)
    return start, blank if blank > start else end


def _pieces(line: str, start: int, end: int, spans: list[tuple[int, int]]) -> tuple[tuple[str, bool], ...]:
    """Part of a line, with an ellipsis where the line goes on."""
    pieces = [("… ", False)] if start else []
    at = start
    for low, high in spans:
        if low >= start and high <= end:
            pieces += [(line[at:low], False), (line[low:high], True)]
            at = high
    pieces.append((line[at:end].rstrip(), False))
    if end < len(line):
        pieces.append((" …", False))
    return tuple(piece for piece in pieces if piece[0])
