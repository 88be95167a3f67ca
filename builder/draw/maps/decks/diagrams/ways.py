"""Lines between levels of a deck above each other, for the stairs, hatches and lifts that join them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.surface.canvas import Canvas, PlacedText, Point
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.geometry.hexgrid import Hex

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

WAYS_HEAD = 7.0
"""The room for a heading above the levels, in mm."""
_LINE, _CASING, _DASH, _NUMBER = 0.7, 1.5, "2.2 1.3", Type(CONDENSED_BOLD, 2.8)
# Half of the sign of a way, as a share of its hex, and the least that a line stays from words.
_SIGN, _OFF_WORDS = 0.34, 0.9
# A line shorter than this is left out between words.
_LEAST = 1.5


def draw_ways(
    canvas: Canvas,
    levels: Sequence[DeckPlan],
    corners: Sequence[Point],
    between: Sequence[tuple[float, float]],
    scale: float,
    texts: Iterable[PlacedText],
) -> None:
    """A line from each end of a way to that on the level below, clear of ``texts``, and its hex.

    The grids of the levels have their ``corners`` there; ``between`` has the lower edge of the picture of a
    level and the upper one of the next, between which the number of the hex stands.
    """
    from shapely import LineString, box, unary_union

    decks, layout = levels[0].map, levels[0].layout
    words = unary_union([box(*_around(text)) for text in texts])
    pairs: list[tuple[Hex, tuple[int, ...]]] = [(hatch.hex, hatch.levels) for hatch in decks.hatches]
    pairs += [(lift.hex, lift.levels) for lift in decks.lifts]
    steps = zip(pairwise(levels), pairwise(corners), between, strict=True)
    for (above, below), ((left, high), (_, low)), (foot, head) in steps:
        for hex, through in pairs:
            if not {above.level, below.level} <= set(through):
                continue
            x, y = layout.center(hex)
            across, off = left + x * scale, _SIGN * decks.hex_size * scale
            line = LineString([(across, high + y * scale + off), (across, low + y * scale - off)])
            pieces = _pieces(line.difference(words))
            canvas.segments(pieces, stroke="paper", stroke_width=_CASING)
            canvas.segments(pieces, stroke="accent", stroke_width=_LINE, stroke_dasharray=_DASH)
            label, base = layout.grid.label(hex), (foot + head) / 2 + _NUMBER.cap / 2
            canvas.text(label, across + _CASING, base, _NUMBER)


def _around(text: PlacedText) -> tuple[float, float, float, float]:
    """A text with some air around it."""
    return (
        text.x - _OFF_WORDS,
        text.y - _OFF_WORDS,
        text.x + text.width + _OFF_WORDS,
        text.y + text.height + _OFF_WORDS,
    )


def _pieces(line: BaseGeometry) -> list[tuple[Point, Point]]:
    """The ends of the parts of an upright line that are long enough."""
    parts = [part for part in getattr(line, "geoms", [line]) if part.length > _LEAST]
    return [((x1, y1), (x2, y2)) for part in parts for (x1, y1), (x2, y2) in [tuple(part.coords)]]
