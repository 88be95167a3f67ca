"""Screen colors as ink: RGB to CMYK with full black generation, and no more ink than a service takes."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

CMYK = tuple[float, float, float, float]

# Between the channels of a color that is gray to the eye, as a cool gray for small print is.
_NEUTRAL = 0.13
# Text as dark as this is black.
_BLACK = 0.25


def ink_of(red: float, green: float, blue: float, limit: float = 400.0) -> CMYK:
    """The ink of a color, each channel from 0 to 1, with no more than ``limit`` per cent in all.

    What is dark in all three channels is printed in black, and the other inks give what hue is left on it:
    no color takes more than two inks and black. Where that is more than the limit, the colored inks are
    thinned and black is not.

    >>> ink_of(1, 1, 1)
    (0.0, 0.0, 0.0, 0.0)
    >>> ink_of(0, 0, 0)
    (0.0, 0.0, 0.0, 1.0)
    >>> ink_of(0.3, 0.45, 0.6)
    (0.5, 0.25, 0.0, 0.4)
    >>> ink_of(0, 0, 0.3), ink_of(0, 0, 0.3, limit=240)
    ((1.0, 1.0, 0.0, 0.7), (0.85, 0.85, 0.0, 0.7))
    """
    light = float(max(red, green, blue))
    if light <= 0:
        return 0.0, 0.0, 0.0, 1.0
    black = round(1 - light, 4)
    colored = [(light - channel) / light for channel in (red, green, blue)]
    room = limit / 100 - black
    thinned = min(1.0, max(0.0, room) / sum(colored)) if any(colored) else 1.0
    cyan, magenta, yellow = (floor(ink * thinned * 10_000 + 1e-6) / 10_000 for ink in colored)
    return cyan, magenta, yellow, black


def text_ink(red: float, green: float, blue: float, limit: float = 400.0) -> CMYK:
    """The ink of text: grays in black alone, so that no colored rim shows where plates are out of register.

    >>> text_ink(0.11, 0.13, 0.15)
    (0.0, 0.0, 0.0, 1.0)
    >>> text_ink(0.35, 0.4, 0.44)
    (0.0, 0.0, 0.0, 0.61)
    """
    channels = (red, green, blue)
    if max(channels) - min(channels) > _NEUTRAL:
        return ink_of(red, green, blue, limit)
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    return 0.0, 0.0, 0.0, 1.0 if light <= _BLACK else round(1 - light, 2)


def total(ink: Sequence[float]) -> float:
    """All inks together, in per cent."""
    return 100 * sum(ink)
