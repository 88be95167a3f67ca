"""The dots, and the numbers between them and along the edges of a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.draw.maps.dots.site import Site
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.clear_space import Box, ClearSpace
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type
from builder.geometry.dotlattice import Dot

STEP = 5
"""Each fifth column and row has larger dots, and dots on both have a number."""
_PLAIN, _FIFTH, _CROSSING = 0.575, 0.85, 1.05
_RING, _RING_LINE = 1.9, 0.28
RIM = 1.3
"""The radius of the pale rim of a dot on terrain."""
_NUMBER, _SMALL_NUMBER = 3.3, 2.5
_MIN_NUMBER = 2.12
_BELOW, _ABOVE = 4.5, 2.2
_BESIDE = 2.7
_MIN_BESIDE = 1.2
_FAR, _FURTHER, _RINGED = 4.6, 3.2, 4.0
_SIGN = 3.8
# How far from its dot a number is at last, in rings, and how far across and down it is then at a corner.
_RING_STEPS, _SLANTED = (1.0, 1.3, 1.6), 0.75
_HALO = 0.7
_EDGE, _FIFTH_EDGE = 3.6, 5.4
EDGE_GAP = 1.6
"""Between the edge of a map and its numbers, in mm."""
# Numbers at the edges may be a little smaller than names.
_SMALLER = 0.86
_SEAM = 0.3
_MAX_CLASH = 0.1


@dataclass(frozen=True, slots=True)
class DotNumber:
    """The number of a dot at its place: the west end of its baseline."""

    text: str
    at: Point
    type: Type
    box: Box


def place_numbers(
    site: Site, space: ClearSpace, metrics: Metrics, skipped: frozenset[Dot], always: Mapping[Dot, Point]
) -> list[DotNumber]:
    """A place for the number of each dot in a fifth column and row, clear of all that is taken.

    Some dots have their numbers in any case, beside other points than those of the dots.

    It is at the lower right of the dot, or else at the first free corner; if none is free, it is smaller, or
    right below the dot. If there is no room at all, the numbers at the edges of the map have to do.
    """
    numbers = []
    for dot in site.lattice:
        if dot not in always and (dot.column % STEP or dot.row % STEP or dot in skipped):
            continue
        options = _places_of(site, dot, metrics, always.get(dot))
        if dot in always:
            # Beside a sign that is away from its dot, a number could be taken for that of another dot.
            options.sort(key=lambda option: _is_astray(site, dot, option.box))
        number = next((option for option in options if space.is_free(option.box)), None)
        number = number or min(options, key=lambda option: space.overlap(option.box))
        west, north, east, south = number.box
        if space.overlap(number.box) <= (east - west) * (south - north) * _MAX_CLASH:
            space.take(number.box)
            numbers.append(number)
    return numbers


def _is_astray(site: Site, dot: Dot, box: Box) -> bool:
    """Whether another dot is nearer to the box of a number than its own dot is."""
    from shapely import Point
    from shapely import box as area_of

    area, lattice = area_of(*box), site.lattice
    near = (other for _, other in lattice.edges_around(dot) if other in lattice)
    own = area.distance(Point(lattice.at(dot)))
    return any(area.distance(Point(lattice.at(other))) < own for other in near)


def _places_of(site: Site, dot: Dot, metrics: Metrics, at: Point | None) -> list[DotNumber]:
    """The places for a number around its dot, or around another point."""
    unit, text = site.unit, site.lattice.label(dot)
    x, y = at or site.lattice.at(dot)
    places = []
    for size in (_NUMBER, _SMALL_NUMBER):
        type = Type(CONDENSED, max(_MIN_NUMBER, size * unit))
        run = metrics.width(text, type)
        # Closer to the dot, so that a cut midway between dots does not go through it.
        beside = max(_MIN_BESIDE * unit, min(_BESIDE * unit, site.pitch[0] / 2 - run - _SEAM))
        below, above = y + max(_BELOW * unit, _RING * unit + type.cap), y - _ABOVE * unit
        # Further away, if the dot is in a trench or in wire.
        far, lower, upper = _FAR * unit, below + _FURTHER * unit, above - _FURTHER * unit
        lefts = []
        # Right beside a ring around the dot, or above it.
        middle, ringed = y + type.cap / 2, _RINGED * unit
        for aside, foot, top in (
            (beside, below, above),
            (far, below, above),
            (beside, lower, upper),
            (far, lower, upper),
        ):
            lefts += [(x + aside, foot), (x - aside - run, foot), (x - aside - run, top), (x + aside, top)]
            if aside == beside and foot == below:
                lefts += [(x + ringed, middle), (x - ringed - run, middle), (x - run / 2, y - ringed)]
        level = [(x - run / 2, below + 0.5 * unit), (x - run / 2, above - 0.5 * unit)]
        if at is not None:
            # A sign is there, which is larger than a dot.
            level = [(x - run / 2, y + _SIGN * unit + type.cap), (x - run / 2, y - _SIGN * unit)]
        last = list(_around_ring(x, y, run, type.cap, _RINGED * unit))
        if at is not None:
            last += _around_ring(*site.lattice.at(dot), run, type.cap, _RINGED * unit)
        for left, base in (*level, *lefts, *last) if at is not None else (*lefts, *level, *last):
            box = (left - 0.2, base - type.cap - 0.2, left + run + 0.2, base + 0.2)
            places.append(DotNumber(text, (left, base), type, box))
    return places


def _around_ring(x: float, y: float, run: float, cap: float, ring: float) -> Iterator[Point]:
    """Places for a text on all sides of a ring, and further away: better than a smaller text beside it."""
    for away in (step * ring for step in _RING_STEPS):
        aside = away * _SLANTED
        yield x - run / 2, y + away + cap
        yield x - run / 2, y - away
        yield x + away, y + cap / 2
        yield x - away - run, y + cap / 2
        for base in (y + aside + cap, y - aside):
            yield x + aside, base
            yield x - aside - run, base


def draw_numbers(canvas: Canvas, numbers: Iterable[DotNumber], halos: Sequence[str]) -> None:
    """The numbers, each with a halo of the color of its ground."""
    for number, halo in zip(numbers, halos, strict=True):
        canvas.text(number.text, *number.at, number.type, fill="dot_number", halo=halo, halo_width=_HALO / 2)


def is_fifth(dot: Dot) -> bool:
    """Whether a dot is on a fifth column or row."""
    return dot.column % STEP == 0 or dot.row % STEP == 0


def draw_lattice(canvas: Canvas, site: Site, rims: Mapping[Dot, float], skipped: frozenset[Dot]) -> None:
    """Every dot but those that are ``skipped``; some have a pale rim of a radius."""
    plain, fifth, crossing = list[Point](), list[Point](), list[Point]()
    for dot in site.lattice:
        if dot not in skipped:
            rank = (dot.column % STEP == 0) + (dot.row % STEP == 0)
            (plain, fifth, crossing)[rank].append(site.lattice.at(dot))
    with canvas.layer("rims"):
        for radius in sorted(set(rims.values())):
            points = [site.lattice.at(dot) for dot in sorted(rims) if rims[dot] == radius]
            _strokes(canvas, points, radius, "paper")
    with canvas.layer("dots"):
        for points, radius, color in ((plain, _PLAIN, "dot"), (fifth, _FIFTH, "fifth_dot"),
                                      (crossing, _CROSSING, "ink")):  # fmt: skip
            _strokes(canvas, points, radius * site.unit, color)
    with canvas.layer("rings"):
        radius = _RING * site.unit
        data = "".join(
            f"M{mm(x - radius)} {mm(y)}a{mm(radius)} {mm(radius)} 0 1 0 {mm(2 * radius)} 0"
            f"a{mm(radius)} {mm(radius)} 0 1 0 {mm(-2 * radius)} 0"
            for x, y in crossing
        )
        if data:
            canvas.path(data, stroke="ink", stroke_width=_RING_LINE * site.unit)


def _strokes(canvas: Canvas, points: Sequence[Point], radius: float, color: str) -> None:
    """Many dots as one path of strokes without length, which keeps the files of large maps small."""
    if points:
        data = "".join(f"M{mm(x)} {mm(y)}h.01" for x, y in points)
        canvas.path(data, stroke=color, stroke_width=2 * radius, stroke_linecap="round")


def draw_edge_numbers(canvas: Canvas, site: Site, smallest: float) -> None:
    """The number of every column and row along all four edges; the first and each fifth are larger.

    With a ``smallest`` size in mm, only these have a number.
    """
    lattice = site.lattice
    across, down = site.pitch[0], lattice.spacing
    for column in range(1, lattice.columns + 1):
        type = _edge_type(column, smallest, across)
        if type is not None:
            x, _ = lattice.at(Dot(column, 1))
            for y in (-EDGE_GAP, site.height + EDGE_GAP + type.cap):
                _edge_number(canvas, column, (x, y), type, "middle")
    for row in range(1, lattice.rows + 1):
        type = _edge_type(row, smallest, down)
        if type is not None:
            for column, x, anchor in (
                (1, -EDGE_GAP, "end"),
                (lattice.columns, site.width + EDGE_GAP, "start"),
            ):
                _, y = lattice.at(Dot(column, row))
                _edge_number(canvas, row, (x, y + type.cap / 2), type, anchor)


def edge_number_room(columns: int, rows: int, metrics: Metrics, smallest: float) -> float:
    """The most room, in mm, that a number of ``smallest`` size takes beside a map, or above and below it."""
    type = Type(CONDENSED_BOLD, smallest * _SMALLER)
    numbers = (number for count in (columns, rows) for number in (1, *range(STEP, count + 1, STEP)))
    return max(type.cap, *(metrics.width(str(number), type) for number in numbers))


def _edge_type(number: int, smallest: float, room: float) -> Type | None:
    """The type of a number at the edge; None if it has none because there is no ``room``, in mm."""
    if number == 1 or number % STEP == 0:
        return Type(CONDENSED_BOLD, max(smallest * _SMALLER, min(_FIFTH_EDGE, room * 0.7), _MIN_NUMBER))
    if smallest or room < _EDGE * 1.5:
        return None
    return Type(CONDENSED, _EDGE)


def _edge_number(canvas: Canvas, number: int, at: Point, type: Type, anchor: str) -> None:
    fill = "ink" if type.face is CONDENSED_BOLD else "muted"
    canvas.text(str(number), *at, type, anchor=anchor, fill=fill)
