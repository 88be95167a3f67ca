"""A lander that stands on its legs on the picture of a table: fuselage, wings, fin, and its ramp down.

Its own measures are x from the nose to the tail, y from north to south and z up from the ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from builder.draw.maps.slabs.picture_view import View
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Spot = tuple[float, float, float]
SHIP_TALL = 8.0
"""How high the ship is above the ground, in mm of the picture."""
# The length of the ship in its own measure, and as a share of the width of its pad.
_LENGTH, _LONG = 22.0, 1.3
# How far its middle is from that of the pad, so that the foot of the ramp is at the edge of that.
_AHEAD = -1.4
# The sections of the fuselage from the nose to the tail: where, half the width, the belly and the back.
_SECTIONS = (
    (-11.0, 0.3, 2.7, 3.2),
    (-9.8, 1.1, 2.3, 4.1),
    (-7.6, 1.8, 2.0, 5.2),
    (-5.2, 2.2, 1.8, 5.9),
    (-2.0, 2.4, 1.7, 6.1),
    (5.0, 2.4, 1.7, 6.1),
    (8.2, 2.2, 1.8, 6.0),
    (9.8, 1.9, 2.0, 5.6),
)
# The sections at which seams are, and the number of panels around each.
_SEAMS, _AROUND = (3, 5, 6), 10
# The panes of the cockpit, as numbers of sections and of panels around, of which the first is at the south.
_PANES = frozenset((along, around) for along in (1, 2) for around in range(5, 9))
# The south wing: at its root and at its tip, and the pod at its tip. The other one is mirrored.
_WING: tuple[Spot, ...] = ((-2.0, 2.2, 3.0), (3.2, 8.4, 2.6), (6.4, 8.4, 2.6), (7.2, 2.1, 3.0))
_WING_THICK = 0.5
_POD, _POD_HALF = ((1.6, 8.4, 2.6), (7.0, 8.4, 2.6)), 0.7
_FIN: tuple[Spot, ...] = ((4.2, 0.0, 6.1), (7.6, 0.0, 10.4), (10.6, 0.0, 10.6), (9.4, 0.0, 5.7))
_FIN_THICK = 0.45
# The ramp from the hatch to the ground, the half of its width, and its treads; the hatch above it.
_RAMP, _RAMP_HALF, _TREADS = ((9.6, 2.3), (12.6, 0.1)), 1.25, (0.25, 0.5, 0.75)
_HATCH = ((9.81, -1.25, 2.3), (9.81, 1.25, 2.3), (9.81, 1.0, 4.7), (9.81, -1.0, 4.7))
# The feet of the legs, how far inward they are fixed, and how large their pads are.
_LEGS, _SPLAY, _PAD = ((-6.6, 0.0), (5.4, -3.2), (5.4, 3.2)), 0.72, 0.75
# Where the light comes from, and how strong it is.
_SUN, _LIGHT, _SHADE = (-0.35, -0.45, 0.82), 0.5, 0.62
_LINE, _SEAM, _SHADOW, _DARK = 0.28, 0.12, 1.6, 0.4


@dataclass(frozen=True)
class _Model:
    """The ship in a view: where its middle is on the map, its unit there, and which way its nose points."""

    view: View
    middle: Point
    unit: float
    side: int

    def at(self, spot: Spot) -> Point:
        """A point of the ship in the picture."""
        x, y, z = spot
        ground = self.middle[0] + self.side * x * self.unit, self.middle[1] + y * self.unit
        right, down = self.view.at(ground)
        return right, down - z * self.unit * self.view.scale

    def outline(self, spots: Sequence[Spot]) -> list[Point]:
        """A face of the ship in the picture."""
        return [self.at(spot) for spot in spots]

    def light(self, normal: Spot) -> float:
        """How far a face is in the light, from -1 to 1."""
        x, y, z = normal
        return self.side * x * _SUN[0] + y * _SUN[1] + z * _SUN[2]

    def is_seen(self, normal: Spot) -> bool:
        """Whether a face is turned to the reader."""
        (a, b), (c, d) = self.view.axes
        x, y, z = normal
        return self.side * x * -c / a + y + z * (d - b * c / a) > 0


def draw_raised_ship(canvas: Canvas, view: View, area: BaseGeometry, *, is_turned: bool = False) -> None:
    """The ship over the middle of its pad, which is an area of the map.

    Its nose is in the west and its ramp in the east, or the other way round if it ``is_turned``.
    """
    west, north, east, south = area.bounds
    side, unit = -1 if is_turned else 1, _LONG * min(east - west, south - north) / _LENGTH
    model = _Model(view, ((west + east) / 2 + side * _AHEAD * unit, (north + south) / 2), unit, side)
    hull = blend("#ffffff", canvas.theme["wreck"], 0.22)
    _draw_shadow(canvas, model)
    _draw_wing(canvas, model, hull, -1)
    _draw_legs(canvas, model)
    _draw_fuselage(canvas, model, hull)
    _draw_ramp(canvas, model, hull)
    _draw_plate(canvas, model, _FIN, (0.0, _FIN_THICK, 0.0), hull, (0.0, 1.0, 0.3))
    _draw_wing(canvas, model, hull, 1)


def _draw_shadow(canvas: Canvas, model: _Model) -> None:
    """The shadow of the fuselage and the wings on the ground, away from the light."""
    from shapely import Polygon, unary_union

    flanks = [[(x, sign * half) for x, half, _, _ in _SECTIONS] for sign in (-1, 1)]
    plans = [[*flanks[0], *reversed(flanks[1])], *([(x, sign * y) for x, y, _ in _WING] for sign in (-1, 1))]
    shapes = [Polygon([model.at((x + _SHADOW, y + _SHADOW, 0.0)) for x, y in plan]) for plan in plans]
    canvas.path(area_path(unary_union(shapes)), fill="ink", fill_opacity=_DARK)


def _draw_legs(canvas: Canvas, model: _Model) -> None:
    for x, y in _LEGS:
        top, foot = model.at((x, y * _SPLAY, 2.4)), model.at((x, y, 0.0))
        canvas.line(foot, top, stroke="ink", stroke_width=2.2 * _LINE, stroke_linecap="round")
        pad = model.outline([(x - _PAD, y, 0.0), (x, y - _PAD, 0.0), (x + _PAD, y, 0.0), (x, y + _PAD, 0.0)])
        canvas.polygon(pad, fill="ink", stroke="ink", stroke_width=_LINE, stroke_linejoin="round")


def _draw_fuselage(canvas: Canvas, model: _Model, hull: str) -> None:
    """The panels that the reader sees, and a line around them."""
    from shapely import Polygon, unary_union

    faces = list(_panels(model))
    whole = unary_union([Polygon(model.outline(face)).buffer(0.02) for face, _, _ in faces])
    canvas.path(area_path(whole), fill=hull, stroke="ink", stroke_width=2 * _LINE, stroke_linejoin="round")
    glass = blend(canvas.theme["ink"], "#8fb4cc", 0.45)
    for face, normal, number in faces:
        color = glass if number in _PANES else _lit(hull, model.light(normal))
        edge = blend(canvas.theme["ink"], color, 0.5)
        canvas.polygon(
            model.outline(face), fill=color, stroke=edge if number in _PANES else color, stroke_width=_SEAM
        )
    for section in _SEAMS:
        ring = _ring(_SECTIONS[section])
        seen = [spot for spot, normal in ring if model.is_seen(normal)]
        canvas.segments(list(pairwise(model.outline(seen))), stroke=blend(canvas.theme["ink"], hull, 0.55),
                        stroke_width=_SEAM * 1.4)  # fmt: skip


def _ring(section: tuple[float, float, float, float]) -> list[tuple[Spot, Spot]]:
    """The corners of a section with their normals, from the south around the belly to the back."""
    x, half, belly, back = section
    turns = (2 * pi * (step + 0.5) / _AROUND for step in range(_AROUND))
    middle, tall = (belly + back) / 2, (back - belly) / 2
    return [
        ((x, half * cos(turn), middle - tall * sin(turn)), (0.0, cos(turn), -sin(turn))) for turn in turns
    ]


def _panels(model: _Model) -> Iterator[tuple[list[Spot], Spot, tuple[int, int]]]:
    """The panels of the fuselage that are turned to the reader, with their normals and their numbers."""
    for along, (fore, aft) in enumerate(pairwise(_SECTIONS)):
        one, other = _ring(fore), _ring(aft)
        for around in range(_AROUND):
            after = (around + 1) % _AROUND
            face = [one[around][0], one[after][0], other[after][0], other[around][0]]
            normal = _outward(face, one[around][1])
            if model.is_seen(normal):
                yield face, normal, (along, around)
    stern = [spot for spot, _ in _ring(_SECTIONS[-1])]
    if model.is_seen((1.0, 0.0, 0.0)):
        yield stern, (1.0, 0.0, 0.0), (len(_SECTIONS), 0)


def _outward(face: Sequence[Spot], about: Spot) -> Spot:
    """The normal of a face, on the side to which ``about`` points."""
    (ax, ay, az), (bx, by, bz) = (
        tuple(end - start for start, end in zip(face[start], face[end], strict=True))
        for start, end in ((0, 2), (1, 3))
    )
    x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    long = hypot(x, y, z) * (1 if y * about[1] + z * about[2] >= 0 else -1)
    return x / long, y / long, z / long


def _draw_wing(canvas: Canvas, model: _Model, hull: str, side: int) -> None:
    """The wing at the south or at the north, with the pod at its tip."""
    wing = [(x, side * y, z) for x, y, z in _WING]
    _draw_plate(canvas, model, wing, (0.0, 0.0, -_WING_THICK), hull, (0.0, 0.25 * side, 1.0))
    ends = [model.at((x, side * y, z)) for x, y, z in _POD]
    thick = 2 * _POD_HALF * model.unit * model.view.scale
    for width, color in ((thick + 2 * _LINE, "ink"), (thick, _lit(hull, -0.15))):
        canvas.line(*ends, stroke=color, stroke_width=width, stroke_linecap="round")


def _draw_plate(
    canvas: Canvas, model: _Model, face: Sequence[Spot], thick: Spot, hull: str, normal: Spot
) -> None:
    """A flat part with its edge, which is ``thick`` away from its face."""
    right, south, up = thick
    behind = [(x + right, y + south, z + up) for x, y, z in face]
    style = {"stroke": "ink", "stroke_width": _LINE, "stroke_linejoin": "round"}
    for (one, two), (three, four) in zip(
        pairwise([*face, face[0]]), pairwise([*behind, behind[0]]), strict=True
    ):
        canvas.polygon(model.outline([one, two, four, three]), fill=_lit(hull, -0.7), **style)
    canvas.polygon(model.outline(face), fill=_lit(hull, model.light(normal)), **style)


def _draw_ramp(canvas: Canvas, model: _Model, hull: str) -> None:
    """The ramp down to the ground, and the dark hatch above it if the reader sees that."""
    (near, high), (far, low) = _RAMP
    style = {"stroke": "ink", "stroke_width": _LINE, "stroke_linejoin": "round"}
    if model.is_seen((1.0, 0.0, 0.0)):
        canvas.polygon(model.outline(_HATCH), fill="ink", **style)
    sides = (-_RAMP_HALF, _RAMP_HALF)
    corners = [(near, sides[0], high), (far, sides[0], low), (far, sides[1], low), (near, sides[1], high)]
    canvas.polygon(model.outline(corners), fill=_lit(hull, 0.7), **style)
    treads = []
    for share in _TREADS:
        x, z = near + (far - near) * share, high + (low - high) * share
        treads.append((model.at((x, sides[0], z)), model.at((x, sides[1], z))))
    canvas.segments(treads, stroke="ink", stroke_width=1.5 * _SEAM)


def _lit(hull: str, light: float) -> str:
    """The color of a face that is in the light or in the shade."""
    if light >= 0:
        return blend("#ffffff", hull, _LIGHT * light)
    return blend("#000000", hull, -_SHADE * light)
