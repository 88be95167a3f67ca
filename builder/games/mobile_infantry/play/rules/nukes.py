"""Nuke launchers: one shot, which may scatter, and what its burst does to bugs and men.

Source: mobile-infantry Firefights 1 (house)
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from builder.games.mobile_infantry.play.roster import MI, NUKE
from builder.games.mobile_infantry.play.rules.firefight import STEP, hit_modifiers, targets_of
from builder.games.mobile_infantry.play.rules.harm import hit_bug, hit_craft, kill_trooper
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import RELOADING, ROUT, SPENT, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

NUKES = Agenda()


@NUKES.run("nuke")
def _ask_launch(setting: Setting, state: State, unit: int) -> Decision | None:
    team = setting.units[unit].team
    barred = state.flags[unit] & (SPENT | RELOADING) or state.mood[team] == ROUT
    if barred or not setting.able(state, unit) or not _targets(setting, state, unit):
        return None
    return Decision(MI, "nuke", STEP, (unit,))


def _targets(setting: Setting, state: State, unit: int) -> list[int]:
    """The bugs that he can fire the launcher at."""
    squad = setting.teams[setting.units[unit].team].squad
    return targets_of(setting, state, (unit,), squad, setting.figures.reach(NUKE))


@NUKES.option("nuke")
def _launches(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    return [("hold",), *(("launch", bug) for bug in _targets(setting, state, unit))]


@NUKES.answer("nuke")
def _launch(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    """He throws the launcher away, and fires nothing else in this round."""
    if action[0] == "launch":
        state.flags[unit] |= SPENT | RELOADING
        state.push(("launched", unit, int(action[1])))
    return ()


@NUKES.run("launched")
def _roll_launch(setting: Setting, state: State, unit: int, bug: int) -> Roll:
    return Roll(setting.tables.roll("to-hit"), MI, "launch", "table/to-hit")


@NUKES.answer("launched")
def _launched(setting: Setting, state: State, thrown: Thrown, unit: int, bug: int) -> Sequence[Use]:
    experience = setting.experience(state, setting.units[unit].team)
    modifiers = hit_modifiers(setting, state, unit, bug)
    table = setting.tables["to-hit"]
    hits = table.result(experience, thrown.total, modifiers=modifiers) == "hit"
    state.engaged = 1
    state.push(("burst", state.cell[bug]) if hits else ("scatter", state.cell[bug]))
    return [table.use(experience, thrown.total, modifiers=modifiers)]


@NUKES.run("scatter")
def _roll_scatter(setting: Setting, state: State, cell: int) -> Roll:
    return Roll(setting.tables.dice("nuke-scatter", "miss"), MI, "scatter", "table/nuke-scatter")


@NUKES.answer("scatter")
def _scatter(setting: Setting, state: State, thrown: Thrown, cell: int) -> Sequence[Use]:
    state.push(("drift", cell, thrown.total))
    return [setting.tables["nuke-scatter"].use("miss")]


@NUKES.run("drift")
def _roll_drift(setting: Setting, state: State, cell: int, inches: int) -> Roll:
    return Roll(setting.figures.direction_dice, MI, "direction", "table/nuke-scatter")


@NUKES.answer("drift")
def _drift(setting: Setting, state: State, thrown: Thrown, cell: int, inches: int) -> Sequence[Use]:
    """A shot that misses above ground bursts in a direction of the clock; below, where it was aimed."""
    if cell < setting.ground.surface:
        x, y = setting.ground.spots[cell]
        angle = math.tau * thrown.total / setting.figures.directions
        cell = setting.ground.cell_at(x + inches * math.sin(angle), y - inches * math.cos(angle))
    state.push(("burst", cell))
    return ()


@NUKES.run("burst")
def _burst(setting: Setting, state: State, cell: int) -> None:
    """Everybody near the burst takes hits, by the distance."""
    everybody = setting.living(state, range(len(setting.units)))
    near = [(unit, round(setting.ground.distance(cell, state.cell[unit]))) for unit in everybody]
    dice = [(unit, setting.tables.dice("nuke-hits", inches)) for unit, inches in near if inches < 1e5]
    for unit, notation in dice:
        if notation.isdigit():
            _take(setting, state, unit, int(notation))
    state.push(*(("blasted", unit, notation) for unit, notation in dice if not notation.isdigit()))


@NUKES.run("blasted")
def _roll_blast(setting: Setting, state: State, unit: int, notation: str) -> Roll | None:
    return Roll(notation, MI, "nuke", "table/nuke-hits") if state.cell[unit] >= 0 else None


@NUKES.answer("blasted")
def _blasted(setting: Setting, state: State, thrown: Thrown, unit: int, notation: str) -> Sequence[Use]:
    _take(setting, state, unit, thrown.total)
    table = setting.tables["nuke-hits"]
    return [table.use(next(inches for (inches,) in table.inputs if table.result(inches) == notation))]


def _take(setting: Setting, state: State, unit: int, hits: int) -> None:
    """The hits of a burst: a man dies of some, and may dodge fewer as he dodges acid."""
    if not hits:
        return
    if unit in setting.bugs:
        hit_bug(setting, state, unit, hits)
    elif unit in setting.craft:
        hit_craft(setting, state, unit, hits)
    elif hits >= setting.figures.nuke_kills_man:
        kill_trooper(setting, state, unit)
    else:
        state.push(("duck", unit))


@NUKES.run("duck")
def _roll_duck(setting: Setting, state: State, unit: int) -> Roll | None:
    if state.cell[unit] < 0:
        return None
    return Roll(setting.tables.roll("dodge"), MI, "dodge", "table/dodge")


@NUKES.answer("duck")
def _duck(setting: Setting, state: State, thrown: Thrown, unit: int) -> Sequence[Use]:
    experience = setting.experience(state, setting.units[unit].team)
    here = state.cell[unit]
    modifiers = ("cover",) if setting.ground.is_cover[here] or setting.ground.is_bad[here] else ()
    table = setting.tables["dodge"]
    if table.result(experience, thrown.total, modifiers=modifiers) == "killed":
        kill_trooper(setting, state, unit)
    return [table.use(experience, thrown.total, modifiers=modifiers)]
