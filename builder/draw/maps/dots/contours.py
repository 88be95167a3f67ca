"""Lines of equal height through a grid of heights, as areas of what is above them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

# The sides of a square of the grid: 0 its north, 1 its east, 2 its south, 3 its west side. For each set of
# its corners that are above (1 north-west, 2 north-east, 4 south-east, 8 south-west), the sides that a line
# joins. Where two corners across from each other are above, they are joined.
_LINES: tuple[tuple[tuple[int, int], ...], ...] = (
    (), ((3, 0),), ((0, 1),), ((3, 1),), ((1, 2),), ((0, 1), (2, 3)), ((0, 2),), ((2, 3),),
    ((2, 3),), ((0, 2),), ((3, 0), (1, 2)), ((1, 2),), ((3, 1),), ((0, 1),), ((3, 0),), (),
)  # fmt: skip


def area_above(heights: NDArray[np.float64], first: Point, step: float) -> BaseGeometry:
    """The area in which heights are above 0; beyond the grid, they are below.

    ``heights`` are in rows from north to south, ``step`` mm apart, of which the first is at ``first``.
    """
    import numpy as np
    from shapely import MultiLineString, build_area

    grid = np.pad(heights, 1, constant_values=-1.0)
    # A height of exactly 0 would end two lines in one corner.
    grid = np.where(grid == 0.0, 1e-9, grid)
    above = grid > 0
    corners = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    rows, columns = np.indices(grid.shape, dtype=float)
    # Where the line passes each side of the grid, from its north or west end.
    level = columns[:, :-1] + grid[:, :-1] / (grid[:, :-1] - grid[:, 1:] + (above[:, :-1] == above[:, 1:]))
    upright = rows[:-1] + grid[:-1] / (grid[:-1] - grid[1:] + (above[:-1] == above[1:]))
    ends = []
    for case, lines in enumerate(_LINES):
        if lines:
            down, across = np.nonzero(corners == case)
            sides = (
                (level[down, across], rows[down, across]),
                (columns[down, across + 1], upright[down, across + 1]),
                (level[down + 1, across], rows[down + 1, across]),
                (columns[down, across], upright[down, across]),
            )
            ends += [np.stack([np.stack(sides[side], axis=-1) for side in line], axis=1) for line in lines]
    west, north = first
    places = (np.concatenate(ends) - 1) * step + (west, north)
    return build_area(MultiLineString(list(places.round(6))))
