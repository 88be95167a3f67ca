"""The set-up, the sequence of a turn, and the activation of a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bugged.play.effects import movement
from builder.games.bugged.play.facts import PlayFacts
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.rules.attacks import shots_of, strikes_of
from builder.games.bugged.play.rules.cards import cards_to_play
from builder.games.bugged.play.rules.moving import moves_of
from builder.games.bugged.play.setting import NO_FACING, Setting
from builder.games.bugged.play.state import ACTED, CONTROLLED, HALTED, LONGER, NOBODY, WAITING, State
from builder.playtest.agenda import Agenda
from builder.playtest.logic.effects import advance_events, arrivals_due, edges_of
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.logic.conditions import Moment
from builder.scenario.logic.effects import Arrival

TURN = Agenda()
ANY_FACING = range(6)


def start(setting: Setting) -> State:
    """A game before its set-up."""
    state, units = State(), setting.units
    state.cell = [WAITING] * len(units)
    state.wounds = [unit.wounds for unit in units]
    state.kind = [unit.kind for unit in units]
    state.facing = [0] * len(units)
    state.flags = [0] * len(units)
    state.owner = [unit.side for unit in units]
    state.aboard = [setting.vehicle_at_start(number) for number in range(len(units))]
    state.cards = [number for hand in setting.hands for number in hand]
    state.hands = [sum(hand) for hand in setting.hands]
    state.bearer = [NOBODY] * len(setting.items)
    state.lying = [NOBODY] * len(setting.items)
    state.scores = [0] * len(SIDES)
    state.done = [0] * len(setting.scenario.objectives)
    state.work = [0] * (len(setting.works) * (len(units) + 1))
    state.started = [0] * len(setting.scenario.events)
    state.turn = state.first = state.mover = state.left = state.hexes = 0
    state.active = NOBODY
    state.agenda = []
    order = [unit for unit in range(len(units)) if setting.zones[unit]]
    if setting.assume["order-of-set-up"] == "second-first":
        order.sort(key=lambda unit: -units[unit].side)
    carriers = [("carrier", item) for item in range(len(setting.items))]
    state.push(*(("place", unit) for unit in order), *carriers, ("turn",))
    return state


# The set-up.


@TURN.run("place")
def _ask_place(setting: Setting, state: State, unit: int) -> Decision:
    return Decision(SIDES[setting.units[unit].side], "set up", "rule/sequence", (unit,))


@TURN.option("place")
def _places(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    return [("at", cell) for cell in _free(setting, state, setting.zones[unit])]


def _free(setting: Setting, state: State, cells: Sequence[int]) -> list[int]:
    """The cells with room for one more unit; the nearest ones if there is none left."""
    if setting.assume["stacking"] != "one":
        return list(cells)
    taken = set(state.cell)
    free = [cell for cell in cells if cell not in taken]
    if free:
        return free
    away = setting.ground.distance[cells[0]]
    rest = (cell for cell in range(len(setting.ground)) if cell not in taken)
    return [min(rest, key=lambda cell: (away[cell], cell))]


@TURN.answer("place")
def _place(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    state.cell[unit] = int(action[1])
    for rider in setting.riders(state, unit):
        state.cell[rider] = state.cell[unit]
    facing = setting.stated_facing(unit)
    if facing != NO_FACING:
        state.facing[unit] = facing
    elif setting.assume["first-facing"] == "chosen":
        state.push(("face", unit))
    else:
        state.facing[unit] = _toward_enemy(setting, state, unit)
    return ()


def _toward_enemy(setting: Setting, state: State, unit: int) -> int:
    """The facing toward the nearest place where an enemy can be set up."""
    here, side = state.cell[unit], setting.units[unit].side
    theirs = [cell for other, each in enumerate(setting.units) if each.side != side
              for cell in setting.zones[other]]  # fmt: skip
    away = setting.ground.distance[here]
    nearest = min(theirs or [here], key=lambda cell: (away[cell], cell))
    return setting.ground.facing_to(here, nearest)


@TURN.run("carrier")
def _ask_carrier(setting: Setting, state: State, item: int) -> Decision | None:
    thing = setting.items[item]
    if thing.where is not None:
        cells = setting.cells_in(thing.where.region)
        state.lying[item] = cells[0] if cells else NOBODY
        return None
    bearers = setting.units_of(thing.carried_by, "")
    return Decision(SIDES[setting.units[bearers[0]].side], "carrier", "rule/units", (item,))


@TURN.option("carrier")
def _carriers(setting: Setting, state: State, item: int) -> Sequence[Action]:
    return [("carry", unit) for unit in setting.units_of(setting.items[item].carried_by, "")]


@TURN.answer("carrier")
def _carry(setting: Setting, state: State, action: Action, item: int) -> Sequence[Use]:
    state.bearer[item] = int(action[1])
    return ()


# The turn.


@TURN.run("turn")
def _begin_turn(setting: Setting, state: State) -> None:
    """Start a turn with its events; then follow initiative, the actions, and the check for victory.

    Source: bugged Sequence of Play
    """
    state.turn += 1
    advance_events(setting.scenario.events, state.started, PlayFacts(setting, state))
    comers = [("arrive", event, unit) for event, unit in _comers(setting, state)]
    state.push(*comers, ("initiative", 0, 0), ("activate",), ("end-turn",))


def _comers(setting: Setting, state: State) -> Iterator[tuple[int, int]]:
    """The units that come on the map in this turn, each with the number of its arrival."""
    for number, arrival in arrivals_due(setting.effects.of(Arrival), state.started, state.turn):
        waiting = [
            unit
            for unit in setting.units_of(arrival.force, "")
            if state.cell[unit] == WAITING and state.aboard[unit] == NOBODY
        ]
        for unit in waiting[: arrival.count or len(waiting)]:
            yield number, unit


@TURN.run("arrive")
def _ask_arrival(setting: Setting, state: State, number: int, unit: int) -> Decision:
    return Decision(SIDES[setting.units[unit].side], "arrive", "rule/sequence", (unit,))


@TURN.option("arrive")
def _arrivals(setting: Setting, state: State, number: int, unit: int) -> Sequence[Action]:
    arrival = setting.effects.of(Arrival)[number][1]
    if arrival.where is not None:
        cells = setting.cells_in(arrival.where.region)
    else:
        edges = edges_of(arrival)
        cells = tuple(dict.fromkeys(cell for edge in edges for cell in setting.ground.edge(edge)))
    places: list[Action] = [("at", cell) for cell in _free(setting, state, cells)]
    return [*places, ("wait",)] if arrival.optional else places


@TURN.answer("arrive")
def _arrive(setting: Setting, state: State, action: Action, number: int, unit: int) -> Sequence[Use]:
    return () if action[0] == "wait" else _place(setting, state, action, unit)


@TURN.run("initiative")
def _roll_initiative(setting: Setting, state: State, side: int, other: int) -> Roll:
    dice = setting.tables.dice("initiative", "each player")
    return Roll(dice, SIDES[side], "initiative", "phase/initiative")


@TURN.answer("initiative")
def _decide_initiative(
    setting: Setting, state: State, thrown: Thrown, side: int, other: int
) -> Sequence[Use]:
    if side == 0:
        state.push(("initiative", 1, thrown.total))
    elif thrown.total == other and setting.assume["initiative-ties"] == "again":
        state.push(("initiative", 0, 0))
    else:
        ahead = other > thrown.total or (
            thrown.total == other and setting.assume["initiative-ties"] == "first-player"
        )
        state.push(("order", 0 if ahead else 1))
    return [setting.tables["initiative"].use("each player")]


@TURN.run("order")
def _ask_order(setting: Setting, state: State, winner: int) -> Decision:
    return Decision(SIDES[winner], "order", "phase/initiative")


@TURN.option("order")
def _orders(setting: Setting, state: State, winner: int) -> Sequence[Action]:
    return [("first",), ("second",)]


@TURN.answer("order")
def _order(setting: Setting, state: State, action: Action, winner: int) -> Sequence[Use]:
    state.first = state.mover = winner if action[0] == "first" else 1 - winner
    return ()


@TURN.run("activate")
def _ask_unit(setting: Setting, state: State) -> Decision | None:
    """The players take turns to activate a unit; whoever has none left waits for the other."""
    if not setting.waiting(state, state.mover):
        state.mover = 1 - state.mover
        if not setting.waiting(state, state.mover):
            return None
    return Decision(SIDES[state.mover], "activate", "phase/action")


@TURN.option("activate")
def _units_to_activate(setting: Setting, state: State) -> Sequence[Action]:
    return [("unit", unit) for unit in setting.waiting(state, state.mover)]


@TURN.answer("activate")
def _activate(setting: Setting, state: State, action: Action) -> Sequence[Use]:
    unit = int(action[1])
    state.mover = 1 - state.mover
    state.active, state.hexes = unit, 0
    state.left = movement(setting, state, unit)
    state.push(("act", unit), ("verdict", Moment.ONCE.value), ("activate",))
    return ()


# The activation of a unit.


@TURN.run("act")
def _ask_act(setting: Setting, state: State, unit: int) -> Decision | None:
    if state.cell[unit] < 0 or state.flags[unit] & ACTED:
        return None
    return Decision(SIDES[state.owner[unit]], "act", "phase/action", (unit,))


@TURN.option("act")
def acts_of(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    """The present actions of a unit: attack, move, play a card, hand something over, or end its turn."""
    if _is_passing(setting, state, unit):
        return moves_of(setting, state, unit)
    actions: list[Action] = [("end",)]
    actions += (("shoot", target) for target in shots_of(setting, state, unit))
    actions += (("strike", target) for target in strikes_of(setting, state, unit))
    actions += moves_of(setting, state, unit)
    if setting.items:
        actions += _handovers(setting, state, unit)
    actions += cards_to_play(setting, state, unit)
    return actions


def _is_passing(setting: Setting, state: State, unit: int) -> bool:
    """Whether a unit has been interrupted in a hex with a friend, where it cannot stop."""
    if setting.assume["stacking"] != "one" or not state.hexes or state.aboard[unit] >= 0:
        return False
    here = state.cell[unit]
    return any(state.cell[other] == here for other in setting.on_map(state) if other != unit)


def _handovers(setting: Setting, state: State, unit: int) -> Iterator[Action]:
    """Adjacent units of a side, and those in one vehicle, can hand things over."""
    items = setting.load(state, unit)
    if not items:
        return
    here = state.cell[unit]
    near = {here, *setting.ground.near[here]}
    for other, cell in enumerate(state.cell):
        if other != unit and cell in near and setting.units[other].side == setting.units[unit].side:
            yield from (("hand", item, other) for item in items)


@TURN.answer("act")
def _act(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    name = action[0]
    if name == "end":
        end_activation(setting, state, unit)
        return ()
    if name in ("shoot", "strike"):
        if state.hexes:
            state.flags[unit] |= HALTED
        state.push((str(name), unit, int(action[1])), ("act", unit))
    elif name in ("go", "board", "ram"):
        state.push((str(name), unit, int(action[1])), ("act", unit))
    elif name == "hand":
        state.bearer[int(action[1])] = int(action[2])
        state.left = min(state.left, max(0, movement(setting, state, unit) - state.hexes))
        state.push(("act", unit))
    else:
        state.push(("play", *action, unit), ("act", unit))
    return ()


def end_activation(setting: Setting, state: State, unit: int) -> None:
    """A unit has acted; if it can fire, its player turns it to face any hexside.

    Source: bugged Movement
    """
    state.flags[unit] |= ACTED
    if state.cell[unit] >= 0 and state.aboard[unit] < 0 and setting.kind(state, unit).range_skill:
        state.push(("face", unit))


@TURN.run("face")
def _ask_facing(setting: Setting, state: State, unit: int) -> Decision | None:
    if state.cell[unit] < 0:
        return None
    return Decision(SIDES[state.owner[unit]], "face", "rule/line-of-sight", (unit,))


@TURN.option("face")
def _facings(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    return [("face", facing) for facing in ANY_FACING]


@TURN.answer("face")
def _face(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    state.facing[unit] = int(action[1])
    return ()


# The end of a turn.


@TURN.run("end-turn")
def _end_turn(setting: Setting, state: State) -> None:
    """Count what was done, check for victory, and remove what lasts only a turn."""
    state.push(*PlayFacts(setting, state).end_turn())


@TURN.run("clear")
def clear_turn(setting: Setting, state: State) -> None:
    """Remove what lasts only a turn; telepathy ends, unless it lasts until the end of the next turn."""
    for unit, flags in enumerate(state.flags):
        if flags & LONGER:
            state.flags[unit] = CONTROLLED
            continue
        state.flags[unit] = 0
        state.owner[unit] = setting.units[unit].side
    state.active = NOBODY
