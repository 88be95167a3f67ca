"""Moves, hex by hex: what they reveal, whom they provoke, and the doors that are held open after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.rules.blasts import dangers_at
from builder.games.bug_hunter.play.rules.burdens import triggers
from builder.games.bug_hunter.play.rules.close import close_targets
from builder.games.bug_hunter.play.rules.fire import cover_up, shoot, targets
from builder.games.bug_hunter.play.rules.harm import let_go
from builder.games.bug_hunter.play.rules.spotting import spot_from, spot_pred, turn_up
from builder.games.bug_hunter.play.situation import (
    can_act,
    is_human,
    is_sealed,
    may_track,
    reveal,
    standing,
    touches,
)
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import FACE_UP, OFF, READY, TRACKED, State
from builder.games.bug_hunter.play.terrain.ground import NO_EDGE, WALL
from builder.games.bug_hunter.play.terrain.reach import clock, places_of, ways_of
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

WALK = Agenda()
SNAP = "snap-attack"
TRACKERS = ("motion-tracker", "civilian-motion-tracker")
STOP: Action = ("stop",)


def begin_move(stage: Stage, state: State, unit: int, points: int) -> None:
    """Start a move with some points."""
    let_go(stage, state, unit)
    cover_up(state, unit)
    state.push(("move", unit, points), ("moved", unit))


@WALK.run("move")
def _ask_move(stage: Stage, state: State, unit: int, points: int) -> Decision | None:
    if not can_act(state, unit) or points <= 0:
        return None
    side = HUMAN if is_human(stage, unit) else PRED
    return Decision(side, "move", "task/move", (unit,))


@WALK.option("move")
def _move_options(stage: Stage, state: State, unit: int, points: int) -> Sequence[Action]:
    ways = ways_of(stage, state, unit, points)
    calls = _calls(stage, state, unit) if is_human(stage, unit) else ()
    return [STOP, *(("to", cell) for cell in places_of(stage, state, unit, ways)), *calls]


def _calls(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    """The lifts next to a human that he can summon for a movement point.

    Source: bug-hunter 303.3
    """
    now = clock(stage, state)
    for step in stage.ground.steps[state.at[unit]]:
        number = stage.ground.shaft_at.get(step.there, -1)
        if number >= 0 and may_summon(stage, state, number, step.there, now):
            yield ("summon", number, step.there)


def answer_calls(state: State) -> None:
    """Lifts that were summoned come at the end of the round.

    Source: bug-hunter 303.3
    """
    for number, stop in enumerate(state.calls):
        if stop != OFF:
            state.car[number], state.calls[number] = stop, OFF


@WALK.answer("move")
def _move(stage: Stage, state: State, action: Action, unit: int, points: int) -> Sequence[Use]:
    if action[0] == "summon":
        number, cell = int(action[1]), int(action[2])
        stops = stage.ground.shafts[number].stops
        state.calls[number] = next(index for index, cells in enumerate(stops) if cell in cells)
        state.car_moved[number] = clock(stage, state)
        state.push(("move", unit, points - 1))
    elif action[0] == "to":
        ways = ways_of(stage, state, unit, points)
        way = ways.to(int(action[1]))
        if not is_human(stage, unit) and ways.arrivals[way[-1]].spent > stage.brood(unit).allowance:
            reveal(state, unit, "speed")
        spent = tuple(ways.arrivals[cell].spent for cell in way)
        state.push(("along", unit, points, way, spent))
    return ()


@WALK.run("along")
def _along(
    stage: Stage, state: State, unit: int, points: int, way: tuple[int, ...], spent: tuple[int, ...]
) -> None:
    """The next hex of a move. Whoever discovers something on the way plans again."""
    if not can_act(state, unit):
        return
    here, there = state.at[unit], way[0]
    if not touches_step(stage, state, here, there):
        return
    state.at[unit] = there
    _count_outside(stage, state, unit, here, there)
    _pass_lift(stage, state, here, there)
    state.moves += 1
    spotted = spot_from(stage, state, unit) if is_human(stage, unit) else spot_pred(stage, state, unit)
    if state.at[unit] == OFF:
        return
    if len(way) > 1:
        rest = points - spent[0]
        if spotted:
            state.push(("move", unit, rest))
        else:
            state.push(("along", unit, rest, way[1:], tuple(cost - spent[0] for cost in spent[1:])))
    state.push(*dangers_at(stage, state, unit, there))
    if is_human(stage, unit):
        state.push(*_snaps(stage, state, unit, here))
    else:
        state.push(*_watchers(stage, state, unit), *triggers(stage, state, unit))


def touches_step(stage: Stage, state: State, here: int, there: int) -> bool:
    """Whether a step of a planned move can still be made, after what happened on the way."""
    for step in stage.ground.steps[here]:
        if step.there == there:
            edge = step.edge
            if edge == NO_EDGE or edge in state.open:
                return True
            return stage.ground.edges[edge].kind != WALL and not is_sealed(stage, state, edge)
    return True


def _count_outside(stage: Stage, state: State, unit: int, here: int, there: int) -> None:
    """Source: bug-hunter 316.2."""
    ground, hull = stage.ground, stage.movement.hull
    if hull is not None and ground.is_outside(here) and ground.is_outside(there):
        changes_level = ground.level[here] != ground.level[there]
        state.hull[unit] += -(-hull.hexes // hull.levels) if changes_level else 1


def _pass_lift(stage: Stage, state: State, here: int, there: int) -> None:
    for cell in (here, there):
        number = stage.ground.shaft_at.get(cell, -1)
        if number >= 0:
            state.car_passed[number] = clock(stage, state)


def _snaps(stage: Stage, state: State, human: int, before: int) -> list[tuple[object, ...]]:
    """Preds that snap at a human who comes into their reach.

    Source: bug-hunter 321.1
    """
    tasks: list[tuple[object, ...]] = []
    here = state.at[human]
    for pred in stage.preds:
        if state.at[pred] == OFF or state.size[pred] <= 0 or not can_act(state, pred):
            continue
        if SNAP in state.species[state.stage[pred]] and touches(stage, state, state.at[pred], here):
            if before == state.at[pred] and here == state.at[pred]:
                continue
            tasks.append(("snap", pred, human))
    return tasks


@WALK.run("snap")
def _snap(stage: Stage, state: State, pred: int, human: int) -> None:
    if not can_act(state, pred) or human not in close_targets(stage, state, pred):
        return
    state.shown_powers |= {SNAP}
    turn_up(stage, state, pred)
    state.push(("strike", pred, human))


def _watchers(stage: Stage, state: State, pred: int) -> list[tuple[object, ...]]:
    """The humans who may track or shoot at a counter that has moved."""
    tasks: list[tuple[object, ...]] = []
    face_up = state.flags[pred] & FACE_UP
    for human in standing(stage, state):
        if not face_up and _tracks(stage, state, human, pred):
            tasks.append(("track", human, pred))
        if state.flags[human] & READY:
            tasks.append(("watch", human, pred))
    return tasks


def _tracks(stage: Stage, state: State, human: int, pred: int) -> bool:
    """Whether a human's motion tracker may find a counter.

    Source: bug-hunter 314.2
    """
    if state.flags[human] & TRACKED or not may_track(state, human):
        return False
    held = (state.arm[human], *state.carried[human])
    if not any(arm >= 0 and stage.cast.arms[arm].slug in TRACKERS for arm in held):
        return False
    return needed(stage, state, human, pred) != "never"


def needed(stage: Stage, state: State, human: int, pred: int) -> str:
    """The roll that a motion tracker needs to find a counter."""
    ground, here, there = stage.ground, state.at[human], state.at[pred]
    apart = abs(ground.level[here] - ground.level[there])
    label = ("same", "one", "more")[min(apart, 2)]
    return str(stage.tables["motion-tracker"].result(ground.far[here][there], label))


@WALK.run("track")
def _ask_track(stage: Stage, state: State, human: int, pred: int) -> Decision | None:
    if state.at[pred] == OFF or state.flags[pred] & FACE_UP or not _tracks(stage, state, human, pred):
        return None
    return Decision(HUMAN, "track", "rule/314.2", (human, pred))


@WALK.option("track")
def _track_options(stage: Stage, state: State, human: int, pred: int) -> Sequence[Action]:
    return [("track", pred), ("save",)]


@WALK.answer("track")
def _track(stage: Stage, state: State, action: Action, human: int, pred: int) -> Sequence[Use]:
    if action[0] == "track":
        state.mark(human, TRACKED)
        state.push(("detect", human, pred))
    return ()


@WALK.run("detect")
def _ask_detect(stage: Stage, state: State, human: int, pred: int) -> Roll:
    return Roll("1d6", HUMAN, "tracker", "table/motion-tracker")


@WALK.answer("detect")
def _detect(stage: Stage, state: State, thrown: Thrown, human: int, pred: int) -> Sequence[Use]:
    if thrown.total >= int(needed(stage, state, human, pred)):
        turn_up(stage, state, pred)
    ground, here, there = stage.ground, state.at[human], state.at[pred]
    if there == OFF:
        return ()
    apart = min(abs(ground.level[here] - ground.level[there]), 2)
    label = ("same", "one", "more")[apart]
    return (stage.tables["motion-tracker"].use(ground.far[here][there], label),)


@WALK.run("watch")
def _ask_watch(stage: Stage, state: State, human: int, pred: int) -> Decision | None:
    """Opportunity fire: at a Pred that has come into sight or moved in it."""
    if not state.flags[human] & READY or not can_act(state, human) or state.at[pred] == OFF:
        return None
    if pred not in targets(stage, state, human):
        return None
    return Decision(HUMAN, "opportunity", "task/opportunity-fire", (human, pred))


@WALK.option("watch")
def _watch_options(stage: Stage, state: State, human: int, pred: int) -> Sequence[Action]:
    return [("fire", pred), ("hold",)]


@WALK.answer("watch")
def _watch(stage: Stage, state: State, action: Action, human: int, pred: int) -> Sequence[Use]:
    if action[0] == "fire":
        state.clear(human, READY)
        shoot(stage, state, human, pred)
    return ()


@WALK.run("moved")
def _ask_moved(stage: Stage, state: State, unit: int) -> Decision | None:
    """After a move a human may hold a door open."""
    if not is_human(stage, unit) or not can_act(state, unit) or len(_moved_options(stage, state, unit)) < 2:
        return None
    return Decision(HUMAN, "door", "rule/303.1a", (unit,))


@WALK.option("moved")
def _moved_options(stage: Stage, state: State, unit: int) -> Sequence[Action]:
    options: list[Action] = [("pass",)]
    cell = state.at[unit]
    for step in stage.ground.steps[cell]:
        edge = step.edge
        if edge == NO_EDGE or edge in state.open or edge in state.held:
            continue
        if stage.ground.edges[edge].kind != WALL and not is_sealed(stage, state, edge):
            options.append(("hold", edge))
    return options


def may_summon(stage: Stage, state: State, number: int, cell: int, now: int) -> bool:
    """Whether a lift can be summoned to the level of a cell.

    Source: bug-hunter 303.3, 319.4
    """
    lift = stage.ground.shafts[number]
    if lift.controls != OFF or cell in lift.stops[state.car[number]] or state.destruct > 0:
        return False
    return (
        state.car_moved[number] < now - 1
        and state.car_passed[number] != now
        and not riders(stage, state, number)
    )


def riders(stage: Stage, state: State, number: int) -> list[int]:
    """The humans in the car of a lift."""
    cells = stage.ground.shafts[number].stops[state.car[number]]
    return [unit for unit in stage.people if state.at[unit] in cells]


@WALK.answer("moved")
def _moved(stage: Stage, state: State, action: Action, unit: int) -> Sequence[Use]:
    if action[0] == "hold":
        state.door[unit] = int(action[1])
        state.held |= {state.door[unit]}
        spot_from(stage, state, unit)
    return ()


def ride(stage: Stage, state: State, number: int, stop: int) -> None:
    """Move the car of a lift, with everybody in it; a held Pred rides along with its keeper.

    Source: bug-hunter 303.3, 325.2
    """
    lift = stage.ground.shafts[number]
    before, after = lift.stops[state.car[number]], lift.stops[stop]
    for unit in range(stage.cast.units):
        if state.at[unit] in before and (is_human(stage, unit) or state.keeper[unit] >= 0):
            state.at[unit] = after[before.index(state.at[unit])]
    state.car[number] = stop
    state.car_moved[number] = clock(stage, state)
