"""Changes of a text that can be undone, combined and stored."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Any

from builder.lint.finding import Edit
from rulesdb import InputError
from rulesdb.problem import Span


@dataclass(frozen=True, slots=True)
class Piece:
    """``new`` that replaces ``old``, which is at the offset ``start`` of the text before the change.

    Offsets count characters from 0.
    """

    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        """The offset after the old text."""
        return self.start + len(self.old)


@dataclass(frozen=True, slots=True)
class Change:
    """Pieces of a text that change, in the order of the text; they neither overlap nor touch.

    >>> change = Change.of_pieces([Piece(0, "cold", "dead"), Piece(5, "", "thin ")])
    >>> change.apply("cold air"), change.inverse().apply("dead thin air")
    ('dead thin air', 'cold air')
    """

    pieces: tuple[Piece, ...] = ()

    @classmethod
    def of_pieces(cls, pieces: Iterable[Piece]) -> Change:
        """A change of pieces in order; those that touch are joined, those that change nothing are dropped."""
        merged: list[Piece] = []
        for piece in pieces:
            if merged and merged[-1].end > piece.start:
                raise InputError(f"two pieces of a change overlap at offset {piece.start}")
            if merged and merged[-1].end == piece.start:
                last = merged.pop()
                piece = Piece(last.start, last.old + piece.old, last.new + piece.new)
            merged.append(piece)
        return cls(tuple(piece for piece in map(_trimmed, merged) if piece.old != piece.new))

    @classmethod
    def of_edits(cls, text: str, edits: Iterable[Edit]) -> Change:
        """The change that edits of a text make; several insertions at one place keep their order."""
        starts = [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]

        def offset(line: int, column: int) -> int:
            return min(starts[line - 1] + column - 1, len(text)) if line <= len(starts) else len(text)

        pieces = []
        for edit in edits:
            span = edit.span
            start, end = offset(span.line, span.column), offset(span.end_line, span.end_column)
            pieces.append(Piece(start, text[start:end], edit.text))
        return cls.of_pieces(sorted(pieces, key=lambda piece: (piece.start, piece.end)))

    @classmethod
    def between(cls, old: str, new: str) -> Change:
        """The change from one text to another by lines, after typing or a change by another program."""
        before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
        starts = [0, *accumulate(map(len, before))]
        blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        pieces = [
            Piece(starts[first], "".join(before[first:last]), "".join(after[start:stop]))
            for tag, first, last, start, stop in blocks
            if tag != "equal"
        ]
        return cls.of_pieces(pieces)

    def apply(self, text: str) -> str:
        """The text after the change.

        Raises:
            InputError: the text is not the one that the change was made for.
        """
        parts: list[str] = []
        end = 0
        for piece in self.pieces:
            if text[piece.start : piece.end] != piece.old or piece.start > len(text):
                raise InputError("the text has changed since this change was made")
            parts += (text[end : piece.start], piece.new)
            end = piece.end
        return "".join((*parts, text[end:]))

    def inverse(self) -> Change:
        """The change that undoes this one."""
        shift = 0
        pieces = []
        for piece in self.pieces:
            pieces.append(Piece(piece.start + shift, piece.new, piece.old))
            shift += len(piece.new) - len(piece.old)
        return Change(tuple(pieces))

    def then(self, later: Change) -> Change:
        """This change and a later one of its result, as one."""
        return _combined(self.pieces, later.pieces)

    def edits(self, text: str, path: str = "") -> tuple[Edit, ...]:
        """The change by lines and columns of the text that it is made for."""
        lines = text.splitlines(keepends=True)
        starts = [0, *accumulate(map(len, lines))]

        def place(offset: int) -> tuple[int, int]:
            line = bisect_right(starts, offset)
            return line, offset - starts[line - 1] + 1

        return tuple(
            Edit(Span(path, *place(piece.start), *place(piece.end)), piece.new) for piece in self.pieces
        )

    def to_json(self) -> list[list[Any]]:
        """The pieces as lists of start, old and new text."""
        return [[piece.start, piece.old, piece.new] for piece in self.pieces]

    @classmethod
    def from_json(cls, data: Sequence[Sequence[Any]]) -> Change:
        """A change from what :meth:`to_json` gives.

        Raises:
            InputError: the data are something else.
        """
        try:
            pieces = [Piece(int(start), str(old), str(new)) for start, old, new in data]
        except (TypeError, ValueError) as error:
            raise InputError("a change is a list of pieces: start, old and new text") from error
        return cls.of_pieces(pieces)

    def __bool__(self) -> bool:
        return bool(self.pieces)


def _trimmed(piece: Piece) -> Piece:
    """A piece without the beginning and end that stay the same."""
    old, new = piece.old, piece.new
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return Piece(piece.start + start, old[start : len(old) - end], new[start : len(new) - end])


def _combined(first: Sequence[Piece], second: Sequence[Piece]) -> Change:
    """Two changes as one: pieces of the two that touch in the text between them become one."""
    pieces: list[Piece] = []
    i = j = shift = 0
    while i < len(first) or j < len(second):
        starts = [first[i].start + shift] if i < len(first) else []
        starts += [second[j].start] if j < len(second) else []
        low = high = min(starts)
        begin_first, begin_second, shift_before = i, j, shift
        while True:
            if i < len(first) and first[i].start + shift <= high:
                high = max(high, first[i].start + shift + len(first[i].new))
                shift += len(first[i].new) - len(first[i].old)
                i += 1
            elif j < len(second) and second[j].start <= high:
                high = max(high, second[j].end)
                j += 1
            else:
                break
        group = first[begin_first:i], second[begin_second:j]
        pieces.append(_group(low, high, shift_before, *group))
    return Change.of_pieces(pieces)


def _group(low: int, high: int, shift: int, first: Sequence[Piece], second: Sequence[Piece]) -> Piece:
    """One piece for the pieces of two changes in a range of the text between them, which they cover."""
    places, at = [], shift - low
    for piece in first:
        places.append(piece.start + at)
        at += len(piece.new) - len(piece.old)
    middle = [""] * (high - low)
    for piece in second:
        middle[piece.start - low : piece.end - low] = piece.old
    for piece, place in zip(first, places, strict=True):
        middle[place : place + len(piece.new)] = piece.new
    old, new = middle[:], middle
    for piece, place in reversed(list(zip(first, places, strict=True))):
        old[place : place + len(piece.new)] = piece.old
    for piece in reversed(second):
        new[piece.start - low : piece.end - low] = piece.new
    return Piece(low - shift, "".join(old), "".join(new))
