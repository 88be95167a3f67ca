"""The pixels of a map of dots in Tiled: where each dot is, and which dot is at a pixel."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist

from builder.exchange.tiled.cells import COLUMN_STEP, TILE_HEIGHT, TILE_WIDTH
from builder.geometry.dotlattice import Dot, DotLattice, Lattice
from builder.geometry.shapes import Point


@dataclass(frozen=True, slots=True)
class DotCells:
    """The pixels of a lattice in Tiled: dots of a triangular one are in the middle of hexes."""

    lattice: DotLattice

    @property
    def is_square(self) -> bool:
        """Whether the cells are squares."""
        return self.lattice.kind is Lattice.SQUARE

    @property
    def box(self) -> tuple[int, int]:
        """The size of a cell."""
        return (TILE_HEIGHT if self.is_square else TILE_WIDTH), TILE_HEIGHT

    @property
    def step(self) -> int:
        """From a column to the next one, which is also the width of a dot's plot."""
        return TILE_HEIGHT if self.is_square else COLUMN_STEP

    @property
    def shifts(self) -> tuple[int, int]:
        """How far the plots of dots in odd and in even columns are below the middle of their cells.

        On a triangular lattice, plots are in straight rows, but every second dot is half a step lower.
        """
        return (0, 0) if self.is_square else (TILE_HEIGHT // 4, -TILE_HEIGHT // 4)

    def at(self, whole: Point) -> Point:
        """The pixel of a place in whole numbers of the lattice."""
        x0, y0 = self.lattice.whole(Dot(1, 1))
        across, down = (2, 2) if self.is_square else (6, 4)
        wide, tall = self.box
        return wide / 2 + (whole[0] - x0) * self.step / across, tall / 2 + (whole[1] - y0) * tall / down

    def center(self, dot: Dot) -> Point:
        """The pixel of a dot."""
        return self.at(self.lattice.whole(dot))

    def dot_at(self, x: float, y: float) -> Dot | None:
        """The dot that is nearest to a pixel; ``None`` if the pixel is off the map.

        >>> cells = DotCells(DotLattice(9, 9))
        >>> cells.dot_at(*cells.center(Dot(4, 5)))
        Dot(column=4, row=5)
        """
        column = round((x - self.box[0] / 2) / self.step) + 1
        row = int(y // TILE_HEIGHT)
        near = [Dot(c, r) for c in range(column - 1, column + 2) for r in range(row, row + 2)]
        best = min(
            (dot for dot in near if dot in self.lattice),
            key=lambda dot: dist(self.center(dot), (x, y)),
            default=None,
        )
        return best if best is not None and dist(self.center(best), (x, y)) <= TILE_WIDTH else None
