"""The set-up as a diagram: the map from straight above with numbered steps and the names of objectives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING

from builder.draw.maps.symbols import draw_symbol
from builder.draw.maps.zone_tabs import draw_steps
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.clear_space import Box, grown, overlaps
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import BOLD, CONDENSED, Type

if TYPE_CHECKING:
    from builder.draw.maps.perspective import Slab

# How tall a diagram can be as a share of its width, its least height, and the size of its stars, in mm.
_MAX_TALL, _MIN_MAP, _STAR = 0.9, 22.0, 5.0
# The room for the title of each of several levels, and above and below a diagram.
_BETWEEN_LEVELS, _ABOVE, _BELOW = 4.0, 0.8, 2.5
# Where steps can be beside the middle of a zone, in sizes of a star: close to it, as zones are small.
_BESIDE = ((0, 0), (0, -0.75), (-0.75, 0), (0.75, 0), (0, 0.75))
_CLOSE = 0.7
_LEVEL, _NAMES = Type(CONDENSED, 2.8), (Type(BOLD, 2.7), Type(BOLD, 2.47))


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
    """One level with its steps and its stars, each with its title."""
    west, north, east, south = slab.outline.bounds
    left, top = corner
    area = (left, top, left + (east - west) * scale, top + (south - north) * scale)
    if slab.plan is not None:
        slab.plan(canvas, corner, scale)

    def at(point: Point) -> Point:
        return left + (point[0] - west) * scale, top + (point[1] - north) * scale

    half = _STAR * 0.3
    stars = {spot: (x - half, y - half, x + half, y + half) for spot, _ in slab.flags for x, y in [at(spot)]}
    taken: list[Box] = []
    for spot, steps, side in slab.marks:
        # Beside a star at the same place, where no other one is.
        x, y = at(spot)
        places = [(x + across * _STAR, y + down * _STAR) for across, down in _BESIDE]
        place = next(
            (each for each in places if not any(dist(each, at(s)) < _STAR * _CLOSE for s in stars)), (x, y)
        )
        taken.append(draw_steps(canvas, steps, side, place))
    for spot in stars:
        draw_symbol(canvas, "objective", at(spot), _STAR)
    for spot, title in slab.flags:
        # Not so near to another star that it seems to be the name of that, if there is another place.
        others = [*taken, *(box for star, box in stars.items() if star != spot)]
        nearer, near = ([grown(box, apart) for box in others] for apart in (2.0, 0.2))
        names = list(_names(canvas, title, at(spot), area))
        name = next((name for boxes in (nearer, near) for name in names if _is_free(name, boxes)), None)
        if name is not None:
            middle, base, type, box = name
            canvas.text(title, middle, base, type, anchor="middle", halo="paper", halo_width=0.7)
            taken.append(box)


_Name = tuple[float, float, Type, Box]


def _names(canvas: Canvas, title: str, at: Point, area: Box) -> Iterator[_Name]:
    """The places on an area for the title of a star, the best first, in larger and in smaller type."""
    (x, y), half = at, _STAR * 0.3
    west, _, east, _ = area
    for type in _NAMES:
        run = canvas.metrics.width(title, type)
        inside = min(max(x, west + run / 2 + 0.6), east - run / 2 - 0.6)
        beside, level = half + 1.0 + run / 2, y + type.cap / 2
        above, below = y - half - 1.0, y + half + 1.0 + type.cap
        for middle, base in (
            (x + beside, level),
            (x - beside, level),
            (inside, below),
            (inside, above),
            (x + beside, below - 0.6),
            (x - beside, below - 0.6),
            (x + beside, above + 0.6),
            (x - beside, above + 0.6),
            (inside, below + 2.4),
            (inside, above - 2.4),
        ):
            box = (middle - run / 2 - 0.5, base - type.cap - 0.5, middle + run / 2 + 0.5, base + 0.5)
            if west <= box[0] and box[2] <= east:
                yield middle, base, type, box


def _is_free(name: _Name, others: Sequence[Box]) -> bool:
    return not any(overlaps(name[3], other) for other in others)
