"""The hex grid, compared with breadth-first search and geometry."""

from __future__ import annotations

from collections import deque
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.geometry.hexgrid import Direction, Hex, HexGrid
from builder.geometry.hexlayout import HexLayout
from builder.geometry.paths import cheapest_costs

GRID = HexGrid(12, 9)
hexes = st.builds(Hex, st.integers(1, 12), st.integers(1, 9))
directions = st.sampled_from(list(Direction))


@given(hexes, directions)
def test_a_step_and_its_opposite_return_to_the_start(hex: Hex, direction: Direction) -> None:
    assert GRID.step(GRID.step(hex, direction), direction.opposite) == hex


@given(hexes, directions)
def test_both_names_of_a_hexside_are_equal(hex: Hex, direction: Direction) -> None:
    other = GRID.step(hex, direction)
    assert GRID.hexside(hex, direction) == GRID.hexside(other, direction.opposite)


@given(hexes)
def test_distance_is_the_number_of_steps(start: Hex) -> None:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in GRID.neighbors(here):
            if other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    assert {hex: GRID.distance(start, hex) for hex in GRID} == steps


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert GRID.distance(a, b) == GRID.distance(b, a)
    assert GRID.distance(a, c) <= GRID.distance(a, b) + GRID.distance(b, c)


@given(hexes)
def test_reading_a_label_gives_its_hex(hex: Hex) -> None:
    assert GRID.read(GRID.label(hex)) == hex


@pytest.mark.parametrize("label", ["0110", "1301", "0001", "0100", "101", "00101", "ab01", "", "٠١٠١"])
def test_invalid_labels_give_none(label: str) -> None:
    assert GRID.read(label) is None


def test_a_grid_beyond_99_has_longer_labels() -> None:
    grid = HexGrid(200, 5)
    assert grid.label(Hex(4, 5)) == "004005"
    assert grid.read("200005") == Hex(200, 5)


@pytest.mark.parametrize(
    ("text", "count"), [("0101", 1), ("0101-0103", 3), ("0101-0301", 3), ("0204-0506", 12), ("0506-0204", 12)]
)
def test_a_block_is_every_hex_between_its_corners(text: str, count: int) -> None:
    block = GRID.read_block(text)
    assert block is not None
    assert len(set(block)) == count


@pytest.mark.parametrize("text", ["0101-", "0101-0102-0103", "0101-9999", "-0101"])
def test_a_bad_block_is_none(text: str) -> None:
    assert GRID.read_block(text) is None


@given(hexes, st.floats(5, 40))
def test_neighbors_lie_one_hex_size_apart(hex: Hex, size: float) -> None:
    layout = HexLayout(GRID, size)
    for direction, other in GRID.around(hex):
        assert dist(layout.center(hex), layout.center(other)) == pytest.approx(size)
        ends = layout.side(GRID.hexside(hex, direction))
        middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        assert dist(middle, layout.center(hex)) == pytest.approx(size / 2)
        assert dist(*ends) == pytest.approx(layout.radius)


def test_the_bounding_box_fits_every_hex_exactly() -> None:
    layout = HexLayout(GRID, 18)
    points = [point for hex in GRID for point in layout.corners(hex)]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)
    assert max(x for x, _ in points) == pytest.approx(layout.width)
    assert max(y for _, y in points) == pytest.approx(layout.height)


@given(hexes, hexes)
def test_the_cheapest_path_over_open_ground_is_the_distance(start: Hex, end: Hex) -> None:
    costs = cheapest_costs([start], lambda hex: [(other, 1) for other in GRID.neighbors(hex)])
    assert costs[end] == GRID.distance(start, end)


def test_a_cheap_detour_beats_a_costly_step() -> None:
    roads = {"a": [("c", 9), ("b", 2)], "b": [("c", 3)], "c": []}
    assert cheapest_costs(["a"], roads.__getitem__)["c"] == 5


@given(hexes, hexes)
def test_six_arcs_cover_every_other_hex_and_share_only_edges(one: Hex, other: Hex) -> None:
    facing = [direction for direction in Direction if HexGrid.in_arc(one, direction, other)]
    assert (not facing) == (one == other)
    assert len(facing) <= 2
    wide = [direction for direction in Direction if HexGrid.in_arc(one, direction, other, 3)]
    assert set(facing) <= set(wide)
    assert one == other or 3 <= len(wide) <= 4


@given(hexes, hexes, st.sampled_from(Direction))
def test_facing_is_symmetric_if_one_turns_around(one: Hex, other: Hex, facing: Direction) -> None:
    assert HexGrid.in_arc(one, facing, other) == HexGrid.in_arc(other, facing.opposite, one)
