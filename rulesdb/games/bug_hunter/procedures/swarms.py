"""Swarms: their losses, activation, splits and merges."""

from __future__ import annotations

from rulesdb.errors import InputError
from rulesdb.games.bug_hunter.procedures.powers import innate_multiple
from rulesdb.procedures import of_axis, of_kind, procedure, require_range
from rulesdb.ruleset import Ruleset

_SHARES = {"none": (0, 1), "one third": (1, 3), "two thirds": (2, 3), "all": (1, 1)}


def _checked(game: Ruleset, number: int) -> int:
    """The number of creatures of a swarm, which a counter must be able to hold."""
    require_range(1, game.find("unit", "swarm-pred")["most"], number=number)
    return number


@procedure("320.2", takes={"result": of_axis("swarm-losses", "result")})
def swarm_losses(game: Ruleset, number: int, result: str) -> int:
    """The number of creatures of a swarm that a combat result kills.

    >>> from rulesdb import open_game
    >>> losses = open_game("bug-hunter").procedure("swarm-losses")
    >>> losses(7, "W"), losses(7, "I"), losses(7, "K"), losses(7, "stun")
    (3, 5, 7, 0)

    Raises:
        InputError: the counter cannot hold that many, or the result is unknown.
    """
    part, whole = _SHARES[game.result("swarm-losses", result=result)]
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
        InputError: the counter cannot hold that many.
    """
    return -(-_checked(game, number) // 2)


@procedure("322.2", sample={"number": "6", "chit": "2"})
def swarm_splits(game: Ruleset, number: int, chit: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The ways to split a swarm so that a part can act, after an activation chit is drawn.

    Each way has the two parts, larger first, and those of them that the chit can activate; only one of
    them may then be activated. The book's example is a swarm of six and a chit of two: of four and two
    either may be chosen, of five and one only the one.

    >>> from rulesdb import open_game
    >>> for larger, smaller, able in open_game("bug-hunter").procedure("swarm-splits")(6, 2):
    ...     print(larger, smaller, able)
    3 3 (3,)
    4 2 (4, 2)
    5 1 (1,)

    Raises:
        InputError: the counter cannot hold that many.
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
    """The counters of the swarms in one hex at the end of a round: they merge into one.

    ``numbers`` are the sizes of the swarms, which may not exceed the stacking limit together.

    >>> from rulesdb import open_game
    >>> open_game("bug-hunter").procedure("merge-swarms")((5, 4, 2))
    (11,)

    Raises:
        InputError: a counter cannot hold that many, or the hex holds more than the stacking limit.
    """
    most: int = game.find("unit", "swarm-pred")["most"]
    total = sum(_checked(game, number) for number in numbers)
    if total > most:
        raise InputError(f"numbers={numbers}: {total} creatures; a hex holds at most {most}")
    return (total,) if total else ()


@procedure(
    "320.2",
    basis="derived",
    note="That Carapace multiplies the number follows from 321.1.",
    takes={"powers": of_kind("power")},
)
def swarm_multiple(game: Ruleset, number: int, powers: tuple[str, ...] = ()) -> int:
    """The innate defense multiple of a hex with a swarm: its number times the multiple of Carapace cards.

    The book's examples are swarms of eight and of five.

    >>> from rulesdb import open_game
    >>> multiple = open_game("bug-hunter").procedure("swarm-multiple")
    >>> multiple(8), multiple(5), multiple(5, ("carapace-4",))
    (8, 5, 10)

    Raises:
        InputError: the counter cannot hold that many.

    Source: bug-hunter 320.2, 321.1
    """
    return _checked(game, number) * innate_multiple(game, powers, "swarm-pred")
