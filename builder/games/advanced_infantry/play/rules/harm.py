"""The effects of damage on troopers, and the things that the dead leave behind."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import (
    DEAD,
    FLYING,
    NO_ARC,
    NOBODY,
    PRONE,
    WEARS_PACK,
    State,
)  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.play import Roll, Thrown
from builder.playtest.tables import Use

HARM = Agenda()


def harm(setting: Setting, state: State, unit: int, x: int, step: str) -> None:
    """Do this many X of standard damage to a trooper; players roll for it if a supplement says so."""
    if x > 0 and state.cell[unit] >= 0:
        if setting.figures.points_of_x:
            wound(setting, state, unit, x * setting.figures.points_of_x)
        else:
            state.push(("harm", unit, x, step))


@HARM.run("harm")
def _roll_harm(setting: Setting, state: State, unit: int, x: int, step: str) -> Roll | None:
    if state.cell[unit] < 0:
        return None
    return Roll(setting.figures.damage_dice(x), SIDES[1 - setting.side_of[unit]], "damage", step)


@HARM.answer("harm")
def _harm(setting: Setting, state: State, thrown: Thrown, unit: int, x: int, step: str) -> Sequence[Use]:
    wound(setting, state, unit, thrown.total)
    return [setting.tables["standard-damage"].use("X")]


def wound(setting: Setting, state: State, unit: int, points: int) -> None:
    """Add damage to a trooper: it costs him action points, and more than his toughness kills him.

    A flying trooper who is hurt falls to the ground, prone.

    Source: advanced-infantry Jet Packs, Large Targets
    """
    if points <= 0 or state.cell[unit] < 0:
        return
    state.damage[unit] += points
    state.left[unit] = max(0, state.left[unit] - points * setting.figures.point_loss)
    if state.damage[unit] > setting.figures.toughness:
        die(setting, state, unit)
    elif state.flags[unit] & FLYING:
        state.flags[unit] = state.flags[unit] & ~FLYING | PRONE
        state.cell[unit] = fall(setting, state, unit)


def fall(setting: Setting, state: State, unit: int) -> int:
    """Where a flying trooper comes down: below him, or as near as there is room."""
    ground, here = setting.ground, state.cell[unit]
    taken = setting.taken(state, unit)
    if here not in taken or setting.assume["stacking"] == "any":
        return here
    sky = [cell for cell in setting.flights.sky if cell not in taken]
    return min(sky, key=lambda cell: (ground.far[here, cell], cell))


def die(setting: Setting, state: State, unit: int) -> None:
    """Remove a trooper; what he carried stays where he was."""
    cell = state.cell[unit]
    state.cell[unit] = DEAD
    state.arc[unit], state.part[unit] = NO_ARC, NOBODY
    state.left[unit] = 0
    state.squad_dead[setting.troopers[unit].squad] += 1
    let_go(setting, state, unit, cell)
    if state.flags[unit] & WEARS_PACK:
        state.packs.append(cell)
    state.flags[unit] = 0
    for item, bearer in enumerate(state.bearer):
        if bearer == unit:
            state.bearer[item], state.lying[item] = NOBODY, cell


def let_go(setting: Setting, state: State, unit: int, cell: int) -> None:
    """A trooper no longer controls his crewed weapon, which stays on a dot.

    Source: advanced-infantry Crew Served Weapons
    """
    gun = state.gun[unit]
    if gun >= 0:
        state.gun[unit], state.gunner[gun] = NOBODY, NOBODY
        if state.aim[gun] == NO_ARC:
            state.place[gun] = cell
