"""Cards of every game in each size: no text leaves its box, overlaps another or is too small to read."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from builder.draw.pieces.cards import POKER, CardArtist, CardSize
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import PlacedText
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import Metrics
from builder.press.kit.decks import game_cards
from rulesdb import open_game

MINI = CardSize(44.45, 63.5, 3.175, 3.175)
WITH_CARDS = ("bug-hunter", "handspan", "mobile-infantry", "bugged")
FIVE_POINTS = 1.75 * Metrics.CAP_HEIGHT


def cards(game: str, size: CardSize) -> Sequence[Piece]:
    artist = CardArtist(DrawingContext(load_theme(), debug=True), size=size)
    return game_cards(artist, open_game(game))


def inside(text: PlacedText, box: tuple[float, float, float, float]) -> bool:
    x, y, width, height = box
    across = x - 0.01 <= text.x and text.x + text.width <= x + width + 0.01
    return across and y - 0.01 <= text.y and text.y + text.height <= y + height + 0.01


def apart(a: PlacedText, b: PlacedText) -> bool:
    across = a.x + a.width <= b.x + 0.05 or b.x + b.width <= a.x + 0.05
    return across or a.y + a.height <= b.y + 0.05 or b.y + b.height <= a.y + 0.05


@pytest.mark.parametrize("game", WITH_CARDS)
@pytest.mark.parametrize("size", [POKER, MINI], ids=["poker", "mini"])
def test_every_text_of_a_card_is_inside_its_safe_zone_and_readable(game: str, size: CardSize) -> None:
    pieces = cards(game, size)
    assert pieces
    keep = size.bleed + size.safe
    safe = (keep, keep, size.width - 2 * size.safe, size.height - 2 * size.safe)
    wrong = [
        (piece.name, text.text)
        for piece in pieces
        for face in (piece.front, piece.back)
        for text in face.texts
        if not inside(text, safe)
        or not inside(text, text.within or safe)
        or text.height < FIVE_POINTS - 0.001
    ]
    assert wrong == []


@pytest.mark.parametrize("game", WITH_CARDS)
def test_no_two_texts_of_a_mini_card_overlap(game: str) -> None:
    clashes = [
        (piece.name, a.text, b.text)
        for piece in cards(game, MINI)
        for face in (piece.front, piece.back)
        for a, b in itertools.combinations(face.texts, 2)
        if not apart(a, b)
    ]
    assert clashes == []


def test_art_reaches_the_edge_of_the_bleed_in_every_size() -> None:
    for size in (POKER, MINI):
        for piece in cards("bug-hunter", size):
            whole = (size.width + 2 * size.bleed, size.height + 2 * size.bleed)
            assert (piece.front.width, piece.front.height) == pytest.approx(whole)
            assert (piece.back.width, piece.back.height) == pytest.approx(whole)
