"""Movement hex by hex, vehicles that carry others, and ramming."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.games.bugged.play.ground import Arrival
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.rules.attacks import RAM, attack, interrupters, watchers
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import FIRED_ON, HALTED, MOVED, NOBODY, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision
from builder.playtest.tables import Use

MOVING = Agenda()


def moves_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Where a unit can go, which vehicles it can board, and which units it can ram.

    Source: bugged Movement, Vehicles
    """
    if state.flags[unit] & HALTED or not state.left:
        return []
    arrivals = _reach(setting, state, unit)
    here, side = state.cell[unit], state.owner[unit]
    is_vehicle = setting.kind(state, unit).is_vehicle
    occupied: set[int] = set()
    contacts: list[Action] = []
    for other in setting.on_map(state):
        if other == unit:
            continue
        occupied.add(state.cell[other])
        is_enemy = state.owner[other] != side
        if is_enemy and is_vehicle and _run_up(setting, state, unit, other, arrivals) is not None:
            contacts.append(("ram", other))
        boards = not is_enemy and not is_vehicle and other != state.aboard[unit]
        if boards and setting.has_room(state, other):
            way = _way_in(setting, state, unit, other, arrivals)
            contacts += [] if way is None else [("board", other)]
    goes: list[Action] = [
        ("go", cell)
        for cell in arrivals
        if cell != here and (cell not in occupied or _may_share(setting, state, side, cell))
    ]
    return [*goes, *contacts]


def _may_share(setting: Setting, state: State, side: int, cell: int) -> bool:
    """Whether a unit can end its move in a hex with others."""
    if setting.assume["stacking"] != "friends":
        return setting.assume["stacking"] == "any"
    return all(state.owner[other] == side for other in setting.on_map(state) if state.cell[other] == cell)


def _reach(setting: Setting, state: State, unit: int) -> Mapping[int, Arrival]:
    """The cells that a unit can enter with the movement points that it has left."""
    side, assume = state.owner[unit], setting.assume
    is_barred = {False: assume["stacking"] != "any", True: assume["passing"] == "nobody"}
    closed = {
        state.cell[other]
        for other in setting.on_map(state)
        if other != unit and is_barred[state.owner[other] == side]
    }
    return setting.ground.reach(state.cell[unit], state.left, closed - {state.cell[unit]})


def _way(arrivals: Mapping[int, Arrival], start: int, goal: int) -> tuple[int, ...]:
    """The cells of the cheapest way to a cell, without the first."""
    way, cell = [], goal
    while cell != start:
        way.append(cell)
        cell = arrivals[cell].before
    return tuple(reversed(way))


def _way_in(
    setting: Setting, state: State, unit: int, vehicle: int, arrivals: Mapping[int, Arrival]
) -> tuple[int, ...] | None:
    """The way to where a unit can get into a vehicle; ``None`` if it is too far."""
    goal, here = state.cell[vehicle], state.cell[unit]
    if goal == here:
        return ()
    cost = setting.ground.cost_of
    ends = [
        (arrivals[cell].spent + cost(cell, goal), cell)
        for cell in setting.ground.near[goal]
        if cell in arrivals and cost(cell, goal) and arrivals[cell].spent + cost(cell, goal) <= state.left
    ]
    return _way(arrivals, here, min(ends)[1]) if ends else None


def _run_up(
    setting: Setting, state: State, unit: int, target: int, arrivals: Mapping[int, Arrival]
) -> tuple[int, ...] | None:
    """The way to where a vehicle rams a target, in a hex of its own; ``None`` if it cannot.

    The hex of the target costs movement points like any other, and a die is needed to hit.
    """
    goal, here = state.cell[target], state.cell[unit]
    if goal == here:
        return None
    taken = {state.cell[other] for other in setting.on_map(state) if other != unit}
    cost = setting.ground.cost_of
    ends = [
        (arrivals[cell].spent + cost(cell, goal), cell)
        for cell in setting.ground.near[goal]
        if cell in arrivals
        and (cell == here or cell not in taken)
        and cost(cell, goal)
        and arrivals[cell].spent + cost(cell, goal) <= state.left
    ]
    if not ends:
        return None
    way = _way(arrivals, here, min(ends)[1])
    return way if state.hexes + len(way) + (setting.assume["ramming-distance"] == "with-contact") else None


# Moves.


@MOVING.run("go")
def _go(setting: Setting, state: State, unit: int, goal: int) -> None:
    way = _way(_reach(setting, state, unit), state.cell[unit], goal)
    state.push(("walk", unit, way))


@MOVING.run("board")
def _board(setting: Setting, state: State, unit: int, vehicle: int) -> None:
    way = _way_in(setting, state, unit, vehicle, _reach(setting, state, unit))
    state.push(("walk", unit, way or ()), ("contact", unit, vehicle))


@MOVING.run("ram")
def _ram(setting: Setting, state: State, unit: int, target: int) -> None:
    way = _run_up(setting, state, unit, target, _reach(setting, state, unit))
    state.push(("walk", unit, way or ()), ("contact", unit, target))


@MOVING.run("walk")
def _walk(setting: Setting, state: State, unit: int, way: tuple[int, ...]) -> None:
    """Enter one hex after the other; enemies can interrupt the move after each."""
    enemies = watchers(setting, state, unit)
    for number, cell in enumerate(way):
        if state.cell[unit] < 0:
            return
        step(setting, state, unit, cell)
        if setting.assume["interruption"] == "at-the-end" and number < len(way) - 1:
            continue
        units = [] if state.flags[unit] & FIRED_ON else interrupters(setting, state, unit, enemies)
        if units:
            state.push(("react", unit, False, tuple(units)), ("walk", unit, way[number + 1 :]))
            return


def step(setting: Setting, state: State, unit: int, cell: int) -> None:
    """Move a unit into an adjoining hex, and pay for it."""
    state.left -= setting.ground.cost_of(state.cell[unit], cell)
    state.hexes += 1
    state.flags[unit] |= MOVED
    state.aboard[unit] = NOBODY
    enter(setting, state, unit, cell)


def enter(setting: Setting, state: State, unit: int, cell: int) -> None:
    """Put a unit into a hex, with all that ride in it; it takes what lies there."""
    state.cell[unit] = cell
    for rider in setting.riders(state, unit):
        state.cell[rider] = cell
    for item, place in enumerate(state.lying):
        if place == cell:
            cost = setting.items[item].pick_up
            if state.left >= cost:
                state.left -= cost
                state.lying[item], state.bearer[item] = NOBODY, unit


@MOVING.run("contact")
def _contact(setting: Setting, state: State, unit: int, other: int) -> None:
    """Get into a vehicle, or ram an enemy, if the way was not interrupted.

    Source: bugged Vehicles
    """
    if state.cell[unit] < 0 or state.cell[other] < 0:
        return
    cell = state.cell[other]
    cost = setting.ground.cost_of(state.cell[unit], cell) if cell != state.cell[unit] else 0
    if state.owner[other] == state.owner[unit]:
        if cell != state.cell[unit]:
            state.left -= cost
            state.hexes += 1
            state.flags[unit] |= MOVED
        state.cell[unit], state.aboard[unit] = cell, other
        return
    hexes = state.hexes + (setting.assume["ramming-distance"] == "with-contact")
    dice, damage = setting.figures.ram_dice(hexes, state.wounds[unit])
    state.push(("through", unit, cell))
    attack(state, (unit,), other, dice, damage, RAM, ram=True)


@MOVING.run("evade")
def _ask_way_out(setting: Setting, state: State, vehicle: int, unit: int) -> Decision | None:
    """A unit that dodges moves out of the way, if there is a free hex next to it."""
    if setting.kind(state, unit).is_vehicle and setting.assume["rammed-vehicles"] == "stay":
        return None
    if not list(_ways_out(setting, state, unit)):
        return None
    return Decision(SIDES[state.owner[unit]], "evade", RAM, (unit,))


def _ways_out(setting: Setting, state: State, unit: int) -> Iterator[int]:
    taken = {state.cell[other] for other in setting.on_map(state)}
    return (cell for cell, _ in setting.ground.steps[state.cell[unit]] if cell not in taken)


@MOVING.option("evade")
def _evasions(setting: Setting, state: State, vehicle: int, unit: int) -> Sequence[Action]:
    return [("to", cell) for cell in sorted(_ways_out(setting, state, unit))]


@MOVING.answer("evade")
def _evade(setting: Setting, state: State, action: Action, vehicle: int, unit: int) -> Sequence[Use]:
    enter(setting, state, unit, int(action[1]))
    return ()


@MOVING.run("through")
def _go_through(setting: Setting, state: State, unit: int, cell: int) -> None:
    """After contact, the vehicle goes on into the hex of its target if it is free now."""
    if state.cell[unit] < 0:
        return
    is_free = all(state.cell[other] != cell for other in setting.on_map(state))
    if not is_free or setting.assume["after-ramming"] == "halt":
        state.flags[unit] |= HALTED
    if is_free:
        state.push(("walk", unit, (cell,)))
