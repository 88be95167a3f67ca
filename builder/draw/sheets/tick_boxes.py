"""Boxes to tick on record sheets: numbered rows of them, and the marks of a figure with its markers."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words

LINE = 9.6
_ROW = 6.4
_SIDE = 5.0
_GAP = 1.2


@dataclass(frozen=True, slots=True)
class NumberedBoxes:
    """How a number and its row of boxes are set; lengths in mm from their left edge and their baseline.

    ``room`` is what they take besides the boxes.
    """

    side: float
    gap: float
    number: float
    baseline: float
    boxes: float
    room: float

    def block(self, count: int, boxes: int, writer: Writer, *, marked: int = 0) -> Block:
        """Numbers up to ``count``, each with its boxes, in as many columns as fit."""
        wide = self.room + max(boxes, 1) * (self.side + self.gap)
        a_row = max(1, int(writer.width // wide))

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for index in range(count):
                row, column = divmod(index, a_row)
                left, top = x + column * wide, y + row * _ROW
                type = Type(CONDENSED_BOLD, 3.4)
                canvas.text(str(index + 1), left + self.number, top + self.baseline, type, anchor="end")
                above = top + (_ROW - self.side) / 2
                canvas.boxes(left + self.boxes, above, boxes, self.side, self.gap, marked=marked)

        return Block(-(-count // a_row) * _ROW + 3, draw)


HITS = NumberedBoxes(3.4, 0.6, 6.0, 4.4, 7.4, 12.0)
WOUNDS = NumberedBoxes(3.6, 0.7, 6.5, 4.5, 8.0, 13.0)


def wound_letters(words: Words) -> tuple[str, str, str]:
    """The letters in the boxes for wounded, incapacitated and killed."""
    return words("roster.wounded-letter"), words("roster.incapacitated-letter"), words("roster.killed-letter")


def draw_marks(canvas: Canvas, x: float, y: float, width: float, *, wounded: bool = False) -> None:
    """Boxes for wounds in a line :data:`LINE` mm high, then a free field for markers."""
    top = y + (LINE - _SIDE) / 2
    for index, letter in enumerate(wound_letters(canvas.words)):
        left = x + _GAP + index * (_SIDE + _GAP)
        canvas.boxes(left, top, 1, _SIDE, 0, marked=1 if wounded and index == 0 else 0)
        canvas.text(
            letter, left + _SIDE / 2, y + LINE / 2 + 1.0, Type(CONDENSED, 2.8), anchor="middle", fill="muted"
        )
    left = x + _GAP + 3 * (_SIDE + _GAP)
    wide = x + width - left - 0.3
    canvas.rect(left, top, wide, _SIDE, radius=0.8, stroke="rule", stroke_width="rule")
