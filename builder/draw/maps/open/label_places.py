"""The places of the names of land on hexes, and of the wrecks that some of them name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.draw.maps.looks import look_of
from builder.draw.surface.canvas import Point
from builder.draw.surface.clear_space import Box
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout

_HULK = "hulk"
# In hexes: the width and height of a wreck, and how far it is below the middle of its hex.
_WIDE, _TALL, _LOW = 0.7, 0.4, 0.12
ACROSS = (0.0, 0.4, -0.4, 0.75, -0.75, 1.2, -1.2)


def hulk_boxes(labels: Mapping[str, Hex], layout: HexLayout) -> Iterator[tuple[Hex, Box]]:
    """The boxes in mm of wrecks that labels name, below the numbers of their hexes."""
    wide, tall = _WIDE * layout.size / 2, _TALL * layout.size / 2
    for text, hex in labels.items():
        if names_hulk(text):
            x, y = layout.center(hex)
            y += _LOW * layout.size
            yield hex, (x - wide, y - tall, x + wide, y + tall)


def names_hulk(text: str) -> bool:
    """Whether a label names a wreck."""
    return bool(look_of((text,), (_HULK,)))


def middles(layout: HexLayout, hexes: Sequence[Hex], across: Sequence[float] = ACROSS) -> list[Point]:
    """Places for a name on some hexes, the nearest to their middle first: below the numbers.

    ``across`` tells how far they are from the middle of a hex, in its radii.
    """
    centers = [layout.center(hex) for hex in hexes]
    x0, y0 = (sum(values) / len(centers) for values in zip(*centers, strict=True))
    points = {
        (round(x + aside * layout.radius, 3), round(y + down * layout.size, 3))
        for x, y in centers
        for aside in across
        for down in (-0.11, 0.1, 0.27, 0.39)
    }
    return sorted(points, key=lambda point: (abs(point[0] - x0) + abs(point[1] - y0), point))


def hexes_near(layout: HexLayout, at: Point) -> list[Hex]:
    """The hexes around a point; some hex of the map at least."""
    grid, (x, y) = layout.grid, at
    column = min(max(round((x / layout.radius - 1) / 1.5) + 1, 1), grid.columns)
    row = min(max(round(y / layout.size + 0.5), 1), grid.rows)
    middle = Hex(column, row)
    return [middle, *(other for _, other in grid.around(middle) if other in grid)]
