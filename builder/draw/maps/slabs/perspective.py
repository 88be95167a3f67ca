"""Maps as slabs that are seen from above and from the south-east, one below the other, for pictures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from builder.draw.maps.nature.plot import is_bare
from builder.draw.maps.slabs.picture_view import Mark, View
from builder.draw.maps.slabs.slab_sides import THICKNESS, body_of, draw_side
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Drawing, Point, Rectangle
from builder.draw.surface.clear_space import Box, overlaps
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path
from builder.draw.surface.type import BOLD, CONDENSED, Type

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from rulesdb import Entry

# How flat a picture can be that would else be too high for its width, and the share of the width to fill.
_PITCHES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.66)
_FILLED = 0.94
# From which share of its depth the top of a slab gets darker, in how many steps, and by how much each time.
_SHADES_FROM, _SHADES, _SHADE = 0.2, 18, 0.014
# How far the shadow of a slab is moved, and how far it fades out, in mm, in how many steps of which strength.
_SHADOW, _FADE, _FADES, _FADE_SHADE = (3.4, 6.4), 5.0, 9, 0.09
# How much of the light of the hour is on a slab.
_TINT = 0.13
# The shares of the height of one level by which the level below it can be lower, and how much it may cover.
_DROPS = (0.5, 0.56, 0.62, 0.68, 0.74, 0.8, 0.86, 0.92, 1.0)
_MAX_COVERED = 0.005
_BETWEEN = 0.06
# The share of the side of a level that no longer covers the one below, and how often the scale is tried.
_SIDE, _ROUNDS = 0.5, 3
# How far slabs stay from texts, and how many heights of a picture are tried.
_OFF_TEXT, _LIFTS = 3.0, 16
_STEM, _PIN, _DISC = 7.6, 10.8, 8.6
# Half the room of the stem of a flag.
_STEM_HALF = 1.2
LABEL = Type(BOLD, 2.8)
"""The titles of flags."""
_LEVEL = Type(CONDENSED, 3.4)
_DASH = "1.4 1.2"


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """The name of a piece of terrain with its area in mm of the map, and the colors of its outline and in it.

    Names of what ``is_natural`` are in italics, those of what people built ``in_capitals`` or as they are.
    What ``holds_name`` can have its name in it. ``at`` is the middle of the name on the map, if it is to be
    there, on the color in the area.
    """

    name: str
    area: BaseGeometry
    line: str
    fill: str
    is_natural: bool
    holds_name: bool = False
    in_capitals: bool = True
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Slab:
    """A map for a picture: its outline in mm, the color of its sides, and how its top is drawn.

    ``flags`` are the places and titles of objectives, ``ways`` the places from which a way leads to another
    slab, with its number. ``height_at`` gives the height of the ground, in mm of the picture. A slab that
    ``has_stems`` draws those of its flags itself, behind what is in front of them. ``plan`` draws it from
    straight above with its north-west corner at a point and at a scale, for which ``marks`` has the middle of
    each set-up zone with its steps and the number of its side, ``zones`` the area of each with that number if
    the plan does not have its line, ``places`` the names of terrain that the plan does not have itself,
    ``solids`` what they keep off, and ``markers`` those of the start. A ``diagram`` is a plan that has all
    this itself; it gets the letters of the objectives. ``ground`` is the color of most of the map, or of what
    is around. The picture has only what is ``shown``, or all; ``tops`` are its areas that stand up, with
    their heights. ``pins`` are the places and names of what else the picture points out.
    """

    outline: BaseGeometry
    side: str
    draw: Callable[[Canvas, View], None]
    title: str = ""
    flags: tuple[tuple[Point, str], ...] = ()
    ways: tuple[tuple[Point, int], ...] = ()
    height_at: Callable[[Point], float] = lambda point: 0.0
    has_stems: bool = False
    plan: Callable[[Canvas, Point, float], None] | None = None
    diagram: Callable[[Canvas, Point, float, Sequence[str]], None] | None = None
    marks: tuple[Mark, ...] = ()
    zones: tuple[tuple[BaseGeometry, int], ...] = ()
    places: tuple[NamedPlace, ...] = ()
    solids: tuple[BaseGeometry, ...] = ()
    markers: tuple[tuple[Point, Entry], ...] = ()
    ground: str = "paper"
    shown: BaseGeometry | None = None
    tops: tuple[tuple[BaseGeometry, float], ...] = ()
    pins: tuple[tuple[Point, str], ...] = ()

    @property
    def top(self) -> BaseGeometry:
        """What the picture in perspective shows."""
        return self.outline if self.shown is None else self.shown


@dataclass(frozen=True, slots=True)
class Upright:
    """Something that stands at a point of a map, in front of what is behind it."""

    at: Point
    draw: Callable[[Canvas, View], None]


class Relief(Protocol):
    """The pieces of a map that are higher than the ground."""

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the pieces from the rear to the front, and the ``uprights`` among them."""

    def height_at(self, point: Point) -> float:
        """How high the ground of a picture is at a point of the map, in mm of the picture."""

    def tops(self) -> Iterable[tuple[BaseGeometry, float]]:
        """The areas that stand up, with their heights in mm of the picture."""


def flag_area(view: View, at: Point, run: float) -> BaseGeometry:
    """The area that a flag covers with its stem, and with a title ``run`` mm wide beside its star."""
    from shapely import box

    (x, y), half = view.at(at), _DISC * 0.3
    star = box(x - half, y - _STEM - half, x + half + run + 3.0, y - _STEM + half)
    return star.union(box(x - _STEM_HALF, y - _STEM, x + _STEM_HALF, y + _STEM_HALF))


def slab_of(
    drawing: Drawing,
    board: BaseGeometry,
    corner: Point,
    layers: Collection[str],
    flags: Iterable[tuple[Point, str]],
    relief: Relief | None = None,
    *,
    raised: Collection[str] = (),
    shown: BaseGeometry | None = None,
    marks: tuple[Mark, ...] = (),
    on_plan: Collection[str] | None = None,
    zones: Iterable[tuple[BaseGeometry, int]] = (),
    places: Iterable[NamedPlace] = (),
    solids: Iterable[BaseGeometry] = (),
    markers: Iterable[tuple[Point, Entry]] = (),
    pins: Iterable[tuple[Point, str]] = (),
) -> Slab:
    """Some layers of a drawing as a slab; ``board`` is what the map covers, in mm from its ``corner``.

    The ``relief`` stands on it, in place of the layers that are ``raised``, with the stems of the flags. It
    is darker towards the reader. Zones are on its plan alone, and only what is ``shown`` in the picture.
    ``on_plan`` has the layers of the plan, if they are others.
    """
    from shapely import box as rectangle

    top = board if shown is None else shown
    flags, pins = tuple(flags), tuple(pins)
    stems = [Upright(at, partial(_draw_stem, at, _STEM)) for at, _ in flags]
    stems += [Upright(at, partial(_draw_stem, at, _PIN)) for at, _ in pins]
    stems.sort(key=lambda upright: (upright.at[1], upright.at[0]))
    height_at = relief.height_at if relief is not None else lambda point: 0.0

    def draw(canvas: Canvas, view: View) -> None:
        flat = frozenset(layers) - {"zones"} - (frozenset() if is_bare(canvas.theme) else frozenset(raised))
        west, north, east, south = top.bounds
        with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
            window = (corner[0] + west, corner[1] + north, east - west, south - north)
            canvas.place(drawing.only(flat), west, north, window=window)
        if not is_bare(canvas.theme):
            for step in range(_SHADES):
                share = _SHADES_FROM + (1.0 - _SHADES_FROM) * step / _SHADES
                shade = rectangle(west, north + share * (south - north), east, south).intersection(top)
                canvas.path(area_path(view.shape(shade)), fill="ink", fill_opacity=_SHADE)
        canvas.path(area_path(view.shape(top)), stroke="ink", stroke_width=0.35)
        if relief is not None:
            relief.draw(canvas, view, stems)
        else:
            for stem in stems:
                stem.draw(canvas, view)

    def plan(canvas: Canvas, at: Point, scale: float) -> None:
        west, north, east, south = board.bounds
        window = (corner[0] + west, corner[1] + north, east - west, south - north)
        canvas.place(drawing.only(layers if on_plan is None else on_plan), *at, window=window, scale=scale)

    return Slab(
        board,
        "band",
        draw,
        flags=flags,
        height_at=height_at,
        has_stems=True,
        plan=plan,
        marks=marks,
        zones=tuple(zones),
        places=tuple(places),
        solids=tuple(solids),
        markers=tuple(markers),
        ground="ground",
        shown=shown,
        tops=tuple(relief.tops()) if relief is not None else (),
        pins=pins,
    )


def _draw_stem(at: Point, tall: float, canvas: Canvas, view: View) -> None:
    """The stem of a flag, ``tall`` mm high, with its foot on the ground."""
    (x, y), color = view.at(at), "ink" if is_bare(canvas.theme) else "#ffffff"
    canvas.circle(x, y, 0.7, fill=color)
    canvas.line((x, y), (x, y - tall), stroke=color, stroke_width=0.5)


def draw_slabs(
    canvas: Canvas,
    slabs: Sequence[Slab],
    box: Rectangle,
    texts: BaseGeometry,
    draw_front: Callable[[BaseGeometry], BaseGeometry],
    *,
    beyond: float,
    light: str,
    is_dark: bool,
) -> BaseGeometry:
    """The slabs below each other, as large as they fit into a box beside ``texts``; returns what they cover.

    They go ``beyond`` the sides of the box by some mm, but their titles do not.
    ``draw_front`` draws what is in front of them, of which titles are clear and which flags stand out from,
    beside the stars of flags, and returns its area. ``light`` is the color of the light on them, if there is
    any. ``is_dark`` is true if the ground is dark, and false if the picture has to save ink.
    """
    from shapely import affinity, get_parts, unary_union
    from shapely import box as rectangle

    x, y, width, height = box
    views, bodies = _beside(slabs, (x - beyond, y, width + 2 * beyond, height), texts.buffer(_OFF_TEXT))
    if is_dark:
        shadow = unary_union([affinity.translate(body, *_SHADOW) for body in bodies])
        for step in range(_FADES):
            soft = shadow.buffer(_FADE * (1.0 - 2.0 * step / _FADES)).simplify(0.1)
            canvas.path(area_path(soft), fill="#020406", fill_opacity=_FADE_SHADE, fill_rule="evenodd")
    for number in reversed(range(len(slabs))):
        slab, view = slabs[number], views[number]
        draw_side(canvas, view.shape(slab.top), slab.side, is_dark=is_dark)
        slab.draw(canvas, view)
        if is_dark and light:
            canvas.path(area_path(view.shape(slab.top)), fill=light, fill_opacity=_TINT)
        _draw_ways(canvas, slabs, views, number)
    front = draw_front(_flags_on(slabs, views))
    boxes = list(_draw_titles(canvas, slabs, views, [*bodies, texts, front], box, is_dark=is_dark))
    boxes += [part.bounds for area in (texts, front) for part in get_parts(area)]
    boxes = _draw_flags(canvas, slabs, views, boxes, box, is_dark=is_dark)
    covered: BaseGeometry = unary_union([*bodies, *(rectangle(*label) for label in boxes)])
    return covered


def _beside(
    slabs: Sequence[Slab], box: Rectangle, texts: BaseGeometry
) -> tuple[list[View], list[BaseGeometry]]:
    """The views and the outlines of slabs in the highest part of a box where they cover no texts."""
    from shapely import unary_union

    x, y, width, height = box
    # Even what stands at the rear edge is below the texts then.
    lowest = max(y, texts.bounds[3] + max((tall for slab in slabs for _, tall in slab.tops), default=0.0))
    for step in range(_LIFTS + 1):
        top = y + (lowest - y) * step / _LIFTS
        views = _fitted(slabs, (x, top, width, y + height - top))
        bodies = [body_of(view.shape(slab.top)) for slab, view in zip(slabs, views, strict=True)]
        high = [
            view.shape(area, -tall)
            for slab, view in zip(slabs, views, strict=True)
            for area, tall in slab.tops
        ]
        if not unary_union([*bodies, *high, _flags_on(slabs, views)]).intersects(texts):
            break
    return views, bodies


def _flags_on(slabs: Sequence[Slab], views: Sequence[View]) -> BaseGeometry:
    """What the flags of slabs cover, without their titles."""
    from shapely import unary_union

    return unary_union(
        [
            flag_area(view.lifted(slab.height_at(at)), at, 0.0)
            for slab, view in zip(slabs, views, strict=True)
            for at, _ in (*slab.flags, *slab.pins)
        ]
    )


def _fitted(slabs: Sequence[Slab], box: Rectangle) -> list[View]:
    """The view of each slab with which all are as large as possible, and as flat as the width requires."""
    for pitch in _PITCHES:
        views, filled = _fitted_at(slabs, box, pitch)
        if filled >= _FILLED:
            break
    x, y, width, height = box
    stars = [
        view.lifted(slab.height_at(at)).at(at)[1] - _STEM - _DISC * 0.3
        for slab, view in zip(slabs, views, strict=True)
        for at, _ in (*slab.flags, *slab.pins)
    ]
    above = max(0.0, y - min(stars, default=y))
    # Flags at the rear edge stand above the picture.
    return _fitted_at(slabs, (x, y + above, width, height - above), pitch)[0] if above else views


def _fitted_at(slabs: Sequence[Slab], box: Rectangle, pitch: float) -> tuple[list[View], float]:
    """The views at a pitch, and the share of the width of the box that the slabs fill."""
    x, y, width, height = box
    outlines = [View(1.0, (0.0, 0.0), pitch).shape(slab.top) for slab in slabs]
    drop, side = _drop(outlines), 0.0
    # The side of a level covers more of the one below it the smaller the picture is.
    for _ in range(_ROUNDS if len(slabs) > 1 else 1):
        bounds = [
            (w, n + (drop + side) * at, e, s + (drop + side) * at)
            for at, (w, n, e, s) in enumerate(o.bounds for o in outlines)
        ]
        west, north = min(each[0] for each in bounds), min(each[1] for each in bounds)
        east, south = max(each[2] for each in bounds), max(each[3] for each in bounds)
        scale = min(width / (east - west), (height - THICKNESS) / (south - north))
        used, side = drop + side, _SIDE * THICKNESS / scale
    left = x + (width - (east - west) * scale) / 2 - west * scale
    top = y + (height - THICKNESS - (south - north) * scale) / 2 - north * scale
    views = [View(scale, (left, top + used * scale * at), pitch) for at in range(len(slabs))]
    return views, (east - west) * scale / width


def _drop(outlines: Sequence[BaseGeometry]) -> float:
    """How far each level must be below the one above it so that little of it is covered."""
    from shapely import affinity

    if len(outlines) < 2:
        return 0.0
    tall = max(outline.bounds[3] - outline.bounds[1] for outline in outlines)
    for share in _DROPS:
        covered = (
            affinity.translate(lower, 0, share * tall).intersection(upper).area / lower.area
            for upper, lower in pairwise(outlines)
        )
        if max(covered) <= _MAX_COVERED:
            return (share + _BETWEEN) * tall
    return tall * (1.0 + _BETWEEN)


def _draw_ways(canvas: Canvas, slabs: Sequence[Slab], views: Sequence[View], number: int) -> None:
    """Dashed lines from the slabs above down to one; the slabs above cover their upper ends."""
    for above in range(number):
        for point, below in slabs[above].ways:
            if below == number:
                line = views[above].at(point), views[below].at(point)
                canvas.line(*line, stroke="airtight_door", stroke_width=0.5, stroke_dasharray=_DASH)


def _draw_titles(
    canvas: Canvas,
    slabs: Sequence[Slab],
    views: Sequence[View],
    bodies: Sequence[BaseGeometry],
    box: Rectangle,
    *,
    is_dark: bool,
) -> Iterator[Box]:
    """The title of each of several slabs over its right end, or over its left end if there is no room."""
    from shapely import box as rectangle
    from shapely import unary_union

    taken: BaseGeometry = unary_union(list(bodies)).buffer(1.2)
    x, y, width, height = box
    for slab, view in zip(slabs, views, strict=True):
        if len(slabs) < 2 or not slab.title:
            continue
        run, cap = canvas.metrics.width(slab.title, _LEVEL), _LEVEL.cap
        west, north, east, south = view.shape(slab.top).bounds
        rights = [min(x + width, east + run), x + width, east, max(x + run, west + run)]
        places = [
            (right - run, base)
            for right in rights
            for base in (north + step * (south - north) / 12 for step in range(10))
            if y + cap < base < y + height
        ]
        for left, base in places:
            label = rectangle(left, base - cap, left + run, base)
            if not label.intersects(taken):
                fill = blend("#ffffff", canvas.theme["band"], 0.7) if is_dark else "muted"
                canvas.text(slab.title, left, base, _LEVEL, fill=fill, within=box)
                taken = unary_union([taken, label.buffer(2.0)])
                yield label.bounds
                break


def _draw_flags(
    canvas: Canvas,
    slabs: Sequence[Slab],
    views: Sequence[View],
    taken: Iterable[Box],
    box: Rectangle,
    *,
    is_dark: bool,
) -> list[Box]:
    """A star on a stem at each objective, and a stem at each pin, with titles if there is room.

    Returns what is taken then.
    """
    color = "#ffffff" if is_dark else "ink"
    flags, pins = (
        [
            (view.lifted(slab.height_at(at)).at(at), title)
            for slab, view in zip(slabs, views, strict=True)
            for at, title in (slab.flags if is_flag else slab.pins)
        ]
        for is_flag in (True, False)
    )
    flags.sort(key=lambda flag: flag[0][1])
    pins.sort(key=lambda pin: pin[0][1])
    half = _DISC * 0.3
    discs = [(x - half, y - _STEM - half, x + half, y - _STEM + half) for (x, y), _ in flags]
    boxes = [*taken, *discs]
    for slab, view in zip(slabs, views, strict=True):
        for at, _ in () if slab.has_stems else slab.flags:
            _draw_stem(at, _STEM, canvas, view)
    for (x, y), _ in flags:
        draw_symbol(canvas, "objective", (x, y - _STEM), _DISC)
    plate = blend("#05080d", canvas.theme["band"], 0.62) if is_dark else "paper"
    for ((x, y), title), is_flag in [*((flag, True) for flag in flags), *((pin, False) for pin in pins)]:
        run, level = canvas.metrics.width(title, LABEL), y - (_STEM if is_flag else _PIN) + LABEL.cap / 2
        above, within_box = y - _STEM - half - 2.0, box[0] + box[2] - run - 0.8
        beside = [(x + half + 1.2, level), (x - half - 1.2 - run, level)]
        over = min(max(x - run / 2, box[0] + 0.8), within_box)
        # The title of a pin stands on its stem.
        for left, base in (*beside, (over, above)) if is_flag else ((over, level), *beside):
            label = (left - 0.8, base - LABEL.cap - 0.8, left + run + 0.8, base + 0.8)
            is_inside = box[0] <= label[0] and label[2] <= box[0] + box[2]
            if is_inside and not any(overlaps(label, other) for other in boxes):
                west, north, east, south = label
                edge = {} if is_dark else {"stroke": "ink", "stroke_width": "box"}
                canvas.rect(west, north, east - west, south - north, radius=0.9, fill=plate, **edge)
                canvas.text(title, left, base, LABEL, fill=color, within=box)
                boxes.append(label)
                break
    return boxes
