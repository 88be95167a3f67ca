"""Air: breaches, how it is lost round by round, whom that harms, airlocks and suits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED
from builder.games.bug_hunter.play.rules.harm import BY_AIR, harm
from builder.games.bug_hunter.play.situation import is_harmful, is_human, outside_air
from builder.games.bug_hunter.play.stage import AIRS, Stage
from builder.games.bug_hunter.play.state import DOFFING, DONNING, OFF, SUITED, State
from builder.games.bug_hunter.play.terrain.ground import AIRTIGHT, INTERIOR, NO_EDGE
from builder.games.bug_hunter.play.terrain.reach import clock
from builder.playtest.agenda import Agenda
from builder.playtest.play import Roll, Thrown
from builder.playtest.tables import Use

AIR = Agenda()
_KINDS = {INTERIOR: "interior-door", AIRTIGHT: "airtight-door"}


def breach(stage: Stage, state: State, edge: int) -> None:
    """Break a hole into a hexside: it is open from now on, and air may be lost through it.

    Source: bug-hunter 304.1
    """
    if edge in state.open:
        return
    state.open |= {edge}
    leak(stage, state, edge)


def leak(stage: Stage, state: State, edge: int) -> None:
    """Air begins to be lost through a hexside."""
    here, there = stage.ground.edges[edge].areas
    if state.air[here] != state.air[there]:
        worse = max(state.air[here], state.air[there])
        state.front |= {area for area in (here, there) if state.air[area] < worse}


def breach_around(stage: Stage, state: State, cell: int) -> None:
    """Break holes into every hexside of a cell that is a wall or door."""
    for step in stage.ground.steps[cell]:
        if step.edge != NO_EDGE:
            breach(stage, state, step.edge)


def lose_air(stage: Stage, state: State) -> None:
    """The loss of air goes on at the start of a round.

    Source: bug-hunter 304.1
    """
    if not state.front:
        return
    spread = _spread(stage, state)
    front = set(state.front)
    waiting = list(front)
    lost = outside_air(stage)
    while waiting:
        area = waiting.pop()
        newly = {other for other in spread["same round"][area] if state.air[other] < lost} - front
        front |= newly
        waiting += newly
    for area in front:
        state.air[area] = lost
    state.gas -= front
    following = {other for area in front for other in spread["next round"][area]}
    state.front = frozenset(other for other in following if state.air[other] < lost)


def lose_all_air(stage: Stage, state: State) -> None:
    """The loss of air goes on as far as it can."""
    while state.front:
        lose_air(stage, state)


def _spread(stage: Stage, state: State) -> dict[str, dict[int, set[int]]]:
    """The neighbors of each area, by when they lose their air after it."""
    spread: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    barriers = stage.tables["decompression-barriers"]
    ground = stage.ground
    for number, edge in enumerate(ground.edges):
        if number in state.open or number in state.held:
            kind = "open"
        elif edge.kind in _KINDS:
            kind = _KINDS[edge.kind]
        else:
            continue
        here, there = edge.areas
        when = str(barriers.result(kind))
        spread[when][here].add(there)
        spread[when][there].add(here)
    for cell, others in ground.hatches.items():
        for there, is_hatch in others:
            when = str(barriers.result("hatch" if is_hatch else "stairs"))
            spread[when][ground.area_of[cell]].add(ground.area_of[there])
    return spread


def exposed(stage: Stage, state: State, units: Iterable[int]) -> list[tuple[str, int]]:
    """The attacks of the air on those of some counters that it harms."""
    return [
        ("exposure", unit)
        for unit in units
        if state.at[unit] != OFF
        and state.air[stage.ground.area_of[state.at[unit]]]
        and is_harmful(stage, state, unit, state.at[unit])
    ]


@AIR.run("exposure")
def _ask_exposure(stage: Stage, state: State, unit: int) -> Roll | None:
    if state.at[unit] == OFF:
        return None
    return Roll("2d6", HUMAN if is_human(stage, unit) else PRED, "air", "table/decompression-attack")


@AIR.answer("exposure")
def _expose(stage: Stage, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    """Source: bug-hunter 304.2."""
    label = AIRS[state.air[stage.ground.area_of[state.at[unit]]]]
    columns, results = stage.tables["decompression-attack"], stage.tables["combat-results"]
    column = str(columns.result(label))
    harm(stage, state, unit, str(results.result(column, thrown.total)), BY_AIR)
    return (columns.use(label), results.use(column, thrown.total))


def locks_beside(stage: Stage, state: State, unit: int) -> Iterator[int]:
    """The airlocks and bays that a counter can cycle: it is next to one of their doors, and may do it now.

    Source: bug-hunter 303.2
    """
    cell = state.at[unit]
    now = clock(stage, state)
    for step in stage.ground.steps[cell]:
        if step.edge == NO_EDGE or stage.ground.edges[step.edge].kind != AIRTIGHT or step.edge in state.open:
            continue
        for area in stage.ground.edges[step.edge].areas:
            if (
                stage.locks[area]
                and state.cycled[area] < now - 1
                and len(airs_around(stage, state, area)) > 1
            ):
                yield area


def airs_around(stage: Stage, state: State, area: int) -> list[int]:
    """The kinds of air behind the doors of an airlock."""
    return sorted({state.air[area], *(state.air[other] for other in stage.areas_behind_doors(area))})


def cycle(stage: Stage, state: State, area: int) -> None:
    """Let the air out of an airlock, or into it."""
    airs = airs_around(stage, state, area)
    now = state.air[area]
    others = [air for air in airs if air != now]
    if others:
        state.air[area] = others[-1] if now == airs[0] else airs[0]
        state.cycled[area] = clock(stage, state)


@AIR.run("suit")
def _ask_suit(stage: Stage, state: State, unit: int, act: str) -> Roll:
    return Roll("1d6", HUMAN, "suit", "table/spacesuit")


@AIR.answer("suit")
def _change(stage: Stage, state: State, thrown: Thrown, unit: int, act: str) -> Sequence[Use]:
    """Source: bug-hunter 317.1."""
    table = stage.tables["spacesuit"]
    done = table.result(act, thrown.total) == "done"
    state.clear(unit, DONNING | DOFFING)
    if act == "don":
        state.mark(unit, SUITED if done else DONNING)
        if done:
            _take_suit(stage, state, unit)
    elif done:
        state.clear(unit, SUITED)
        _leave_suit(stage, state, state.at[unit])
    else:
        state.mark(unit, DOFFING)
    return (table.use(act, thrown.total),)


def suits_at(stage: Stage, state: State, unit: int) -> bool:
    """Whether somebody can put on a suit where he is: at a locker, at a suit on the floor, or his own."""
    return state.suits[state.at[unit]] != 0 or stage.cast.arm("spacesuit") in state.carried[unit]


def _take_suit(stage: Stage, state: State, unit: int) -> None:
    suit = stage.cast.arm("spacesuit")
    if suit in state.carried[unit]:
        carried = list(state.carried[unit])
        carried.remove(suit)
        state.carried[unit] = tuple(carried)
    elif state.suits[state.at[unit]] > 0:
        state.suits[state.at[unit]] -= 1


def _leave_suit(stage: Stage, state: State, cell: int) -> None:
    if state.suits[cell] >= 0:
        state.suits[cell] += 1
