"""Conditions on the traits of things, as the limits of rules write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

# The value of a trait: a number, or words, of which any one may match.
Trait = float | tuple[str, ...]
# A trait can be a function, which is called with the thing's subject when a limit needs the trait.
LateTrait = Trait | Callable[[Any], Trait]


class HasTraits(Protocol):
    """Something that has traits."""

    def trait(self, name: str) -> Trait: ...


Test = Callable[[HasTraits], bool]


def compile_test(name: str, wanted: Any) -> Test:
    """A function that returns whether a thing's trait has a wanted value.

    ``wanted`` is a word, a number, a list of them of which one is enough, ``True`` or ``False`` (the words
    ``yes`` and ``no``), ``{"not": …}``, or a range with ``least`` and ``most``, which are numbers or names of
    other traits.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Force:
    ...     traits: dict
    ...     def trait(self, name): return self.traits.get(name, ())
    >>> marines = Force({"unit": ("marine",), "men": 8, "room": 7})
    >>> compile_test("unit", ["marine", "crew"])(marines), compile_test("men", {"most": 8})(marines)
    (True, True)
    >>> compile_test("unit", {"not": "marine"})(marines), compile_test("men", {"most": "room"})(marines)
    (False, False)
    """
    if isinstance(wanted, bool):
        wanted = "yes" if wanted else "no"
    if isinstance(wanted, str):
        return lambda thing: isinstance(trait := thing.trait(name), tuple) and wanted in trait
    if isinstance(wanted, Mapping) and "not" in wanted:
        fits = compile_test(name, wanted["not"])
        return lambda thing: not fits(thing)
    if isinstance(wanted, Mapping):
        least, most = _bound(wanted.get("least", -float("inf"))), _bound(wanted.get("most", float("inf")))
        return lambda thing: _is_between(thing.trait(name), least(thing), most(thing))
    choices = frozenset(wanted if isinstance(wanted, list | tuple) else (wanted,))

    def is_one(thing: HasTraits) -> bool:
        trait = thing.trait(name)
        return not choices.isdisjoint(trait if isinstance(trait, tuple) else (trait,))

    return is_one


def _bound(bound: Any) -> Callable[[HasTraits], Trait]:
    """The end of a range: a number, or what a thing has as the trait of that name."""
    return (lambda thing: thing.trait(bound)) if isinstance(bound, str) else (lambda _: bound)


def _is_between(trait: Trait, least: Trait, most: Trait) -> bool:
    if isinstance(trait, tuple) or isinstance(least, tuple) or isinstance(most, tuple):
        return False
    return least <= trait <= most
