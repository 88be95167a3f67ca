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
from builder.press.pages.joining_steps import MIN_COLUMN, JoiningSteps

# The name of a sheet with nothing of the map on it.
ASSEMBLY = "assembly"
HEAD_RULE = 4.4
"""The level of the rule below the heading of a block, in mm."""
_GAP = 5.0
_MAX_PICTURE_HEIGHT, _MAX_LOW = 46.0, 20.0
_MIN_HEADING = 2.5
_NAME_TYPE = Type(BOLD, 2.6)
HOW_TYPE = Type(CONDENSED, 2.5)
_NUMBER_TYPE = Type(BOLD, 3.4)
HOW_LINE = 3.2
# In a block that fills a room: larger text beside the pictures, its least width, and the largest scale of
# these; how large the numbers on them become at most, and from what width of the picture on.
_LARGE_HOW, _LARGE_LINE, _HOW_WIDTH, _MAX_SCALE = Type(CONDENSED, 3.2), 4.3, 44.0, 0.5
_MAX_GROWTH, _USUAL_PICTURE = 1.7, 62.0
# The longest lines that are read with ease, in mm.
_MAX_HOW = 110.0
# The share of their largest size that pictures keep beside or above numbered steps.
_KEPT = 0.7
# Above a picture, its name; between pictures below each other, in mm.
_NAME_ROOM, _BELOW_PICTURE = 4.0, 2.5
# How much wider lines are tried until they take no more lines than usual, in mm.
_STEP = 1.0
_TINY = 1e-6

Size = tuple[float, float]


@dataclass(frozen=True)
class JoiningBlock:
    """Pictures of the maps that are cut, ``picture`` mm wide.

    A low block has the pictures beside each other, with the text about them at their right. One that is given
    its ``highest`` height in mm has pictures as large as fit into that.
    """

    maps: Sequence[Sequence[Section]]
    context: DrawingContext
    picture: float = 62.0
    is_low: bool = False
    highest: float | None = None

    @property
    def has_room(self) -> bool:
        """Whether the heading is not wider than the block, the block not too high, and no picture tiny."""
        title = Type(self.context.display, _MIN_HEADING, 0.0)
        if self.context.metrics.width(self._heading, title) > self.picture:
            return False
        if self.highest is not None:
            return self._scales[0] > 0.0 and self.height <= self.highest + _TINY
        return not (self.is_low and len(self.maps) > 1)

    @property
    def shown(self) -> float:
        """The area of all pictures in mm²."""
        return sum(
            whole.width * whole.height * scale**2
            for whole, scale in zip(self._wholes, self._scales, strict=True)
        )

    @property
    def _heading(self) -> str:
        return self.context.words("sheet.joining").upper()

    @cached_property
    def drawing(self) -> Drawing:
        """The block as a drawing of its own."""
        canvas = Canvas(self.picture, self.height, self.context)
        self._draw(canvas)
        return canvas.drawing(ASSEMBLY, self.context.words("sheet.joining"))

    @property
    def _wholes(self) -> list[Drawing]:
        return [group[0].drawing for group in self.maps]

    @property
    def _how_look(self) -> tuple[Type, float]:
        """The type of the text and the height of its lines."""
        if self.is_low and self.highest is not None:
            return _LARGE_HOW, _LARGE_LINE
        return HOW_TYPE, HOW_LINE

    @property
    def _beside(self) -> float:
        """The width that low pictures leave at their right."""
        widths = (whole.width * scale for whole, scale in zip(self._wholes, self._scales, strict=True))
        return self.picture - sum(width + _GAP for width in widths)

    @cached_property
    def _how(self) -> list[str]:
        type, _ = self._how_look
        room = self._beside if self.is_low else self.picture
        return how_lines(self.context, min(room, _MAX_HOW), type)

    @cached_property
    def _steps(self) -> JoiningSteps | None:
        """The steps in pictures of their own, if the block fills a room that is large enough."""
        if self.highest is None:
            return None
        if not self.is_low:
            steps = JoiningSteps(self.context, self.picture, False, self._is_level)
            return steps if self._tall_scale(steps.height) >= _KEPT * self._tall_scale(0.0) > 0 else None
        for in_columns in (True, False):
            steps = JoiningSteps(self.context, self._beside, in_columns, self._is_level)
            is_wide = self._beside + _TINY >= (3 if in_columns else 2) * MIN_COLUMN
            if is_wide and steps.height <= self.highest - HEAD:
                return steps
        return None

    @property
    def _is_level(self) -> bool:
        """Whether the seam between the first two sheets runs across the map."""
        return self.maps[0][0].cut[0] == self.maps[0][1].cut[0]

    @property
    def _names(self) -> float:
        """The height of the names of the pictures; only one that is low has none."""
        return 0.0 if self.is_low and len(self.maps) == 1 else _NAME_ROOM

    @cached_property
    def _scales(self) -> list[float]:
        wholes, count = self._wholes, len(self.maps)
        if self.highest is None:
            wide, tall = (self.picture / 2, _MAX_LOW) if self.is_low else (self.picture, _MAX_PICTURE_HEIGHT)
            return [min(wide / whole.width, tall / whole.height) for whole in wholes]
        if self.is_low:
            scale, beside_steps = (self._low_scale(how) for how in (_HOW_WIDTH, 2 * MIN_COLUMN))
            steps = JoiningSteps(self.context, 2 * MIN_COLUMN, False, self._is_level)
            if steps.height <= self.highest - HEAD and beside_steps >= _KEPT * scale:
                scale = beside_steps
        elif self._steps is not None:
            scale = self._tall_scale(self._steps.height)
        else:
            # Lines across the block are as many as they are here.
            scale = self._tall_scale(len(how_lines(self.context, min(self.picture, _MAX_HOW))) * HOW_LINE)
        return [min(_MAX_SCALE, scale)] * count

    def _low_scale(self, how: float) -> float:
        """The scale of pictures beside each other, with a width in mm at their right."""
        assert self.highest is not None
        wide = self.picture - how - _GAP * len(self.maps)
        tall = self.highest - HEAD - self._names
        wholes = self._wholes
        return min(wide / sum(whole.width for whole in wholes), tall / max(w.height for w in wholes))

    def _tall_scale(self, text: float) -> float:
        """The scale of pictures below each other, above a text of a height in mm."""
        assert self.highest is not None
        wholes = self._wholes
        tall = self.highest - HEAD - text - 0.5 - (_NAME_ROOM + _BELOW_PICTURE) * len(wholes)
        wide = self.picture / max(whole.width for whole in wholes)
        return min(_MAX_SCALE, wide, tall / sum(whole.height for whole in wholes))

    @cached_property
    def height(self) -> float:
        """The height of the pictures with what is above and below them."""
        _, line = self._how_look
        tall = [whole.height * scale for whole, scale in zip(self._wholes, self._scales, strict=True)]
        text = (self._steps.height if self._steps is not None else len(self._how) * line) + 0.5
        if self.is_low:
            return HEAD + max(text, max(tall) + self._names)
        return HEAD + sum(tall) + (_NAME_ROOM + _BELOW_PICTURE) * len(tall) + text

    def _draw(self, canvas: Canvas) -> None:
        """Each map at a small scale, with its cuts and the numbers of its sections."""
        metrics, x, y = self.context.metrics, 0.0, HEAD
        heading = metrics.fit(self._heading, Type(self.context.display, 3.4, 0.4), self.picture, _MIN_HEADING)
        if metrics.width(self._heading, heading) > self.picture:
            heading = Type(self.context.display, _MIN_HEADING)
        canvas.text(self._heading, 0, 2.8, heading)
        canvas.line((0, HEAD_RULE), (self.picture, HEAD_RULE), stroke="rule", stroke_width=0.3)
        for group, scale in zip(self.maps, self._scales, strict=True):
            whole = group[0].drawing
            wide, tall = whole.width * scale, whole.height * scale
            left = x if self.is_low else (self.picture - wide) / 2
            if self._names:
                room = wide if self.is_low else self.picture - left
                title = metrics.shorten(whole.title, _NAME_TYPE, room)
                canvas.text(title, left, y + 2.2, _NAME_TYPE, fill="muted")
            top = y + self._names if self._names else y - 0.5
            _draw_picture(canvas, group, left, top, scale)
            if self.is_low:
                x += wide + _GAP
            else:
                y += _NAME_ROOM + tall + _BELOW_PICTURE
        if self._steps is not None:
            self._steps.draw(canvas, x, y - 0.5 if self.is_low else y)
            return
        type, line = self._how_look
        down = y + type.cap if self.is_low else y + 1.4
        canvas.lines(self._how, x, down, type, line)


def largest_block(
    maps: Sequence[Sequence[Section]], context: DrawingContext, room: Size
) -> JoiningBlock | None:
    """The block with the largest pictures in a room of width and height in mm; None if none fits there."""
    width, height = room
    blocks = (JoiningBlock(maps, context, width, is_low, height) for is_low in (True, False))
    return max((block for block in blocks if block.has_room), key=lambda block: block.shown, default=None)


def how_lines(context: DrawingContext, width: float, type: Type = HOW_TYPE) -> list[str]:
    """How sheets are joined, in lines of about equal length of at most a width in mm."""
    how = context.words("sheet.joining-how", overlap=context.words.number(OVERLAP))
    lines = context.metrics.wrap(how, type, width)
    narrow = context.metrics.width(how, type) / len(lines)
    while narrow < width:
        even = context.metrics.wrap(how, type, narrow)
        if len(even) == len(lines):
            return even
        narrow += _STEP
    return lines


def _draw_picture(canvas: Canvas, group: Sequence[Section], left: float, top: float, scale: float) -> None:
    """A small map with its sections outlined and numbered."""
    drawing = group[0].drawing.without_writing
    canvas.place(drawing, left, top, scale=scale)
    grow = min(_MAX_GROWTH, max(1.0, drawing.width * scale / _USUAL_PICTURE))
    number = _NUMBER_TYPE.at(_NUMBER_TYPE.size * grow)
    for section in group:
        x, y, width, height = (edge * scale for edge in section.cut)
        canvas.rect(left + x, top + y, width, height, stroke="accent", stroke_width=0.4)
        at_x, at_y = left + x + width / 2, top + y + height / 2
        canvas.circle(at_x, at_y, 2.7 * grow, fill="paper", stroke="accent", stroke_width=0.4)
        canvas.text(str(section.number), at_x, at_y + number.cap / 2, number, anchor="middle")
