"""Lines of styled text, set to a width in terminal cells.

Styles are names of what a piece of text is (``title``, ``link``, ``house`` …), never colors; the widget that
shows a page knows the colors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, chop_cells

MEASURE = 88
"""Prose is never set wider than so many cells, for the eye to find the next line."""

_PIECE = re.compile(r"\s+|\S+")


@dataclass(frozen=True, slots=True)
class Words:
    """A run of text of one style; with a ``target`` it is a link."""

    text: str
    style: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in a line; ``link`` is the number of the link that it belongs to.

    ``style`` may name several styles, with blanks between them.
    """

    text: str
    style: str = ""
    link: int | None = None


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Where a link leads, and the first and last line that it stands on."""

    target: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Page:
    """Lines that fit a width, and the links on them in reading order."""

    lines: tuple[Line, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def text(self) -> str:
        """The page without styles."""
        return "\n".join(line_text(line) for line in self.lines)

    def link_at(self, line: int, column: int) -> int | None:
        """The number of the link at a place, or ``None``."""
        if not 0 <= line < len(self.lines):
            return None
        for span in self.lines[line]:
            column -= cell_len(span.text)
            if column < 0:
                return span.link
        return None


def line_text(line: Line) -> str:
    """A line without its styles."""
    return "".join(span.text for span in line).rstrip()


def wrap(words: Iterable[Span], width: int, first: str = "", rest: str = "") -> list[Line]:
    """Break spans into lines of at most ``width`` cells; a word that is too long is cut.

    ``first`` and ``rest`` are put before the first line and the others.

    >>> [line_text(line) for line in wrap([Span("one two "), Span("three", "link")], 9, rest="  ")]
    ['one two', '  three']
    """
    lines: list[Line] = []
    current: list[Span] = [Span(first)] if first else []
    used = start = cell_len(first)
    most = max(1, width - max(cell_len(first), cell_len(rest)))
    for gap, atom in _atoms(words):
        long = sum(cell_len(span.text) for span in atom)
        space = [Span(" ", gap.style, gap.link)] if gap is not None and used > start else []
        if used > start and used + len(space) + long > width:
            lines.append(tuple(current))
            current, space = ([Span(rest)] if rest else []), []
            used = start = cell_len(rest)
        for span in atom if used + len(space) + long <= width else _cut(atom, most):
            if used > start and used + cell_len(span.text) > width:
                lines.append(tuple(current))
                current = [Span(rest)] if rest else []
                used = start = cell_len(rest)
            current += [*space, span]
            used += len(space) + cell_len(span.text)
            space = []
    return [*lines, tuple(current)]


def _atoms(words: Iterable[Span]) -> Iterator[tuple[Span | None, list[Span]]]:
    """What must stay on one line, with the gap before it."""
    gap: Span | None = None
    atom: list[Span] = []
    for word in words:
        for piece in _PIECE.findall(word.text):
            if not piece.isspace():
                atom.append(Span(piece, word.style, word.link))
                continue
            if atom:
                yield gap, atom
                atom = []
            gap = Span(" ", word.style, word.link)
    if atom:
        yield gap, atom


def _cut(atom: Sequence[Span], width: int) -> Iterator[Span]:
    for span in atom:
        for part in chop_cells(span.text, width):
            yield Span(part, span.style, span.link)


def _broken(line: str, width: int) -> Iterator[str]:
    """A line in parts, at a space where there is one, with every space kept."""
    while cell_len(line) > max(1, width):
        at = line.rfind(" ", len(line) - len(line.lstrip()) + 1, width + 1)
        at = at + 1 if at > 0 else len(chop_cells(line, max(1, width))[0])
        yield line[:at]
        line = line[at:]
    yield line


class Typesetter:
    """Sets a page from top to bottom."""

    def __init__(self, width: int) -> None:
        """A page of ``width`` cells."""
        self.width = max(8, width)
        self.measure = min(self.width, MEASURE)
        self._lines: list[Line] = []
        self._targets: list[str] = []

    def spans(self, words: Iterable[Words]) -> list[Span]:
        """The words with their links numbered."""
        found: list[Span] = []
        for word in words:
            link = None
            if word.target:
                link = len(self._targets)
                self._targets.append(word.target)
            found.append(Span(word.text, word.style or ("link" if word.target else ""), link))
        return found

    def paragraph(self, *words: Words, first: str = "", rest: str | None = None) -> None:
        """Set words as a paragraph; ``first`` and ``rest`` begin its lines."""
        self.put(wrap(self.spans(words), self.measure, first, first if rest is None else rest))

    def heading(self, text: str) -> None:
        """Set a heading, with a blank line before it."""
        self.blank()
        self.paragraph(Words(text, "heading"))

    def verbatim(self, text: str, style: str) -> None:
        """Set lines as they are; what is too long goes on in the next line, further in."""
        for line in text.splitlines():
            for number, part in enumerate(_broken(line, self.width - 6)):
                self.put([(Span("      " if number else "  "), Span(part, style))])

    def blank(self) -> None:
        """Leave a line blank, unless the page begins here or the last one is blank."""
        if self._lines and line_text(self._lines[-1]):
            self._lines.append(())

    def put(self, lines: Iterable[Line]) -> None:
        """Add lines that fit."""
        self._lines += lines

    def page(self) -> Page:
        """What has been set."""
        places: dict[int, list[int]] = {}
        for number, line in enumerate(self._lines):
            for span in line:
                if span.link is not None:
                    places.setdefault(span.link, []).append(number)
        links = [
            Link(target, min(places.get(number, [0])), max(places.get(number, [0])))
            for number, target in enumerate(self._targets)
        ]
        return Page(tuple(self._lines), tuple(links))
