"""Maps as slabs that are seen from above and from the south-east, one below the other, for pictures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from builder.draw.maps.slabs.flags import PIN, Foot, draw_flags, draw_titles, flags_on, highest_star
from builder.draw.maps.slabs.picture_view import Mark, View
from builder.draw.maps.slabs.slab_sides import THICKNESS, body_of, draw_side
from builder.draw.surface.canvas import Canvas, Drawing, Point, Rectangle
from builder.draw.surface.outlines import area_path

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
_DASH = "1.4 1.2"


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """The name of a piece of terrain with its area in mm of the map, and the colors of its outline and in it.

    Names of what ``is_natural`` are in italics, those of what people built ``in_capitals`` or as they are.
    What ``holds_name`` can have its name in it. ``at`` is the middle of the name on the map, if it is to be
    there, on the color in the area. One that ``is_label`` names a point, and can be further away.
    """

    name: str
    area: BaseGeometry
    line: str
    fill: str
    is_natural: bool
    holds_name: bool = False
    in_capitals: bool = True
    at: Point | None = None
    is_label: bool = False


@dataclass(frozen=True, slots=True)
class Slab:
    """A map for a picture: its outline in mm, the color of its sides, and how its top is drawn.

    ``flags`` are the places and titles of objectives, ``ways`` the places from which a way leads to another
    slab, with its number. ``height_at`` gives the height of the ground, in mm of the picture. A slab that
    ``has_stems`` draws those of its flags itself, behind what is in front of them. ``plan`` draws it from
    straight above with its north-west corner at a point and at a scale, for which ``marks`` has the middle of
    each set-up zone with its steps and the number of its side, ``zones`` the area of each with that number if
    the plan does not have its line, ``places`` the names of terrain that the plan does not have itself,
    ``solids`` what they keep off, ``walls`` those beside which lines of zones run, and ``markers`` those of
    the start. A ``diagram`` is a plan that has all
    this itself; it gets the letters of the objectives. ``ground`` is the color of most of the map, or of what
    is around. The picture has only what is ``shown``, or all; ``tops`` are its areas that stand up, with
    their heights. ``pins`` are the places and names of what else the picture points out. ``feet`` has the
    foot of each flag in the picture that does not stand on the ground at its place. What is in front of the
    picture hides little of each area of the ``scenery``. ``signs`` are what else on the plan needs a line in
    its key: the width of each in mm, how it is drawn around a point, and its words. ``names`` gives the
    places in the picture of names that the titles of flags should not cover.
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
    walls: tuple[BaseGeometry, ...] = ()
    markers: tuple[tuple[Point, Entry], ...] = ()
    ground: str = "paper"
    shown: BaseGeometry | None = None
    tops: tuple[tuple[BaseGeometry, float], ...] = ()
    pins: tuple[tuple[Point, str], ...] = ()
    feet: Mapping[Point, Foot] = field(default_factory=dict)
    scenery: tuple[BaseGeometry, ...] = ()
    signs: tuple[tuple[float, Callable[[Canvas, Point], object], str], ...] = ()
    names: Callable[[Canvas, View], Sequence[BaseGeometry]] = lambda canvas, view: ()

    def foot(self, at: Point) -> Foot:
        """The foot of the stem of the flag, or the pin, of a place."""
        return self.feet.get(at) or Foot(at)

    def foot_on(self, view: View, at: Point) -> Point:
        """Where that is in the picture."""
        foot = self.foot(at)
        return view.lifted(self.height_at(foot.at) + foot.above).at(foot.at)

    @property
    def top(self) -> BaseGeometry:
        """What the picture in perspective shows."""
        return self.outline if self.shown is None else self.shown


@dataclass(frozen=True, slots=True)
class Upright:
    """Something that stands at a point of a map, in front of what is behind it.

    It is ``tall`` mm of the picture high, and reaches ``half`` mm to both sides; nothing small may hide that.
    """

    at: Point
    draw: Callable[[Canvas, View], None]
    tall: float = 0.0
    half: float = 0.0


class Front(Protocol):
    """What is in front of a picture."""

    @property
    def area(self) -> BaseGeometry:
        """What it covers."""

    def draw(self) -> None:
        """Draw it."""


class Relief(Protocol):
    """The pieces of a map that are higher than the ground."""

    def draw(self, canvas: Canvas, view: View, uprights: Sequence[Upright]) -> None:
        """Draw the pieces from the rear to the front, and the ``uprights`` among them."""

    def height_at(self, point: Point) -> float:
        """How high the ground of a picture is at a point of the map, in mm of the picture."""

    def tops(self) -> Iterable[tuple[BaseGeometry, float]]:
        """The areas that stand up, with their heights in mm of the picture."""


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
    walls: Iterable[BaseGeometry] = (),
    markers: Iterable[tuple[Point, Entry]] = (),
    pins: Iterable[tuple[Point, str]] = (),
    landmarks: Iterable[Upright] = (),
    feet: Mapping[Point, Foot] = MappingProxyType({}),
    scenery: Iterable[BaseGeometry] = (),
    dimmed: float = 0.0,
) -> Slab:
    """Some layers of a drawing as a slab; ``board`` is what the map covers, in mm from its ``corner``.

    The ``relief`` stands on it, in place of the layers that are ``raised``, with the stems of the flags. It
    is darker towards the reader, and ``dimmed`` by a share all over. Zones are on its plan alone, and only
    what is ``shown`` in the picture. The ``landmarks`` stand in the picture, below the ``feet`` of flags.
    ``on_plan`` has the layers of the plan, if they are others.
    """
    from shapely import box as rectangle

    top = board if shown is None else shown
    flags, pins = tuple(flags), tuple(pins)
    uprights = list(landmarks)
    uprights += [Upright(foot.at, foot.draw) for foot in (feet.get(at) or Foot(at) for at, _ in flags)]
    uprights += [Upright(at, Foot(at, tall=PIN).draw) for at, _ in pins]
    uprights.sort(key=lambda upright: (upright.at[1], upright.at[0]))
    height_at = relief.height_at if relief is not None else lambda point: 0.0

    def draw(canvas: Canvas, view: View) -> None:
        flat = frozenset(layers) - {"zones"} - (frozenset() if canvas.theme.saves_ink else frozenset(raised))
        west, north, east, south = top.bounds
        with canvas.layer(transform=view.matrix_at((0.0, 0.0))):
            window = (corner[0] + west, corner[1] + north, east - west, south - north)
            canvas.place(drawing.only(flat), west, north, window=window)
        if not canvas.theme.saves_ink:
            if dimmed:
                canvas.path(area_path(view.shape(top)), fill="ink", fill_opacity=dimmed)
            for step in range(_SHADES):
                share = _SHADES_FROM + (1.0 - _SHADES_FROM) * step / _SHADES
                shade = rectangle(west, north + share * (south - north), east, south).intersection(top)
                canvas.path(area_path(view.shape(shade)), fill="ink", fill_opacity=_SHADE)
        canvas.path(area_path(view.shape(top)), stroke="ink", stroke_width=0.35)
        if relief is not None:
            relief.draw(canvas, view, uprights)
        else:
            for upright in uprights:
                upright.draw(canvas, view)

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
        walls=tuple(walls),
        markers=tuple(markers),
        ground="ground",
        shown=shown,
        tops=tuple(relief.tops()) if relief is not None else (),
        pins=pins,
        feet=dict(feet),
        scenery=tuple(scenery),
    )


def draw_slabs(
    canvas: Canvas,
    slabs: Sequence[Slab],
    box: Rectangle,
    texts: BaseGeometry,
    front_of: Callable[[BaseGeometry, Sequence[BaseGeometry]], Front],
    darken: Callable[[], None],
    *,
    beyond: float,
    light: str,
    is_dark: bool,
) -> BaseGeometry:
    """The slabs below each other, as large as they fit into a box beside ``texts``; returns what they cover.

    They go ``beyond`` the sides of the box by some mm, but their titles do not.
    ``front_of`` gives what is in front of them, beside the stars of flags and beside what they show; names
    and titles are clear of it. ``darken`` draws the shade at the edges of the picture. ``light`` is the color
    of the light on them, if there is any. ``is_dark`` is true if the ground is dark, and false if the picture
    has to save ink.
    """
    from shapely import MultiLineString, affinity, get_parts, unary_union
    from shapely import box as rectangle

    x, y, width, height = box
    views, bodies = _beside(slabs, (x - beyond, y, width + 2 * beyond, height), texts.buffer(_OFF_TEXT))
    if is_dark:
        shadow = unary_union([affinity.translate(body, *_SHADOW) for body in bodies])
        for step in range(_FADES):
            soft = shadow.buffer(_FADE * (1.0 - 2.0 * step / _FADES)).simplify(0.1)
            canvas.path(area_path(soft), fill="#020406", fill_opacity=_FADE_SHADE, fill_rule="evenodd")
    scenery = list(_scenery_of(slabs, views))
    front = front_of(flags_on(slabs, views, are_whole=True), scenery)
    views = [replace(view, hidden=front.area) for view in views]
    for number in reversed(range(len(slabs))):
        slab, view = slabs[number], views[number]
        draw_side(canvas, view.shape(slab.top), slab.side, is_dark=is_dark)
        slab.draw(canvas, view)
        if is_dark and light:
            canvas.path(area_path(view.shape(slab.top)), fill=light, fill_opacity=_TINT)
        _draw_ways(canvas, slabs, views, number)
    darken()
    front.draw()
    ways = MultiLineString([way for number in range(len(slabs)) for way in _ways_to(slabs, views, number)])
    taken = [*bodies, texts, front.area, ways]
    boxes = list(draw_titles(canvas, slabs, views, taken, box, is_dark=is_dark))
    boxes += [part.bounds for part in get_parts(texts)]
    boxes = draw_flags(canvas, slabs, views, boxes, front.area, scenery, box, is_dark=is_dark)
    covered: BaseGeometry = unary_union([*bodies, front.area, *(rectangle(*label) for label in boxes)])
    return covered


def _scenery_of(slabs: Sequence[Slab], views: Sequence[View]) -> Iterator[BaseGeometry]:
    """What the picture shows on the ground of the slabs: each piece with its height."""
    for slab, view in zip(slabs, views, strict=True):
        tall = dict(slab.tops)
        for area in slab.scenery:
            ground, high = view.shape(area), tall.get(area, 0.0)
            yield ground.union(view.shape(area, -high)) if high else ground


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
        if not unary_union([*bodies, *high, flags_on(slabs, views)]).intersects(texts):
            break
    return views, bodies


def _fitted(slabs: Sequence[Slab], box: Rectangle) -> list[View]:
    """The view of each slab with which all are as large as possible, and as flat as the width requires."""
    for pitch in _PITCHES:
        views, filled = _fitted_at(slabs, box, pitch)
        if filled >= _FILLED:
            break
    x, y, width, height = box
    star = highest_star(slabs, views)
    above = max(0.0, y - star) if star is not None else 0.0
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
    for line in _ways_to(slabs, views, number):
        canvas.line(*line, stroke="airtight_door", stroke_width=0.5, stroke_dasharray=_DASH)


def _ways_to(slabs: Sequence[Slab], views: Sequence[View], number: int) -> Iterator[tuple[Point, Point]]:
    """The ends in the picture of the ways from the slabs above one to it."""
    for above in range(number):
        for point, below in slabs[above].ways:
            if below == number:
                yield views[above].at(point), views[below].at(point)
