"""Short texts of the aid: where the sections of a text stand, and that nothing leaves its panel."""

from __future__ import annotations

import pytest

from builder.draw.sheets.aid.briefs import Brief, brief_block
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Writer
from builder.draw.surface.theme import load_theme

WIDTH, LONG = (
    60.0,
    "Higher ground between two units blocks it. From a higher level, a unit sees down from the edge.",
)


def drawn(brief: Brief, padding: float = 0.0) -> tuple[Drawing, float]:
    canvas = Canvas(WIDTH, 60.0, DrawingContext(load_theme()))
    block = brief_block(brief, Writer(WIDTH, canvas.context), 3.2, padding)
    block.draw(canvas, 0.0, 0.0)
    return canvas.drawing("brief", ""), block.height


def test_a_text_that_fits_beside_its_title_is_on_one_line_with_its_sections() -> None:
    drawing, _ = drawn(Brief("Melee", "Once a turn.", "9.1"))
    assert len({round(text.y + text.height) for text in drawing.texts}) == 1


def test_any_other_text_begins_below_and_its_sections_end_the_line_of_the_title() -> None:
    drawing, _ = drawn(Brief("Line of sight", LONG, "Line of Sight"))
    title, *lines, section = sorted(drawing.texts, key=lambda text: text.text == "Line of Sight")
    assert section.y + section.height == pytest.approx(title.y + title.height, abs=1.0)
    assert all(line.y > title.y + 2.0 for line in lines)
    assert " ".join(line.text for line in lines) == LONG


def test_sections_for_which_a_title_leaves_no_room_are_below_it() -> None:
    drawing, _ = drawn(Brief("Distance beyond which bugs must be spotted", LONG, "Spotting Bugs, Searching"))
    title, section = (
        drawing.texts[0],
        next(text for text in drawing.texts if text.text.startswith("Spotting")),
    )
    assert section.y > title.y + 2.0


@pytest.mark.parametrize("padding", [0.0, 1.1])
@pytest.mark.parametrize("section", ["", "9.1", "Opportunity Fire, Ranged Combat, Line of Sight · reading"])
def test_no_text_leaves_the_panel(section: str, padding: float) -> None:
    drawing, height = drawn(Brief("Opportunity fire", LONG, section), padding)
    assert all(text.y >= 0.0 and text.y + text.height <= height for text in drawing.texts)
    assert all(text.x >= 0.0 and text.x + text.width <= WIDTH for text in drawing.texts)
