"""One side of a sheet of paper, ready to print."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, Type
from builder.press.pages.paper import Paper

_MIN_FOOTER = 1.8
# The class of text about the print, not about the game; changes to it do not make a print stale.
SMALL_PRINT = "small-print"
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing of exactly the paper's size.

    ``trim`` is the part that is left after cutting (x, y, width, height in mm from the top left corner), and
    ``bleed`` the part that the ink covers; the whole page if nothing is cut. ``part`` groups pages under one
    bookmark, whose title in the language of the sheets is ``bookmark``.
    """

    part: str
    drawing: Drawing
    trim: Box
    bleed: Box
    bookmark: str = ""

    @property
    def title(self) -> str:
        return self.drawing.title


def page_of(part: str, drawing: Drawing, paper: Paper, footer: str, context: DrawingContext) -> Page:
    """A drawing inside the paper's margins, with a line of small print at the foot."""
    canvas = blank_page(paper, context)
    canvas.place(drawing, paper.margin, paper.margin)
    draw_footer(canvas, paper, footer)
    return uncut_page(part, canvas.drawing(drawing.name, drawing.title), context)


def blank_page(paper: Paper, context: DrawingContext) -> Canvas:
    """A canvas of the paper's size, in the paper's color."""
    canvas = Canvas(paper.width, paper.height, context)
    canvas.rect(0, 0, paper.width, paper.height, fill="paper")
    return canvas


def uncut_page(part: str, drawing: Drawing, context: DrawingContext) -> Page:
    """A page that is not cut, under the bookmark of its part."""
    whole = (0.0, 0.0, drawing.width, drawing.height)
    return Page(part, drawing, whole, whole, context.words.of("part", part))


def draw_footer(canvas: Canvas, paper: Paper, footer: str) -> None:
    """The colophon, below the margin, on one line: in smaller type if it is long, or shortened."""
    room = paper.width - paper.margin - paper.edge
    type = canvas.metrics.fit(footer, Type(CONDENSED, 2.3), room, _MIN_FOOTER)
    with canvas.layer(SMALL_PRINT):
        canvas.text(
            canvas.metrics.shorten(footer, type, room),
            paper.margin,
            paper.height - paper.edge,
            type,
            fill="muted",
            within=(paper.edge, paper.height - paper.margin, paper.width - 2 * paper.edge, paper.margin),
        )
