"""The command points that commanders can roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.scenario.model import Force
from rulesdb import Ruleset


def highest_rolls(game: Ruleset, forces: Iterable[Force]) -> Sequence[int]:
    """The most points that each commander of some forces can roll in a turn.

    Source: handspan Command & Control
    """
    ranks = game.table("command-points").axes[0].labels
    return [
        game.dice(
            "command-points", rank=member.experience, state="wounded" if member.wounded else "unhurt"
        ).high
        for force in forces
        for member in force.members
        if member.leads and member.experience in ranks
    ]
