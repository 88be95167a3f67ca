"""How often a test of endurance tries: a little each time, and all of it with ``make soak``.

``make soak`` sets ``BRAINBUG_SOAK=1``, and runs the tests that are marked with ``pytest.mark.soak``.
"""

from __future__ import annotations

import os

WHOLE = bool(os.environ.get("BRAINBUG_SOAK"))


def times(few: int, many: int) -> int:
    """``few``, or ``many`` if all is to be tried."""
    return many if WHOLE else few
