"""The titles of teams, with that of the force where two forces have teams of the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from builder.scenario.model import Force, Team


def titled_teams(forces: Sequence[Force]) -> list[tuple[Force, Team, str]]:
    """Each team of some forces, with its force and a title that no other of these teams has."""
    teams = [(force, team) for force in forces for team in force.teams]
    same = Counter(team.title for _, team in teams)
    return [
        (force, team, f"{force.title}: {team.title}" if same[team.title] > 1 else team.title)
        for force, team in teams
    ]
