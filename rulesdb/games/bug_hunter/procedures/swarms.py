"""Swarms: how they lose, act, split and merge."""

from __future__ import annotations

from rulesdb.errors import InputError
from rulesdb.games.bug_hunter.procedures.powers import innate_multiple
from rulesdb.procedures import of_axis, of_kind, procedure
from rulesdb.ruleset import Ruleset

_SHARES = {"none": (0, 1), "one third": (1, 3), "two thirds": (2, 3), "all": (1, 1)}


def _checked(game: Ruleset, number: int) -> int:
    most: int = game.find("unit", "swarm-pred")["most"]
    if not 1 <= number <= most:
        raise InputError(f"number={number}: a swarm counter holds 1-{most}")
    return number


@procedure("320.2", takes={"result": of_axis("swarm-losses", "result")})
def swarm_losses(game: Ruleset, number: int, result: str) -> int:
    """How many creatures of a swarm a combat result kills.

    >>> from rulesdb import open_game
    >>> losses = open_game("bug-hunter").procedure("swarm-losses")
    >>> losses(7, "W"), losses(7, "I"), losses(7, "K"), losses(7, "stun")
    (3, 5, 7, 0)

    Raises:
        InputError: the counter cannot hold so many, or the result is unknown.

    Source: bug-hunter 320.2
    """
    share = game.table("swarm-losses").lookup(result=result).result
    part, whole = _SHARES[share]
    return -(-_checked(game, number) * part // whole)


@procedure("322.2")
def swarm_activation(game: Ruleset, number: int) -> int:
    """The activation rating of a swarm: half its number, rounded up.

    The book's examples are swarms of eight and of three.

    >>> from rulesdb import open_game
    >>> rating = open_game("bug-hunter").procedure("swarm-activation")
    >>> rating(8), rating(3)
    (4, 2)

    Raises:
        InputError: the counter cannot hold so many.

    Source: bug-hunter 322.2
    """
    return -(-_checked(game, number) // 2)


@procedure("322.2")
def swarm_splits(game: Ruleset, number: int, chit: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The ways to split a swarm so that a part can act, after an activation chit is drawn.

    Each way has the two parts, larger first, and those of them that the chit can activate; only one of
    them may then be activated. The book's example is a swarm of six and a chit of two: four and two may
    both be chosen from, of five and one only the one.

    >>> from rulesdb import open_game
    >>> for larger, smaller, able in open_game("bug-hunter").procedure("swarm-splits")(6, 2):
    ...     print(larger, smaller, able)
    3 3 (3,)
    4 2 (4, 2)
    5 1 (1,)

    Raises:
        InputError: the counter cannot hold so many.

    Source: bug-hunter 322.2
    """
    ways = []
    for smaller in range(_checked(game, number) // 2, 0, -1):
        parts = (number - smaller, smaller)
        able = tuple(dict.fromkeys(part for part in parts if swarm_activation(game, part) <= chit))
        if able:
            ways.append((*parts, able))
    return tuple(ways)


@procedure("320.2")
def merge_swarms(game: Ruleset, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The counters that swarms in one hex become at the end of a round: one, if it holds them all.

    ``numbers`` are the swarms in the hex. More than the stacking limit cannot be together.

    >>> from rulesdb import open_game
    >>> open_game("bug-hunter").procedure("merge-swarms")((5, 4, 2))
    (11,)

    Raises:
        InputError: a counter cannot hold so many, or the hex holds more than the stacking limit.

    Source: bug-hunter 320.2
    """
    most: int = game.find("unit", "swarm-pred")["most"]
    total = sum(_checked(game, number) for number in numbers)
    if total > most:
        raise InputError(f"numbers={numbers}: {total} creatures; a hex holds {most} of a swarm")
    return (total,) if total else ()


@procedure(
    "320.2",
    basis="derived",
    note="That Carapace multiplies the number follows from 321.1.",
    takes={"powers": of_kind("power")},
)
def swarm_multiple(game: Ruleset, number: int, powers: tuple[str, ...] = ()) -> int:
    """The innate defense multiple of a hex with a swarm: its number, times what Carapace cards give.

    The book's examples are swarms of eight and of five.

    >>> from rulesdb import open_game
    >>> multiple = open_game("bug-hunter").procedure("swarm-multiple")
    >>> multiple(8), multiple(5), multiple(5, ("carapace-4",))
    (8, 5, 10)

    Raises:
        InputError: the counter cannot hold so many.

    Source: bug-hunter 320.2, 321.1
    """
    return _checked(game, number) * innate_multiple(game, powers, "swarm-pred")
