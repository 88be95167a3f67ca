"""Many hexes as one SVG path, with each line only once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist

from builder.draw.surface.canvas import Point, mm
from builder.geometry.hex_loops import BEYOND, corner_of_box, loops_around
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout


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
            left, top = corner_of_box(column, row)
            a, b, c, d = x[left], x[left + 1], x[left + 3], x[left + 4]
            north, middle, south = y[top], y[top + 1], y[top + 2]
            # Each hex draws its north and east sides, and the others if no neighbor does.
            parts.append(f"M{b} {north}H{c}L{d} {middle}L{c} {south}")
            _, _, _, below, southwest, northwest = BEYOND[column % 2]
            if (column + below[0], row + below[1]) not in there:
                parts.append(f"H{b}")
            if (column + southwest[0], row + southwest[1]) not in there:
                parts.append(f"M{b} {south}L{a} {middle}")
            if (column + northwest[0], row + northwest[1]) not in there:
                parts.append(f"M{a} {middle}L{b} {north}")
        return "".join(parts)

    def inner_sides(self, hexes: Iterable[Hex]) -> str:
        """The sides between two of some hexes."""
        there: set[tuple[int, int]] = set(hexes)
        x, y = self.across, self.down
        parts = []
        for column, row in sorted(there):
            left, top = corner_of_box(column, row)
            b, c, d = x[left + 1], x[left + 3], x[left + 4]
            north, middle, south = y[top], y[top + 1], y[top + 2]
            # From odd columns the hexes beyond the sides on the right are half a hex higher.
            up = row - column % 2
            above, upper, lower = (
                (column, row - 1) in there, (column + 1, up) in there, (column + 1, up + 1) in there
            )  # fmt: skip
            if above and upper and lower:
                parts.append(f"M{b} {north}H{c}L{d} {middle}L{c} {south}")
                continue
            if above:
                parts.append(f"M{b} {north}H{c}")
            if upper:
                parts.append(f"M{c} {north}L{d} {middle}")
            if lower:
                parts.append(f"M{d} {middle}L{c} {south}")
        return "".join(parts)

    def outline(self, hexes: Iterable[Hex]) -> str:
        """The lines around some hexes, to be filled; around holes they run in the opposite direction."""
        return "".join(
            f"M{'L'.join(f'{self.across[x]} {self.down[y]}' for x, y in loop)}Z"
            for loop in loops_around(hexes)
        )

    def inset(self, hexes: Iterable[Hex], inset: float) -> str:
        """The lines around some hexes, drawn ``inset`` mm further in, clear of the walls there."""
        return "".join(
            f"M{'L'.join(f'{mm(x)} {mm(y)}' for x, y in loop)}Z" for loop in self.inset_loops(hexes, inset)
        )

    def inset_loops(self, hexes: Iterable[Hex], inset: float) -> Iterator[list[Point]]:
        """The corners of the lines around some hexes, ``inset`` mm further in."""
        for loop in loops_around(hexes):
            points = [(x * self._half_radius, y * self._half_size) for x, y in loop]
            corners = zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True)
            yield [_moved_in(before, at, after, inset) for before, at, after in corners]


def _moved_in(before: Point, at: Point, after: Point, inset: float) -> Point:
    """A corner moved away from both its lines by the same distance, to their right."""
    (x1, y1), (x2, y2) = (_normal(before, at), _normal(at, after))
    stretch = inset / (1 + x1 * x2 + y1 * y2)
    return at[0] + (x1 + x2) * stretch, at[1] + (y1 + y2) * stretch


def _normal(start: Point, end: Point) -> Point:
    long = dist(start, end)
    return (start[1] - end[1]) / long, (end[0] - start[0]) / long
