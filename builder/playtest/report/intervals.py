"""The interval in which a chance lies."""

from __future__ import annotations

import math

# The quantile of the normal distribution for intervals of 95 in 100.
Z95 = 1.959963984540054


def interval(hits: int, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a chance, given the number of hits among some games.

    >>> [round(end, 3) for end in interval(50, 100)], interval(0, 0)
    ([0.404, 0.596], (0.0, 1.0))
    """
    if not games:
        return 0.0, 1.0
    share, square = hits / games, z * z
    middle = share + square / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, (middle - spread) / (1 + square / games)), min(
        1.0, (middle + spread) / (1 + square / games)
    )
