"""Results that are kept from one drawing to the next, by all that they depend on.

A map is drawn again after each edit, of which most parts are the same as before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")
MAX_KEPT = 1_000
"""The most results that are kept: those of a few maps. The ones that were not used for longest go first."""
MAX_DRAWINGS = 12
"""The number of drawings after which an unused result is forgotten; undoing an edit uses older ones."""


class Memo:
    """Results by their keys; a key has the name of the work, and everything that its result depends on.

    >>> memo = Memo()
    >>> memo.get(("square", 3), lambda: 9), memo.get(("square", 3), lambda: 10)
    (9, 9)
    """

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        # Each with the number of the drawing that has used it last, in the order of use.
        self._kept: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._drawing = 0
        self._lock = Lock()

    def __reduce__(self) -> tuple[type[Memo], tuple[int]]:
        """Another process begins without results."""
        return Memo, (self._limit,)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result with a key, which is computed if it is not cached; nobody may change it."""
        with self._lock:
            if key in self._kept:
                cached: T = self._kept[key][1]
                self._keep(key, cached)
                return cached
        result = make()
        with self._lock:
            self._keep(key, result)
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return result

    def begin(self) -> None:
        """Begin a drawing, and forget what the last ones have not used."""
        with self._lock:
            self._drawing += 1
            while self._kept and next(iter(self._kept.values()))[0] < self._drawing - MAX_DRAWINGS:
                self._kept.popitem(last=False)

    def _keep(self, key: Hashable, result: Any) -> None:
        self._kept[key] = self._drawing, result
        self._kept.move_to_end(key)
