"""The titles of cards: one size on all cards of a deck, and two lines for those that are too long for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draw.pieces.cards.blocks import SMALLEST
from builder.draw.pieces.cards.content import CardContent
from builder.draw.pieces.cards.size import CardSize
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, Face, Metrics, Type

# The largest size, the least for one line, and the largest for two, on a poker card, in mm.
_LARGEST, _SMALLEST, _HALVES = 6.6, 4.2, 4.6
MEDAL = 8.2
FIGURE, SLANT = 5.4, 2.4
_AIR = 2.6


def bar_taken(size: CardSize, metrics: Metrics, content: CardContent, scene: float) -> float:
    """How much of the bar a medal or the points take at its right end, in mm."""
    scale = size.scale
    if content.value is not None and scene:
        return 1.92 * MEDAL * scale + _AIR * scale
    points = content.points or content.value
    if not points:
        return 0.0
    figure, word = points
    number, small = Type(BOLD, FIGURE * scale), Type(CONDENSED_BOLD, SMALLEST)
    run = max(metrics.width(figure, number), metrics.width(word.upper(), small))
    return run + (1.8 + SLANT + _AIR) * scale


def title_size(titles: Sequence[tuple[str, float]], display: Face, scale: float, metrics: Metrics) -> float:
    """The size of all titles, from each with its room in mm; those that are too long have two lines."""
    largest, halved = Type(display, _LARGEST * scale), Type(display, _HALVES * scale)
    sizes = []
    for title, room in titles:
        single = metrics.fit(title, largest, room, 0.1).size
        if single < _SMALLEST * scale:
            lines = title_lines(title, metrics, halved)
            single = max(single, min(metrics.fit(line, halved, room, 0.1).size for line in lines))
        sizes.append(single)
    return min(sizes, default=largest.size)


def title_lines(title: str, metrics: Metrics, type: Type) -> list[str]:
    """A title broken where its longer line is shortest, if possible between two words, or else not."""
    breaks = [at.end() for at in re.finditer(" ", title)] or [
        at.end() for at in re.finditer(r"-(?=\w)", title)
    ]
    halves = ((title[:at].rstrip(), title[at:]) for at in breaks)
    return list(
        min(halves, key=lambda pair: max(metrics.width(line, type) for line in pair), default=(title,))
    )
