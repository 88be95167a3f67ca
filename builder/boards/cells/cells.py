"""Boards as numbered cells, for play by machine: steps between cells, barriers, and lines of sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

NO_BARRIER = -1
Floats: TypeAlias = NDArray[np.float64]


class CellStep(NamedTuple):
    """A step from a cell: where it leads, what it costs, and the number of the barrier on the way, or -1."""

    there: int
    cost: int
    barrier: int = NO_BARRIER


@dataclass(frozen=True, slots=True)
class Barrier:
    """A door, hatch or the like between two cells, which can be open or shut during a game.

    Attributes:
        kind: what it is, as in the file: ``interior``, ``airtight``, ``hatch``, ``stairs``, ``lift`` ….
        title: its name in words.
        cells: the cells on both sides; -1 is the outside.
        is_open: whether it starts open.
        is_gap: whether it can never be shut.
        blocks_sight: whether it blocks sight while it is shut.
    """

    kind: str
    title: str
    cells: tuple[int, int]
    is_open: bool
    is_gap: bool
    blocks_sight: bool = True


@dataclass(frozen=True, slots=True)
class Sightlines:
    """The lines of sight from one cell to all others.

    Attributes:
        blocked: for each cell, whether it is out of sight whatever is open.
        through: for cells in sight only through barriers, the sets of barriers of which one has to be open.
    """

    blocked: NDArray[np.bool_]
    through: dict[int, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True)
class Cells:
    """The cells of a board.

    Attributes:
        spots: the spot of each cell.
        points: the middle of each cell on a plane.
        levels: the level of each cell.
        grounds: for each cell, the slugs of its terrain or the id of its area.
        steps: the steps from each cell to its neighbors.
        barriers: the barriers that steps and lines of sight refer to.
        measure: the straight distance between two cells: in hexes, or in the unit of the map.
        look: the lines of sight from a cell.
    """

    spots: Sequence[Any]
    points: Floats
    levels: Sequence[int]
    grounds: Sequence[tuple[str, ...]]
    steps: Sequence[tuple[CellStep, ...]]
    barriers: Sequence[Barrier]
    measure: Callable[[int], Sequence[float]]
    look: Callable[[int], Sightlines]


def crossing(eye: Floats, targets: Floats, starts: Floats, ends: Floats) -> NDArray[np.bool_]:
    """Whether the line from each eye to its target crosses each segment, as ``shapes.crosses``."""
    a, b = eye[:, None, :], targets[:, None, :]
    c, d = starts[None, :, :], ends[None, :, :]
    sides = _turn(a, b, c) * _turn(a, b, d) < 0
    both: NDArray[np.bool_] = sides & (_turn(c, d, a) * _turn(c, d, b) < 0)
    return both


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    result: Floats = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
        c[..., 0] - a[..., 0]
    )
    return result


class Crossings(NamedTuple):
    """Lines from one eye against segments, as matrices with a row for each line.

    ``are`` is whether they cross; ``before`` and ``after`` have opposite signs where they do, and the share
    of the line at which they cross is ``before / (before - after)``.
    """

    are: NDArray[np.bool_]
    before: Floats
    after: Floats


def crossings(eye: Floats, targets: Floats, starts: Floats, ends: Floats, shift: float) -> Crossings:
    """Which lines from one eye to targets, moved aside by ``shift``, cross which segments.

    The same as :func:`crossing` of lines that have been moved, but by products of matrices, which is faster.
    """
    way = targets - eye
    length = np.hypot(way[:, 0], way[:, 1])
    length[length == 0] = 1.0
    aside = shift * np.stack((-way[:, 1], way[:, 0]), axis=1) / length[:, None]
    along = ends - starts
    across = np.stack((-along[:, 1], along[:, 0]))
    before = _cross(along, eye - starts)[None, :] + aside @ across
    after = before + way @ across
    off = shift * length[:, None]
    left = way @ np.stack(((starts - eye)[:, 1], -(starts - eye)[:, 0])) - off
    right = way @ np.stack(((ends - eye)[:, 1], -(ends - eye)[:, 0])) - off
    return Crossings((left * right < 0) & (before * after < 0), before, after)


def _cross(a: Floats, b: Floats) -> Floats:
    result: Floats = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return result
