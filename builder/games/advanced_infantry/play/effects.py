"""The effects of events and special rules that are under way."""

from __future__ import annotations

from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import State
from builder.playtest.logic.effects import ALWAYS, IsUnderWay, moved_by
from builder.scenario.logic.effects import Leave, Modifier, Movement


def under_way(state: State) -> IsUnderWay:
    """Whether an event has begun and is not over."""
    return lambda event: state.started[event] > 0


def points(setting: Setting, state: State, unit: int) -> int:
    """The action points of a trooper's turn, with the effects under way."""
    own = setting.points(state, unit)
    if not setting.effects.of(Movement):
        return own
    concerning = (
        effect
        for effect in setting.effects.active(Movement, under_way(state))
        if unit in setting.who(effect.who)
        and (effect.where is None or state.cell[unit] in setting.cells_of(effect.where))
    )
    return moved_by(own, concerning)


def modifiers(setting: Setting, state: State) -> tuple[Modifier, ...]:
    """The changes to the number to hit that effects make now."""
    if not setting.effects.of(Modifier):
        return ()
    active = setting.effects.active(Modifier, under_way(state))
    return tuple(effect for effect in active if effect.table.slug == "to-hit-modifiers")


def is_banned(setting: Setting, state: State, weapon: str, side: int) -> bool:
    """Whether a side may not use a weapon."""
    return setting.effects.is_banned(f"weapon/{weapon}", SIDES[side], under_way(state))


def is_open(setting: Setting, state: State, objective: str) -> bool:
    """Whether an objective can be carried out now."""
    return setting.effects.is_open(objective, under_way(state))


def confined(setting: Setting, state: State, unit: int) -> frozenset[int] | None:
    """The cells that a trooper may not leave yet, because an event is to let him; ``None`` if he is free."""
    for event, effect in setting.effects.of(Leave):
        if effect.where is None or event == ALWAYS or state.started[event]:
            continue
        if unit in setting.who(effect.who):
            return setting.inside_of(effect.where)
    return None


def ways_off(setting: Setting, state: State, unit: int) -> list[str]:
    """The edges by which a trooper may leave the map now."""
    return [
        effect.edge
        for event, effect in setting.exits
        if (event == ALWAYS or state.started[event] > 0) and unit in setting.who(effect.who)
    ]
