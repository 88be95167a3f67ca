"""Structures: how they fail, and how they are made to."""

from __future__ import annotations

import random

from rulesdb.dice import Dice
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, procedure
from rulesdb.ruleset import Ruleset


@procedure("318.1", takes={"causes": of_axis("structural-damage-dice", "cause")})
def structural_damage(
    game: Ruleset, causes: tuple[str, ...], seed: int, already: int = 0
) -> tuple[tuple[str, int, bool], ...]:
    """Structural damage of an area, cause by cause: the cause, the points so far, and if it is shut down.

    ``already`` are the points that the area has. ``seed`` fixes the dice.

    >>> from rulesdb import open_game
    >>> count = open_game("bug-hunter").procedure("structural-damage")
    >>> [cause for cause, _, _ in count(("grenade", "LAG"), 1)]
    ['grenade', 'LAG']
    >>> count(("grenade",), 1, already=4)[0][2]
    True

    Raises:
        InputError: no such cause.

    Source: bug-hunter 318.1, 318.2
    """
    rng = random.Random(seed)
    limit = game.table("shutdown").lookup(about="points that shut it down").result
    points = already
    log = []
    for cause in causes:
        dice = Dice.parse(game.table("structural-damage-dice").lookup(cause=cause).result)
        _, faces = dice.roll(rng)
        points += sum(int(game.table("structural-points").lookup(die=face).result) for face in faces)
        log.append((cause, points, points >= limit))
    return tuple(log)


@procedure("319.4")
def self_destruct_clock(game: Ruleset, turn: int, canceled: int | None = None) -> str:
    """What holds so many turns after the self-destruct sequence was started.

    ``canceled`` is the turn at whose end somebody has undone it, which counts only if it was in time.

    >>> from rulesdb import open_game
    >>> clock = open_game("bug-hunter").procedure("self-destruct-clock")
    >>> [clock(turn) for turn in (6, 7, 10, 11, 20)]
    ['can be canceled', 'cannot be canceled', 'last chance to leave', 'too late to leave', 'reactor breached']
    >>> clock(9, canceled=6), clock(9, canceled=7)
    ('canceled', 'cannot be canceled')

    Raises:
        InputError: a turn is negative.

    Source: bug-hunter 319.3, 319.4
    """
    table = game.table("self-destruct")
    cancel, leave, breach = (
        int(table.lookup(about=about).result)
        for about in ("last turn to cancel", "last turn to leave", "turn of the breach")
    )
    if turn < 0 or (canceled is not None and canceled < 0):
        raise InputError(f"turn={turn}, canceled={canceled}: turns count from 0")
    if canceled is not None and canceled <= min(turn, cancel):
        return "canceled"
    if turn >= breach:
        return "reactor breached"
    if turn > leave:
        return "too late to leave"
    if turn == leave:
        return "last chance to leave"
    return "can be canceled" if turn <= cancel else "cannot be canceled"
