"""The effects of events and special rules that are under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from builder.playtest.logic.effects import moved_by
from builder.scenario.logic.effects import Ban, Cost, Doors, Movement

E = TypeVar("E", Ban, Cost, Doors, Movement)


def active(stage: Stage, state: State, kind: type[E]) -> Iterator[E]:
    """The effects of a kind that apply now: those of special rules, and of events under way."""
    return stage.scenario_effects.active(kind, state.active.__contains__)


def added_cost(stage: Stage, state: State, unit: int, table: str, label: str) -> int:
    """The amount that effects add for a counter to a number of a table."""
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
    if not stage.scenario_effects.of(Movement):
        return max(0, points)
    concerning = (
        effect
        for effect in active(stage, state, Movement)
        if unit in stage.units_of(effect.who)
        and (effect.where is None or state.at[unit] in stage.cells_of(effect.where))
    )
    return moved_by(points, concerning)


def is_open(stage: Stage, state: State, objective: str) -> bool:
    """Whether an objective can be carried out now."""
    return stage.scenario_effects.is_open(objective, state.active.__contains__)


def is_banned(stage: Stage, state: State, entry: str) -> bool:
    """Whether humans may not use an entry of the game, as in ``rule/313.0``."""
    return any(each.key == entry for effect in active(stage, state, Ban) for each in effect.entries)
