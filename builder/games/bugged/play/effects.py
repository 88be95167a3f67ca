"""The effects of events and special rules that are under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import State
from builder.playtest.logic.effects import IsUnderWay, moved_by
from builder.scenario.logic.effects import DiceChange, Movement

E = TypeVar("E", Movement, DiceChange)


def active(setting: Setting, state: State, kind: type[E]) -> Iterator[E]:
    """The effects of a kind that apply now: those of special rules, and of events under way."""
    return setting.effects.active(kind, _under_way(state))


def _under_way(state: State) -> IsUnderWay:
    return lambda event: state.started[event] > 0


def movement(setting: Setting, state: State, unit: int) -> int:
    """The movement points of a unit, with what it carries and the effects under way."""
    points = setting.kinds[state.kind[unit]].movement
    if not setting.items and not setting.effects.of(Movement):
        return points
    for item in setting.load(state, unit):
        points += setting.items[item].plus
    concerning = (
        effect
        for effect in active(setting, state, Movement)
        if setting.affects(effect.who, unit)
        and (effect.where is None or state.cell[unit] in setting.cells_of(effect.where))
    )
    return moved_by(points, concerning)


def extra_dice(setting: Setting, state: State, entry: str, unit: int, hexes: int = 0) -> int:
    """The dice that effects add for a unit to what an entry describes, at a distance."""
    if not setting.effects.of(DiceChange):
        return 0
    return sum(
        effect.plus
        for effect in active(setting, state, DiceChange)
        if effect.entry.key == entry
        and setting.affects(effect.who, unit)
        and (effect.where is None or state.cell[unit] in setting.cells_of(effect.where))
        and hexes >= (effect.beyond + 1 if effect.beyond else 0)
    )


def is_banned(setting: Setting, state: State, entry: str, side: str) -> bool:
    """Whether a side may not use an entry of the game, as in ``card/telepathy``."""
    return setting.effects.is_banned(entry, side, _under_way(state))
