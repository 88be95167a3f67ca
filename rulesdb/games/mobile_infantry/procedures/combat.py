"""Mobile Infantry's procedures of combat: firefights, Tank Bugs and close combat."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress

from rulesdb.dice import Distribution
from rulesdb.errors import InputError
from rulesdb.procedures import modifiers_of, of_axis, one_of, procedure, require_range
from rulesdb.ruleset import Ruleset

_FIRE_MODIFIERS = (
    "The modifiers for short range and point blank are not added up; "
    "those for the last man of a team and of a squad are."
)


@dataclass(frozen=True, slots=True)
class Shooter:
    """A trooper who fires: his weapon, his kind of fire, his team's experience, and modifiers to hit."""

    weapon: str
    fire: str = "burst"
    experience: str = "experienced"
    modifiers: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Shooter:
        """Parse ``assault-rifle/burst/veteran/short-range+static-position``, or the first parts of it.

        Raises:
            InputError: there are more than four parts.
        """
        parts = text.split("/")
        if len(parts) > 4:
            raise InputError(f"shooter {text!r}: write it as weapon/fire/experience/modifier+modifier")
        modifiers = parts.pop() if len(parts) == 4 else ""
        named = dict(zip(("weapon", "fire", "experience"), parts, strict=False))
        return cls(**named, modifiers=tuple(filter(None, modifiers.split("+"))))


def hits_to_slow(game: Ruleset, bug: str) -> int:
    """The hits that slow a bug; for bugs that are never slowed, those that kill it."""
    slows = bug in game.table("half-hits").axes[0].labels
    return game.figure("half-hits" if slows else "hits-to-kill", bug=bug)


def _dice_of(game: Ruleset, weapon: str, fire: str) -> int:
    dice = game.figure("fire-dice", weapon=weapon, fire=fire)
    if dice == 0:
        raise InputError(f"weapon={weapon!r}: it has sustained fire only; use fire=sustained")
    return dice


@procedure("mi-firefights", basis="reading", note=_FIRE_MODIFIERS)
def fire(game: Ruleset, shooters: tuple[Shooter, ...], seed: int) -> int:
    """The hits of a volley at one bug.

    >>> from rulesdb import open_game
    >>> from rulesdb.games.mobile_infantry.procedures.combat import Shooter
    >>> volley = open_game("mobile-infantry").procedure("fire")
    >>> team = (Shooter("assault-rifle", "sustained", "veteran", ("point-blank",)),) * 4
    >>> 0 <= volley(team, 3) <= 12
    True

    Raises:
        InputError: no such weapon, fire, experience or modifier, or a weapon that cannot fire like that.
    """
    rng = random.Random(seed)
    table = game.table("to-hit")
    return sum(
        table.roll(rng, experience=shooter.experience, modifiers=shooter.modifiers).result == "hit"
        for shooter in shooters
        for _ in range(_dice_of(game, shooter.weapon, shooter.fire))
    )


@procedure(
    "mi-firefights", basis="reading", note=_FIRE_MODIFIERS, takes={"bug": of_axis("hits-to-kill", "bug")}
)
def kill_odds(game: Ruleset, shooters: tuple[Shooter, ...], bug: str, taken: int = 0) -> dict[str, str]:
    """The exact chances that a volley kills a bug, slows it, hits it or misses, as fractions.

    ``taken`` are the hits that the bug has already. A bug that was slow before counts as slowed.

    >>> from rulesdb import open_game
    >>> from rulesdb.games.mobile_infantry.procedures.combat import Shooter
    >>> odds = open_game("mobile-infantry").procedure("kill-odds")
    >>> odds((Shooter("assault-rifle", modifiers=("short-range",)),) * 4, "warrior")
    {'missed': '16/81', 'hit': '32/81', 'slowed': '32/81', 'killed': '1/81'}

    Raises:
        InputError: as for :func:`fire`, or ``taken`` would have killed the bug.
    """
    needed, slow = game.figure("hits-to-kill", bug=bug), hits_to_slow(game, bug)
    require_range(0, needed - 1, taken=taken)
    hits = Distribution.of([(0, Fraction(1))])
    for shooter in shooters:
        odds = game.table("to-hit").odds(experience=shooter.experience, modifiers=shooter.modifiers)
        shot = odds.map(lambda result: int(result == "hit"))
        for _ in range(_dice_of(game, shooter.weapon, shooter.fire)):
            hits = Distribution.of((old + new, p * q) for old, p in hits for new, q in shot)

    def outcome(hits: int) -> str:
        total = taken + hits
        return "killed" if total >= needed else "slowed" if total >= slow else "hit" if hits else "missed"

    return {outcome: str(chance) for outcome, chance in hits.map(outcome)}


@procedure(
    "mi-firefights",
    basis="reading",
    note=_FIRE_MODIFIERS,
    takes={
        "experience": of_axis("to-hit", "experience"),
        "dice": of_axis("to-hit", "die"),
        "modifiers": modifiers_of("to-hit"),
    },
    sample={"dice": "1,4,5,6"},
)
def fire_autocannon(
    game: Ruleset, dice: tuple[int, ...], experience: str, modifiers: tuple[str, ...] = ()
) -> tuple[int, bool]:
    """The hits of an autocannon, and whether it has jammed for the rest of the battle: if all dice show 1.

    >>> from rulesdb import open_game
    >>> cannon = open_game("mobile-infantry").procedure("fire-autocannon")
    >>> cannon((1, 1, 1, 1), "veteran"), cannon((6, 5, 1, 1), "veteran", ("static-position",))
    ((0, True), (2, False))

    Raises:
        InputError: not its number of dice, or not dice of six faces.
    """
    wanted = _dice_of(game, "autocannon", "sustained")
    if len(dice) != wanted or any(not 1 <= die <= 6 for die in dice):
        raise InputError(f"dice={dice}: give {wanted}, each 1-6")
    shots = [game.result("to-hit", experience=experience, die=die, modifiers=modifiers) for die in dice]
    return shots.count("hit"), set(dice) == {1}


@procedure(
    "tank-bug-firefights",
    basis="reading",
    note="The book does not say whom the jet hits first if it cannot hit all; here it is the nearest.",
    takes={"targets": of_axis("dodge", "experience")},
)
def spray(
    game: Ruleset, seed: int, targets: tuple[str, ...], cover: bool = False, just_spotted: bool = False
) -> tuple[str, ...]:
    """A Tank Bug's spray at the troopers in its reach, nearest first, each given by experience.

    The result has ``killed`` or ``dodged`` for each trooper whom it hits; those after them are not sprayed.

    >>> from rulesdb import open_game
    >>> spray = open_game("mobile-infantry").procedure("spray")
    >>> set(spray(5, ("greenhorn",) * 6)) <= {"killed", "dodged"}
    True

    Raises:
        InputError: no such experience.
    """
    rng = random.Random(seed)
    reached, _ = game.dice("acid-spray", about="targets").roll(rng)
    modifiers = [*compress(("cover", "just-spotted"), (cover, just_spotted))]
    table = game.table("dodge")
    return tuple(
        str(table.roll(rng, experience=target, modifiers=modifiers).result) for target in targets[:reached]
    )


@procedure(
    "close-combat",
    basis="reading",
    note="The book has no results for totals under 1 and over 6; they count as 1 and as 6.",
    takes={"bug": one_of("warrior", "flying-warrior"), "experience": of_axis("to-hit", "experience")},
)
def attack_odds(
    game: Ruleset, bug: str, experience: str = "experienced", routing: bool = False, hard_cover: bool = False
) -> dict[str, str]:
    """The exact chances of a Warrior's or Flying Warrior's attack, as fractions.

    >>> from rulesdb import open_game
    >>> odds = open_game("mobile-infantry").procedure("attack-odds")
    >>> odds("warrior", "veteran", hard_cover=True)
    {'stabbed': '1/6', 'pinned': '1/6', 'tossed': '1/6', 'clear': '1/2'}
    >>> odds("flying-warrior", "greenhorn")["beheaded"]
    '1/3'

    Raises:
        InputError: no such bug or experience.
    """
    tables = {"warrior": "warrior-attack", "flying-warrior": "flyer-attack"}
    if bug not in tables:
        raise InputError(f"bug={bug!r}: use {' or '.join(tables)}; other bugs do not fight this way")
    experience = str(game.table("to-hit").axes[0].read(experience))
    modifiers = [experience] * (experience in ("greenhorn", "veteran"))
    modifiers += compress(("routing", "hard-cover"), (routing, hard_cover))
    return {str(value): str(chance) for value, chance in game.table(tables[bug]).odds(modifiers=modifiers)}


@procedure("frenzy-attacks", takes={"bugs": of_axis("frenzy", "bugs"), "die": of_axis("frenzy", "die")})
def frenzy(game: Ruleset, bugs: int, die: int) -> bool:
    """Whether that many bugs in reach of a living trooper fall into a frenzy over him.

    >>> from rulesdb import open_game
    >>> frenzy = open_game("mobile-infantry").procedure("frenzy")
    >>> frenzy(3, 3), frenzy(3, 4), frenzy(9, 6)
    (True, False, True)

    Raises:
        InputError: the die is not from 1 to 6, or bugs are negative.
    """
    return bool(game.result("frenzy", bugs=bugs, die=die))
