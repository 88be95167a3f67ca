"""Handspan played by machine."""

from __future__ import annotations

from collections.abc import Mapping

from builder.games.handspan.play.handspan_play import HandspanPlay
from builder.scenario.model import Scenario


def make_play(scenario: Scenario, assumptions: Mapping[str, str]) -> HandspanPlay:
    """The play of a scenario.

    Raises:
        InputError: the scenario states too little to be played by machine.
    """
    return HandspanPlay(scenario, assumptions)
