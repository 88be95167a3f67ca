"""Flags, pins and titles over slabs: a star on a stem at each objective, and the names of levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.slabs.picture_view import View
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Point, Rectangle, mm
from builder.draw.surface.clear_space import Box, overlaps
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import BOLD, CONDENSED, Type

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from builder.draw.maps.slabs.perspective import Slab

STEM = 7.6
"""How high the star of a flag is above its foot, in mm."""
# The same of the name of a pin, and of a star on top of what stands at its place; the size of a star.
PIN, _ON_TOP, _DISC = 10.8, 4.4, 8.6
# Half the room of the stem of a flag.
_STEM_HALF = 1.2
# The half axes of the ring around a foot on the ground.
_RING = 2.1, 1.0
# How far what a flag stands on is seen in front of its middle.
_BELOW = 2.0
# Few mind if a title hides no larger share of a piece of scenery.
_MUCH = 0.15
LABEL = Type(BOLD, 2.8)
"""The titles of flags."""
_LEVEL = Type(CONDENSED, 3.4)
# Titles of levels: how many places in each direction are tried, how far below a level, and how near to it.
_TRIES, _FAR_BELOW, _NEAR = 32, 14.0, 9.0


@dataclass(frozen=True, slots=True)
class Foot:
    """Where the stem of a flag begins: ``above`` the ground at a point of the map, in mm of the picture.

    The stem is ``tall`` mm high. What it stands on reaches ``half`` mm to both sides.
    """

    at: Point
    above: float = 0.0
    tall: float = STEM
    half: float = _STEM_HALF

    @classmethod
    def on_top(cls, at: Point, height: float, half: float) -> Foot:
        """The foot on top of what is so high and wide at a point."""
        return cls(at, height, _ON_TOP, half)

    def draw(self, canvas: Canvas, view: View) -> None:
        """The stem in a view of the ground."""
        (x, y), color = view.at(self.at), "ink" if canvas.theme.saves_ink else "#ffffff"
        y -= self.above
        if not self.above:
            # A ring on the ground tells it from the edge of a roof that rises in front of it.
            across, down = _RING
            arc = f"A{across:g} {down:g} 0 1 0"
            path = f"M{mm(x - across)} {mm(y)}{arc} {mm(x + across)} {mm(y)}{arc} {mm(x - across)} {mm(y)}Z"
            canvas.path(path, fill="none", stroke=color, stroke_width=0.4)
        canvas.circle(x, y, 0.7, fill=color)
        canvas.line((x, y), (x, y - self.tall), stroke=color, stroke_width=0.5)


def flag_area(foot: Point, run: float, tall: float = STEM) -> BaseGeometry:
    """The area of a picture that a flag covers with its stem, and with a title ``run`` mm beside its star."""
    from shapely import box

    (x, y), half = foot, _DISC * 0.3
    star = box(x - half, y - tall - half, x + half + run + 3.0, y - tall + half)
    return star.union(box(x - _STEM_HALF, y - tall, x + _STEM_HALF, y + _STEM_HALF))


def flags_on(slabs: Sequence[Slab], views: Sequence[View], *, are_whole: bool = False) -> BaseGeometry:
    """What the flags of slabs cover, without their titles; ``are_whole`` with what they stand on."""
    from shapely import unary_union

    flags = unary_union([flag_area(at, 0.0, foot.tall) for at, foot in _feet(slabs, views)])
    return flags.union(_standing_on(slabs, views)) if are_whole else flags


def _standing_on(slabs: Sequence[Slab], views: Sequence[View]) -> BaseGeometry:
    """What the flags of slabs stand on."""
    from shapely import box, unary_union

    feet = ((at, foot) for at, foot in _feet(slabs, views) if foot.half > _STEM_HALF)
    return unary_union(
        [box(x - foot.half, y, x + foot.half, y + foot.above + _BELOW) for (x, y), foot in feet]
    )


def highest_star(slabs: Sequence[Slab], views: Sequence[View]) -> float | None:
    """How high the top of the highest star of all flags and pins is in the picture, if there is one."""
    return min((y - foot.tall - _DISC * 0.3 for (_, y), foot in _feet(slabs, views)), default=None)


def _feet(slabs: Sequence[Slab], views: Sequence[View]) -> Iterator[tuple[Point, Foot]]:
    """The feet of all flags and pins, and where they are in the picture."""
    for slab, view in zip(slabs, views, strict=True):
        for at, _ in (*slab.flags, *slab.pins):
            yield slab.foot_on(view, at), slab.foot(at)


def draw_titles(
    canvas: Canvas,
    slabs: Sequence[Slab],
    views: Sequence[View],
    bodies: Sequence[BaseGeometry],
    box: Rectangle,
    *,
    is_dark: bool,
) -> Iterator[Box]:
    """The title of each of several slabs: over its right end, or over its left end, or else beside it.

    The first of what is taken are the ``bodies`` of the slabs.
    """
    from shapely import box as rectangle
    from shapely import unary_union

    taken: BaseGeometry = unary_union(list(bodies)).buffer(1.2)
    x, y, width, height = box
    for slab, view, body in zip(slabs, views, bodies, strict=False):
        if len(slabs) < 2 or not slab.title:
            continue
        run, cap = canvas.metrics.width(slab.title, _LEVEL), _LEVEL.cap
        others = [other for other in bodies[: len(slabs)] if other is not body]
        west, north, east, south = view.shape(slab.top).bounds
        rights = [min(x + width, east + run), x + width, east, max(x + run, west + run)]
        places = [
            (right - run, base)
            for right in rights
            for base in (north + step * (south - north) / 12 for step in range(10))
            if y + cap < base < y + height
        ]
        lefts = [x + (width - run) * step / _TRIES for step in range(_TRIES + 1)]
        bases = [north + (south + _FAR_BELOW - north) * step / _TRIES for step in range(_TRIES + 1)]
        beside = [at for at in product(lefts, bases) if y + cap < at[1] < y + height]
        beside.sort(key=lambda at: dist(at, (east, north)))
        for number, (left, base) in enumerate((*places, *beside)):
            label = rectangle(left, base - cap, left + run, base)
            is_usual = number < len(places)
            if not label.intersects(taken) and (is_usual or _is_nearest(label, body, others)):
                fill = blend("#ffffff", canvas.theme["band"], 0.7) if is_dark else "muted"
                canvas.text(slab.title, left, base, _LEVEL, fill=fill, within=box)
                taken = unary_union([taken, label.buffer(2.0)])
                yield label.bounds
                break


def _is_nearest(label: BaseGeometry, body: BaseGeometry, others: Sequence[BaseGeometry]) -> bool:
    """Whether a label is beside a body, and much nearer to it than to others."""
    away = body.distance(label)
    return away < _NEAR and all(other.distance(label) > 2 * away for other in others)


def draw_flags(
    canvas: Canvas,
    slabs: Sequence[Slab],
    views: Sequence[View],
    taken: Iterable[Box],
    front: BaseGeometry,
    scenery: Sequence[BaseGeometry],
    box: Rectangle,
    *,
    is_dark: bool,
) -> list[Box]:
    """A star on a stem at each objective, and a stem at each pin, with titles if there is room.

    Titles keep clear of what is in ``front``, and if they can, of names on the ground, of what flags stand
    on, and then of the pieces of ``scenery``. Returns what is taken then.
    """
    from shapely import box as rectangle
    from shapely import unary_union

    color = "#ffffff" if is_dark else "ink"
    flags, pins = (
        sorted(
            (
                (slab.foot_on(view, at), slab.foot(at), title)
                for slab, view in zip(slabs, views, strict=True)
                for at, title in (slab.flags if is_flag else slab.pins)
            ),
            key=lambda flag: flag[0][1],
        )
        for is_flag in (True, False)
    )
    half, standing = _DISC * 0.3, _standing_on(slabs, views)
    names = unary_union(
        [name for slab, view in zip(slabs, views, strict=True) for name in slab.names(canvas, view)]
    )
    stars = [(x, y - foot.tall) for (x, y), foot, _ in flags]
    boxes = [*taken, *((x - half, y - half, x + half, y + half) for x, y in stars)]
    for slab, view in zip(slabs, views, strict=True):
        for at, _ in () if slab.has_stems else slab.flags:
            slab.foot(at).draw(canvas, view)
    for star in stars:
        draw_symbol(canvas, "objective", star, _DISC)
    plate = blend("#05080d", canvas.theme["band"], 0.62) if is_dark else "paper"
    for ((x, y), foot, title), is_flag in [
        *((flag, True) for flag in flags),
        *((pin, False) for pin in pins),
    ]:
        y -= foot.tall if is_flag else PIN
        run, level = canvas.metrics.width(title, LABEL), y + LABEL.cap / 2
        above, within_box = y - half - 2.0, box[0] + box[2] - run - 0.8
        beside = [(x + half + 1.2, level), (x - half - 1.2 - run, level)]
        over = min(max(x - run / 2, box[0] + 0.8), within_box)
        # The title of a pin stands on its stem.
        spots = (*beside, (over, above)) if is_flag else ((over, level), *beside)
        labels = [(left - 0.8, base - LABEL.cap - 0.8, left + run + 0.8, base + 0.8) for left, base in spots]
        free = [
            (label, spot)
            for label, spot in zip(labels, spots, strict=True)
            if box[0] <= label[0] and label[2] <= box[0] + box[2]
            if not any(overlaps(label, other) for other in boxes) and not rectangle(*label).intersects(front)
        ]
        if free:
            pieces = [standing, *scenery]
            label, (left, base) = min(
                free,
                key=lambda each: (
                    rectangle(*each[0]).intersects(names),
                    # Beside the bare stem of a pin, a title seems to belong to nothing.
                    not is_flag and each[1] != spots[0],
                    *_hidden(rectangle(*each[0]), pieces),
                ),
            )
            west, north, east, south = label
            edge = {} if is_dark else {"stroke": "ink", "stroke_width": "box"}
            canvas.rect(west, north, east - west, south - north, radius=0.9, fill=plate, **edge)
            canvas.text(title, left, base, LABEL, fill=color, within=box)
            boxes.append(label)
    return boxes


def _hidden(label: BaseGeometry, pieces: Sequence[BaseGeometry]) -> tuple[bool, float, float]:
    """Whether a label covers the first of some pieces, and how much it hides of others: the sum of large
    shares, and of all.
    """
    first, *others = pieces
    shares = [label.intersection(each).area / each.area for each in others if each.intersects(label)]
    much = sum(share for share in shares if share > _MUCH)
    return label.intersects(first), round(much, 6), round(sum(shares), 2)
