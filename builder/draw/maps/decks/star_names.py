"""The names of objectives beside their stars, unless the sign in the same hex or the room says as much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.draw.maps.decks.signs import CAPTION, Sign
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.type import Metrics
from builder.scenario.model import Objective

# Between a star and its name, and the air around a name, in mm.
_BESIDE, _AIR = 0.7, 0.35


@dataclass(frozen=True, slots=True)
class StarName:
    """The name of an objective, with the middle of its baseline and the ``box`` that it takes, in mm."""

    text: str
    at: Point
    box: Box


def place_star_name(
    objective: Objective,
    room: str,
    star: Point,
    half: float,
    signs: Iterable[Sign],
    space: ClearSpace,
    metrics: Metrics,
) -> StarName | None:
    """A free place below, at a side of or above a star whose middle is ``half`` mm from its edge.

    None if a sign in the hex or the ``room`` around it has this name, or no place is free.
    """
    title = objective.title
    captions = (" ".join(sign.caption) for sign in signs if sign.hex == objective.region.spot.hex)
    if title.casefold() in map(str.casefold, (room, *captions)):
        return None
    names = (StarName(title, at, _box(title, at, metrics)) for at in _places(title, star, half, metrics))
    return next((name for name in names if space.is_free(name.box)), None)


def _places(title: str, star: Point, half: float, metrics: Metrics) -> Iterator[Point]:
    """The middles of the baselines of a name around a star, the best first."""
    (x, y), aside = star, half + _BESIDE + metrics.width(title, CAPTION) / 2
    yield x, y + half + _BESIDE + CAPTION.cap
    yield x + aside, y + CAPTION.cap / 2
    yield x - aside, y + CAPTION.cap / 2
    yield x, y - half - _BESIDE


def _box(title: str, at: Point, metrics: Metrics) -> Box:
    (x, y), half = at, metrics.width(title, CAPTION) / 2 + _AIR
    return x - half, y - CAPTION.cap - _AIR, x + half, y + 2 * _AIR
