"""Carries out the tasks that players choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.rules.air import cycle
from builder.games.bug_hunter.play.rules.burdens import place_charge, set_off, take_detonator
from builder.games.bug_hunter.play.rules.close import CAGE, NET, PROD, close_targets
from builder.games.bug_hunter.play.rules.fire import DIRECT, can_screech, cover_up, needs_card, shoot
from builder.games.bug_hunter.play.rules.harm import release
from builder.games.bug_hunter.play.rules.rushes import rush_places, rush_points
from builder.games.bug_hunter.play.rules.spotting import spot_pred, turn_up
from builder.games.bug_hunter.play.rules.tasks import FARTHEST, WAIT, aim_cells, free_dummy, spare_slot
from builder.games.bug_hunter.play.rules.vehicles import board, cut, launch, launch_probe
from builder.games.bug_hunter.play.rules.walk import begin_move, ride
from builder.games.bug_hunter.play.situation import allowance, can_act, is_human, reveal
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import (
    ABOARD,
    ACTED,
    BUSY,
    EMPTY,
    EVADING,
    FACE_UP,
    HELD,
    IDLE,
    OFF,
    PRIMED,
    PRONE,
    READY,
    SUBDUED,
    State,
)
from builder.games.bug_hunter.play.terrain.reach import clock, ways_of
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

DEEDS = Agenda()
Deed: TypeAlias = Callable[..., None]


@DEEDS.answer("task")
def _choose_task(stage: Stage, state: State, action: Action, unit: int) -> Sequence[Use]:
    state.mark(unit, IDLE if action[0] == "wait" else BUSY)
    DO[str(action[0])](stage, state, unit, *action[1:])
    return ()


def _do_move(stage: Stage, state: State, unit: int) -> None:
    begin_move(stage, state, unit, allowance(stage, state, unit))


def _do_evade(stage: Stage, state: State, unit: int) -> None:
    state.mark(unit, EVADING)
    if not is_human(stage, unit) and not state.flags[unit] & HELD:
        state.clear(unit, FACE_UP)
        spot_pred(stage, state, unit)
    if state.at[unit] != OFF:
        points = int(stage.game.find("task", "evade")["movement"])
        full = int(stage.game.find("task", "move")["movement"])
        begin_move(stage, state, unit, allowance(stage, state, unit) * points // full)


def _do_stand(stage: Stage, state: State, unit: int) -> None:
    arm = state.arm[unit]
    if arm >= 0 and stage.cast.arms[arm].slug == "pulse-rifle":
        state.push(("stand", unit))
    else:
        state.clear(unit, PRONE)


@DEEDS.run("stand")
def _ask_stand(stage: Stage, state: State, unit: int) -> Roll:
    return Roll("1d6", HUMAN, "stand up", "weapon/pulse-rifle")


@DEEDS.answer("stand")
def _stand(stage: Stage, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    """Source: bug-hunter 306.1."""
    if thrown.total <= stage.figure("scattered-figures", "highest roll to stand up with a pulse rifle"):
        state.clear(unit, PRONE)
    return ()


def _do_fire(stage: Stage, state: State, unit: int, target: str | int) -> None:
    if not is_human(stage, unit):
        turn_up(stage, state, unit)
        reveal(state, unit, "intelligent")
    shoot(stage, state, unit, int(target))


def _do_screech(stage: Stage, state: State, unit: int, target: str | int) -> None:
    arm = stage.cast.arm(can_screech(stage, state, unit))
    _draw_first(stage, state, arm, int(target))
    state.push(("hold", unit, int(target), can_screech(stage, state, unit), False))


def _draw_first(stage: Stage, state: State, arm: int, target: int) -> None:
    if needs_card(stage, state, arm, target):
        state.push(("effect-card", arm))


def _do_hold(tool: str) -> Deed:
    def hold(stage: Stage, state: State, unit: int, target: str | int) -> None:
        state.push(("hold", unit, int(target), tool, False), ("defend", int(target), unit))

    return hold


def _do_attack(stage: Stage, state: State, unit: int, target: str | int) -> None:
    let = int(target)
    if not is_human(stage, unit):
        turn_up(stage, state, unit)
    elif state.flags[let] & SUBDUED:
        release(state, let)
    state.push(("strike", unit, let), ("defend", let, unit))


def _do_rush(stage: Stage, state: State, unit: int, target: str | int) -> None:
    state.push(("rush", unit, int(target)), ("rushed", unit, int(target)))


@DEEDS.run("rush")
def _ask_rush(stage: Stage, state: State, unit: int, target: int) -> Decision:
    return Decision(PRED, "rush", "task/quick-move-and-attack", (unit, target))


@DEEDS.option("rush")
def _rush_options(stage: Stage, state: State, unit: int, target: int) -> Sequence[Action]:
    return [("to", cell) for cell in rush_places(stage, state, unit, target)]


@DEEDS.answer("rush")
def _rush(stage: Stage, state: State, action: Action, unit: int, target: int) -> Sequence[Use]:
    points = rush_points(stage, state, unit)
    ways = ways_of(stage, state, unit, points, climbs=False)
    way = ways.to(int(action[1]))
    if ways.arrivals[int(action[1])].spent > stage.brood(unit).allowance // 2:
        reveal(state, unit, "speed", "reflexes")
    state.push(("along", unit, 0, way, tuple(0 for _ in way)))
    return ()


@DEEDS.run("rushed")
def _rushed(stage: Stage, state: State, unit: int, target: int) -> None:
    if can_act(state, unit) and target in close_targets(stage, state, unit):
        turn_up(stage, state, unit)
        state.push(("strike", unit, target), ("defend", target, unit))


def _do_sight(stage: Stage, state: State, unit: int, target: str | int) -> None:
    turn_up(stage, state, int(target))


def _do_reload(stage: Stage, state: State, unit: int) -> None:
    state.clear(unit, EMPTY)


def _do_ready(stage: Stage, state: State, unit: int) -> None:
    state.mark(unit, READY)


def _do_exchange(stage: Stage, state: State, unit: int, other: str | int) -> None:
    carried = list(state.carried[unit])
    carried.remove(int(other))
    if state.arm[unit] >= 0:
        carried.append(state.arm[unit])
    state.arm[unit] = int(other)
    state.carried[unit] = tuple(carried)
    state.clear(unit, EMPTY | PRIMED)
    rounds = stage.cast.arms[int(other)]
    state.rounds[unit] = (
        rounds.rounds // rounds.salvo if rounds.dry and _is_counted(stage, rounds.dry) else -1
    )


def _is_counted(stage: Stage, row: str) -> bool:
    return str(stage.tables["ammunition"].result(row)) == "counted"


def _do_prepare(stage: Stage, state: State, unit: int, grenade: str | int) -> None:
    """Have a grenade ready in the hand; the weapon stays slung."""
    state.mark(unit, PRIMED)
    carried = list(state.carried[unit])
    carried.remove(int(grenade))
    state.carried[unit] = (int(grenade), *carried)


def _do_throw(stage: Stage, state: State, unit: int) -> None:
    state.push(("aim", unit, state.carried[unit][0]))


def _do_launch(stage: Stage, state: State, unit: int) -> None:
    state.push(("aim-launcher", unit))


@DEEDS.run("aim")
def _ask_aim(stage: Stage, state: State, unit: int, grenade: int) -> Decision:
    return Decision(HUMAN, "aim", "table/scatter", (unit,))


@DEEDS.option("aim")
def _aim_options(stage: Stage, state: State, unit: int, grenade: int) -> Sequence[Action]:
    most = stage.throw_range
    return [("at", cell) for cell in aim_cells(stage, state, unit, most)] or [WAIT]


@DEEDS.answer("aim")
def _aim(stage: Stage, state: State, action: Action, unit: int, grenade: int) -> Sequence[Use]:
    if action[0] == "at":
        carried = list(state.carried[unit])
        carried.remove(grenade)
        state.carried[unit] = tuple(carried)
        state.clear(unit, PRIMED)
        state.push(("scatter", unit, grenade, int(action[1])))
    return ()


@DEEDS.run("aim-launcher")
def _ask_launcher(stage: Stage, state: State, unit: int) -> Decision:
    return Decision(HUMAN, "aim", "rule/306.2", (unit,))


@DEEDS.option("aim-launcher")
def _launcher_options(stage: Stage, state: State, unit: int) -> Sequence[Action]:
    return [("at", cell) for cell in aim_cells(stage, state, unit, FARTHEST)] or [WAIT]


@DEEDS.answer("aim-launcher")
def _launch(stage: Stage, state: State, action: Action, unit: int) -> Sequence[Use]:
    """Source: bug-hunter 306.2."""
    if action[0] != "at":
        return ()
    arm = stage.cast.arms[state.arm[unit]]
    load = stage.cast.people[unit].load or _standard_salvo(stage)
    fired = load[: arm.salvo] if arm.kind == "launcher" else load[:1]
    state.push(*(("scatter", unit, grenade, int(action[1])) for grenade in fired), ("ammunition", unit))
    if state.rounds[unit] > 0 and arm.kind == "launcher":
        state.rounds[unit] -= 1
    return ()


def _standard_salvo(stage: Stage) -> tuple[int, ...]:
    offensive, incendiary = stage.cast.arm("offensive-grenade"), stage.cast.arm("incendiary-grenade")
    return (offensive, offensive, incendiary)


def _do_cycle(stage: Stage, state: State, unit: int, area: str | int) -> None:
    if not is_human(stage, unit):
        reveal(state, unit, "intelligent")
    cycle(stage, state, int(area))


def _do_ride(stage: Stage, state: State, unit: int, number: str | int, stop: str | int) -> None:
    ride(stage, state, int(number), int(stop))


def _do_don(stage: Stage, state: State, unit: int) -> None:
    state.push(("suit", unit, "don"))


def _do_doff(stage: Stage, state: State, unit: int) -> None:
    state.push(("suit", unit, "doff"))


def _do_drive(stage: Stage, state: State, unit: int, pred: str | int) -> None:
    state.push(("herd", unit, int(pred)))


def _do_take_cage(stage: Stage, state: State, unit: int) -> None:
    state.carried[unit] = (*state.carried[unit], stage.cast.arm(CAGE))


def _do_order(stage: Stage, state: State, unit: int, other: str | int) -> None:
    state.leader = int(other)


def _do_struggle(stage: Stage, state: State, unit: int) -> None:
    state.push(("struggle", unit))


def _do_split(stage: Stage, state: State, unit: int, part: str | int, rest: str | int) -> None:
    """A part of a swarm acts, and the rest stays.

    Source: bug-hunter 322.2
    """
    other = spare_slot(stage, state, unit)
    state.at[other] = state.at[unit]
    state.size[other], state.size[unit] = int(rest), int(part)
    state.health[other] = 0
    state.flags[other] = state.flags[unit] | ACTED
    state.stage[other] = state.stage[unit]
    state.push(("task", unit))


def _do_dummy(stage: Stage, state: State, unit: int) -> None:
    """Source: bug-hunter 324.1, 326.3."""
    other = free_dummy(stage, state, unit)
    state.at[other] = state.at[unit]
    state.flags[other] = ACTED
    spot_pred(stage, state, other)


def _do_arm(stage: Stage, state: State, unit: int) -> None:
    """An intelligent Pred takes the weapon of a dead human.

    Source: bug-hunter 321.1
    """
    taken = next(
        (cell, arm)
        for cell, arm in state.dropped
        if cell == state.at[unit] and stage.cast.arms[arm].kind in DIRECT
    )
    dropped = list(state.dropped)
    dropped.remove(taken)
    state.dropped = tuple(dropped)
    state.arm[unit], state.rounds[unit] = taken[1], -1
    reveal(state, unit, "intelligent")


def _do_wait(stage: Stage, state: State, unit: int) -> None:
    """Do nothing else: only this counts as a whole round that is spent in a place."""
    state.stations[unit] = clock(stage, state)


def _do_leave(stage: Stage, state: State, unit: int) -> None:
    state.clear(unit, ABOARD)


def _do_board(stage: Stage, state: State, unit: int, number: str | int, cell: str | int) -> None:
    board(stage, state, unit, int(cell))


def _do_launch_boat(stage: Stage, state: State, unit: int, objective: str | int) -> None:
    launch(stage, state)


def _do_crawl(stage: Stage, state: State, unit: int) -> None:
    state.push(("crawl", unit))


def _do_cut(stage: Stage, state: State, unit: int, edge: str | int) -> None:
    cut(stage, state, int(edge))


def _do_carry(stage: Stage, state: State, unit: int, pred: str | int, helper: str | int) -> None:
    state.mark(int(helper), ACTED | BUSY)
    state.push(("carry", unit, int(helper), int(pred)))


def _do_place(stage: Stage, state: State, unit: int, arm: str | int) -> None:
    place_charge(stage, state, unit, int(arm))


def _do_take_detonator(stage: Stage, state: State, unit: int, number: str | int) -> None:
    take_detonator(state, unit, int(number))


def _do_launch_probe(stage: Stage, state: State, unit: int, objective: str | int, vehicle: str | int) -> None:
    launch_probe(stage, state, int(objective), int(vehicle))


def _do_detonate(stage: Stage, state: State, unit: int, number: str | int) -> None:
    set_off(stage, state, int(number))


@DEEDS.run("acted")
def _acted(stage: Stage, state: State, unit: int) -> None:
    if state.leader == unit:
        state.leader = OFF
    if state.flags[unit] & ABOARD:
        cover_up(state, unit)


DO: Mapping[str, Deed] = {
    "move": _do_move,
    "evade": _do_evade,
    "stand": _do_stand,
    "fire": _do_fire,
    "screech": _do_screech,
    "prod": _do_hold(PROD),
    "net": _do_hold(NET),
    "cage": _do_hold(CAGE),
    "attack": _do_attack,
    "rush": _do_rush,
    "sight": _do_sight,
    "reload": _do_reload,
    "ready": _do_ready,
    "exchange": _do_exchange,
    "prepare": _do_prepare,
    "throw": _do_throw,
    "launch": _do_launch,
    "cycle": _do_cycle,
    "ride": _do_ride,
    "don": _do_don,
    "doff": _do_doff,
    "drive": _do_drive,
    "take-cage": _do_take_cage,
    "order": _do_order,
    "struggle": _do_struggle,
    "split": _do_split,
    "dummy": _do_dummy,
    "arm": _do_arm,
    "wait": _do_wait,
    "leave": _do_leave,
    "board": _do_board,
    "launch-boat": _do_launch_boat,
    "crawl": _do_crawl,
    "cut": _do_cut,
    "carry": _do_carry,
    "detonate": _do_detonate,
    "place": _do_place,
    "take-detonator": _do_take_detonator,
    "launch-probe": _do_launch_probe,
}
