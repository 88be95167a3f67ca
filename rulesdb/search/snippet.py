"""The part of a text that matches a search, with the hits marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulesdb.search.words import WORD, fold

MIN_WIDTH = 20
_SENTENCE_END = re.compile(r"(?<=[a-z)\]][.!?:]) (?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The words that count as hits: ``words``, and words that start with one of ``beginnings``."""

    words: frozenset[str]
    beginnings: tuple[str, ...]

    def holds(self, word: str) -> bool:
        return word in self.words or word.startswith(self.beginnings)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A line of text in pieces, each marked as a hit or not."""

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


def sentences_in(text: str) -> list[str]:
    """The sentences of a text, each on one line; none of an empty text.

    >>> sentences_in("Air is lost. No. 3 stays, at 3.5 points.")
    ['Air is lost.', 'No. 3 stays, at 3.5 points.']
    """
    return [sentence for sentence in _SENTENCE_END.split(" ".join(text.split())) if sentence]


def best_passage(
    passages: Iterable[str], terms: Sequence[Mapping[str, float]], weights: Sequence[float]
) -> str:
    """The first passage with the greatest weight of terms, each the worth of its words and phrases.

    >>> hits = [{"pulse rifle": 1.0, "rifle": 0.5}, {"range": 1.0}]
    >>> best_passage(["Its range.", "Laser rifle: 12", "Pulse rifle: 13"], hits, [3, 1])
    'Pulse rifle: 13'
    """

    def weight(passage: str) -> float:
        text = f" {' '.join(fold(match[0]) for match in WORD.finditer(passage))} "
        return sum(
            weight * max((worth for form, worth in forms.items() if f" {form} " in text), default=0.0)
            for forms, weight in zip(terms, weights, strict=True)
        )

    return max(filter(None, passages), key=weight, default="")


def cut_snippet(text: str, wanted: Wanted, width: int) -> Snippet:
    """At most ``width`` characters of a text, if possible with a hit.

    >>> cut_snippet("It opens. Air is lost.", Wanted(frozenset({"lost"}), ()), 20).marked()
    '… Air is **lost**.'
    """
    line = " ".join(text.split())
    spans = _hits(line, wanted)
    return Snippet(_pieces(line, *_window(line, spans, max(width, MIN_WIDTH)), spans))


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
    """Part of a line, with an ellipsis where the line continues."""
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
