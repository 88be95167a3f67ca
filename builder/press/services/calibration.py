"""Calibration pages: lines on the front, scales on the back; held to the light, they show the offset."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Type
from builder.press.pages.layout import Layout
from builder.press.pages.page import Page, blank_page, uncut_page
from builder.press.pages.paper import Paper
from builder.press.services.sheet import Duplex, Sheet

PART = "Calibration"
RULER = 100.0
_REACH = 35.0
_SCALE = 5
_APART = 18.0


def calibration_pages(layout: Layout, context: DrawingContext) -> list[Page]:
    """Front and back of a portrait page, then of a landscape page.

    The layout's printer shifts the backs, so that a measured printer reads zero.
    """
    paper, printer = layout.paper, layout.printer
    assert paper is not None
    return [
        draw(layout, page, way, context)
        for page, way in ((paper, "upright"), (paper.turned, "on-its-side"))
        if printer is None or printer.offset(page) is not None
        for draw in (_front, _back)
    ]


def calibration_layout(paper: Paper, duplex: Duplex) -> Layout:
    """The layout of a paper for comparing its two sides."""
    return Layout(Sheet(paper.name, paper.title, paper), paper, duplex)


def _front(layout: Layout, paper: Paper, way: str, context: DrawingContext) -> Page:
    """A long cross through the middle, and a ruler that shows whether the page was printed at its size."""
    canvas = blank_page(paper, context)
    x, y = paper.width / 2, paper.height / 2
    cross = [((x - _REACH, y), (x + _REACH, y)), ((x, y - _REACH), (x, y + _REACH))]
    canvas.segments(cross, stroke="ink", stroke_width=0.15)
    left, level = x - RULER / 2, y + _REACH + 18
    ticks = [((left, level), (left + RULER, level))]
    ticks += [((left + at, level), (left + at, level - (3 if at % 10 else 5))) for at in range(0, 101, 5)]
    canvas.segments(ticks, stroke="ink", stroke_width=0.15)
    words = context.words
    lines = [
        words(f"calibration.{layout.duplex}"),
        words("calibration.ruler", length=round(RULER)),
        words("calibration.hold"),
    ]
    return _page(canvas, context, paper, f"{way}-front", lines)


def _back(layout: Layout, paper: Paper, way: str, context: DrawingContext) -> Page:
    """Scales around the place of the front's cross."""
    canvas = blank_page(paper, context)
    with canvas.shifted(*layout.back_shift(paper)):
        x, y = paper.width / 2, paper.height / 2
        type = Type(CONDENSED, 1.9)
        lines = [((x - _SCALE, y - _APART), (x + _SCALE, y - _APART))]
        lines += [((x - _APART, y - _SCALE), (x - _APART, y + _SCALE))]
        for half in range(-2 * _SCALE, 2 * _SCALE + 1):
            at, long = half / 2, 1.6 if half % 2 else 2.8
            lines.append(((x + at, y - _APART), (x + at, y - _APART - long)))
            lines.append(((x - _APART, y + at), (x - _APART - long, y + at)))
            if half % 4 == 0:
                number = str(abs(half // 2))
                canvas.text(number, x + at, y - _APART - 3.4, type, anchor="middle")
                canvas.text(number, x - _APART - 3.4, y + at + 0.6, type, anchor="end")
        canvas.segments(lines, stroke="ink", stroke_width=0.1)
        sign = Type(BOLD, 3.0)
        canvas.text("−", x - _SCALE - 3, y - _APART - 1, sign, anchor="middle")
        canvas.text("+ X", x + _SCALE + 1.5, y - _APART - 1, sign)
        canvas.text("−", x - _APART - 1.5, y - _SCALE - 2, sign, anchor="middle")
        canvas.text("+ Y", x - _APART - 1.5, y + _SCALE + 4.5, sign, anchor="middle")
    words = context.words
    texts = [
        words("calibration.against-the-light"),
        words("calibration.read"),
        f"brainbug printer set {words('calibration.name')} --{way} X,Y",
    ]
    return _page(canvas, context, paper, f"{way}-back", texts)


def _page(canvas: Canvas, context: DrawingContext, paper: Paper, name: str, lines: Sequence[str]) -> Page:
    """The page with its title and instructions at the top."""
    title, top = context.words(f"calibration.{name}"), paper.margin + 6
    canvas.text(title, paper.margin, top, Type(BOLD, 5.0))
    for number, line in enumerate(lines, 1):
        type = context.metrics.fit(line, Type(REGULAR, 3.4), paper.content[0], 2.4)
        canvas.text(line, paper.margin, top + 3 + number * 5.2, type)
    return uncut_page(PART, canvas.drawing(f"calibration-{name}", title), context)
