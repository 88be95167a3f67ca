"""Results that are kept from one drawing to the next, by all that they depend on.

A map is drawn again after each edit, of which most parts are the same as before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")
MAX_KEPT = 2_000
"""The most results that are kept: those of a few maps. The ones that were not used for longest go first."""


class Memo:
    """Results by their keys; a key has the name of the work, and everything that its result depends on.

    >>> memo = Memo()
    >>> memo.get(("square", 3), lambda: 9), memo.get(("square", 3), lambda: 10)
    (9, 9)
    """

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type[Memo], tuple[int]]:
        """Another process begins without results."""
        return Memo, (self._limit,)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result with a key, which is made if it is not kept; nobody may change it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                found: T = self._kept[key]
                return found
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return made
