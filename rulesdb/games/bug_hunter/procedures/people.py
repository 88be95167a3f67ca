"""Humans: who they are, what they may do, and what they carry."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rulesdb.dice import Dice
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, one_of, procedure
from rulesdb.ruleset import Ruleset

_ON_BASE_ONLY = "initiate-self-destruct"


@dataclass(frozen=True, slots=True)
class Soldier:
    """A soldier rolled up at random."""

    activation: int
    panic: int
    abilities: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        return {"activation": self.activation, "panic": self.panic, "abilities": list(self.abilities)}


@procedure(
    "309.0", takes={"weapon": of_axis("activation-row", "weapon"), "force": of_axis("random-panic", "force")}
)
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


@procedure("307.2", takes={"force": of_axis("grenade-availability", "force")})
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


@procedure(
    "308.2",
    basis="reading",
    title="Who may do what",
    note=(
        "A crawler is read as open to every colonist and marine (315.1), beside those whom 308.2 names for "
        "land vehicles (or else: to those alone)."
    ),
    takes={
        "place": one_of("ship", "base"),
        "position": of_axis("forces-of-positions", "position"),
        "force": of_axis("forces-of-positions", "force"),
        "act": of_axis("capabilities", "capability", "operate-workpod"),
    },
)
def may(game: Ruleset, position: str, act: str, force: str, place: str = "ship") -> bool:
    """Whether somebody may do something, by position or because anybody of his force may.

    ``force`` is crew, colonist or marine. ``place`` is ship or base, which matters for the self-destruct
    sequence alone: on the base any marine or colonist may start it.

    >>> from rulesdb import open_game
    >>> may = open_game("bug-hunter").procedure("may")
    >>> may("steward", "launch-probe", "crew"), may("flight-officer", "launch-lifeboat", "crew")
    (False, True)
    >>> may("medic", "initiate-self-destruct", "marine")
    False
    >>> may("medic", "initiate-self-destruct", "marine", "base")
    True

    A crawler is for any marine wherever he is, and of a ship's crew for the steward; a workpod is not for
    colonists.

    >>> may("medic", "drive-land-vehicle", "marine"), may("navigator", "drive-land-vehicle", "crew", "base")
    (True, False)
    >>> may("engineer", "operate-workpod", "crew"), may("engineer", "operate-workpod", "colonist")
    (True, False)

    Raises:
        InputError: no such position, act, force or place, or a force that does not have the position.

    Source: bug-hunter 308.2, 315.1, 315.3, 315.4, 315.5, 319.2
    """
    if place not in ("ship", "base"):
        raise InputError(f"place={place!r}: use ship or base")
    held = game.table("forces-of-positions")
    if not held.lookup(position=position, force=force).result:
        having = [
            other for other in held.axes[1].labels if held.lookup(position=position, force=other).result
        ]
        raise InputError(f"force={force!r} has no {position}; use {' or '.join(having)}")
    by_position = game.table("capabilities")
    if act == "operate-workpod":  # goes by force alone, and no position has it
        allowed = False
    else:
        allowed = bool(by_position.lookup(position=position, capability=act).result)
    by_force = game.table("whole-forces")
    if act in by_force.axes[1].labels and (act != _ON_BASE_ONLY or place == "base"):
        allowed = bool(by_force.lookup(force=force, act=act).result) or allowed
    return allowed
