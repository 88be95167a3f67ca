"""Places to write in a text: a drawn rule, because a row of underscores prints as dashes."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import CONDENSED, Type


def test_underscores_in_a_text_are_drawn_as_a_rule_between_its_parts() -> None:
    canvas = Canvas(90.0, 20.0, DrawingContext(load_theme()))
    canvas.text("load: ________, loader: A2", 5.0, 10.0, Type(CONDENSED, 3.0))
    drawn = svg_text(canvas.drawing("blank", "Blank"))
    assert "__" not in drawn
    assert ">load: <" in drawn
    assert ">, loader: A2<" in drawn
    assert "<line" in drawn or "<path" in drawn
