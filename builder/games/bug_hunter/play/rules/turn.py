"""The sequence of play: turns, rounds and phases."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.facts import PlayFacts, count_work, note_objectives, update_events
from builder.games.bug_hunter.play.rules.air import breach, exposed, lose_air
from builder.games.bug_hunter.play.rules.blasts import burn_out, dangers_at, is_explosive, tend_fires
from builder.games.bug_hunter.play.rules.close import keeps_hold
from builder.games.bug_hunter.play.rules.destruct import note_operators
from builder.games.bug_hunter.play.rules.harm import harm, release
from builder.games.bug_hunter.play.rules.spotting import is_watched, spot_from, turn_down
from builder.games.bug_hunter.play.rules.vehicles import leave_on_time
from builder.games.bug_hunter.play.rules.walk import answer_calls
from builder.games.bug_hunter.play.situation import creatures, is_human, standing, stands
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ACTED,
    ASLEEP,
    BUSY,
    CAGED,
    DEAD,
    FIRED,
    FOUGHT,
    HEALTHY,
    IDLE,
    INCAPACITATED,
    MOVED,
    OFF,
    PANICKED,
    POISONED,
    STUNNED,
    SUBDUED,
    TRACKED,
    WOUNDED,
    State,
)
from builder.playtest.agenda import Agenda
from builder.playtest.logic.effects import begins
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.logic.conditions import Moment, Unit
from builder.scenario.logic.effects import Arrival, Check

TURN = Agenda()


@TURN.run("turn")
def _turn(stage: Stage, state: State) -> None:
    """Begin a turn."""
    state.turn += 1
    state.round = 0
    state.hull = [0] * stage.cast.units
    if stage.assumes("cup", "filled-each-turn") or not any(state.cup):
        state.cup = list(stage.chits)
    rounds = [("round",)] * stage.rounds
    state.push(
        ("events",),
        ("initial-sighting",),
        ("recovery",),
        *rounds,
        ("control",),
        ("smoke-dissipation",),
        ("end-phase",),
        ("controls",),
        ("countdown",),
        ("end-of-turn",),
    )


@TURN.run("events")
def _events(stage: Stage, state: State) -> None:
    facts = PlayFacts(stage, state)
    for number, event in enumerate(stage.scenario.events):
        if begins(event, facts):
            state.started[number] = state.turn
    update_events(stage, state)
    for number in sorted(state.active):
        event = stage.scenario.events[number]
        for effect in event.effects or ():
            first = state.started[number] == state.turn
            if isinstance(effect, Check) and first:
                units = sorted(stage.units_of(effect.who))
                people = [unit for unit in units if is_human(stage, unit) and stands(state, unit)]
                state.push(*(("panic-check", unit, 0, False) for unit in people))
            elif isinstance(effect, Arrival) and (first or effect.every_turn):
                state.push(("arrival", number, stage.index_of(event.effects or (), effect)))


@TURN.run("arrival")
def _ask_arrival(stage: Stage, state: State, number: int, index: int) -> Decision | None:
    if not _arrival_cells(stage, state, number, index):
        return None
    return Decision(PRED, "arrival", "rule/320.0")


@TURN.option("arrival")
def _arrival_options(stage: Stage, state: State, number: int, index: int) -> Sequence[Action]:
    return [*(("at", cell) for cell in _arrival_cells(stage, state, number, index)), ("pass",)]


def _arrival_cells(stage: Stage, state: State, number: int, index: int) -> list[int]:
    effect = (stage.scenario.events[number].effects or ())[index]
    if not isinstance(effect, Arrival) or effect.where is None or not stage.brood_slots(effect.force):
        return []
    taken = {state.at[human] for human in standing(stage, state)}
    return sorted(stage.cells_of(effect.where) - taken)


@TURN.answer("arrival")
def _arrive(stage: Stage, state: State, action: Action, number: int, index: int) -> Sequence[Use]:
    effect = (stage.scenario.events[number].effects or ())[index]
    if action[0] == "at" and isinstance(effect, Arrival):
        slots = stage.brood_slots(effect.force)
        free = [unit for unit in slots if state.at[unit] == OFF and not state.size[unit]]
        free = [unit for unit in free if unit not in stage.dummies and not state.flags[unit] & PANICKED]
        if free:
            state.at[free[0]] = int(action[1])
            swarm = stage.brood(free[0]).is_swarm
            state.size[free[0]] = (effect.count or stage.brood(free[0]).count) if swarm else 1
            state.health[free[0]] = HEALTHY
            state.flags[free[0]] = 0
    return ()


@TURN.run("initial-sighting")
def _initial_sighting(stage: Stage, state: State) -> None:
    for human in standing(stage, state):
        spot_from(stage, state, human)


@TURN.run("recovery")
def _recovery(stage: Stage, state: State) -> None:
    """Stuns pass, sleepers roll again, the panicked try to recover, and Preds regenerate.

    Source: bug-hunter 305.1, 321.1, 323.3
    """
    tasks: list[tuple[object, ...]] = []
    note_operators(stage, state)
    for unit in range(stage.cast.units):
        state.clear(unit, STUNNED | IDLE | BUSY)
        if state.flags[unit] & ASLEEP and state.at[unit] != OFF:
            tasks.append(("gassed", unit, True))
        if state.flags[unit] & PANICKED and state.health[unit] < INCAPACITATED:
            tasks.append(("rally", unit))
        elif not is_human(stage, unit) and state.at[unit] != OFF and _may_regenerate(stage, state, unit):
            tasks.append(("regenerate", unit))
    state.push(*tasks)


def _may_regenerate(stage: Stage, state: State, unit: int) -> bool:
    injured = state.health[unit] in (WOUNDED, INCAPACITATED)
    return injured and "regeneration" in state.species[state.stage[unit]]


@TURN.run("rally")
def _ask_rally(stage: Stage, state: State, unit: int) -> Roll | None:
    if is_human(stage, unit) and not stands(state, unit):
        return None
    return Roll("1d6", HUMAN if is_human(stage, unit) else PRED, "recovery", "rule/323.3")


@TURN.answer("rally")
def _rally(stage: Stage, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    if is_human(stage, unit):
        person = stage.cast.people[unit]
        minus = stage.figure("sacrifice", "later panic recovery of colonists") if state.sacrifices else 0
        if thrown.total + (minus if person.unit == "colonist" else 0) >= person.panic:
            state.clear(unit, PANICKED)
    elif thrown.total >= state.panic:
        state.clear(unit, PANICKED)
        state.push(("return", unit))
    return ()


@TURN.run("return")
def _ask_return(stage: Stage, state: State, unit: int) -> Decision | None:
    """A Pred that has recovered returns, out of sight; if there is no place, it has to wait.

    Source: bug-hunter 323.3
    """
    if not _return_cells(stage, state, unit):
        state.mark(unit, PANICKED)
        return None
    return Decision(PRED, "return", "rule/323.3", (unit,))


@TURN.option("return")
def _return_options(stage: Stage, state: State, unit: int) -> Sequence[Action]:
    return [("at", cell) for cell in _return_cells(stage, state, unit)]


def _return_cells(stage: Stage, state: State, unit: int) -> list[int]:
    others = {state.at[other] for other in stage.preds if state.at[other] != OFF}
    cells = stage.nests(stage.cast.brood_of[unit - len(stage.people)]) | others
    taken = {state.at[human] for human in stage.people}
    return sorted(
        cell
        for cell in cells - taken
        if has_room(stage, state, unit, cell) and not is_watched(stage, state, cell)
    )


def has_room(stage: Stage, state: State, unit: int, cell: int) -> bool:
    """Whether a counter of the Preds does not exceed the stacking limit in a cell."""
    there = [other for other in stage.preds if other != unit and state.at[other] == cell]
    if stage.brood(unit).is_swarm:
        return sum(state.size[other] for other in there) + state.size[unit] <= stage.brood(unit).most
    return not stage.stack or len(there) < stage.stack


@TURN.answer("return")
def _return(stage: Stage, state: State, action: Action, unit: int) -> Sequence[Use]:
    """Source: bug-hunter 323.3, 326.3."""
    cell = int(action[1])
    state.at[unit] = cell
    brood = stage.brood(unit)
    for other in stage.dummies:
        if stage.brood(other) is brood and state.at[other] == OFF and has_room(stage, state, other, cell):
            state.at[other] = cell
            state.flags[other] = 0
            break
    return ()


@TURN.run("regenerate")
def _ask_regenerate(stage: Stage, state: State, unit: int) -> Roll:
    return Roll("1d6", PRED, "regeneration", "table/power-rolls")


@TURN.answer("regenerate")
def _regenerate(stage: Stage, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    table = stage.tables["power-rolls"]
    if table.result("regeneration", thrown.total):
        state.health[unit] -= 1
        state.shown_powers |= {"regeneration"}
    return (table.use("regeneration", thrown.total),)


@TURN.run("round")
def _ask_chit(stage: Stage, state: State) -> Roll | None:
    if not any(state.cup):
        state.cup = list(stage.chits)
    return Roll(f"1d{sum(state.cup)}", "", "chit", "table/activation-chits")


@TURN.answer("round")
def _round(stage: Stage, state: State, thrown: Thrown) -> Sequence[Use]:
    """Begin a round: air is lost, and a chit is drawn for both sides.

    Source: bug-hunter 304.1, 322.1
    """
    state.round += 1
    lose_air(stage, state)
    left = thrown.total
    for number, chits in enumerate(state.cup):
        left -= chits
        if left <= 0:
            state.chit = number + 1
            state.cup[number] -= 1
            break
    if stage.assumes("cup", "filled-each-round"):
        state.cup = list(stage.chits)
    for unit in range(stage.cast.units):
        state.clear(unit, ACTED | TRACKED | MOVED | FIRED | FOUGHT)
    if state.turn == 1 and state.round == 2:
        for edge in stage.ground.docks:
            breach(stage, state, edge)
    first, second = order(stage, state)
    state.push(("side", first), ("side", second), ("end-of-round",))
    return ()


def order(stage: Stage, state: State) -> tuple[str, str]:
    """The sides in the order in which they act in this round."""
    first = stage.assumptions["order"]
    if first == "alternate":
        return (HUMAN, PRED) if state.round % 2 else (PRED, HUMAN)
    return (HUMAN, PRED) if first == "humans-first" else (PRED, HUMAN)


@TURN.run("side")
def _side(stage: Stage, state: State, side: str) -> None:
    """The air attacks whoever it harms; then the counters of a side act."""
    units = stage.people if side == HUMAN else stage.preds
    state.push(*exposed(stage, state, units), ("acting", side))


@TURN.run("end-of-round")
def _end_of_round(stage: Stage, state: State) -> None:
    """Swarms merge, keepers who lose contact lose control, and fires and machinery burn on.

    Source: bug-hunter 303.5B, 305.2, 307.1, 320.2
    """
    merge_swarms(stage, state)
    for pred in stage.preds:
        if state.flags[pred] & SUBDUED and not keeps_hold(stage, state, pred):
            release(state, pred)
    turn_down(stage, state)
    tend_fires(stage, state)
    answer_calls(state)
    for unit in range(stage.cast.units):
        if state.at[unit] != OFF and is_explosive(stage, state, state.at[unit]):
            state.push(*dangers_at(stage, state, unit, state.at[unit]))
    state.push(("round-over",))


@TURN.run("round-over")
def _round_over(stage: Stage, state: State) -> None:
    count_work(stage, state, Unit.ROUNDS)
    note_objectives(stage, state, (Moment.ONCE,))
    state.push(("verdict", (Moment.ONCE,)))


def merge_swarms(stage: Stage, state: State) -> None:
    """Swarms that share a hex become one counter.

    Source: bug-hunter 320.2
    """
    first_at: dict[tuple[int, int], int] = {}
    for pred in creatures(stage, state):
        if not stage.brood(pred).is_swarm or state.flags[pred] & CAGED:
            continue
        key = (state.at[pred], stage.cast.brood_of[pred - len(stage.people)])
        first = first_at.setdefault(key, pred)
        if first != pred and state.size[first] + state.size[pred] <= stage.brood(pred).most:
            state.size[first] += state.size[pred]
            state.flags[first] |= state.flags[pred]
            state.size[pred] = 0
            state.at[pred] = OFF
            state.flags[pred] = 0


@TURN.run("smoke-dissipation")
def _smoke_dissipation(stage: Stage, state: State) -> None:
    """Smoke and gas are gone.

    Source: bug-hunter 305.1
    """
    state.smoke = frozenset()
    state.gas = frozenset()
    leave_on_time(stage, state)


@TURN.run("end-phase")
def _end_phase(stage: Stage, state: State) -> None:
    """Bombs burn out, injuries worsen, and Preds hatch.

    Source: bug-hunter 307.1, 321.1
    """
    burn_out(stage, state)
    for human in stage.people:
        if state.at[human] == OFF or state.health[human] not in (WOUNDED, INCAPACITATED):
            continue
        if state.flags[human] & POISONED:
            state.push(("poison", human))
        if any("infectious" in powers for powers in state.species):
            state.push(("hatch", human))


@TURN.run("poison")
def _ask_poison(stage: Stage, state: State, human: int) -> Roll | None:
    if state.at[human] == OFF:
        return None
    cards = max(powers.count("poisonous") for powers in state.species)
    return Roll(f"{max(1, cards)}d6", PRED, "poison", "table/power-rolls")


@TURN.answer("poison")
def _poison(stage: Stage, state: State, thrown: Thrown, human: int) -> Sequence[Use]:
    table = stage.tables["power-rolls"]
    for face in thrown.faces:
        if table.result("poisonous", face) and state.at[human] != OFF:
            state.shown_powers |= {"poisonous"}
            harm(stage, state, human, "I" if state.health[human] == WOUNDED else "K", "poison")
    return tuple(table.use("poisonous", face) for face in thrown.faces)


@TURN.run("hatch")
def _ask_hatch(stage: Stage, state: State, human: int) -> Roll | None:
    if state.at[human] == OFF or state.health[human] not in (WOUNDED, INCAPACITATED):
        return None
    return Roll("1d6", PRED, "hatching", "table/power-rolls")


@TURN.answer("hatch")
def _hatch(stage: Stage, state: State, thrown: Thrown, human: int) -> Sequence[Use]:
    table = stage.tables["power-rolls"]
    if table.result("infectious", thrown.total):
        cell = state.at[human]
        state.shown_powers |= {"infectious"}
        harm(stage, state, human, "K", "hatching")
        state.health[human] = DEAD
        free = [unit for unit in stage.preds if state.at[unit] == OFF and not state.size[unit]]
        free = [unit for unit in free if unit not in stage.dummies and not state.flags[unit] & PANICKED]
        if free:
            state.at[free[0]], state.size[free[0]] = cell, 1
            state.health[free[0]], state.flags[free[0]], state.stage[free[0]] = HEALTHY, 0, 0
    return (table.use("infectious", thrown.total),)


@TURN.run("end-of-turn")
def _end_of_turn(stage: Stage, state: State) -> None:
    count_work(stage, state, Unit.TURNS)
    note_objectives(stage, state, (Moment.ONCE, Moment.END_OF_TURN))
    moments = [Moment.ONCE, Moment.END_OF_TURN]
    if state.turn >= stage.scenario.turns:
        note_objectives(stage, state, (Moment.LAST_TURN,))
        moments.append(Moment.LAST_TURN)
    state.push(("verdict", tuple(moments)), ("interphase?",), ("turn",))
