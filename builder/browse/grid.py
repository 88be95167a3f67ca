"""Tables drawn with characters, to fit a width.

A table that is too wide wraps its cells; if that does not help it is drawn in parts, each with the first
columns again; and where not even two more columns fit, each row becomes a list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len

from builder.browse.typesetting import Line, Span, Typesetter, wrap

GAPS = (2, 1)
"""Cells between columns: roomy, or tight where that saves a table from being broken up."""
LEAST_COLUMN = 4
MOST_UNBROKEN = 14
"""A word up to so many cells is not cut to make a column narrower."""

_NUMBER = re.compile(r"(?:[-+–]?\d+|[-–])?(?:\[[a-z]\])?\Z")
_LETTER = len("[a]")

Cell = Sequence[Span]


def put_grid(setter: Typesetter, heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], keys: int) -> None:
    """Draw a table; the first ``keys`` columns say which row it is."""
    whole = list(range(len(heads)))
    for gap in GAPS:
        widths = [max(1, *(cell_len(text) for text in _column(heads, rows, at))) for at in whole]
        if sum(widths) + gap * (len(whole) - 1) <= setter.width:
            setter.put(_draw(heads, rows, whole, widths, gap))
            return
    fitted = _fit(heads, rows, whole, setter.width)
    parts = [(whole, fitted)] if fitted is not None else _parts(heads, rows, keys, setter.width)
    if parts is None:
        _put_lists(setter, heads, rows, keys)
        return
    for number, (chosen, part_widths) in enumerate(parts):
        if number:
            setter.blank()
        setter.put(_draw(heads, rows, chosen, part_widths, GAPS[0]))


def _text(cell: Cell) -> str:
    return "".join(span.text for span in cell)


def _column(heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], at: int) -> list[str]:
    return [_text(heads[at]), *(_text(row[at]) for row in rows)]


def _fit(
    heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], chosen: Sequence[int], width: int
) -> list[int] | None:
    """The width of each column, or ``None`` where they do not fit even with their cells wrapped."""
    texts = [_column(heads, rows, at) for at in chosen]
    wanted = [max(1, *(cell_len(text) for text in column)) for column in texts]
    room = width - GAPS[0] * (len(texts) - 1)
    if sum(wanted) <= room:
        return wanted
    given = [
        min(want, max(LEAST_COLUMN, min(MOST_UNBROKEN, _longest_word(column) + 1)))
        for want, column in zip(wanted, texts, strict=True)
    ]
    if sum(given) > room:
        return None
    spare = room - sum(given)
    while spare:
        # The column whose text would be the tallest gets the next cell.
        hungry = [at for at in range(len(given)) if given[at] < wanted[at]]
        if not hungry:
            break
        tallest = max(hungry, key=lambda at: wanted[at] / given[at])
        given[tallest] += 1
        spare -= 1
    return given


def _longest_word(texts: Sequence[str]) -> int:
    return max((cell_len(word) for text in texts for word in text.split()), default=1)


def _parts(
    heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], keys: int, width: int
) -> list[tuple[list[int], list[int]]] | None:
    """As many columns as fit, part by part; ``None`` where a part would hold less than two."""
    parts: list[tuple[list[int], list[int]]] = []
    left = list(range(keys, len(heads)))
    while left:
        for count in range(len(left), 0, -1):
            chosen = [*range(keys), *left[:count]]
            widths = _fit(heads, rows, chosen, width)
            if widths is not None:
                break
        else:
            return None
        if count < 2 and len(left) > 1:
            return None
        parts.append((chosen, widths))
        left = left[count:]
    return parts


def _draw(
    heads: Sequence[Cell],
    rows: Sequence[Sequence[Cell]],
    chosen: Sequence[int],
    widths: Sequence[int],
    gap: int,
) -> list[Line]:
    right = [bool(rows) and all(_NUMBER.match(_text(row[at])) for row in rows) for at in chosen]
    slots = [any(_text(row[at]).endswith("]") for row in rows) for at in chosen]
    head = [[Span(span.text, span.style or "head", span.link) for span in heads[at]] for at in chosen]
    lines = _row(head, widths, right, slots, gap)
    lines.append((Span((" " * gap).join("─" * width for width in widths), "rule"),))
    bodies = [_row([row[at] for at in chosen], widths, right, slots, gap) for row in rows]
    tall = any(len(body) > 1 for body in bodies)
    for number, body in enumerate(bodies):
        lines += [_banded(line) for line in body] if tall and number % 2 else body
    return lines


def _banded(line: Line) -> Line:
    """A line of every other row, told from its neighbors where rows have several lines."""
    return tuple(replace(span, style=f"{span.style} band".strip()) for span in line)


def _row(
    cells: Sequence[Cell], widths: Sequence[int], right: Sequence[bool], slots: Sequence[bool], gap: int
) -> list[Line]:
    """One row; numbers stand under each other, with room for a letter behind them."""
    wrapped = [
        wrap(cell, width, rest="" if number else " ")
        for cell, width, number in zip(cells, widths, right, strict=True)
    ]
    lines: list[Line] = []
    for number in range(max(len(cell) for cell in wrapped)):
        spans: list[Span] = []
        for at, cell in enumerate(wrapped):
            part = cell[number] if number < len(cell) else ()
            text = _text(part)
            room = widths[at] - cell_len(text)
            behind = _LETTER if right[at] and slots[at] and not text.endswith("]") else 0
            before = max(0, room - behind) if right[at] else 0
            spans += [Span(" " * before), *part, Span(" " * (room - before)), Span(" " * gap)]
        lines.append(tuple(span for span in spans[:-1] if span.text))
    return lines


def _put_lists(setter: Typesetter, heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], keys: int) -> None:
    for row in rows:
        title = [*row[0], *(span for cell in row[1:keys] for span in (Span(", "), *cell))]
        bold = [Span(span.text, span.style or "head", span.link) for span in title]
        setter.put(wrap(bold, setter.width))
        for head, cell in zip(heads[keys:], row[keys:], strict=True):
            setter.put(wrap([Span(f"{_text(head)}: ", "muted"), *cell], setter.width, "  ", "    "))
