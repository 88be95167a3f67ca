"""Vehicles: boarding and leaving them, lifeboats, and pods that crawl over the hull."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN
from builder.games.bug_hunter.play.effects import moved
from builder.games.bug_hunter.play.rules.air import breach, leak
from builder.games.bug_hunter.play.rules.harm import sweep_out
from builder.games.bug_hunter.play.situation import may_do, stands
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import ABOARD, LEFT, OFF, State
from builder.games.bug_hunter.play.terrain.ground import NO_EDGE, WALL
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision
from builder.playtest.tables import Use
from builder.scenario.model import Vehicle

VEHICLES = Agenda()
LIFEBOAT, WORKPOD, PROBE = "lifeboat", "workpod", "probe"
LAUNCH, LAUNCH_PROBE = "launch-lifeboat", "launch-probe"


def cells_of(stage: Stage, vehicle: Vehicle) -> frozenset[int]:
    """The cells of a vehicle."""
    return stage.cells_of_vehicle(stage.scenario.vehicles.index(vehicle))


def vehicle_at(stage: Stage, cell: int, kind: str = "") -> int:
    """The number of the vehicle in a cell, of a kind if one is given; -1 if there is none."""
    for number, vehicle in enumerate(stage.scenario.vehicles):
        if cell in stage.cells_of_vehicle(number) and kind in ("", vehicle.kind.slug):
            return number
    return -1


def vehicle_tasks(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    """The actions of a human with vehicles."""
    cell = state.at[unit]
    if state.flags[unit] & ABOARD:
        yield ("leave",)
        return
    near = (cell, *(step.there for step in stage.ground.steps[cell] if _is_open(stage, state, step.edge)))
    boats = dict.fromkeys(
        (number, there)
        for there in near
        for number in [vehicle_at(stage, there)]
        if number >= 0
        and stage.scenario.vehicles[number].kind.slug != WORKPOD
        and not _has_gone(stage, state, number)
    )
    yield from (("board", number, there) for number, there in list(boats)[:1])
    for number, objective in enumerate(stage.scenario.objectives):
        is_here = objective.act == LAUNCH and cell in stage.cells_at(number)
        if is_here and not state.launched and may_do(stage, unit, LAUNCH):
            yield ("launch-boat", number)
        if objective.act == LAUNCH_PROBE and cell in stage.cells_at(number):
            may_launch = may_do(stage, unit, LAUNCH_PROBE)
            yield from ((LAUNCH_PROBE, number, each) for each in _probes(stage, state) if may_launch)


def _probes(stage: Stage, state: State) -> Iterator[int]:
    """The probes that are still on board."""
    for number, vehicle in enumerate(stage.scenario.vehicles):
        if vehicle.kind.slug == PROBE and number not in state.probes and stage.cells_of_vehicle(number):
            yield number


def bay_of(stage: Stage, number: int) -> tuple[int, ...]:
    """The cells of the bay of a vehicle."""
    return stage.ground.cells_of[stage.ground.area_of[min(stage.cells_of_vehicle(number))]]


def launch_probe(stage: Stage, state: State, objective: int, number: int) -> None:
    """Launch a probe: everything in its bay is swept into space with it.

    Source: bug-hunter 315.3, 325.3
    """
    state.probes |= {number}
    stage.count_act(state, objective)
    bay = bay_of(stage, number)
    for unit in range(stage.cast.units):
        if state.at[unit] in bay:
            sweep_out(stage, state, unit)
    state.dropped = tuple((cell, arm) for cell, arm in state.dropped if cell not in bay)
    state.charges = tuple(each for each in state.charges if each[0] not in bay)


def _is_open(stage: Stage, state: State, edge: int) -> bool:
    return edge == NO_EDGE or edge in state.open or edge in state.held


def _has_gone(stage: Stage, state: State, number: int) -> bool:
    return stage.scenario.vehicles[number].kind.slug == LIFEBOAT and state.launched < 0


def board(stage: Stage, state: State, unit: int, cell: int) -> None:
    """Get into a vehicle."""
    state.at[unit] = cell
    state.mark(unit, ABOARD)


def launch(stage: Stage, state: State) -> None:
    """Launch the lifeboat, which leaves in the next turn.

    Source: bug-hunter 315.5
    """
    state.launched = state.turn


def leave_on_time(stage: Stage, state: State) -> None:
    """In the Smoke Dissipation phase a lifeboat leaves that was launched in the last turn."""
    if 0 < state.launched < state.turn:
        depart(stage, state)


def depart(stage: Stage, state: State) -> None:
    """The lifeboat leaves, with everybody in it.

    Source: bug-hunter 315.5, 319.4
    """
    boats = [each for each in stage.scenario.vehicles if each.kind.slug == LIFEBOAT]
    if not boats or state.launched < 0:
        return
    state.launched = -1
    cells = frozenset(cell for boat in boats for cell in cells_of(stage, boat))
    for unit in stage.people:
        if state.at[unit] in cells and state.flags[unit] & ABOARD and stands(state, unit):
            state.at[unit] = OFF
            state.mark(unit, LEFT)
    for number, objective in enumerate(stage.scenario.objectives):
        if objective.act == LAUNCH:
            stage.count_act(state, number)


def pod_tasks(stage: Stage, state: State, unit: int) -> Iterator[Action]:
    """The actions of the operator of a workpod: crawl, cut, and get out.

    Source: bug-hunter 315.4
    """
    yield ("crawl",)
    for step in stage.ground.steps[state.at[unit]]:
        if (
            step.edge != NO_EDGE
            and stage.ground.edges[step.edge].kind == WALL
            and step.edge not in state.open
        ):
            yield ("cut", step.edge)


def is_in_pod(stage: Stage, state: State, unit: int) -> bool:
    """Whether somebody is in a workpod."""
    pods = (each for each in stage.scenario.vehicles if each.kind.slug == WORKPOD)
    ids = {person.id for pod in pods for person in pod.people}
    return bool(state.flags[unit] & ABOARD) and stage.cast.people[unit].id in ids


def cut(stage: Stage, state: State, edge: int) -> None:
    """Cut the hull: air is lost after one round, and a person gets through after two."""
    if edge in state.cuts:
        breach(stage, state, edge)
    else:
        state.cuts |= {edge}
        leak(stage, state, edge)


@VEHICLES.run("crawl")
def _ask_crawl(stage: Stage, state: State, unit: int) -> Decision:
    return Decision(HUMAN, "crawl", "rule/315.4", (unit,))


@VEHICLES.option("crawl")
def _crawl_options(stage: Stage, state: State, unit: int) -> Sequence[Action]:
    return [("stay",), *(("to", cell) for cell in crawl_places(stage, state, unit))]


def crawl_places(stage: Stage, state: State, unit: int) -> list[int]:
    """The cells on the hull that a pod reaches in a round."""
    ground, hull = stage.ground, stage.movement.hull
    hexes = moved(stage, state, unit, hull.hexes) if hull is not None else 0
    frontier, reached = [state.at[unit]], {state.at[unit]}
    for _ in range(hexes):
        beside = {there for cell in frontier for there in ground.beside[cell] if ground.is_outside(there)}
        frontier = sorted(beside - reached)
        reached |= beside
    return sorted(reached - {state.at[unit]})


@VEHICLES.answer("crawl")
def _crawl(stage: Stage, state: State, action: Action, unit: int) -> Sequence[Use]:
    if action[0] == "to":
        state.at[unit] = int(action[1])
    return ()
