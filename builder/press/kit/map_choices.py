"""The options for the maps of a kit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.analysis.dead_ground import dead_ground
from builder.draw.maps.hex_numbers import read_hex_numbers
from builder.draw.maps.map_look import LAYERS, DeadGround, MapLook
from builder.draw.surface.theme import Theme
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.nearest import nearest

SECRETS = ("apart", "shown", "hidden")


@dataclass(frozen=True, slots=True)
class MapChoices:
    """Layers, secrets, hex numbers, a zone's dead ground, and whether to make a poster.

    ``secrets`` are ``apart`` (on a referee's copy), ``shown`` on every map, or ``hidden``. ``numbers`` are
    words for :func:`~builder.draw.maps.hex_numbers.read_hex_numbers`; the theme gives the rest.
    """

    layers: frozenset[str] = frozenset(LAYERS)
    secrets: str = "apart"
    numbers: Sequence[str] = ()
    dead_ground: str = ""
    poster: bool = False

    def options(self) -> list[str]:
        """The options that differ from the defaults, as arguments of ``brainbug build``.

        >>> MapChoices(secrets="hidden", numbers=("center", "letters")).options()
        ['--secrets hidden', '--hex-numbers center,letters']
        """
        default = MapChoices()
        layers = ",".join(layer for layer in LAYERS if layer in self.layers) or "none"
        values = {
            "--layers": layers if self.layers != default.layers else "",
            "--secrets": self.secrets if self.secrets != default.secrets else "",
            "--hex-numbers": ",".join(self.numbers),
            "--dead-ground": self.dead_ground,
        }
        poster = ["--poster"] if self.poster else []
        return [*(f"{option} {value}" for option, value in values.items() if value), *poster]

    def look(self, scenario: Scenario, theme: Theme) -> MapLook:
        """The look of the maps that all players see.

        Raises:
            InputError: there is no such zone.
        """
        return MapLook(
            zones="zones" in self.layers,
            objectives="objectives" in self.layers,
            secrets=self.secrets == "shown",
            numbers=read_hex_numbers(self.numbers, theme.hex_numbers),
            dead=self._dead(scenario),
        )

    def _dead(self, scenario: Scenario) -> DeadGround | None:
        if not self.dead_ground:
            return None
        zone = scenario.zone(self.dead_ground)
        if zone is None:
            ids = [each.id for each in scenario.zones]
            choice = ", ".join(nearest(self.dead_ground, ids) or ids)
            raise InputError(f"unknown set-up zone {self.dead_ground!r}; choose from {choice}")
        return DeadGround(zone, dead_ground(scenario, zone).hidden)
