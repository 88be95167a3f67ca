"""The contrasts of themes: text is readable, and sides are distinguishable for everybody."""

from __future__ import annotations

import itertools

import pytest

from builder.draw.pieces.cards import CardArtist
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.canvas import svg_text
from builder.draw.surface.color_vision import SIGHTS, contrast, difference
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from rulesdb import open_game


def test_contrast_of_black_on_white_is_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", theme_names())
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "paper"),
        ("muted", "paper"),
        ("house", "paper"),
        ("accent", "paper"),
        ("ink", "panel"),
        ("muted", "panel"),
        ("band_text", "band"),
    ],
)
def test_text_contrasts_with_its_background(name: str, text: str, ground: str) -> None:
    theme = load_theme(name)
    assert contrast(theme[text], theme[ground]) >= (7.0 if name == "high-contrast" else 4.5)


@pytest.mark.parametrize("name", theme_names())
def test_ink_contrasts_with_every_counter(name: str) -> None:
    theme = load_theme(name)
    for color in theme.counters.values():
        assert contrast(theme["ink"], color) >= (7.0 if name == "high-contrast" else 4.5)


@pytest.mark.parametrize("sight", SIGHTS)
def test_color_blind_safe_counters_are_distinguishable(sight: str) -> None:
    """A difference of 20 is clear; 1 is just visible."""
    counters = load_theme("colour-blind-safe").counters
    near = {
        (one, other): round(difference(counters[one], counters[other], sight), 1)
        for one, other in itertools.combinations(counters, 2)
    }
    assert {pair: far for pair, far in near.items() if far < 20.0} == {}


@pytest.mark.parametrize("game", ["bug-hunter", "handspan", "mobile-infantry"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_color_blind_safe_theme_distinguishes_sides(game: str, sight: str) -> None:
    counters = load_theme("colour-blind-safe").counters
    sides: dict[str, set[str]] = {}
    for unit in open_game(game).of_kind("unit"):
        sides.setdefault(unit["side"], set()).add(counters[unit["counter"]["color"]])
    for one, other in itertools.combinations(sides.values(), 2):
        for color, theirs in itertools.product(one - other, other - one):
            assert difference(color, theirs, sight) >= 20.0


@pytest.mark.parametrize("name", theme_names())
def test_cards_and_counters_have_an_outline_where_no_color_shows_the_cut(name: str) -> None:
    theme = load_theme(name)
    game = open_game("bug-hunter")
    counter = CounterArtist(DrawingContext(theme)).marker(game.find("marker", "lift"))
    card = CardArtist(DrawingContext(theme)).power(game.find("power", "speed"), game.title)
    saves_ink = theme["band"] == theme["paper"]
    is_white = theme.counters["marker"] == theme["paper"]
    assert ('height="15.875"' in svg_text(counter.front)) == (saves_ink or is_white)
    assert ('height="88.9"' in svg_text(card.front)) == saves_ink
