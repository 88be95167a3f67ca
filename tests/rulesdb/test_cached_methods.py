"""Methods whose results are kept in the object that has them."""

from __future__ import annotations

import weakref

from rulesdb.cache.methods import cached_method


class Counter:
    """Counts how often it works."""

    def __init__(self) -> None:
        self.worked = 0

    @cached_method()
    def square(self, number: int) -> int:
        self.worked += 1
        return number * number

    @cached_method(2)
    def cube(self, number: int) -> int:
        self.worked += 1
        return number**3


def test_objects_do_not_share_results() -> None:
    one, other = Counter(), Counter()
    assert (one.square(3), one.square(3), other.square(3)) == (9, 9, 9)
    assert (one.worked, other.worked) == (1, 1)


def test_only_the_last_results_are_kept() -> None:
    counter = Counter()
    assert [counter.cube(number) for number in (1, 2, 3, 3, 1)] == [1, 8, 27, 27, 1]
    assert counter.worked == 4


def test_an_object_is_forgotten_with_its_results() -> None:
    counter = Counter()
    assert counter.square(5) == 25
    ref = weakref.ref(counter)
    del counter
    assert ref() is None
