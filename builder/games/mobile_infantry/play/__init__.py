"""Mobile Infantry played by machine."""

from __future__ import annotations

from collections.abc import Mapping

from builder.games.mobile_infantry.play.mobile_infantry_play import MobileInfantryPlay
from builder.scenario.model import Scenario


def make_play(scenario: Scenario, assumptions: Mapping[str, str]) -> MobileInfantryPlay:
    """The play of a scenario.

    Raises:
        InputError: the map is not an open table, or the scenario states too little.
    """
    return MobileInfantryPlay(scenario, assumptions)
