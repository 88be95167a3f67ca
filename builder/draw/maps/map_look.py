"""The layers of a map above the ground: set-up zones, objectives, secrets, dead ground, hex numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from builder.draw.maps.hex_numbers import HexNumbers
from builder.draw.surface.context import DrawingContext
from builder.scenario.model import Objective, Scenario, Zone
from rulesdb import InputError
from rulesdb.arguments import require, require_number
from rulesdb.nearest import nearest

LAYERS = ("zones", "objectives")
_SCALES = 0.001, 1_000.0


@dataclass(frozen=True, slots=True)
class DeadGround:
    """The spots that cannot be seen from a set-up zone."""

    zone: Zone
    spots: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MapLook:
    """The layers of a map. ``secrets`` shows the zones and objectives that the scenario keeps secret.

    A table that is ``bare`` has no names, and thus no ground that is left free for them.
    """

    zones: bool = True
    objectives: bool = True
    secrets: bool = False
    bare: bool = False
    numbers: HexNumbers = field(default_factory=HexNumbers)
    dead: DeadGround | None = None

    def zones_of(self, scenario: Scenario) -> tuple[Zone, ...]:
        """The set-up zones to draw."""
        zones = scenario.zones if self.zones else ()
        return tuple(zone for zone in zones if self.secrets or not zone.secret)

    def objectives_of(self, scenario: Scenario) -> tuple[Objective, ...]:
        """The objectives to draw."""
        objectives = scenario.objectives if self.objectives else ()
        return tuple(objective for objective in objectives if self.secrets or not objective.secret)

    @property
    def with_secrets(self) -> MapLook:
        """The same map for a referee."""
        return replace(self, secrets=True)


def require_map(scenario: object, context: object, look: object = None, overview_at: object = None) -> None:
    """Check the arguments that all drawings of maps have.

    Raises:
        InputError: one is of a wrong type, or the scale of an overview is not.
    """
    require("scenario", scenario, Scenario, "a scenario; load_scenario reads one")
    require("context", context, DrawingContext, "a DrawingContext")
    require("look", look, (MapLook, type(None)), "a MapLook, or None")
    if overview_at is not None:
        require_number("overview_at", overview_at, *_SCALES)


def read_layers(names: Iterable[str]) -> frozenset[str]:
    """The layers of a list such as ``zones objectives``; ``none`` is a map without any.

    Raises:
        InputError: a name is unknown, or ``none`` is not alone.
    """
    wanted = list(names)
    if wanted == ["none"]:
        return frozenset()
    for name in wanted:
        if name not in LAYERS:
            meant = ", ".join(nearest(name, LAYERS) or (*LAYERS, "or none alone"))
            raise InputError(f"{name!r} is not a map layer; choose from {meant}")
    return frozenset(wanted)


def has_secrets(scenario: Scenario) -> bool:
    """Whether a zone or an objective is marked secret."""
    return any(zone.secret for zone in scenario.zones) or any(item.secret for item in scenario.objectives)
