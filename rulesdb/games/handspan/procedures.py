"""Handspan's procedures, each a pure function tied to its heading. Figures come from the tables."""

from __future__ import annotations

import random
from fractions import Fraction

from rulesdb.dice import Dice, total_of
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, procedure
from rulesdb.ruleset import Ruleset

_SPAT = "wound chart"


@procedure("command", takes={"rank": of_axis("command-points", "rank")})
def roll_command(game: Ruleset, rank: str, seed: int, wounded: bool = False) -> int:
    """Command points that a commander has this turn.

    >>> from rulesdb import open_game
    >>> roll = open_game("handspan").procedure("roll-command")
    >>> 4 <= roll("officer", 1) <= 6 and roll("corporal", 1, wounded=True) >= 0
    True

    Raises:
        InputError: no such rank.

    Source: handspan Command & Control
    """
    state = "wounded" if wounded else "unhurt"
    dice = Dice.parse(game.table("command-points").lookup(rank=rank, state=state).result)
    return max(0, dice.roll(random.Random(seed))[0])


@procedure("boarding")
def board(game: Ruleset, waiting: int, seed: int, command_points: int = 0) -> int:
    """Figures that board a ship this turn, of those who wait beside it.

    >>> from rulesdb import open_game
    >>> board = open_game("handspan").procedure("board")
    >>> board(1, 5), 2 <= board(20, 5, command_points=1) <= 12
    (1, True)

    Raises:
        InputError: a number is negative.

    Source: handspan Movement
    """
    if waiting < 0 or command_points < 0:
        raise InputError(f"waiting={waiting}, command_points={command_points}: use 0 or more")
    table = game.table("boarding")
    rng = random.Random(seed)
    rolls = ["without a command point", *["each command point"] * command_points]
    return min(waiting, sum(Dice.parse(table.lookup(given=given).result).roll(rng)[0] for given in rolls))


@procedure("firing-modifiers", takes={"weapon": of_axis("weapon-dice", "weapon")})
def firing_dice(
    game: Ruleset,
    weapon: str,
    moving: bool = False,
    hidden: bool = False,
    command: bool = False,
    supporters: int = 0,
) -> str:
    """The dice of a shot after its modifiers, in dice notation; empty where none is left.

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

    Bug spit is not shot with dice, and is refused.

    Raises:
        InputError: no such weapon, or one without dice, or more supporters than may help.

    Source: handspan Firing Modifiers
    """
    most = int(game.table("support-limit").lookup(**{"in": "firing"}).result)
    if not 0 <= supporters <= most:
        raise InputError(f"supporters={supporters}: use 0-{most}")
    modifiers = game.table("firing-modifiers")
    chosen = {
        "moving-wounded-or-helping": int(moving),
        "target-partly-hidden": int(hidden),
        "command-bonus": int(command),
        "supporting-firer": supporters,
    }
    dice: str = game.table("weapon-dice").lookup(weapon=weapon).result
    if dice == _SPAT:
        raise InputError(f"weapon={weapon!r} has no dice: whoever it is used on rolls on the {dice}")
    (pool,) = Dice.parse(dice).pools
    count = pool.count + sum(
        times * int(modifiers.lookup(condition=condition).result) for condition, times in chosen.items()
    )
    if count < 1:
        return ""
    keep = f"kh{pool.kept}" if pool.kept < pool.count and pool.kept < count else ""
    return f"{count}d{pool.sides}{keep}"


@procedure(
    "firing-results",
    takes={"target": of_axis("firing-results", "target"), "range": of_axis("firing-results", "range")},
)
def shot_result(game: Ruleset, target: str, range: str, total: int) -> str:
    """What a total does to a target: none, slow (a Warrior that is hit at all), stop or kill.

    >>> from rulesdb import open_game
    >>> shot = open_game("handspan").procedure("shot-result")
    >>> [shot("warrior", "close", total) for total in (2, 3, 6)], shot("tank", "long", 15)
    (['slow', 'stop', 'kill'], 'none')

    Raises:
        InputError: no such target or range.

    Source: handspan Firing Results Chart, Notes & Key
    """
    table = game.table("firing-results")
    for result in ("kill", "stop"):
        if total >= int(table.lookup(target=target, range=range, result=result).result):
            return result
    return "slow" if target == "warrior" and total > 0 else "none"


@procedure(
    "splitting",
    takes={"targets": of_axis("firing-results", "target"), "range": of_axis("firing-results", "range")},
)
def fire(
    game: Ruleset, targets: tuple[str, ...], range: str, dice: tuple[int, ...], seed: int
) -> tuple[tuple[str, int, str], ...]:
    """Fire at adjacent targets, with the dice shared out among them: target, total and result of each.

    ``dice`` are the dice given to each target, of those that :func:`firing_dice` finds. A sniper, whose
    dice may not be split, has one target.

    >>> from rulesdb import open_game
    >>> fire = open_game("handspan").procedure("fire")
    >>> [(target, result != "none") for target, _, result in fire(("warrior", "warrior"), "close", (2, 1), 3)]
    [('warrior', True), ('warrior', True)]

    Raises:
        InputError: no such target or range, or dice that do not go with the targets.

    Source: handspan Tactical Note
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

    Source: handspan Firing Results Chart
    """
    found = Dice.parse(dice).distribution().map(lambda total: shot_result(game, target, range, int(total)))
    order = ("none", "slow", "stop", "kill")
    return {result: str(found[result]) for result in order if found[result]}


@procedure("wound-chart", takes={"die": of_axis("wound-chart", "die")})
def wound(game: Ruleset, die: int, wounded: bool = False) -> str:
    """What a hit does to a human; a second wound kills.

    >>> from rulesdb import open_game
    >>> wound = open_game("handspan").procedure("wound")
    >>> wound(2), wound(2, wounded=True), wound(3)
    ('wounded', 'killed', 'killed')

    Raises:
        InputError: the die is not from 1 to 6.

    Source: handspan Wound Chart
    """
    result: str = game.table("wound-chart").lookup(die=die).result
    return "killed" if wounded else result


def _close_quarters_dice(
    game: Ruleset, bug: str, frontal: bool, bug_ran: bool, friends: int, submachine_gun: bool
) -> tuple[int, int]:
    table = game.table("close-quarters-dice")
    most = int(game.table("support-limit").lookup(**{"in": "close quarters"}).result)
    if not 0 <= friends <= most:
        raise InputError(f"friends={friends}: use 0-{most}")
    human = {
        "human attacked in his frontal arc": int(frontal),
        "bug moved over one hand span": int(bug_ran),
        "each free friend beside him": friends,
        "submachine gun": int(submachine_gun),
    }
    own = sum(times * int(table.lookup(source=source).result) for source, times in human.items())
    return own, int(table.lookup(source=bug).result)


@procedure(
    "close-quarters",
    basis="reading",
    note="Ties are not stated; dice of bugs but Warriors are ours.",
    takes={"bug": of_axis("close-quarters-dice", "source")},
)
def close_quarters(
    game: Ruleset,
    seed: int,
    bug: str = "warrior",
    frontal: bool = True,
    bug_ran: bool = False,
    friends: int = 0,
    submachine_gun: bool = False,
) -> tuple[int, int, str]:
    """Fight at close quarters: the human's total, the bug's, and who wins.

    The page is silent on ties; here nobody wins, and both fight on.

    >>> from rulesdb import open_game
    >>> fight = open_game("handspan").procedure("close-quarters")
    >>> fight(1) == fight(1), fight(1, frontal=False)[0]
    (True, 0)

    Raises:
        InputError: no such bug, or too many friends.

    Source: handspan Close Quarter Battle
    """
    rng = random.Random(seed)
    human, enemy = (
        sum(rng.randint(1, 6) for _ in range(dice))
        for dice in _close_quarters_dice(game, bug, frontal, bug_ran, friends, submachine_gun)
    )
    return human, enemy, "human" if human > enemy else "bug" if enemy > human else "nobody"


@procedure(
    "close-quarters",
    basis="reading",
    note="Ties are not stated; dice of bugs but Warriors are ours.",
    takes={"bug": of_axis("close-quarters-dice", "source")},
)
def close_quarters_odds(
    game: Ruleset,
    bug: str = "warrior",
    frontal: bool = True,
    bug_ran: bool = False,
    friends: int = 0,
    submachine_gun: bool = False,
) -> dict[str, str]:
    """The exact chances of a fight at close quarters, as fractions.

    >>> from rulesdb import open_game
    >>> open_game("handspan").procedure("close-quarters-odds")(friends=2)
    {'human': '3527/7776', 'nobody': '361/3888', 'bug': '3527/7776'}

    Raises:
        InputError: no such bug, or too many friends.

    Source: handspan Close Quarter Battle
    """
    own, other = _close_quarters_dice(game, bug, frontal, bug_ran, friends, submachine_gun)
    human, enemy = total_of(own), total_of(other)
    chances = {"human": Fraction(0), "nobody": Fraction(0), "bug": Fraction(0)}
    for total, chance in human:
        for against, weight in enemy:
            winner = "human" if total > against else "bug" if against > total else "nobody"
            chances[winner] += chance * weight
    return {winner: str(chance) for winner, chance in chances.items()}


@procedure("grenades")
def throw_grenade(
    game: Ruleset, seed: int, moving: bool = False, thrown_before: int = 0, command: bool = False
) -> tuple[str, int]:
    """Ready and throw a grenade: whether it is ready, and how many inches it flies.

    >>> from rulesdb import open_game
    >>> throw = open_game("handspan").procedure("throw-grenade")
    >>> throw(1, thrown_before=5), throw(3)[1] in (0, 5, 6, 7)
    (('delayed', 0), True)

    Raises:
        InputError: a number is negative.

    Source: handspan Grenades
    """
    if thrown_before < 0:
        raise InputError(f"thrown_before={thrown_before}: use 0 or more")
    rng = random.Random(seed)
    die = max(rng.randint(1, 6) for _ in range(2 if command else 1)) - thrown_before
    ready = game.table("grenade-preparation").lookup(die=max(1, die)).result
    if ready != "ready":
        return ready, 0
    thrower = "moving" if moving else "stationary"
    inches, _ = Dice.parse(game.table("grenade-throw").lookup(thrower=thrower).result).roll(rng)
    return ready, inches


@procedure("guided-missiles")
def guide_missile(game: Ruleset, seed: int) -> tuple[tuple[str, int], tuple[str, int]]:
    """Where a missile comes down beside its aim point, in inches: to the side, then over or under.

    Each is the difference of two dice, the first taken as right or over; over counts double.

    >>> from rulesdb import open_game
    >>> (side, across), (way, along) = open_game("handspan").procedure("guide-missile")(4)
    >>> side in ("left", "right", "straight"), 0 <= across <= 2
    (True, True)
    >>> way in ("over", "under", "true"), 0 <= along <= 10
    (True, True)

    Source: handspan Guided Missiles
    """
    rng = random.Random(seed)
    table = game.table("missile-deviation")
    aside, beyond = (
        Dice.parse(table.lookup(way=way).result).roll(rng)[0] for way in ("left or right", "over or under")
    )
    side = "right" if aside > 0 else "left" if aside < 0 else "straight"
    way = "over" if beyond > 0 else "under" if beyond < 0 else "true"
    return (side, abs(aside)), (way, beyond * 2 if beyond > 0 else -beyond)
