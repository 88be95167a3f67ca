"""The set-up, the sequence of a turn, morale, and the activation of a trooper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.advanced_infantry.play.effects import points
from builder.games.advanced_infantry.play.facts import PlayFacts
from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.rules.blasts import age_clouds, bursts_of, fires_out, ignite, launch
from builder.games.advanced_infantry.play.rules.crews import HANDLING, acts_of, handle, leave
from builder.games.advanced_infantry.play.rules.fire import shots_of, weapon_of
from builder.games.advanced_infantry.play.rules.harm import harm
from builder.games.advanced_infantry.play.rules.limits import within_limits
from builder.games.advanced_infantry.play.rules.moving import flights_of, fly, moves_of
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import (
    ACTED,
    COWERS,
    DEAD,
    ENTANGLED,
    LASTING,
    NO_ARC,
    NOBODY,
    PRONE,
    WAITING,
    WEARS_PACK,
    State,
)  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.logic.effects import advance_events, arrivals_due, edges_of
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.logic.conditions import Moment
from builder.scenario.logic.effects import Arrival

TURN = Agenda()
SEQUENCE, MORALE, CREW, FIRE = "rule/experience", "rule/morale-checks", "rule/crew", "rule/fire"


def start(setting: Setting) -> State:
    """A game before its set-up."""
    state, troopers, guns = State(), setting.troopers, setting.guns
    count = len(troopers)
    state.cell = [WAITING] * count
    for name in ("damage", "left", "moved", "shots"):
        setattr(state, name, [0] * count)
    state.flags = [WEARS_PACK * trooper.has_pack for trooper in troopers]
    state.arc, state.part = [NO_ARC] * count, [NOBODY] * count
    state.gun = [trooper.gun for trooper in troopers]
    state.rounds = [arm.rounds for trooper in troopers for arm in trooper.arms]
    state.gunner = [gun.carrier for gun in guns]
    state.place, state.aim = [NOBODY] * len(guns), [NO_ARC] * len(guns)
    for number, gun in enumerate(guns):
        if not gun.is_set_up:
            for helper in gun.crew:
                state.part[helper] = number
    state.packs, state.clouds, state.holes, state.forced, state.agenda = [], [], [], [], []
    state.fires = []
    state.cracks = [0] * len(setting.ground.structures)
    state.bearer = [NOBODY] * len(setting.items)
    state.lying = [min(setting.cells_of(item.where)) if item.where else NOBODY for item in setting.items]
    state.squad_dead, state.squad_checked = [0] * len(setting.squads), [0] * len(setting.squads)
    state.done = [0] * len(setting.scenario.objectives)
    state.work = [0] * (len(setting.works) * (count + 1))
    state.started = [0] * len(setting.scenario.events)
    state.turn = state.first = state.side = 0
    order = sorted((unit for unit in range(count) if setting.zones[unit]), key=setting.order_of)
    carriers = [("carrier", item) for item, each in enumerate(setting.items) if each.carried_by]
    state.push(*(("place", unit) for unit in order), *carriers, ("burn",), ("turn",))
    return state


# The set-up.


@TURN.run("place")
def _ask_place(setting: Setting, state: State, unit: int) -> Decision:
    return Decision(SIDES[setting.side_of[unit]], "set up", SEQUENCE, (unit,))


@TURN.option("place")
def _places(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    free = _free(setting, state, setting.zones[unit])
    return [("at", cell) for cell in within_limits(setting, state, unit, free)]


def _free(setting: Setting, state: State, cells: Sequence[int]) -> list[int]:
    """The cells with room for one more trooper; the nearest one if there is none left."""
    if setting.assume["stacking"] == "any":
        return list(cells)
    taken = setting.taken(state)
    free = [cell for cell in cells if cell not in taken]
    if free:
        return free
    away = setting.ground.far[cells[0]]
    rest = (cell for cell in range(len(setting.ground.board)) if cell not in taken)
    return [min(rest, key=lambda cell: (away[cell], cell))]


@TURN.answer("place")
def _place(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    state.cell[unit] = int(action[1])
    gun = setting.troopers[unit].gun
    if gun >= 0 and setting.guns[gun].is_set_up:
        state.place[gun] = state.cell[unit]
        facing = setting.guns[gun].facing
        if facing:
            state.aim[gun] = setting.ground.arcs.index(facing)
        else:
            state.push(("face", unit, gun))
    return ()


@TURN.run("face")
def _ask_facing(setting: Setting, state: State, unit: int, gun: int) -> Decision:
    return Decision(SIDES[setting.side_of[unit]], "face", "rule/firing-arcs", (unit,))


@TURN.option("face")
def _facings(setting: Setting, state: State, unit: int, gun: int) -> Sequence[Action]:
    return [("face", facing) for facing in range(len(setting.ground.arcs))]


@TURN.answer("face")
def _face(setting: Setting, state: State, action: Action, unit: int, gun: int) -> Sequence[Use]:
    state.aim[gun] = int(action[1])
    return ()


@TURN.run("carrier")
def _ask_carrier(setting: Setting, state: State, item: int) -> Decision:
    bearers = setting.units_of(setting.items[item].carried_by, "")
    return Decision(SIDES[setting.side_of[bearers[0]]], "carrier", SEQUENCE, (item,))


@TURN.option("carrier")
def _carriers(setting: Setting, state: State, item: int) -> Sequence[Action]:
    return [("carry", unit) for unit in setting.units_of(setting.items[item].carried_by, "")]


@TURN.answer("carrier")
def _carry(setting: Setting, state: State, action: Action, item: int) -> Sequence[Use]:
    state.bearer[item] = int(action[1])
    return ()


@TURN.run("burn")
def _burn(setting: Setting, state: State) -> None:
    """Light the fires that are on the map at the start, and let the smoke out that is."""
    for kind, cell in setting.markers:
        if kind == "fire":
            ignite(setting, state, cell)
        else:
            state.clouds.append((cell, 0, 0, 0))


# The turn.


@TURN.run("turn")
def _begin_turn(setting: Setting, state: State) -> None:
    """Start a turn with its events; then both sides roll, and act one after the other."""
    state.turn += 1
    advance_events(setting.scenario.events, state.started, PlayFacts(setting, state))
    comers = [("arrive", event, unit) for event, unit in _comers(setting, state)]
    state.push(*comers, ("first", 0, 0), ("parts",), ("end-turn",))


def _comers(setting: Setting, state: State) -> Iterator[tuple[int, int]]:
    """The troopers who come on the map in this turn, each with the number of the arrival."""
    for number, arrival in arrivals_due(setting.effects.of(Arrival), state.started, state.turn):
        waiting = [unit for unit in setting.units_of(arrival.force, "") if state.cell[unit] == WAITING]
        for unit in waiting[: arrival.count or len(waiting)]:
            yield number, unit


@TURN.run("arrive")
def _ask_arrival(setting: Setting, state: State, number: int, unit: int) -> Decision:
    return Decision(SIDES[setting.side_of[unit]], "arrive", SEQUENCE, (unit,))


@TURN.option("arrive")
def _arrivals(setting: Setting, state: State, number: int, unit: int) -> Sequence[Action]:
    arrival = setting.effects.of(Arrival)[number][1]
    if arrival.where is not None:
        cells = tuple(sorted(setting.cells_of(arrival.where)))
    else:
        cells = tuple(dict.fromkeys(cell for edge in edges_of(arrival) for cell in setting.ground.edge(edge)))
    places: list[Action] = [("at", cell) for cell in _free(setting, state, cells)]
    return [*places, ("wait",)] if arrival.optional else places


@TURN.answer("arrive")
def _arrive(setting: Setting, state: State, action: Action, number: int, unit: int) -> Sequence[Use]:
    return () if action[0] == "wait" else _place(setting, state, action, unit)


@TURN.run("first")
def _roll_first(setting: Setting, state: State, side: int, other: int) -> Roll:
    return Roll(setting.figures.first_dice, SIDES[side], "first", "rule/crewed-weapons")


@TURN.answer("first")
def _decide_first(setting: Setting, state: State, thrown: Thrown, side: int, other: int) -> Sequence[Use]:
    if side == 0:
        state.push(("first", 1, thrown.total))
    elif thrown.total == other and setting.assume["going-first"] == "again":
        state.push(("first", 0, 0))
    else:
        state.push(("order", 0 if other >= thrown.total else 1))
    return [setting.tables["play-dice"].use("going first")]


@TURN.run("order")
def _ask_order(setting: Setting, state: State, winner: int) -> Decision:
    return Decision(SIDES[winner], "order", "rule/crewed-weapons")


@TURN.option("order")
def _orders(setting: Setting, state: State, winner: int) -> Sequence[Action]:
    return [("first",), ("second",)]


@TURN.answer("order")
def _order(setting: Setting, state: State, action: Action, winner: int) -> Sequence[Use]:
    state.first = winner if action[0] == "first" else 1 - winner
    return ()


@TURN.run("parts")
def _parts(setting: Setting, state: State) -> None:
    for side in (1 - state.first, state.first):
        state.push(("part", side), ("activate", side), ("end-part", side))


@TURN.run("part")
def _begin_part(setting: Setting, state: State, side: int) -> None:
    """Everybody of a side gets his action points; wire holds those whom it held; morale is checked.

    Source: advanced-infantry Trooper Experience, Advanced Terrain, Morale Checks
    """
    state.side = side
    for unit, cell in enumerate(state.cell):
        if setting.side_of[unit] != side or cell < 0:
            continue
        state.left[unit], state.moved[unit], state.shots[unit] = points(setting, state, unit), 0, 0
        state.flags[unit] &= LASTING
        state.arc[unit] = NO_ARC
    for unit in range(len(state.shots)):
        if setting.side_of[unit] != side:
            state.shots[unit] = 0
    caught = [("wire", unit) for unit in setting.on_map(state, side) if state.flags[unit] & ENTANGLED]
    checks = [("morale", unit) for unit in _shaken(setting, state, side)]
    state.push(*caught, *checks)


def _shaken(setting: Setting, state: State, side: int) -> list[int]:
    """The troopers who have to check their morale now.

    Source: advanced-infantry Morale Checks
    """
    if not setting.uses_morale:
        return []
    squads = set()
    for squad, dead in enumerate(state.squad_dead):
        is_new = dead > state.squad_checked[squad] or setting.assume["morale-time"] == "each-turn"
        if dead >= setting.figures.first_check and is_new:
            squads.add(squad)
    units = [unit for unit in setting.on_map(state, side) if setting.troopers[unit].squad in squads]
    for unit in units:
        squad = setting.troopers[unit].squad
        state.squad_checked[squad] = state.squad_dead[squad]
    return units


@TURN.run("morale")
def _roll_morale(setting: Setting, state: State, unit: int) -> Roll | None:
    if state.cell[unit] < 0:
        return None
    return Roll(setting.figures.morale_dice, SIDES[setting.side_of[unit]], "morale", MORALE)


@TURN.answer("morale")
def _morale(setting: Setting, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    trooper = setting.troopers[unit]
    target = setting.figures.morale(
        trooper.experience, state.squad_dead[trooper.squad], leadership(setting, state, trooper.squad)
    )
    if thrown.total < target:
        if setting.assume["failed-morale"] == "cowers":
            state.flags[unit] |= COWERS | ACTED
            if not setting.is_swimming(state, unit):
                state.flags[unit] |= PRONE
        else:
            state.left[unit] //= 2
    return [setting.tables["morale-targets"].use(trooper.experience)]


def leadership(setting: Setting, state: State, squad: int) -> int:
    """The skill of the leader of a squad, while he lives."""
    return max(
        (
            trooper.leadership
            for unit, trooper in enumerate(setting.troopers)
            if trooper.squad == squad and trooper.leads and state.cell[unit] != DEAD
        ),
        default=0,
    )


@TURN.run("activate")
def _ask_unit(setting: Setting, state: State, side: int) -> Decision | None:
    if not _waiting(setting, state, side):
        return None
    return Decision(SIDES[side], "activate", SEQUENCE)


def _waiting(setting: Setting, state: State, side: int) -> list[int]:
    return [unit for unit in setting.on_map(state, side) if not state.flags[unit] & ACTED]


@TURN.option("activate")
def _units_to_activate(setting: Setting, state: State, side: int) -> Sequence[Action]:
    return [("unit", unit) for unit in _waiting(setting, state, side)]


@TURN.answer("activate")
def _activate(setting: Setting, state: State, action: Action, side: int) -> Sequence[Use]:
    state.push(("act", int(action[1])), ("verdict", Moment.ONCE.value), ("activate", side))
    return ()


# The activation of a trooper.


@TURN.run("act")
def _ask_act(setting: Setting, state: State, unit: int) -> Decision | None:
    if state.cell[unit] < 0:
        return None
    return Decision(SIDES[setting.side_of[unit]], "act", SEQUENCE, (unit,))


@TURN.option("act")
def options_of(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    """The present actions of a trooper: end, fire, burst, handle things, go or fly."""
    if state.left[unit] <= 0:
        return [("end",)]
    return [
        ("end",),
        *shots_of(setting, state, unit),
        *bursts_of(setting, state, unit),
        *acts_of(setting, state, unit),
        *moves_of(setting, state, unit),
        *flights_of(setting, state, unit),
    ]


@TURN.answer("act")
def _act(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    name = action[0]
    state.push(("act", unit))
    if name == "end":
        state.agenda.pop()
        end_activation(setting, state, unit)
    elif name == "fire":
        weapon = weapon_of(setting, state, unit)
        state.left[unit] -= setting.figures.fire_cost(weapon)
        state.push(("shot", unit, int(action[1]), weapon))
    elif name in ("burst", "breach"):
        launch(setting, state, action, unit)
    elif name == "go":
        state.push(("go", unit, int(action[1])))
    elif name == "fly":
        fly(setting, state, unit, int(action[1]))
    elif name == "leave":
        leave(setting, state, unit)
    elif name in HANDLING:
        handle(setting, state, action, unit)
    return ()


def end_activation(setting: Setting, state: State, unit: int) -> None:
    """A trooper has acted; fire harms him badly if he ends his move in it.

    Source: advanced-infantry Incendiary Weapons
    """
    state.flags[unit] |= ACTED
    if state.fires and state.cell[unit] in setting.burning(state):
        for item, bearer in enumerate(state.bearer):
            if bearer == unit:
                state.bearer[item] = NOBODY
        harm(setting, state, unit, setting.figures.fire_ending, FIRE)


# The end of a part and of a turn.


@TURN.run("end-part")
def _end_part(setting: Setting, state: State, side: int) -> None:
    age_clouds(setting, state, side)


@TURN.run("end-turn")
def _end_turn(setting: Setting, state: State) -> None:
    """Count what was done, check for victory, and let fires go out."""
    state.push(*PlayFacts(setting, state).end_turn())


@TURN.run("clear")
def _clear(setting: Setting, state: State) -> None:
    fires_out(setting, state)
