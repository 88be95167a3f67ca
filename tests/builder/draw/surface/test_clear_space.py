"""Searching by squares gives the same result as searching all boxes."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from builder.draw.surface.clear_space import Box, ClearSpace

places = st.integers(-40, 60)
sizes = st.integers(1, 30)
boxes = st.builds(lambda x, y, w, h: (x, y, x + w, y + h), places, places, sizes, sizes)


def shared(one: Box, two: Box) -> float:
    wide, tall = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, wide) * max(0.0, tall)


@given(st.sets(boxes, max_size=12), boxes)
def test_the_overlap_is_the_sum_over_all_boxes(taken: set[Box], box: Box) -> None:
    space = ClearSpace()
    for other in taken:
        space.take(other)
    total = sum(shared(box, other) for other in taken)
    assert math.isclose(space.overlap(box), total)
    assert space.is_free(box) == (total == 0)


@given(st.lists(boxes, max_size=12))
def test_a_box_is_taken_only_if_it_was_free(wanted: list[Box]) -> None:
    space, taken = ClearSpace(), []
    for box in wanted:
        if space.take_if_free(box):
            assert not any(shared(box, other) for other in taken)
            taken.append(box)
        else:
            assert any(shared(box, other) for other in taken)
    assert set(space.boxes()) == set(taken)


@given(places, places, places, places, st.floats(0, 1))
def test_every_point_of_a_line_is_taken(x1: int, y1: int, x2: int, y2: int, share: float) -> None:
    space = ClearSpace()
    space.take_line((x1, y1), (x2, y2), 2.0)
    x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
    assert not space.is_free((x - 0.01, y - 0.01, x + 0.01, y + 0.01))
