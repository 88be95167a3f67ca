"""Advanced Infantry played by machine."""

from __future__ import annotations

from collections.abc import Mapping

from builder.games.advanced_infantry.play.infantry_play import InfantryPlay
from builder.scenario.model import Scenario


def make_play(scenario: Scenario, assumptions: Mapping[str, str]) -> InfantryPlay:
    """The play of a scenario.

    Raises:
        InputError: the map is not one of dots, or the scenario states too little.
    """
    return InfantryPlay(scenario, assumptions)
