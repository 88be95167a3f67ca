"""The tasks of humans and Preds: who may act in a round, and with what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.rules.air import locks_beside, suits_at
from builder.games.bug_hunter.play.rules.blasts import CHARGE, GAS
from builder.games.bug_hunter.play.rules.burdens import carry_tasks, charge_tasks
from builder.games.bug_hunter.play.rules.close import CAGE, NET, PROD, close_targets, tool_of
from builder.games.bug_hunter.play.rules.fire import DIRECT, can_fire, sonic_targets, targets
from builder.games.bug_hunter.play.rules.rushes import rush_targets
from builder.games.bug_hunter.play.rules.vehicles import is_in_pod, pod_tasks, vehicle_tasks
from builder.games.bug_hunter.play.rules.walk import riders
from builder.games.bug_hunter.play.situation import (
    can_act,
    is_hull,
    is_human,
    is_sealed_in,
    sees,
    spots,
    standing,
    stands,
)
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ABOARD,
    ACTED,
    ASLEEP,
    CAGED,
    DOFFING,
    DONNING,
    EMPTY,
    EVADING,
    FACE_UP,
    HELD,
    INCAPACITATED,
    NETTED,
    OFF,
    PANICKED,
    PRIMED,
    PRONE,
    READY,
    STUNNED,
    SUBDUED,
    SUITED,
    State,
)
from builder.games.bug_hunter.play.terrain.ground import NOWHERE
from builder.games.bug_hunter.play.terrain.reach import clock, enemies_at
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision
from builder.playtest.tables import Use

TASKS = Agenda()
PASS: Action = ("pass",)
WAIT: Action = ("wait",)
FARTHEST = 255
_THROWN = frozenset({"grenade", "charge"})


def activation(stage: Stage, state: State, human: int) -> int:
    """The activation rating of a human, worse if he is alone, but never beyond the highest chit.

    Source: bug-hunter 309.1, 311.1
    """
    person = stage.cast.people[human]
    rating, worst = person.activation, len(stage.chits)
    if rating < worst and stage.assumes("isolation", "alone") and not _has_company(stage, state, human):
        rating += stage.figure("radiocom", "isolation-with-radio" if person.radio else "isolation")
    return min(rating, worst)


def _may_act(stage: Stage, state: State, human: int) -> bool:
    """Whether the chit, or a leader, lets a human act now."""
    # Company only ever helps, and takes long to look for.
    if state.leader == human:
        return True
    return stage.cast.people[human].activation <= state.chit and activation(stage, state, human) <= state.chit


def _has_company(stage: Stage, state: State, human: int) -> bool:
    """Whether a friend who keeps his head is in sight."""
    return any(
        other != human and not state.flags[other] & (PANICKED | ASLEEP) and spots(stage, state, human, other)
        for other in standing(stage, state)
    )


def able(stage: Stage, state: State, side: str) -> Iterator[int]:
    """The counters of a side that the chit lets act now; no Preds when no human is left.

    Source: bug-hunter 322.1, 322.2
    """
    if side == HUMAN:
        flags = state.flags
        for human in standing(stage, state):
            if not flags[human] & ACTED and can_act(state, human) and _may_act(stage, state, human):
                yield human
        return
    if all(cell == OFF for cell in state.at[: len(stage.people)]):
        return
    used = sum(1 for pred in stage.preds if state.flags[pred] & ACTED and not stage.brood(pred).is_swarm)
    for pred in stage.preds:
        if state.at[pred] == OFF or state.flags[pred] & ACTED or not _is_free(state, pred):
            continue
        if stage.brood(pred).is_swarm and state.size[pred]:
            if _swarm_rating(stage, state.size[pred]) <= state.chit or _can_split(stage, state, pred):
                yield pred
        elif used < state.chit:
            yield pred


def _is_free(state: State, pred: int) -> bool:
    """Whether a Pred can do anything: struggling in a net or cage counts."""
    if state.health[pred] >= INCAPACITATED or state.flags[pred] & (PANICKED | STUNNED | ASLEEP):
        return False
    return not state.flags[pred] & SUBDUED


def _swarm_rating(stage: Stage, size: int) -> int:
    return stage.swarm_rating(size)


def _can_split(stage: Stage, state: State, pred: int) -> bool:
    return bool(_splits(stage, state, pred))


def _splits(stage: Stage, state: State, pred: int) -> Sequence[tuple[int, int]]:
    """The ways to split a swarm that is too large to act: who acts, and who stays."""
    size = state.size[pred]
    if size < 2 or _swarm_rating(stage, size) <= state.chit or state.flags[pred] & HELD:
        return []
    if spare_slot(stage, state, pred) == OFF:
        return []
    return stage.swarm_splits(size, state.chit)


def spare_slot(stage: Stage, state: State, pred: int) -> int:
    """A counter of the same brood that is not in use; -1 if there is none."""
    brood = stage.brood(pred)
    for other in stage.preds:
        is_free = state.at[other] == OFF and not state.size[other] and not state.flags[other] & PANICKED
        if is_free and other not in stage.dummies and stage.brood(other) is brood:
            return other
    return OFF


@TASKS.run("acting")
def _ask_unit(stage: Stage, state: State, side: str) -> Decision | None:
    if next(able(stage, state, side), None) is None:
        return None
    return Decision(side, "unit", "table/activation-chits")


@TASKS.option("acting")
def _unit_options(stage: Stage, state: State, side: str) -> Sequence[Action]:
    return [*(("act", unit) for unit in able(stage, state, side)), PASS]


@TASKS.answer("acting")
def _choose_unit(stage: Stage, state: State, action: Action, side: str) -> Sequence[Use]:
    if action[0] == "pass":
        return ()
    unit = int(action[1])
    state.push(("begin", unit), ("task", unit), ("acted", unit), ("acting", side))
    return ()


@TASKS.run("begin")
def _begin(stage: Stage, state: State, unit: int) -> None:
    """An action round begins: marks of the last one go, and a keeper reasserts his control.

    Source: bug-hunter 305.2
    """
    state.mark(unit, ACTED)
    state.clear(unit, EVADING | READY)
    if is_human(stage, unit):
        for pred in stage.preds:
            if state.keeper[pred] == unit and state.renewed[pred] != state.turn:
                state.renewed[pred] = state.turn
                state.push(("hold", unit, pred, tool_of(stage, state, unit), True))


@TASKS.run("task")
def _ask_task(stage: Stage, state: State, unit: int) -> Decision | None:
    if state.at[unit] == OFF or not (can_act(state, unit) or state.flags[unit] & (NETTED | CAGED)):
        return None
    side = HUMAN if is_human(stage, unit) else PRED
    return Decision(side, "task", "table/task-footnotes", (unit,))


@TASKS.option("task")
def _task_options(stage: Stage, state: State, unit: int) -> Sequence[Action]:
    options = _human_tasks if is_human(stage, unit) else _pred_tasks
    return [*options(stage, state, unit), WAIT]


def _human_tasks(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    flags = state.flags[unit]
    if flags & ABOARD:
        if is_in_pod(stage, state, unit):
            yield from pod_tasks(stage, state, unit)
        yield from vehicle_tasks(stage, state, unit)
        return
    if flags & DONNING:
        yield from (("don",), ("doff",))
        return
    if flags & DOFFING:
        yield from (("doff",), ("don",))
        return
    if flags & PRONE:
        yield ("stand",)
    else:
        yield ("move",)
        yield ("evade",)
    yield from _attacks(stage, state, unit)
    yield from _preparations(stage, state, unit)
    yield from _passages(stage, state, unit)
    for pred in stage.preds:
        if state.keeper[pred] == unit and state.flags[pred] & SUBDUED:
            yield ("drive", pred)
    if not flags & SUITED and suits_at(stage, state, unit):
        yield ("don",)
    elif flags & SUITED:
        yield ("doff",)
    yield from vehicle_tasks(stage, state, unit)
    yield from carry_tasks(stage, state, unit)
    yield from charge_tasks(stage, state, unit)
    yield from _commands(stage, state, unit)


def _attacks(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    yield from (("fire", target) for target in targets(stage, state, unit))
    yield from (("screech", target) for target in sonic_targets(stage, state, unit))
    arm = state.arm[unit]
    slug = stage.cast.arms[arm].slug if arm >= 0 else ""
    for target in close_targets(stage, state, unit):
        is_held = state.flags[target] & (HELD | ASLEEP)
        if slug == PROD and not state.flags[target] & HELD:
            yield ("prod", target)
        if slug == NET and not is_held:
            yield ("net", target)
        if is_held and _has(stage, state, unit, CAGE) and _fits_cage(stage, state, target):
            yield ("cage", target)
        yield ("attack", target)
    for pred in stage.preds:
        evades = state.at[pred] != OFF and state.flags[pred] & (FACE_UP | EVADING) == EVADING
        if evades and spots(stage, state, unit, pred):
            yield ("sight", pred)


def _has(stage: Stage, state: State, unit: int, slug: str) -> bool:
    number = stage.cast.arm(slug)
    return number in (state.arm[unit], *state.carried[unit])


def _fits_cage(stage: Stage, state: State, pred: int) -> bool:
    """Source: bug-hunter 305.5."""
    if not stage.brood(pred).is_swarm:
        return True
    return state.size[pred] <= stage.figure("cage-limits", "swarm Preds inside")


def _preparations(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    arm = state.arm[unit]
    if state.flags[unit] & EMPTY and state.rounds[unit]:
        yield ("reload",)
    if can_fire(stage, state, unit) and stage.assumes("opportunity-fire", "waits"):
        yield ("ready",)
    for other in dict.fromkeys(state.carried[unit]):
        weapon = stage.cast.arms[other]
        if weapon.kind == "charge":
            yield ("place", other)
        if _is_grenade(weapon.kind, weapon.slug):
            if not state.flags[unit] & PRIMED:
                yield ("prepare", other)
        elif weapon.kind != "equipment" and other != arm:
            yield ("exchange", other)
    if _may_throw(stage, state, unit) and aim_cells(stage, state, unit, stage.throw_range):
        yield ("throw",)
    if arm >= 0 and _launches(stage, state, unit) and aim_cells(stage, state, unit, FARTHEST):
        yield ("launch",)
    if _may_take_cage(stage, state, unit):
        yield ("take-cage",)


def _may_throw(stage: Stage, state: State, unit: int) -> bool:
    """Whether somebody has a grenade or charge ready; on a hull, charges can only be placed.

    Source: bug-hunter 316.3
    """
    if not state.flags[unit] & PRIMED:
        return False
    return stage.cast.arms[state.carried[unit][0]].slug != CHARGE or not is_hull(stage, state.at[unit])


def _is_grenade(kind: str, slug: str) -> bool:
    return kind in _THROWN or slug == GAS


def _launches(stage: Stage, state: State, unit: int) -> bool:
    """Whether a human can fire a grenade launcher: its own, or one that is part of his rifle.

    Source: bug-hunter 306.2
    """
    arm = stage.cast.arms[state.arm[unit]]
    includes = stage.facts_of(arm.slug).get("includes", ())
    is_launcher = arm.kind == "launcher" or "grenade-launcher" in (
        includes if isinstance(includes, tuple | list) else ()
    )
    loaded = bool(stage.cast.people[unit].load) or arm.slug == "automatic-grenade-launcher"
    return is_launcher and loaded and not state.flags[unit] & EMPTY and state.rounds[unit] != 0


def _may_take_cage(stage: Stage, state: State, unit: int) -> bool:
    """Whether a human is where empty cages are kept.

    Source: bug-hunter 305.5
    """
    area = stage.ground.area_of[state.at[unit]]
    if area == stage.ground.outside or _has(stage, state, unit, CAGE):
        return False
    terrain = stage.ground.areas[area].terrain
    return terrain is not None and terrain.get("holds") == PRED


def _passages(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    for area in dict.fromkeys(locks_beside(stage, state, unit)):
        yield ("cycle", area)
    if not is_human(stage, unit):
        return
    cell, now = state.at[unit], clock(stage, state)
    number = stage.ground.shaft_at.get(cell, -1)
    for index, lift in enumerate(stage.ground.shafts):
        inside = index == number and cell in lift.stops[state.car[index]] and lift.controls == NOWHERE
        if not inside and lift.controls != cell:
            continue
        if state.car_moved[index] == now or state.car_passed[index] == now or state.destruct > 0:
            continue
        if lift.controls == cell and riders(stage, state, index) and state.car[index] == len(lift.stops) - 1:
            continue
        yield from (("ride", index, stop) for stop in range(len(lift.stops)) if stop != state.car[index])


def _commands(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    """A leader may let somebody else act instead of himself.

    Source: bug-hunter 311.2
    """
    person = stage.cast.people[unit]
    if stage.assumes("leaders", "none") or not leads(stage, state, unit):
        return
    for other in standing(stage, state):
        mate = stage.cast.people[other]
        if (
            other == unit
            or mate.force != person.force
            or state.flags[other] & ACTED
            or not can_act(state, other)
        ):
            continue
        if activation(stage, state, other) <= state.chit:
            continue
        if (mate.radio and person.radio and mate.squad == person.squad) or spots(stage, state, unit, other):
            yield ("order", other)


def leads(stage: Stage, state: State, unit: int) -> bool:
    """Whether a human leads: the squad leader, or the assistant when there is none.

    Source: bug-hunter 308.2
    """
    person = stage.cast.people[unit]
    if person.position == "squad-leader":
        return True
    return person.position == "assistant-squad-leader" and not any(
        stands(state, other)
        and stage.cast.people[other].position == "squad-leader"
        and stage.cast.people[other].force == person.force
        for other in stage.people
    )


def _pred_tasks(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    if state.flags[unit] & (NETTED | CAGED):
        if not is_sealed_in(stage, state, unit):
            yield ("struggle",)
        return
    yield from (("split", part, rest) for part, rest in _splits(stage, state, unit))
    swarms = stage.brood(unit).is_swarm and state.size[unit]
    if swarms and _swarm_rating(stage, state.size[unit]) > state.chit:
        return
    yield ("move",)
    yield ("evade",)
    if state.size[unit]:
        powers = state.species[state.stage[unit]]
        yield from (("attack", target) for target in close_targets(stage, state, unit))
        yield from (("rush", target) for target in rush_targets(stage, state, unit))
        if "intelligent" in powers:
            yield from _passages(stage, state, unit)
            yield from (("fire", target) for target in targets(stage, state, unit))
            if state.arm[unit] < 0 and any(
                cell == state.at[unit] and stage.cast.arms[arm].kind in DIRECT for cell, arm in state.dropped
            ):
                yield ("arm",)
    if stage.brood(unit).dummies and free_dummy(stage, state, unit) != OFF:
        yield ("dummy",)


def free_dummy(stage: Stage, state: State, unit: int) -> int:
    """A dummy that is off the map; -1 if there is none.

    Source: bug-hunter 326.3
    """
    brood = stage.brood(unit)
    for other in stage.preds:
        if other in stage.dummies and stage.brood(other) is brood and state.at[other] == OFF:
            return other
    return OFF


def aim_cells(stage: Stage, state: State, unit: int, most: int) -> list[int]:
    """The cells at which a grenade can be thrown: those in sight with a Pred, or next to one."""
    here = state.at[unit]
    near = {cell for enemy in enemies_at(stage, state, unit) for cell in (enemy, *stage.ground.beside[enemy])}
    return sorted(
        cell for cell in near if stage.ground.far[here][cell] <= most and sees(stage, state, here, cell)
    )
