"""Rows of numbered boxes to tick after a label, with captions below some of them."""

from __future__ import annotations

from collections.abc import Mapping

from builder.draw.sheets.form_parts import NUMBERED, counting_boxes
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type

LABEL_TYPE = Type(CONDENSED_BOLD, 3.2)
"""The type of the label before a row."""
LABEL = 28.0
"""The usual room for such a label, in mm."""


def boxes_row(
    label: str, number: int, marks: Mapping[int, str], writer: Writer, room: float, *, end: str = ""
) -> Block:
    """Numbered boxes after a label in ``room`` mm; those with a mark are emphasized and have a caption.

    The last box has an icon if an ``end`` names one.
    """
    left = room if label else 0.0
    # A force with fewer figures does not reach a mark.
    marks = {at: text for at, text in marks.items() if at <= number}
    boxes = counting_boxes(number, marks, writer.width - left, end=end)
    small = Type(CONDENSED, 2.6)
    a_row = max(1, int((writer.width - left) // NUMBERED))
    captions = _captions(marks, number, small, writer) if number <= a_row else None
    listed = "; ".join(f"{at} {text}" for at, text in sorted(marks.items()) if text)
    note_lines = writer.metrics.wrap(listed, small, writer.width - left) if listed and not captions else []
    below = max(len(note_lines), 1 + max((row for _, row, _ in captions), default=-1) if captions else 0)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        type = writer.metrics.fit(label, LABEL_TYPE, left - 2, MIN_SIZE)
        canvas.text(label, x, y + 4.9, type, within=(x, y, max(left, 0.1), NUMBERED))
        boxes.draw(canvas, x + left, y)
        under = (x + left, y + boxes.height, writer.width - left, below * 3.5 + 1.2)
        canvas.lines(note_lines, x + left, under[1] + 2.9, small, 3.5, fill="muted", within=under)
        for at, row, text in captions or ():
            canvas.text(text, x + left + at, under[1] + 2.9 + row * 3.5, small, fill="muted", within=under)

    return Block(boxes.height + below * 3.5 + 2.2, draw)


def _captions(
    marks: Mapping[int, str], count: int, type: Type, writer: Writer
) -> list[tuple[float, int, str]]:
    """The text of each mark below its own box, as far as it can be without a text beyond the ``count`` boxes.

    How far it is from the first box, in which line, and the text.
    """
    captions: list[tuple[float, int, str]] = []
    ends: list[float] = []
    for number, text in sorted(marks.items()):
        run = writer.metrics.width(text, type)
        left = max(0.0, min((number - 0.5) * NUMBERED - run / 2, count * NUMBERED - run))
        row = next((row for row, end in enumerate(ends) if end + 2.0 <= left), len(ends))
        ends[row : row + 1] = [left + run]
        captions.append((left, row, text))
    return [caption for caption in captions if caption[2]]
