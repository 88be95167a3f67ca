"""The number of repetitions of soak tests: few each time, and all of them with ``make soak``.

``make soak`` sets ``BRAINBUG_SOAK=1``, and runs the tests that are marked with ``pytest.mark.soak``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
WHOLE = bool(os.environ.get("BRAINBUG_SOAK"))


def times(few: int, many: int) -> int:
    """``few``, or ``many`` in ``make soak``."""
    return many if WHOLE else few


def soak_only(test: Any) -> Any:
    """Run a test only in ``make soak``, because others try the same faster, if less thoroughly."""
    return pytest.mark.soak(pytest.mark.skipif(not WHOLE, reason="only in make soak")(test))


def every(step: int, things: Sequence[T]) -> Sequence[T]:
    """Every ``step``-th of some things, from the first on."""
    return things[::step]
