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


@procedure("308.2", title="Who may do what")
def may(game: Ruleset, position: str, act: str, place: str = "ship") -> bool:
    """Whether a position may do something; ``place`` is ship or base.

    On the base any marine or colonist may do some things that take a specialist on a ship.

    >>> from rulesdb import open_game
    >>> may = open_game("bug-hunter").procedure("may")
    >>> may("steward", "launch-probe"), may("flight-officer", "launch-lifeboat")
    (False, True)
    >>> may("medic", "initiate-self-destruct"), may("medic", "initiate-self-destruct", "base")
    (False, True)

    Raises:
        InputError: no such position, act or place.

    Source: bug-hunter 308.2, 315.1, 315.3, 315.4, 315.5, 319.2
    """
    if place not in ("ship", "base"):
        raise InputError(f"place={place!r}: use ship or base")
    allowed: bool = game.table("capabilities").lookup(position=position, capability=act).result
    anyone = game.table("anyone-on-the-base")
    if place == "base" and act in anyone.axes[0].labels:
        return bool(anyone.lookup(act=act).result)
    return allowed


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad rolled up at random: soldiers in order of activation, positions by place in that order."""

    soldiers: tuple[Soldier, ...]
    positions: tuple[str, ...]
    grenades: int

    def as_json(self) -> dict[str, object]:
        rows = [
            {"id": number, "position": position, **soldier.as_json()}
            for number, (soldier, position) in enumerate(zip(self.soldiers, self.positions, strict=True), 1)
        ]
        return {"soldiers": rows, "grenades": self.grenades}


@procedure("308.1")
def roll_squad(game: Ruleset, force: str, weapons: tuple[str, ...], seed: int) -> Squad:
    """Generate a squad: a soldier for each weapon, positions drawn among them, and grenades.

    Soldiers stand in order of activation, so that their places are ids as 310.0 wants them (for each
    weapon apart). Those without a position are engineering mates, or plain marines.

    >>> from rulesdb import open_game
    >>> squad = open_game("bug-hunter").procedure("roll-squad")("marine", ("ER",) * 8, 5)
    >>> [soldier.activation for soldier in squad.soldiers] == sorted(s.activation for s in squad.soldiers)
    True
    >>> squad.positions.count("engineer"), squad.positions.count("squad-leader"), squad.positions.count("")
    (2, 1, 2)

    Raises:
        InputError: no such force or weapon, or no soldier.

    Source: bug-hunter 307.2, 308.1, 309.0, 310.0
    """
    if not weapons:
        raise InputError("weapons: name one for each soldier")
    rng = random.Random(seed)
    soldiers = [roll_soldier(game, force, weapon, rng.randrange(2**32)) for weapon in weapons]
    soldiers.sort(key=lambda soldier: soldier.activation)
    table = game.table("positions-assigned")
    places: list[str] = []
    rest = ""
    for position in table.axes[1].labels:
        number = table.lookup(force=force, position=position).result
        if number == "the rest":
            rest = position
        else:
            places += [position] * int(number)
    positions = [*places[: len(soldiers)], *[rest] * (len(soldiers) - len(places))]
    rng.shuffle(positions)
    grenades = grenades_available(game, force, len(soldiers), rng.randrange(2**32))
    return Squad(tuple(soldiers), tuple(positions), grenades)


@procedure("313.3", basis="house", note="The table of recovery is ours; the rest is printed.")
def interphase(
    game: Ruleset, seed: int, wounded: int = 0, incapacitated: int = 0, medic: bool = True
) -> tuple[tuple[str, str], ...]:
    """Play out the human side of a preservation interphase, step by step.

    Each step has its title and what came of it; hurt soldiers are rolled for in the third, and the
    chits given back in the fourth.

    >>> from rulesdb import open_game
    >>> steps = open_game("bug-hunter").procedure("interphase")(4, wounded=2)
    >>> [title for title, _ in steps][:2], len(steps)
    (['Preds leave', 'Charges explode'], 6)

    Raises:
        InputError: a number is negative.

    Source: bug-hunter 313.3, 313.4
    """
    if wounded < 0 or incapacitated < 0:
        raise InputError(f"wounded={wounded}, incapacitated={incapacitated}: use 0 or more")
    rng = random.Random(seed)
    hurt = ["wounded"] * wounded + ["incapacitated"] * incapacitated
    results = [f"{state}: {recover(game, state, rng.randrange(2**32), medic)}" for state in hurt]
    chits = game.table("chits-returned").roll(rng).result
    came_of = {
        "humans-regroup": "; ".join(results) or "nobody is hurt",
        "chits-return": f"{chits} chits go back",
    }
    return tuple((step.title, came_of.get(step.slug, "done")) for step in game.of_kind("phase"))


@procedure("313.4", basis="house", note="The table of results is ours.", title="Recovery of a casualty")
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
