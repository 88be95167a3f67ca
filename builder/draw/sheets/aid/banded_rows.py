"""Rows of a table on the aid, banded, below headings that can share a first line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from builder.draw.maps.map_key import Draw
from builder.draw.sheets.aid.fitted_table import MIN_SIZE, column_widths
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.flow import CELL_PAD, Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type

WIDE = 100
"""The width in mm from which a table has room for two columns of modifiers, or for long keys."""
# In a narrow table; more lines than that are easier to read in a wider one.
_MAX_KEY_LINES = 2
# A column of figures is centered if all of them are so short.
_MAX_CENTERED = 12
_ICON, _ICON_ROOM = 4.0, 5.2
# How large it is there against a picture of a key, and the size of an icon in such a picture.
_OF_KEY, _KEY_ICON = 0.5, 8.0
# Between cells to write in.
_OPEN = 0.9
# Headings share their first words on a line of their own if these are at least so many.
_SHARED = 2


@dataclass(frozen=True, slots=True)
class SharedHead:
    """The first words of the headings of the columns from ``first`` to before ``end``."""

    text: str
    first: int
    end: int


def shared_heads(heads: Sequence[str]) -> tuple[list[SharedHead], list[str]]:
    """What neighboring headings share, and what is left of each heading.

    >>> shared_heads(["weapon", "range", "dice of burst", "dice of sustained"])
    ([SharedHead(text='dice of', first=2, end=4)], ['weapon', 'range', 'burst', 'sustained'])
    """
    shared, left = [], list(heads)
    for start, columns in groupby(range(1, len(heads)), lambda at: heads[at].split()[:_SHARED]):
        run = list(columns)
        if len(run) > 1 and all(len(heads[at].split()) > _SHARED for at in run):
            shared.append(SharedHead(" ".join(start), run[0], run[-1] + 1))
            for at in run:
                left[at] = " ".join(heads[at].split()[_SHARED:])
    return shared, left


def draw_icon(icon: str, canvas: Canvas, at: Point) -> None:
    """An icon as a picture of a key."""
    canvas.icon(icon, at[0] - _KEY_ICON / 2, at[1] - _KEY_ICON / 2, _KEY_ICON, "heading")


def banded_rows(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    writer: Writer,
    size: float,
    icons: Mapping[str, Draw],
    *,
    headed: bool = True,
    tints: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    unit: str = "",
    padding: float = 0.0,
) -> Block | None:
    """Rows with every second one on a panel, in type of ``size`` mm; figures and results are centered.

    ``icons`` stand before rows, by their first cell, in the size of those of a key. ``tints`` are the colors
    of cells and of text on them, by the text of a cell or of the heading of its column. The ``unit`` of all
    columns but the first stands above their headings. A row that has only its first cell is gray, and its
    others are to write in. Rows are ``padding`` mm higher than they must be. ``None`` if they are too wide.
    """
    metrics, left = writer.metrics, _ICON_ROOM if icons else 0.0
    bold, text = Type(CONDENSED_BOLD, size), Type(CONDENSED, size)
    head_type = bold.at(max(MIN_SIZE, round(size * 0.92, 2)))
    shared, own_heads = ([SharedHead(unit, 1, len(heads))], list(heads)) if unit else shared_heads(heads)
    widths = column_widths(own_heads, rows, size, writer.width - left, metrics, bold_keys=True)
    if widths is None:
        return None
    shared_type, fits = head_type, True
    for each in shared:
        room = sum(widths[each.first : each.end]) - CELL_PAD
        shared_type = metrics.fit(each.text, shared_type, room, MIN_SIZE)
        fits = fits and metrics.width(each.text, shared_type) <= room
    if not fits:
        shared, own_heads = [], list(heads)
        widths = column_widths(heads, rows, size, writer.width - left, metrics, bold_keys=True)
    if widths is None:
        return None
    columns = widths
    has_results = bool(tints) or _has_short_results(heads, rows)
    centered = [
        index > 0 and (has_results or _is_centered([row[index] for row in rows]))
        for index in range(len(heads))
    ]
    step = size * 1.2

    def wrapped(cells: Sequence[str], types: Sequence[Type]) -> list[list[str]]:
        return [
            metrics.wrap(cell, type, width - CELL_PAD + 0.01)
            for cell, type, width in zip(cells, types, columns, strict=True)
        ]

    types = [bold, *[text] * (len(heads) - 1)]
    lines = [wrapped(own_heads, [head_type] * len(heads)), *(wrapped(row, types) for row in rows)]
    if writer.width <= WIDE and any(len(cells[0]) > _MAX_KEY_LINES for cells in lines):
        return None
    heights = [max(map(len, cells)) * step + size * 0.36 + padding for cells in lines]
    shared_tall = step + size * 0.2 if shared and headed else 0.0
    heights[0] = heights[0] if headed else 0.0
    cells_of_line = [heads, *rows]
    is_plain = writer.theme.saves_ink

    def draw(canvas: Canvas, x: float, y: float) -> None:
        edges = [x + left + sum(columns[:at]) for at in range(len(columns) + 1)]
        for each in shared if headed else ():
            start, end = edges[each.first], edges[each.end]
            middle, base = (start + end) / 2, y + step - size * 0.16
            room = (start, y, end - start, shared_tall)
            canvas.text(each.text, middle, base, shared_type, anchor="middle", fill="muted", within=room)
            rule = y + shared_tall
            ends = ((start + CELL_PAD / 2, rule), (end - CELL_PAD / 2, rule))
            canvas.line(*ends, stroke="muted", stroke_width="rule")
        top = y + shared_tall
        for number, (cells, height) in enumerate(zip(lines, heights, strict=True)):
            if number == 0 and not headed:
                continue
            if is_plain:
                canvas.rule(x, top + height, writer.width)
            elif number % 2:
                canvas.rect(x, top, writer.width, height, fill="panel")
            key = rows[number - 1][0] if number else ""
            if key in icons:
                spot = f"translate({mm(x + 0.5 + _ICON / 2)} {mm(top + height / 2)}) scale({_OF_KEY:g})"
                with canvas.layer(transform=spot):
                    icons[key](canvas, (0.0, 0.0))
            for column, (cell, width) in enumerate(zip(cells, columns, strict=True)):
                type = head_type if number == 0 else types[column]
                at = edges[column]
                anchor, place = (
                    ("middle", at + width / 2) if centered[column] else ("start", at + CELL_PAD / 2)
                )
                is_nil = column > 0 and cell in (["0"], ["–"])
                is_open = number > 0 and not any(cells_of_line[number][1:])
                color = "muted" if number == 0 or is_nil or is_open else "ink"
                if is_open and column:
                    box = at + _OPEN / 2, top + _OPEN / 2, width - _OPEN, height - _OPEN
                    canvas.rect(*box, fill="paper", stroke="muted", stroke_width="rule")
                either = cells_of_line[number][column], heads[column]
                tint = next((tints[text] for text in either if text in tints), None) if column else None
                if number and tint and not is_nil:
                    canvas.rect(at, top, width, height, fill=tint[0], stroke="paper", stroke_width=0.3)
                    color = tint[1]
                # Headings stand on the first row, and the cells of a row are level with each other.
                spare = height - size * 0.36 - len(cell) * step
                base = top + step - size * 0.16 + (spare if number == 0 else spare / 2)
                room = (at, top, width, height)
                canvas.lines(cell, place, base, type, step, anchor=anchor, fill=color, within=room)
            top += height

    return Block(shared_tall + sum(heights) + size * 0.3, draw)


def run_in_rows(rows: Sequence[Sequence[str]], writer: Writer, size: float, padding: float = 0.0) -> Block:
    """Banded rows of texts that run on after bold keys, where cells side by side would be too narrow."""
    metrics, step, pad = writer.metrics, size * 1.2, CELL_PAD / 2
    bold, text = Type(CONDENSED_BOLD, size), Type(CONDENSED, size)
    width = writer.width - CELL_PAD
    placed: list[tuple[str, float, list[str]]] = []
    for key, *cells in rows:
        said, after = run_in(cells), metrics.width(f"{key}  ", bold)
        first = metrics.wrap(said, text, width - after)[0]
        rest = said[len(first) :].strip()
        placed.append((key, after, [first, *(metrics.wrap(rest, text, width) if rest else [])]))
    heights = [len(lines) * step + size * 0.36 + padding for _, _, lines in placed]
    is_plain = writer.theme.saves_ink

    def draw(canvas: Canvas, x: float, y: float) -> None:
        top = y
        for number, ((key, after, lines), height) in enumerate(zip(placed, heights, strict=True)):
            if is_plain:
                canvas.rule(x, top + height, writer.width)
            elif number % 2 == 0:
                canvas.rect(x, top, writer.width, height, fill="panel")
            base, room = top + step - size * 0.16 + padding / 2, (x, top, writer.width, height)
            canvas.text(key, x + pad, base, bold, within=room)
            canvas.text(lines[0], x + pad + after, base, text, within=room)
            canvas.lines(lines[1:], x + pad, base + step, text, step, within=room)
            top += height

    return Block(sum(heights) + size * 0.3, draw)


def run_in_columns(rows: Sequence[Sequence[str]], writer: Writer, size: float) -> list[Block]:
    """A few short rows like these, without bands, in two columns if they fit."""
    metrics, bold, text = writer.metrics, Type(CONDENSED_BOLD, size), Type(CONDENSED, size)
    placed = [(key, metrics.width(f"{key}  ", bold), run_in(cells)) for key, *cells in rows]
    width = writer.width / 2
    columns = (
        2 if all(after + metrics.width(said, text) < width - CELL_PAD for _, after, said in placed) else 1
    )
    step = size * 1.35

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for number, (key, after, said) in enumerate(placed):
            left = x + CELL_PAD / 2 + number % columns * width
            base = y + (number // columns + 1) * step - size * 0.16
            canvas.text(key, left, base, bold)
            canvas.text(said, left + after, base, text)

    return [Block(-(-len(placed) // columns) * step + size * 0.3, draw)]


def run_in(cells: Sequence[str]) -> str:
    """The texts of a row, one after the other.

    >>> run_in(["one full round", "once a round"])
    'one full round; once a round'
    """
    return "; ".join(cells)


def _has_short_results(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table has a short result for each roll, all of which are set alike.

    >>> _has_short_results(["die", "1-4", "5+"], [["bugs", "none", "present"]])
    True
    """
    rolls, cells = heads[1:], [cell for row in rows for cell in row[1:]]
    return all(roll[:1].isdigit() for roll in rolls) and all(len(cell) <= _MAX_CENTERED for cell in cells)


def _is_centered(cells: Sequence[str]) -> bool:
    """Whether a column has figures, all of them short, or nothing but short words."""
    figures = [cell for cell in cells if any(letter.isdigit() for letter in cell)]
    if figures:
        return all(len(cell) <= _MAX_CENTERED for cell in figures)
    return all(len(cell) <= 4 for cell in cells)
