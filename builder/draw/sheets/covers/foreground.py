"""What stands before a cover's picture: a ridge, or a ship's hull, with both sides as dark figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, product
from math import inf
from typing import TYPE_CHECKING

from builder.draw.sheets.covers.backdrop import Backdrop, is_dark
from builder.draw.sheets.covers.grounds import homes_of
from builder.draw.sheets.covers.groups import Place, group_in_front
from builder.draw.sheets.covers.heroes import Emblem, emblem_of
from builder.draw.sheets.covers.shading import body_of, draw_silhouette, rim_of
from builder.draw.sheets.covers.silhouettes import TALL, Silhouette
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, hull_of
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


# The height of a person in front as a share of the picture, in mm at least and at most.
_SHARE, _LEAST, _MOST = 0.3, 28.0, 42.0
# How far they are from their places in mm, how much smaller they can be, and the sizes tried beside stars.
_STRAY, _SMALLER, _SIZES = 2.5, 0.92, (1.0, 0.86, 0.74, 0.62, 0.54)
# How far from the edges all of a figure is, in mm.
_OFF_EDGE = 1.5
# How far they can be moved from the edge, in mm, what each mm costs, and what it costs to be smaller.
_MOVES, _MOVE_COST, _SMALLER_COST = (0.0, -4.0, 4.0, -8.0, 8.0, 12.0, -13.0, -18.0), 0.012, 2.2
# What it costs to hide a piece of scenery, and how far figures stay from it, in mm: whoever touches it
# becomes one shape with it; and the corners of a quarter of a disc in that room around them.
_HIDE_COST, _OFF, _ROUND = 3.2, 1.2, 2
# A larger piece, in mm², is hidden as much as one of this size: a figure before a hall is no less in the way.
_LARGE = 300.0
# How near a piece of scenery a figure seems to touch it, in mm, and what that costs.
_NEAR, _TOUCH_COST = 3.0, 0.6
# What it costs to hide more of comrades than at the usual place, compared with a piece of scenery.
_CROWD_COST = 1.2
# The largest share of a creature that another one may hide.
_MOST_HIDDEN = 0.33
# What it costs to leave a figure out, and to have the sides the other way round than the seed says.
_MISSING_COST, _SWAP_COST = 2.0, 0.5
# What it costs that the sides stand at each other's ground.
_AT_HOME_COST = 12.0
# The height of the ridge at the edges and in the middle, and where it gets low, as a share of the width.
_HIGH, _LOW, _ASIDE = 11.0, 2.2, 0.36
_TOOTH = 2.6
_BLACK = "#04070a"


@dataclass(frozen=True, slots=True)
class Foreground:
    """The ridge with figures of the first two sides at its ends."""

    backdrop: Backdrop
    figures: tuple[_Figure, ...]
    in_space: bool

    @property
    def area(self) -> BaseGeometry:
        """What the figures cover."""
        from shapely import union_all

        return union_all([figure.area for figure in self.figures])

    def draw(self) -> None:
        """Draw them, those that are far away behind the ridge."""
        backdrop, canvas = self.backdrop, self.backdrop.canvas
        ridge, glow = ridge_of(backdrop, in_space=self.in_space), backdrop.tint(0.75, backdrop.glow)
        for across in (0.13, 0.87):
            backdrop.glow_at(backdrop.at(across, 0.96), backdrop.box[2] * 0.2, glow, 0.3, 0.85)
        for figure in self.figures:
            if figure.place.is_far:
                figure.draw(canvas)
        _draw_ridge(backdrop, ridge)
        for figure in self.figures:
            if not figure.place.is_far:
                figure.draw(canvas)


def foreground_of(
    backdrop: Backdrop,
    scenario: Scenario,
    stars: BaseGeometry,
    scenery: Sequence[BaseGeometry] = (),
    *,
    in_space: bool,
) -> Foreground:
    """What stands in front of a picture.

    The seed decides who of each side stands there, and which side is at the left unless they hide much less
    the other way round; sides with ground of their own on a map of dots stand on its side. They move or get
    smaller where they would hide much of a piece of the ``scenery``, and stay away where they would cover
    ``stars``.
    """
    sides = list(dict.fromkeys(force.side for force in scenario.forces))[:2]
    if backdrop.random("sides").random() < 0.5:
        sides.reverse()
    homes = homes_of(scenario)
    if len(homes) == len(sides):
        sides.sort(key=homes.__getitem__)
    usual = list(_figures(backdrop, scenario, sides, stars, scenery))
    swapped = list(_figures(backdrop, scenario, sides[::-1], stars, scenery))
    swap = _AT_HOME_COST if len(homes) == len(sides) else _SWAP_COST
    is_worth_it = _cost(swapped) + swap < _cost(usual)
    placed = swapped if is_worth_it else usual
    return Foreground(backdrop, tuple(each.figure for each in placed if each.figure is not None), in_space)


@dataclass(frozen=True, slots=True)
class _Extent:
    """What a shape covers without gaps between limbs, and its ends with what glows, all in its own units."""

    cover: BaseGeometry
    west: float
    east: float


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure of a side with its foot at a point; ``size`` mm are the height of a person."""

    emblem: Emblem
    shape: Silhouette | None
    extent: _Extent | None
    place: Place
    foot: Point
    size: float
    is_turned: bool
    bottom: float

    @property
    def area(self) -> BaseGeometry:
        """What it covers in the picture."""
        from shapely import affinity, box

        if self.extent is None:
            return box(*self._square)
        scale, (x, y) = self.size / TALL, self.foot
        across = -scale if self.is_turned else scale
        return affinity.affine_transform(self.extent.cover, [across, 0.0, 0.0, scale, x, y])

    @property
    def ends(self) -> Point:
        """Its left and its right end, with what glows on it."""
        if self.extent is None:
            left, _, right, _ = self._square
            return left, right
        across = -self.size / TALL if self.is_turned else self.size / TALL
        reach = [self.foot[0] + across * end for end in (self.extent.west, self.extent.east)]
        return min(reach), max(reach)

    @property
    def _square(self) -> tuple[float, float, float, float]:
        (x, y), half = self.foot, self.size / 2
        return x - half, y - self.size, x + half, y

    def draw(self, canvas: Canvas) -> None:
        """Dark with light on its edges; outlines in a theme that saves ink."""
        from shapely import box

        family, is_far = self.emblem.family, self.place.is_far
        if self.shape is None:
            left, top, *_ = self._square
            color = body_of(canvas, family, is_far=is_far) if is_dark(canvas) else "paper"
            rim = rim_of(canvas, family, is_far=is_far)
            canvas.icon(self.emblem.icon, left, top, self.size, color, rim=rim)
            return
        window = box(0.0, 0.0, canvas.width, self.bottom)
        turned = {"is_turned": self.is_turned, "is_far": is_far}
        draw_silhouette(canvas, self.shape, self.foot, self.size, window, family, **turned)


def person_height(height: float) -> float:
    """The height in mm of a person in front of a picture that is ``height`` mm high."""
    return min(_MOST, max(_LEAST, _SHARE * height))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A figure with what it costs to have it there; without one, what it costs that it is missing."""

    figure: _Figure | None
    cost: float


def _cost(placed: Sequence[_Placed]) -> float:
    return sum(each.cost for each in placed)


def _figures(
    backdrop: Backdrop,
    scenario: Scenario,
    sides: Sequence[str],
    stars: BaseGeometry,
    scenery: Sequence[BaseGeometry],
) -> Iterator[_Placed]:
    """The figures of two sides, the first from the left edge, those behind first."""
    x, y, width, height = backdrop.box
    for is_turned, side in zip((False, True), sides, strict=False):
        emblem, rng = emblem_of(scenario, side), backdrop.random("troop", side)
        group = group_in_front(backdrop, scenario, side, emblem)
        comrades: list[BaseGeometry] = []
        for shape, place in reversed(group):
            extent = None if shape is None else _extent_of(shape)
            # No two covers have them in the same places.
            aside = place.aside + rng.uniform(-_STRAY, _STRAY)
            tall = person_height(height) * place.size * rng.uniform(_SMALLER, 1.0)
            tries = []
            for share, moved in product(_SIZES, _MOVES):
                at = x + width - aside - moved if is_turned else x + aside + moved
                foot = at, y + height - _height_at((at - x) / width) + place.sunk
                figure = _Figure(emblem, shape, extent, place, foot, tall * share, is_turned, y + height)
                figure = _within(figure, x + _OFF_EDGE, x + width - _OFF_EDGE)
                tries.append((figure, (1.0 - share) * _SMALLER_COST + abs(moved) * _MOVE_COST))
            # Of creatures in a heap, nobody sees what they are.
            most = _MOST_HIDDEN if emblem.creature else 1.0
            best = _best(tries, stars, scenery, comrades, most)
            if best.figure is not None:
                comrades.append(best.figure.area)
            yield best


def _extent_of(shape: Silhouette) -> _Extent:
    from shapely import convex_hull, union_all

    bounds = [area.bounds for _, area in shape.layers if not area.is_empty]
    cover = union_all([convex_hull(mass) for mass in shape.masses])
    return _Extent(cover, min(west for west, *_ in bounds), max(east for _, _, east, _ in bounds))


def _within(figure: _Figure, west: float, east: float) -> _Figure:
    """A figure that is moved so far that all of it is between two edges, where a sheet is cut."""
    left, right = figure.ends
    moved = max(0.0, west - left) - max(0.0, right - east)
    return replace(figure, foot=(figure.foot[0] + moved, figure.foot[1])) if moved else figure


def _best(
    tries: Sequence[tuple[_Figure, float]],
    stars: BaseGeometry,
    scenery: Sequence[BaseGeometry],
    comrades: Sequence[BaseGeometry],
    most: float,
) -> _Placed:
    """The figure of some tries with their costs that hides least, and no star, if there is one.

    The first try is at the usual place. No comrade and the figure have a larger share of either than ``most``
    in common.
    """
    usual, best, least = _hidden(tries[0][0].area, comrades), None, inf
    for figure, cost in sorted(tries, key=lambda each: each[1]):
        if cost >= least:
            break
        area = figure.area
        if not area.intersects(stars) and _crowding(area, comrades) <= most:
            crowd = max(0.0, _hidden(area, comrades) - usual)
            whole = cost + _hidden(area, scenery) + _touched(area, scenery) + _CROWD_COST * crowd
            if whole < least:
                best, least = figure, whole
    return _Placed(best, least if best is not None else _MISSING_COST)


def _hidden(area: BaseGeometry, scenery: Sequence[BaseGeometry]) -> float:
    """How much a figure hides of pieces of scenery, or nearly touches: the sum of their shares."""
    from shapely import dwithin

    near = list(compress(scenery, dwithin(scenery, area, _OFF)))
    if not near:
        return 0.0
    around = area.buffer(_OFF, _ROUND)
    return _HIDE_COST * sum(piece.intersection(around).area / min(piece.area, _LARGE) for piece in near)


def _crowding(area: BaseGeometry, comrades: Sequence[BaseGeometry]) -> float:
    """The largest share of a figure or of a comrade that both have in common."""
    return max((area.intersection(each).area / min(area.area, each.area) for each in comrades), default=0.0)


def _touched(area: BaseGeometry, scenery: Sequence[BaseGeometry]) -> float:
    """What it costs that a figure ends at pieces of scenery: a muzzle at a hill seems to touch it."""
    from shapely import dwithin

    return _TOUCH_COST * int(dwithin(scenery, area, _NEAR).sum())


def _height_at(across: float) -> float:
    """The height of the ridge at a share of the width, in mm."""
    aside = min(across, 1.0 - across) / _ASIDE
    share = max(0.0, 1.0 - aside)
    return _LOW + (_HIGH - _LOW) * share * share * (3 - 2 * share)


def ridge_of(backdrop: Backdrop, *, in_space: bool) -> BaseGeometry:
    """Rough ground, or in space the plates of a hull."""
    rng, (x, y, width, height) = backdrop.random("foreground"), backdrop.box
    bottom, at = y + height, 0.0
    line = [(x - 1.0, bottom - _height_at(0.0))]
    while at < 1.0:
        top = bottom - _height_at(at)
        if in_space:
            wide = rng.uniform(0.03, 0.09)
            line += [(x + width * at, top), (x + width * (at + wide) - 1.0, top)]
            at += wide
        else:
            line.append((x + width * at, top + rng.uniform(-0.5, 0.5) * _TOOTH * 0.5))
            at += rng.uniform(0.006, 0.022)
    line += [(x + width + 1.0, bottom - _height_at(1.0)), (x + width + 1.0, bottom), (x - 1.0, bottom)]
    return hull_of(line).intersection(backdrop.frame)


def _draw_ridge(backdrop: Backdrop, ridge: BaseGeometry) -> None:
    from shapely import affinity

    canvas = backdrop.canvas
    if not is_dark(canvas):
        backdrop.fill(ridge, "paper")
        return
    canvas.path(area_path(ridge), fill=blend(backdrop.glow, _BLACK, 0.42))
    under = affinity.translate(ridge, 0.1, 0.45).intersection(backdrop.frame)
    canvas.path(area_path(under), fill=blend(canvas.theme["band"], _BLACK, 0.14))
