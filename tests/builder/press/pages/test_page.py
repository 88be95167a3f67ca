"""Pages with a drawing inside their margins."""

from __future__ import annotations

import pytest

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_band
from builder.draw.surface.theme import load_theme
from builder.press.pages.page import page_of
from builder.press.services.sheet_file import load_paper
from rulesdb import open_game

A4 = load_paper("a4")


def sheet(theme: str, *, with_band: bool) -> tuple[Drawing, DrawingContext]:
    context = DrawingContext.of(open_game("bugged"), load_theme(theme))
    canvas = Canvas(*A4.content, context)
    if with_band:
        draw_band(canvas, "Tracks", "to fill in", canvas.width)
    return canvas.drawing("sheet", "Tracks"), context


@pytest.mark.parametrize(
    ("theme", "with_band", "bleeds"),
    [("default", True, True), ("default", False, False), ("low-ink", True, False)],
)
def test_a_title_band_goes_on_to_the_edges_of_the_page(theme: str, with_band: bool, bleeds: bool) -> None:
    drawing, context = sheet(theme, with_band=with_band)
    page = page_of("Tracks", drawing, A4, "footer", context)
    rects = [each.attribs for each in page.drawing.content.elements if each.elementname == "rect"]
    bands = [it for it in rects if it["fill"] == context.theme["band"] and float(it["height"]) < A4.height]
    corners = [it for it in bands if float(it["x"]) == float(it["y"]) == 0.0]
    assert bool(corners) is bleeds
    for it in corners:
        assert float(it["width"]) == A4.width
        assert A4.margin < float(it["height"]) < A4.margin + 15
