"""Figures as dark shapes in front of a cover's picture: outlines around limbs and plates."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
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
BODY, GLOW, CORE = "uniform", "accent", "core"
"""The tones of the body of a figure, of what glows on it, and of what is hottest there."""

# The corners of a quarter of a disc, how far joints are filled, and how far that may move a line.
_QUARTER, _FILLET, _EXACT = 4, 1.6, 0.12
# The size of a creature of the cards beside a person.
_CREATURE = 0.8
# The height above which a figure leans.
_WAIST = 50.0


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A figure that looks to the right, with its feet at y = 0 and y running down.

    ``layers`` are its shapes from the rear to the front with their tones, as on cards.
    """

    layers: tuple[tuple[str, BaseGeometry], ...]

    @property
    def masses(self) -> tuple[BaseGeometry, ...]:
        """The shapes of its body, from the rear to the front."""
        return tuple(area for tone, area in self.layers if tone == BODY)


def troops_of(name: str) -> list[tuple[Silhouette, ...]]:
    """The sets of those who stand for a side with a person on its counters, the one in front first in each.

    Empty if there is no drawing of them.
    """
    return [tuple(map(figure_of, troop)) for troop in _data()["troops"].get(name, ())]


@functools.cache
def _data() -> Mapping[str, Any]:
    return MappingProxyType(dict(load_yaml(Path(__file__).with_name("silhouettes.yaml")).data))


@functools.cache
def figure_of(name: str) -> Silhouette:
    """One of the figures of people that only covers have."""
    from shapely import affinity

    figure, parts = _data()["figures"][name], _data()["parts"]
    masses = [
        _mass([parts[part] for part in mass], figure.get("drop", 0.0) if number else 0.0)
        for number, mass in enumerate(figure["masses"])
    ]
    lean = float(figure.get("lean", 0.0))
    if lean:
        # The legs stay as they are.
        masses[1:] = [
            affinity.affine_transform(each, [1, -lean, 0, 1, -lean * _WAIST, 0]) for each in masses[1:]
        ]
    tones = {figure.get("glow"): GLOW, figure.get("core"): CORE}
    return Silhouette(tuple((tones.get(number, BODY), mass) for number, mass in enumerate(masses)))


def poses_of(portrait: str) -> tuple[str, ...]:
    """The portrait of a creature and drawings of it in other poses, which only covers have."""
    return (portrait, *_data()["poses"].get(portrait, ()))


def flies(portrait: str) -> bool:
    """Whether a creature is in the sky of covers."""
    return portrait in _data()["aloft"]


@functools.cache
def creature_of(portrait: str) -> Silhouette:
    """The creature of a portrait on cards and counters, as a figure."""
    from shapely import affinity, union_all

    layers = []
    for tone, paths, width in outlines_of(portrait):
        area = union_all([_area_of(points, width) for points in paths])
        layers.append((tone, affinity.scale(area, _CREATURE, _CREATURE, origin=(0.0, 0.0))))
    return Silhouette(tuple(layers))


def leaning(figure: Silhouette, lean: float) -> Silhouette:
    """A figure that leans to the right by a share of its height, its feet on the ground."""
    from shapely import affinity

    matrix = [1.0, -lean, 0.0, 1.0, 0.0, 0.0]
    layers = tuple((tone, affinity.affine_transform(area, matrix)) for tone, area in figure.layers)
    return Silhouette(layers)


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
