"""Type below seven points is only where a figure has to be small: none on any sheet that is read."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from kits import GAMES, TRIED_IN, aids_of, drawings_of, kit_of

from builder.draw.surface.canvas import Drawing
from builder.draw.surface.type import MIN_SIZE, Metrics
from builder.draw.surface.wording import language_names

POINT = 25.4 / 72
# The smallest type in points on sheets that may have smaller type, by the start of their names:
# ids on counters, references on cards, and numbers of hexes and dots.
SMALLER = {"counters-": 6.0, "cards-": 6.0, "map-": 6.0, "dots-overview": 6.0}


def least(name: str) -> float:
    """The smallest type in points that a sheet may have."""
    return next((size for start, size in SMALLER.items() if name.startswith(start)), MIN_SIZE / POINT)


def too_small(drawings: Iterable[Drawing]) -> list[tuple[str, str, float]]:
    return [
        (drawing.name, text.text, round(size, 2))
        for drawing in drawings
        for text in drawing.texts
        if (size := text.height / Metrics.CAP_HEIGHT / POINT) < least(drawing.name) - 0.03
    ]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "language"), [*TRIED_IN, *itertools.product(GAMES, language_names())])
def test_no_type_is_smaller_than_seven_points(name: str, language: str) -> None:
    if name in GAMES:
        drawings = [page.drawing for page in aids_of(name, language=language).pages]
    else:
        drawings = drawings_of(kit_of(name, language))
    assert too_small(drawings) == []
