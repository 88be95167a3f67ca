"""Structures: how they are damaged, and the self-destruct sequence."""

from __future__ import annotations

import random

from rulesdb.procedures import of_axis, procedure, require_range
from rulesdb.ruleset import Ruleset


@procedure("318.1", takes={"causes": of_axis("structural-damage-dice", "cause")})
def structural_damage(
    game: Ruleset, causes: tuple[str, ...], seed: int, already: int = 0
) -> tuple[tuple[str, int, bool], ...]:
    """Structural damage of an area after each cause: the cause, the points so far, and if it is shut down.

    ``already`` are the points that the area has before. ``seed`` fixes the dice.

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
    (limit,) = game.figures("shutdown", "points that shut it down")
    points = already
    log = []
    for cause in causes:
        _, faces = game.dice("structural-damage-dice", cause=cause).roll(rng)
        points += sum(game.figure("structural-points", die=face) for face in faces)
        log.append((cause, points, points >= limit))
    return tuple(log)


@procedure("319.4")
def self_destruct_clock(game: Ruleset, turn: int, canceled: int | None = None) -> str:
    """The state of the self-destruct sequence, some turns after it was started.

    ``canceled`` is the turn at whose end somebody canceled it, which counts only if it was in time.

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
    cancel, leave, breach = game.figures(
        "self-destruct", "last turn to cancel", "last turn to leave", "turn of the breach"
    )
    require_range(0, turn=turn, canceled=canceled or 0)
    if canceled is not None and canceled <= min(turn, cancel):
        return "canceled"
    if turn >= breach:
        return "reactor breached"
    if turn > leave:
        return "too late to leave"
    if turn == leave:
        return "last chance to leave"
    return "can be canceled" if turn <= cancel else "cannot be canceled"
