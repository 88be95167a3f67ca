"""How the sheets of a map are joined, in pictures for the free part of its sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from builder.draw.maps.map_key import HEAD
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, Type
from builder.press.pages.cutting import OVERLAP, Section

# The name of a sheet with nothing of the map on it.
ASSEMBLY = "assembly"
_GAP = 5.0
_MAX_PICTURE_HEIGHT, _MAX_LOW = 46.0, 20.0
_MIN_HEADING = 2.5
_NAME_TYPE = Type(BOLD, 2.6)
HOW_TYPE = Type(CONDENSED, 2.5)
_NUMBER_TYPE = Type(BOLD, 3.4)
HOW_LINE = 3.2
# How much wider lines are tried until they take no more lines than usual, in mm.
_STEP = 1.0


@dataclass(frozen=True)
class JoiningBlock:
    """Pictures of the maps that are cut, ``picture`` mm wide.

    A low block has the picture of the only map beside the text about it.
    """

    maps: Sequence[Sequence[Section]]
    context: DrawingContext
    picture: float = 62.0
    is_low: bool = False

    @property
    def has_room(self) -> bool:
        """Whether the heading of the pictures is not wider than they are, and a low block has only one."""
        title = Type(self.context.display, _MIN_HEADING, 0.0)
        is_wide = self.context.metrics.width(self._heading, title) <= self.picture
        return is_wide and not (self.is_low and len(self.maps) > 1)

    @property
    def _heading(self) -> str:
        return self.context.words("sheet.joining").upper()

    @cached_property
    def drawing(self) -> Drawing:
        """The block as a drawing of its own."""
        canvas = Canvas(self.picture, self.height, self.context)
        self._draw(canvas)
        return canvas.drawing(ASSEMBLY, self.context.words("sheet.joining"))

    @cached_property
    def _how(self) -> list[str]:
        room = self.picture
        if self.is_low:
            room -= self.maps[0][0].drawing.width * self._scales[0] + _GAP
        return how_lines(self.context, room)

    @cached_property
    def _scales(self) -> list[float]:
        wholes = [group[0].drawing for group in self.maps]
        wide, tall = (self.picture / 2, _MAX_LOW) if self.is_low else (self.picture, _MAX_PICTURE_HEIGHT)
        return [min(wide / whole.width, tall / whole.height) for whole in wholes]

    @cached_property
    def height(self) -> float:
        """The height of the pictures with what is above and below them."""
        if self.is_low:
            text = len(self._how) * HOW_LINE + 0.5
            return HEAD + max(text, self.maps[0][0].drawing.height * self._scales[0])
        tall = sum(
            6.5 + group[0].drawing.height * scale
            for group, scale in zip(self.maps, self._scales, strict=True)
        )
        return HEAD + tall + len(self._how) * HOW_LINE + 0.5

    def _draw(self, canvas: Canvas) -> None:
        """Each map at a small scale, with its cuts and the numbers of its sections."""
        metrics, x, y = self.context.metrics, 0.0, HEAD
        heading = metrics.fit(self._heading, Type(self.context.display, 3.4, 0.4), self.picture, _MIN_HEADING)
        if metrics.width(self._heading, heading) > self.picture:
            heading = Type(self.context.display, _MIN_HEADING)
        canvas.text(self._heading, 0, 2.8, heading)
        canvas.line((0, 4.4), (self.picture, 4.4), stroke="rule", stroke_width=0.3)
        if self.is_low:
            group, scale = self.maps[0], self._scales[0]
            _draw_picture(canvas, group, 0, y - 0.5, scale)
            x = group[0].drawing.width * scale + _GAP
        for group, scale in () if self.is_low else zip(self.maps, self._scales, strict=True):
            title = metrics.shorten(group[0].drawing.title, _NAME_TYPE, self.picture)
            canvas.text(title, 0, y + 2.2, _NAME_TYPE, fill="muted")
            left = (self.picture - group[0].drawing.width * scale) / 2
            _draw_picture(canvas, group, left, y + 4.0, scale)
            y += 6.5 + group[0].drawing.height * scale
        canvas.lines(self._how, x, y + 1.4, HOW_TYPE, HOW_LINE)


def how_lines(context: DrawingContext, width: float) -> list[str]:
    """How sheets are joined, in lines of about equal length of at most a width in mm."""
    how = context.words("sheet.joining-how", overlap=context.words.number(OVERLAP))
    lines = context.metrics.wrap(how, HOW_TYPE, width)
    narrow = context.metrics.width(how, HOW_TYPE) / len(lines)
    while narrow < width:
        even = context.metrics.wrap(how, HOW_TYPE, narrow)
        if len(even) == len(lines):
            return even
        narrow += _STEP
    return lines


def _draw_picture(canvas: Canvas, group: Sequence[Section], left: float, top: float, scale: float) -> None:
    """A small map with its sections outlined and numbered."""
    drawing = group[0].drawing.without_writing
    canvas.place(drawing, left, top, scale=scale)
    for section in group:
        x, y, width, height = (edge * scale for edge in section.cut)
        canvas.rect(left + x, top + y, width, height, stroke="accent", stroke_width=0.4)
        at_x, at_y = left + x + width / 2, top + y + height / 2
        canvas.circle(at_x, at_y, 2.7, fill="paper", stroke="accent", stroke_width=0.4)
        canvas.text(str(section.number), at_x, at_y + 1.2, _NUMBER_TYPE, anchor="middle")
