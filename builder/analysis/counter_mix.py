"""The number of counters of each kind that can be on the map at once, and the number that the kit prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.draw.pieces.counters import MAX_COPIES
from builder.scenario.model import Force, Scenario


@dataclass(frozen=True, slots=True)
class CounterMix:
    """One kind of counter of a force.

    ``at_once`` is the maximum on the map; ``grows`` is true if a power adds more in play without limit.
    ``size`` is the number of creatures on a swarm counter, 1 for others.
    """

    force: str
    title: str
    size: int
    printed: int
    at_once: int
    grows: bool

    @property
    def runs_out(self) -> bool:
        """Whether players can need more counters than are printed."""
        return self.grows or self.at_once > self.printed


def counter_mix(scenario: Scenario) -> tuple[CounterMix, ...]:
    """Every kind of counter of the forces, in the order of the file."""
    adding = scenario.ruleset.printing.get("adds_counters")
    return tuple(mix for force in scenario.forces for mix in _of_force(force, adding))


def _of_force(force: Force, adding: str | None) -> Iterator[CounterMix]:
    if force.members:
        number = len(force.members)
        yield CounterMix(force.id, force.title, 1, number, number, grows=False)
        return
    grows = adding in {power.slug for power in force.powers}
    title = force.species_title or force.unit.title
    most = int(force.unit.get("most", 1))
    if most == 1:
        yield CounterMix(force.id, title, 1, force.count, force.count, grows)
    for size in range(1, min(most, force.count) + 1) if most > 1 else ():
        # As many counters of this size as possible; the rest is one smaller counter.
        at_once = force.count // size
        yield CounterMix(force.id, title, size, min(at_once, MAX_COPIES), at_once, grows)
    if force.dummies:
        yield CounterMix(force.id, f"{title}, dummies", 1, force.dummies, force.dummies, grows=False)
