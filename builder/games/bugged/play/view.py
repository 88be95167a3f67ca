"""What a side may see: neither the other's cards, nor which of its units carries something."""

from __future__ import annotations

from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import UNKNOWN, State


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
