"""Spots that cannot be seen from a set-up zone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from builder.scenario.model import Scenario, Zone


@dataclass(frozen=True, slots=True)
class DeadGround:
    """The spots that cannot be seen from a zone, the total number of spots, and their name."""

    hidden: tuple[Any, ...]
    of: int
    unit: str


def dead_ground(scenario: Scenario, zone: Zone) -> DeadGround:
    """The spots of the map that no spot of a zone sees, by the game's rules."""
    view = scenario.map.view(zone.region)
    sees = scenario.map.sight(scenario.ruleset)
    eyes = frozenset(view.eyes)
    hidden = tuple(
        target
        for target in view.targets
        if target not in eyes
        and not any(sees(eye, target) for eye in scenario.map.nearest_first(view.eyes, target))
    )
    return DeadGround(hidden, len(view.targets), view.unit)
