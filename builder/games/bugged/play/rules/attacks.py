"""Opposed rolls: shots, opportunity fire, melee and damage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.bugged.play.effects import extra_dice
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import ACTED, DEAD, FIRED_ON, NOBODY, SHOT, STRUCK, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

ATTACKS = Agenda()
RANGED, MELEE, RAM, COMBAT, DAMAGE = (
    "rule/ranged-combat", "rule/melee", "rule/ramming", "rule/combat", "rule/damage",
)  # fmt: skip
OPPORTUNITY = "rule/opportunity-fire"


# Who can attack whom.


def range_dice(setting: Setting, state: State, unit: int, target: int) -> int:
    """The dice of range skill against a target; none if the unit cannot fire so far."""
    hexes = setting.ground.distance[state.cell[unit]][state.cell[target]]
    dice = setting.range_dice[state.kind[unit]][hexes]
    if not dice or not setting.changes_dice:
        return dice
    return max(0, dice + extra_dice(setting, state, RANGED, unit, hexes))


def melee_dice(setting: Setting, state: State, unit: int, target: int) -> int:
    """The dice of melee skill against a target in an adjoining hex."""
    skill, level = setting.kind(state, unit).melee_skill, setting.ground.level
    if not skill:
        return 0
    dice = setting.figures.melee_dice(skill, level[state.cell[target]] - level[state.cell[unit]])
    return max(0, dice + extra_dice(setting, state, MELEE, unit)) if dice else 0


def dodge_dice(setting: Setting, state: State, unit: int) -> int:
    """The dice of dodge; a unit in a vehicle never dodges, because nobody can attack it."""
    return max(0, setting.kind(state, unit).dodge + extra_dice(setting, state, COMBAT, unit))


def may_attack_again(setting: Setting, state: State, unit: int, attack: int) -> bool:
    """Whether a unit can still make an attack of a kind in its activation."""
    flags = state.flags[unit]
    if flags & attack:
        return False
    return setting.assume["shot-and-melee"] == "both" or not flags & (SHOT | STRUCK)


def shots_of(setting: Setting, state: State, unit: int) -> Iterator[int]:
    """The units at which a unit can fire in its activation, after turning to them.

    Source: bugged Ranged Combat
    """
    if not setting.kind(state, unit).range_skill or not may_attack_again(setting, state, unit, SHOT):
        return
    if state.aboard[unit] >= 0 and setting.assume["riders-fire"] == "no":
        return
    sight = setting.ground.board.sees
    here, side = state.cell[unit], state.owner[unit]
    friends = setting.cells_held(state, side)
    for target in setting.enemies(state, side):
        if target == state.aboard[unit] or not sight(here, state.cell[target]):
            continue
        if range_dice(setting, state, unit, target) and not setting.is_engaged(state, target, friends):
            yield target


def strikes_of(setting: Setting, state: State, unit: int) -> Iterator[int]:
    """The units that a unit can attack in melee.

    Source: bugged Melee Combat
    """
    if not setting.kind(state, unit).melee_skill or state.aboard[unit] >= 0:
        return
    if not may_attack_again(setting, state, unit, STRUCK):
        return
    here = state.cell[unit]
    for target in setting.enemies(state, state.owner[unit]):
        if setting.ground.touches(here, state.cell[target]) and melee_dice(setting, state, unit, target):
            yield target


def watchers(setting: Setting, state: State, target: int) -> list[int]:
    """The units that may use opportunity fire at one that moves, wherever it is.

    Source: bugged Opportunity Fire
    """
    flags, owner, kind, side = state.flags, state.owner, state.kind, state.owner[target]
    dice, riders_fire = setting.range_dice, setting.assume["riders-fire"] != "no"
    return [
        unit
        for unit, cell in enumerate(state.cell)
        if cell >= 0
        and owner[unit] != side
        and not flags[unit] & ACTED
        and dice[kind[unit]][0]
        and (riders_fire or state.aboard[unit] < 0)
    ]


def _covers(setting: Setting, state: State, unit: int, target: int) -> bool:
    """Whether a target is in the sight, the arc and the range of a unit."""
    here, there = state.cell[unit], state.cell[target]
    ground = setting.ground
    if not ground.board.sees(here, there):
        return False
    turns = state.aboard[unit] >= 0 or setting.assume["idle-facing"] == "free"
    if not turns and not ground.is_in_front(here, state.facing[unit], there):
        return False
    return range_dice(setting, state, unit, target) > 0


def interrupters(
    setting: Setting, state: State, target: int, units: Sequence[int] | None = None, *, tunnel: bool = False
) -> list[int]:
    """Those of some :func:`watchers` that can use opportunity fire at a unit where it is now.

    Without ``tunnel``, nobody fires at a unit that is next to its enemies.

    Source: bugged Opportunity Fire
    """
    units = watchers(setting, state, target) if units is None else units
    units = [unit for unit in units if _covers(setting, state, unit, target)]
    return [] if units and not tunnel and setting.is_engaged(state, target) else units


# Attacks.


@ATTACKS.run("shoot")
def _shoot(setting: Setting, state: State, unit: int, target: int) -> None:
    """Fire at a target. The unit turns to it."""
    if state.aboard[unit] < 0:
        state.facing[unit] = setting.ground.facing_to(state.cell[unit], state.cell[target])
    _fire(setting, state, unit, target, RANGED)


def _fire(setting: Setting, state: State, unit: int, target: int, step: str) -> None:
    state.flags[unit] |= SHOT
    dice = range_dice(setting, state, unit, target)
    attack(state, (unit,), target, dice, setting.kind(state, unit).range_damage, step)


@ATTACKS.run("strike")
def _strike(setting: Setting, state: State, unit: int, target: int) -> None:
    """Attack a target in melee."""
    state.flags[unit] |= STRUCK
    dice = melee_dice(setting, state, unit, target)
    attack(state, (unit,), target, dice, setting.kind(state, unit).melee_damage, MELEE)


def attack(
    state: State, units: tuple[int, ...], target: int, dice: int, damage: int, step: str, *, ram: bool = False
) -> None:
    """Let one unit, or several as one, attack with dice to hit and dice of damage."""
    state.push(("hit", units[0], target, dice, damage, step, ram))


@ATTACKS.run("hit")
def _roll_to_hit(
    setting: Setting, state: State, unit: int, target: int, dice: int, damage: int, step: str, ram: bool
) -> Roll | None:
    if state.cell[target] < 0 or dice < 1:
        return None
    return Roll(f"{dice}d6", SIDES[state.owner[unit]], "to hit", step)


@ATTACKS.answer("hit")
def _has_rolled(
    setting: Setting,
    state: State,
    thrown: Thrown,
    unit: int,
    target: int,
    dice: int,
    damage: int,
    step: str,
    ram: bool,
) -> Sequence[Use]:
    state.push(("dodge", unit, target, thrown.total, damage, ram))
    if step == RAM:
        return [setting.tables["ramming"].use("dice for each hex")]
    if step != MELEE:
        return [setting.tables["range-loss"].use("hexes for each die")]
    levels = setting.ground.level
    up = levels[state.cell[target]] - levels[state.cell[unit]]
    return [setting.tables["melee-height"].use("lower" if up > 0 else "higher" if up else "level")]


@ATTACKS.run("dodge")
def _roll_dodge(
    setting: Setting, state: State, unit: int, target: int, total: int, damage: int, ram: bool
) -> Roll | None:
    dice = dodge_dice(setting, state, target)
    if dice:
        return Roll(f"{dice}d6", SIDES[state.owner[target]], "dodge", COMBAT)
    state.push(("harm", unit, target, damage))
    return None


@ATTACKS.answer("dodge")
def _has_dodged(
    setting: Setting, state: State, thrown: Thrown, unit: int, target: int, total: int, damage: int, ram: bool
) -> Sequence[Use]:
    """A tie is a failure of the attack.

    Source: bugged Combat System
    """
    if total > thrown.total:
        state.push(("harm", unit, target, damage))
    elif ram:
        state.push(("evade", unit, target))
    return ()


@ATTACKS.run("harm")
def _roll_damage(setting: Setting, state: State, unit: int, target: int, damage: int) -> Roll | None:
    if state.cell[target] < 0 or damage < 1:
        return None
    # An explosion is not caused by a unit, but by a card of a side: -1 or -2.
    side = SIDES[state.owner[unit] if unit >= 0 else -1 - unit]
    return Roll(f"{damage}d6", side, "damage", DAMAGE)


@ATTACKS.answer("harm")
def _has_damaged(
    setting: Setting, state: State, thrown: Thrown, unit: int, target: int, damage: int
) -> Sequence[Use]:
    state.push(("armor", unit, target, thrown.total))
    return ()


@ATTACKS.run("armor")
def _roll_armor(setting: Setting, state: State, unit: int, target: int, total: int) -> Roll | None:
    armor = setting.kind(state, target).armor
    if armor:
        return Roll(f"{armor}d6", SIDES[state.owner[target]], "armor", DAMAGE)
    hurt(setting, state, target, setting.figures.wounds(total, 0))
    return None


@ATTACKS.answer("armor")
def _is_armored(
    setting: Setting, state: State, thrown: Thrown, unit: int, target: int, total: int
) -> Sequence[Use]:
    wounds = setting.figures.wounds(total, thrown.total)
    hurt(setting, state, target, wounds)
    return [setting.tables["double-damage"].use("two" if wounds == 2 else "one")]


# Wounds.


def hurt(setting: Setting, state: State, unit: int, wounds: int) -> None:
    """Cause wounds; a unit that has none left is destroyed.

    Source: bugged Combat System
    """
    state.wounds[unit] -= wounds
    if state.wounds[unit] <= 0:
        destroy(setting, state, unit)


def destroy(setting: Setting, state: State, unit: int) -> None:
    """Remove a unit, with all that ride in it; its player may have a card to play.

    Source: bugged Vehicles
    """
    cell, side = state.cell[unit], setting.units[unit].side
    is_outside = state.aboard[unit] < 0
    for rider in setting.riders(state, unit):
        destroy(setting, state, rider)
    state.wounds[unit] = 0
    state.cell[unit], state.aboard[unit], state.flags[unit] = DEAD, NOBODY, ACTED
    for item in setting.load(state, unit):
        state.bearer[item], state.lying[item] = NOBODY, cell
    price = setting.kinds[setting.units[unit].kind].points
    state.scores[1 - side] += setting.figures.victory_points(price)
    if is_outside and state.hands[side]:
        state.push(("dying", unit, cell))


# Opportunity fire.


@ATTACKS.run("react")
def _ask_reaction(
    setting: Setting, state: State, target: int, tunnel: bool, units: tuple[int, ...]
) -> Decision | None:
    if state.cell[target] < 0 or state.flags[target] & FIRED_ON:
        return None
    if not units and not interrupters(setting, state, target, tunnel=tunnel):
        return None
    return Decision(SIDES[1 - state.owner[target]], "react", OPPORTUNITY, (target,))


@ATTACKS.option("react")
def _reactions(
    setting: Setting, state: State, target: int, tunnel: bool, units: tuple[int, ...]
) -> Sequence[Action]:
    interrupting = units or interrupters(setting, state, target, tunnel=tunnel)
    return [("hold",), *(("interrupt", unit) for unit in interrupting)]


@ATTACKS.answer("react")
def _react(
    setting: Setting, state: State, action: Action, target: int, tunnel: bool, units: tuple[int, ...]
) -> Sequence[Use]:
    if action[0] == "interrupt":
        interrupt(setting, state, int(action[1]), target, tunnel=tunnel)
    return ()


def interrupt(setting: Setting, state: State, unit: int, target: int, *, tunnel: bool) -> None:
    """Use opportunity fire: the unit has acted, and the mover makes a new plan.

    Source: bugged Opportunity Fire
    """
    while state.agenda and state.agenda[-1][0] in ("walk", "contact"):
        state.agenda.pop()
    state.flags[unit] |= ACTED
    state.flags[target] |= FIRED_ON
    state.push(("track", unit, target, tunnel))
    _fire(setting, state, unit, target, OPPORTUNITY)
