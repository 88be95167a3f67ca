"""Figures as dark shapes in front of a cover's picture: outlines around limbs and plates."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from builder.draw.pieces.cards.creatures import outlines_of
from builder.draw.surface.canvas import Point
from builder.draw.surface.outlines import hull_of
from rulesdb.yaml_source import load_yaml

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

TALL = 100.0
"""How high a person is, in the units of a silhouette."""

# The corners of a quarter of a disc, how far joints are filled, and how far that may move a line.
_QUARTER, _FILLET, _EXACT = 4, 1.6, 0.12
# The size of a creature of the cards beside a person, the tones of its body and of what glows on it, and how
# much lower the other one of a pair of eyes is at most.
_CREATURE, _BODY, _GLOW, _PAIR = 0.8, "uniform", "accent", 0.5
# Around which point a figure turns that rears up.
_HIND = (-44.0, -6.0)


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A figure that looks to the right, with its feet at y = 0 and y running down.

    ``masses`` are its shapes from the rear to the front; ``eyes`` are where eyes glow.
    ``height`` is how high it flies. Creatures are broader than people.
    """

    masses: tuple[BaseGeometry, ...]
    eyes: tuple[Point, ...] = ()
    height: float = 0.0
    is_creature: bool = False


def troops_of(name: str, icons: Collection[str] = ()) -> list[tuple[Silhouette, ...]]:
    """The sets of those who stand for a side with a person or an icon on its counters.

    The one in front is first in each. Sets with figures that need another icon than ``icons`` are left out.
    Empty if there is no drawing of them.
    """
    figures, same = _data()["figures"], _data()["same"]
    shown = {same.get(icon, icon) for icon in icons}
    return [
        tuple(_silhouette(figure) for figure in troop)
        for troop in _data()["troops"].get(same.get(name, name), ())
        if all(figures[figure].get("needs") in (None, *shown) for figure in troop)
    ]


@functools.cache
def _data() -> Mapping[str, Any]:
    return MappingProxyType(dict(load_yaml(Path(__file__).with_name("silhouettes.yaml")).data))


@functools.cache
def _silhouette(name: str) -> Silhouette:
    from shapely import Point as Spot
    from shapely import affinity

    figure, parts = _data()["figures"][name], _data()["parts"]
    masses = tuple(
        _mass([parts[part] for part in mass], figure.get("drop", 0.0) if number else 0.0)
        for number, mass in enumerate(figure["masses"])
    )
    turn, high = float(figure.get("turn", 0.0)), float(figure.get("height", 0.0))
    eye = None if "eye" not in figure else Spot(figure["eye"][0], -figure["eye"][1])
    if turn:
        masses = tuple(affinity.rotate(mass, -turn, origin=_HIND) for mass in masses)
        eye = None if eye is None else affinity.rotate(eye, -turn, origin=_HIND)
    eyes = () if eye is None else ((eye.x, eye.y),)
    return Silhouette(masses, eyes, high, is_creature=eye is not None)


@functools.cache
def creature_of(portrait: str) -> Silhouette:
    """The creature of a portrait on cards and counters, as a figure."""
    from shapely import affinity, get_parts, union_all

    masses: list[BaseGeometry] = []
    eyes: list[Point] = []
    for tone, paths, width in outlines_of(portrait):
        area = union_all([_area_of(points, width) for points in paths])
        area = affinity.scale(area, _CREATURE, _CREATURE, origin=(0.0, 0.0))
        if tone == _BODY:
            masses.append(area)
        elif tone == _GLOW:
            eyes += [(part.centroid.x, part.centroid.y) for part in get_parts(area)]
    top = min((y for _, y in eyes), default=0.0)
    highest = tuple(eye for eye in eyes if eye[1] < top + _PAIR)
    return Silhouette(tuple(masses), highest, is_creature=True)


def _area_of(points: Sequence[Point], width: float) -> BaseGeometry:
    """An outline, or a line of a width."""
    from shapely import LineString, Polygon

    if width:
        return LineString(points).buffer(width / 2, _QUARTER)
    return Polygon(points).buffer(0)


def _mass(parts: Sequence[Mapping[str, Any]], drop: float) -> BaseGeometry:
    """The outline around some parts, whose joints are filled."""
    from shapely import affinity, union_all

    shapes = [shape for part in parts for shape in _shapes(part)]
    joined = union_all(shapes).buffer(_FILLET, _QUARTER).buffer(-_FILLET, _QUARTER).simplify(_EXACT)
    return affinity.affine_transform(joined, [1.0, 0.0, 0.0, -1.0, 0.0, drop])


def _shapes(part: Mapping[str, Any]) -> Iterator[BaseGeometry]:
    """The plates of a part, and its limbs, which taper from each disc to the next."""
    from shapely import Point as Spot
    from shapely import convex_hull, union_all

    yield from (hull_of(corners) for corners in part.get("plates", ()))
    for limb in part.get("limbs", ()):
        discs = [Spot(x, y).buffer(radius, _QUARTER) for x, y, radius in limb]
        yield from discs if len(discs) == 1 else ()
        for one, other in pairwise(discs):
            yield convex_hull(union_all([one, other]))
