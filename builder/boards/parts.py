"""The parts of a map, as the constraints of the rules see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.boards.spots import Region
from rulesdb import Entry
from rulesdb.conditions import LateTrait, Trait
from rulesdb.yaml_source import DataPath


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a map: what kind of thing it is, its name in messages, and its traits.

    A trait is a number, or words, of which any one may match. ``region`` is its place, if zones can contain
    it; ``word`` is its name in a longer text at ``path``.
    """

    kind: str
    name: str
    path: DataPath
    traits: Mapping[str, LateTrait] = field(default_factory=dict)
    region: Region | None = None
    word: str = ""


def traits_of(entry: Entry) -> dict[str, Trait]:
    """The traits that an entry of the database gives a thing: ``is`` (its slug), and its simple figures.

    A figure in a group of figures is called by both names, as in ``scores.dodge``.
    """
    traits: dict[str, Trait] = {"is": (entry.slug,)}
    for name, value in entry.facts.items():
        if isinstance(value, bool):
            traits[name] = ("yes" if value else "no",)
        elif isinstance(value, int | float):
            traits[name] = value
        elif isinstance(value, str):
            traits[name] = (value,)
        elif isinstance(value, Mapping):
            figures = {f"{name}.{key}": figure for key, figure in value.items()}
            traits |= {key: figure for key, figure in figures.items() if isinstance(figure, int | float)}
    return traits
