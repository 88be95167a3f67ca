"""Moves of figures keep distances between hexes, and directions."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.geometry.gridmove import GridMove, Mirror
from builder.geometry.hexgrid import Direction, Hex, HexGrid

GRID = HexGrid(40, 40)
HEXES = st.builds(Hex, st.integers(10, 30), st.integers(10, 30))
MOVES = st.builds(GridMove, HEXES, HEXES, st.sampled_from(Mirror))


@given(MOVES, st.lists(HEXES, min_size=2, max_size=5))
def test_distances_between_hexes_stay(move: GridMove, hexes: list[Hex]) -> None:
    for one, other in combinations(hexes, 2):
        assert GRID.distance(one, other) == GRID.distance(move.cell(one), move.cell(other))


@given(MOVES, HEXES, st.sampled_from(Direction))
def test_a_neighbor_stays_one_in_the_direction_that_it_becomes(
    move: GridMove, hex: Hex, direction: Direction
) -> None:
    there = GRID.step(Hex(*move.cell(hex)), move.direction(direction))
    assert move.cell(GRID.step(hex, direction)) == there


@given(HEXES, st.sampled_from(Mirror), HEXES)
def test_mirroring_twice_changes_nothing(start: Hex, mirror: Mirror, hex: Hex) -> None:
    move = GridMove(start, start, mirror)
    assert move.cell(move.cell(hex)) == hex


@pytest.mark.parametrize(
    ("mirror", "cell"),
    [(Mirror.NONE, (6, 7)), (Mirror.LEFT_RIGHT, (4, 7)), (Mirror.UP_DOWN, (6, 3)), (Mirror.BOTH, (4, 3))],
)
def test_other_cells_keep_their_differences(mirror: Mirror, cell: tuple[int, int]) -> None:
    assert GridMove((1, 1), (5, 5), mirror, is_hexes=False).cell((2, 3)) == cell
