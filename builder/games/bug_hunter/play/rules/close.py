"""Hand-to-hand combat, and holding Preds with prods, screechers, nets and cages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.rules.fire import can_screech, effect_of, sonic_column
from builder.games.bug_hunter.play.rules.harm import BY_HAND, harm, release
from builder.games.bug_hunter.play.rules.spotting import spot_pred
from builder.games.bug_hunter.play.situation import (
    allowance,
    can_act,
    is_human,
    is_shut_down,
    lets_pass,
    reveal,
    spots,
    standing,
    stands,
    touches,
)
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ASLEEP,
    CAGED,
    DEAD,
    FACE_UP,
    HELD,
    INCAPACITATED,
    NETTED,
    OFF,
    STUNNED,
    SUBDUED,
    State,
)
from builder.games.bug_hunter.play.terrain.reach import places_of, ways_of
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

CLOSE = Agenda()
PROD, NET, CAGE = "electric-prod", "net", "cage"
_DEFENSELESS = STUNNED | ASLEEP | HELD
_FIGHTS = {1: "ability-bonus", -1: "ability-penalty"}


def close_targets(stage: Stage, state: State, unit: int) -> Iterator[int]:
    """The enemies that a counter can attack hand-to-hand."""
    here = state.at[unit]
    if is_human(stage, unit):
        for pred in stage.preds:
            there = state.at[pred]
            if there == OFF or state.health[pred] == DEAD or state.flags[pred] & CAGED:
                continue
            if state.flags[pred] & FACE_UP and touches(stage, state, here, there):
                yield pred
        return
    helpless = stage.assumes("helpless", "attacked")
    for human in stage.people:
        there = state.at[human]
        if there == OFF or not touches(stage, state, here, there):
            continue
        if stands(state, human) or (helpless and state.health[human] == INCAPACITATED):
            yield human


def rating(stage: Stage, state: State, unit: int) -> int:
    """The hand-to-hand rating of a counter; that of a human is nothing."""
    return 0 if is_human(stage, unit) else stage.rating(state.species[state.stage[unit]])


def close_column(stage: Stage, state: State, attacker: int, defender: int) -> str:
    """The column of an attack without a device."""
    difference = rating(stage, state, attacker) - rating(stage, state, defender)
    return stage.close_column(difference)


def close_modifiers(stage: Stage, state: State, attacker: int, *, keeps: bool = False) -> tuple[str, ...]:
    """The modifiers of the dice of an attack.

    Source: bug-hunter 305.2, 309.3, 318.2
    """
    names = ["keep-hold"] if keeps else []
    if is_shut_down(stage, state, state.at[attacker]):
        names.append("shut-down")
    if is_human(stage, attacker) and stage.cast.people[attacker].fights:
        names.append(_FIGHTS[stage.cast.people[attacker].fights])
    return tuple(names)


def _owner(stage: Stage, unit: int) -> str:
    return HUMAN if is_human(stage, unit) else PRED


@CLOSE.run("strike")
def _ask_strike(stage: Stage, state: State, attacker: int, defender: int) -> Roll | None:
    if state.at[attacker] == OFF or state.at[defender] == OFF:
        return None
    return Roll("2d6", _owner(stage, attacker), "hand-to-hand", "table/hand-to-hand-results")


@CLOSE.answer("strike")
def _strike(stage: Stage, state: State, thrown: Thrown, attacker: int, defender: int) -> Sequence[Use]:
    column = close_column(stage, state, attacker, defender)
    modifiers = close_modifiers(stage, state, attacker)
    for unit in (attacker, defender):
        if not is_human(stage, unit):
            reveal(state, unit, "hand-to-hand")
    table = stage.tables["hand-to-hand-results"]
    use = (table.use(column, thrown.total, modifiers=modifiers),)
    harm(
        stage,
        state,
        defender,
        str(table.result(column, thrown.total, modifiers=modifiers)),
        BY_HAND,
        attacker,
    )
    return use


@CLOSE.run("defend")
def _defend(stage: Stage, state: State, defender: int, attacker: int) -> None:
    """Whoever is attacked hand-to-hand, and is not helpless, strikes back; even the panicked do.

    Source: bug-hunter 312.1
    """
    if stage.assumes("defense", "none") or OFF in (state.at[defender], state.at[attacker]):
        return
    if state.health[defender] >= INCAPACITATED or state.flags[defender] & _DEFENSELESS:
        return
    if not touches(stage, state, state.at[defender], state.at[attacker]) or not state.size[attacker]:
        return
    if _is_prodding(stage, state, defender):
        state.push(("hold", defender, attacker, PROD, False))
    else:
        state.push(("strike", defender, attacker))


@CLOSE.run("hold")
def _ask_hold(stage: Stage, state: State, human: int, pred: int, tool: str, keeps: bool) -> Roll | None:
    if state.at[human] == OFF or state.at[pred] == OFF:
        return None
    if tool == PROD:
        return Roll("2d6", HUMAN, "hand-to-hand", "table/hand-to-hand-results")
    return Roll("2d6", HUMAN, "non-lethal", "table/non-lethal-results")


@CLOSE.answer("hold")
def _hold(
    stage: Stage, state: State, thrown: Thrown, human: int, pred: int, tool: str, keeps: bool
) -> Sequence[Use]:
    """An attack with a prod, screecher, tranquilizer, net or cage.

    Source: bug-hunter 305.0
    """
    table, column, modifiers = hold_cell(stage, state, human, pred, tool, keeps=keeps)
    if not column:
        release(state, pred)
        return ()
    flat = stage.tables[table]
    result = str(flat.result(column, thrown.total, modifiers=modifiers))
    arm = stage.cast.arm(tool)
    card = effect_of(stage, state, arm, pred) if stage.cast.arms[arm].drawn_for else -1
    if result == "subdued" and card >= 0 and stage.effects[card].slug in ("no-effect", "enrage"):
        result = "none"
    _take_hold(stage, state, human, pred, result, keeps=keeps)
    return (flat.use(column, thrown.total, modifiers=modifiers),)


def hold_cell(
    stage: Stage, state: State, human: int, pred: int, tool: str, *, keeps: bool = False
) -> tuple[str, str, tuple[str, ...]]:
    """The table, the column and the modifiers of an attack that holds; no column out of range."""
    if tool == PROD:
        return "hand-to-hand-results", "prod", close_modifiers(stage, state, human, keeps=keeps)
    modifiers = ("keep-hold",) if keeps else ()
    if tool in (NET, CAGE):
        return "non-lethal-results", tool, ()
    far = stage.ground.far[state.at[human]][state.at[pred]]
    return "non-lethal-results", sonic_column(stage, tool, far), modifiers


def _take_hold(stage: Stage, state: State, human: int, pred: int, result: str, *, keeps: bool) -> None:
    if result == "subdued":
        state.mark(pred, SUBDUED | FACE_UP)
        state.keeper[pred] = human
        state.renewed[pred] = state.turn
        state.push(("herd", human, pred))
    elif result == "entangled":
        state.mark(pred, NETTED | FACE_UP)
    elif result == "caged":
        state.clear(pred, SUBDUED | NETTED | ASLEEP)
        state.mark(pred, CAGED | FACE_UP)
        state.keeper[pred] = -1
    elif result == "unconscious":
        state.mark(pred, ASLEEP)
    elif result == "K":
        harm(stage, state, pred, "K", BY_HAND, human)
    elif keeps:
        release(state, pred)


@CLOSE.run("control")
def _control(stage: Stage, state: State) -> None:
    """Keepers who were not activated in a turn roll at its end, since control has to be kept in each turn.

    Source: bug-hunter 305.2
    """
    for pred in stage.preds:
        if state.flags[pred] & SUBDUED and state.keeper[pred] >= 0 and state.renewed[pred] != state.turn:
            state.push(("renew", state.keeper[pred], pred))


@CLOSE.run("renew")
def _ask_renewal(stage: Stage, state: State, human: int, pred: int) -> Roll | None:
    if state.at[human] == OFF or state.at[pred] == OFF:
        return None
    by_hand = tool_of(stage, state, human) == PROD
    return Roll(
        "2d6",
        HUMAN,
        "hand-to-hand" if by_hand else "non-lethal",
        f"table/{'hand-to-hand' if by_hand else 'non-lethal'}-results",
    )


@CLOSE.answer("renew")
def _renew(stage: Stage, state: State, thrown: Thrown, human: int, pred: int) -> Sequence[Use]:
    table, column, modifiers = hold_cell(stage, state, human, pred, tool_of(stage, state, human), keeps=True)
    state.renewed[pred] = state.turn
    if not column:
        release(state, pred)
        return ()
    flat = stage.tables[table]
    if flat.result(column, thrown.total, modifiers=modifiers) != "subdued":
        release(state, pred)
    return (flat.use(column, thrown.total, modifiers=modifiers),)


@CLOSE.run("herd")
def _ask_herd(stage: Stage, state: State, human: int, pred: int) -> Decision | None:
    """Drive a subdued Pred.

    Source: bug-hunter 305.2
    """
    if not state.flags[pred] & SUBDUED or not can_act(state, human):
        return None
    return Decision(HUMAN, "herd", "rule/305.2", (human, pred))


@CLOSE.option("herd")
def _herd_options(stage: Stage, state: State, human: int, pred: int) -> Sequence[Action]:
    hexes = stage.figure("scattered-figures", "hexes that a subdued Pred moves")
    return [("stay",), *(("to", cell) for cell in driven_places(stage, state, pred, hexes))]


def driven_places(stage: Stage, state: State, unit: int, hexes: int) -> list[int]:
    """The cells within a number of steps, through doors that open; a hatch takes all of them."""
    ground = stage.ground
    frontier, reached = [state.at[unit]], {state.at[unit]}
    for _ in range(hexes):
        following = []
        for cell in frontier:
            for step in ground.steps[cell]:
                if step.there not in reached and lets_pass(stage, state, step.edge):
                    reached.add(step.there)
                    following.append(step.there)
        frontier = following
    reached |= {there for there, _ in ground.hatches.get(state.at[unit], ())}
    return sorted(reached - {state.at[unit]})


@CLOSE.answer("herd")
def _herd(stage: Stage, state: State, action: Action, human: int, pred: int) -> Sequence[Use]:
    if action[0] == "to":
        state.at[pred] = int(action[1])
    spot_pred(stage, state, pred)
    if _is_prodding(stage, state, human):
        state.push(("follow", human, pred))
    return ()


def _is_prodding(stage: Stage, state: State, human: int) -> bool:
    arm = state.arm[human]
    return arm >= 0 and stage.cast.arms[arm].slug == PROD


@CLOSE.run("follow")
def _ask_follow(stage: Stage, state: State, human: int, pred: int) -> Decision | None:
    return Decision(HUMAN, "follow", "rule/305.2", (human, pred))


@CLOSE.option("follow")
def _follow_options(stage: Stage, state: State, human: int, pred: int) -> Sequence[Action]:
    return [("stay",), *(("to", cell) for cell in follow_places(stage, state, human))]


def follow_places(stage: Stage, state: State, human: int) -> list[int]:
    """Where the keeper can follow: as far as he has driven the Pred, where there is room."""
    driven = set(
        driven_places(
            stage, state, human, stage.figure("scattered-figures", "hexes that a subdued Pred moves")
        )
    )
    return sorted(cell for cell in driven if not stage.stack or _room(stage, state, human, cell))


def _room(stage: Stage, state: State, human: int, cell: int) -> bool:
    others = sum(1 for other in standing(stage, state) if other != human and state.at[other] == cell)
    return others < stage.stack


@CLOSE.answer("follow")
def _follow(stage: Stage, state: State, action: Action, human: int, pred: int) -> Sequence[Use]:
    if action[0] == "to":
        state.at[human] = int(action[1])
    return ()


def keeps_hold(stage: Stage, state: State, pred: int) -> bool:
    """Whether the keeper of a subdued Pred is still in contact when a round ends.

    Source: bug-hunter 305.2, 305.3
    """
    human = state.keeper[pred]
    if human < 0 or not can_act(state, human) or state.at[pred] == OFF:
        return False
    here, there = state.at[human], state.at[pred]
    if can_screech(stage, state, human):
        tool = can_screech(stage, state, human)
        return bool(sonic_column(stage, tool, stage.ground.far[here][there])) and spots(
            stage, state, human, pred
        )
    return _is_prodding(stage, state, human) and touches(stage, state, here, there)


def tool_of(stage: Stage, state: State, human: int) -> str:
    """The device with which a human subdues."""
    return can_screech(stage, state, human) or PROD


@CLOSE.run("struggle")
def _ask_struggle(stage: Stage, state: State, pred: int) -> Roll | None:
    return Roll("2d6", PRED, "hand-to-hand", "table/hand-to-hand-results")


@CLOSE.answer("struggle")
def _struggle(stage: Stage, state: State, thrown: Thrown, pred: int) -> Sequence[Use]:
    """A Pred fights the net or cage that holds it.

    Source: bug-hunter 305.4, 305.5
    """
    column = stage.close_column(rating(stage, state, pred))
    table = stage.tables["hand-to-hand-results"]
    result = str(table.result(column, thrown.total))
    if result not in ("F", "none"):
        state.clear(pred, NETTED | CAGED)
    return (table.use(column, thrown.total),)


@CLOSE.run("enraged")
def _enraged(stage: Stage, state: State, pred: int) -> None:
    """An enraged Pred moves next to a human in its reach, and attacks him.

    Source: bug-hunter 321.3
    """
    if not can_act(state, pred):
        return
    ways = ways_of(stage, state, pred, allowance(stage, state, pred), climbs=False)
    cells = [ways.start, *places_of(stage, state, pred, ways)]
    rushes = [
        (ways.arrivals[cell].spent, cell, human)
        for cell in cells
        for human in standing(stage, state)
        if touches(stage, state, cell, state.at[human])
    ]
    if rushes:
        _, cell, human = min(rushes)
        state.at[pred] = cell
        spot_pred(stage, state, pred)
        state.push(("strike", pred, human))
