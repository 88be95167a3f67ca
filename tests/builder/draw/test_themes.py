"""Themes in figures: text stands out from its ground, and sides are told apart by every eye."""

from __future__ import annotations

import itertools

import pytest

from builder.draw.canvas import svg_text
from builder.draw.cards import CardArtist
from builder.draw.counters import CounterArtist
from builder.draw.silhouettes import load_silhouettes
from builder.draw.theme import load_theme, theme_names
from builder.draw.type import Metrics
from rulesdb import open_game

Linear = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(color: str) -> Linear:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """WCAG 2: (lighter + 0.05) / (darker + 0.05) of relative luminances."""
    luminances = []
    for color in (one, other):
        red, green, blue = linear(color)
        luminances.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def seen(color: str, sight: str) -> tuple[float, float, float]:
    """The color in CIE L*a*b* (D65), as an eye of that kind sees it."""
    before = linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * channel for part, channel in zip(row, before, strict=True))))
        for row in SIGHT[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, sight: str) -> float:
    """CIE 1976: the straight way between two colors in L*a*b*."""
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


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
def test_text_stands_out_from_its_ground(name: str, text: str, ground: str) -> None:
    theme = load_theme(name)
    assert contrast(theme[text], theme[ground]) >= (7.0 if name == "high-contrast" else 4.5)


@pytest.mark.parametrize("name", theme_names())
def test_ink_stands_out_from_every_counter(name: str) -> None:
    theme = load_theme(name)
    for color in theme.counters.values():
        assert contrast(theme["ink"], color) >= (7.0 if name == "high-contrast" else 4.5)


@pytest.mark.parametrize("sight", SIGHT)
def test_colour_blind_safe_counters_are_told_apart(sight: str) -> None:
    """Twenty units apart is a plain difference; one is the least that can be seen."""
    counters = load_theme("colour-blind-safe").counters
    near = {
        (one, other): round(difference(counters[one], counters[other], sight), 1)
        for one, other in itertools.combinations(counters, 2)
    }
    assert {pair: far for pair, far in near.items() if far < 20.0} == {}


@pytest.mark.parametrize("game", ["bug-hunter", "handspan", "mobile-infantry"])
@pytest.mark.parametrize("sight", SIGHT)
def test_colour_blind_safe_theme_keeps_sides_apart(game: str, sight: str) -> None:
    counters = load_theme("colour-blind-safe").counters
    sides: dict[str, set[str]] = {}
    for unit in open_game(game).of_kind("unit"):
        sides.setdefault(unit["side"], set()).add(counters[unit["counter"]["color"]])
    for one, other in itertools.combinations(sides.values(), 2):
        for mine, theirs in itertools.product(one - other, other - one):
            assert difference(mine, theirs, sight) >= 20.0


@pytest.mark.parametrize("name", theme_names())
def test_cards_and_counters_have_an_outline_where_no_color_shows_the_cut(name: str) -> None:
    theme = load_theme(name)
    game = open_game("bug-hunter")
    counter = CounterArtist(theme, Metrics(), load_silhouettes()).marker(game.find("marker", "lift"))
    card = CardArtist(theme, Metrics(), load_silhouettes()).power(game.find("power", "speed"), game.title)
    saves_ink = theme["band"] == theme["paper"]
    is_white = theme.counters["marker"] == theme["paper"]
    assert ('height="15.875"' in svg_text(counter.front)) == (saves_ink or is_white)
    assert ('height="88.9"' in svg_text(card.front)) == saves_ink
