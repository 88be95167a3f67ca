"""Retrieval Craft: calls, landings and flights home.

Source: mobile-infantry Bravo Two Zero, Puff the Magic Dragon, Fort Joe Smith
"""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.mobile_infantry.play.roster import BRAIN, MI
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import GONE, NOBODY, WAITING, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.logic.effects import PickUp

RETRIEVAL = Agenda()
STEP = "term/retrieval"
# Every how many inches a place to land is offered.
_GRID = 4


@RETRIEVAL.run("call")
def _ask_call(setting: Setting, state: State) -> Decision | None:
    """At the start of a round, the MI can call, if a Radio MI can."""
    return Decision(MI, "call", STEP) if may_call(setting, state) else None


def may_call(setting: Setting, state: State) -> bool:
    """Whether the MI can call Craft now."""
    if setting.radio(state) < 0 or state.calling or not setting.craft:
        return False
    if setting.calls == "roll":
        return is_entered(setting, state)
    if state.due or setting.landed(state) or not _ready(setting, state, state.turn + 1):
        return False
    return "after" not in setting.retrieval or bool(state.met)


def is_entered(setting: Setting, state: State) -> bool:
    """Whether bugs are inside the perimeter of the fort."""
    return any(state.cell[bug] in setting.perimeter for bug in setting.bugs)


def _ready(setting: Setting, state: State, turn: int) -> list[int]:
    """The Craft that can land in a round."""
    return [craft for craft in setting.craft if state.cell[craft] == WAITING and state.ready[craft] <= turn]


@RETRIEVAL.option("call")
def _calls(setting: Setting, state: State) -> Sequence[Action]:
    return [("wait",), ("call",)]


@RETRIEVAL.answer("call")
def _call(setting: Setting, state: State, action: Action) -> Sequence[Use]:
    if action[0] == "call":
        if setting.calls == "roll":
            state.calling = 1
        else:
            state.due = state.turn + 1
    return ()


@RETRIEVAL.run("craft")
def _craft(setting: Setting, state: State) -> Decision | Roll | None:
    """Craft that are due land in the move of the MI; at a fort, a die decides how many come."""
    if setting.calls == "roll":
        if not state.calling or not _ready(setting, state, state.turn):
            return None
        return Roll(setting.tables.roll("fort-retrieval"), MI, "retrieval", "table/fort-retrieval")
    if not state.due or state.due > state.turn or not landing_places(setting, state):
        return None
    return Decision(MI, "land", STEP, (_ready(setting, state, state.turn)[0],))


def landing_places(setting: Setting, state: State) -> list[int]:
    """Flat places near a Radio MI that no bugs hold."""
    radio, ground = setting.radio(state), setting.ground
    if radio < 0 or not _ready(setting, state, state.turn) or state.cell[radio] >= ground.surface:
        return []
    mask = ground.within(state.cell[radio], setting.landing_reach)
    taken = set(state.cell)
    return [
        cell
        for cell in range(ground.surface)
        if mask[cell]
        and ground.is_flat[cell]
        and cell not in taken
        and all(int(part) % _GRID == 0 for part in ground.spots[cell])
        and not _held(setting, state, cell)
    ]


def _held(setting: Setting, state: State, cell: int) -> bool:
    """Whether bugs of which the MI know hold a place."""
    return bool(setting.near(state, cell, setting.spotted_bugs(state), setting.held_within))


@RETRIEVAL.option("craft")
def _landings(setting: Setting, state: State) -> Sequence[Action]:
    return [("wait",), *(("land", cell) for cell in landing_places(setting, state))]


@RETRIEVAL.answer("craft")
def _answer_craft(setting: Setting, state: State, answer: Action | Thrown) -> Sequence[Use]:
    ready = _ready(setting, state, state.turn)
    if isinstance(answer, Thrown):
        table = setting.tables["fort-retrieval"]
        coming = ready[: int(table.result(answer.total))]
        place = _fort_landing(setting, state)
        if coming and place >= 0:
            _land(setting, state, coming, place)
        return [table.use(answer.total)]
    if answer[0] == "land":
        state.due = 0
        _land(setting, state, ready, int(answer[1]))
    return ()


def _fort_landing(setting: Setting, state: State) -> int:
    """The landing zone if it is clear, else the nearest flat place outside that no bugs hold; -1 if none."""
    ground = setting.ground
    pad = [
        cell for cell in setting.pad if not setting.near(state, cell, setting.bugs, setting.figures.contact)
    ]
    if pad and len(pad) == len(setting.pad):
        return pad[len(pad) // 2]
    men = setting.living(state, setting.troopers)
    outside = [
        cell
        for cell in range(ground.surface)
        if cell not in setting.perimeter
        and ground.is_flat[cell]
        and all(int(part) % _GRID == 0 for part in ground.spots[cell])
        and not _held(setting, state, cell)
    ]
    if not men:
        return NOBODY
    row = ground.away(state.cell[men[0]])
    return min(outside, key=lambda cell: float(row[cell]), default=NOBODY)


def _land(setting: Setting, state: State, craft: Sequence[int], place: int) -> None:
    """Craft land next to each other."""
    ground = setting.ground
    row = ground.away(place)
    for each in craft:
        mask = ground.free(ground.reached_from(place), state.cell)
        mask[ground.surface :] = False
        state.cell[each] = ground.nearest_of(mask, row)
        state.hits[each] = 0


# Flights home.


@RETRIEVAL.run("lifts")
def _lifts(setting: Setting, state: State) -> None:
    """At the end of a round, each Craft on the ground can take off with those who are beside it."""
    state.push(*(("lift", craft) for craft in setting.landed(state)))


def boarders(setting: Setting, state: State, craft: int) -> list[int]:
    """The troopers who get into a Craft, nearest first: those beside it whom no bug has pinned."""
    here = state.cell[craft]
    near = setting.near(state, here, setting.troopers, setting.figures.contact)
    free = [unit for unit in near if state.pinned[unit] == NOBODY and not setting.is_routing(state, unit)]
    free.sort(key=lambda unit: (setting.ground.distance(here, state.cell[unit]), unit))
    return free[: setting.capacity]


@RETRIEVAL.run("lift")
def _ask_lift(setting: Setting, state: State, craft: int) -> Decision | None:
    return Decision(MI, "lift", STEP, (craft,)) if state.cell[craft] >= 0 else None


@RETRIEVAL.option("lift")
def _lift_options(setting: Setting, state: State, craft: int) -> Sequence[Action]:
    return [("wait",), ("lift",)]


@RETRIEVAL.answer("lift")
def _lift(setting: Setting, state: State, action: Action, craft: int) -> Sequence[Use]:
    """A Craft takes off; it is back after the rounds that the flight takes."""
    if action[0] != "lift":
        return ()
    here = state.cell[craft]
    for unit in boarders(setting, state, craft):
        leave(setting, state, unit, _objective_near(setting, here))
    state.cell[craft] = WAITING
    away = setting.of_craft("away")
    state.ready[craft] = state.turn + away
    if not setting.landed(state) and not state.due and setting.calls == "call":
        # They return on their own for those who are left.
        state.due = state.turn + away
    state.burnt = sum(
        0 <= state.cell[bug] < setting.ground.surface and setting.units[bug].kind != BRAIN
        for bug in setting.bugs
    )
    return ()


def _objective_near(setting: Setting, cell: int) -> int:
    """The objective at which a Craft is; -1 if it is at none."""
    within = setting.landing_reach
    for number, objective in enumerate(setting.scenario.objectives):
        if objective.region and cell in setting.ground.around(objective.region, within):
            return number
    return NOBODY


def leave(setting: Setting, state: State, unit: int, objective: int) -> None:
    """A trooper leaves the table alive."""
    state.cell[unit], state.exit[unit] = GONE, objective
    state.pinned[unit] = NOBODY


def pick_up(setting: Setting, state: State, effect: PickUp) -> None:
    """Craft that pass over take up the troopers in a place.

    Source: mobile-infantry Sir, is this another bug hunt?
    """
    number = setting.objectives.get(effect.where.id, NOBODY)
    cells = setting.cells_of(effect.where)
    places = setting.capacity * setting.of_craft("craft")
    inside = [unit for unit in setting.living(state, setting.troopers) if state.cell[unit] in cells]
    for unit in [unit for unit in inside if state.pinned[unit] == NOBODY][:places]:
        leave(setting, state, unit, number)
