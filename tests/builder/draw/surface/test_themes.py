"""The contrasts of themes: text is readable, and sides are distinguishable for everybody."""

from __future__ import annotations

import itertools

import pytest

from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.marker_copies import marker_needs
from builder.draw.surface.canvas import svg_text
from builder.draw.surface.color_vision import SIGHTS, contrast, difference
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.scenario.forces.counter_colors import COLORS
from rulesdb import open_game

FAMILIES = {name.removesuffix("_band") for name in load_theme().counters if name.endswith("_band")}


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
def test_ink_contrasts_with_every_counter_and_words_with_every_band(name: str) -> None:
    theme = load_theme(name)
    least = 7.0 if name == "high-contrast" else 4.5
    for family in FAMILIES:
        assert contrast(theme["ink"], theme.counters[family]) >= least
        band = theme.counters[f"{family}_band"]
        assert max(contrast(theme["ink"], band), contrast(theme["paper"], band)) >= least


# Families of units that one game has, or that a scenario can give to forces with `color`.
TOGETHER = [
    *(
        {unit["counter"]["family"] for kind in ("unit", "vehicle") for unit in open_game(game).of_kind(kind)}
        for game in ("bug-hunter", "handspan", "mobile-infantry", "bugged", "advanced-infantry")
    ),
    set(COLORS.values()),
]


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", ["default", "colour-blind-safe"])
def test_families_of_units_are_distinguishable(name: str, sight: str) -> None:
    """A difference of 20 is clear; 1 is just visible. The default theme is for those who see all colors."""
    if name == "default" and sight != "normal":
        return
    pairs = {pair for families in TOGETHER for pair in itertools.combinations(sorted(families), 2)}
    near = {pair: _difference(name, pair, sight) for pair in pairs}
    assert {pair: far for pair, far in near.items() if far < 20.0} == {}


@pytest.mark.parametrize("sight", SIGHTS)
def test_families_of_markers_are_distinguishable_where_colors_are_for_everybody(sight: str) -> None:
    """They differ less than units, because an icon and a word say the same."""
    pairs = itertools.combinations(sorted(FAMILIES - set().union(*TOGETHER)), 2)
    near = {pair: _difference("colour-blind-safe", pair, sight) for pair in pairs}
    assert {pair: far for pair, far in near.items() if far < 10.0} == {}


def _difference(theme: str, pair: tuple[str, str], sight: str) -> float:
    """How different two families look, by field or by band."""
    (one, other), counters = pair, load_theme(theme).counters
    return max(difference(counters[one + part], counters[other + part], sight) for part in ("", "_band"))


@pytest.mark.parametrize("name", theme_names())
def test_cards_and_counters_have_an_outline_where_no_color_shows_the_cut(name: str) -> None:
    theme = load_theme(name)
    game = open_game("bug-hunter")
    lift = next(need for need in marker_needs(game, None) if need.marker.slug == "lift")
    counter = CounterArtist(DrawingContext(theme)).marker(lift)
    card = CardArtist(DrawingContext(theme), game).power(game.find("power", "speed"))
    assert 'height="15.875"' in svg_text(counter.front)
    assert ('height="88.9"' in svg_text(card.front)) == (theme["band"] == theme["paper"])
