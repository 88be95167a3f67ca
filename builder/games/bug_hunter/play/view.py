"""The view of each side of a game, and guesses of a whole game that fits it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from builder.games.bug_hunter.play.cast import HUMAN, Brood
from builder.games.bug_hunter.play.situation import is_hidden
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import OFF, UNKNOWN, State
from builder.playtest.agenda import Task

# The numbers that choose cards for powers, as the set-up rolls them, and how often a guess draws cards.
_CARDS, _DRAWS = 1000, 5
_DIE = 6


def seen_by(stage: Stage, state: State, side: str) -> State:
    """A state without what is hidden from a side.

    Humans do not see what face-down counters are, which powers the Preds have, and how brave they are.
    """
    seen = state.copy()
    seen.agenda = _announced(state.agenda)
    if side != HUMAN:
        return seen
    for pred in stage.preds:
        if state.at[pred] == OFF:
            seen.flags[pred] = 0
            seen.size[pred] = seen.health[pred] = seen.stage[pred] = 0
        elif is_hidden(state, pred):
            seen.size[pred] = UNKNOWN
            seen.health[pred] = 0
            seen.stage[pred] = 0
            seen.arm[pred] = OFF
    seen.species = tuple(
        tuple(power for power in powers if power in state.shown_powers) for powers in state.species
    )
    seen.panic = 0
    return seen


def _announced(agenda: Sequence[Task]) -> list[Task]:
    """The agenda, without the ways that moving counters have chosen."""
    return [("move", *task[1:3]) if task[0] == "along" else task for task in agenda]


def guessed(stage: Stage, state: State, side: str, rng: random.Random) -> State:
    """A whole state from one that a side sees.

    Chance decides which of the hidden counters are creatures, as many as there should be by the briefing,
    which powers they have besides those that were shown, and how brave they are.
    """
    whole = state.copy()
    if side != HUMAN:
        return whole
    for pred in stage.preds:
        if state.at[pred] == OFF or state.size[pred] == UNKNOWN:
            whole.stage[pred] = stage.cast.brood_of[pred - len(stage.people)]
    species = []
    for number, brood in enumerate(stage.cast.broods):
        _deal_creatures(stage, whole, number, brood, rng)
        species.append(_powers(stage, state, number, brood, rng))
    whole.species = tuple(species) or state.species
    whole.panic = int(stage.tables["random-panic"].result("pred", rng.randint(1, _DIE)))
    return whole


def _deal_creatures(stage: Stage, state: State, number: int, brood: Brood, rng: random.Random) -> None:
    """Put the creatures that are left of a brood on hidden counters, as evenly as possible."""
    slots = stage.slots(number)
    hidden = [unit for unit in slots if state.at[unit] != OFF and state.size[unit] == UNKNOWN]
    open_ones = sum(state.size[unit] for unit in slots if state.size[unit] > 0)
    left = max(0, brood.count - state.lost[number] - open_ones)
    # Whoever is no dummy is a creature, or a swarm of any size.
    counters = min(len(hidden), left, max(-(-left // brood.most), len(hidden) - brood.dummies))
    real = rng.sample(hidden, counters)
    for unit in hidden:
        state.size[unit] = 0
    for place, unit in enumerate(real):
        share = left // counters + (place < left % counters)
        state.size[unit] = min(brood.most, share)


def _powers(stage: Stage, state: State, number: int, brood: Brood, rng: random.Random) -> tuple[str, ...]:
    """The powers of a brood that were shown, and others that cards could have given it."""
    known_powers = state.species[number]
    draw = stage.game.procedure("draw-powers")
    drawn: tuple[str, ...] = ()
    for _ in range(_DRAWS if stage.game.find("unit", brood.unit).get("powers") else 0):
        drawn = tuple(draw(brood.unit, rng.randint(1, _CARDS)))
        if set(known_powers) <= set(drawn):
            break
    return (
        *known_powers,
        *(power for power in drawn if power not in state.shown_powers and power not in known_powers),
    )
