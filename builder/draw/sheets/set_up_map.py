"""The set-up as a diagram: the map from straight above with numbered steps and the names of objectives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.open.lettering import HARD, Lettering, Name, draw_names
from builder.draw.maps.symbols import draw_symbol
from builder.draw.maps.zone_tabs import draw_steps
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, MIN_SIZE, NATURAL, Type

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from builder.draw.maps.perspective import NamedPlace, Slab

# How tall a diagram can be as a share of its width, its least height, and the size of its stars, in mm.
_MAX_TALL, _MIN_MAP, _STAR = 0.9, 22.0, 5.0
# The room for the title of each of several levels, and above and below a diagram.
_BETWEEN_LEVELS, _ABOVE, _BELOW = 4.0, 0.8, 2.5
# Where steps can be beside the middle of a zone, in sizes of a star: close to it, as zones are small.
_BESIDE = ((0, 0), (0, -0.75), (-0.75, 0), (0.75, 0), (0, 0.75))
_CLOSE = 0.7
# How far names stay from the edges, what a square mm of terrain costs them, and the most that a name covers.
_INSET, _ON_PLACE, _MAX_COVERED, _HALO = 0.6, 6.0, 4.0, 0.7
# How far a name is from its place at most, and from lines and doors; what a square mm of these costs.
_MAX_AWAY, _OFF_SOLID, _ON_SOLID = 3.2, 0.3, 20.0
_LEVEL, _TITLE = Type(CONDENSED, 2.8), Type(BOLD, 2.7)
_NATURAL, _BUILT = Type(NATURAL, 2.6, 0.05), Type(CONDENSED_BOLD, MIN_SIZE, 0.2)


@dataclass(frozen=True, slots=True)
class SetUpMap:
    """A diagram of the set-up for a column of text; ``share`` is that of the column's width."""

    slabs: Sequence[Slab]
    share: float = 1.0

    def blocks(self, writer: Writer) -> list[Block]:
        """The diagram as a block; none if it would be too small to see, or if the map has no zones."""
        drawing = draw_set_up(self.slabs, writer.width, writer.width * self.share, writer.context)
        if drawing is None:
            return []
        height = drawing.height + _ABOVE + _BELOW
        return [Block(height, lambda canvas, x, y: canvas.place(drawing, x, y + _ABOVE))]


def draw_set_up(slabs: Sequence[Slab], width: float, wide: float, context: DrawingContext) -> Drawing | None:
    """A map from straight above, at most ``wide`` mm in a drawing ``width`` mm wide, with its set-up.

    Its levels are below each other. None if it would be too small to see, or if the map has no zones.
    """
    bounds = [slab.outline.bounds for slab in slabs]
    between = _BETWEEN_LEVELS if len(slabs) > 1 else 0.0
    across = max((east - west for west, _, east, _ in bounds), default=1.0)
    down = sum(south - north for _, north, _, south in bounds)
    scale = min(wide / across, (wide * _MAX_TALL - between * len(slabs)) / max(down, 1.0))
    if not any(slab.marks for slab in slabs) or down * scale / len(slabs) < _MIN_MAP:
        return None
    canvas = Canvas(width, down * scale + between * len(slabs), context)
    top = 0.0
    for slab, (west, north, east, south) in zip(slabs, bounds, strict=True):
        left = (width - (east - west) * scale) / 2
        if between:
            canvas.text(slab.title, left, top + 2.6, _LEVEL)
            top += between
        _draw_plan(canvas, slab, (left, top), scale)
        top += (south - north) * scale
    return canvas.drawing("set-up", context.words("briefing.set-up"))


def _draw_plan(canvas: Canvas, slab: Slab, corner: Point, scale: float) -> None:
    """One level with its steps, its stars, each with its title, and the names of terrain that have room."""
    from shapely import box as rectangle
    from shapely.affinity import affine_transform

    west, north, east, south = slab.outline.bounds
    left, top = corner
    area = (left, top, left + (east - west) * scale, top + (south - north) * scale)

    def at(point: Point) -> Point:
        return left + (point[0] - west) * scale, top + (point[1] - north) * scale

    lettering = Lettering(grown(area, -_INSET), canvas.metrics)
    for box in _draw_map(canvas, slab, corner, scale):
        lettering.take(box)
    move = [scale, 0.0, 0.0, scale, left - west * scale, top - north * scale]
    places = [(place, affine_transform(place.area, move)) for place in slab.places]
    for place, own in places:
        lettering.avoid(own, _ON_PLACE, owner=place.name, is_rival=True)
    for solid in slab.solids:
        lettering.avoid(affine_transform(solid, move).buffer(_OFF_SOLID), _ON_SOLID)
    half = _STAR * 0.3
    stars = {spot: (x - half, y - half, x + half, y + half) for spot, _ in slab.flags for x, y in [at(spot)]}
    for spot, steps, side in slab.marks:
        # Beside a star at the same place, where no other one is.
        x, y = at(spot)
        spots = [(x + across * _STAR, y + down * _STAR) for across, down in _BESIDE]
        free = next(
            (each for each in spots if not any(dist(each, at(s)) < _STAR * _CLOSE for s in stars)), (x, y)
        )
        lettering.take(draw_steps(canvas, steps, side, free))
    for spot, box in stars.items():
        draw_symbol(canvas, "objective", at(spot), _STAR)
        lettering.avoid(rectangle(*box), HARD, owner=str(spot), is_rival=True)
    names = []
    for spot, title in slab.flags:
        type, box = canvas.metrics.fit(title, _TITLE, area[2] - area[0] - 2 * _INSET, MIN_SIZE), stars[spot]
        name = lettering.place(title, type, rectangle(*box), inside=False, owners=[str(spot)])
        names.append((name, "ink", slab.ground))
    titles = {title.casefold() for _, title in slab.flags}
    for place, own in places:
        found = _name_of(place, own, lettering) if place.name.casefold() not in titles else None
        if found is not None:
            lettering.reserve(found)
            color = blend(canvas.theme["ink"], canvas.theme[place.line], 0.55)
            is_in_it = own.contains(rectangle(*found.box))
            names.append((found, color, place.fill if is_in_it else slab.ground))
    draw_names(canvas, names, halo_width=_HALO)


def _draw_map(canvas: Canvas, slab: Slab, corner: Point, scale: float) -> list[Box]:
    """The map of a level; returns the boxes of its own texts."""
    if slab.plan is None:
        return []
    own = Canvas(canvas.width, canvas.height, canvas.context)
    slab.plan(own, corner, scale)
    drawing = own.drawing("plan", slab.title)
    canvas.place(drawing, 0, 0)
    return [(text.x, text.y, text.x + text.width, text.y + text.height) for text in drawing.texts]


def _name_of(place: NamedPlace, own: BaseGeometry, lettering: Lettering) -> Name | None:
    """The name of a place with the area ``own``, in water if that is wide enough; None if it has no room."""
    from shapely import box

    text, type = (place.name, _NATURAL) if place.is_natural else (place.name.upper(), _BUILT)
    west, north, east, south = own.bounds
    run = lettering.metrics.width(text, type) + 2 * _INSET
    is_in_water = place.line == "water_line" and east - west > run and south - north > type.size * 1.5
    middles = [((west + east) / 2, (north + south) / 2)]
    name = lettering.find(text, type, own, first=middles if is_in_water else (), owners=[place.name])
    [cost] = lettering.cost_of([name.box], [place.name])
    is_near = box(*name.box).distance(own) <= _MAX_AWAY
    return name if cost <= _MAX_COVERED and is_near else None
