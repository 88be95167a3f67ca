"""The view of a side: without the other's cards, and without knowing which of its units carries something."""

from __future__ import annotations

import random

from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import NOBODY, UNKNOWN, State
from builder.playtest.hands import deal


def seen_by(setting: Setting, state: State, side: int) -> State:
    """A state without what is hidden from a side.

    Both can see how many cards a side has, and what lies on the ground.

    Source: bugged Action Cards
    """
    seen, count = state.copy(), len(setting.cards)
    other = 1 - side
    seen.cards[other * count : (other + 1) * count] = [UNKNOWN if state.hands[other] else 0] * count
    for item, bearer in enumerate(state.bearer):
        if bearer >= 0 and setting.units[bearer].side == other:
            seen.bearer[item] = UNKNOWN
    return seen


def guessed(setting: Setting, state: State, side: int, rng: random.Random) -> State:
    """A whole state from one that a side sees: some cards that the other may still hold, and some bearers."""
    whole, count = state.copy(), len(setting.cards)
    other = 1 - side
    whole.cards[other * count : (other + 1) * count] = deal(setting.hands[other], state.hands[other], rng)
    for item, bearer in enumerate(state.bearer):
        if bearer == UNKNOWN:
            bearers = setting.units_of(setting.items[item].carried_by, "")
            living = [unit for unit in bearers if state.cell[unit] >= 0 or state.aboard[unit] >= 0] or bearers
            whole.bearer[item] = rng.choice(living) if living else NOBODY
    return whole
