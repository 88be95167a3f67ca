"""Tables drawn with characters, to fit a width.

A table that is too wide wraps its cells; if that does not help it is drawn in parts, each with the first
columns again; if not even one more column fits, each row becomes a list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len

from builder.browse.typesetting import Line, Span, Typesetter, wrap
from builder.reading.text_grid import fit_columns

_NUMBER = re.compile(r"(?:[-+–]?\d+|[-–])?(?:\[[a-z]\])?\Z")
_LETTER = len("[a]")
_GAP = "  "

Cell = Sequence[Span]


def put_grid(setter: Typesetter, heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], keys: int) -> None:
    """Draw a table; the first ``keys`` columns say which row it is."""
    texts = [[_text(cell) for cell in row] for row in (heads, *rows)]
    parts = fit_columns(texts, keys, setter.width)
    if parts is None:
        _put_lists(setter, heads, rows, keys)
        return
    for number, (chosen, widths) in enumerate(parts):
        if number:
            setter.blank()
        setter.put(_draw(heads, rows, chosen, widths))


def _text(cell: Cell) -> str:
    return "".join(span.text for span in cell)


def _draw(
    heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], chosen: Sequence[int], widths: Sequence[int]
) -> list[Line]:
    right = [bool(rows) and all(_NUMBER.match(_text(row[at])) for row in rows) for at in chosen]
    slots = [any(_text(row[at]).endswith("]") for row in rows) for at in chosen]
    head = [[Span(span.text, span.style or "head", span.link) for span in heads[at]] for at in chosen]
    lines = _row(head, widths, right, slots)
    lines.append((Span(_GAP.join("─" * width for width in widths), "rule"),))
    bodies = [_row([row[at] for at in chosen], widths, right, slots) for row in rows]
    tall = any(len(body) > 1 for body in bodies)
    for number, body in enumerate(bodies):
        lines += [_banded(line) for line in body] if tall and number % 2 else body
    return lines


def _banded(line: Line) -> Line:
    """A line of every other row, told from its neighbors where rows have several lines."""
    return tuple(replace(span, style=f"{span.style} band".strip()) for span in line)


def _row(
    cells: Sequence[Cell], widths: Sequence[int], right: Sequence[bool], slots: Sequence[bool]
) -> list[Line]:
    """One row; numbers stand under each other, with room for a letter behind them."""
    wrapped = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines: list[Line] = []
    for number in range(max(len(cell) for cell in wrapped)):
        spans: list[Span] = []
        for at, cell in enumerate(wrapped):
            part = cell[number] if number < len(cell) else ()
            text = _text(part)
            room = widths[at] - cell_len(text)
            behind = _LETTER if right[at] and slots[at] and not text.endswith("]") else 0
            before = max(0, room - behind) if right[at] else 0
            spans += [Span(" " * before), *part, Span(" " * (room - before)), Span(_GAP)]
        lines.append(tuple(span for span in spans[:-1] if span.text))
    return lines


def _put_lists(setter: Typesetter, heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], keys: int) -> None:
    for row in rows:
        title = [*row[0], *(span for cell in row[1:keys] for span in (Span(", "), *cell))]
        bold = [Span(span.text, span.style or "head", span.link) for span in title]
        setter.put(wrap(bold, setter.width))
        for head, cell in zip(heads[keys:], row[keys:], strict=True):
            setter.put(wrap([Span(f"{_text(head)}: ", "muted"), *cell], setter.width, "  ", "    "))
