"""Lifts: summoning, boarding and riding, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from rulesdb.procedures import procedure, require_range
from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class LiftRound:
    """One round of a lift ride: the action, and the movement points it takes."""

    action: str
    movement_points: int


@procedure("303.3")
def ride_lift(game: Ruleset, hexes_to_lift: int, lift_is_here: bool = False) -> tuple[LiftRound, ...]:
    """A ride from one level to another, round by round.

    ``hexes_to_lift`` is the number of hexes to the hex next to the lift. A lift at another level is summoned
    from there, arrives at the end of the round, and is boarded in the next.

    >>> from rulesdb import open_game
    >>> for round in open_game("bug-hunter").procedure("ride-lift")(2):
    ...     print(round.action, round.movement_points)
    walk and summon 3
    enter 4
    ride 0
    leave 4

    Raises:
        InputError: the walk takes more than one move.
    """
    allowance: int = game.find("unit", "crew")["movement"]
    door = 1 + game.figure("door-costs", passage="lift-door", state="closed")
    summons = game.figure("lift-summons", lift="at-another-level")
    first = hexes_to_lift + (door if lift_is_here else summons)
    require_range(0, allowance - first + hexes_to_lift, hexes_to_lift=hexes_to_lift)
    ride = (LiftRound("ride", 0), LiftRound("leave", door))
    if lift_is_here:
        return (LiftRound("walk and enter", first), *ride)
    return (LiftRound("walk and summon", first), LiftRound("enter", door), *ride)
