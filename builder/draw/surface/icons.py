"""The icons of maps, counters, cards, sheets and pages, with their authors."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from rulesdb import UnknownEntry
from rulesdb.nearest import nearest
from rulesdb.yaml_source import load_yaml

_OWN = "brainbug"


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon of game-icons.net, or the project's own: its author, and its SVG path in a box of 512 × 512.

    A long thing has a ``slant``, in degrees by which it rises to the right, and a ``length`` once it lies
    level, in sizes of the icon. A weapon that ``is_held`` is held level; of another, the ``grip`` is where a
    hand holds it, from its corner in sizes of the icon.
    """

    author: str
    path: str
    slant: float = 0.0
    length: float = 1.0
    is_held: bool = False
    grip: Sequence[float] = ()


def slant_of(name: str) -> float:
    """How far an icon of a long thing rises to the right, in degrees; 0 if it lies level."""
    return _look_of(name).slant


def level_length(name: str) -> float:
    """How long an icon is once it is turned by its slant, in sizes of the icon."""
    return _look_of(name).length


def is_held_level(name: str) -> bool:
    """Whether an icon is that of a weapon that is held level, once it is turned by its slant."""
    return _look_of(name).is_held


def grip_of(name: str) -> tuple[float, float] | None:
    """Where a hand holds an icon that is not held level, from its corner in sizes of the icon, if known.

    >>> grip_of("uzi"), grip_of("gears")
    ((0.46, 0.6), None)
    """
    grip = _look_of(name).grip
    return (grip[0], grip[1]) if grip else None


def _look_of(name: str) -> Icon:
    return load_icons().get(name, Icon(_OWN, ""))


@functools.cache
def load_icons() -> Mapping[str, Icon]:
    """The shipped icons by name.

    >>> load_icons()["beast-eye"].author
    'Lorc'
    """
    data = load_yaml(Path(__file__).with_name("icons.yaml")).data
    return MappingProxyType({name: Icon(**icon) for name, icon in data.items()})


def icon_authors() -> str:
    """The authors of icons of others, in alphabetical order, for the credits that their license asks for."""
    return ", ".join(sorted({icon.author for icon in load_icons().values()} - {_OWN}))


def icon_path(name: str) -> str:
    """The path of an icon, in a box of 512 × 512.

    >>> icon_path("flame-gn")
    Traceback (most recent call last):
    rulesdb.errors.UnknownEntry: no icon 'flame-gn'; did you mean flame-gun?

    Raises:
        UnknownEntry: there is no such icon.
    """
    icons = load_icons()
    if name not in icons:
        raise UnknownEntry(name, nearest(name, icons), "icon")
    return icons[name].path
