"""Those who draw pieces, as the layout that the pieces go on wants them drawn."""

from __future__ import annotations

from collections.abc import Mapping

from builder.draw.pieces.cards import CardArtist
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import Metrics
from builder.press.pages.layout import Layout
from rulesdb import Ruleset


def card_artist(
    layout: Layout,
    game: Ruleset,
    theme: Theme,
    metrics: Metrics,
    silhouettes: Mapping[str, str],
    *,
    debug: bool = False,
) -> CardArtist:
    """Draws cards of the layout's size, with the game's emblem on their backs."""
    return CardArtist(theme, metrics, silhouettes, size=layout.card_size, emblem=game.emblem, debug=debug)


def counter_artist(
    layout: Layout, theme: Theme, metrics: Metrics, silhouettes: Mapping[str, str], *, debug: bool = False
) -> CounterArtist:
    """Draws counters with the layout's bleed and outline, for the size in which it prints them."""
    return CounterArtist(
        theme,
        metrics,
        silhouettes,
        bleed=layout.counter_bleed,
        cut_line=layout.cut_line,
        scale=layout.counter_scale,
        debug=debug,
    )
