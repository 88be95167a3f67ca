"""Natural edges of ground on a map of dots: each runs between the dots inside and the dots outside.

Each dot has a share in the ground around it, which is smaller the further it is away; ground belongs to an
area where the dots of the area have more than half of the shares. So corners are round. Where the shares are
looked up wanders by seed, so that edges wander, but never so far that one comes near a dot.

Where an edge is depends on its place and on the dots near it alone, so that neighbors share their edge, a
level stays on the one below it, and an edit leaves the edges elsewhere as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, cos, pi, sin
from typing import TYPE_CHECKING

from builder.draw.maps.dots.contours import area_above
from builder.draw.maps.dots.site import Site
from builder.draw.surface.outlines import seeded
from builder.geometry.dotlattice import Dot, Lattice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

# How far a share reaches, in spacings of dots; further out, it is smaller by this power.
_REACH, _POWER = 1.4, 4
# How far from a dot among others it has more than half of the shares, in spacings.
_HOLD = {Lattice.TRIANGULAR: 0.39, Lattice.SQUARE: 0.47}
# Edges wander at most this far, in spacings.
_WANDER = 0.33
# The lengths of bays in spacings, and of the small bends of an edge in mm; how much of all the bends are.
_BAYS = (4.4, 3.3, 2.4)
_BENDS = (17.0, 11.0)
_BEND = 0.16
# The sum of waves is rarely as high as each of them together.
_STEEP = 2.1
# Heights are this far apart, in spacings; a line between them is a little nearer to a dot than its ends.
_STEP, _SPARE = 0.09, 0.5
# Points of an edge that are left out are this near to the line between others, in mm.
_EXACT = 0.03
# How far areas go on beyond the edges of the map, in spacings.
_BEYOND = 3.0


@dataclass(frozen=True)
class Waves:
    """A smooth field over a map, between -1 and 1; ``seed`` sets the direction and phase of each wave."""

    lengths: tuple[float, ...]
    seed: tuple[str, ...]

    def at(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """The height of the field at each point."""
        import numpy as np

        rng, height = seeded(*self.seed), np.zeros_like(x)
        for length in self.lengths:
            turn, phase = rng.uniform(0, 2 * pi), rng.uniform(0, 2 * pi)
            across, down = cos(turn) * 2 * pi / length, sin(turn) * 2 * pi / length
            height += np.sin(across * x + down * y + phase)
        return np.clip(_STEEP * height / len(self.lengths), -1.0, 1.0)


@dataclass(frozen=True)
class _Field:
    """The grid of one map: where its shares are looked up, and the sum of the shares of all dots there."""

    across: NDArray[np.float64]
    down: NDArray[np.float64]
    total: NDArray[np.float64]


@dataclass(frozen=True)
class NaturalEdges:
    """The natural edges of one map; ``scenario`` is the id that is their seed."""

    site: Site
    scenario: str

    def around(self, dots: Sequence[Dot]) -> BaseGeometry:
        """The ground of some dots, which goes on beyond the edges of the map."""
        import numpy as np
        from shapely import Polygon

        if not dots:
            return Polygon()
        members = self._beyond(dots)
        rows, columns = self._window(members)
        share = np.zeros_like(self._field.total[rows, columns])
        self._add_shares(share, members, rows.start, columns.start)
        heights = 2.0 * share - self._field.total[rows, columns]
        first = self._first + columns.start * self._step, self._first + rows.start * self._step
        return area_above(heights, first, self._step).simplify(_EXACT * self.site.unit)

    def _beyond(self, dots: Sequence[Dot]) -> list[Dot]:
        """Some dots, with those beyond the edges of the map that are next to them."""
        lattice, more = self.site.lattice, ceil(_BEYOND + _REACH) + 1
        outside = range(1, more + 1)
        members: list[Dot] = []
        for column, row in dots:
            columns = [column, *(1 - by for by in outside if column == 1)]
            columns += [column + by for by in outside if column == lattice.columns]
            rows = [row, *(1 - by for by in outside if row == 1)]
            rows += [row + by for by in outside if row == lattice.rows]
            members += [Dot(x, y) for x in columns for y in rows]
        return members

    def _window(self, members: Sequence[Dot]) -> tuple[slice, slice]:
        """The part of the grid in which the dots have shares."""
        places = [self.site.lattice.at(dot) for dot in members]
        down, across = self._field.total.shape
        near = (_REACH + _WANDER) * self.site.lattice.spacing
        spans = []
        for axis, most in ((1, down), (0, across)):
            low, high = min(at[axis] for at in places) - near, max(at[axis] for at in places) + near
            start = max(0, int((low - self._first) / self._step))
            spans.append(slice(start, min(most, int((high - self._first) / self._step) + 2)))
        rows, columns = spans
        return rows, columns

    def _add_shares(
        self,
        total: NDArray[np.float64],
        dots: Sequence[Dot],
        top: int,
        left: int,
        field: _Field | None = None,
    ) -> None:
        """Add the share of each dot to a part of the grid that begins at a row and a column."""
        import numpy as np

        across, down = (field or self._field).across, (field or self._field).down
        spacing = self.site.lattice.spacing
        reach, near = (_REACH * spacing) ** 2, ceil((_REACH + _WANDER) * spacing / self._step)
        for dot in dots:
            x, y = self.site.lattice.at(dot)
            column, row = (round((at - self._first) / self._step) for at in (x, y))
            low, high = max(top, row - near), min(top + total.shape[0], row + near + 1)
            west, east = max(left, column - near), min(left + total.shape[1], column + near + 1)
            if low < high and west < east:
                here = np.s_[low:high, west:east]
                away = ((across[here] - x) ** 2 + (down[here] - y) ** 2) / reach
                total[low - top : high - top, west - left : east - left] += (
                    np.maximum(1.0 - away, 0.0) ** _POWER
                )

    @property
    def _step(self) -> float:
        return _STEP * self.site.lattice.spacing

    @property
    def _first(self) -> float:
        """The place of the first row and of the first column of the grid."""
        return -_BEYOND * self.site.lattice.spacing

    @cached_property
    def _field(self) -> _Field:
        return self.site.memo.get(("shares", self.scenario, self.site.lattice), self._new_field)

    def _new_field(self) -> _Field:
        import numpy as np

        beyond = 2 * _BEYOND * self.site.lattice.spacing
        wide, tall = (ceil((side + beyond) / self._step) + 1 for side in (self.site.width, self.site.height))
        at = self._first + self._step * np.arange(max(wide, tall))
        x, y = np.meshgrid(at[:wide], at[:tall])
        right, below = self._wander("across", x, y), self._wander("down", x, y)
        most = self._most / np.maximum(1.0, np.hypot(right, below))
        field = _Field(x + right * most, y + below * most, np.zeros_like(x))
        self._add_shares(field.total, self._beyond(list(self.site.lattice)), 0, 0, field)
        return field

    def _wander(self, axis: str, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far the look-up of each point is moved, as a share of the most that it may be."""
        bays = tuple(length * self.site.lattice.spacing for length in _BAYS)
        bends = tuple(length * self.site.unit for length in _BENDS)
        far = Waves(bays, (self.scenario, "bays", axis)).at(x, y)
        near = Waves(bends, (self.scenario, "bends", axis)).at(x, y)
        return (1 - _BEND) * far + _BEND * near

    @property
    def _most(self) -> float:
        """How far an edge may wander in mm, so that it is clear of a dot whose neighbors are all others."""
        lattice = self.site.lattice
        clear = self.site.clear + _SPARE * self.site.unit
        return min(_WANDER * lattice.spacing, _HOLD[lattice.kind] * lattice.spacing - clear)
