"""The things of a scenario that constraints count and compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesdb.conditions import LateTrait, Trait
from rulesdb.constraints import Selector
from rulesdb.yaml_source import DataPath


# Not frozen, because that would take three times as long to create, and a scenario has hundreds.
@dataclass(slots=True, eq=False)
class Thing:
    """Something that a scenario file names: a force, a weapon in a hand, a room, an event.

    ``traits`` are numbers, words of which any may match, or functions that return one of these for ``about``,
    because most are never needed. A thing belongs to its ``owner`` and to the owners of that, and inherits
    their traits. ``keys`` are the paths of traits that the file does not write next to ``path``. ``word`` is
    the name of the thing in a longer text at ``path``.
    """

    kind: str
    name: str
    path: DataPath
    traits: Mapping[str, LateTrait] = field(default_factory=dict)
    owner: Thing | None = None
    keys: Mapping[str, DataPath] = field(default_factory=dict)
    word: str = ""
    about: Any = None

    def path_of(self, trait: str) -> DataPath:
        """The path of the key that gives the thing a trait, if the file has it."""
        return self.keys.get(trait, (*self.path[:-1], trait))

    @property
    def owners(self) -> Iterator[Thing]:
        """The thing itself, its owner, the owner of that, up to the scenario."""
        thing: Thing | None = self
        while thing is not None:
            yield thing
            thing = thing.owner

    def trait(self, name: str) -> Trait:
        """A trait of the thing or of the nearest owner that has it; no words if none has."""
        thing: Thing | None = self
        while thing is not None:
            trait = thing.traits.get(name)
            if trait is not None:
                return trait(thing.about) if callable(trait) else trait
            thing = thing.owner
        return ()

    def belongs_to(self, group: Thing) -> bool:
        """Whether a group is the thing itself or one of its owners."""
        thing: Thing | None = self
        while thing is not None:
            if thing is group:
                return True
            thing = thing.owner
        return False


class Census(Mapping[str, Sequence[Thing]]):
    """The things of a scenario by kind, in the order of the file."""

    def __init__(self, things: Iterable[Thing]) -> None:
        self._by_kind: dict[str, list[Thing]] = {}
        for thing in things:
            self._by_kind.setdefault(thing.kind, []).append(thing)
        self.kinds = self._by_kind.keys()
        self._by_word: dict[tuple[str, str], dict[str, list[int]]] = {}
        self._selected: dict[str, Sequence[Thing]] = {}

    def __getitem__(self, kind: str) -> Sequence[Thing]:
        return self._by_kind[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_kind)

    def __len__(self) -> int:
        return len(self._by_kind)

    def selected(self, selector: Selector) -> Sequence[Thing]:
        """The things that a selector selects; cached, because many limits have the same selectors."""
        things: Sequence[Thing] = self._by_kind.get(selector.kind, ())
        if not things or not selector.wanted:
            return things
        key = selector.key
        if key not in self._selected:
            rest = selector
            if selector.words:
                things, rest = self._with_words(selector.kind, *selector.words), selector.rest
            self._selected[key] = (
                [thing for thing in things if rest.selects(thing)] if rest.wanted else things
            )
        return self._selected[key]

    def _with_words(self, kind: str, trait: str, words: Sequence[str]) -> Sequence[Thing]:
        """The things of a kind that have one of some words as a trait, in the order of the file."""
        things = self._by_kind[kind]
        by_word = self._by_word.get((kind, trait))
        if by_word is None:
            by_word = self._by_word[kind, trait] = {}
            for place, thing in enumerate(things):
                has = thing.trait(trait)
                for each in has if isinstance(has, tuple) else ():
                    by_word.setdefault(each, []).append(place)
        places = {place for word in words for place in by_word.get(word, ())}
        return [things[place] for place in sorted(places)]
