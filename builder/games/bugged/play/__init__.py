"""Bugged! played by machine."""

from __future__ import annotations

from collections.abc import Mapping

from builder.games.bugged.play.bugged_play import BuggedPlay
from builder.scenario.model import Scenario


def make_play(scenario: Scenario, assumptions: Mapping[str, str]) -> BuggedPlay:
    """The play of a scenario.

    Raises:
        InputError: the map is not open country on hexes, or the scenario states too little.
    """
    return BuggedPlay(scenario, assumptions)
