"""The line at the foot of a sheet that shows whether the printer keeps the size."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas, mm
from builder.draw.surface.type import CONDENSED, Type

CHECK, CHECK_FOOT = 100.0, 8.0
"""The length of the line, and the height that it takes at the foot of a sheet, in mm."""
CHECK_TALL = 4.2
"""How far up the line and its words reach from the foot, in mm."""
_TICK = 0.3


def draw_check_line(canvas: Canvas, width: float, height: float) -> None:
    """A line of 100 mm at the right of the foot, with what to do with it."""
    # Half of the tick at its end is not cut off by the edge of the sheet.
    right, y = width - _TICK, height - 1.0
    left = right - CHECK
    ends = f"M{mm(left)} {mm(y - 3)}V{mm(y)}H{mm(right)}V{mm(y - 3)}"
    canvas.path(ends, stroke="ink", stroke_width="cut")
    text = canvas.words("template.check", size=int(CHECK))
    type = Type(CONDENSED, 2.6)
    canvas.text(text, left + CHECK / 2, y - 1.2, type, anchor="middle", fill="muted")
