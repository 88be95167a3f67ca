"""Collect garbage in pauses between edits: during an edit, it would take up to a third of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# The number of new containers after which Python collects by itself, for work without a pause.
_LIMIT = 500_000
_MAX_EDITS = 40
# The number of checks without an edit that are a pause: about a second.
_LOOKS = 4


@contextmanager
def postponed() -> Iterator[None]:
    """Leave garbage collection to :class:`Garbage`."""
    usual = gc.get_threshold()
    gc.set_threshold(_LIMIT, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


class Garbage:
    """Collects the garbage of edits.

    Objects that exist in the first pause, such as modules and the database, are not examined again.
    """

    def __init__(self) -> None:
        self._collected: int | None = None
        self._seen = self._quiet = 0

    def look(self, edits: int, *, is_busy: bool) -> bool:
        """Collect in a pause after edits; ``edits`` is their number so far.

        After many edits without a pause, it does not wait for one. Returns whether it has collected.
        """
        is_quiet = edits == self._seen and not is_busy
        self._seen, self._quiet = edits, self._quiet + 1 if is_quiet else 0
        waiting = edits - (self._collected or 0)
        if edits == self._collected or (self._quiet < _LOOKS and waiting < _MAX_EDITS):
            return False
        gc.collect()
        if self._collected is None:
            gc.freeze()
        self._collected = edits
        return True
