"""Counters of half an inch: no text leaves its counter, overlaps another or is too small to read."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import BLEED, CounterArtist
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import PlacedText
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import Metrics
from builder.press.services.sheet_file import load_sheet
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


def test_larger_counters_are_scaled_copies() -> None:
    normal, large = (counters(SCENARIOS[0], scale) for scale in (1.0, 1.2))
    assert [piece.front.texts for piece in normal] == [piece.front.texts for piece in large]


def test_the_sheet_of_half_inch_counters_is_of_that_size() -> None:
    assert load_sheet("counter-sheet-small").face == (25.4 / 2, 25.4 / 2)
