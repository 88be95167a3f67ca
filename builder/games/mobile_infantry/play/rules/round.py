"""The set-up, and the two sequences of a round.

Source: mobile-infantry Game Sequence
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from builder.games.mobile_infantry.play.facts import PlayFacts, note_objectives
from builder.games.mobile_infantry.play.roster import BRAIN, BUG, BUGS, MI, WARRIOR
from builder.games.mobile_infantry.play.rules.firefight import magazine
from builder.games.mobile_infantry.play.rules.moving import is_rescued
from builder.games.mobile_infantry.play.rules.presence import appear
from builder.games.mobile_infantry.play.rules.retrieval import pick_up
from builder.games.mobile_infantry.play.rules.spotting import notice
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import (
    BUSY,
    FRENZIED,
    GETTING_UP,
    NOBODY,
    ORDERS,
    RELOADING,
    ROUT,
    TOSSED,
    WAITING,
    State,
)  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.logic.effects import advance_events
from builder.playtest.logic.facts import moments_of
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.logic.conditions import Moment
from builder.scenario.logic.effects import PickUp

ROUND = Agenda()
SEQUENCE = "rule/game-sequence"
_UNROLLED = -1


def start(setting: Setting) -> State:
    """A game before its set-up."""
    state, units, teams = State(), setting.units, setting.teams
    count = len(units)
    state.cell = [WAITING] * count
    state.hits, state.flags, state.reload = [0] * count, [0] * count, [0] * count
    state.rounds = [setting.figures.magazine(unit.weapon) if unit.weapon else 0 for unit in units]
    state.pinned, state.group, state.exit = [NOBODY] * count, [NOBODY] * count, [NOBODY] * count
    state.inches, state.origin, state.ready = [0] * count, [NOBODY] * count, [0] * count
    experiences = setting.figures.experiences
    state.experience = [
        experiences.index(team.experience) if team.experience else _UNROLLED for team in teams
    ]
    state.mood, state.since = [ORDERS] * len(teams), [0] * len(teams)
    state.heading = [NOBODY] * len(teams)
    state.casualties, state.past = [0] * len(teams), [0] * len(teams)
    state.tested, state.near = [0] * len(teams), [0] * len(teams)
    state.places, state.kinds, state.follows, state.appeared, state.known_since = [], [], [], [], []
    state.kills = [0] * len(BUGS)
    state.done = [0] * (len(setting.objectives) + len(setting.ground.chambers))
    state.started = [0] * len(setting.scenario.events)
    state.turn = state.engaged = state.engaged_before = state.due = state.calling = 0
    state.burnt = state.met = 0
    state.agenda = []
    rolled = [("experience", team) for team, value in enumerate(state.experience) if value == _UNROLLED]
    placed = [("place", team) for team in range(len(teams)) if setting.zones[team]]
    state.push(*rolled, *placed, ("garrison",), ("round",))
    return state


# The set-up.


@ROUND.run("experience")
def _roll_experience(setting: Setting, state: State, team: int) -> Roll:
    return Roll(setting.tables.roll("experience"), MI, "experience", "table/experience")


@ROUND.answer("experience")
def _experience(setting: Setting, state: State, thrown: Thrown, team: int) -> Sequence[Use]:
    table = setting.tables["experience"]
    state.experience[team] = setting.figures.experiences.index(str(table.result(thrown.total)))
    return [table.use(thrown.total)]


@ROUND.run("place")
def _ask_place(setting: Setting, state: State, team: int) -> Decision:
    return Decision(MI, "set up", SEQUENCE, (setting.teams[team].members[0],))


@ROUND.option("place")
def _places(setting: Setting, state: State, team: int) -> Sequence[Action]:
    """Every fourth cell of the zone, or all if it is small."""
    taken = set(state.cell)
    free = [cell for cell in setting.zones[team] if cell not in taken]
    spots = setting.ground.spots
    coarse = [cell for cell in free if all(int(part) % 2 == 0 for part in spots[cell])]
    return [("at", cell) for cell in coarse or free or [_nearest_free(setting, state, team)]]


def _nearest_free(setting: Setting, state: State, team: int) -> int:
    """The free cell nearest to a zone in which there is no room left."""
    row = setting.ground.away(setting.zones[team][0])
    mask = setting.ground.free(setting.ground.reached_from(setting.zones[team][0]), state.cell)
    return setting.ground.nearest_of(mask, row)


@ROUND.answer("place")
def _place(setting: Setting, state: State, action: Action, team: int) -> Sequence[Use]:
    """A team takes its places around its leader, in its zone if there is room."""
    goal = int(action[1])
    row = setting.ground.away(goal)
    inside = np.zeros(len(setting.ground), dtype=np.bool_)
    inside[list(setting.zones[team])] = True
    for unit in setting.teams[team].members:
        mask = setting.ground.free(inside, state.cell)
        if not mask.any():
            mask = setting.ground.free(setting.ground.reached_from(goal), state.cell)
        state.cell[unit] = setting.ground.nearest_of(mask, row)
    return ()


@ROUND.run("garrison")
def _garrison(setting: Setting, state: State) -> None:
    """Bugs that are on the table at the start: guards of entrances, and of the Brain Bug.

    Source: mobile-infantry Tunnel Rats, The Head Hunters
    """
    if not setting.is_below:
        return
    nodes = setting.scenario.table_map.plan.of_kind("entrance")  # type: ignore[union-attr]
    used = [number for number, node in enumerate(nodes) if node.used] or list(range(len(nodes)))
    state.push(*(("guard", number) for number in used), ("lair",))


@ROUND.run("guard")
def _roll_guard(setting: Setting, state: State, entrance: int) -> Roll:
    return Roll(setting.tables.roll("entrance-guards"), BUG, "guards", "table/entrance-guards")


@ROUND.answer("guard")
def _guard(setting: Setting, state: State, thrown: Thrown, entrance: int) -> Sequence[Use]:
    table = setting.tables["entrance-guards"]
    number = int(table.result(thrown.total))
    if number:
        appear(setting, state, setting.ground.entrances[entrance], WARRIOR, number, NOBODY)
        state.follows[-1] = 0
    return [table.use(thrown.total)]


@ROUND.run("lair")
def _lair(setting: Setting, state: State) -> Roll | None:
    """The Brain Bug is in the chamber that has a text, or in the last one; then its guards are rolled."""
    brains = list(setting.in_box(state, BRAIN))
    if not brains:
        return None
    rooms = setting.scenario.table_map.plan.of_kind("chamber")  # type: ignore[union-attr]
    stated = [number for number, room in enumerate(rooms) if room.text]
    cells = setting.ground.chambers[(stated or [len(rooms) - 1])[0]]
    middle = setting.ground.points[sorted(cells)].mean(axis=0)
    lair = min(cells, key=lambda cell: float(((setting.ground.points[cell] - middle) ** 2).sum()))
    appear(setting, state, lair, BRAIN, 1, NOBODY)
    state.follows[-1] = 0
    return Roll(setting.tables.dice("brain-bug-guard", "warriors"), BUG, "guard", "table/brain-bug-guard")


@ROUND.answer("lair")
def _guards(setting: Setting, state: State, thrown: Thrown) -> Sequence[Use]:
    rolled = [force.id for force in setting.scenario.forces if force.dice and force.unit.slug == WARRIOR]
    group = len(state.places) - 1
    appear(setting, state, state.places[group], WARRIOR, thrown.total, group, rolled[0] if rolled else "")
    return [setting.tables["brain-bug-guard"].use("warriors")]


# The round.


@ROUND.run("round")
def _round(setting: Setting, state: State) -> None:
    """Begin a round, with the sequence that applies."""
    state.turn += 1
    _events(setting, state)
    state.engaged_before, state.engaged = state.engaged, 0
    state.past, state.casualties = state.casualties, [0] * len(setting.teams)
    for unit in setting.troopers:
        _reload(setting, state, unit)
    notice(setting, state)
    teams = range(len(setting.teams))
    tests = [("presence",), ("follow-ups",), ("spotting",)]
    if setting.is_detected(state):
        moves = [("advance", team) for team in teams]
        steps = [("bugs",), ("firefight",), ("close",), ("rally",), ("craft",), *moves]
    else:
        steps = [("bugs",), ("rally",), ("craft",), *(("march", team) for team in teams)]
    state.push(("call",), *steps, ("moved",), *tests, ("lifts",), ("end-round",))


def _events(setting: Setting, state: State) -> None:
    events = setting.scenario.events
    for number in advance_events(events, state.started, PlayFacts(setting, state)):
        for effect in events[number].effects or ():
            if isinstance(effect, PickUp):
                pick_up(setting, state, effect)


def _reload(setting: Setting, state: State, unit: int) -> None:
    """A trooper whose magazine is empty spends the rounds of reloading, in which he does not fire."""
    state.flags[unit] &= ~RELOADING
    if state.reload[unit]:
        state.reload[unit] -= 1
        state.flags[unit] |= RELOADING
        if not state.reload[unit]:
            state.rounds[unit] = magazine(setting, unit)


@ROUND.run("rally")
def _rally(setting: Setting, state: State) -> None:
    """Teams that have routed in the round before take a test."""
    teams = range(len(setting.teams))
    state.push(
        *(("test", team) for team in teams if state.mood[team] == ROUT and state.since[team] < state.turn)
    )


@ROUND.run("moved")
def _moved(setting: Setting, state: State) -> None:
    """After the MI's move, only a rout lasts."""
    state.mood = [mood if mood == ROUT else ORDERS for mood in state.mood]
    note_objectives(setting, state, (Moment.ONCE,))
    if not state.met and (is_rescued(setting, state) if setting.survivors else _is_reached(setting, state)):
        state.met = 1
    notice(setting, state)


def _is_reached(setting: Setting, state: State) -> bool:
    """Whether a trooper has reached a place that the MI have to reach before they may call.

    Source: mobile-infantry Puff the Magic Dragon
    """
    places = [
        setting.ground.around(objective.region, setting.reaching)
        for objective in setting.scenario.objectives
        if objective.region
    ]
    return any(state.cell[unit] in cells for cells in places for unit in setting.troopers)


@ROUND.run("end-round")
def _end_round(setting: Setting, state: State) -> None:
    """Note what was carried out, remove what lasts only a round, and check for victory."""
    is_last = state.turn >= setting.scenario.turns
    moment = (Moment.LAST_TURN if is_last else Moment.END_OF_TURN).value
    note_objectives(setting, state, moments_of(moment))
    for unit in setting.troopers:
        tossed = state.flags[unit] & TOSSED
        state.flags[unit] &= ~(TOSSED | GETTING_UP)
        state.flags[unit] |= GETTING_UP if tossed else 0
    for bug in setting.bugs:
        raging = state.flags[bug] & FRENZIED
        state.flags[bug] &= ~(FRENZIED | BUSY)
        state.flags[bug] |= BUSY if raging else 0
    state.push(("verdict", moment))
    if not is_last:
        state.agenda.insert(0, ("round",))
