"""The effects of events and special rules that are under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from builder.scenario.logic.effects import Ban, Cost, Doors, Movement, Opening

E = TypeVar("E", Ban, Cost, Doors, Movement, Opening)


def active(stage: Stage, state: State, kind: type[E]) -> Iterator[E]:
    """The effects of a kind that apply now: those of special rules, and of events under way."""
    for event, effect in stage.effects_of(kind):
        if event < 0 or event in state.active:
            yield effect


def added_cost(stage: Stage, state: State, unit: int, table: str, label: str) -> int:
    """What effects add for a counter to a number of a table."""
    return sum(
        effect.plus
        for effect in active(stage, state, Cost)
        if effect.table.slug == table and effect.label == label and unit in stage.units_of(effect.who)
    )


def barred_edges(stage: Stage, state: State) -> frozenset[int]:
    """The doors that effects keep closed."""
    edges = [
        stage.edge_named(effect.level, name)
        for effect in active(stage, state, Doors)
        if effect.stay == "closed"
        for name in effect.doors
    ]
    return frozenset(edges)


def moved(stage: Stage, state: State, unit: int, points: int) -> int:
    """A movement allowance after effects; those that apply outside concern the hexes on a hull."""
    if not stage.effects_of(Movement):
        return max(0, points)
    for effect in active(stage, state, Movement):
        if unit not in stage.units_of(effect.who):
            continue
        if effect.where is not None and state.at[unit] not in stage.cells_of(effect.where):
            continue
        points = int(points * effect.times) + effect.plus
        points = points if effect.at_most is None else min(points, effect.at_most)
    return max(0, points)


def is_open(stage: Stage, state: State, objective: str) -> bool:
    """Whether an objective can be carried out now."""
    openings = [effect for _, effect in stage.effects_of(Opening) if objective in effect.objectives]
    if not openings:
        return True
    now = [effect for effect in active(stage, state, Opening) if objective in effect.objectives]
    if any(effect.closes for effect in now):
        return False
    return any(not effect.closes for effect in now) or all(effect.closes for effect in openings)


def is_banned(stage: Stage, state: State, entry: str) -> bool:
    """Whether humans may not use an entry of the game, as in ``rule/313.0``."""
    return any(each.key == entry for effect in active(stage, state, Ban) for each in effect.entries)
