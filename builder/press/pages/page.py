"""One side of a sheet of paper, ready to print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_band_edges
from builder.draw.surface.type import CONDENSED, MIN_SIZE, Type
from builder.press.pages.paper import Paper

# The height of the strip at the foot on which a caption has no crop marks above it.
_CAPTION_STRIP = 7.0
_CAPTION = 2.5
# Between the small print at the foot of a page and a remark at its end.
_REMARK_GAP = 5.0
# The class of text about the print, not about the game; changes to it do not make a print stale.
SMALL_PRINT = "small-print"
Box = tuple[float, float, float, float]


class Leaf(Enum):
    """The place of a page on a leaf that is printed on both sides.

    The next page for the same readers may be on the back of a ``SHARED`` one; if there is none, it is
    ``SINGLE``, and printed on one side. Nothing is on the back of one that is ``ALONE``, because it is cut,
    taped or laid on the table. A ``FRONT`` has the next page on its back, which is a ``BACK``; nothing is
    printed on a ``BLANK`` one.
    """

    SHARED = "shared"
    SINGLE = "single"
    ALONE = "alone"
    FRONT = "front"
    BACK = "back"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Foot:
    """The line of small print at the foot of a page, to which the number of the page is added.

    A ``remark`` is at its end if there is room for both.
    """

    text: str
    paper: Paper
    is_centered: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing of exactly the paper's size.

    ``trim`` is the part that is left after cutting (x, y, width, height in mm from the top left corner), and
    ``bleed`` the part that the ink covers; the whole page if nothing is cut. ``part`` groups pages under one
    bookmark, whose title in the language of the sheets is ``bookmark``. ``reader`` is the side that alone may
    see it, empty if everybody may. ``also`` is another part to cut out that is on it.
    """

    part: str
    drawing: Drawing
    trim: Box
    bleed: Box
    bookmark: str = ""
    leaf: Leaf = Leaf.SHARED
    reader: str = ""
    foot: Foot | None = None
    also: str = ""

    @property
    def title(self) -> str:
        return self.drawing.title

    @property
    def is_blank(self) -> bool:
        """Whether nothing is printed on it."""
        return self.leaf is Leaf.BLANK

    def numbered(self, number: int, context: DrawingContext) -> Page:
        """The page with its line of small print, which ends with its number."""
        if self.foot is None:
            return self
        canvas = Canvas.continuing(self.drawing, context)
        text = context.words("foot.page", text=self.foot.text, number=number)
        if self.foot.is_centered:
            _draw_caption(canvas, self.foot.paper, text)
        else:
            _draw_footer(canvas, self.foot.paper, text, self.foot.remark)
        return replace(self, drawing=canvas.drawing(self.drawing.name, self.drawing.title))


def page_of(part: str, drawing: Drawing, paper: Paper, footer: str, context: DrawingContext) -> Page:
    """A drawing inside the paper's margins, with a line of small print at the foot."""
    canvas = blank_page(paper, context)
    if drawing.has_band:
        draw_band_edges(canvas, paper.margin)
    canvas.place(drawing, paper.margin, paper.margin)
    page = uncut_page(part, canvas.drawing(drawing.name, drawing.title), context)
    return replace(page, foot=Foot(footer, paper, remark=drawing.remark))


def blank_page(paper: Paper, context: DrawingContext) -> Canvas:
    """A canvas of the paper's size, in the paper's color."""
    canvas = Canvas(paper.width, paper.height, context)
    canvas.rect(0, 0, paper.width, paper.height, fill="paper")
    return canvas


def uncut_page(part: str, drawing: Drawing, context: DrawingContext) -> Page:
    """A page that is not cut, under the bookmark of its part."""
    whole = (0.0, 0.0, drawing.width, drawing.height)
    return Page(part, drawing, whole, whole, context.words.of("part", part))


def _draw_footer(canvas: Canvas, paper: Paper, footer: str, remark: str) -> None:
    """A line below the margin, in smaller type if it is long, or shortened; and a remark at its end."""
    room = paper.width - paper.margin - paper.edge
    type = canvas.metrics.fit(footer, Type(CONDENSED, 2.5), room, MIN_SIZE)
    with canvas.layer(SMALL_PRINT):
        canvas.text(
            canvas.metrics.shorten(footer, type, room),
            paper.margin,
            paper.height - paper.edge,
            type,
            fill="muted",
            within=(paper.edge, paper.height - paper.margin, paper.width - 2 * paper.edge, paper.margin),
        )
        small = Type(CONDENSED, MIN_SIZE)
        taken = canvas.metrics.width(footer, type) + _REMARK_GAP + canvas.metrics.width(remark, small)
        if remark and taken <= paper.width - 2 * paper.margin:
            right = paper.width - paper.margin
            canvas.text(remark, right, paper.height - paper.edge, small, anchor="end", fill="muted")


def _draw_caption(canvas: Canvas, paper: Paper, text: str) -> None:
    """One line at the foot, on a strip of paper color so that no crop mark runs through it."""
    type = canvas.metrics.fit(text, Type(CONDENSED, _CAPTION), paper.width - 2 * paper.edge, MIN_SIZE)
    caption = canvas.metrics.shorten(text, type, paper.width - 2 * paper.edge)
    run = canvas.metrics.width(caption, type)
    baseline = paper.height - paper.edge + 1
    with canvas.layer(SMALL_PRINT):
        top = paper.height - _CAPTION_STRIP
        canvas.rect((paper.width - run) / 2 - 1, top, run + 2, baseline + 1.0 - top, fill="paper")
        canvas.text(caption, paper.width / 2, baseline, type, anchor="middle", fill="muted")
