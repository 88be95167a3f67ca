"""What actions lead to, and where counters should go: advice for players who plan.

Attacks are valued by the exact odds of the tables. The other values are rules of thumb, in the same unit: a
human or a Pred is worth 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.games.bug_hunter.play.cast import HUMAN
from builder.games.bug_hunter.play.counsel.plans import Plan, plan_for
from builder.games.bug_hunter.play.rules.close import (
    CAGE,
    NET,
    PROD,
    close_column,
    close_modifiers,
    hold_cell,
)
from builder.games.bug_hunter.play.rules.fire import (
    can_fire,
    can_screech,
    enemies_in_sight,
    shot_column,
    shot_modifiers,
)
from builder.games.bug_hunter.play.situation import allowance, is_human, is_sealed, sees
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ASLEEP,
    CAGED,
    EMPTY,
    EVADING,
    FACE_UP,
    HELD,
    INCAPACITATED,
    OFF,
    STUNNED,
    SUBDUED,
    SUITED,
    UNKNOWN,
    WOUNDED,
    State,
)
from builder.games.bug_hunter.play.terrain.travel import UNREACHED
from builder.playtest.play import Action, Decision, Goal, Prospect

_HARM = {
    "P": 0.2,
    "P#": 0.25,
    "stun": 0.15,
    "W": 0.45,
    "I": 0.9,
    "K": 1.0,
    "subdued": 0.5,
    "entangled": 0.5,
    "caged": 1.0,
    "unconscious": 0.5,
}
_ATTACKS = frozenset({"fire", "attack", "rush", "screech", "prod", "net", "cage"})
# What a movement point toward a goal is worth; a step into danger; a task that prepares another.
_POINT = 0.02
_ADJACENT, _NEAR = 0.3, 0.04
_PREPARES = 0.25
_NEAR_HEXES = 5
_KEEPS = 0.6
_SHOT_WHILE_HELD = 0.9
# What it is worth to be where a screecher or prod can be used next.
_IN_RANGE = 0.12
_WHOLE = 8


def prospects_of(
    stage: Stage, state: State, side: str, decision: Decision, action: Action
) -> Sequence[Prospect]:
    """What an action leads to at once, by the odds of the tables and by rules of thumb."""
    verb = str(action[0])
    if verb in _ATTACKS and decision.what in ("task", "opportunity"):
        return attack_prospects(stage, state, decision.subject[0], verb, int(action[1]))
    worth = _worth(stage, state, side, decision, action)
    return (Prospect(1.0, verb, worth),) if worth else ()


def attack_prospects(stage: Stage, state: State, unit: int, verb: str, target: int) -> Sequence[Prospect]:
    """The results of an attack, each with its chance."""
    if state.size[target] == UNKNOWN and not is_human(stage, target):
        return ()
    table, column, modifiers = _cell(stage, state, unit, verb, target)
    if not column:
        return ()
    weight = _weight(stage, state, target)
    if verb == "fire" and state.flags[target] & SUBDUED:
        weight = _SHOT_WHILE_HELD
    odds = stage.odds(table, column, modifiers)
    risk = _struck_back(stage, state, unit, verb, target)
    results = (Prospect(chance, result, _HARM.get(result, 0.0) * weight) for result, chance in odds)
    return (*risk, *results)


def _struck_back(stage: Stage, state: State, unit: int, verb: str, target: int) -> tuple[Prospect, ...]:
    """The risk of a human who attacks a Pred hand-to-hand."""
    by_hand = verb in ("attack", "prod", "net") and is_human(stage, unit)
    if not by_hand or stage.assumes("defense", "none") or state.flags[target] & (HELD | ASLEEP | STUNNED):
        return ()
    odds = stage.odds("hand-to-hand-results", close_column(stage, state, target, unit))
    loss = sum(chance * _HARM.get(result, 0.0) for result, chance in odds)
    escapes = stage.odds("hand-to-hand-results", "prod")
    fails = 1.0 if verb == "attack" else sum(chance for result, chance in escapes if result != "subdued")
    return (Prospect(fails, "struck back", -loss),)


def _cell(stage: Stage, state: State, unit: int, verb: str, target: int) -> tuple[str, str, tuple[str, ...]]:
    if verb == "fire":
        return (
            "combat-results",
            shot_column(stage, state, unit, target),
            shot_modifiers(stage, state, unit, target),
        )
    if verb in ("attack", "rush"):
        column = close_column(stage, state, unit, target)
        return "hand-to-hand-results", column, close_modifiers(stage, state, unit)
    tool = {"prod": PROD, "net": NET, "cage": CAGE}.get(verb) or can_screech(stage, state, unit)
    return hold_cell(stage, state, unit, target, tool)


def _weight(stage: Stage, state: State, target: int) -> float:
    """What a target is worth: the helpless little, the wounded and swarms more."""
    if is_human(stage, target):
        return (
            0.15 if state.health[target] >= INCAPACITATED else 1.3 if state.health[target] == WOUNDED else 1.0
        )
    if state.flags[target] & HELD:
        return 0.3
    return 0.35 * state.size[target] if stage.brood(target).is_swarm else 1.0


def _worth(stage: Stage, state: State, side: str, decision: Decision, action: Action) -> float:
    what, verb = decision.what, str(action[0])
    if what == "unit":
        return _worth_of_unit(stage, state, side, int(action[1])) if verb == "act" else 0.0
    if what == "task":
        return _worth_of_task(stage, state, side, decision.subject[0], verb, action)
    if what in ("carry", "crawl") and verb == "to":
        subject = decision.subject[-1]
        field = plan_for(stage, state, HUMAN).herd_field(subject) if what == "carry" else None
        field = plan_for(stage, state, HUMAN).field_of(subject) if field is None else field
        return 2 * _POINT * float(field[state.at[subject]] - field[int(action[1])])
    if what in ("move", "rush", "follow") and verb == "to":
        return -_danger(stage, state, decision.subject[0], int(action[1]))
    if what in ("move", "follow"):
        return -_danger(stage, state, decision.subject[0], state.at[decision.subject[0]])
    if verb == "at":
        return _worth_of_place(stage, state, side, what, decision.subject, int(action[1]))
    if what == "herd" and verb == "to":
        away = plan_for(stage, state, HUMAN).herd_field(decision.subject[1])
        return _POINT * float(away[state.at[decision.subject[1]]] - away[int(action[1])])
    return {"track": 0.1, "hold": -0.01, "summon": 0.02, "declare": 0.1}.get(verb, 0.0)


def _worth_of_unit(stage: Stage, state: State, side: str, unit: int) -> float:
    """Everybody should act; Preds near humans first."""
    if side == HUMAN:
        return 0.3 if next(enemies_in_sight(stage, state, unit), None) is not None else 0.1
    field = plan_for(stage, state, side).field_of(unit)
    distance = float(field[state.at[unit]])
    return 0.1 + (0.5 if state.size[unit] else 0.2) / (1 + min(distance, UNREACHED))


def _worth_of_task(stage: Stage, state: State, side: str, unit: int, verb: str, action: Action) -> float:
    plan = plan_for(stage, state, side)
    here = state.at[unit]
    kept = sum(1 for pred in stage.preds if state.keeper[pred] == unit) if side == HUMAN else 0
    if kept:
        return _KEEPS * kept if verb == "wait" else 0.0
    if verb in ("move", "evade"):
        points = allowance(stage, state, unit) * (1.0 if verb == "move" else 0.5)
        gain = _POINT * min(points, float(plan.field_of(unit)[here]))
        if side == HUMAN:
            return gain + 0.5 * _danger(stage, state, unit, here) - (0.05 if verb == "evade" else 0.0)
        return gain + (0.04 if verb == "evade" and not state.flags[unit] & EVADING else 0.0)
    if verb == "wait":
        return plan.worth_of_waiting(unit)
    if verb == "cycle":
        return _worth_of_cycle(stage, state, side, unit, int(action[1]))
    if verb == "ride":
        lift = stage.ground.shafts[int(action[1])]
        if here not in lift.stops[state.car[int(action[1])]]:
            return 0.0
        there = lift.stops[int(action[2])][lift.stops[state.car[int(action[1])]].index(here)]
        field = plan.field_of(unit)
        return _POINT * float(field[here] - field[there])
    if verb in ("board", "leave", "launch-boat", "crawl", "carry"):
        return _worth_of_vehicle(stage, state, unit, verb, plan)
    if verb == "split":
        return 0.1
    if verb == "dummy":
        return 0.05
    if verb in ("reload", "stand", "struggle", "drive", "arm"):
        return _PREPARES
    if verb == "don":
        return 0.4 if state.air[stage.ground.area_of[here]] or plan.needs_suit(unit) else -0.1
    if verb == "doff":
        return -0.1
    if verb == "ready":
        return 0.03 if can_fire(stage, state, unit) else 0.0
    if verb == "order":
        return 0.05
    if verb in ("prepare", "exchange", "take-cage"):
        return _PREPARES if verb == "exchange" and state.flags[unit] & EMPTY else -0.02
    if verb in ("throw", "launch"):
        return 0.3
    return 0.0


def _worth_of_vehicle(stage: Stage, state: State, unit: int, verb: str, plan: Plan) -> float:
    """Lifeboats are boarded when the ship is lost or the boat leaves; others are left at once."""
    is_leaving = state.destruct > 0 or state.launched > 0
    if verb == "carry":
        return 0.6
    if verb == "crawl":
        return _POINT * min(_WHOLE, float(plan.field_of(unit)[state.at[unit]]))
    if verb == "launch-boat":
        return 0.8 if state.destruct > 0 else -1.0
    if verb == "board":
        return 2.0 if is_leaving else -0.1
    return -1.0 if is_leaving else 0.3


def _worth_of_cycle(stage: Stage, state: State, side: str, unit: int, area: int) -> float:
    """Cycling an airlock opens the way through a door that is sealed now."""
    field = plan_for(stage, state, side).field_of(unit)
    here = state.at[unit]
    bare = is_human(stage, unit) and not state.flags[unit] & SUITED
    if bare and state.air[stage.ground.area_of[here]] == 0 and area == stage.ground.area_of[here]:
        return -1.0
    worth = 0.0
    for step in stage.ground.steps[here]:
        if (
            step.edge >= 0
            and area in stage.ground.edges[step.edge].areas
            and is_sealed(stage, state, step.edge)
        ):
            worth = max(worth, _POINT * float(field[here] - field[step.there]))
    return worth


def _worth_of_place(
    stage: Stage, state: State, side: str, what: str, subject: Iterable[int], cell: int
) -> float:
    if what == "aim":
        near = {cell, *stage.ground.beside[cell]}
        hit = [unit for unit in range(stage.cast.units) if state.at[unit] in near]
        return sum(-0.6 if is_human(stage, unit) else 0.4 for unit in hit)
    plan = plan_for(stage, state, side)
    units = tuple(subject)
    field = plan.field_of(units[0]) if units else plan.field_of(stage.preds[0])
    return -_POINT * 0.5 * min(float(field[cell]), UNREACHED)


def _danger(stage: Stage, state: State, unit: int, cell: int) -> float:
    """How dangerous a cell is for a counter."""
    ground = stage.ground
    danger = 0.0
    if is_human(stage, unit):
        danger -= _reach_of_tool(stage, state, unit, cell)
        for pred in stage.preds:
            there = state.at[pred]
            if there == OFF or state.flags[pred] & HELD or ground.level[there] != ground.level[cell]:
                continue
            far = ground.far[cell][there]
            if far <= _NEAR_HEXES:
                doubt = 0.4 if state.size[pred] == UNKNOWN else 1.0
                danger += doubt * (_ADJACENT if far <= 1 else _NEAR)
        if state.air[ground.area_of[cell]] and not state.flags[unit] & SUITED:
            danger += 2.0
        return danger
    for human in stage.people:
        there = state.at[human]
        if there == OFF or state.health[human] >= INCAPACITATED or state.flags[unit] & CAGED:
            continue
        far = ground.far[cell][there]
        armed = far > 1 and ground.level[there] == ground.level[cell] and can_fire(stage, state, human)
        if armed and sees(stage, state, there, cell):
            danger += 0.05
    return danger


def _reach_of_tool(stage: Stage, state: State, unit: int, cell: int) -> float:
    """How good a cell is for subduing a Pred that is known."""
    arm = state.arm[unit]
    slug = stage.cast.arms[arm].slug if arm >= 0 else ""
    if slug not in (PROD, "screecher"):
        return 0.0
    ground = stage.ground
    for pred in stage.preds:
        there = state.at[pred]
        if there == OFF or not state.flags[pred] & FACE_UP or state.flags[pred] & HELD:
            continue
        far = ground.far[cell][there]
        if ground.level[there] == ground.level[cell] and far <= 3 and sees(stage, state, cell, there):
            return _IN_RANGE if slug == PROD else 2 * _IN_RANGE
    return 0.0


def goals_of(stage: Stage, state: State, side: str) -> Sequence[Goal]:
    """Where the counters of a side should go: one goal for all that have the same field."""
    plan = plan_for(stage, state, side)
    units = stage.people if side == HUMAN else stage.preds
    groups: dict[str, list[int]] = {}
    for unit in units:
        if state.at[unit] != OFF:
            groups.setdefault(plan.title_of(unit), []).append(unit)
    return [
        Goal(title, plan.field_of(members[0]), frozenset(members), _POINT, stage.scenario.turns)
        for title, members in groups.items()
    ]
