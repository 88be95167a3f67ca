"""Counts of a table as stacks of tokens on the aid: how many chits in a cup have each number."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import BOLD, CONDENSED, Type
from rulesdb import Table

_TOKEN, _GAP = 1.7, 0.35
_MAX_WIDTH = 6.6
_FOOT = 4.6


def stacked_tokens(table: Table, writer: Writer, size: float) -> Block:
    """A stack for each label, as many tokens high as the table has, below the count and above the label.

    The table has one axis and whole numbers. ``size`` is that of the counts, in mm.
    """
    counts = {" ".join(at.values()): int(cell.value) for at, cell in table.cells()}
    step = writer.width / len(counts)
    width = min(_MAX_WIDTH, step - 1.0)
    tall = max(counts.values()) * (_TOKEN + _GAP)
    top = size * 1.2

    def draw(canvas: Canvas, x: float, y: float) -> None:
        foot = y + top + tall
        for number, (label, count) in enumerate(counts.items()):
            middle = x + (number + 0.5) * step
            for at in range(count):
                box = (middle - width / 2, foot - (at + 1) * (_TOKEN + _GAP), width, _TOKEN)
                canvas.rect(*box, radius=0.5, fill="points", stroke="ink", stroke_width=0.18)
            above = foot - count * (_TOKEN + _GAP) - 0.7
            canvas.text(str(count), middle, above, Type(CONDENSED, size), anchor="middle", fill="muted")
            canvas.text(label, middle, foot + 3.4, Type(BOLD, 3.3), anchor="middle", fill="heading")
        canvas.line((x, foot), (x + writer.width, foot), stroke="rule", stroke_width="rule")

    return Block(top + tall + _FOOT, draw)
