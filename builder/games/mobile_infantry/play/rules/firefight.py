"""Firefights: volleys of the MI, the guns of Craft, and the acid of Tank Bugs.

Source: mobile-infantry Firefights 1, Firefights 2
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from builder.games.mobile_infantry.play.figures import BURST, SUSTAINED
from builder.games.mobile_infantry.play.roster import BUG, MI, TANK
from builder.games.mobile_infantry.play.rules.harm import hit_bug, hit_craft, kill_trooper
from builder.games.mobile_infantry.play.rules.reactions import test_losses
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import FALL_BACK, JAMMED, RELOADING, ROUT, State  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

FIREFIGHT = Agenda()
STEP = "rule/mi-firefights"
FIRES = (BURST, SUSTAINED)
AUTOCANNON = "autocannon"
_CREW = "experienced"


@FIREFIGHT.run("firefight")
def _firefight(setting: Setting, state: State) -> None:
    """Teams and Craft fire, and Tank Bugs spray, in the order of the assumption."""
    living = setting.living(state, setting.bugs)
    sprays = [("spray", bug) for bug in living if setting.units[bug].kind == TANK]
    volleys = [("nuke", unit) for unit in setting.troopers if setting.units[unit].has_nuke]
    volleys += (("volley", team) for team in range(len(setting.teams)))
    if setting.assume["craft-guns"] == "fire":
        volleys += (("guns", craft) for craft in setting.landed(state))
    first = setting.assume["firefight-order"] == "tank-bugs-first"
    order = [*sprays, *volleys] if first else [*volleys, *sprays]
    state.push(*order, ("losses", *state.casualties))


@FIREFIGHT.run("losses")
def _losses(setting: Setting, state: State, *before: int) -> None:
    test_losses(setting, state, before)


# The MI.


def shooters_of(setting: Setting, state: State, team: int) -> list[int]:
    """The members of a team who can fire: able, not routing, with a loaded weapon."""
    if state.mood[team] == ROUT:
        return []
    barred = RELOADING | JAMMED
    return [
        unit
        for unit in setting.ables(state, team)
        if not state.flags[unit] & barred and (state.rounds[unit] or not magazine(setting, unit))
    ]


def magazine(setting: Setting, unit: int) -> int:
    """The rounds in a trooper's full magazine; 0 if it is never empty."""
    return setting.figures.magazine(setting.units[unit].weapon)


def can_hit(setting: Setting, state: State, unit: int, bug: int, reach: int = 0) -> bool:
    """Whether a bug is in line of sight of a trooper, and in range of his weapon or of another reach."""
    here, there = state.cell[unit], state.cell[bug]
    reach = reach or setting.figures.reach(setting.units[unit].weapon)
    return setting.ground.distance(here, there) <= reach and setting.ground.sees(here, there)


def dice_of(setting: Setting, state: State, unit: int, fire: int) -> int:
    """The dice of a trooper, given the kind of fire of his team; others fire as their weapons can.

    Sustained fire with a rifle takes a full magazine.
    """
    weapon, figures = setting.units[unit].weapon, setting.figures
    bursts = figures.fire_dice(weapon, BURST)
    if not bursts:
        return figures.fire_dice(weapon, SUSTAINED)
    if fire and _can_sustain(setting, state, unit):
        return figures.fire_dice(weapon, SUSTAINED)
    return bursts


def _can_sustain(setting: Setting, state: State, unit: int) -> bool:
    if setting.assume["sustained-fire"] == "any-rounds":
        return True
    return state.rounds[unit] == magazine(setting, unit)


def hit_modifiers(setting: Setting, state: State, unit: int, bug: int) -> tuple[str, ...]:
    """The modifiers of a trooper's shot at a bug."""
    here, there = state.cell[unit], state.cell[bug]
    away, team = setting.ground.distance(here, there), setting.units[unit].team
    modifiers = list(_by_range(setting, away))
    if setting.ground.is_fort[here]:
        modifiers.append("static-position")
    falls_back = state.mood[team] == FALL_BACK
    if falls_back:
        modifiers.append("falling-back")
    if _crosses(setting, state, here, bug):
        modifiers.append("fast-crossing")
    if not falls_back and len(setting.alive(state, team)) == 1:
        modifiers.append("last-of-team")
        squad = setting.teams[team].squad
        men = sum(
            len(setting.alive(state, number))
            for number, other in enumerate(setting.teams)
            if other.squad == squad
        )
        if men == 1:
            modifiers.append("last-of-squad")
    return tuple(modifiers)


def _by_range(setting: Setting, away: float) -> Sequence[str]:
    """The modifier for the distance: the better one of the two."""
    if away <= setting.figures.point_blank:
        return ("point-blank",)
    return ("short-range",) if away <= setting.figures.short_range else ()


def _crosses(setting: Setting, state: State, eye: int, bug: int) -> bool:
    """Whether a bug has moved fast in this round, across rather than along the line to it."""
    ground, start, end = setting.ground, state.origin[bug], state.cell[bug]
    if start < 0 or start == end or ground.distance(start, end) <= setting.figures.fast_crossing:
        return False
    (x, y), (from_x, from_y), (to_x, to_y) = (ground.spots[cell] for cell in (eye, start, end))
    moved = math.atan2(to_y - from_y, to_x - from_x)
    line = math.atan2(to_y - y, to_x - x)
    return abs(math.sin(moved - line)) > setting.figures.crossing


def needed_by(setting: Setting, state: State, unit: int, bug: int) -> int:
    """The least face with which a trooper hits a bug."""
    experience = setting.experience(state, setting.units[unit].team)
    return setting.figures.needed_to_hit(experience, hit_modifiers(setting, state, unit, bug))


def targets_of(setting: Setting, state: State, units: Sequence[int], squad: int, reach: int = 0) -> list[int]:
    """The bugs that a squad knows of and that one of some troopers can fire at."""
    return [
        bug
        for bug in setting.known_bugs(state, squad)
        if any(can_hit(setting, state, unit, bug, reach) for unit in units)
    ]


@FIREFIGHT.run("volley")
def _ask_volley(setting: Setting, state: State, team: int) -> Decision | None:
    shooters = shooters_of(setting, state, team)
    if not shooters or not targets_of(setting, state, shooters, setting.teams[team].squad):
        return None
    return Decision(MI, "volley", STEP, (shooters[0],))


@FIREFIGHT.option("volley")
def volleys_of(setting: Setting, state: State, team: int) -> Sequence[Action]:
    """The team fires at one bug, in bursts or sustained; or each for himself if several are near."""
    shooters, squad = shooters_of(setting, state, team), setting.teams[team].squad
    targets = targets_of(setting, state, shooters, squad)
    actions: list[Action] = [("hold",)]
    actions += _fires(setting, state, shooters, targets)
    if len(shooters) > 1 and len(setting.bugs_near_team(state, team, setting.figures.split)) > 1:
        actions.append(("split",))
    return actions


def _fires(setting: Setting, state: State, units: Sequence[int], targets: Sequence[int]) -> list[Action]:
    """The bugs to fire at; with sustained fire only if somebody has the choice."""
    chooses = any(
        setting.figures.fire_dice(setting.units[unit].weapon, BURST) and _can_sustain(setting, state, unit)
        for unit in units
    )
    return [("fire", bug, fire) for bug in targets for fire in range(1 + chooses)]


@FIREFIGHT.answer("volley")
def _volley(setting: Setting, state: State, action: Action, team: int) -> Sequence[Use]:
    if action[0] == "split":
        state.push(*(("shot", unit) for unit in shooters_of(setting, state, team)))
    elif action[0] == "fire":
        bug, fire = int(action[1]), int(action[2])
        units = [unit for unit in shooters_of(setting, state, team) if can_hit(setting, state, unit, bug)]
        state.push(("shots", bug, fire, *units))
    return ()


@FIREFIGHT.run("shot")
def _ask_shot(setting: Setting, state: State, unit: int) -> Decision | None:
    team = setting.units[unit].team
    if unit not in shooters_of(setting, state, team):
        return None
    if not targets_of(setting, state, (unit,), setting.teams[team].squad):
        return None
    return Decision(MI, "fire", STEP, (unit,))


@FIREFIGHT.option("shot")
def shots_of(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    """The targets of a trooper who fires on his own: any bug in range and sight."""
    squad = setting.teams[setting.units[unit].team].squad
    targets = targets_of(setting, state, (unit,), squad)
    return [("hold",), *_fires(setting, state, (unit,), targets)]


@FIREFIGHT.answer("shot")
def _shot(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    if action[0] == "fire":
        state.push(("shots", int(action[1]), int(action[2]), unit))
    return ()


@FIREFIGHT.run("shots")
def _roll_shots(setting: Setting, state: State, bug: int, fire: int, *units: int) -> Roll | None:
    if state.cell[bug] < 0:
        return None
    dice = sum(dice_of(setting, state, unit, fire) for unit in units)
    return Roll(f"{dice}d6", MI, "fire", "table/to-hit")


@FIREFIGHT.answer("shots")
def _fire(setting: Setting, state: State, thrown: Thrown, bug: int, fire: int, *units: int) -> Sequence[Use]:
    """Each trooper's dice hit or miss; then the rounds are used up.

    An autocannon whose dice all show 1 is jammed for good.
    """
    state.engaged = 1
    faces, hits, uses = list(thrown.faces), 0, []
    table = setting.tables["to-hit"]
    for unit in units:
        experience = setting.experience(state, setting.units[unit].team)
        modifiers = hit_modifiers(setting, state, unit, bug)
        dice = dice_of(setting, state, unit, fire)
        own, faces = faces[:dice], faces[dice:]
        hits += sum(face >= setting.figures.needed_to_hit(experience, modifiers) for face in own)
        uses += [table.use(experience, face, modifiers=modifiers) for face in own]
        _use_up(setting, state, unit, dice, own)
    hit_bug(setting, state, bug, hits)
    return list(dict.fromkeys(uses))


def _use_up(setting: Setting, state: State, unit: int, dice: int, faces: Sequence[int]) -> None:
    """Rounds of a magazine: sustained fire with a rifle takes all of them."""
    weapon, figures = setting.units[unit].weapon, setting.figures
    if not magazine(setting, unit):
        state.flags[unit] |= JAMMED if set(faces) == {1} else 0
        return
    bursts = figures.fire_dice(weapon, BURST)
    state.rounds[unit] = 0 if bursts and dice > bursts else state.rounds[unit] - 1
    if not state.rounds[unit]:
        state.reload[unit] = figures.reload(weapon)


# The guns of Craft.


@FIREFIGHT.run("guns")
def _ask_guns(setting: Setting, state: State, craft: int) -> Decision | None:
    if state.cell[craft] < 0 or state.flags[craft] & JAMMED or not gun_targets(setting, state, craft):
        return None
    return Decision(MI, "fire", "rule/navy-pilots", (craft,))


def gun_targets(setting: Setting, state: State, craft: int) -> list[int]:
    """The bugs in range and sight of a Craft, which is turned toward its target."""
    here, reach = state.cell[craft], setting.figures.reach(AUTOCANNON)
    ground = setting.ground
    return [
        bug
        for bug in setting.spotted_bugs(state)
        if ground.distance(here, state.cell[bug]) <= reach and ground.sees(here, state.cell[bug])
    ]


@FIREFIGHT.option("guns")
def _guns(setting: Setting, state: State, craft: int) -> Sequence[Action]:
    return [("hold",), *(("fire", bug, 1) for bug in gun_targets(setting, state, craft))]


@FIREFIGHT.answer("guns")
def _fire_guns(setting: Setting, state: State, action: Action, craft: int) -> Sequence[Use]:
    if action[0] == "fire":
        state.push(("cannon", craft, int(action[1])))
    return ()


@FIREFIGHT.run("cannon")
def _roll_cannon(setting: Setting, state: State, craft: int, bug: int) -> Roll | None:
    dice = setting.figures.guns_of_craft * setting.figures.fire_dice(AUTOCANNON, SUSTAINED)
    return Roll(f"{dice}d6", MI, "fire", "table/to-hit")


def cannon_modifiers(setting: Setting, state: State, craft: int, bug: int) -> tuple[str, ...]:
    """The modifiers of the guns of a Craft, which is a static position."""
    here = state.cell[craft]
    away = setting.ground.distance(here, state.cell[bug])
    fast = ("fast-crossing",) if _crosses(setting, state, here, bug) else ()
    return (*_by_range(setting, away), "static-position", *fast)


@FIREFIGHT.answer("cannon")
def _cannon(setting: Setting, state: State, thrown: Thrown, craft: int, bug: int) -> Sequence[Use]:
    """All guns fire at one bug; they are jammed if the dice of one all show 1."""
    modifiers = cannon_modifiers(setting, state, craft, bug)
    least = setting.figures.needed_to_hit(_CREW, modifiers)
    each = len(thrown.faces) // setting.figures.guns_of_craft
    if any(set(thrown.faces[at : at + each]) == {1} for at in range(0, len(thrown.faces), each)):
        state.flags[craft] |= JAMMED
    state.engaged = 1
    hit_bug(setting, state, bug, sum(face >= least for face in thrown.faces))
    table = setting.tables["to-hit"]
    return [table.use(_CREW, face, modifiers=modifiers) for face in dict.fromkeys(thrown.faces)]


# Tank Bugs.


def sprayed(setting: Setting, state: State, bug: int) -> list[int]:
    """The troopers and Craft that a Tank Bug can spray, nearest first, all near enough to each other."""
    figures, ground, here = setting.figures, setting.ground, state.cell[bug]
    prey = setting.near(state, here, (*setting.troopers, *setting.craft), figures.acid_reach)
    seen = [unit for unit in prey if ground.sees(here, state.cell[unit])]
    seen.sort(key=lambda unit: (ground.distance(here, state.cell[unit]), unit))
    chosen: list[int] = []
    for unit in seen:
        if all(
            ground.distance(state.cell[unit], state.cell[other]) <= figures.acid_spread for other in chosen
        ):
            chosen.append(unit)
    return chosen


@FIREFIGHT.run("spray")
def _roll_spray(setting: Setting, state: State, bug: int) -> Roll | None:
    if state.cell[bug] < 0 or setting.is_idle(state, bug) or not sprayed(setting, state, bug):
        return None
    return Roll(setting.tables.dice("acid-spray", "targets"), BUG, "spray", "table/acid-spray")


@FIREFIGHT.answer("spray")
def _spray(setting: Setting, state: State, thrown: Thrown, bug: int) -> Sequence[Use]:
    state.engaged = 1
    reached = sprayed(setting, state, bug)[: thrown.total]
    state.push(*(("dodge", bug, unit) for unit in reached))
    return [setting.tables["acid-spray"].use("targets")]


@FIREFIGHT.run("dodge")
def _roll_dodge(setting: Setting, state: State, bug: int, unit: int) -> Roll | None:
    if state.cell[unit] < 0:
        return None
    if unit in setting.craft:
        hit_craft(setting, state, unit, setting.figures.acid_hits)
        return None
    return Roll(setting.tables.roll("dodge"), MI, "dodge", "table/dodge")


def dodge_modifiers(setting: Setting, state: State, bug: int, unit: int) -> tuple[str, ...]:
    """The modifiers of a trooper who dodges acid."""
    here, group, modifiers = state.cell[unit], state.group[bug], []
    if setting.ground.is_cover[here] or setting.ground.is_bad[here]:
        modifiers.append("cover")
    squads = setting.squads
    known_since = [since for since in state.known_since[group * squads : (group + 1) * squads] if since]
    if group >= 0 and (not known_since or min(known_since) >= state.turn - 1):
        modifiers.append("just-spotted")
    return tuple(modifiers)


@FIREFIGHT.answer("dodge")
def _dodge(setting: Setting, state: State, thrown: Thrown, bug: int, unit: int) -> Sequence[Use]:
    """A trooper who does not dodge dies."""
    experience = setting.experience(state, setting.units[unit].team)
    modifiers = dodge_modifiers(setting, state, bug, unit)
    table = setting.tables["dodge"]
    if table.result(experience, thrown.total, modifiers=modifiers) == "killed":
        kill_trooper(setting, state, unit)
    return [table.use(experience, thrown.total, modifiers=modifiers)]
