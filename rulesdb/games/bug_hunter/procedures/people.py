"""Humans: who they are, what they may do, what they carry, and how they mend."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rulesdb.errors import InputError
from rulesdb.procedures import procedure
from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Soldier:
    """A soldier rolled up at random."""

    activation: int
    panic: int
    abilities: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        return {"activation": self.activation, "panic": self.panic, "abilities": list(self.abilities)}


@procedure("309.0")
def roll_soldier(game: Ruleset, force: str, weapon: str, seed: int, abilities: bool = True) -> Soldier:
    """Roll up a soldier: activation by weapon, panic by force, and the optional abilities.

    ``weapon`` is an abbreviation of the activation table. Abilities come as on the rosters: a letter for
    a bonus, in parentheses for a penalty.

    >>> from rulesdb import open_game
    >>> roll = open_game("bug-hunter").procedure("roll-soldier")
    >>> soldier = roll("marine", "ER", 7)
    >>> 1 <= soldier.activation <= 6 and 2 <= soldier.panic <= 5 and soldier == roll("marine", "ER", 7)
    True

    Raises:
        InputError: no such force or weapon.

    Source: bug-hunter 309.1, 309.2, 309.3
    """
    rng = random.Random(seed)
    row = game.table("activation-row").lookup(weapon=weapon).result
    activation = game.table("random-activation").roll(rng, weapons=row).result
    panic = game.table("random-panic").roll(rng, force=force).result
    shown: list[str] = []
    table = game.table("random-ability")
    for letter in table.axes[1].labels if abilities else ():
        found = table.roll(rng, force=force, ability=letter).result
        if found != "none":
            shown.append(letter if found == "bonus" else f"({letter})")
    return Soldier(activation, panic, tuple(shown))


@procedure("307.2")
def grenades_available(game: Ruleset, force: str, men: int, seed: int, thermal_bombs: int = 0) -> int:
    """Hand grenades that a squad has: its dice plus its men, less what thermal bombs stand for.

    >>> from rulesdb import open_game
    >>> have = open_game("bug-hunter").procedure("grenades-available")
    >>> 13 <= have("crew", 12, 1) <= 18, have("crew", 12, 1, 2) == have("crew", 12, 1) - 4
    (True, True)

    Raises:
        InputError: no such force, no men, or more bombs than the grenades stretch to.

    Source: bug-hunter 307.2
    """
    from rulesdb.dice import Dice

    if men < 1:
        raise InputError(f"men={men}: a squad has at least one")
    dice = Dice.parse(game.table("grenade-availability").lookup(force=force).result)
    total, _ = dice.roll(random.Random(seed))
    price = game.table("thermal-bomb").lookup(about="hand grenades that it counts as").result
    left = total + men - thermal_bombs * int(price)
    if thermal_bombs < 0 or left < 0:
        raise InputError(
            f"thermal_bombs={thermal_bombs}: {total + men} grenades stretch to {(total + men) // price}"
        )
    return left


@procedure("308.2")
def may(game: Ruleset, position: str, act: str) -> bool:
    """Whether a position may do something, on a ship.

    >>> from rulesdb import open_game
    >>> may = open_game("bug-hunter").procedure("may")
    >>> may("steward", "launch-probe"), may("flight-officer", "launch-lifeboat")
    (False, True)

    Raises:
        InputError: no such position or act.

    Source: bug-hunter 308.2, 315.3, 315.4, 315.5, 319.2
    """
    allowed: bool = game.table("capabilities").lookup(position=position, capability=act).result
    return allowed


@procedure("313.4", basis="house", note="The table of results is ours.")
def recover(game: Ruleset, state: str, seed: int, medic: bool = True) -> str:
    """Roll for a hurt soldier in an interphase; without a medic the die is lower.

    >>> from rulesdb import open_game
    >>> roll = open_game("bug-hunter").procedure("recover")
    >>> roll("wounded", 3) == roll("wounded", 3)
    True

    Raises:
        InputError: the state is not wounded or incapacitated.

    Source: bug-hunter 313.4
    """
    table = game.table("casualty-recovery")
    modifiers = () if medic else ("no-medic",)
    result: str = table.roll(random.Random(seed), state=state, modifiers=modifiers).result
    return result
