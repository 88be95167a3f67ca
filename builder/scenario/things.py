"""The things of a scenario that constraints count and compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.boards.parts import Trait
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something that a scenario file names: a force, a weapon in a hand, a room, an event.

    ``traits`` are numbers, or words of which any counts. A thing belongs to its ``owner`` and to the owners
    of that; a trait that it does not have is theirs. ``keys`` are the paths of traits that the file does not
    write beside ``path``. ``word`` is what names the thing in a longer text at ``path``.
    """

    kind: str
    name: str
    path: DataPath
    traits: Mapping[str, Trait] = field(default_factory=dict)
    owner: Thing | None = None
    keys: Mapping[str, DataPath] = field(default_factory=dict)
    word: str = ""

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
            if name in thing.traits:
                return thing.traits[name]
            thing = thing.owner
        return ()

    def has(self, wanted: Mapping[str, Any]) -> bool:
        """Whether every wanted trait is as wanted.

        >>> marines = Thing("force", "", (), {"unit": ("marine",), "men": 8})
        >>> marines.has({"unit": ["marine", "crew"], "men": {"most": 8}})
        True
        >>> marines.has({"unit": {"not": "marine"}})
        False
        >>> Thing("force", "", (), {"riders": 3, "room": 2}).has({"riders": {"most": "room"}})
        False
        """
        return all(self._fits(name, value) for name, value in wanted.items())

    def lacking(self, wanted: Mapping[str, Any]) -> Iterator[str]:
        """The names of traits that are not as wanted."""
        return (name for name, value in wanted.items() if not self._fits(name, value))

    def _fits(self, name: str, wanted: Any) -> bool:
        """Whether a trait is as wanted; a bound of a range may be the name of another trait of the thing."""
        if isinstance(wanted, Mapping) and "not" not in wanted:
            bounds = {
                key: self.trait(bound) if isinstance(bound, str) else bound for key, bound in wanted.items()
            }
            if not all(isinstance(bound, int | float) for bound in bounds.values()):
                return False
            wanted = bounds
        return _fits(self.trait(name), wanted)


def _fits(trait: Trait, wanted: Any) -> bool:
    if isinstance(wanted, str):
        return isinstance(trait, tuple) and wanted in trait
    if isinstance(wanted, bool):
        return ("yes" if wanted else "no") in (trait if isinstance(trait, tuple) else ())
    if isinstance(wanted, Mapping) and "not" in wanted:
        return not _fits(trait, wanted["not"])
    if isinstance(wanted, Mapping):
        return isinstance(trait, int | float) and wanted.get("least", trait) <= trait <= wanted.get(
            "most", trait
        )
    choices = wanted if isinstance(wanted, list | tuple) else (wanted,)
    values = trait if isinstance(trait, tuple) else (trait,)
    return any(choice in values for choice in choices)
