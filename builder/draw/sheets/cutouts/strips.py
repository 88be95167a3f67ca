"""Strips to measure with: rulers, sticks to glue together, and gauges for the spans of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from builder.draw.sheets.cutouts.strip_flags import Flag, draw_flag
from builder.draw.sheets.cutouts.template_parts import Template, draw_badge, pale
from builder.draw.surface.canvas import Canvas, Point, Rectangle, mm
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import BOLD, CONDENSED, MIN_SIZE, Type

# What a ruler is longer than its scale.
_END = 3.0
# The words on a tab, and the line along which edges without a bold one are cut.
_GLUE = Type(CONDENSED, 2.7)
# The badge and what is between it and the label after it, and what is free at both ends of these in a unit.
_BEFORE_LABEL, _IN_UNIT = 5.6, 1.0
# How much of its color a filled unit has, and of ink where the color is that of paper.
_FILLED, _FILLED_PLAIN = 0.34, 0.1
_THIN: Mapping[str, Any] = {"stroke": "ink", "stroke_width": 0.16}


def scale_strip(scale: Mapping[str, Any], strip: Mapping[str, Any], flags: Sequence[Flag] = ()) -> Template:
    """A strip with marks along an edge and numbers at the longest; upright ones count downwards.

    One that goes on from another has the marks after those ``before`` it, and one with a ``tab`` is gone on
    with. They meet between two numbers, which are thus whole. Where there are ``flags``, one is over each of
    its figures that is on the strip, and every second unit is filled.
    """
    name, before = scale["name"], scale.get("before", 0)
    step, every, wide, steps = strip["step"], strip["numbered"], strip["wide"], scale["steps"]
    length, tab = steps * step, scale.get("tab", 0)
    lengths = strip["marks"]
    is_gauge, is_upright = scale["strip"] == "gauge", bool(strip.get("upright"))
    # A ruler has room for the figure at its end.
    end = length + (0.0 if is_gauge or tab else _END)

    def at(along: float, across: float) -> Point:
        return (across, along) if is_upright else (along, across)

    def long(index: int) -> float:
        return float(next(long for each, long in lengths if (before + index) % each == 0))

    def draw(canvas: Canvas) -> None:
        small = Type(CONDENSED, 3)
        if tab:
            _draw_tab(canvas, (*at(end, 0), *at(tab, wide)))
        corners = [at(end, 0), at(0, 0), at(0, wide), at(end, wide)]
        canvas.polygon(corners, fill=pale(canvas))
        units = [max(0.0, (edge - before) * step) for edge in range(0, before + steps + 1, every)]
        if flags:
            _fill_units(canvas, units, end, wide)
        # The thin line along which it is cut, which marks reach, is above all fills.
        canvas.segments([*pairwise([*corners, corners[0]])], **_THIN)
        first = 0 if before else 1
        marks = [
            (at(index * step, 0), at(index * step, long(index)))
            for index in range(first, steps + bool(end > length))
        ]
        canvas.segments(marks, stroke="ink", stroke_width=strip["weight"])
        along, across = strip["number"]
        type = Type(CONDENSED if is_gauge else BOLD, strip["type"])
        drop = type.cap / 2 if is_upright else 0.0
        # Below the last mark of a gauge there is no room for its number.
        last = (before + steps - is_gauge) // every
        flagged = {flag.distance for flag in flags}
        for count in range(-(-max(before, 1) // every), last + 1):
            if count in flagged:
                continue
            # The last figure of a strip that ends soon after it is before its mark.
            offset = type.size / 2 if count == last and not (tab or is_upright) else 0.0
            place = at((count * every - before) * step + along - offset + drop * (not is_gauge), across)
            canvas.text(str(count), *place, type, anchor="end" if is_gauge else "middle")
        if not before:
            start = at(0.7 + type.cap if is_upright else 1.7, across)
            anchor = "end" if is_gauge else "middle" if is_upright else "start"
            canvas.text("0", *start, type, anchor=anchor)
        label = canvas.words(f"template.{scale.get('label', name)}")
        if is_gauge:
            _span_label(canvas, label, wide - 4.0, length)
            return
        if flags:
            taken = [0.0]
            for flag in flags:
                mark = (flag.distance * every - before) * step
                if 0 <= mark <= length:
                    is_last = flag.distance == last and not tab
                    tab_start, tab_end = draw_flag(canvas, flag, mark, end, type.size, is_last=is_last)
                    # The label stands beside what is at the left of it.
                    taken += [tab_end] if tab_start < end / 3 and tab_end < end / 2 else []
            fitted = canvas.metrics.fit(label, small, every * step - _BEFORE_LABEL - 2 * _IN_UNIT, MIN_SIZE)
            wanted = _BEFORE_LABEL + canvas.metrics.width(label, fitted)
            beside = _within_unit(max(taken) + 2.0, wanted, units)
            draw_badge(canvas, (beside + 2.2, wide - 4.1), 4.4)
            canvas.text(label, beside + _BEFORE_LABEL, wide - 3.1, fitted, fill="muted")
            return
        # Between two numbers of a scale that is upright.
        from_end = 0.5 * every * step if is_upright else 8.0
        draw_badge(canvas, at(length - from_end, wide - 3.4), 4.4)
        if is_upright:
            x = wide - 3.4
            canvas.text(label, x, 4.0, small, fill="muted", transform=f"rotate(90 {mm(x)} 4)")
        else:
            canvas.text(label, 2.0, wide - 2.4, small, fill="muted")

    return Template(name, *at(end + tab, wide), draw, lies_over=False)


def _within_unit(start: float, width: float, edges: Sequence[float]) -> float:
    """Where what begins at a ``start`` at the earliest is within one unit, not half on a filled one.

    >>> _within_unit(2.0, 20.0, [0.0, 25.0, 50.0]), _within_unit(12.0, 20.0, [0.0, 25.0, 50.0])
    (2.0, 26.0)
    """
    crossed = [edge for edge in edges if start < edge < start + width]
    return crossed[-1] + _IN_UNIT if crossed else start


def _fill_units(canvas: Canvas, edges: Sequence[float], end: float, wide: float) -> None:
    """Every second of the units between some edges, as far as the ``end`` of a strip."""
    theme = canvas.theme
    is_plain = theme.saves_ink
    fill = blend(theme["ink" if is_plain else "band"], theme["paper"], _FILLED_PLAIN if is_plain else _FILLED)
    for start, stop in [*pairwise(edges)][::2]:
        if min(stop, end) > start:
            canvas.rect(start, 0.0, min(stop, end) - start, wide, fill=fill)


def _draw_tab(canvas: Canvas, box: Rectangle) -> None:
    """The tab that another strip is glued on, which says so."""
    x, y, across, down = box
    canvas.rect(*box, stroke="rule", stroke_width="cut")
    lines = canvas.metrics.wrap(canvas.words("template.glue"), _GLUE, across - 2.0)
    step = _GLUE.size * 1.15
    base = y + (down - (len(lines) - 1) * step + _GLUE.cap) / 2
    canvas.lines(lines, x + across / 2, base, _GLUE, step, anchor="middle", fill="muted")


def _span_label(canvas: Canvas, text: str, x: float, length: float) -> None:
    """The use of a gauge, up its side, and above it a line for the name of the player."""
    type, low = Type(CONDENSED, 3), length - 4.0
    canvas.text(text, x, low, type, fill="muted", transform=f"rotate(-90 {mm(x)} {mm(low)})")
    start = low - canvas.metrics.width(text, type) - 2.0
    canvas.line((x, start), (x, min(start - 20.0, 12.0)), stroke="muted", stroke_width="rule")
