"""Strips to measure with: rulers, sticks to glue together, and gauges for the spans of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from builder.draw.sheets.cutouts.template_parts import Template, draw_badge, draw_outline
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.type import BOLD, CONDENSED, Type

# What a ruler is longer than its scale.
_END = 3.0


def scale_strip(scale: Mapping[str, Any], strip: Mapping[str, Any]) -> Template:
    """A strip with marks along an edge and numbers at the longest; upright ones count downwards."""
    name = scale["name"]
    step, every, wide, steps = strip["step"], strip["numbered"], strip["wide"], scale["steps"]
    length, tab = steps * step, scale.get("tab", 0)
    lengths = strip["marks"]
    is_gauge, is_upright = scale["strip"] == "gauge", bool(strip.get("upright"))

    def at(along: float, across: float) -> Point:
        return (across, along) if is_upright else (along, across)

    def draw(canvas: Canvas) -> None:
        # A ruler has room for the figure at its end.
        more = 0.0 if is_gauge or tab else _END
        draw_outline(canvas, partial(canvas.rect, 0, 0, *at(length + more, wide)))
        marks = [
            (at(index * step, 0), at(index * step, next(long for each, long in lengths if index % each == 0)))
            for index in range(1, steps + bool(more))
        ]
        canvas.segments(marks, stroke="ink", stroke_width=strip["weight"])
        along, across = strip["number"]
        type = Type(CONDENSED if is_gauge else BOLD, strip["type"])
        drop = type.cap / 2 if is_upright else 0.0
        # Below the last mark of a gauge there is no room for its number; before a tab, it is on the tab.
        first, last = scale.get("first", 0), (steps - is_gauge) // every
        for count in range(1, last + 1):
            offset = type.cap / 2 + 1.4 if tab and count == last else 0.0
            # The last figure of a strip that ends soon after it is before its mark.
            offset -= type.size / 2 if count == last and not (tab or is_upright) else 0.0
            place = at(count * every * step + along + offset + drop * (not is_gauge), across)
            anchor = "end" if is_gauge else "middle"
            canvas.text(str(first + count), *place, type, anchor=anchor)
        start = at(1.7 + (type.cap if is_upright else 0.0), across)
        anchor = "end" if is_gauge else "middle" if is_upright else "start"
        canvas.text(str(first), *start, type, anchor=anchor)
        label, small = canvas.words(f"template.{scale.get('label', name)}"), Type(CONDENSED, 3)
        if is_gauge:
            _span_label(canvas, label, wide - 4.0, length)
        else:
            # Between two numbers of a scale that is upright.
            from_end = 0.5 * every * step if is_upright else 8.0
            draw_badge(canvas, at(length - from_end, wide - 3.4), 4.4)
            if is_upright:
                x = wide - 3.4
                canvas.text(label, x, 4.0, small, fill="muted", transform=f"rotate(90 {mm(x)} 4)")
            else:
                canvas.text(label, 2.0, wide - 2.4, small, fill="muted")
        if tab:
            canvas.rect(*at(length, 0), *at(tab, wide), stroke="rule", stroke_width="cut")
            glue = canvas.words("template.glue")
            middle = at(length + 0.5 * tab, 0.8 * wide)
            canvas.text(glue, *middle, small, anchor="middle", fill="muted")

    return Template(name, *at(length + (tab or (0.0 if is_gauge else _END)), wide), draw)


def _span_label(canvas: Canvas, text: str, x: float, length: float) -> None:
    """The use of a gauge, up its side, and above it a line for the name of the player."""
    type, low = Type(CONDENSED, 3), length - 4.0
    canvas.text(text, x, low, type, fill="muted", transform=f"rotate(-90 {mm(x)} {mm(low)})")
    start = low - canvas.metrics.width(text, type) - 2.0
    canvas.line((x, start), (x, min(start - 20.0, 12.0)), stroke="muted", stroke_width="rule")
