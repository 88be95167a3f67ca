"""Caches of the results of methods, which end with their object."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def cached_method(maxsize: int | None = None) -> Callable[[F], F]:
    """Keep the results of a method of an object by its arguments, at most ``maxsize`` of them.

    Unlike :func:`functools.lru_cache`, it keeps no object alive: a process prepares many plays one after the
    other, each with large caches. A class that overrides the method must not call that of its base.

    >>> class Doubler:
    ...     @cached_method(2)
    ...     def double(self, number):
    ...         print("once")
    ...         return 2 * number
    >>> doubler = Doubler()
    >>> doubler.double(4), doubler.double(4)
    once
    (8, 8)
    """

    def decorate(method: F) -> F:
        return cast(F, _CachedMethod(method, maxsize))

    return decorate


class _CachedMethod:
    """At the first access, puts a cache into the object, where it replaces the method."""

    def __init__(self, method: Callable[..., Any], maxsize: int | None) -> None:
        self.method = method
        self.maxsize = maxsize
        functools.update_wrapper(cast(Any, self), method)

    def __get__(self, owner: Any, kind: type) -> Any:
        if owner is None:
            return self
        method, owner_ref = self.method, weakref.ref(owner)

        @functools.lru_cache(self.maxsize)
        def cached(*given: Any, **named: Any) -> Any:
            return method(owner_ref(), *given, **named)

        vars(owner)[method.__name__] = cached
        return cached
