"""Scenarios for the missions of a game, written by the game's own code."""

from __future__ import annotations

from typing import Protocol

from builder.extensions import module_of_game
from rulesdb import Entry, Ruleset


class MissionWriter(Protocol):
    """Writes the text of a scenario file for a mission, the same for the same seed."""

    def __call__(self, game: Ruleset, mission: Entry, id: str, title: str, seed: int, squads: int = 1) -> str:
        """The text.

        Raises:
            InputError: squads out of range, or a mission that cannot be laid out.
        """


def mission_writer(game: Ruleset) -> MissionWriter | None:
    """The game's function that writes scenarios for its missions; ``None`` if it has none."""
    module = module_of_game(game.id, "missions")
    writer: MissionWriter | None = getattr(module, "mission_scenario", None)
    return writer
