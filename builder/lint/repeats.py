"""Find things that share what should be unique."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def repeats(things: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T, T]]:
    """The first thing with a key and each later one with the same key.

    >>> list(repeats(["bay", "hall", "hold"], len))
    [('hall', 'hold')]
    """
    first: dict[Hashable, T] = {}
    for thing in things:
        earlier = first.setdefault(key(thing), thing)
        if earlier is not thing:
            yield earlier, thing
