"""Measuring, fitting and breaking text."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from builder.draw.surface.type import DISPLAY_FACES, FACES, NATURAL, REGULAR, Metrics, Type

METRICS = Metrics()
BODY = Type(REGULAR, 3.2)
words = st.text(alphabet="abcdefghij lmnop qrst", max_size=200)


def test_text_width_is_proportional_to_its_size() -> None:
    assert METRICS.width("Halcyon Wren", BODY.at(6.4)) == 2 * METRICS.width("Halcyon Wren", BODY)


@pytest.mark.parametrize("spacing", [0.0, 0.4])
def test_many_widths_are_those_of_each_text(spacing: float) -> None:
    type, texts = Type(REGULAR, 3.3, spacing), ["", "0101", "Widow's Walk", "é"]
    assert METRICS.widths(texts, type) == [METRICS.width(text, type) for text in texts]


@given(words, st.floats(12, 120))
def test_no_wrapped_line_is_wider_than_asked(text: str, width: float) -> None:
    assert all(METRICS.width(line, BODY) <= width for line in METRICS.wrap(text, BODY, width))


@given(words, st.floats(12, 120))
def test_wrapping_loses_no_letter(text: str, width: float) -> None:
    assert "".join(METRICS.wrap(text, BODY, width)).replace(" ", "") == text.replace(" ", "")


def test_a_word_wider_than_the_line_is_broken() -> None:
    lines = METRICS.wrap("W" * 40, BODY, 20)
    assert len(lines) > 1
    assert "".join(lines) == "W" * 40


def test_a_word_of_few_letters_is_not_alone_in_the_last_line() -> None:
    text = "must be carried to it"
    width = METRICS.width("must be carried to", BODY)
    assert METRICS.wrap(text, BODY, width) == ["must be carried", "to it"]
    assert METRICS.wrap("a longword it", BODY, METRICS.width("a longword", BODY)) == ["a longword", "it"]


def test_fit_shrinks_only_as_far_as_allowed() -> None:
    text = "a name that is far too long for its counter"
    assert METRICS.fit(text, BODY, 10, 2.0).size == 2.0
    assert METRICS.fit("ok", BODY, 10, 2.0).size == 3.2


def test_fit_leaves_room_for_the_space_between_letters() -> None:
    spaced = Type(REGULAR, 6.0, 0.4)
    assert METRICS.width("UPPER DECK", METRICS.fit("UPPER DECK", spaced, 20.0, 1.0)) == pytest.approx(20.0)


def test_shorten_ends_with_an_ellipsis_and_fits() -> None:
    cut = METRICS.shorten("a name that is far too long", BODY, 20)
    assert cut.endswith("…")
    assert METRICS.width(cut, BODY) <= 20


def test_every_shipped_font_face_exists() -> None:
    assert [face.path.is_file() for face in FACES] == [True] * len(FACES)


def test_the_height_of_capitals_is_that_of_the_font_file() -> None:
    for face in (*FACES, NATURAL, *DISPLAY_FACES.values()):
        with TTFont(face.path) as font:
            assert face.cap == pytest.approx(font["OS/2"].sCapHeight / font["head"].unitsPerEm, abs=0.003)
