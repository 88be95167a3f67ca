"""Lifts: summoning, boarding and riding, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from rulesdb.errors import InputError
from rulesdb.procedures import procedure
from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class LiftRound:
    """One round of a lift ride: what is done, and the movement points it takes."""

    action: str
    movement_points: int

    def as_json(self) -> dict[str, str | int]:
        return {"action": self.action, "movement points": self.movement_points}


@procedure("303.3")
def ride_lift(game: Ruleset, hexes_to_lift: int, lift_is_here: bool = False) -> tuple[LiftRound, ...]:
    """A ride from one level to another, round by round.

    ``hexes_to_lift`` are the hexes to walk to the one beside the lift. A lift that is elsewhere is
    summoned from there, comes at the end of the round, and is boarded in the next.

    >>> from rulesdb import open_game
    >>> for round in open_game("bug-hunter").procedure("ride-lift")(2):
    ...     print(round.action, round.movement_points)
    walk and summon 3
    enter 4
    ride 0
    leave 4

    Raises:
        InputError: the walk is more than a move can do.

    Source: bug-hunter 303.3
    """
    allowance: int = game.find("unit", "crew")["movement"]
    door = 1 + int(game.table("door-costs").lookup(passage="lift-door", state="closed").result)
    summons = int(game.table("lift-summons").lookup(lift="at-another-level").result)
    first = hexes_to_lift + (door if lift_is_here else summons)
    if hexes_to_lift < 0 or first > allowance:
        raise InputError(f"hexes_to_lift={hexes_to_lift}: use 0-{allowance - first + hexes_to_lift}")
    ride = (LiftRound("ride", 0), LiftRound("leave", door))
    if lift_is_here:
        return (LiftRound("walk and enter", first), *ride)
    return (LiftRound("walk and summon", first), LiftRound("enter", door), *ride)
