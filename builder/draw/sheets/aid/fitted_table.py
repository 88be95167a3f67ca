"""The columns of tables on the player aid: as wide as their text, with ranges that rows share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.surface.flow import CELL_PAD
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type

MIN_SIZE = 2.65
"""The least size of type in a table, in mm: seven and a half points."""
# More lines than any row of a table has.
_MOST_LINES = 13
_MARKED = re.compile(r"\S+ \(\w+\)")
_RANGE = re.compile(r"(\d+)(?:-(\d+)|(\+))?")


def column_widths(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    size: float,
    width: float,
    metrics: Metrics,
    *,
    bold_keys: bool = False,
) -> list[float] | None:
    """Widths in mm that break no word of a column, and make rows low; ``None`` if they do not fit ``width``.

    With ``bold_keys`` the first column is bold.
    """
    columns: list[_Column] = []
    for index, head in enumerate(heads):
        bold = Type(CONDENSED_BOLD, size)
        plain = bold if bold_keys and index == 0 else Type(CONDENSED, size)
        texts = [(head.split(), bold), *((_unbroken(row[index]), plain) for row in rows)]
        cells = [[metrics.width(word, type) for word in words] for words, type in texts]
        columns.append(_Column(cells, metrics.width(" ", plain)))
    tried = range(1, _MOST_LINES)
    lines = next((most for most in tried if sum(each.at_most(most) for each in columns) <= width), None)
    if lines is None:
        return None
    order = range(len(columns))
    even = [1 / len(columns)] * len(columns)
    if lines == 1:
        # No way is lower than this.
        return _with_spare([column.at_most(1) for column in columns], width, even)
    ways = list(dict.fromkeys(tuple(_shared_out(columns, lines, width, first)) for first in order))
    shares = even, *([float(at == index) for at in order] for index in order)
    choices = [_with_spare(widths, width, share) for share in shares for widths in ways]
    return min(choices, key=lambda widths: _height(columns, widths))


def _with_spare(widths: Sequence[float], width: float, shares: Sequence[float]) -> list[float]:
    """The widths of columns, each with its share of what is left of the whole."""
    spare = width - sum(widths)
    return [own + spare * part for own, part in zip(widths, shares, strict=True)]


def _shared_out(columns: Sequence[_Column], lines: int, width: float, first: int) -> list[float]:
    """The columns with at most so many lines, of which some have one: the ``first``, then who needs least."""
    widths = [column.at_most(lines) for column in columns]
    for index in sorted(range(len(columns)), key=lambda each: each != first and columns[each].at_most(1)):
        widths[index] += _grown(columns[index].at_most(1) - widths[index], width - sum(widths))
    return widths


def _grown(wanted: float, spare: float) -> float:
    return wanted if wanted <= spare else 0.0


def _height(columns: Sequence[_Column], widths: Sequence[float]) -> int:
    """The lines of all rows, each as high as its highest cell."""
    counts = [
        [column.lines(cell, width) for cell in column.cells]
        for column, width in zip(columns, widths, strict=True)
    ]
    return sum(map(max, zip(*counts, strict=True)))


@dataclass(frozen=True, slots=True)
class _Column:
    """The widths of the words of each cell of a column, and of the space between two words."""

    cells: Sequence[Sequence[float]]
    space: float

    def at_most(self, lines: int) -> float:
        """The least width in mm in which no cell breaks a word, or has more lines.

        >>> [_Column([[4.0, 5.0, 6.0], [7.0]], 1.0).at_most(lines) - CELL_PAD for lines in (1, 2, 3)]
        [17.0, 10.0, 7.0]
        """
        return CELL_PAD + max((self._narrowest(cell, lines) for cell in self.cells if cell), default=0.0)

    def lines(self, cell: Sequence[float], width: float) -> int:
        """The lines of a cell in a width of the column in mm."""
        lines, run = 1, 0.0
        for number, word in enumerate(cell):
            run += word + self.space * (number > 0)
            if number and run > width - CELL_PAD:
                lines, run = lines + 1, word
        return lines

    def _narrowest(self, cell: Sequence[float], lines: int) -> float:
        """The least width in which one cell has at most so many lines."""
        whole = sum(cell) + self.space * (len(cell) - 1)
        if lines == 1:
            return whole
        if lines >= len(cell):
            return max(cell)
        # The first words on the first line, and the others on the rest.
        first, narrowest = -self.space, whole
        for count, word in enumerate(cell[:-1], 1):
            first += self.space + word
            narrowest = min(narrowest, max(first, self._narrowest(cell[count:], lines - 1)))
        return narrowest


def _unbroken(cell: str) -> list[str]:
    """The parts of a cell that stay on one line: a figure with its mark, or else words."""
    return [cell] if _MARKED.fullmatch(cell) else cell.split()


def common_ranges(ranges: Sequence[Sequence[str]]) -> list[str] | None:
    """Ranges that subdivide those of every row; ``None`` if a text is not a range.

    >>> common_ranges([["0", "1-3", "4+"], ["0-1", "2+"]])
    ['0', '1', '2-3', '4+']
    """
    starts: set[int] = set()
    last: int | None = 0
    for row in ranges:
        for text in row:
            match = _RANGE.fullmatch(text)
            if match is None:
                return None
            starts.add(int(match[1]))
            end = None if match[3] else int(match[2] or match[1])
            last = None if last is None or end is None else max(last, end)
    edges = sorted(starts)
    common = []
    for start, after in zip(edges, [*edges[1:], None], strict=True):
        end = last if after is None else after - 1
        common.append(f"{start}+" if end is None else str(start) if end == start else f"{start}-{end}")
    return common
