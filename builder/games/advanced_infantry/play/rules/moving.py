"""Movement from dot to dot, barbed wire, fire on the way, and flights with jet packs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.boards.spots import TUNNEL
from builder.games.advanced_infantry.play.effects import confined
from builder.games.advanced_infantry.play.figures import GRENADE
from builder.games.advanced_infantry.play.ground import DEEP, WIRE, Reach
from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.rules.fire import reactors
from builder.games.advanced_infantry.play.rules.harm import harm, let_go, wound
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import (
    ENTANGLED,
    FLOWN,
    FLYING,
    MOVED,
    NO_ARC,
    NOBODY,
    ONE_WEAPON,
    PRONE,
    WEARS_PACK,
    State,
)  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

MOVING = Agenda()
_WIRE, _FLYING, _FIRE = "rule/barbed-wire", "rule/flying", "rule/fire"


def moves_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Where a trooper can go on foot.

    Source: advanced-infantry Advanced Terrain, Trooper Experience
    """
    reach, points = reach_of(setting, state, unit)
    if points <= 0:
        return []
    here, taken = state.cell[unit], setting.taken(state, unit)
    if setting.assume["stacking"] == "any":
        taken = {state.cell[enemy] for enemy in setting.on_map(state, 1 - setting.side_of[unit])}
    return [
        action
        for action, cell, cost in zip(reach.actions, reach.cells, reach.costs, strict=True)
        if cost <= points and cell not in taken and cell != here
    ]


def reach_of(setting: Setting, state: State, unit: int) -> tuple[Reach, int]:
    """The cells that a trooper can reach, and his points for it; standing up costs some of them."""
    points = setting.may_move(state, unit)
    if state.flags[unit] & PRONE and not setting.is_swimming(state, unit):
        points = min(points, setting.may_move(state, unit) - setting.figures.stand_up)
    ground, here, holes = setting.ground, state.cell[unit], setting.holes(state)
    if points <= 0:
        return ground.reach(here, 0, holes, frozenset(), frozenset(), ()), 0
    near = ground.near(here, points)
    enemies = setting.on_map(state, 1 - setting.side_of[unit])
    closed = near.intersection([state.cell[enemy] for enemy in enemies])
    if not _may_swim(setting, state, unit):
        closed |= near & setting.deep
    barred = setting.barred_by_gun(state, unit)
    if barred:
        closed |= near & barred
    inside = confined(setting, state, unit)
    if inside is not None and here in inside:
        closed |= near - inside
    doors = setting.doors.near(here, points, tuple(state.forced))
    # Nobody runs through a fire without a decision; whoever wants to steps into it first.
    burning = near & setting.burning(state)
    return ground.reach(here, points, holes, closed, burning, doors), points


def _may_swim(setting: Setting, state: State, unit: int) -> bool:
    """Whether a trooper enters deep water.

    Source: advanced-infantry Advanced Terrain
    """
    return setting.assume["swimming"] == "leave-one" or bool(state.flags[unit] & ONE_WEAPON)


@MOVING.run("go")
def _go(setting: Setting, state: State, unit: int, goal: int) -> None:
    reach, _ = reach_of(setting, state, unit)
    way = reach.way(state.cell[unit], goal)
    if state.flags[unit] & PRONE and not setting.is_swimming(state, unit):
        pay(setting, state, unit, setting.figures.stand_up)
        state.flags[unit] &= ~PRONE
    state.push(("walk", unit, way))


def pay(setting: Setting, state: State, unit: int, points: int) -> None:
    """Spend action points on movement."""
    state.left[unit] -= points
    state.moved[unit] += points
    state.flags[unit] |= MOVED


@MOVING.run("walk")
def _walk(setting: Setting, state: State, unit: int, way: tuple[int, ...]) -> None:
    """Enter one dot after the other; enemies may fire after each."""
    holes = setting.holes(state)
    for number, cell in enumerate(way):
        if state.cell[unit] < 0 or state.flags[unit] & ENTANGLED:
            return
        cost = setting.ground.cost_of(state.cell[unit], cell, holes)
        # Whoever comes from inside opens a barred door, too.
        door = setting.doors.between(state.cell[unit], cell)
        force = 0
        if door >= 0 and door not in state.forced:
            force = setting.doors.shut(tuple(state.forced)).get((state.cell[unit], cell), 0)
        if cost + force > setting.may_move(state, unit):
            return
        if door >= 0 and door not in state.forced:
            state.forced.append(door)
        pay(setting, state, unit, cost + force)
        enter(setting, state, unit, cell)
        rest = ("walk", unit, way[number + 1 :])
        if setting.ground.terrain[cell] == WIRE:
            state.push(("wire", unit), ("react", unit), rest)
            return
        is_watched = state.cell[unit] >= 0 and setting.has_arcs(state, 1 - setting.side_of[unit])
        if is_watched and reactors(setting, state, unit):
            state.push(("react", unit), rest)
            return


def enter(setting: Setting, state: State, unit: int, cell: int) -> None:
    """Put a trooper on a dot: he leaves a gun that is set up, and fire there hurts him.

    Source: advanced-infantry Incendiary Weapons, Crew Served Weapons
    """
    gun = state.gun[unit]
    if gun >= 0 and state.aim[gun] != NO_ARC and state.place[gun] != cell:
        let_go(setting, state, unit, cell)
    state.cell[unit] = cell
    state.arc[unit] = NO_ARC
    if setting.ground.terrain[cell] == DEEP:
        swim(setting, state, unit)
    if state.fires and cell in setting.burning(state):
        harm(setting, state, unit, setting.figures.fire_entering, _FIRE)


def swim(setting: Setting, state: State, unit: int) -> None:
    """A trooper swims with one weapon: he leaves the secondary one behind.

    Source: advanced-infantry Advanced Terrain
    """
    state.flags[unit] |= ONE_WEAPON
    trooper = setting.troopers[unit]
    for number, arm in enumerate(trooper.arms):
        if arm.is_secondary:
            state.rounds[trooper.first_round + number] = 0


# Barbed wire.


@MOVING.run("wire")
def _roll_wire(setting: Setting, state: State, unit: int) -> Roll | None:
    if state.cell[unit] < 0:
        return None
    return Roll(setting.figures.wire_dice, SIDES[setting.side_of[unit]], "wire", _WIRE)


@MOVING.answer("wire")
def _hurt_by_wire(setting: Setting, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    """Wire does bludgeoning damage, then may entangle.

    Source: advanced-infantry Advanced Terrain
    """
    if setting.assume["wire-damage"] == "counts":
        wound(setting, state, unit, thrown.total)
    else:
        state.left[unit] = max(0, state.left[unit] - thrown.total * setting.figures.point_loss)
    state.push(("tangle", unit))
    return [setting.tables["barbed-wire-damage"].use("bludgeoning")]


@MOVING.run("tangle")
def _roll_tangle(setting: Setting, state: State, unit: int) -> Roll | None:
    if state.cell[unit] < 0:
        return None
    return Roll(setting.figures.tangle_dice, SIDES[setting.side_of[unit]], "wire", _WIRE)


@MOVING.answer("tangle")
def _tangle(setting: Setting, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    if setting.figures.entangles(thrown.total):
        state.flags[unit] |= ENTANGLED
    else:
        state.flags[unit] &= ~ENTANGLED
    return [setting.tables["barbed-wire"].use(thrown.total)]


# Jet packs.


def flights_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Where a trooper can fly.

    Source: advanced-infantry Jet Packs
    """
    flags, cost = state.flags[unit], setting.figures.flight_cost
    if not flags & WEARS_PACK or flags & (FLOWN | ENTANGLED) or setting.may_move(state, unit) < cost:
        return []
    here = state.cell[unit]
    if not may_take_off(setting, here):
        return []
    taken = setting.taken(state, unit) if setting.assume["stacking"] != "any" else set()
    return [("fly", cell) for cell in setting.flights.landings(here) if cell not in taken]


def may_take_off(setting: Setting, cell: int) -> bool:
    """Whether a flight can start: outdoors, or next to a window or door that leads out at once.

    Source: advanced-infantry Jet Packs
    """
    ground = setting.ground
    if ground.floor[cell] == TUNNEL or ground.terrain[cell] == DEEP:
        return False
    if ground.indoors[cell] < 0:
        return True
    dot = ground.spots[cell].dot
    for edge, neighbor in ground.dots.lattice.edges_around(dot):
        door = ground.dots.doors.get(edge)
        if door is None or ground.building_of(neighbor) == ground.building[cell]:
            continue
        if ground.floor[cell] == 0 or door.kind == "window":
            return True
    return False


def fly(setting: Setting, state: State, unit: int, goal: int) -> None:
    """Take off, and ask for a grenade to drop on the way."""
    pay(setting, state, unit, setting.figures.flight_cost)
    state.flags[unit] = (state.flags[unit] | FLOWN) & ~PRONE
    way = setting.flights.line(state.cell[unit], goal)
    state.push(("drop", unit, way))


@MOVING.run("drop")
def _ask_drop(setting: Setting, state: State, unit: int, way: tuple[int, ...]) -> Decision | None:
    if not list(_drops(setting, state, unit, way)):
        state.flags[unit] |= FLYING
        state.push(("flight", unit, way, NOBODY))
        return None
    return Decision(SIDES[setting.side_of[unit]], "drop", _FLYING, (unit,))


def _drops(setting: Setting, state: State, unit: int, way: tuple[int, ...]) -> Iterator[Action]:
    """The enemies on whom a trooper who flies over them can drop a hand grenade."""
    arm = setting.has_grenade(state, unit)
    if arm < 0 or state.left[unit] < setting.figures.fire_cost(GRENADE):
        return
    for enemy in setting.on_map(state, 1 - setting.side_of[unit]):
        if state.cell[enemy] in way[:-1]:
            yield ("drop", state.cell[enemy])


@MOVING.option("drop")
def _drop_options(setting: Setting, state: State, unit: int, way: tuple[int, ...]) -> Sequence[Action]:
    return [("none",), *_drops(setting, state, unit, way)]


@MOVING.answer("drop")
def _drop(setting: Setting, state: State, action: Action, unit: int, way: tuple[int, ...]) -> Sequence[Use]:
    state.flags[unit] |= FLYING
    state.push(("flight", unit, way, int(action[1]) if action[0] == "drop" else NOBODY))
    return ()


@MOVING.run("flight")
def _flight(setting: Setting, state: State, unit: int, way: tuple[int, ...], target: int) -> None:
    """Fly over one dot after the other; enemies may fire at whoever flies through their arcs.

    Source: advanced-infantry Jet Packs
    """
    for number, cell in enumerate(way):
        if state.cell[unit] < 0 or not state.flags[unit] & FLYING:
            return
        gun = state.gun[unit]
        if gun >= 0 and state.aim[gun] != NO_ARC:
            let_go(setting, state, unit, state.cell[unit])
        state.cell[unit], state.arc[unit] = cell, NO_ARC
        rest = ("flight", unit, way[number + 1 :], NOBODY if cell == target else target)
        if cell == target:
            state.push(("release", unit, cell), ("react", unit), rest)
            return
        if number == len(way) - 1:
            break
        if setting.has_arcs(state, 1 - setting.side_of[unit]) and reactors(setting, state, unit):
            state.push(("react", unit), rest)
            return
    if state.cell[unit] >= 0 and state.flags[unit] & FLYING:
        state.flags[unit] &= ~FLYING
        enter(setting, state, unit, state.cell[unit])


@MOVING.run("release")
def _release(setting: Setting, state: State, unit: int, cell: int) -> None:
    """Drop a hand grenade; it has a base number of its own.

    Source: advanced-infantry Jet Packs
    """
    setting.use_round(state, unit, setting.has_grenade(state, unit))
    state.left[unit] -= setting.figures.fire_cost(GRENADE)
    state.push(("aim", unit, cell, GRENADE, setting.figures.dropped, NOBODY))
