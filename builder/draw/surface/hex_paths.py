"""Many hexes as one SVG path, with each line only once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import dist

from builder.draw.surface.canvas import Point, mm
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout

# The corners of a hex in half radii to the right and half sizes down, clockwise from the left end of its
# north side; and for the side that begins at each corner, the hex beyond it, from even columns and from odd.
_CORNERS = ((1, 0), (3, 0), (4, 1), (3, 2), (1, 2), (0, 1))
_BEYOND = (
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
)


class HexPaths:
    """Writes paths for one layout; corners are whole numbers until then, so that they match exactly."""

    def __init__(self, layout: HexLayout) -> None:
        grid = layout.grid
        self._half_radius, self._half_size = layout.radius / 2, layout.size / 2
        self.across = [str(mm(step * layout.radius / 2)) for step in range(3 * grid.columns + 2)]
        self.down = [str(mm(step * layout.size / 2)) for step in range(2 * grid.rows + 2)]

    def sides(self, hexes: Iterable[Hex]) -> str:
        """Every side of some hexes; a side that two of them share is drawn once."""
        there: set[tuple[int, int]] = set(hexes)
        x, y = self.across, self.down
        parts = []
        for column, row in sorted(there):
            left, top = _corner(column, row)
            a, b, c, d = x[left], x[left + 1], x[left + 3], x[left + 4]
            north, middle, south = y[top], y[top + 1], y[top + 2]
            # Each hex draws its north and east sides, and the others if no neighbor does.
            parts.append(f"M{b} {north}H{c}L{d} {middle}L{c} {south}")
            _, _, _, below, southwest, northwest = _BEYOND[column % 2]
            if (column + below[0], row + below[1]) not in there:
                parts.append(f"H{b}")
            if (column + southwest[0], row + southwest[1]) not in there:
                parts.append(f"M{b} {south}L{a} {middle}")
            if (column + northwest[0], row + northwest[1]) not in there:
                parts.append(f"M{a} {middle}L{b} {north}")
        return "".join(parts)

    def outline(self, hexes: Iterable[Hex]) -> str:
        """The lines around some hexes, to be filled; around holes they run in the opposite direction."""
        return "".join(
            f"M{'L'.join(f'{self.across[x]} {self.down[y]}' for x, y in loop)}Z" for loop in _loops(hexes)
        )

    def inset(self, hexes: Iterable[Hex], inset: float) -> str:
        """The lines around some hexes, drawn ``inset`` mm further in, clear of the walls there."""
        parts = []
        for loop in _loops(hexes):
            points = [(x * self._half_radius, y * self._half_size) for x, y in loop]
            corners = zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True)
            moved = [_moved_in(before, at, after, inset) for before, at, after in corners]
            parts.append(f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in moved)}Z")
        return "".join(parts)


def _loops(hexes: Iterable[Hex]) -> list[list[tuple[int, int]]]:
    """The loops around some hexes, clockwise, and around holes counterclockwise, from corner to corner."""
    there: set[tuple[int, int]] = set(hexes)
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for column, row in sorted(there):
        left, top = _corner(column, row)
        for side, (across, down) in enumerate(_BEYOND[column % 2]):
            if (column + across, row + down) not in there:
                (x1, y1), (x2, y2) = _CORNERS[side], _CORNERS[(side + 1) % 6]
                following.setdefault((left + x1, top + y1), []).append((left + x2, top + y2))
    return [_loop(start, following) for start in sorted(following) if following[start]]


def _loop(
    start: tuple[int, int], following: Mapping[tuple[int, int], list[tuple[int, int]]]
) -> list[tuple[int, int]]:
    """One loop; its steps are removed."""
    points = [start]
    while following[points[-1]]:
        points.append(following[points[-1]].pop(0))
    return points[:-1]


def _moved_in(before: Point, at: Point, after: Point, inset: float) -> Point:
    """A corner moved away from both its lines by the same distance, to their right."""
    (x1, y1), (x2, y2) = (_normal(before, at), _normal(at, after))
    stretch = inset / (1 + x1 * x2 + y1 * y2)
    return at[0] + (x1 + x2) * stretch, at[1] + (y1 + y2) * stretch


def _normal(start: Point, end: Point) -> Point:
    long = dist(start, end)
    return (start[1] - end[1]) / long, (end[0] - start[0]) / long


def _corner(column: int, row: int) -> tuple[int, int]:
    """The top left corner of a hex's box, in half radii and half sizes."""
    return 3 * (column - 1), 2 * (row - 1) + (0 if column % 2 else 1)
