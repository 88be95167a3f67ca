"""How counters to fold are made is drawn in a line beside the title of their sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.draw.pieces.fold_guide import draw_fold_line
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words

# The room beside the title of a sheet of A4 on its side, in mm.
ROOM = (126.5, 9.5)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_four_steps_fit_beside_the_title(language: str) -> None:
    context = DrawingContext(replace(load_theme(), words=load_words(language)))
    drawing = draw_fold_line("marine", *ROOM, context)
    assert drawing is not None
    assert [text.text[:2] for text in drawing.texts if text.text[:1].isdigit()] == ["1.", "2.", "3.", "4."]
    for text in drawing.texts:
        assert text.x + text.width <= ROOM[0]
        assert text.y >= 0
        assert text.y + text.height <= ROOM[1]


def test_there_is_no_line_without_room_for_its_words() -> None:
    assert draw_fold_line("marine", 80.0, 9.5, DrawingContext(load_theme())) is None
