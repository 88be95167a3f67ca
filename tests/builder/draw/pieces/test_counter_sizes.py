"""Counters of half an inch: no text leaves its counter, overlaps another or is too small to read."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from soak import every, times

from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import BLEED, CounterArtist
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import PlacedText
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.draw.surface.type import Metrics
from builder.draw.surface.wording import load_words
from builder.press.services.sheet_file import load_sheet
from builder.scenario.languages.translation import scenario_in
from builder.scenario.load import load_scenario
from rulesdb import Library

ROOT = Path(__file__).resolve().parents[4]
SCENARIOS = sorted((ROOT / "scenarios").rglob("*.yaml"))
FIVE_POINTS = 1.75 * Metrics.CAP_HEIGHT
HALF_INCH = 12.7 / SIZE
LIBRARY = Library()


def counters(path: Path, scale: float) -> tuple[Piece, ...]:
    artist = CounterArtist(DrawingContext(load_theme(), debug=True), scale=scale)
    return artist.pieces(load_scenario(path, library=LIBRARY))


def is_inside(text: PlacedText) -> bool:
    left, top, right, bottom = text.x, text.y, text.x + text.width, text.y + text.height
    least, most = BLEED + 0.3, BLEED + SIZE - 0.3
    return left >= least and top >= least and right <= most and bottom <= most


def are_apart(a: PlacedText, b: PlacedText) -> bool:
    across = a.x + a.width <= b.x + 0.05 or b.x + b.width <= a.x + 0.05
    return across or a.y + a.height <= b.y + 0.05 or b.y + b.height <= a.y + 0.05


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_texts_of_a_half_inch_counter_are_inside_apart_and_readable(path: Path) -> None:
    wrong = []
    for piece in counters(path, HALF_INCH):
        for face in (piece.front, piece.back):
            wrong += [(face.name, text.text) for text in face.texts if not is_inside(text)]
            wrong += [
                (face.name, text.text) for text in face.texts if text.height * HALF_INCH < FIVE_POINTS - 0.001
            ]
            pairs = itertools.combinations(face.texts, 2)
            wrong += [(face.name, a.text, b.text) for a, b in pairs if not are_apart(a, b)]
    assert wrong == []


def in_theme(path: Path, theme: str, language: str) -> tuple[Piece, ...]:
    scenario = scenario_in(load_scenario(path, library=LIBRARY), language)
    context = DrawingContext.of(scenario.ruleset, load_theme(theme, load_words(language)), debug=True)
    return CounterArtist(context).pieces(scenario)


LOOKS = [
    (path, theme, language) for path in SCENARIOS for theme in theme_names() for language in ("en", "de")
]


@pytest.mark.soak
@pytest.mark.parametrize(("path", "theme", "language"), every(times(29, 1), LOOKS), ids=str)
def test_texts_of_counters_are_inside_and_apart_in_every_theme_and_language(
    path: Path, theme: str, language: str
) -> None:
    wrong = []
    for piece in in_theme(path, theme, language):
        for face in (piece.front, piece.back):
            wrong += [(face.name, text.text) for text in face.texts if not is_inside(text)]
            pairs = itertools.combinations(face.texts, 2)
            wrong += [(face.name, a.text, b.text) for a, b in pairs if not are_apart(a, b)]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_ratings_stand_on_both_sides_of_a_counter(language: str) -> None:
    """All but the wounds of a wounded unit, which are fewer than before."""
    missing = []
    for path in SCENARIOS:
        if path.parent.name not in ("bug_hunter", "bugged"):
            continue
        has_wounds = path.parent.name == "bugged"
        for piece in in_theme(path, "default", language):
            if piece.group.startswith("marker:") or "dummy" in piece.name or "vehicle" in piece.name:
                continue
            fronts, backs = (
                {
                    text.text
                    for text in face.texts
                    if text.text.isdigit() and text.y > SIZE - 3 and (text.x < SIZE / 2 or not has_wounds)
                }
                for face in (piece.front, piece.back)
            )
            missing += [piece.name] if fronts - backs else []
    assert missing == []


def test_larger_counters_are_scaled_copies() -> None:
    normal, large = (counters(SCENARIOS[0], scale) for scale in (1.0, 1.2))
    assert [piece.front.texts for piece in normal] == [piece.front.texts for piece in large]


def test_the_sheet_of_half_inch_counters_is_of_that_size() -> None:
    assert load_sheet("counter-sheet-small").face == (25.4 / 2, 25.4 / 2)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_words_of_markers_end_clear_of_a_cut_that_is_a_millimeter_off(path: Path) -> None:
    for piece in counters(path, 1.0):
        for text in piece.front.texts if piece.name.startswith("marker") else ():
            assert text.x >= BLEED + 1.1, text.text
            assert text.x + text.width <= BLEED + SIZE - 1.1, text.text
