"""Who of a side stands in front of a cover's picture, and where: people, or creatures of its kinds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.draw.sheets.covers.backdrop import Backdrop
from builder.draw.sheets.covers.heroes import Emblem, creatures_of
from builder.draw.sheets.covers.silhouettes import (
    Silhouette,
    creature_of,
    flies,
    leaning,
    poses_of,
    troops_of,
)
from builder.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class Place:
    """Where one of a group stands: mm from the edge of the picture, and its size against a person in front.

    It stands behind the ridge if it ``is_far``; its feet are ``sunk`` mm below the top of the ridge.
    """

    aside: float
    size: float
    sunk: float
    is_far: bool = False


# Those of a group, the one in front first. Creatures are broader than people.
_PEOPLE = (Place(25.0, 1.0, 2.6), Place(50.0, 0.72, 0.6, is_far=True), Place(8.0, 0.8, 1.0, is_far=True))
_CREATURES = (
    (Place(31.0, 0.92, 2.4), Place(62.0, 0.4, 0.4, is_far=True), Place(7.0, 0.62, 1.0, is_far=True)),
    (Place(20.0, 1.02, 2.4), Place(56.0, 0.56, 0.6, is_far=True)),
    (
        Place(42.0, 0.86, 2.4),
        Place(14.0, 0.7, 1.0, is_far=True),
        Place(67.0, 0.36, 0.4, is_far=True),
        Place(1.0, 0.46, 0.6, is_far=True),
    ),
    (
        Place(15.0, 0.9, 2.4),
        Place(44.0, 0.66, 1.0, is_far=True),
        Place(70.0, 0.34, 0.4, is_far=True),
        Place(58.0, 0.3, 0.4, is_far=True),
    ),
)
# How far creatures lean to one side, for each unit of height.
_LEAN = 0.1


def group_in_front(
    backdrop: Backdrop, scenario: Scenario, side: str, emblem: Emblem
) -> list[tuple[Silhouette | None, Place]]:
    """The figures of a side with their places, the one in front first; without any, the place of its icon."""
    if emblem.creature:
        return list(_herd(backdrop, scenario, side, emblem.creature))
    troops = troops_of(emblem.person or emblem.icon)
    if not troops:
        return [(None, _PEOPLE[0])]
    troop = backdrop.random("troops", side).choice(troops)
    return list(zip(troop, _PEOPLE, strict=True))


def _herd(
    backdrop: Backdrop, scenario: Scenario, side: str, creature: str
) -> list[tuple[Silhouette | None, Place]]:
    """Creatures of the kinds of a side, most of the one that is on most counters, in several poses."""
    rng = backdrop.random("herd", side)
    places = rng.choice(_CREATURES)
    others = [each for each in creatures_of(scenario, side) if each != creature and not flies(each)]
    poses = rng.sample(poses_of(creature), len(poses_of(creature)))
    kinds = [poses[number % len(poses)] for number in range(len(places))]
    if others:
        # One of the others is in front or next to it.
        kinds[rng.randrange(2)] = rng.choice(others)
    herd: list[tuple[Silhouette | None, Place]] = []
    for kind, place in zip(kinds, places, strict=True):
        shape = leaning(creature_of(kind), rng.uniform(-_LEAN, _LEAN))
        herd.append((shape, replace(place, size=place.size * rng.uniform(0.92, 1.06))))
    return herd
