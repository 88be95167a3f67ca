"""Marches and tactical moves of the MI.

Source: mobile-infantry Movement
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from builder.games.mobile_infantry.play.ground import Mask
from builder.games.mobile_infantry.play.roster import BRAIN, MI
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import (
    FALL_BACK,
    GUNG_HO,
    NO_ADVANCE,
    NOBODY,
    ORDERS,
    ROUT,
    WOUNDED,
    State,
)  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

MOVING = Agenda()
MARCH, TACTICAL = "march", "tactical"
STEP = "rule/mi-movement"


def allowances(setting: Setting, state: State, team: int, move: str, total: int) -> tuple[float, float]:
    """The inches that a team can move over clear ground and over bad going, given its roll.

    A team that brings wounded comrades along is as slow as those who help them.
    """
    less = setting.figures.max_inches(move, "clear") - setting.figures.max_inches(move, "bad-going")
    if any(state.flags[unit] & WOUNDED for unit in setting.alive(state, team)):
        total += setting.figures.helping
    return float(max(0, total)), float(max(0, total - less))


@MOVING.run("march")
def _march(setting: Setting, state: State, team: int) -> None:
    if not setting.ables(state, team):
        return
    clear, bad = allowances(setting, state, team, MARCH, setting.figures.max_inches(MARCH, "clear"))
    state.push(("move", team, MARCH, clear, bad))


@MOVING.run("advance")
def _roll_move(setting: Setting, state: State, team: int) -> Roll | None:
    """A team rolls for its tactical move, unless its last test has moved it already."""
    if state.mood[team] in (ROUT, FALL_BACK, GUNG_HO) or not setting.ables(state, team):
        return None
    return Roll(setting.figures.mi_move(TACTICAL, "clear"), MI, "move", "table/mi-movement")


@MOVING.answer("advance")
def _rolled_move(setting: Setting, state: State, thrown: Thrown, team: int) -> Sequence[Use]:
    clear, bad = allowances(setting, state, team, TACTICAL, thrown.total)
    state.push(("move", team, TACTICAL, clear, bad))
    return [setting.tables["mi-movement"].use(TACTICAL, "clear")]


@MOVING.run("move")
def _ask_move(
    setting: Setting, state: State, team: int, move: str, clear: float, bad: float
) -> Decision | None:
    if state.mood[team] not in (ORDERS, NO_ADVANCE) or not setting.ables(state, team):
        return None
    return Decision(MI, "move", STEP, (leader_of(setting, state, team),))


def leader_of(setting: Setting, state: State, team: int) -> int:
    """The first member of a team who can act."""
    return setting.ables(state, team)[0]


@MOVING.option("move")
def moves_of(
    setting: Setting, state: State, team: int, move: str, clear: float, bad: float
) -> Sequence[Action]:
    """Where a team can go: the place of its leader, next to which the others take theirs."""
    leader = leader_of(setting, state, team)
    here = state.cell[leader]
    taken = set(state.cell)
    cells = [cell for cell in setting.ground.offered(here, clear, bad) if cell not in taken]
    cells += _goals_in_reach(setting, here, clear, bad, taken.union(cells))
    allowed = _allowed(setting, state, team, move)
    actions: list[Action] = [("stay",)]
    actions += (("go", cell) for cell in cells if allowed is None or allowed[cell])
    if _can_drag(setting, state, team):
        actions += (("drag", cell) for cell in cells)
    return actions


def _goals_in_reach(setting: Setting, here: int, clear: float, bad: float, excluded: set[int]) -> list[int]:
    """The entrances of tunnels in reach, and the cells below them."""
    ground = setting.ground
    if not ground.entrances:
        return []
    mask = ground.walk(here, clear, bad)
    return [cell for pair in ground.mouths for cell in pair if mask[cell] and cell not in excluded]


def _allowed(setting: Setting, state: State, team: int, move: str) -> Mask | None:
    """The cells to which a team may go; ``None`` if all."""
    masks = []
    own, ground = setting.teams[team], setting.ground
    leader = leader_of(setting, state, team)
    here = state.cell[leader]
    if state.mood[team] == NO_ADVANCE:
        rows = [ground.away(state.cell[bug]) for bug in setting.spotted_bugs(state)]
        masks += [row >= row[here] for row in rows]
    limit = setting.figures.cohesion(move, "command-team")
    if own.is_command and limit:
        others = [
            state.cell[unit]
            for number, other in enumerate(setting.teams)
            if other.squad == own.squad and not other.is_command
            for unit in setting.alive(state, number)
        ]
        if others:
            row = np.min([ground.away(cell) for cell in others], axis=0)
            masks.append((row <= limit) | (row < row[here]))
    if leader in setting.survivors and not is_rescued(setting, state):
        masks.append(ground.within(here, 0.5))
    return np.logical_and.reduce(masks) if masks else None


def is_rescued(setting: Setting, state: State) -> bool:
    """Whether rescuers are near and in sight of the survivors, or they have left the wreck.

    Source: mobile-infantry Eagle Down
    """
    if state.met:
        return True
    ground, far = setting.ground, setting.figures.rescuers
    rescuers = [unit for unit in setting.living(state, setting.troopers) if unit not in setting.survivors]
    return any(
        ground.distance(state.cell[one], state.cell[other]) <= far
        and ground.sees(state.cell[one], state.cell[other])
        for one in setting.living(state, setting.survivors)
        for other in rescuers
    )


@MOVING.answer("move")
def _move(
    setting: Setting, state: State, action: Action, team: int, move: str, clear: float, bad: float
) -> Sequence[Use]:
    if action[0] == "stay":
        return ()
    leader, goal = leader_of(setting, state, team), int(action[1])
    before = state.cell[leader]
    dragged = brain_of(setting, state) if action[0] == "drag" else NOBODY
    go_together(setting, state, team, leader, goal, clear, bad)
    state.heading[team] = _onward(setting, before, goal)
    if dragged >= 0:
        mask = setting.ground.free(setting.ground.within(goal, setting.figures.contact), state.cell)
        state.cell[dragged] = setting.ground.nearest_of(mask, setting.ground.away(goal))
    return ()


def _onward(setting: Setting, before: int, after: int) -> int:
    """A cell ahead of a team that has moved, from which bugs measure where its front is."""
    x, y = setting.ground.spots[before]
    to_x, to_y = setting.ground.spots[after]
    return setting.ground.cell_at(to_x + 6 * (to_x - x), to_y + 6 * (to_y - y))


def go_together(
    setting: Setting, state: State, team: int, leader: int, goal: int, clear: float, bad: float
) -> None:
    """Move a team: the leader to his goal, each other who can move as near to him as he gets.

    Wounded comrades are brought along by whoever is near them.
    """
    ground = setting.ground
    ables = setting.ables(state, team)
    carried = [
        unit
        for unit in setting.alive(state, team)
        if state.flags[unit] & WOUNDED
        and setting.near(state, state.cell[unit], ables, setting.figures.contact)
    ]
    state.cell[leader] = goal
    row = ground.away(goal)
    for unit in [*(each for each in ables if each != leader), *carried]:
        here = state.cell[unit]
        taken = [cell for other, cell in enumerate(state.cell) if other != unit]
        mask = ground.free(ground.walk(here, clear, bad), taken)
        best = ground.nearest_of(mask, row)
        state.cell[unit] = best if best >= 0 else here


# The Brain Bug.


def brain_of(setting: Setting, state: State) -> int:
    """The Brain Bug, if it is on the table; -1 if not."""
    bugs = setting.living(state, setting.bugs)
    return next((bug for bug in bugs if setting.units[bug].kind == BRAIN), NOBODY)


def _can_drag(setting: Setting, state: State, team: int) -> bool:
    """Whether a team is at an unguarded Brain Bug with enough troopers to drag it.

    Source: mobile-infantry The Head Hunters
    """
    brain = brain_of(setting, state)
    if brain < 0 or setting.is_hidden(state, brain):
        return False
    here, figures = state.cell[brain], setting.figures
    guards = [bug for bug in setting.living(state, setting.bugs) if bug != brain]
    choice = setting.assume["unguarded"]
    within = figures.assumed(choice) if choice == "none-near" else 1e6
    if setting.near(state, here, guards, within):
        return False
    helpers = [unit for unit in setting.troopers if setting.able(state, unit)]
    near = setting.near(state, here, helpers, figures.contact)
    return len(near) >= figures.draggers and any(setting.units[unit].team == team for unit in near)
