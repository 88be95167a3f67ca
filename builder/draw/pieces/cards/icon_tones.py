"""The icon of a card in three tones: as whatever is drawn beside it, it is lit from the north-west."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.draw.pieces.cards.hero import contours_of
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.icons import load_icons
from builder.draw.surface.outlines import area_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_BOX = 512.0
# In the box of an icon: the dark line around it, how broad its light and its shade are, by how much more down
# than across, and the least area of a tone, below which it would be a speck.
_LINE, _LIGHT, _SHADE, _DOWN, _SPECK = 7.0, 10.0, 17.0, 1.25, 14.0
_FINE = 0.6
# How far points of its lines may be from its curves, which nobody sees.
_EXACT = 0.4


@dataclass(frozen=True, slots=True)
class IconTones:
    """The colors of an icon: its rim, its outline, what its lines enclose, its body, light and shade."""

    rim: str
    line: str
    within: str
    body: str
    light: str
    shade: str


@dataclass(frozen=True, slots=True)
class _Parts:
    """The areas of an icon in its box of 512: all of it, with what it encloses, its light and its shade."""

    body: BaseGeometry
    whole: BaseGeometry
    light: BaseGeometry
    shade: BaseGeometry


def draw_toned(
    canvas: Canvas, icon: str, left: float, top: float, side: float, tones: IconTones, rim: float
) -> None:
    """An icon in a square of ``side`` mm from its left upper corner, with a rim of ``rim`` mm."""
    from shapely import affinity

    scale, parts = side / _BOX, _parts_of(icon)

    def path(area: BaseGeometry) -> str:
        return area_path(affinity.affine_transform(area, [scale, 0.0, 0.0, scale, left, top]))

    for wide, color in ((2 * (rim + _LINE * scale), tones.rim), (2 * _LINE * scale, tones.line)):
        edge = {"stroke": color, "stroke_width": wide, "stroke_linejoin": "round"}
        canvas.path(path(parts.whole), fill=color, fill_rule="evenodd", **edge)
    areas = ((parts.whole, tones.within), (parts.body, tones.body), (parts.shade, tones.shade))
    for area, color in (*areas, (parts.light, tones.light)):
        if not area.is_empty:
            canvas.path(path(area), fill=color, fill_rule="evenodd")


@functools.cache
def _parts_of(icon: str) -> _Parts:
    """An icon cut by copies of itself: where a copy to the south-east leaves it free, it is lit."""
    from shapely import affinity

    body = _area_of(icon).simplify(_EXACT)
    whole = _filled(body)
    lit = body.difference(affinity.translate(body, _LIGHT, _LIGHT * _DOWN))
    shade = body.difference(affinity.translate(body, -_SHADE, -_SHADE * _DOWN)).difference(lit)
    return _Parts(body, whole, _without_specks(lit), _without_specks(shade))


def _filled(body: BaseGeometry) -> BaseGeometry:
    """An area with what it encloses."""
    from shapely import Polygon, get_parts, union_all

    return union_all([Polygon(part.exterior) for part in get_parts(body)])


def _without_specks(area: BaseGeometry) -> BaseGeometry:
    """An area with ends that are not thinner than can be printed, in pieces that can be seen."""
    from shapely import get_parts, union_all

    opened = area.buffer(-_FINE, quad_segs=2).buffer(_FINE, quad_segs=2)
    return union_all([part for part in get_parts(opened) if part.area >= _SPECK])


def _area_of(icon: str) -> BaseGeometry:
    """What an icon fills: everything around which its contours run more often one way than the other."""
    from shapely import Polygon

    path = load_icons()[icon].path
    rings = [Polygon(points) for points in contours_of(path)]
    areas = sorted((ring for ring in rings if ring.area), key=lambda ring: -ring.area)
    filled: BaseGeometry = Polygon()
    turns: list[tuple[BaseGeometry, int]] = []
    for ring in areas:
        own = 1 if ring.exterior.is_ccw else -1
        area = ring.buffer(0.0)
        spot = area.representative_point()
        around = own + sum(turn for other, turn in turns if other.contains(spot))
        filled = filled.union(area) if around else filled.difference(area)
        turns.append((area, own))
    return filled
