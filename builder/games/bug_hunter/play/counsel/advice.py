"""The results of actions, and goals of counters: advice for players who plan.

Attacks are valued by the exact odds of the tables. The other values are rules of thumb, in the same unit: a
human or a Pred is worth 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.games.bug_hunter.play.cast import HUMAN
from builder.games.bug_hunter.play.counsel.attacks import added, attack_prospects, attack_worth, kept_by
from builder.games.bug_hunter.play.counsel.plans import POINT, Plan, plan_for
from builder.games.bug_hunter.play.rules.close import PROD, close_targets
from builder.games.bug_hunter.play.rules.fire import can_fire, sonic_targets, targets
from builder.games.bug_hunter.play.rules.vehicles import LAUNCH_PROBE, bay_of
from builder.games.bug_hunter.play.situation import allowance, is_human, is_sealed, standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import ACTED, EMPTY, EVADING, HELPLESS, SUITED, State
from builder.games.bug_hunter.play.terrain.reach import places_of, ways_of
from builder.games.bug_hunter.play.terrain.travel import travel_now
from builder.playtest.play import Action, Decision, Goal, Prospect, expected_worth

_ATTACKS = frozenset({"fire", "attack", "rush", "screech", "prod", "net", "cage"})
# How much more a movement point toward a goal is worth when hardly a turn is left.
_URGENCY = 3.0
# What a task that prepares another is worth; to keep a Pred under control; to cover the others.
_PREPARES, _KEEPS, _COVERS = 0.25, 0.6, 0.12
_WHOLE = 8
_MOVES = frozenset({"move", "rush", "follow"})
# What it is worth to sweep a Pred out of a bay, and to launch the probe that is asked for.
_SWEPT, _PROBE = 0.8, 2.0
# What Preds that may arrive are worth, wherever it is.
_ARRIVED = 10.0
_DEADLY = frozenset({"all-i", "all-k"})


def prospects_of(
    stage: Stage, state: State, side: str, decision: Decision, action: Action
) -> Sequence[Prospect]:
    """The immediate results of an action, by the odds of the tables and by rules of thumb."""
    verb = str(action[0])
    if verb in _ATTACKS and decision.what in ("task", "opportunity"):
        unit, target = decision.subject[0], int(action[1])
        prospects = attack_prospects(stage, state, unit, verb, target)
        kept = _held_by(stage, state, unit) if verb != "rush" else 0
        return (*prospects, Prospect(1.0, "keeps control", _KEEPS * kept)) if kept else prospects
    worth = _worth(stage, state, side, decision, action)
    return (Prospect(1.0, verb, worth),) if worth else ()


def worths_of(
    stage: Stage, state: State, side: str, decision: Decision, actions: Sequence[Action]
) -> list[float]:
    """The expected worth of what each of some actions leads to at once."""
    if decision.what in _MOVES:
        return _worths_of_moves(stage, state, side, decision.subject[0], actions)
    return [expected_worth(prospects_of(stage, state, side, decision, action)) for action in actions]


def _worths_of_moves(
    stage: Stage, state: State, side: str, unit: int, actions: Sequence[Action]
) -> list[float]:
    plan, here = plan_for(stage, state, side), state.at[unit]
    cells = [int(action[1]) if action[0] == "to" else here for action in actions]
    worths = plan.outlook.worth_of(unit, cells, plan.caution_of(unit))
    for number, action in enumerate(actions):
        if action[0] == "summon":
            field = plan.field_of(unit)
            worths[number] += max(0.0, POINT * (field[here] - field[int(action[2])]))
    return worths


def _held_by(stage: Stage, state: State, unit: int) -> int:
    """The number of Preds that a human holds under control."""
    if not is_human(stage, unit) or unit not in state.keeper:
        return 0
    return len(kept_by(stage, state, unit))


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
        return 2 * POINT * (field[state.at[subject]] - field[int(action[1])])
    if what in _MOVES:
        return _worths_of_moves(stage, state, side, decision.subject[0], (action,))[0]
    if what == "effect":
        return _worth_of_cancel(stage, state, int(action[1])) if verb == "cancel" else 0.0
    if what == "door":
        return _worth_of_door(stage, state, decision.subject[0], int(action[1])) if verb == "hold" else 0.0
    if verb == "detonate":
        return _worth_of_blast(stage, state, state.charges[int(action[1])][0])
    if verb == "at":
        arrived = _ARRIVED if what == "arrival" else 0.0
        return arrived + _worth_of_place(stage, state, side, what, decision.subject, int(action[1]))
    if what == "herd" and verb == "to":
        away = plan_for(stage, state, HUMAN).herd_field(decision.subject[1])
        return POINT * (away[state.at[decision.subject[1]]] - away[int(action[1])])
    return {"track": 0.1, "hold": -0.01, "declare": 0.1, "order-destruction": 0.5}.get(verb, 0.0)


def _worth_of_cancel(stage: Stage, state: State, arm: int) -> float:
    """Effects that make a weapon better are worth canceling."""
    card = stage.effects[state.effects[arm]]
    shift = int(card.get("shift", 0))
    return float(shift) / 10 if shift else (0.5 if card.slug in _DEADLY else -0.1)


def _worth_of_unit(stage: Stage, state: State, side: str, unit: int) -> float:
    """Everybody should act: humans who can attack first, and Preds near humans."""
    if side == HUMAN:
        return 0.1 + _best_attack(stage, state, unit)
    distance = plan_for(stage, state, side).field_of(unit)[state.at[unit]]
    return 0.1 + (0.5 if state.size[unit] else 0.2) / (1 + distance)


def _best_attack(stage: Stage, state: State, unit: int) -> float:
    """The worth of the best attack that a human can make without moving."""
    arm = state.arm[unit]
    worths = [attack_worth(stage, state, unit, "fire", target) for target in targets(stage, state, unit)]
    worths += [
        attack_worth(stage, state, unit, "screech", each) for each in sonic_targets(stage, state, unit)
    ]
    if arm >= 0 and stage.cast.arms[arm].slug == PROD:
        near = close_targets(stage, state, unit)
        worths += [attack_worth(stage, state, unit, "prod", each) for each in near]
    return max(worths, default=0.0)


def _worth_of_task(stage: Stage, state: State, side: str, unit: int, verb: str, action: Action) -> float:
    plan = plan_for(stage, state, side)
    here = state.at[unit]
    kept = _held_by(stage, state, unit)
    if kept and verb in ("wait", "drive", "ready", "reload"):
        return _KEEPS * kept + (0.02 if verb == "drive" else plan.worth_of_waiting(unit))
    if kept:
        return 0.0
    if verb in ("move", "evade"):
        part = 1.0 if verb == "move" else 0.5
        if side == HUMAN:
            return _best_move(stage, state, unit, int(part * allowance(stage, state, unit)), plan) - (
                0.05 if verb == "evade" else 0.0
            )
        gain = POINT * min(part * allowance(stage, state, unit), plan.field_of(unit)[here])
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
        return POINT * (field[here] - field[there])
    if verb in ("board", "leave", "launch-boat", "crawl", "carry"):
        return _worth_of_vehicle(stage, state, unit, verb, plan)
    if verb == LAUNCH_PROBE:
        return _worth_of_probe(stage, state, int(action[1]), int(action[2]))
    if verb == "split":
        return 0.1
    if verb == "dummy":
        return 0.05
    if verb in ("reload", "stand", "struggle", "arm", "take-detonator"):
        return _PREPARES
    if verb == "don":
        return 0.4 if state.air[stage.ground.area_of[here]] or plan.needs_suit(unit) else -0.1
    if verb == "doff":
        return -0.1
    if verb == "ready":
        return _worth_of_cover(stage, state, unit, plan)
    if verb == "order":
        return 0.05
    if verb == "detonate":
        return _worth_of_blast(stage, state, state.charges[int(action[1])][0])
    if verb in ("prepare", "exchange", "take-cage", "place"):
        return _PREPARES if verb == "exchange" and state.flags[unit] & EMPTY else -0.02
    if verb in ("throw", "launch"):
        return 0.3
    return 0.0


def _best_move(stage: Stage, state: State, unit: int, points: int, plan: Plan) -> float:
    """The worth of the best move of a human: progress, safety, company, and targets from there."""
    ways = ways_of(stage, state, unit, points)
    cells = places_of(stage, state, unit, ways)
    if not cells:
        return 0.0
    here = state.at[unit]
    values = plan.outlook.worth_of(unit, (here, *cells), plan.caution_of(unit))
    field, weight = plan.field_of(unit), goal_weight(stage, state)
    best = max(value - weight * field[cell] for value, cell in zip(values[1:], cells, strict=True))
    return best - values[0] + weight * field[here]


def goal_weight(stage: Stage, state: State) -> float:
    """The present worth of a movement point toward a goal: higher when little time is left."""
    left = max(1, stage.scenario.turns - state.turn + 1)
    return POINT * (1 + _URGENCY / left)


def _worth_of_cover(stage: Stage, state: State, unit: int, plan: Plan) -> float:
    """The worth of waiting for Preds that come into sight, for somebody who has arrived."""
    if not can_fire(stage, state, unit) or plan.is_at_work(unit):
        return 0.0
    has_arrived = plan.is_free(unit) and plan.field_of(unit)[state.at[unit]] <= _WHOLE
    return _COVERS if has_arrived else 0.03


def _worth_of_vehicle(stage: Stage, state: State, unit: int, verb: str, plan: Plan) -> float:
    """Lifeboats are boarded when the ship is lost or the boat leaves; others are left at once."""
    is_leaving = state.destruct > 0 or state.launched > 0
    if verb == "carry":
        return 0.6
    if verb == "crawl":
        return POINT * min(_WHOLE, plan.field_of(unit)[state.at[unit]])
    if verb == "launch-boat":
        return 2.5 if state.destruct > 0 and plan.may_launch() else -1.0
    if verb == "board":
        return -0.1 if not is_leaving or plan.is_at_work(unit) else 2.0
    return -1.0 if is_leaving else 0.3


def _worth_of_probe(stage: Stage, state: State, objective: int, vehicle: int) -> float:
    """Whoever is in the bay is lost; a probe that no objective asks for is kept."""
    bay = bay_of(stage, vehicle)
    inside = [unit for unit in range(stage.cast.units) if state.at[unit] in bay]
    worth = added(-1.0 if is_human(stage, unit) else _SWEPT for unit in inside)
    return worth + (_PROBE if not state.progress[objective] else -0.1)


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
            worth = max(worth, POINT * (field[here] - field[step.there]))
    return worth


def _worth_of_place(
    stage: Stage, state: State, side: str, what: str, subject: Iterable[int], cell: int
) -> float:
    if what == "aim":
        return _worth_of_blast(stage, state, cell)
    plan = plan_for(stage, state, side)
    units = tuple(subject)
    field = plan.field_of(units[0]) if units else plan.field_of(stage.preds[0])
    return -POINT * 0.5 * field[cell]


def _worth_of_door(stage: Stage, state: State, unit: int, edge: int) -> float:
    """A door is held for friends who still act in this round, and save points on their way through it."""
    plan, travel, door = plan_for(stage, state, HUMAN), travel_now(stage, state), stage.ground.edges[edge]
    saved = stage.door_costs[door.kind, False] - stage.door_costs[door.kind, True]
    danger = plan.outlook.threat
    worth = -0.01 - max(danger[cell] for cell in door.ends)
    for friend in standing(stage, state):
        if friend == unit or state.flags[friend] & (ACTED | HELPLESS):
            continue
        field, here = plan.field_of(friend), state.at[friend]
        behind, before = sorted(door.ends, key=field.__getitem__)
        way = travel.to(HUMAN, frozenset((before,)))[here]
        if way + field[before] == field[here] > field[behind] and way < allowance(stage, state, friend):
            worth += POINT * saved
    return worth


def _worth_of_blast(stage: Stage, state: State, cell: int) -> float:
    near = {cell, *stage.ground.beside[cell]}
    hit = [unit for unit in range(stage.cast.units) if state.at[unit] in near]
    return added(-0.6 if is_human(stage, unit) else 0.4 for unit in hit)


def goals_of(stage: Stage, state: State, side: str) -> Sequence[Goal]:
    """Where the counters of a side should go."""
    return plan_for(stage, state, side).goals
