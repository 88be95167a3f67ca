"""The seams between the sheets of a level on an overview, with the numbers of the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Canvas, PlacedText, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.type import BOLD, Type

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_LINE, _CASING, _DASH = 0.55, 0.95, "2.2 1.3"
# How far a seam stays from words, and the disc of a number, which would look like a part of them, in mm.
_OFF_WORDS, _DISC_OFF_WORDS = 1.8, 2.6
_RADIUS, _NUMBER = 3.1, Type(BOLD, 3.9)
# A seam shorter than this is left out between words.
_LEAST = 1.5
_TINY = 0.05


def draw_seams(canvas: Canvas, parts: Sequence[Box], frame: Box, texts: Iterable[PlacedText]) -> None:
    """The lines between ``parts`` (x, y, width, height), clear of ``texts``, and their numbers on the frame.

    The ``frame`` is that of the level on the overview: west, north, east and south in mm.
    """
    from shapely import LineString, box, unary_union

    west, north, east, south = frame
    words = [box(text.x, text.y, text.x + text.width, text.y + text.height) for text in texts]
    free = box(*frame).difference(unary_union([word.buffer(_OFF_WORDS) for word in words]))
    lines = [LineString(line).intersection(free) for line in _lines(parts, frame)]
    pieces = [ends for line in lines for ends in _pieces(line)]
    canvas.segments(pieces, stroke="paper", stroke_width=_CASING)
    canvas.segments(pieces, stroke="accent", stroke_width=_LINE, stroke_dasharray=_DASH)
    for number, (x, y, wide, tall) in enumerate(parts, 1):
        left, right = max(x, west), min(x + wide, east)
        # On the upper edge of its part, where no room is, and beside words if they are there.
        level = max(y, north) if y - north < tall / 2 else min(y + tall, south)
        middle = (left + right) / 2
        at = (next((x for x in _places(middle, right) if _is_clear((x, level), words)), middle), level)
        canvas.circle(*at, _RADIUS, fill="paper", stroke="accent", stroke_width=0.6)
        canvas.text(str(number), at[0], at[1] + _NUMBER.cap / 2, _NUMBER, anchor="middle")


def _places(middle: float, right: float) -> list[float]:
    """Where a number may stand on an edge: in the middle, or from there to the right."""
    count = max(1, int((right - _RADIUS - middle) / _RADIUS))
    return [middle + number * _RADIUS for number in range(count + 1)]


def _is_clear(at: Point, words: Sequence[BaseGeometry]) -> bool:
    """Whether the disc of a number touches no words."""
    from shapely import Point as Spot

    disc = Spot(at).buffer(_RADIUS + _DISC_OFF_WORDS)
    return not any(disc.intersects(word) for word in words)


def _lines(parts: Sequence[Box], frame: Box) -> list[tuple[Point, Point]]:
    """The sides that parts have in common with others, each once."""
    west, north, *_ = frame
    lines = {}
    for x, y, wide, tall in parts:
        if x > west + _TINY and any(abs(other[0] + other[2] - x) < _TINY for other in parts):
            lines[round(x, 2), round(y, 2), "upright"] = ((x, y), (x, y + tall))
        if y > north + _TINY and any(abs(other[1] + other[3] - y) < _TINY for other in parts):
            lines[round(x, 2), round(y, 2), "level"] = ((x, y), (x + wide, y))
    return list(lines.values())


def _pieces(line: BaseGeometry) -> list[tuple[Point, Point]]:
    """The ends of the parts of a straight line that are long enough."""
    parts = [part for part in getattr(line, "geoms", [line]) if part.length > _LEAST]
    return [((x1, y1), (x2, y2)) for part in parts for (x1, y1), (x2, y2) in [tuple(part.coords)]]
