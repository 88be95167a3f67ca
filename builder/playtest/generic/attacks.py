"""Attacks: who can attack whom, in which column, and what a result does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.playtest.generic.setting import Setting
from builder.playtest.generic.state import DEAD, MOVED, NOBODY, PINNED, State
from builder.playtest.tables import Use
from builder.scenario.logic.effects import Modifier
from rulesdb.play import Attack, fact_of


class Blow(NamedTuple):
    """An attack that a unit can make now: its number, the weapon or none, and the target."""

    attack: int
    weapon: str
    target: int


def blows_of(setting: Setting, state: State, unit: int) -> Iterator[Blow]:
    """The attacks that a unit can make from where it is. Only attacks on the next space are made there."""
    here, ground = state.cell[unit], setting.ground
    enemies = setting.enemies(state, setting.units[unit].side)
    near = [enemy for enemy in enemies if state.cell[enemy] in ground.beside[here]]
    for number, weapon in setting.attacks[setting.units[unit].kind]:
        attack = setting.attack(number)
        if not attack.reach:
            yield from (Blow(number, "", target) for target in near)
        elif not near:
            sight = ground.seen_from(here)
            for target in enemies:
                there = state.cell[target]
                if sight[there] and range_at(setting, attack, weapon, ground.distance(here, there)):
                    yield Blow(number, weapon, target)


def range_at(setting: Setting, attack: Attack, weapon: str, distance: float) -> str:
    """The range of a weapon at a distance; empty if it does not reach that far."""
    for name in attack.ranges:
        if distance <= setting.tables.figure(attack.reach, weapon, name):
            return name
    return ""


def power_of(setting: Setting, blow: Blow, kind: int, distance: float) -> int:
    """The column of an attack before armor and modifiers; 0 if it has none."""
    attack = setting.attack(blow.attack)
    if attack.power_fact:
        return fact_of(setting.kinds[kind].entry, attack.power_fact)
    name = range_at(setting, attack, blow.weapon, distance)
    return setting.tables.figure(attack.power_table, blow.weapon, name) if name else 0


def column_of(setting: Setting, attack: Attack, power: int, target: int) -> int:
    """The column against a kind of target: the power less the target's reduction, within the table."""
    less = fact_of(setting.kinds[target].entry, attack.less)
    return max(attack.columns[0], min(power - less, attack.columns[-1]))


def modifiers_of(
    setting: Setting, state: State, unit: int, blow: Blow, card: int = NOBODY
) -> tuple[str, ...]:
    """The modifiers of the results table that apply to an attack."""
    attack = setting.attack(blow.attack)
    flags, kind = state.flags[unit], setting.kinds[setting.units[unit].kind]
    cover = setting.ground.cover[state.cell[blow.target]]
    situations = {
        "moved": flags & MOVED,
        "unmoved": not flags & MOVED,
        "pinned": flags & PINNED,
        "wounded": state.wounds[unit] < kind.wounds,
        "soft_cover": cover == "soft",
        "hard_cover": cover == "hard",
    }
    names = [id for situation, id in attack.modifiers.items() if situations[situation]]
    if card != NOBODY:
        names.append(str(setting.cards[card]["does"]["modifier"]))
    modifier_ids = {modifier.id for modifier in setting.tables[attack.table].table.modifiers}
    for effect in setting.effects.active(Modifier, lambda event: state.started[event] > 0):
        fits = (
            effect.table.slug == attack.table
            and effect.id in modifier_ids
            and unit in setting.units_of(effect.who)
        )
        if fits and (effect.where is None or state.cell[unit] in setting.cells_of(effect.where)):
            names += [effect.id] * effect.times
    return tuple(names)


def use_of(setting: Setting, state: State, unit: int, blow: Blow, total: int, card: int = NOBODY) -> Use:
    """The cell of the results table for an attack with a total of the dice."""
    attack = setting.attack(blow.attack)
    distance = setting.ground.distance(state.cell[unit], state.cell[blow.target])
    power = power_of(setting, blow, setting.units[unit].kind, distance)
    column = str(column_of(setting, attack, power, setting.units[blow.target].kind))
    place: Sequence[str | int] = (column, total) if attack.columns_first else (total, column)
    names = modifiers_of(setting, state, unit, blow, card)
    return setting.tables[attack.table].use(*place, modifiers=names)


def suffer(setting: Setting, state: State, target: int, result: str) -> None:
    """Carry out a result on the target, which drops what it carries if it is removed."""
    outcome = setting.rules.results[result]
    state.wounds[target] -= state.wounds[target] if outcome.removes else outcome.wounds
    if outcome.pins:
        state.flags[target] |= PINNED
    if state.wounds[target] <= 0:
        state.wounds[target] = 0
        drop(state, target)
        state.cell[target] = DEAD


def drop(state: State, unit: int) -> None:
    """Put down what a unit carries."""
    for item, bearer in enumerate(state.bearer):
        if bearer == unit:
            state.bearer[item], state.lying[item] = NOBODY, state.cell[unit]


def cards_for(setting: Setting, state: State, unit: int, attack: Attack) -> list[int]:
    """The cards that can be played with an attack."""
    if state.played:
        return []
    modifier_ids = {modifier.id for modifier in setting.tables[attack.table].table.modifiers}
    hand = setting.hand(state, setting.units[unit].side)
    return [card for card in hand if setting.cards[card].get("does", {}).get("modifier") in modifier_ids]
