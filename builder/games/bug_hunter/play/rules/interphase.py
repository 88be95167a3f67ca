"""The preservation interphase: breaking contact, treating the wounded, and what the Preds gain."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.effects import is_banned
from builder.games.bug_hunter.play.rules.air import lose_all_air
from builder.games.bug_hunter.play.rules.destruct import may_order
from builder.games.bug_hunter.play.rules.harm import draw_chits, release, remove
from builder.games.bug_hunter.play.rules.spotting import nearest_pred
from builder.games.bug_hunter.play.rules.turn import has_room
from builder.games.bug_hunter.play.situation import may_do, spots, standing
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    AWAY,
    CAGED,
    DEAD,
    HEALTHY,
    HORRIFIED,
    INCAPACITATED,
    LEFT,
    OFF,
    PANICKED,
    POISONED,
    WOUNDED,
    State,
)
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

INTERPHASE = Agenda()
_DISENGAGING, _FORFEITED = "disengaging", "forfeited"
_HEALTH = {
    "dies": DEAD,
    "incapacitated": INCAPACITATED,
    "recovers to wounded": WOUNDED,
    "recovers full health": HEALTHY,
}


def limit_of(stage: Stage, force: int) -> int:
    """The preservation limit of a human force."""
    own = stage.scenario.forces[force].preservation
    unit = stage.scenario.forces[force].unit.slug
    return own.get("limit", 0) or stage.figure("preservation-limits", unit, "limit")


@INTERPHASE.run("interphase?")
def _ask(stage: Stage, state: State) -> Decision | None:
    """At the end of a turn the humans may declare an interphase, or go on breaking contact.

    Source: bug-hunter 313.1
    """
    if state.mode == _DISENGAGING:
        _disengage(stage, state)
        return None
    if state.mode == _FORFEITED or is_banned(stage, state, "rule/313.0"):
        return None
    forces = {person.force for person in stage.cast.people}
    if not any(state.chits[force] >= limit_of(stage, force) for force in forces):
        return None
    return Decision(HUMAN, "interphase", "rule/313.1")


@INTERPHASE.option("interphase?")
def _options(stage: Stage, state: State) -> Sequence[Action]:
    return [("declare",), ("forfeit",)]


@INTERPHASE.answer("interphase?")
def _declare(stage: Stage, state: State, action: Action) -> Sequence[Use]:
    state.mode = _DISENGAGING if action[0] == "declare" else _FORFEITED
    if state.mode == _DISENGAGING:
        _disengage(stage, state)
    return ()


def _disengage(stage: Stage, state: State) -> None:
    """Humans who are far from all Preds, or out of their sight, leave the map.

    Source: bug-hunter 313.2
    """
    clear = stage.figure("disengagement", "human-clear-of-Preds")
    free = []
    for human in standing(stage, state):
        near = nearest_pred(stage, state, state.at[human])
        seen = any(spots(stage, state, pred, human) for pred in stage.preds if state.at[pred] != OFF)
        if near >= clear or not seen:
            free.append(human)
    for human in free:
        remove(stage, state, human)
        state.mark(human, AWAY)
    if not standing(stage, state):
        state.mode = ""
        state.push(("regroup",))


@INTERPHASE.run("regroup")
def _regroup(stage: Stage, state: State) -> None:
    """The steps of the interphase.

    Source: bug-hunter 313.3
    """
    for pred in stage.preds:
        if state.at[pred] != OFF and not state.flags[pred] & CAGED:
            remove(stage, state, pred)
            release(state, pred)
            if state.size[pred] and state.health[pred] < DEAD:
                state.mark(pred, AWAY)
    bursts = [("burst", arm, cell, HUMAN) for cell, arm, _ in state.charges]
    state.charges = ()
    people = [human for human in stage.people if state.health[human] < DEAD and not state.flags[human] & LEFT]
    injured = [human for human in people if state.health[human] != HEALTHY]
    state.push(
        *bursts,
        ("all-air",),
        *(("at-post", human) for human in people),
        *(("treat", human) for human in injured),
        ("chits",),
        *(("evolve", number) for number in range(len(stage.cast.broods))),
        ("preds-return",),
        ("study",),
        ("order-destruction",),
    )


@INTERPHASE.run("all-air")
def _all_air(stage: Stage, state: State) -> None:
    lose_all_air(stage, state)


@INTERPHASE.run("at-post")
def _ask_post(stage: Stage, state: State, human: int) -> Decision:
    return Decision(HUMAN, "set up", "rule/313.3", (human,))


@INTERPHASE.option("at-post")
def _post_options(stage: Stage, state: State, human: int) -> Sequence[Action]:
    crowd = [state.at[other] for other in stage.people if other != human]
    post = sorted(stage.command_post)
    roomy = [cell for cell in post if not stage.stack or crowd.count(cell) < stage.stack]
    return [("at", cell) for cell in roomy or post]


@INTERPHASE.answer("at-post")
def _at_post(stage: Stage, state: State, action: Action, human: int) -> Sequence[Use]:
    state.at[human] = int(action[1])
    state.clear(human, AWAY | PANICKED | HORRIFIED)
    if may_do(stage, human, "build-motion-tracker"):
        tracker = stage.cast.arm("civilian-motion-tracker")
        if tracker not in state.carried[human]:
            state.carried[human] = (*state.carried[human], tracker)
    return ()


@INTERPHASE.run("treat")
def _ask_treatment(stage: Stage, state: State, human: int) -> Roll:
    return Roll("1d6", HUMAN, "recovery", "table/casualty-recovery")


@INTERPHASE.answer("treat")
def _treat(stage: Stage, state: State, thrown: Thrown, human: int) -> Sequence[Use]:
    """Source: bug-hunter 313.4."""
    label = "wounded" if state.health[human] == WOUNDED else "incapacitated"
    treated = any(may_do(stage, other, "treat-wounded") for other in standing(stage, state))
    modifiers = () if treated else ("no-medic",)
    table = stage.tables["casualty-recovery"]
    result = str(table.result(label, thrown.total, modifiers=modifiers))
    state.health[human] = _HEALTH.get(result, state.health[human])
    if result == "dies":
        draw_chits(stage, state, human, 1)
    if state.health[human] >= INCAPACITATED:
        remove(stage, state, human)
        state.mark(human, LEFT)
    elif state.health[human] == HEALTHY:
        state.clear(human, POISONED)
    return (table.use(label, thrown.total, modifiers=modifiers),)


@INTERPHASE.run("chits")
def _ask_chits(stage: Stage, state: State) -> Roll:
    return Roll("1d6", HUMAN, "chits", "table/chits-returned")


@INTERPHASE.answer("chits")
def _return_chits(stage: Stage, state: State, thrown: Thrown) -> Sequence[Use]:
    table = stage.tables["chits-returned"]
    for _ in range(int(table.result(thrown.total))):
        most = max(state.chits)
        if most:
            state.chits[state.chits.index(most)] -= 1
    return (table.use(thrown.total),)


@INTERPHASE.run("evolve")
def _ask_evolution(stage: Stage, state: State, number: int) -> Roll:
    return Roll("1d1000", PRED, "powers", "rule/321.1")


@INTERPHASE.answer("evolve")
def _evolve(stage: Stage, state: State, thrown: Thrown, number: int) -> Sequence[Use]:
    """Preds are cloned, grow and change.

    Source: bug-hunter 321.1
    """
    brood = stage.cast.broods[number]
    units = [unit for unit in stage.slots(number) if state.flags[unit] & (AWAY | CAGED)]
    if not units:
        return ()
    latest = max(state.stage[unit] for unit in units)
    gained, powers = stage.game.procedure("interphase-powers")(
        state.species[latest], brood.unit, thrown.total
    )
    species = list(state.species)
    if "metamorphosis" in species[latest]:
        species.append(tuple(powers))
        for unit in units:
            state.stage[unit] = len(species) - 1
    else:
        species[latest] = tuple(powers)
    state.species = tuple(species)
    sizes = [gained] if brood.is_swarm and gained else [1] * gained
    free = [
        unit
        for unit in stage.slots(number)
        if state.at[unit] == OFF and not state.size[unit] and unit not in stage.dummies
    ]
    for unit, size in zip(free, sizes, strict=False):
        state.size[unit], state.health[unit], state.flags[unit] = size, HEALTHY, AWAY
        state.stage[unit] = max(state.stage[other] for other in units)
    return ()


@INTERPHASE.run("preds-return")
def _preds_return(stage: Stage, state: State) -> None:
    """Preds and all dummies come back, away from the command post.

    Source: bug-hunter 313.3, 326.3
    """
    units = [
        pred
        for pred in stage.preds
        if state.flags[pred] & AWAY or (pred in stage.dummies and state.at[pred] == OFF)
    ]
    state.push(*(("pred-returns", pred) for pred in units))


@INTERPHASE.run("pred-returns")
def _ask_return(stage: Stage, state: State, pred: int) -> Decision | None:
    if not _return_cells(stage, state, pred):
        return None
    return Decision(PRED, "set up", "rule/313.3", (pred,))


@INTERPHASE.option("pred-returns")
def _return_options(stage: Stage, state: State, pred: int) -> Sequence[Action]:
    return [("at", cell) for cell in _return_cells(stage, state, pred)]


def _return_cells(stage: Stage, state: State, pred: int) -> list[int]:
    cells = [cell for cell in stage.far_from_post if has_room(stage, state, pred, cell)]
    return cells or sorted(stage.nests(stage.cast.brood_of[pred - len(stage.people)]))


@INTERPHASE.answer("pred-returns")
def _return(stage: Stage, state: State, action: Action, pred: int) -> Sequence[Use]:
    state.at[pred] = int(action[1])
    state.clear(pred, AWAY)
    return ()


@INTERPHASE.run("study")
def _ask_study(stage: Stage, state: State) -> Roll | None:
    """A science officer may find out a power, by an optional rule."""
    if not any(may_do(stage, human, "reveal-power") for human in standing(stage, state)):
        return None
    if not stage.uses("308.2") or not _unknown(state):
        return None
    return Roll("1d6", HUMAN, "study", "rule/308.2")


@INTERPHASE.answer("study")
def _study(stage: Stage, state: State, thrown: Thrown) -> Sequence[Use]:
    if thrown.total == stage.figure("scattered-figures", "roll that reveals a power"):
        state.shown_powers |= {_unknown(state)[0]}
    return ()


def _unknown(state: State) -> list[str]:
    return sorted({power for powers in state.species for power in powers} - state.shown_powers)


@INTERPHASE.run("order-destruction")
def _ask_order(stage: Stage, state: State) -> Decision | None:
    if not may_order(stage, state):
        return None
    return Decision(HUMAN, "order", "rule/319.1")


@INTERPHASE.option("order-destruction")
def _order_options(stage: Stage, state: State) -> Sequence[Action]:
    return [("order-destruction",), ("go-on",)]


@INTERPHASE.answer("order-destruction")
def _order(stage: Stage, state: State, action: Action) -> Sequence[Use]:
    if action[0] == "order-destruction":
        state.destruct = -1
    return ()
