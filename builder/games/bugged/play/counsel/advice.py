"""The results and worth of the actions of a decision, for players."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from builder.games.bugged.play.counsel.chances import Chances
from builder.games.bugged.play.effects import movement
from builder.games.bugged.play.ground import Floats
from builder.games.bugged.play.rules.attacks import may_attack_again, melee_dice, range_dice
from builder.games.bugged.play.rules.cards import DESTRUCT, NUKE, TELEPATHY, partners
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import ACTED, NOBODY, SHOT, STRUCK, State
from builder.playtest.play import Action, Decision

# How much of the danger of a hex counts, and of what is lost by waiting with an attack.
_FEAR = 0.35
# An attack now is better than the same attack after a move, which may be interrupted.
_FIRST = 2.0
_CLEARLY = 0.03
# What a shot must be worth, against the best of a unit's own activation, to interrupt a move.
_PATIENCE = 0.75
# How much of the danger counts of those who have acted in this turn.
_SPENT = 0.6
# The share of a vehicle's danger that its riders are in.
_SHELTER = 0.5
_CARD = 0.1
_TIE = 1e-6


class Advice:
    """The worth of the actions of one decision; created once for each view."""

    def __init__(self, setting: Setting, chances: Chances, state: State, side: int) -> None:
        self.setting = setting
        self.chances = chances
        self.state = state
        self.side = side
        self.enemies = setting.enemies(state, side)
        self._attack_of: dict[tuple[int, int], tuple[Floats, Floats]] = {}
        self._left_of: dict[tuple[int, int, bool, bool], Floats] = {}
        self._danger_of: dict[tuple[int, int], Floats] = {}
        self._blasts: dict[str, Floats] = {}

    def worths(self, decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        match decision.what:
            case "act":
                return self._acts(decision.subject[0], actions)
            case "activate":
                return self._readiness([int(action[1]) for action in actions])
            case "react" | "track":
                return self._interrupts(decision.subject[0], actions)
            case "face":
                return self._facings(decision.subject[0], [int(action[1]) for action in actions])
            case _:
                return [self._worth(decision, action) for action in actions]

    def _acts(self, unit: int, actions: Sequence[Action]) -> list[float]:
        moves = iter(self._moves(unit, [int(action[1]) for action in actions if action[0] == "go"]))
        return [
            next(moves) if action[0] == "go" else self._act(unit, str(action[0]), action)
            for action in actions
        ]

    def _worth(self, decision: Decision, action: Action) -> float:
        name = str(action[0])
        match decision.what:
            case "set up" | "arrive" | "evade":
                cell = int(action[1]) if len(action) > 1 else NOBODY
                return -_FEAR * float(self._danger(decision.subject[0])[cell]) if cell >= 0 else -1.0
            case "emerge":
                return self._at(decision.subject[0], int(action[1]))
            case "tunnel":
                return self._best_exit(int(action[1]))
            case "aim":
                return float(self._nuke()[int(action[1])])
            case "dying":
                return self._last_card(decision.subject[0], name)
            case "swarm":
                return 0.1 if name == "join" else 0.0
            case "order":
                return 0.1 if name == "first" else 0.0
            case _:
                return 0.0

    # Attacks and places.

    def _attacks(self, unit: int) -> tuple[Floats, Floats]:
        """For each cell, the best shot and the best attack in melee from there."""
        kind, alone = self._like(unit)
        if (kind, alone) not in self._attack_of:
            has_range = bool(self.setting.kinds[kind].range_skill)
            about = {
                enemy: (*about, has_range and beside in ((), (alone,)))
                for enemy, (about, beside) in zip(self.enemies, self._targets, strict=True)
            }
            # Whoever moves is elsewhere at the next decision, but the others are where they were.
            active = about.pop(self.state.active, None)
            best = self.chances.best_attacks(kind, tuple(about.values()))
            if active is not None:
                shots, strikes = self.chances.best_attacks(kind, (active,))
                best = np.maximum(best[0], shots), np.maximum(best[1], strikes)
            self._attack_of[kind, alone] = best
        return self._attack_of[kind, alone]

    def _like(self, unit: int) -> tuple[int, int]:
        """The kind of a unit, and the unit itself if it can fire and is alone beside an enemy."""
        kind = self.state.kind[unit]
        is_alone = unit in self._alone and self.setting.kinds[kind].range_skill
        return kind, unit if is_alone else NOBODY

    @functools.cached_property
    def _alone(self) -> frozenset[int]:
        """The units that are the only ones beside an enemy."""
        return frozenset(beside[0] for _, beside in self._targets if len(beside) == 1)

    @functools.cached_property
    def _targets(self) -> list[tuple[tuple[int, int, int], tuple[int, ...]]]:
        """Each enemy's kind, wounds and cell, with our units next to it: nobody else fires at it then."""
        state, ground = self.state, self.setting.ground
        own_by_cell: dict[int, list[int]] = {}
        for unit in self.setting.enemies(state, 1 - self.side):
            own_by_cell.setdefault(state.cell[unit], []).append(unit)
        cells, is_far = [state.cell[enemy] for enemy in self.enemies], own_by_cell.keys().isdisjoint
        return [
            (
                (state.kind[enemy], state.wounds[enemy], there),
                ()
                if is_far(ground.contact[there])
                else tuple(unit for cell in ground.near[there] for unit in own_by_cell.get(cell, ())),
            )
            for enemy, there in zip(self.enemies, cells, strict=True)
        ]

    def _left(self, unit: int) -> Floats:
        """For each cell, what the attacks are worth that a unit can still make from there."""
        can_shoot = may_attack_again(self.setting, self.state, unit, SHOT)
        can_strike = may_attack_again(self.setting, self.state, unit, STRUCK)
        key = (*self._like(unit), can_shoot, can_strike)
        if key not in self._left_of:
            self._left_of[key] = self._still(*self._attacks(unit), can_shoot, can_strike)
        return self._left_of[key]

    def _still(self, shots: Floats, strikes: Floats, can_shoot: bool, can_strike: bool) -> Floats:
        if can_shoot and can_strike:
            both = self.setting.assume["shot-and-melee"] == "both"
            return shots + strikes if both else np.maximum(shots, strikes)
        return shots if can_shoot else strikes if can_strike else shots * 0.0

    def _danger(self, unit: int) -> Floats:
        """For each cell, what a unit may lose there before it can act again."""
        state = self.state
        kind, wounds = state.kind[unit], max(1, state.wounds[unit])
        if (kind, wounds) not in self._danger_of:
            enemies = tuple(
                (state.kind[enemy], state.cell[enemy], _SPENT if state.flags[enemy] & ACTED else 1.0)
                for enemy in self.enemies
            )
            self._danger_of[kind, wounds] = self.chances.dangers(kind, wounds, enemies)
        return self._danger_of[kind, wounds]

    def _at(self, unit: int, cell: int) -> float:
        return float(self._left(unit)[cell] - _FEAR * self._danger(unit)[cell])

    # The activation of a unit.

    def _moves(self, unit: int, goals: Sequence[int]) -> list[float]:
        """The worth of going to each of some cells."""
        if not goals:
            return []
        danger, vehicle = self._danger(unit), self.state.aboard[unit]
        here = self.state.cell[unit]
        shelter = float(danger[here]) if vehicle < 0 else self._risk(vehicle) * self._value(unit)
        worths: list[float] = (self._left(unit)[goals] + _FEAR * (shelter - danger[goals])).tolist()
        return worths

    def _act(self, unit: int, name: str, action: Action) -> float:
        if name == "end":
            return 0.0
        if name in ("shoot", "strike"):
            return self._attack(unit, name, int(action[1]))
        if name == "ram":
            return self._ram(unit, int(action[1]))
        if name in ("board", "hand"):
            return -0.05
        return self._card(unit, name, int(action[1])) - _CARD

    def _risk(self, vehicle: int) -> float:
        """How likely a vehicle is to be lost with all that ride in it."""
        danger = float(self._danger(vehicle)[self.state.cell[vehicle]])
        return min(1.0, danger / self._value(vehicle)) * _SHELTER

    def _attack(self, unit: int, name: str, target: int) -> float:
        state, setting = self.state, self.setting
        sheet = setting.kind(state, unit)
        kind, wounds = state.kind[target], state.wounds[target]
        if name == "shoot":
            dice, damage = range_dice(setting, state, unit, target), sheet.range_damage
        else:
            dice, damage = melee_dice(setting, state, unit, target), sheet.melee_damage
        worth = self.chances.blow(dice, damage, kind, wounds)
        if state.hexes:
            return worth
        values = self._attacks(unit)[0 if name == "shoot" else 1]
        later = values[self.chances.near(state.cell[unit], state.left)].max()
        return worth + (_FIRST if worth >= later - _CLEARLY else 0.0)

    def _ram(self, unit: int, target: int) -> float:
        state, setting = self.state, self.setting
        hexes = setting.ground.distance[state.cell[unit]][state.cell[target]] - 1 + state.hexes
        dice, damage = setting.figures.ram_dice(max(0, hexes), state.wounds[unit])
        worth = self.chances.blow(dice, damage, state.kind[target], state.wounds[target])
        there = state.cell[target]
        return worth - _FEAR * float(self._danger(unit)[there] - self._danger(unit)[state.cell[unit]])

    def _readiness(self, units: Sequence[int]) -> list[float]:
        """Whoever can attack now goes first, and whoever is in the greatest danger."""
        state, setting = self.state, self.setting
        outside = {unit: movement(setting, state, unit) for unit in units if state.aboard[unit] < 0}
        best = self._best_after_moves(outside)
        return [
            best[unit] + 0.1 * float(self._danger(unit)[state.cell[unit]]) if unit in best else 0.0
            for unit in units
        ]

    def _best_after_moves(self, points: Mapping[int, int]) -> dict[int, float]:
        """The worth of the attacks that units can still make after a move, with the points of each."""
        alike: dict[int, tuple[Floats, list[int]]] = {}
        for unit in points:
            values = self._left(unit)
            alike.setdefault(id(values), (values, []))[1].append(unit)
        cell = self.state.cell
        best: dict[int, float] = {}
        for values, units in alike.values():
            ranges = [(cell[unit], points[unit]) for unit in units]
            best.update(zip(units, self.chances.best_within(values, ranges), strict=True))
        return best

    def _interrupts(self, target: int, actions: Sequence[Action]) -> list[float]:
        """Opportunity fire is worth its shot, less what the unit could do in its own activation."""
        state, setting = self.state, self.setting
        units = [int(action[1]) for action in actions if action[0] != "hold"]
        later = self._best_after_moves({unit: setting.kind(state, unit).movement for unit in units})
        worths = [0.0] * (len(actions) - len(units))
        for unit in units:
            dice, damage = range_dice(setting, state, unit, target), setting.kind(state, unit).range_damage
            worth = self.chances.blow(dice, damage, state.kind[target], state.wounds[target])
            worths.append(worth - _PATIENCE * later[unit] + _TIE)
        return worths

    def _facings(self, unit: int, facings: Sequence[int]) -> list[float]:
        """Face those at whom a shot is worth most."""
        state, ground = self.state, self.setting.ground
        here, kind = state.cell[unit], state.kind[unit]
        totals = [0.0] * len(facings)
        for (enemy, wounds, cell), _ in self._targets:
            if cell == here:
                continue
            shot = float(self.chances.shots(kind, enemy, wounds, cell)[here])
            nearness = 0.1 / (1 + ground.distance[here][cell])
            fits = ground.facings_toward(here, cell)
            for number, facing in enumerate(facings):
                if fits >> facing & 1:
                    totals[number] = totals[number] + shot + nearness
        return totals

    # Cards.

    def _card(self, unit: int, card: str, target: int) -> float:
        state, setting = self.state, self.setting
        if card == NUKE:
            return float(self._nuke().max())
        if card == DESTRUCT:
            return float(self._blast(DESTRUCT)[state.cell[unit]]) - self._value(unit) * 0.3
        if card == "tunnel-trap":
            return max(
                self._best_exit(other) for other in setting.on_map(state) if state.owner[other] == self.side
            )
        if card == TELEPATHY:
            return self._telepathy(unit, target)
        if card == "swarm":
            return self._swarm(unit, target)
        gain = self.chances.worth[target] - self.chances.worth[state.kind[unit]]
        return 3 * gain - float(self._left(unit)[state.cell[unit]])

    def _telepathy(self, unit: int, target: int) -> float:
        """An enemy that has not acted attacks its friends instead of us, at the price of an activation."""
        state, setting = self.state, self.setting
        if state.flags[target] & ACTED:
            return -1.0
        odds = setting.figures.hit_odds(setting.figures.telepathy, setting.kind(state, target).armor)
        friends = [other for other in self.enemies if other != target]
        own_units = [other for other in setting.on_map(state) if state.owner[other] == self.side]
        gain = self._best(target, friends) + self._best(target, own_units)
        return odds * gain - self._best(unit, self.enemies)

    def _best(self, unit: int, victims: Sequence[int]) -> float:
        """The best attack that a unit can make on some others after a move."""
        state = self.state
        near = self.chances.near(state.cell[unit], self.setting.kind(state, unit).movement)
        best = 0.0
        for victim in victims:
            about = (state.kind[unit], state.kind[victim], state.wounds[victim], state.cell[victim])
            values = np.maximum(self.chances.shots(*about), self.chances.strikes(*about))
            best = max(best, float(values[near].max()))
        return best

    def _value(self, unit: int) -> float:
        return self.chances.worth[self.state.kind[unit]]

    def _swarm(self, unit: int, target: int) -> float:
        """The additional worth of a joint attack over separate attacks."""
        state, setting = self.state, self.setting
        units = [unit, *partners(setting, state, unit, target)]
        dice = [melee_dice(setting, state, each, target) for each in units]
        damage = [setting.kind(state, each).melee_damage for each in units]
        kind, wounds = state.kind[target], state.wounds[target]
        together = self.chances.blow(sum(dice), sum(damage), kind, wounds)
        alone = [self.chances.blow(each, harm, kind, wounds) for each, harm in zip(dice, damage, strict=True)]
        own = _FIRST if not state.hexes else 0.0
        return own + alone[0] + 1.5 * (together - min(self._value(target), sum(alone)))

    def _best_exit(self, unit: int) -> float:
        values = self._left(unit) - _FEAR * self._danger(unit)
        return float(values.max()) - self._at(unit, self.state.cell[unit])

    def _blast(self, card: str) -> Floats:
        """For each cell, what an explosion there is worth."""
        if card not in self._blasts:
            state, setting = self.state, self.setting
            radius, dice = setting.figures.blast(card)
            total = np.zeros(len(setting.ground))
            for unit in setting.on_map(state):
                loss = self.chances.harm(dice, state.kind[unit], max(1, state.wounds[unit]))
                loss *= 1 + len(setting.riders(state, unit))
                sign = -1.1 if setting.units[unit].side == self.side else 1.0
                total += np.where(setting.ground.far[state.cell[unit]] <= radius, sign * loss, 0.0)
            self._blasts[card] = total
        return self._blasts[card]

    def _nuke(self) -> Floats:
        """For each cell, what a nuke is worth that is aimed there."""
        return np.asarray(self.chances.drift @ self._blast(NUKE))

    def _last_card(self, unit: int, card: str) -> float:
        if card == "hold":
            return 0.0
        last = self.state.cell[unit]
        if last < 0:
            last = self._last_cell(unit)
        return float(self._blast(card)[last]) - _CARD if last >= 0 else 0.0

    def _last_cell(self, unit: int) -> int:
        """Where a unit was that has just been destroyed."""
        task = self.state.agenda[-1]
        return int(task[2]) if task[0] == "dying" and task[1] == unit else NOBODY
