"""How often a test of endurance tries: a little each time, and all of it with ``make soak``.

``make soak`` sets ``BRAINBUG_SOAK=1``, and runs the tests that are marked with ``pytest.mark.soak``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
WHOLE = bool(os.environ.get("BRAINBUG_SOAK"))


def times(few: int, many: int) -> int:
    """``few``, or ``many`` if all is to be tried."""
    return many if WHOLE else few


def every(step: int, things: Sequence[T]) -> Sequence[T]:
    """Every so many of some things, from the first on."""
    return things[::step]
