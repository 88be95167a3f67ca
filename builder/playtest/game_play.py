"""Finds the play of a game: its own code, or the generic play of a game whose ruleset describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from builder.extensions import module_of_game
from builder.playtest.play import Play
from builder.scenario.model import Scenario
from rulesdb import InputError, Ruleset


class PlayMaker(Protocol):
    """Makes the play of a scenario: the function ``make_play`` of the module ``play`` of a game."""

    def __call__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> Play[Any]:
        """The play.

        Raises:
            InputError: the scenario states too little to be played by machine.
        """


def play_maker(game: Ruleset) -> PlayMaker | None:
    """The function that makes a game's play; ``None`` if no machine plays the game."""
    maker: PlayMaker | None = getattr(module_of_game(game.id, "play"), "make_play", None)
    if maker is None and game.play is not None:
        # Only games without code of their own need it.
        from builder.playtest.generic import GenericPlay

        return GenericPlay
    return maker


def play_of(scenario: Scenario, assumptions: Mapping[str, str]) -> Play[Any]:
    """The play of a scenario.

    Raises:
        InputError: no machine plays the game, or the scenario states too little.
    """
    maker = play_maker(scenario.ruleset)
    if maker is None:
        raise InputError(f"{scenario.ruleset.title} cannot be played by machine yet")
    return maker(scenario, assumptions)
