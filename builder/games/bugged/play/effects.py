"""The effects of events and special rules that are under way."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bugged.play.setting import ALWAYS, E, Setting
from builder.games.bugged.play.state import State
from builder.scenario.logic.effects import Ban, DiceChange, Movement, Opening


def active(setting: Setting, state: State, kind: type[E]) -> Iterator[E]:
    """The effects of a kind that apply now: those of special rules, and of events under way."""
    for event, effect in setting.effects(kind):
        if event == ALWAYS or state.started[event] > 0:
            yield effect


def movement(setting: Setting, state: State, unit: int) -> int:
    """The movement points of a unit, with what it carries and the effects under way."""
    points = setting.kind(state, unit).movement
    for item in setting.load(state, unit):
        points += setting.items[item].plus
    for effect in active(setting, state, Movement):
        if not setting.affects(effect.who, unit):
            continue
        if effect.where is not None and state.cell[unit] not in setting.cells_of(effect.where):
            continue
        points = int(points * effect.times) + effect.plus
        points = points if effect.at_most is None else min(points, effect.at_most)
    return max(0, points)


def extra_dice(setting: Setting, state: State, entry: str, unit: int, hexes: int = 0) -> int:
    """The dice that effects add for a unit to what an entry describes, at a distance."""
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
    return any(
        effect.who.side in ("", side) and any(each.key == entry for each in effect.entries)
        for effect in active(setting, state, Ban)
    )


def is_open(setting: Setting, state: State, objective: str) -> bool:
    """Whether an objective can be carried out now."""
    openings = [effect for _, effect in setting.effects(Opening) if objective in effect.objectives]
    if not openings:
        return True
    now = [effect for effect in active(setting, state, Opening) if objective in effect.objectives]
    if any(effect.closes for effect in now):
        return False
    return any(not effect.closes for effect in now) or all(effect.closes for effect in openings)
