"""Which drawing each symbol of terrain has, for areas and for lines."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from builder.draw.maps.nature.barriers import draw_fence, draw_stone_wall, draw_trench, draw_wire
from builder.draw.maps.nature.buildings import (
    draw_bunker,
    draw_pad,
    draw_roof,
    draw_ruins,
    draw_tower,
    draw_wreck,
)
from builder.draw.maps.nature.canopy import draw_brush, draw_woods
from builder.draw.maps.nature.cliffs import draw_cliff
from builder.draw.maps.nature.hills import draw_hill
from builder.draw.maps.nature.open_buildings import OPEN, draw_open_building
from builder.draw.maps.nature.plot import Plot, mixed
from builder.draw.maps.nature.rocks import draw_loose, draw_mountain, draw_rocks
from builder.draw.maps.nature.water import draw_marsh, draw_shallow, draw_water
from builder.draw.surface.canvas import Canvas, Point

Draw = Callable[[Canvas, Plot], None]

AREAS: Mapping[str, Draw] = MappingProxyType(
    {
        "brush": draw_brush,
        "building": draw_roof,
        "bunker": draw_bunker,
        "cliff": draw_cliff,
        "hill": draw_hill,
        "loose": draw_loose,
        "marsh": draw_marsh,
        "mountain": draw_mountain,
        OPEN: draw_open_building,
        "pad": draw_pad,
        "rocks": draw_rocks,
        "ruins": draw_ruins,
        "shallow": draw_shallow,
        "tower": draw_tower,
        "water": draw_water,
        "woods": draw_woods,
        "wreck": draw_wreck,
    }
)
LINES = frozenset({"fence", "high-wall", "trench", "wall", "wire"})
ORGANIC = frozenset(
    {"brush", "cliff", "hill", "loose", "marsh", "mountain", "rocks", "shallow", "water", "woods"}
)


def draw_area(canvas: Canvas, symbol: str, plot: Plot) -> None:
    """The ground of a kind of terrain; a plain fill with an outline if the kind has no drawing of its own."""
    draw = AREAS.get(symbol)
    if plot.visible.is_empty:
        return
    if draw is None:
        plot.fill(canvas, symbol, mixed(canvas.theme, "ink", symbol, 0.5))
    else:
        draw(canvas, plot)


def draw_way(
    canvas: Canvas, symbol: str, points: Sequence[Point], rng: random.Random, *, thick: float
) -> None:
    """A line of a kind of :data:`LINES`, ``thick`` mm wide."""
    if symbol == "trench":
        draw_trench(canvas, points, thick=thick)
    elif symbol == "fence":
        draw_fence(canvas, points, thick=thick)
    elif symbol == "wire":
        draw_wire(canvas, points, loops=(thick * 0.5, thick * 0.58))
    else:
        color = "high-wall" if symbol == "high-wall" else "stone"
        draw_stone_wall(canvas, points, rng, thick=thick, color=color)
