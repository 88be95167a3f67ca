"""The columns of tables on the player aid: as wide as their text, with ranges that rows share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draw.surface.flow import CELL_PAD
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type

MIN_SIZE = 2.65
"""The least size of type in a table, in mm: seven and a half points."""
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
    """Widths in mm that break no word of a column; ``None`` if they do not fit ``width``.

    With ``bold_keys`` the first column is bold.

    Any remaining width goes to the columns whose cells would otherwise wrap.
    """
    wanted: list[float] = []
    least: list[float] = []
    for index, head in enumerate(heads):
        bold = Type(CONDENSED_BOLD, size)
        plain = bold if bold_keys and index == 0 else Type(CONDENSED, size)
        cells = [row[index] for row in rows]
        wanted.append(
            CELL_PAD + max(metrics.width(head, bold), *(metrics.width(cell, plain) for cell in cells))
        )
        words = [metrics.width(word, bold) for word in head.split()]
        words += [metrics.width(word, plain) for cell in cells for word in _unbroken(cell)]
        least.append(CELL_PAD + max(words, default=0.0))
    if sum(least) > width:
        return None
    slack = width - sum(least)
    hungry = sum(wanted) - sum(least)
    if hungry <= slack:
        share = (width - sum(wanted)) / len(wanted)
        return [each + share for each in wanted]
    return _evenly_wrapped(least, wanted, width)


def _evenly_wrapped(least: Sequence[float], wanted: Sequence[float], width: float) -> list[float]:
    """Widths whose longest cells wrap into about as many lines, and none narrower than its least.

    >>> [round(each) for each in _evenly_wrapped([10, 10, 10], [11, 12, 60], 60)]
    [10, 10, 40]
    """
    low, high = 1.0, max(want / few for want, few in zip(wanted, least, strict=True))
    for _ in range(24):
        lines = (low + high) / 2
        widths = [max(few, want / lines) for few, want in zip(least, wanted, strict=True)]
        low, high = (lines, high) if sum(widths) > width else (low, lines)
    widths = [max(few, want / high) for few, want in zip(least, wanted, strict=True)]
    spare = (width - sum(widths)) / len(widths)
    return [each + spare for each in widths]


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
