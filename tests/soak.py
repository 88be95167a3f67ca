"""The number of repetitions of soak tests: few each time, and all of them with ``make soak``.

``make soak`` sets ``BRAINBUG_SOAK=1``, and runs the tests that are marked with ``pytest.mark.soak``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
WHOLE = bool(os.environ.get("BRAINBUG_SOAK"))


def times(few: int, many: int) -> int:
    """``few``, or ``many`` in ``make soak``."""
    return many if WHOLE else few


def every(step: int, things: Sequence[T]) -> Sequence[T]:
    """Every ``step``-th of some things, from the first on."""
    return things[::step]
