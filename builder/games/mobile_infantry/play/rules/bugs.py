"""How bugs move.

Source: mobile-infantry Movement
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from builder.games.mobile_infantry.play.roster import BRAIN, BUG, FLYER, TANK, WARRIOR
from builder.games.mobile_infantry.play.rules.spotting import notice
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import FALL_BACK, NOBODY, ROUT, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Roll, Thrown
from builder.playtest.tables import Use

BUGS_MOVE = Agenda()
_TIE = 0.001


@BUGS_MOVE.run("bugs")
def _move_bugs(setting: Setting, state: State) -> None:
    """Each bug moves, the Brain Bug only if it flees."""
    for bug in setting.bugs:
        state.inches[bug], state.origin[bug] = 0, state.cell[bug]
    state.push(*(("bug", bug) for bug in setting.living(state, setting.bugs)), ("noticed",))


@BUGS_MOVE.run("noticed")
def _noticed(setting: Setting, state: State) -> None:
    notice(setting, state)


@BUGS_MOVE.run("bug")
def _roll_bug(setting: Setting, state: State, bug: int) -> Roll | None:
    if state.cell[bug] < 0 or setting.is_idle(state, bug) or setting.victim_of(state, bug) >= 0:
        return None
    kind = setting.moving_kind(state, bug)
    if kind == BRAIN:
        _flee(setting, state, bug)
        return None
    return Roll(setting.tables.dice("bug-movement", kind), BUG, "bug move", "table/bug-movement")


@BUGS_MOVE.answer("bug")
def _move_bug(setting: Setting, state: State, thrown: Thrown, bug: int) -> Sequence[Use]:
    """A bug moves toward the nearest MI in sight, and stops where its kind stops."""
    kind = setting.moving_kind(state, bug)
    inches = max(0, thrown.total) / _divisor(setting, state, bug)
    stop = setting.figures.stop[TANK if kind == TANK else WARRIOR]
    target = _target(setting, state, bug, kind)
    if target >= 0:
        _advance(setting, state, bug, state.cell[target], inches, stop)
    used = setting.ground.distance(state.origin[bug], state.cell[bug])
    state.inches[bug] = int(max(0.0, inches - used)) if kind == FLYER else 0
    return [setting.tables["bug-movement"].use(kind)]


def _divisor(setting: Setting, state: State, bug: int) -> int:
    return setting.figures.divisor_of_slowed if setting.is_slowed(state, bug) else 1


def _target(setting: Setting, state: State, bug: int, kind: str) -> int:
    """The unit that a bug moves toward; -1 if nobody is left."""
    prey = setting.living(state, (*setting.troopers, *setting.craft))
    row = setting.ground.away(state.cell[bug])

    def nearest(units: Sequence[int]) -> int:
        return min(units, key=lambda unit: (float(row[state.cell[unit]]), unit)) if units else NOBODY

    free = [unit for unit in prey if state.pinned[unit] == NOBODY] or prey
    if kind == TANK:
        return nearest(free)
    here = state.cell[bug]
    chased = [
        unit
        for unit in free
        if (team := setting.units[unit].team) >= 0 and state.mood[team] in (ROUT, FALL_BACK)
    ]
    seen = [unit for unit in free if unit in chased or setting.ground.sees(here, state.cell[unit])]
    if seen:
        return nearest(seen)
    if setting.assume["blind-bugs"] == "to-bugs":
        others = [
            other
            for other in setting.living(state, setting.bugs)
            if other != bug and any(setting.ground.sees(state.cell[other], state.cell[unit]) for unit in prey)
        ]
        if others:
            return nearest(others)
    return nearest(free)


def _advance(setting: Setting, state: State, bug: int, goal: int, inches: float, stop: float) -> None:
    """Go up to this many inches toward a goal, no nearer than a bug stops."""
    ground, here = setting.ground, state.cell[bug]
    to_goal, from_here = ground.away(goal), ground.away(here)
    taken = [cell for other, cell in enumerate(state.cell) if other != bug]
    mask = ground.free(from_here <= inches + _TIE, taken)
    mask[here] = True
    best = ground.nearest_of(mask, np.maximum(to_goal, stop) + from_here * _TIE)
    state.cell[bug] = best


def _flee(setting: Setting, state: State, bug: int) -> None:
    """Porters carry the Brain Bug away from the MI, if they do so and no MI hold it."""
    figures, here = setting.figures, state.cell[bug]
    prey = setting.living(state, setting.troopers)
    held = setting.near(state, here, prey, figures.contact)
    in_sight = [unit for unit in prey if setting.ground.sees(here, state.cell[unit])]
    if setting.assume["brain-bug"] == "stays" or held or not in_sight:
        return
    inches = int(setting.tables.dice("bug-movement", "brain-bug-carried"))
    ground = setting.ground
    below = np.arange(len(ground)) >= ground.surface
    mask = ground.free(ground.within(here, inches) & below, state.cell)
    safety = np.min([ground.away(state.cell[unit]) for unit in in_sight], axis=0)
    best = ground.nearest_of(mask, -safety)
    state.cell[bug] = best if best >= 0 else here


@BUGS_MOVE.run("retreat")
def _roll_retreat(setting: Setting, state: State, bug: int) -> Roll | None:
    if state.cell[bug] < 0:
        return None
    dice = setting.tables.dice("bug-movement", "tank-bug-retreating")
    return Roll(dice, BUG, "retreat", "table/bug-movement")


@BUGS_MOVE.answer("retreat")
def _retreat(setting: Setting, state: State, thrown: Thrown, bug: int) -> Sequence[Use]:
    """A Tank Bug that is wounded goes away from the nearest MI."""
    inches = thrown.total / _divisor(setting, state, bug)
    ground, here = setting.ground, state.cell[bug]
    prey = setting.living(state, setting.troopers)
    if prey:
        row = ground.away(here)
        nearest = min(prey, key=lambda unit: (float(row[state.cell[unit]]), unit))
        mask = ground.free(row <= inches + _TIE, state.cell)
        mask[here] = True
        state.cell[bug] = ground.nearest_of(mask, row * _TIE - ground.away(state.cell[nearest]))
    return [setting.tables["bug-movement"].use("tank-bug-retreating")]
