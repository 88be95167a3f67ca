"""The set-up, the turn, and the activation of a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.playtest.agenda import Agenda
from builder.playtest.generic.attacks import Blow, blows_of, cards_for, drop, suffer, use_of
from builder.playtest.generic.facts import PlayFacts
from builder.playtest.generic.setting import EDGE, Setting
from builder.playtest.generic.state import ACTED, FOUGHT, GONE, MOVED, NOBODY, PINNED, WAITING, State
from builder.playtest.logic import endings
from builder.playtest.logic.effects import advance_events, arrivals_due, edges_of
from builder.playtest.logic.facts import moments_of
from builder.playtest.play import Action, Decision, Ending, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.logic.conditions import Moment
from builder.scenario.logic.effects import Arrival, Leave

TURN = Agenda()
INITIATIVE = "initiative"


def start(setting: Setting) -> State:
    """A game before its set-up."""
    state, units = State(), setting.units
    state.cell = [WAITING] * len(units)
    state.wounds = [unit.wounds for unit in units]
    state.flags = [0] * len(units)
    state.ways = [NOBODY] * len(units)
    state.cards = [number for side in range(len(setting.sides)) for number in setting.hands[side]]
    state.hands = [sum(setting.hands[side]) for side in range(len(setting.sides))]
    state.bearer = [NOBODY] * len(setting.items)
    state.lying = [NOBODY] * len(setting.items)
    state.done = [0] * len(setting.scenario.objectives)
    state.work = [0] * (len(setting.works) * (len(units) + 1))
    state.started = [0] * len(setting.scenario.events)
    state.turn = state.mover = state.extra = state.played = 0
    state.agenda = []
    order = [unit for unit in range(len(units)) if setting.zones[unit]]
    order.sort(key=lambda unit: (units[unit].side != setting.sets_up_first, units[unit].side))
    carriers = [("carrier", item) for item in range(len(setting.items))]
    state.push(*(("place", unit) for unit in order), *carriers, ("turn",))
    return state


def _rule(setting: Setting) -> str:
    return f"rule/{setting.rules.rule}"


# The set-up.


@TURN.run("place")
def _ask_place(setting: Setting, state: State, unit: int) -> Decision:
    return Decision(setting.sides[setting.units[unit].side], "set up", _rule(setting), (unit,))


@TURN.option("place")
def _places(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    return [("at", cell) for cell in _free(setting, state, setting.zones[unit])]


def _free(setting: Setting, state: State, cells: Sequence[int]) -> list[int]:
    """The cells with room for one more unit; the nearest one if there is none left."""
    if not setting.rules.alone:
        return list(cells)
    taken = set(state.cell)
    free = [cell for cell in cells if cell not in taken]
    if free:
        return free
    away = setting.ground.far_from(cells[0])
    rest = (cell for cell in range(len(setting.ground)) if cell not in taken)
    return [min(rest, key=lambda cell: (away[cell], cell))]


@TURN.answer("place")
def _place(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    state.cell[unit] = int(action[1])
    return ()


@TURN.run("carrier")
def _ask_carrier(setting: Setting, state: State, item: int) -> Decision | None:
    """A side chooses who carries a thing at the start, if there is a choice."""
    thing = setting.items[item]
    if thing.where is not None:
        state.lying[item] = min(setting.cells_of(thing.where), default=NOBODY)
        return None
    bearers = _carriers(setting, state, item)
    return Decision(setting.sides[setting.units[int(bearers[0][1])].side], "carrier", _rule(setting), (item,))


@TURN.option("carrier")
def _carriers(setting: Setting, state: State, item: int) -> Sequence[Action]:
    forces, by = setting.scenario.forces, setting.items[item].carried_by
    return [("carry", unit) for unit, each in enumerate(setting.units) if forces[each.force].id == by]


@TURN.answer("carrier")
def _carry(setting: Setting, state: State, action: Action, item: int) -> Sequence[Use]:
    state.bearer[item] = int(action[1])
    return ()


# The turn.


@TURN.run("turn")
def _begin_turn(setting: Setting, state: State) -> None:
    """Start a turn with its events; then come the roll for who goes first, and the activations."""
    state.turn += 1
    advance_events(setting.scenario.events, state.started, PlayFacts(setting, state))
    comers = [("arrive", number, unit) for number, unit in _comers(setting, state)]
    state.push(*comers, ("first", 0, (), tuple(range(len(setting.sides)))), ("activate",), ("end-turn",))


def _comers(setting: Setting, state: State) -> Iterator[tuple[int, int]]:
    """The units that come on the map in this turn, each with the number of its arrival."""
    forces = setting.scenario.forces
    for number, arrival in arrivals_due(setting.effects.of(Arrival), state.started, state.turn):
        waiting = [
            unit
            for unit, each in enumerate(setting.units)
            if state.cell[unit] == WAITING and forces[each.force].id == arrival.force
        ]
        yield from ((number, unit) for unit in waiting[: arrival.count or len(waiting)])


@TURN.run("arrive")
def _ask_arrival(setting: Setting, state: State, number: int, unit: int) -> Decision:
    return Decision(setting.sides[setting.units[unit].side], "arrive", _rule(setting), (unit,))


@TURN.option("arrive")
def _arrivals(setting: Setting, state: State, number: int, unit: int) -> Sequence[Action]:
    arrival = setting.effects.of(Arrival)[number][1]
    if arrival.where is not None:
        cells: Sequence[int] = sorted(setting.cells_of(arrival.where))
    else:
        cells = sorted({cell for edge in edges_of(arrival) for cell in setting.ground.edge(edge)})
    places: list[Action] = [("at", cell) for cell in _free(setting, state, cells)]
    return [*places, ("wait",)] if arrival.optional else places


@TURN.answer("arrive")
def _arrive(setting: Setting, state: State, action: Action, number: int, unit: int) -> Sequence[Use]:
    return () if action[0] == "wait" else _place(setting, state, action, unit)


@TURN.run("first")
def _roll_first(
    setting: Setting, state: State, number: int, totals: tuple[int, ...], rivals: tuple[int, ...]
) -> Roll:
    side = setting.sides[rivals[number]]
    return Roll(setting.first_dice, side, INITIATIVE, f"table/{setting.rules.first}")


@TURN.answer("first")
def _decide_first(
    setting: Setting,
    state: State,
    thrown: Thrown,
    number: int,
    totals: tuple[int, ...],
    rivals: tuple[int, ...],
) -> Sequence[Use]:
    """The highest roll activates a unit first; sides with equal highest rolls roll again."""
    totals = (*totals, thrown.total)
    if len(totals) < len(rivals):
        state.push(("first", number + 1, totals, rivals))
    else:
        best = [side for side, total in zip(rivals, totals, strict=True) if total == max(totals)]
        if len(best) == 1:
            state.mover = best[0]
        else:
            state.push(("first", 0, (), tuple(best)))
    return [setting.tables[setting.rules.first].use(*setting.rules.first_at)]


@TURN.run("activate")
def _ask_unit(setting: Setting, state: State) -> Decision | None:
    """The sides alternate in activating a unit; a side that has none left waits for the others."""
    for _ in setting.sides:
        if setting.waiting(state, state.mover):
            return Decision(setting.sides[state.mover], "activate", _rule(setting))
        state.mover = (state.mover + 1) % len(setting.sides)
    return None


@TURN.option("activate")
def _units_to_activate(setting: Setting, state: State) -> Sequence[Action]:
    actions: list[Action] = [("unit", unit) for unit in setting.waiting(state, state.mover)]
    for card in setting.hand(state, state.mover):
        if setting.cards[card].get("does", {}).get("again"):
            side = setting.of_side(state, state.mover)
            actions += [("again", unit, card) for unit in side if state.flags[unit] & ACTED]
    return actions


@TURN.answer("activate")
def _activate(setting: Setting, state: State, action: Action) -> Sequence[Use]:
    unit = int(action[1])
    state.extra = state.played = 0
    state.flags[unit] &= ~(MOVED | FOUGHT)
    if action[0] == "again":
        setting.discard(state, state.mover, int(action[2]))
    state.mover = (state.mover + 1) % len(setting.sides)
    state.push(
        ("move", unit), ("attack", unit), ("rest", unit), ("verdict", Moment.ONCE.value), ("activate",)
    )
    return ()


# The activation of a unit.


@TURN.run("move")
def _ask_move(setting: Setting, state: State, unit: int) -> Decision | None:
    if state.cell[unit] < 0 or state.flags[unit] & PINNED:
        return None
    return Decision(setting.sides[setting.units[unit].side], "move", _rule(setting), (unit,))


@TURN.option("move")
def _moves(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    actions: list[Action] = [("stay",), *(("go", cell) for cell in goals_of_move(setting, state, unit))]
    if not state.played:
        for card in setting.hand(state, setting.units[unit].side):
            if "movement" in setting.cards[card].get("does", {}):
                actions.append(("hurry", card))
    return actions


def goals_of_move(setting: Setting, state: State, unit: int) -> list[int]:
    """The cells where a unit can end its move, without the one where it is."""
    ground, here = setting.ground, state.cell[unit]
    foes = {state.cell[enemy] for enemy in setting.enemies(state, setting.units[unit].side)}
    halting = {cell for foe in foes for cell in ground.beside[foe]} if setting.rules.stops else set()
    reach = ground.reach(here, setting.movement(state, unit), foes, halting)
    taken = set(state.cell) if setting.rules.alone else {here}
    return sorted(cell for cell in reach if cell not in taken)


@TURN.answer("move")
def _move(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    if action[0] == "hurry":
        card = int(action[1])
        setting.discard(state, setting.units[unit].side, card)
        state.extra += int(setting.cards[card]["does"]["movement"])
        state.push(("move", unit))
    elif action[0] == "go":
        state.cell[unit] = int(action[1])
        state.flags[unit] |= MOVED
        _pick_up(setting, state, unit)
    return ()


def _pick_up(setting: Setting, state: State, unit: int) -> None:
    """Pick up what lies where a unit ends its move, if its side has carried it or it is nobody's."""
    forces = {force.id: force for force in setting.scenario.forces}
    side = setting.sides[setting.units[unit].side]
    for item, cell in enumerate(state.lying):
        owner = setting.items[item].carried_by
        if cell == state.cell[unit] and (not owner or forces[owner].side == side):
            state.bearer[item], state.lying[item] = unit, NOBODY


@TURN.run("attack")
def _ask_attack(setting: Setting, state: State, unit: int) -> Decision | None:
    if state.cell[unit] < 0 or len(_attacks(setting, state, unit)) == 1:
        return None
    return Decision(setting.sides[setting.units[unit].side], "attack", _rule(setting), (unit,))


@TURN.option("attack")
def _attacks(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    """Attack one enemy, with or without a card; leave the map; or neither."""
    actions: list[Action] = [("pass",)]
    actions += (("leave", way) for way in exits_of(setting, state, unit))
    for blow in blows_of(setting, state, unit):
        attack = setting.attack(blow.attack)
        cards = [NOBODY, *cards_for(setting, state, unit, attack)]
        actions += ((attack.id, blow.attack, blow.weapon, blow.target, card) for card in cards)
    return actions


def exits_of(setting: Setting, state: State, unit: int) -> Iterator[int]:
    """The ways by which a unit can leave the map from where it is; a pinned one cannot."""
    if state.flags[unit] & PINNED:
        return
    side = setting.sides[setting.units[unit].side]
    under_way = lambda event: state.started[event] > 0  # noqa: E731
    gates = setting.effects.of(Leave)
    for number, (kind, way) in enumerate(setting.ways):
        if state.cell[unit] not in setting.exits(kind, way):
            continue
        if kind == EDGE:
            fitting = [gate for _, gate in gates if gate.edge == way]
            opened = [gate for gate in setting.effects.active(Leave, under_way) if gate.edge == way]
            if fitting and not any(unit in setting.units_of(gate.who) for gate in opened):
                continue
            yield number
        elif setting.scenario.objectives[setting.objectives[way]].side == side and setting.effects.is_open(
            way, under_way
        ):
            yield number


@TURN.answer("attack")
def _attack(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    if action[0] == "leave":
        drop(state, unit)
        state.cell[unit], state.ways[unit] = GONE, int(action[1])
    elif action[0] != "pass":
        _, number, weapon, target, card = action
        if int(card) != NOBODY:
            setting.discard(state, setting.units[unit].side, int(card))
        state.flags[unit] |= FOUGHT
        state.push(("roll", unit, int(number), str(weapon), int(target), int(card)))
    return ()


@TURN.run("roll")
def _roll(
    setting: Setting, state: State, unit: int, number: int, weapon: str, target: int, card: int
) -> Roll:
    attack = setting.attack(number)
    return Roll(attack.dice, setting.sides[setting.units[unit].side], attack.id, f"rule/{attack.rule}")


@TURN.answer("roll")
def _hit(
    setting: Setting,
    state: State,
    thrown: Thrown,
    unit: int,
    number: int,
    weapon: str,
    target: int,
    card: int,
) -> Sequence[Use]:
    use = use_of(setting, state, unit, Blow(number, weapon, target), thrown.total, card)
    suffer(setting, state, target, str(use.table.results[use.cell]))
    return [use]


@TURN.run("rest")
def _rest(setting: Setting, state: State, unit: int) -> None:
    """A unit has been activated; if it was pinned, it is no longer."""
    state.flags[unit] = (state.flags[unit] | ACTED) & ~PINNED
    state.extra = state.played = 0


# Endings.


@TURN.run("verdict")
def _verdict(setting: Setting, state: State, moment: str) -> Ending | None:
    """The first victory condition that is met at a moment."""
    facts = PlayFacts(setting, state)
    if moment == Moment.ONCE:
        facts.note_objectives((Moment.ONCE,))
    return endings.verdict(setting.scenario, facts, moments_of(moment))


@TURN.run("end-turn")
def _end_turn(setting: Setting, state: State) -> None:
    """Count the work done, and check for victory."""
    state.push(*PlayFacts(setting, state).end_turn())


@TURN.run("clear")
def _clear(setting: Setting, state: State) -> None:
    """Units can be activated again in the next turn; a pin stays until its unit has been activated."""
    state.flags = [flags & PINNED for flags in state.flags]
