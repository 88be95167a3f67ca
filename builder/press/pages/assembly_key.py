"""How the sheets of a map are joined: the whole map small, with its cuts and the numbers of its parts."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, Type
from builder.press.pages.cutting import OVERLAP, Section

WIDTH = 62.0
_MAX_HEIGHT = 60.0
_HEAD = Type(BOLD, 3.4)
_NAME = Type(BOLD, 2.6)
_SAID = Type(CONDENSED, 2.5)
_NUMBER = Type(BOLD, 3.4)
_LINE = 3.2


def draw_assembly_key(maps: Sequence[Sequence[Section]], context: DrawingContext) -> Drawing:
    """A panel with every map that takes more than one sheet; ``maps`` are the sections of each."""
    words = context.words
    how = words("sheet.joining-how", overlap=words.number(OVERLAP))
    instructions = context.metrics.wrap(how, _SAID, WIDTH - 4)
    wholes = [group[0].drawing for group in maps]
    scales = [min((WIDTH - 4) / whole.width, _MAX_HEIGHT / whole.height) for whole in wholes]
    pictures = sum(6.5 + whole.height * scale for whole, scale in zip(wholes, scales, strict=True))
    height = 6.5 + pictures + len(instructions) * _LINE + 1.5
    canvas = Canvas(WIDTH, height, context)
    canvas.rect(0.1, 0.1, WIDTH - 0.2, height - 0.2, radius=1.2, fill="paper", stroke="rule",
                stroke_width=0.2)  # fmt: skip
    canvas.text(words("sheet.joining"), 2, 5.0, _HEAD)
    y = 6.5
    for group, scale in zip(maps, scales, strict=True):
        title = context.metrics.shorten(group[0].drawing.title, _NAME, WIDTH - 4)
        canvas.text(title, 2, y + 2.6, _NAME, fill="muted")
        _draw_picture(canvas, group, y + 4.0, scale)
        y += 4.0 + group[0].drawing.height * scale + 2.5
    canvas.lines(instructions, 2, y + 1.4, _SAID, _LINE)
    return canvas.drawing("assembly-key", words("sheet.joining"))


def _draw_picture(canvas: Canvas, group: Sequence[Section], top: float, scale: float) -> None:
    """A map small, with its parts outlined and numbered."""
    drawing = group[0].drawing.without_writing
    left = (WIDTH - drawing.width * scale) / 2
    canvas.place(drawing, left, top, scale=scale)
    for section in group:
        x, y, width, height = (edge * scale for edge in section.cut)
        canvas.rect(left + x, top + y, width, height, stroke="accent", stroke_width=0.4)
        at_x, at_y = left + x + width / 2, top + y + height / 2
        canvas.circle(at_x, at_y, 2.7, fill="paper", stroke="accent", stroke_width=0.4)
        canvas.text(str(section.number), at_x, at_y + 1.2, _NUMBER, anchor="middle")
