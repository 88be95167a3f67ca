"""What is at the right of a map on its sheet: something else, more of its ground, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.maps.open.frame import TITLE_BAND
from builder.geometry.gathering import Size, Spot
from builder.press.pages.cutting import Section

_TINY = 1e-6


def is_beside(spot: Spot, others: Sequence[Spot]) -> bool:
    """Whether something is at the right of the title of a section on its sheet."""
    return any(other.x > spot.x and abs(other.y - spot.y) < TITLE_BAND for other in others)


def room_beyond(
    section: Section, spot: Spot, others: Sequence[Spot], boxes: Sequence[Size], room: float
) -> float:
    """How far there may be more of the ground of a map beyond its eastern edge, in mm.

    ``boxes`` are the sizes of what is on the sheets, ``room`` is the width of one. It is 0 if the section
    ends at a seam, the map has no ground, or something else is there.
    """
    left, _, wide, tall = section.window
    end, foot = spot.x + wide, spot.y + TITLE_BAND + tall
    if not section.drawing.ground or left + wide < section.drawing.width - _TINY or room - end < _TINY:
        return 0.0
    is_blocked = any(
        other.x + boxes[other.index][0] > end + _TINY
        and other.y < foot
        and other.y + boxes[other.index][1] > spot.y
        for other in others
        if other is not spot
    )
    return 0.0 if is_blocked else room - end
