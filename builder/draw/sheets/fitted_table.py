"""Tables whose columns are as wide as their text, as blocks of a sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type

_PAD = 1.6
_LEAD = 1.18


def column_widths(
    heads: Sequence[str], rows: Sequence[Sequence[str]], size: float, width: float, metrics: Metrics
) -> list[float] | None:
    """Widths in mm that break no word of a column, ``None`` if they do not fit ``width``.

    What is left over goes to the columns whose cells would otherwise break into lines.
    """
    wanted: list[float] = []
    least: list[float] = []
    for index, head in enumerate(heads):
        plain, bold = Type(CONDENSED, size), Type(CONDENSED_BOLD, size)
        cells = [row[index] for row in rows]
        wanted.append(_PAD + max(metrics.width(head, bold), *(metrics.width(cell, plain) for cell in cells)))
        words = [metrics.width(word, bold) for word in head.split()]
        words += [metrics.width(word, plain) for cell in cells for word in cell.split()]
        least.append(_PAD + max(words, default=0.0))
    if sum(least) > width:
        return None
    slack = width - sum(least)
    hungry = sum(wanted) - sum(least)
    if hungry <= slack:
        share = (width - sum(wanted)) / len(wanted)
        return [each + share for each in wanted]
    return [low + slack * (high - low) / hungry for low, high in zip(least, wanted, strict=True)]


def fitted_table(
    writer: Writer, heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float], size: float
) -> Block:
    """A table with the given column widths, every text held to its cell."""
    metrics = writer.metrics
    plain, bold = Type(CONDENSED, size), Type(CONDENSED_BOLD, size)
    step = size * _LEAD

    def broken(cells: Sequence[str], type: Type) -> list[list[str]]:
        return [
            metrics.wrap(cell, type, width - _PAD + 0.01) for cell, width in zip(cells, widths, strict=True)
        ]

    lines = [(broken(heads, bold), bold), *((broken(row, plain), plain) for row in rows)]
    heights = [max(len(cell) for cell in cells) * step + size * 0.32 for cells, _ in lines]

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.rect(x, y, writer.width, heights[0], fill="panel")
        top = y
        for (cells, type), height in zip(lines, heights, strict=True):
            at = x
            for cell, width in zip(cells, widths, strict=True):
                room = (at, top, width, height)
                canvas.lines(cell, at + _PAD / 2, top + size * 0.98, type, step, within=room)
                at += width
            top += height
            canvas.rule(x, top, writer.width)

    return Block(sum(heights) + size * 0.3, draw)


_RANGE = re.compile(r"(\d+)(?:-(\d+)|(\+))?")


def common_ranges(ranges: Sequence[Sequence[str]]) -> list[str] | None:
    """Ranges that divide those of every row; ``None`` if a text is not a range.

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
