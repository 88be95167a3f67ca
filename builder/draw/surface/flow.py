"""Flowing text: blocks set below each other in columns and sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, ITALIC, REGULAR, Metrics, Type

BODY = Type(REGULAR, 3.2)
SMALL = Type(REGULAR, 2.5)
NOTE = Type(ITALIC, 2.5)
HEADING = Type(BOLD, 4.4)
CELL_PAD = 1.6
_BALANCE_STEP = 2.0


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text with its height in mm, drawn from its top left corner."""

    height: float
    draw: Callable[[Canvas, float, float], None]
    keep_with_next: bool = False


def stacked(parts: Sequence[Block], apart: float = 0.0) -> Block:
    """Blocks below each other that stay in one column, followed by ``apart`` mm of space."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for part in parts:
            part.draw(canvas, x, y)
            y += part.height

    return Block(sum(part.height for part in parts) + apart, draw)


class Writer:
    """Creates blocks of one width."""

    def __init__(self, width: float, context: DrawingContext) -> None:
        self.width = width
        self.context = context
        self.theme = context.theme
        self.metrics = context.metrics
        self.words = context.words

    def heading(self, text: str) -> Block:
        """A heading with a rule below it."""

        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.text(text, x, y + 5.6, self.metrics.fit(text, HEADING, self.width, 3.0))
            canvas.line((x, y + 7.2), (x + self.width, y + 7.2), stroke="ink", stroke_width="heading")

        return Block(9.0, draw, keep_with_next=True)

    def paragraph(self, text: str, type: Type = BODY, *, color: str = "ink", indent: float = 0) -> Block:
        """A paragraph, ragged right."""
        lines = self.metrics.wrap(text, type, self.width - indent)
        step = type.size * Metrics.LINE

        def draw(canvas: Canvas, x: float, y: float) -> None:
            room = (x, y, self.width + 0.1, step * len(lines) + 1)
            canvas.lines(lines, x + indent, y + type.size, type, step, fill=color, within=room)

        return Block(step * len(lines) + type.size * 0.5, draw)

    def item(self, lead: str, text: str, type: Type = BODY) -> Block:
        """A paragraph that starts with a bold phrase."""
        bold = Type(BOLD, type.size)
        lead_width = self.metrics.width(lead + "  ", bold)
        step = type.size * Metrics.LINE
        text = " ".join(self.metrics.printed(text).split())
        room = self.width - lead_width
        # A word that does not fit next to the phrase starts the next line.
        fits = self.metrics.width(text.partition(" ")[0], type) <= room
        first = self.metrics.wrap(text, type, room)[0] if fits else ""
        rest = text[len(first) :].strip()
        lines = self.metrics.wrap(rest, type, self.width) if rest else []
        height = step * (1 + len(lines))

        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.text(lead, x, y + type.size, bold)
            canvas.text(first, x + lead_width, y + type.size, type)
            room = (x, y, self.width + 0.1, height + 1)
            canvas.lines(["", *lines], x, y + type.size, type, step, within=room)

        return Block(height + type.size * 0.45, draw)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float]) -> Block:
        """A small table; ``shares`` are the columns' shares of the width."""
        widths = [self.width * share / sum(shares) for share in shares]
        return self.set_table(heads, rows, widths, 2.9, lead=1.41, after=2.5)

    def set_table(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        size: float,
        *,
        lead: float = 1.18,
        after: float = 0.0,
    ) -> Block:
        """A table with columns of given widths in mm and type of a given size; texts stay in their cells."""
        step = size * lead

        def wrapped(cells: Sequence[str], type: Type) -> tuple[list[list[str]], Type]:
            rooms = [width - CELL_PAD + 0.01 for width in widths]
            return [
                self.metrics.wrap(cell, type, room) for cell, room in zip(cells, rooms, strict=True)
            ], type

        lines = [wrapped(heads, Type(CONDENSED_BOLD, size))]
        lines += [wrapped(row, Type(CONDENSED, size)) for row in rows]
        heights = [max(len(cell) for cell in cells) * step + size * 0.32 for cells, _ in lines]

        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.rect(x, y, self.width, heights[0], fill="panel")
            top = y
            for (cells, type), height in zip(lines, heights, strict=True):
                at = x
                for cell, width in zip(cells, widths, strict=True):
                    base, room = top + step - size * 0.2, (at, top, width, height)
                    canvas.lines(cell, at + CELL_PAD / 2, base, type, step, within=room)
                    at += width
                top += height
                canvas.rule(x, top, self.width)

        return Block(sum(heights) + size * 0.3 + after, draw)


def set_in_columns(
    blocks: Sequence[Block], columns: int, height: float
) -> list[list[tuple[int, float, Block]]]:
    """Distribute blocks over sheets: each a list of (column, y, block), in columns ``height`` mm high.

    A heading stays with the block after it. If there is only one sheet, its columns are about equally long.
    """
    filled = _fill_columns(blocks, columns, height)
    if len(filled) > 1:
        return filled
    total = sum(block.height for block in blocks)
    lower = total / columns
    while lower < height:
        balanced = _fill_columns(blocks, columns, lower)
        if len(balanced) == 1:
            return balanced
        lower += _BALANCE_STEP
    return filled


def _fill_columns(
    blocks: Sequence[Block], columns: int, height: float
) -> list[list[tuple[int, float, Block]]]:
    sheets: list[list[tuple[int, float, Block]]] = [[]]
    column, y = 0, 0.0
    for index, block in enumerate(blocks):
        following = blocks[index + 1].height if block.keep_with_next and index + 1 < len(blocks) else 0.0
        held = index > 0 and blocks[index - 1].keep_with_next
        if y > 0 and not held and y + block.height + following > height:
            column, y = column + 1, 0.0
            if column == columns:
                sheets.append([])
                column = 0
        sheets[-1].append((column, y, block))
        y += block.height
    return sheets


def draw_flow(
    name: str,
    title: str,
    subtitle: str,
    blocks: Callable[[Writer], Sequence[Block]],
    size: tuple[float, float],
    context: DrawingContext,
    *,
    columns: int = 2,
) -> list[Drawing]:
    """Flowing text below a title band, on as many drawings of ``size`` mm as needed."""
    width, height = size
    gutter = 7.0
    band = 17.0
    column_width = (width - gutter * (columns - 1)) / columns
    writer = Writer(column_width, context)
    sheets = set_in_columns(blocks(writer), columns, height - band - 3)
    drawings = []
    for number, sheet in enumerate(sheets):
        canvas = Canvas(width, height, context)
        sheet_title = title if number == 0 else context.words("sheet.continued", title=title)
        draw_band(canvas, sheet_title, subtitle, width)
        for column, y, block in sheet:
            block.draw(canvas, column * (column_width + gutter), band + 3 + y)
        suffix = "" if len(sheets) == 1 else f"-{number + 1}"
        drawings.append(canvas.drawing(f"{name}{suffix}", sheet_title))
    return drawings


def draw_band(canvas: Canvas, title: str, subtitle: str, width: float) -> None:
    """The title band across the top of a sheet, 17 mm high."""
    weight = "box" if canvas.theme["band"] == canvas.theme["paper"] else 0
    canvas.rect(0, 0, width, 15, radius=1.5, fill="band", stroke="ink", stroke_width=weight)
    type = canvas.metrics.fit(title, Type(BOLD, 7), width - 8, 4)
    canvas.text(title, 4, 7.8, type, fill="band_text", within=(0, 0, width, 15))
    canvas.text(subtitle, 4, 12.6, Type(REGULAR, 3), fill="band_text", within=(0, 0, width, 15))
