"""Humans: who they are, what they may do, and what they carry."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, one_of, procedure, require_range
from rulesdb.ruleset import Ruleset

_ON_BASE_ONLY = "initiate-self-destruct"


@dataclass(frozen=True, slots=True)
class Soldier:
    """A random soldier."""

    activation: int
    panic: int
    abilities: tuple[str, ...]


@procedure(
    "309.0", takes={"weapon": of_axis("activation-row", "weapon"), "force": of_axis("random-panic", "force")}
)
def roll_soldier(game: Ruleset, force: str, weapon: str, seed: int, abilities: bool = True) -> Soldier:
    """Generate a soldier: activation by weapon, panic by force, and the optional abilities.

    ``weapon`` is an abbreviation of the activation table. Abilities are written as on the rosters: a letter
    for a bonus, in parentheses for a penalty.

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
    row = game.result("activation-row", weapon=weapon)
    activation = game.table("random-activation").roll(rng, weapons=row).result
    panic = game.table("random-panic").roll(rng, force=force).result
    letters: list[str] = []
    table = game.table("random-ability")
    for letter in table.axes[1].labels if abilities else ():
        ability = table.roll(rng, force=force, ability=letter).result
        if ability != "none":
            letters.append(letter if ability == "bonus" else f"({letter})")
    return Soldier(activation, panic, tuple(letters))


@procedure("307.2", takes={"force": of_axis("grenade-availability", "force")})
def grenades_available(game: Ruleset, force: str, men: int, seed: int, thermal_bombs: int = 0) -> int:
    """The hand grenades of a squad: its dice plus its men, minus those that thermal bombs replace.

    >>> from rulesdb import open_game
    >>> have = open_game("bug-hunter").procedure("grenades-available")
    >>> 13 <= have("crew", 12, 1) <= 18, have("crew", 12, 1, 2) == have("crew", 12, 1) - 4
    (True, True)

    Raises:
        InputError: no such force, no men, or more bombs than the grenades allow.
    """
    require_range(1, men=men)
    total = men + game.dice("grenade-availability", force=force).roll(random.Random(seed))[0]
    (price,) = game.figures("thermal-bomb", "hand grenades that it counts as")
    require_range(0, total // price, thermal_bombs=thermal_bombs)
    return total - thermal_bombs * price


@procedure(
    "308.2",
    basis="reading",
    title="Who may do what",
    note=(
        "A crawler is read as open to every colonist and marine (315.1), besides those whom 308.2 names for "
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
    """Whether a soldier may do something, by his position or because everybody in his force may.

    ``force`` is crew, colonist or marine. ``place`` is ship or base, which matters for the self-destruct
    sequence only: on the base any marine or colonist may start it.

    >>> from rulesdb import open_game
    >>> may = open_game("bug-hunter").procedure("may")
    >>> may("steward", "launch-probe", "crew"), may("flight-officer", "launch-lifeboat", "crew")
    (False, True)
    >>> may("medic", "initiate-self-destruct", "marine")
    False
    >>> may("medic", "initiate-self-destruct", "marine", "base")
    True

    Any marine may drive a crawler anywhere, and of a ship's crew the steward; colonists may not operate a
    workpod.

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
    if not game.result("forces-of-positions", position=position, force=force):
        forces = [
            other
            for other in game.table("forces-of-positions").axes[1].labels
            if game.result("forces-of-positions", position=position, force=other)
        ]
        raise InputError(f"force={force!r} has no {position}; use {' or '.join(forces)}")
    allowed = []
    if act != "operate-workpod":  # goes by force alone, and no position has it
        allowed.append(game.result("capabilities", position=position, capability=act))
    if act in game.table("whole-forces").axes[1].labels and (act != _ON_BASE_ONLY or place == "base"):
        allowed.append(game.result("whole-forces", force=force, act=act))
    return any(allowed)
