"""The state before a game, and its set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bug_hunter.play.cast import HUMAN, PRED, Brood
from builder.games.bug_hunter.play.rules.blasts import fill_with_gas
from builder.games.bug_hunter.play.rules.destruct import sites
from builder.games.bug_hunter.play.rules.turn import has_room
from builder.games.bug_hunter.play.stage import AIRS, Stage
from builder.games.bug_hunter.play.state import (
    ABOARD,
    CAGED,
    FACE_UP,
    HEALTHY,
    KNOWN,
    NETTED,
    OFF,
    PRONE,
    SUBDUED,
    SUITED,
    UNKNOWN,
    WOUNDED,
    State,
)
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.model import Captive, Force

SETUP = Agenda()
LONG_AGO = -9
_HELD_BY = {"cage": CAGED, "net": NETTED}


def start(stage: Stage) -> State:
    """A game before its set-up."""
    state = State()
    units, ground = stage.cast.units, stage.ground
    state.at = [OFF] * units
    state.health = [HEALTHY] * units
    state.size = [1] * len(stage.people) + [0] * len(stage.preds)
    state.flags = [0] * units
    state.keeper = [UNKNOWN] * units
    state.arm = [person.arm for person in stage.cast.people] + [OFF] * len(stage.preds)
    state.rounds = [_rounds(stage, number) for number in stage.people] + [OFF] * len(stage.preds)
    state.door = [OFF] * units
    state.stage = [0] * len(stage.people) + list(stage.cast.brood_of)
    state.hull = [0] * units
    state.carried = [person.carries for person in stage.cast.people] + [()] * len(stage.preds)
    state.air = [AIRS.index(area.atmosphere) for area in ground.areas]
    state.air.append(AIRS.index(ground.decks.outside))
    state.cycled = [LONG_AGO] * (ground.outside + 1)
    state.car = [shaft.starts for shaft in ground.shafts]
    state.car_moved = [LONG_AGO] * len(ground.shafts)
    state.calls = [OFF] * len(ground.shafts)
    state.car_passed = [LONG_AGO] * len(ground.shafts)
    state.damage = [ground.decks.damage_of(group) for group in ground.decks.compartments]
    state.effects = [UNKNOWN] * len(stage.cast.arms)
    state.cup = [0] * len(stage.chits)
    state.stations = [LONG_AGO] * units
    state.progress = [0] * len(stage.scenario.objectives)
    state.work = [(0,) * (units + 1) for _ in stage.works]
    state.acts = [0] * len(stage.works)
    state.started = [0] * len(stage.scenario.events)
    state.lost = [0] * len(stage.cast.broods)
    state.suits = [ground.lockers.get(cell, 0) for cell in range(len(ground.places))]
    state.renewed = [0] * units
    state.agenda = []
    state.turn = state.round = state.chit = state.moves = 0
    state.open = frozenset(number for number, edge in enumerate(ground.edges) if edge.starts_open)
    state.held = frozenset()
    state.front = state.gas = state.smoke = frozenset()
    state.blasted = ground.damaged
    state.burning = state.dropped = ()
    state.charges = tuple(_charges(stage))
    state.species = tuple(brood.powers for brood in stage.cast.broods) or ((),)
    state.shown_powers = frozenset()
    state.panic = max((brood.panic for brood in stage.cast.broods), default=0)
    state.mode = ""
    state.chits = [0] * len(stage.scenario.forces)
    state.sacrifices = state.launched = 0
    state.destruct = -1 if sites(stage) and stage.overrides("319.1") else 0
    state.probes = frozenset()
    state.operators = ()
    state.cuts = frozenset()
    state.leader = OFF
    state.active = frozenset()
    _agenda(stage, state)
    return state


def _rounds(stage: Stage, number: int) -> int:
    person = stage.cast.people[number]
    if person.arm < 0:
        return -1
    arm = stage.cast.arms[person.arm]
    if not arm.dry or stage.tables["ammunition"].result(arm.dry) != "counted":
        return -1
    return (person.rounds if person.rounds >= 0 else arm.rounds) // arm.salvo


def _charges(stage: Stage) -> Iterator[tuple[int, int, int]]:
    """The charges that are laid before the game: the cell, the weapon, and who sets it off."""
    for index, force in enumerate(stage.scenario.forces):
        for charge in force.charges:
            owners = (
                number
                for number, person in enumerate(stage.cast.people)
                if (person.force, person.id) == (index, charge.detonator.id)
            )
            for cell in stage.ground.cells(charge.region.spots)[:1]:
                yield cell, stage.cast.arm(charge.charge.slug), next(owners, OFF)


def _agenda(stage: Stage, state: State) -> None:
    tasks: list[tuple[object, ...]] = []
    for unit, person in enumerate(stage.cast.people):
        state.flags[unit] |= SUITED if person.suited else 0
        state.health[unit] = WOUNDED if person.wounded else HEALTHY
        tasks.append(("place", unit))
    for number, brood in enumerate(stage.cast.broods):
        tasks += [("power-draw", number)] * bool(brood.draws)
        tasks += _muster(stage, state, number, brood)
    if not state.panic and stage.cast.broods:
        tasks.append(("panic-rating",))
    state.push(*tasks, ("ready",), ("turn",))


def _muster(stage: Stage, state: State, number: int, brood: Brood) -> list[tuple[object, ...]]:
    """The tasks that set up a brood: its captives are there, the free come next, then the dummies."""
    force = stage.scenario.forces[brood.force]
    slots = stage.slots(number)
    if force.arrival:
        return []
    held = [_hold(stage, state, slots[index], captive) for index, captive in enumerate(force.captives)]
    dummies = [("place", unit) for unit in slots if unit in stage.dummies]
    sizes = _sizes(brood, force)
    if sizes is None:
        return [("muster", number, brood.count - sum(state.size[unit] for unit in held)), *dummies]
    real = slots[len(held) : len(held) + len(sizes)]
    for unit, size in zip(real, sizes, strict=True):
        state.size[unit] = size
    return [*(("place", unit) for unit in real), *dummies]


def _hold(stage: Stage, state: State, unit: int, captive: Captive) -> int:
    state.size[unit] = captive.count
    state.at[unit] = next(iter(stage.ground.cells(captive.region.spots)), OFF)
    state.flags[unit] = _HELD_BY.get(captive.by.slug, SUBDUED) | FACE_UP | KNOWN
    if captive.keeper[1]:
        keepers = (
            number
            for number, person in enumerate(stage.cast.people)
            if person.id == captive.keeper[1] and stage.scenario.forces[person.force].id == captive.keeper[0]
        )
        state.keeper[unit] = next(keepers, OFF)
    return unit


def _sizes(brood: Brood, force: Force) -> list[int] | None:
    """The creatures on each free counter; ``None`` if the player of the Preds chooses them."""
    if brood.swarms:
        sizes = list(brood.swarms)
        for captive in force.captives:
            if captive.count in sizes:
                sizes.remove(captive.count)
        return sizes
    free = brood.count - sum(captive.count for captive in force.captives)
    return None if brood.is_swarm else [1] * free


@SETUP.run("muster")
def _ask_size(stage: Stage, state: State, number: int, left: int) -> Decision | None:
    """The player of the Preds chooses how many creatures the next counter represents.

    Source: bug-hunter 320.2
    """
    return Decision(PRED, "muster", "rule/320.2") if left else None


@SETUP.option("muster")
def _size_options(stage: Stage, state: State, number: int, left: int) -> Sequence[Action]:
    return [("size", size) for size in range(1, min(left, stage.cast.broods[number].most) + 1)]


@SETUP.answer("muster")
def _choose_size(stage: Stage, state: State, action: Action, number: int, left: int) -> Sequence[Use]:
    size = int(action[1])
    unit = next(each for each in stage.slots(number) if not state.size[each] and each not in stage.dummies)
    state.size[unit] = size
    state.push(("place", unit), ("muster", number, left - size))
    return ()


@SETUP.run("place")
def _ask_place(stage: Stage, state: State, unit: int) -> Decision | None:
    person = stage.cast.people[unit] if unit < len(stage.people) else None
    if person is not None:
        for vehicle in stage.scenario.vehicles:
            is_own = stage.scenario.forces[person.force].id == vehicle.force
            if is_own and vehicle.region and any(each.id == person.id for each in vehicle.people):
                _seat(stage, state, unit, vehicle.region.spots, docked=bool(vehicle.kind.get("breaches")))
                return None
    if not _place_cells(stage, state, unit):
        return None
    return Decision(HUMAN if person is not None else PRED, "set up", "rule/302.0", (unit,))


def _seat(stage: Stage, state: State, unit: int, spots: Sequence[object], *, docked: bool) -> None:
    """Put somebody into a vehicle: in an assault boat, at the place where it breaches the hull."""
    cells = [stage.ground.cell_at[place] for place in stage.ground.cell_at if place in spots]
    if docked:
        ends = {cell for edge in stage.ground.docks for cell in stage.ground.edges[edge].ends}
        cells = [cell for cell in cells if cell in ends] or cells
    crowd = {cell: sum(1 for at in state.at if at == cell) for cell in cells}
    if cells:
        state.at[unit] = min(cells, key=lambda cell: (crowd[cell], cell))
        state.flags[unit] |= 0 if docked else ABOARD


@SETUP.option("place")
def _place_options(stage: Stage, state: State, unit: int) -> Sequence[Action]:
    return [("at", cell) for cell in _place_cells(stage, state, unit)]


def _place_cells(stage: Stage, state: State, unit: int) -> list[int]:
    zone = stage.zone_of(unit)
    if unit >= len(stage.people):
        return sorted(cell for cell in zone if has_room(stage, state, unit, cell))
    crowd = [state.at[other] for other in stage.people]
    if not stage.stack:
        return sorted(zone)
    return sorted(cell for cell in zone if crowd.count(cell) < stage.stack) or sorted(zone)


@SETUP.answer("place")
def _place(stage: Stage, state: State, action: Action, unit: int) -> Sequence[Use]:
    state.at[unit] = int(action[1])
    if stage.posture_of(unit) == "prone":
        state.flags[unit] |= PRONE
    return ()


@SETUP.run("power-draw")
def _ask_powers(stage: Stage, state: State, number: int) -> Roll:
    return Roll("1d1000", PRED, "powers", "rule/321.0")


@SETUP.answer("power-draw")
def _draw_powers(stage: Stage, state: State, thrown: Thrown, number: int) -> Sequence[Use]:
    brood = stage.cast.broods[number]
    species = list(state.species)
    species[number] = tuple(stage.game.procedure("draw-powers")(brood.unit, thrown.total))
    state.species = tuple(species)
    return ()


@SETUP.run("panic-rating")
def _ask_rating(stage: Stage, state: State) -> Roll:
    return Roll("1d6", PRED, "panic rating", "table/random-panic")


@SETUP.answer("panic-rating")
def _rate_panic(stage: Stage, state: State, thrown: Thrown) -> Sequence[Use]:
    """Source: bug-hunter 323.1."""
    table = stage.tables["random-panic"]
    state.panic = int(table.result("pred", thrown.total))
    return (table.use("pred", thrown.total),)


@SETUP.run("ready")
def _ready(stage: Stage, state: State) -> None:
    """Gas that is there from the start, and doors that are held from the start."""
    for number, area in enumerate(stage.ground.areas):
        if area.gas:
            fill_with_gas(stage, state, number)
    for number, edge in enumerate(stage.ground.edges):
        if edge.starts_held:
            for unit in stage.people:
                if state.at[unit] in edge.ends and state.door[unit] < 0:
                    state.door[unit] = number
                    state.held |= {number}
                    break
