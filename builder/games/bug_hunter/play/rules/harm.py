"""The effects of combat results on people and Preds: wounds, deaths, panic, and who is shaken by it."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.situation import (
    creatures,
    defense,
    is_awake,
    is_human,
    reveal,
    spots,
    standing,
    stands,
)
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    DEAD,
    EXPOSED,
    FACE_UP,
    HELD,
    INCAPACITATED,
    KNOWN,
    OFF,
    PANICKED,
    POISONED,
    PRONE,
    READY,
    STUNNED,
    WOUNDED,
    State,
)
from builder.playtest.agenda import Agenda
from builder.playtest.play import Roll, Thrown
from builder.playtest.tables import Use

HARM = Agenda()
NOBODY = -1

# The ways in which a result comes about.
BY_FIRE, BY_HAND, BY_AIR, BY_BLAST = "fire", "hand", "air", "blast"


def harm(stage: Stage, state: State, unit: int, result: str, how: str, by: int = NOBODY) -> None:
    """Carry out a result of a combat table against a counter; ``by`` is the counter that attacked."""
    if result in ("none", "F") or state.at[unit] == OFF:
        return
    if is_human(stage, unit):
        _harm_human(stage, state, unit, result, how, by)
    elif state.size[unit] == 0:
        remove(stage, state, unit)
    elif stage.brood(unit).is_swarm:
        _harm_swarm(stage, state, unit, result)
    else:
        _harm_pred(stage, state, unit, result)


def remove(stage: Stage, state: State, unit: int) -> None:
    """Take a counter off the map, and let go of whatever it holds."""
    state.at[unit] = OFF
    let_go(stage, state, unit)
    state.clear(unit, FACE_UP | KNOWN | EXPOSED | HELD | READY)
    for other in stage.preds:
        if state.keeper[other] == unit:
            release(state, other)


def let_go(stage: Stage, state: State, unit: int) -> None:
    """Close the door that a counter holds open."""
    if state.door[unit] >= 0 and not state.flags[unit] & EXPOSED:
        state.door[unit] = -1
        state.held = frozenset(
            state.door[other]
            for other in range(stage.cast.units)
            if state.door[other] >= 0 and not state.flags[other] & EXPOSED
        )


def release(state: State, unit: int) -> None:
    """End the control over a subdued counter."""
    state.clear(unit, 1 << 9)
    state.keeper[unit] = NOBODY


def _harm_human(stage: Stage, state: State, unit: int, result: str, how: str, by: int) -> None:
    if result == "stun":
        state.mark(unit, STUNNED)
        return
    if result in ("P", "P#"):
        if result == "P#" and stage.assumes("panic-number", "panics"):
            panic(stage, state, unit, prone=how == BY_FIRE and by != NOBODY)
        else:
            state.push(("panic-check", unit, 0, how == BY_FIRE))
        return
    before = state.health[unit]
    after = _worse(stage, before, result)
    shaken = _witnesses(stage, state, unit, after)
    state.health[unit] = after
    if how == BY_HAND and after < DEAD and "poisonous" in _powers(stage, state, by):
        state.mark(unit, POISONED)
    if after >= INCAPACITATED:
        _count_casualty(stage, state, unit, before, after)
    elif stage.assumes("human-panic", "wounds-and-witnesses"):
        state.push(("panic-check", unit, 0, False))
    state.push(*shaken)


def _powers(stage: Stage, state: State, unit: int) -> Sequence[str]:
    if unit == NOBODY or is_human(stage, unit):
        return ()
    return state.species[state.stage[unit]]


def _worse(stage: Stage, before: int, result: str) -> int:
    """The health after a result that injures."""
    if result == "K" or before >= INCAPACITATED:
        return DEAD
    if result == "I":
        return INCAPACITATED
    if before == WOUNDED:
        return DEAD if stage.assumes("second-wound", "kills") else INCAPACITATED
    return WOUNDED


def _witnesses(stage: Stage, state: State, unit: int, after: int) -> list[tuple[str, int, int, bool]]:
    """The panic checks of those who see or hear what happens to a human.

    Source: bug-hunter 311.3
    """
    checks = []
    person = stage.cast.people[unit]
    for other in standing(stage, state):
        if other == unit or state.flags[other] & PANICKED:
            continue
        sees = is_awake(state, other) and spots(stage, state, other, unit)
        mate = stage.cast.people[other]
        if mate.radio and person.radio and mate.squad == person.squad:
            by_radio = 0 if sees else stage.figure("radiocom", "panic-check-by-radio")
            checks.append(("panic-check", other, by_radio, False))
        elif sees and after >= INCAPACITATED and not stage.assumes("human-panic", "own-results"):
            checks.append(("panic-check", other, 0, False))
    return checks


def _count_casualty(stage: Stage, state: State, unit: int, before: int, after: int) -> None:
    """Draw preservation chits for a loss, and let go of everything.

    Source: bug-hunter 308.2
    """
    state.clear(unit, READY)
    for other in stage.preds:
        if state.keeper[other] == unit:
            release(state, other)
    let_go(stage, state, unit)
    casualty = stage.assumes("preservation", "casualties")
    if (before < INCAPACITATED and (casualty or after == DEAD)) or (after == DEAD and not casualty):
        draw_chits(stage, state, unit, 1)
    if after == DEAD:
        draw_chits(stage, state, unit, _extra_chits(stage, state, unit))
        _drop_all(state, unit)
        remove(stage, state, unit)


def _drop_all(state: State, unit: int) -> None:
    """Everything that a dead man had lies where he fell."""
    cell = state.at[unit]
    dropped = (state.arm[unit], *state.carried[unit])
    state.dropped += tuple((cell, arm) for arm in dropped if arm >= 0)
    state.arm[unit], state.rounds[unit], state.carried[unit] = OFF, OFF, ()
    state.charges = tuple(
        (at, arm, lying_detonator(cell) if detonator == unit else detonator)
        for at, arm, detonator in state.charges
    )


def lying_detonator(cell: int) -> int:
    """The number in a charge that stands for a detonator that lies in a cell: less than -1."""
    return OFF - 1 - cell


def detonator_cell(number: int) -> int:
    """The cell of a detonator that lies there."""
    return OFF - 1 - number


def sweep_out(stage: Stage, state: State, unit: int) -> None:
    """Whoever is swept into space is dead.

    Source: bug-hunter 325.3
    """
    if is_human(stage, unit):
        _harm_human(stage, state, unit, "K", BY_AIR, NOBODY)
        return
    if state.size[unit]:
        if stage.brood(unit).is_swarm:
            state.lost[stage.cast.brood_of[unit - len(stage.people)]] += state.size[unit]
            state.size[unit] = 0
        state.health[unit] = DEAD
    remove(stage, state, unit)


def _extra_chits(stage: Stage, state: State, unit: int) -> int:
    person = stage.cast.people[unit]
    if not person.position:
        return 0
    acts_as = stage.game.find("position", person.position).get("acts_as", {})
    role = acts_as.get(person.unit, person.position)
    cost = stage.tables["loss-of-position"].result(role).get("preservation chits", 0)
    if role == "first-officer" and any(
        stands(state, other) and stage.cast.people[other].position == "squad-leader"
        for other in stage.people
        if stage.cast.people[other].force == person.force
    ):
        return 0
    return cost if isinstance(cost, int) else 0


def draw_chits(stage: Stage, state: State, human: int, number: int) -> None:
    """Draw preservation chits for the force of a human.

    Source: bug-hunter 313.0
    """
    state.chits[stage.cast.people[human].force] += number


def panic(stage: Stage, state: State, unit: int, *, prone: bool) -> None:
    """A human panics, and goes prone only under fire.

    Source: bug-hunter 312.1
    """
    state.mark(unit, PANICKED | (PRONE if prone else 0))
    state.clear(unit, READY)
    let_go(stage, state, unit)


def _harm_pred(stage: Stage, state: State, unit: int, result: str) -> None:
    if result == "stun":
        state.mark(unit, STUNNED)
        return
    if result in ("W", "I", "K"):
        cell = state.at[unit]
        after = _worse(stage, state.health[unit], result)
        bleed(stage, state, unit)
        if after == DEAD:
            _mourn(stage, state, unit)
            state.health[unit] = DEAD
            remove(stage, state, unit)
            return
        state.health[unit] = after
        if after == INCAPACITATED and cell != OFF:
            return
    if stage.tables["pred-panic-causes"].result(result):
        state.push(("pred-check", unit))


def _harm_swarm(stage: Stage, state: State, unit: int, result: str) -> None:
    """Source: bug-hunter 320.2."""
    losses = swarm_losses(stage, state.size[unit], result)
    if losses:
        bleed(stage, state, unit)
        _mourn(stage, state, unit)
        brood = stage.cast.brood_of[unit - len(stage.people)]
        state.lost[brood] += losses
        state.size[unit] -= losses
        if not state.size[unit]:
            state.health[unit] = DEAD
            remove(stage, state, unit)
            return
    if stage.tables["pred-panic-causes"].result(result):
        state.push(("pred-check", unit))


def swarm_losses(stage: Stage, number: int, result: str) -> int:
    """The creatures of a swarm that a result kills."""
    return int(stage.game.procedure("swarm-losses")(number, result))


def bleed(stage: Stage, state: State, unit: int) -> None:
    """Corrosive blood attacks the humans near a Pred that is injured.

    Source: bug-hunter 321.1
    """
    if "corrosive-blood" not in state.species[state.stage[unit]]:
        return
    state.shown_powers |= {"corrosive-blood"}
    here = state.at[unit]
    for human in standing(stage, state):
        near = stage.ground.far[here][state.at[human]] <= stage.figure(
            "scattered-figures", "reach of corrosive blood"
        )
        if near and spots(stage, state, unit, human):
            state.push(
                ("blast", human, stage.figure("scattered-figures", "firepower of corrosive blood"), PRED)
            )


def _mourn(stage: Stage, state: State, unit: int) -> None:
    """Preds that see another one die check for panic.

    Source: bug-hunter 323.2
    """
    if not stage.tables["pred-panic-causes"].result("Pred killed in sight"):
        return
    for other in creatures(stage, state):
        if other != unit and state.health[other] < INCAPACITATED and spots(stage, state, other, unit):
            state.push(("pred-check", other))


@HARM.run("panic-check")
def _ask_panic(stage: Stage, state: State, unit: int, plus: int, under_fire: bool) -> Roll | None:
    if not stands(state, unit) or state.flags[unit] & PANICKED:
        return None
    return Roll("1d6", HUMAN, "panic", "rule/312.1")


@HARM.answer("panic-check")
def _check_panic(
    stage: Stage, state: State, thrown: Thrown, unit: int, plus: int, under_fire: bool
) -> Sequence[Use]:
    shaken = (
        state.sacrifices * stage.figure("sacrifice", "every later panic check") if state.sacrifices else 0
    )
    if thrown.total + plus + max(-1, shaken) < stage.cast.people[unit].panic:
        panic(stage, state, unit, prone=under_fire)
    return ()


@HARM.run("pred-check")
def _ask_pred(stage: Stage, state: State, unit: int) -> Roll | None:
    if state.at[unit] == OFF or state.health[unit] >= INCAPACITATED or state.flags[unit] & PANICKED:
        return None
    return Roll("1d6", PRED, "panic", "rule/323.2")


@HARM.answer("pred-check")
def _check_pred(stage: Stage, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    """A Pred that panics flees off the map.

    Source: bug-hunter 323.3
    """
    if thrown.total < state.panic:
        remove(stage, state, unit)
        state.mark(unit, PANICKED)
    return ()


@HARM.run("blast")
def _ask_blast(stage: Stage, state: State, unit: int, strength: int, owner: str) -> Roll | None:
    if state.at[unit] == OFF:
        return None
    return Roll("2d6", owner, "blast", "table/combat-results")


@HARM.answer("blast")
def _blast(stage: Stage, state: State, thrown: Thrown, unit: int, strength: int, owner: str) -> Sequence[Use]:
    column = stage.column(strength, defense(stage, state, unit))
    if not is_human(stage, unit):
        reveal(state, unit, "carapace")
    table = stage.tables["combat-results"]
    harm(stage, state, unit, str(table.result(column, thrown.total)), BY_BLAST)
    return (table.use(column, thrown.total),)
