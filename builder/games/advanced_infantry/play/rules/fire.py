"""Direct fire: what number hits, shots in a trooper's own activation, and shots at enemies who move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.advanced_infantry.play.effects import is_banned, modifiers
from builder.games.advanced_infantry.play.figures import RIFLE, Figures
from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.rules.harm import harm
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import (
    COWERS,
    ENTANGLED,
    FIRED,
    FLYING,
    NO_ARC,
    State,
)  # fmt: skip
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use
from builder.scenario.logic.effects import Modifier

FIRE = Agenda()
ARCS, HIT = "rule/firing-arcs", "table/to-hit-modifiers"


def to_hit(setting: Setting, state: State, unit: int, target: int, weapon: str) -> int:
    """The number to roll with a weapon to hit a trooper.

    Source: advanced-infantry To Hit Modifiers
    """
    figures, here, there = setting.figures, state.cell[unit], state.cell[target]
    number = figures.targets(weapon, setting.farthest)[setting.distance(here, there)]
    number += between(setting, state, unit, there)
    if setting.is_prone(state, target):
        number += figures.prone
    if setting.is_swimming(state, target):
        number += figures.swimming
    if state.flags[target] & FLYING:
        number += figures.flying
    return number


def between(setting: Setting, state: State, unit: int, there: int) -> int:
    """The modifier for the attacker's situation and everything between him and a cell."""
    here = state.cell[unit]
    number = setting.hindrance(here, there, setting.burning(state), setting.smoke(state))
    if state.flags[unit] & ENTANGLED:
        number += setting.figures.entangled
    for effect in modifiers(setting, state):
        if unit in setting.who(effect.who) and _applies(setting, effect, here, there):
            number += effect.times * setting.tables.figure("to-hit-modifiers", effect.id)
    return number


def _applies(setting: Setting, effect: Modifier, here: int, there: int) -> bool:
    """Whether a modifier of the scenario concerns a line from a cell to another."""
    if effect.where is not None and here not in setting.cells_of(effect.where):
        return False
    if effect.over is not None and not setting.is_over(here, there, effect.over.slug):
        return False
    if effect.toward and not setting.is_toward(here, there, effect.toward):
        return False
    return not effect.beyond or setting.distance(here, there) > effect.beyond


def can_hit(figures: Figures, number: int) -> bool:
    """Whether the dice can show a number or more."""
    return figures.chance(number) > 0


def weapon_of(setting: Setting, state: State, unit: int) -> str:
    """The weapon that a trooper fires directly now: a crewed one that is set up, or a rifle; or empty."""
    gun = setting.gun_in_hand(state, unit)
    if gun >= 0:
        return "" if setting.is_busy(state, unit) else setting.guns[gun].weapon
    return RIFLE if state.gun[unit] < 0 and setting.has_rifle(state, unit) else ""


def shots_of(setting: Setting, state: State, unit: int) -> Iterator[Action]:
    """The enemies at whom a trooper can fire now.

    Source: advanced-infantry Crew Served Weapons
    """
    weapon = weapon_of(setting, state, unit)
    if not weapon or state.left[unit] < setting.figures.fire_cost(weapon):
        return
    if is_banned(setting, state, weapon, setting.side_of[unit]):
        return
    gun = setting.gun_in_hand(state, unit)
    for enemy in setting.on_map(state, 1 - setting.side_of[unit]):
        if gun >= 0 and not setting.ground.in_arc(state.cell[unit], state.aim[gun])[state.cell[enemy]]:
            continue
        if _is_in_sight(setting, state, unit, enemy, weapon):
            yield ("fire", enemy)


def _is_in_sight(setting: Setting, state: State, unit: int, enemy: int, weapon: str) -> bool:
    """Whether a trooper sees an enemy, and the dice can hit him."""
    here, there = state.cell[unit], state.cell[enemy]
    if not setting.sight.sees(here, there, setting.holes(state)):
        return False
    return can_hit(setting.figures, to_hit(setting, state, unit, enemy, weapon))


@FIRE.run("shot")
def _roll_shot(setting: Setting, state: State, unit: int, target: int, weapon: str) -> Roll | None:
    if state.cell[unit] < 0 or state.cell[target] < 0:
        return None
    return Roll(setting.figures.hit_dice, SIDES[setting.side_of[unit]], "fire", HIT)


@FIRE.answer("shot")
def _shot(
    setting: Setting, state: State, thrown: Thrown, unit: int, target: int, weapon: str
) -> Sequence[Use]:
    state.flags[unit] |= FIRED
    dots = setting.distance(state.cell[unit], state.cell[target])
    if thrown.total >= to_hit(setting, state, unit, target, weapon):
        harm(setting, state, target, setting.figures.damage(weapon), HIT)
    return cells_used(setting, weapon, dots)


def cells_used(setting: Setting, weapon: str, dots: int) -> list[Use]:
    """The cells of tables that a shot uses."""
    tables = setting.tables
    band = setting.figures.band(weapon, dots)
    uses = [tables["basic-figures"].use(f"to-hit target at {band} range")] if band != "none" else []
    if setting.figures.is_crewed(weapon):
        uses += [tables["range-bands"].use(weapon, dots), tables["crewed-weapons"].use(weapon, "damage")]
    elif weapon == RIFLE:
        uses.append(tables["standard-arms"].use(RIFLE, "damage"))
    return uses


# Fire at enemies who move.


def reactors(setting: Setting, state: State, unit: int) -> list[int]:
    """The enemies who can fire at a trooper who has just moved: he is in their arc and in sight.

    Source: advanced-infantry Crew Served Weapons, Jet Packs
    """
    here, bit = state.cell[unit], 1 << unit
    enemies = []
    for enemy in setting.on_map(state, 1 - setting.side_of[unit]):
        gun = setting.gun_in_hand(state, enemy)
        if gun >= 0:
            used = (
                state.shots[enemy] & bit
                if setting.assume["automatic-fire"] == "each-once"
                else state.shots[enemy]
            )
            facing, weapon = (NO_ARC if used else state.aim[gun]), setting.guns[gun].weapon
        else:
            facing, weapon = state.arc[enemy], RIFLE
        if facing == NO_ARC or state.flags[enemy] & COWERS:
            continue
        if setting.ground.in_arc(state.cell[enemy], facing)[here] and _is_in_sight(
            setting, state, enemy, unit, weapon
        ):
            enemies.append(enemy)
    return enemies


@FIRE.run("react")
def _ask_reaction(setting: Setting, state: State, unit: int) -> Decision | None:
    if state.cell[unit] < 0 or not reactors(setting, state, unit):
        return None
    return Decision(SIDES[1 - setting.side_of[unit]], "react", ARCS, (unit,))


@FIRE.option("react")
def _reactions(setting: Setting, state: State, unit: int) -> Sequence[Action]:
    return [("hold",), *(("react", enemy) for enemy in reactors(setting, state, unit))]


@FIRE.answer("react")
def _react(setting: Setting, state: State, action: Action, unit: int) -> Sequence[Use]:
    if action[0] == "react":
        enemy = int(action[1])
        weapon = weapon_of(setting, state, enemy)
        if setting.gun_in_hand(state, enemy) >= 0:
            state.shots[enemy] |= 1 << unit
        else:
            state.arc[enemy] = NO_ARC
        state.push(("shot", enemy, unit, weapon), ("react", unit))
    return ()
