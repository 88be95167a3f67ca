"""Handspan's procedures, each a pure function tied to its heading. Figures come from the tables."""

from __future__ import annotations

import random

from rulesdb.dice import Dice, OpposedRoll
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, one_of, procedure, require_range
from rulesdb.ruleset import Ruleset

_NO_DICE = "wound chart"
_CLOSE_QUARTERS = "Ties are not stated; dice of bugs other than Warriors are house values."
_HIT = "The page does not say what a hit is; here any total slows a Warrior, but not a Flyer on the ground."
_BUGS = one_of("warrior", "tank", "minitank", "flyer")
_WINNERS = {"win": "human", "tie": "nobody", "lose": "bug"}


@procedure(
    "command",
    basis="reading",
    note="That a total below 0 counts as 0 is a house value.",
    takes={"rank": of_axis("command-points", "rank")},
)
def roll_command(game: Ruleset, rank: str, seed: int, wounded: bool = False) -> int:
    """The command points that a commander has this turn.

    >>> from rulesdb import open_game
    >>> roll = open_game("handspan").procedure("roll-command")
    >>> 4 <= roll("officer", 1) <= 6 and roll("corporal", 1, wounded=True) >= 0
    True

    Raises:
        InputError: no such rank.
    """
    state = "wounded" if wounded else "unhurt"
    return max(0, game.dice("command-points", rank=rank, state=state).roll(random.Random(seed))[0])


@procedure("boarding")
def board(game: Ruleset, waiting: int, seed: int, command_points: int = 0) -> int:
    """The number of figures that board a ship this turn, of those who wait next to it.

    >>> from rulesdb import open_game
    >>> board = open_game("handspan").procedure("board")
    >>> board(1, 5), 2 <= board(20, 5, command_points=1) <= 12
    (1, True)

    Raises:
        InputError: a number is negative.
    """
    require_range(0, waiting=waiting, command_points=command_points)
    rng = random.Random(seed)
    rolls = ["without a command point", *["each command point"] * command_points]
    return min(waiting, sum(game.dice("boarding", given=given).roll(rng)[0] for given in rolls))


@procedure(
    "firing-modifiers",
    basis="reading",
    note="Three points are readings: the dice of the submachine gun, one die for moving, wounds and helping "
    "together, and that a sniper keeps the best two dice after the modifiers.",
    takes={"weapon": of_axis("weapon-dice", "weapon")},
)
def firing_dice(
    game: Ruleset,
    weapon: str,
    moving: bool = False,
    hidden: bool = False,
    command: bool = False,
    supporters: int = 0,
) -> str:
    """The dice of a shot after its modifiers, in dice notation; empty if none is left.

    ``moving`` also stands for a wounded firer or one who helps a wounded man: one die in all. A sniper
    keeps the best two of his dice.

    >>> from rulesdb import open_game
    >>> dice = open_game("handspan").procedure("firing-dice")
    >>> dice("assault-rifle"), dice("assault-rifle", moving=True, hidden=True)
    ('3d6', '1d6')
    >>> dice("squad-machine-gun", supporters=2)
    '7d6'
    >>> dice("sniper-rifle", hidden=True)
    '3d6kh2'

    Bug spit has no dice and is refused.

    Raises:
        InputError: no such weapon, or one without dice, or too many supporters.
    """
    require_range(0, *game.figures("support-limit", "firing"), supporters=supporters)
    chosen = {
        "moving-or-wounded-or-helping": int(moving),
        "target-partly-hidden": int(hidden),
        "command-bonus": int(command),
        "supporting-firer": supporters,
    }
    dice: str = game.result("weapon-dice", weapon=weapon)
    if dice == _NO_DICE:
        raise InputError(f"weapon={weapon!r} has no dice: its target rolls on the {dice}")
    (pool,) = Dice.parse(dice).pools
    count = pool.count + sum(
        times * game.figure("firing-modifiers", condition=condition) for condition, times in chosen.items()
    )
    if count < 1:
        return ""
    keep = f"kh{pool.kept}" if pool.kept < pool.count and pool.kept < count else ""
    return f"{count}d{pool.sides}{keep}"


@procedure(
    "firing-results",
    basis="reading",
    note=_HIT,
    takes={"target": of_axis("firing-results", "target"), "range": of_axis("firing-results", "range")},
)
def shot_result(game: Ruleset, target: str, range: str, total: int) -> str:
    """The effect of a total on a target: none, slow (any hit on a Warrior), stop or kill.

    >>> from rulesdb import open_game
    >>> shot = open_game("handspan").procedure("shot-result")
    >>> [shot("warrior", "close", total) for total in (2, 3, 6)], shot("tank", "long", 15)
    (['slow', 'stop', 'kill'], 'none')

    Raises:
        InputError: no such target or range.

    Source: handspan Firing Results Chart, Notes & Key
    """
    for result in ("kill", "stop"):
        if total >= game.figure("firing-results", target=target, range=range, result=result):
            return result
    return "slow" if target == "warrior" and total > 0 else "none"


@procedure(
    "splitting",
    basis="reading",
    note=_HIT,
    takes={"targets": of_axis("firing-results", "target"), "range": of_axis("firing-results", "range")},
    sample={"dice": "3"},
)
def fire(
    game: Ruleset, targets: tuple[str, ...], range: str, dice: tuple[int, ...], seed: int
) -> tuple[tuple[str, int, str], ...]:
    """Fire at adjacent targets with the dice split among them: the target, total and result of each.

    ``dice`` are the numbers of dice for each target, of those that :func:`firing_dice` returns. A sniper,
    whose dice may not be split, has one target.

    >>> from rulesdb import open_game
    >>> fire = open_game("handspan").procedure("fire")
    >>> [(target, result != "none") for target, _, result in fire(("warrior", "warrior"), "close", (2, 1), 3)]
    [('warrior', True), ('warrior', True)]

    Raises:
        InputError: no such target or range, or not one number of dice for each target.
    """
    if len(dice) != len(targets) or any(number < 1 for number in dice):
        raise InputError(f"dice={dice}: give one number, 1 or more, for each of {len(targets)} targets")
    rng = random.Random(seed)
    shots = []
    for target, number in zip(targets, dice, strict=True):
        total, _ = Dice.parse(f"{number}d6").roll(rng)
        shots.append((target, total, shot_result(game, target, range, total)))
    return tuple(shots)


@procedure(
    "firing-results",
    basis="reading",
    note=_HIT,
    takes={"target": of_axis("firing-results", "target"), "range": of_axis("firing-results", "range")},
)
def fire_odds(game: Ruleset, dice: str, target: str, range: str) -> dict[str, str]:
    """The exact chance of each result of a shot, as fractions.

    >>> from rulesdb import open_game
    >>> odds = open_game("handspan").procedure("fire-odds")
    >>> odds("3d6", "warrior", "close")
    {'stop': '5/108', 'kill': '103/108'}
    >>> odds("3d6", "tank", "close")
    {'none': '5/8', 'stop': '10/27', 'kill': '1/216'}

    Raises:
        InputError: bad dice, or no such target or range.
    """
    odds = Dice.parse(dice).distribution().map(lambda total: shot_result(game, target, range, int(total)))
    return {result: str(chance) for result, chance in odds}


@procedure("wound-chart", takes={"die": of_axis("wound-chart", "die")})
def wound(game: Ruleset, die: int, wounded: bool = False) -> str:
    """The effect of a hit on a human; a second wound kills.

    >>> from rulesdb import open_game
    >>> wound = open_game("handspan").procedure("wound")
    >>> wound(2), wound(2, wounded=True), wound(3)
    ('wounded', 'killed', 'killed')

    Raises:
        InputError: the die is not from 1 to 6.
    """
    result = str(game.result("wound-chart", die=die))
    return "killed" if wounded else result


def _close_quarters(
    game: Ruleset, bug: str, frontal: bool, bug_ran: bool, friends: int, submachine_gun: bool, command: bool
) -> OpposedRoll:
    require_range(0, *game.figures("support-limit", "close quarters"), friends=friends)
    sources = {
        "human attacked in his frontal arc": int(frontal),
        "bug moved over one hand span": int(bug_ran),
        "each free friend beside him": friends,
        "submachine gun": int(submachine_gun),
        "command bonus": int(command),
    }
    human = sum(
        times * game.figure("close-quarters-dice", source=source) for source, times in sources.items()
    )
    return OpposedRoll.of(human, game.figure("close-quarters-dice", source=bug))


@procedure("close-quarters", basis="reading", note=_CLOSE_QUARTERS, takes={"bug": _BUGS})
def close_quarters(
    game: Ruleset,
    seed: int,
    bug: str = "warrior",
    frontal: bool = True,
    bug_ran: bool = False,
    friends: int = 0,
    submachine_gun: bool = False,
    command: bool = False,
) -> tuple[int, int, str]:
    """Fight at close quarters: the human's total, the bug's, and who wins.

    The book does not mention ties; here nobody wins, and both fight on.

    >>> from rulesdb import open_game
    >>> fight = open_game("handspan").procedure("close-quarters")
    >>> fight(1) == fight(1), fight(1, frontal=False)[0]
    (True, 0)

    Raises:
        InputError: no such bug, or too many friends.
    """
    roll = _close_quarters(game, bug, frontal, bug_ran, friends, submachine_gun, command)
    throw = roll.throw(random.Random(seed))
    human, enemy = throw.totals
    return human, enemy, _WINNERS[str(throw.result)]


@procedure("close-quarters", basis="reading", note=_CLOSE_QUARTERS, takes={"bug": _BUGS})
def close_quarters_odds(
    game: Ruleset,
    bug: str = "warrior",
    frontal: bool = True,
    bug_ran: bool = False,
    friends: int = 0,
    submachine_gun: bool = False,
    command: bool = False,
) -> dict[str, str]:
    """The exact chances of a fight at close quarters, as fractions.

    >>> from rulesdb import open_game
    >>> open_game("handspan").procedure("close-quarters-odds")(friends=2)
    {'human': '3527/7776', 'nobody': '361/3888', 'bug': '3527/7776'}

    Raises:
        InputError: no such bug, or too many friends.
    """
    roll = _close_quarters(game, bug, frontal, bug_ran, friends, submachine_gun, command)
    odds = roll.distribution()
    return {winner: str(odds[outcome]) for outcome, winner in _WINNERS.items()}


@procedure(
    "grenades",
    basis="reading",
    note="The lines on grenades and on missiles are printed over each other; this reading separates them.",
)
def throw_grenade(
    game: Ruleset, seed: int, moving: bool = False, thrown_before: int = 0, command: bool = False
) -> tuple[str, int]:
    """Prepare and throw a grenade: whether it is ready, and how many inches it flies.

    >>> from rulesdb import open_game
    >>> throw = open_game("handspan").procedure("throw-grenade")
    >>> throw(1, thrown_before=5), throw(3)[1] in (0, 5, 6, 7)
    (('delayed', 0), True)

    Raises:
        InputError: a number is negative.
    """
    require_range(0, thrown_before=thrown_before)
    rng = random.Random(seed)
    die = max(rng.randint(1, 6) for _ in range(2 if command else 1)) - thrown_before
    state = str(game.result("grenade-preparation", die=max(1, die)))
    if state != "ready":
        return state, 0
    inches, _ = game.dice("grenade-throw", thrower="moving" if moving else "stationary").roll(rng)
    return state, inches


@procedure(
    "guided-missiles",
    basis="reading",
    note="The page does not say which die is left or right, over or under; here the first is right or over.",
)
def guide_missile(game: Ruleset, seed: int) -> tuple[tuple[str, int], tuple[str, int]]:
    """How far a missile lands from its aim point, in inches: to the side, then over or under.

    Each is the difference of two dice, the first of them right or over; over counts double.

    >>> from rulesdb import open_game
    >>> (side, across), (way, along) = open_game("handspan").procedure("guide-missile")(4)
    >>> side in ("left", "right", "straight"), 0 <= across <= 2
    (True, True)
    >>> way in ("over", "under", "true"), 0 <= along <= 10
    (True, True)
    """
    rng = random.Random(seed)
    across, along = (
        game.dice("missile-deviation", way=way).roll(rng)[0] for way in ("left or right", "over or under")
    )
    side = "right" if across > 0 else "left" if across < 0 else "straight"
    way = "over" if along > 0 else "under" if along < 0 else "true"
    return (side, abs(across)), (way, along * 2 if along > 0 else -along)
