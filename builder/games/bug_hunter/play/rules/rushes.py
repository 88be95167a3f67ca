"""The quick moves of Preds before an attack: how far they go, and whom they reach."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.play.situation import allowance, is_hull, standing, touches
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from builder.games.bug_hunter.play.terrain.reach import places_of, ways_of


def rush_points(stage: Stage, state: State, unit: int) -> int:
    """The points of a move before an attack: half, or all with Reflexes, which do not help on a hull.

    Source: bug-hunter 321.1, 324.2, 325.3
    """
    points = allowance(stage, state, unit)
    quick = "reflexes" in state.species[state.stage[unit]] and not is_hull(stage, state.at[unit])
    return points if quick else points // 2


def rush_places(stage: Stage, state: State, unit: int, target: int) -> list[int]:
    """The cells from which a Pred can attack a human after a quick move."""
    ways = ways_of(stage, state, unit, rush_points(stage, state, unit), climbs=False)
    there = state.at[target]
    return [cell for cell in places_of(stage, state, unit, ways) if touches(stage, state, cell, there)]


def rush_targets(stage: Stage, state: State, unit: int) -> Iterator[int]:
    """The humans whom a Pred can reach with a quick move and attack."""
    points = rush_points(stage, state, unit)
    here = state.at[unit]
    near = [
        human
        for human in standing(stage, state)
        if stage.ground.far[here][state.at[human]] <= points + 1
        and stage.ground.level[here] == stage.ground.level[state.at[human]]
        and not touches(stage, state, here, state.at[human])
    ]
    if near:
        ways = ways_of(stage, state, unit, points, climbs=False)
        cells = places_of(stage, state, unit, ways)
        for human in near:
            if any(touches(stage, state, cell, state.at[human]) for cell in cells):
                yield human
