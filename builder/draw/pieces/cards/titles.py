"""The titles of cards: one size on all cards of a deck, and one smaller for those that are too long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.pieces.cards.blocks import SMALLEST
from builder.draw.pieces.cards.content import CardContent
from builder.draw.pieces.cards.size import CardSize
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, Face, Metrics, Type

# The largest size, the least that all have, and the largest of longer ones, on a poker card, in mm.
_LARGEST, _SMALLEST, _LONG = 6.6, 5.2, 4.6
MEDAL = 8.2
FIGURE, SLANT = 5.4, 2.4
_AIR = 1.4


@dataclass(frozen=True, slots=True)
class TitleSizes:
    """The sizes of titles and of those that are too long for it, in mm."""

    usual: float = _LARGEST
    small: float = _LONG

    def least(self, other: TitleSizes) -> TitleSizes:
        """The sizes at which the titles of both fit."""
        return TitleSizes(min(self.usual, other.usual), min(self.small, other.small))


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


def title_sizes(
    titles: Sequence[tuple[str, float]], display: Face, scale: float, metrics: Metrics
) -> TitleSizes:
    """The sizes of all titles, from each with its room in mm.

    A title that would make all others small is small itself, and in two lines if that is not enough. A single
    word that is too long even so has its own size.
    """
    largest, long = Type(display, _LARGEST * scale), Type(display, _LONG * scale)
    sizes = TitleSizes(largest.size, long.size)
    for title, room in titles:
        single = metrics.fit(title, largest, room, 0.1).size
        if single >= _SMALLEST * scale:
            sizes = sizes.least(TitleSizes(single, long.size))
            continue
        lines = _small_lines(title, room, long, metrics)
        if len(lines) > 1:
            fitted = min(metrics.fit(line, long, room, 0.1).size for line in lines)
            sizes = sizes.least(TitleSizes(largest.size, fitted))
    return sizes


def set_title(
    title: str, room: float, sizes: TitleSizes, display: Face, metrics: Metrics
) -> tuple[list[str], Type]:
    """The lines of a title, and their type."""
    usual, small = Type(display, sizes.usual), Type(display, sizes.small)
    if metrics.width(title, usual) <= room + 0.01:
        return [title], usual
    lines = _small_lines(title, room, small, metrics)
    return lines, small if len(lines) > 1 else metrics.fit(title, small, room, 0.1)


def _small_lines(title: str, room: float, small: Type, metrics: Metrics) -> list[str]:
    """The line or the two lines of a title that is too long for the usual size."""
    return [title] if metrics.width(title, small) <= room + 0.01 else title_lines(title, metrics, small)


def title_lines(title: str, metrics: Metrics, type: Type) -> list[str]:
    """A title broken where its longer line is shortest, if possible between two words, or else not."""
    breaks = [at.end() for at in re.finditer(" ", title)] or [
        at.end() for at in re.finditer(r"-(?=\w)", title)
    ]
    halves = ((title[:at].rstrip(), title[at:]) for at in breaks)
    return list(
        min(halves, key=lambda pair: max(metrics.width(line, type) for line in pair), default=(title,))
    )
