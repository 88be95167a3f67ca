"""The columns of tables on aids: no word is broken, and no other widths make the rows lower by much."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.draw.sheets.aid.fitted_table import column_widths
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import CELL_PAD
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type

METRICS = DrawingContext(load_theme()).metrics
SIZE = 3.0
WORDS = st.lists(st.sampled_from(["a", "of", "hand", "grenade", "consecutive"]), min_size=1, max_size=5)
CELLS = st.tuples(*(WORDS.map(" ".join) for _ in range(3)))


def height_of(rows: list[tuple[str, ...]], widths: list[float]) -> int:
    """The lines of all rows, each as high as its highest cell."""
    plain = Type(CONDENSED, SIZE)
    return sum(
        max(len(METRICS.wrap(cell, plain, width - CELL_PAD)) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


@given(st.lists(CELLS, min_size=1, max_size=4), st.floats(30.0, 120.0))
def test_columns_fill_the_width_break_no_word_and_make_no_row_needlessly_high(
    rows: list[tuple[str, ...]], width: float
) -> None:
    widths = column_widths(["a", "b", "c"], rows, SIZE, width, METRICS)
    plain = Type(CONDENSED, SIZE)
    least = [
        CELL_PAD + max(METRICS.width(word, plain) for row in rows for word in row[at].split())
        for at in range(3)
    ]
    if widths is None:
        assert sum(least) > width - 0.01
        return
    assert sum(widths) == pytest.approx(width)
    assert all(own > few - 0.01 for own, few in zip(widths, least, strict=True))
    spare = width - sum(least)
    shares = [share for share in product(range(9), repeat=3) if sum(share) == 8]
    others = [[few + spare * part / 8 for few, part in zip(least, share, strict=True)] for share in shares]
    # At most one line a row more than the best of many other widths.
    assert height_of(rows, [each + 0.01 for each in widths]) <= min(
        height_of(rows, each) for each in others
    ) + len(rows)


def test_the_keys_of_rows_stay_whole_if_a_long_cell_is_wrapped_anyway() -> None:
    rows = [
        ("grenade launcher", "1-10", "3"),
        ("incendiary grenade", "as a hand grenade", "as a hand grenade"),
    ]
    bold = Type(CONDENSED_BOLD, SIZE)
    keys = CELL_PAD + max(METRICS.width(key, bold) for key, *_ in rows)
    widths = column_widths(["weapon", "short", "points"], rows, SIZE, keys + 34.0, METRICS, bold_keys=True)
    assert widths is not None
    assert widths[0] >= keys
