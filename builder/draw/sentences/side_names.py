"""The names of the sides of a scenario: those of the game, or of the only race that fights on a side."""

from __future__ import annotations

from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario


def side_name(scenario: Scenario, side: str, words: Words) -> str:
    """The name of a side on sheets.

    A game can call its sides players, which says nothing about who they are. If all units of a side are of
    one race, and those of no other side are, the side has the name of the race.
    """
    races: dict[str, set[str]] = {}
    for force in scenario.forces:
        races.setdefault(force.side, set()).add(str(force.unit.get("race", "")))
    own = races.get(side, set())
    others = set[str]().union(*(each for other, each in races.items() if other != side))
    if len(own) == 1 and own != {""} and not own & others:
        race = words.of("race", *own)
        return race[0].upper() + race[1:]
    return scenario.side_title(side)
