"""The parts of a map, as the constraints of the rules see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.boards.spots import Region
from rulesdb.conditions import LateTrait
from rulesdb.yaml_source import DataPath


# Not frozen, because that would take three times as long to create.
@dataclass(slots=True, eq=False)
class Part:
    """A part of a map: what kind of thing it is, its name in messages, and its traits.

    A trait is a number, words of which any may match, or a function that returns one of these for ``about``.
    ``region`` returns the part's place, if zones can refer to it; ``word`` is its name in a longer text at
    ``path``.
    """

    kind: str
    name: str
    path: DataPath
    traits: Mapping[str, LateTrait] = field(default_factory=dict)
    region: Callable[[], Region] | None = None
    word: str = ""
    about: Any = None
