"""Sheets that begin with a drawing, and go on below it."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow_sheets import FlowSheets
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import REGULAR, Type

CONTEXT = DrawingContext(load_theme())


def test_nothing_is_set_over_a_map_that_goes_further_down_than_its_texts() -> None:
    canvas = Canvas(190, 260, CONTEXT)
    canvas.text("Sawtooth Pass", 0, 10, Type(REGULAR, 4.0))
    titled, sheets = canvas.drawing("overview", "Overview"), FlowSheets((190, 260), CONTEXT)
    sheets.begin(titled)
    room = sheets.room
    canvas.keep_whole(0, 20, 120, 200)
    sheets.begin(canvas.drawing("overview", "Overview"))
    assert sheets.room < 60 < room
