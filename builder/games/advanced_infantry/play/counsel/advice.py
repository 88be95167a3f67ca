"""The immediate worth of the actions of a decision, for players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from builder.games.advanced_infantry.play.counsel.chances import Chances
from builder.games.advanced_infantry.play.figures import GRENADE, RIFLE, SMOKE
from builder.games.advanced_infantry.play.ground import WIRE, Floats
from builder.games.advanced_infantry.play.rules.blasts import is_water, target_number
from builder.games.advanced_infantry.play.rules.fire import to_hit, weapon_of
from builder.games.advanced_infantry.play.rules.moving import reach_of
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.state import COWERS, NO_ARC, PRONE, State
from builder.playtest.play import Action, Decision

# How much of the danger of a dot counts.
_FEAR = 0.3
_TIE = 1e-6
_BURNS = 0.35
_WIRE_FEAR = 0.45
# What a shot at an enemy who moves must be worth.
_PATIENCE = 0.12
_SHELTER = 0.6
# What of an enemy's condition matters to those who fire at him, or fear him.
_SHOWN = PRONE | COWERS


class Advisor:
    """The worths of a side's actions; what depends on where enemies are is kept until one of them moves."""

    def __init__(self, setting: Setting, chances: Chances) -> None:
        self.setting = setting
        self.chances = chances
        self._key: object = None
        self._attack: dict[str, Floats] = {}
        self._danger: Floats | None = None
        self._wire = np.array([terrain == WIRE for terrain in setting.ground.terrain])

    def worths(self, state: State, side: int, decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        self._prepare(state, side)
        match decision.what:
            case "act":
                return self._acts(state, side, decision.subject[0], actions)
            case "activate":
                return [self._readiness(state, side, int(action[1])) for action in actions]
            case "react":
                return [self._reaction(state, decision.subject[0], action) for action in actions]
            case "set up" | "arrive":
                danger = self._dangers(state, side)
                return [
                    -_FEAR * float(danger[int(action[1])]) if len(action) > 1 else -1.0 for action in actions
                ]
            case "face":
                return [self._facing(state, side, decision.subject[0], int(action[1])) for action in actions]
            case "drop":
                return [self._dropped(state, side, action) for action in actions]
            case "order":
                return [0.01 if action[0] == "first" else 0.0 for action in actions]
            case _:
                return [0.0] * len(actions)

    def _prepare(self, state: State, side: int) -> None:
        enemies = tuple(
            (enemy, state.cell[enemy], state.damage[enemy], state.flags[enemy] & _SHOWN, state.gun[enemy])
            for enemy in self.setting.on_map(state, 1 - side)
        )
        around = tuple(state.clouds), tuple(state.fires), tuple(state.holes)
        hands = (*state.aim, *state.place, *state.part, *state.rounds, *state.bearer)
        key = (side, enemies, around, hands)
        if key != self._key:
            self._key, self._attack, self._danger = key, {}, None
            self._veils = self.setting.smoke(state), self.setting.burning(state)
            self._holes = self.setting.holes(state)

    # Fields.

    def _attacks(self, state: State, side: int, weapon: str) -> Floats:
        """For each cell, what the best shot of a weapon from there is worth."""
        if weapon not in self._attack:
            x = self.setting.figures.damage(weapon)
            best = np.zeros(len(self.setting.ground))
            for enemy in self.setting.on_map(state, 1 - side):
                prone = bool(state.flags[enemy] & PRONE)
                hits = self.chances.hits_at(state.cell[enemy], weapon, prone, self._veils, self._holes)
                best = np.maximum(best, hits * self.chances.loss(x, state.damage[enemy]))
            self._attack[weapon] = best
        return self._attack[weapon]

    def _dangers(self, state: State, side: int) -> Floats:
        """For each cell, what a trooper may lose there to the enemy before he acts again."""
        if self._danger is None:
            setting, total = self.setting, np.zeros(len(self.setting.ground))
            for enemy in setting.on_map(state, 1 - side):
                if state.flags[enemy] & COWERS:
                    continue
                gun = state.gun[enemy]
                weapon = setting.guns[gun].weapon if gun >= 0 else RIFLE
                if gun < 0 and not setting.has_rifle(state, enemy):
                    continue
                hits = self.chances.hits_from(state.cell[enemy], weapon, self._veils, self._holes)
                loss = self.chances.loss(setting.figures.damage(weapon), 2)
                if gun >= 0:
                    aimed = setting.gun_in_hand(state, enemy) >= 0
                    if not aimed:
                        loss *= 0.3
                    else:
                        hits = np.where(setting.ground.in_arc(state.cell[enemy], state.aim[gun]), hits, 0.0)
                        loss *= 1.5
                total = total + hits * loss
            for cell in self._veils[1]:
                total[cell] += 1.0 / _FEAR
            total[self._wire] += _WIRE_FEAR / _FEAR
            self._danger = total
        return self._danger

    # An activation.

    def _acts(self, state: State, side: int, unit: int, actions: Sequence[Action]) -> list[float]:
        setting = self.setting
        danger = self._dangers(state, side)
        here, left = state.cell[unit], state.left[unit]
        weapon = weapon_of(setting, state, unit)
        shot = self._attacks(state, side, weapon) if weapon else np.zeros(len(setting.ground))
        cost = setting.figures.fire_cost(weapon) if weapon else 99
        if state.gun[unit] >= 0:
            # Whoever moves leaves his gun, or has to set it up first.
            shot = shot * 0.0
        now = float(shot[here]) * (left // cost)
        is_gunner = setting.gun_in_hand(state, unit) >= 0
        stay = -_FEAR * float(danger[here]) * (_SHELTER if state.flags[unit] & PRONE else 1.0)
        worths: list[float] = []
        goes = [int(action[1]) for action in actions if action[0] == "go"]
        gains: Iterator[float] = iter(())
        verbs = {action[0] for action in actions}
        arcs = self._arcs(state, side, unit, RIFLE) if "arc" in verbs else ()
        gun = setting.guns[state.gun[unit]].weapon if state.gun[unit] >= 0 else ""
        aims = self._arcs(state, side, unit, gun) if "set-up" in verbs else ()
        if goes:
            spent = reach_of(setting, state, unit)[0].cost_of
            rise = setting.figures.stand_up if state.flags[unit] & PRONE else 0
            rest = np.maximum((left - np.array([spent.get(cell, 99) for cell in goes]) - rise) // cost, 0)
            gain = shot[goes] * rest - now - _FEAR * danger[goes] - stay
            if is_gunner:
                gain -= 0.5
            elif state.part[unit] >= 0 or state.gun[unit] >= 0:
                gain -= 0.02
            gains = iter(gain.tolist())
        for action in actions:
            match action[0]:
                case "go":
                    worths.append(next(gains))
                case "end":
                    worths.append(0.0)
                case "fire":
                    worths.append(self._shot(state, unit, int(action[1]), weapon) + 0.02)
                case "burst":
                    worths.append(self._burst(state, side, unit, int(action[1]), int(action[2])))
                case "breach":
                    worths.append(self._breach(state, unit, int(action[1]), int(action[2])))
                case "fly":
                    cell = int(action[1])
                    shots = max(0, (left - setting.figures.flight_cost) // cost)
                    worths.append(float(shot[cell]) * shots - now - _FEAR * float(danger[cell]) - stay - 0.05)
                case "prone":
                    free = left < cost or not now
                    worths.append((1 - _SHELTER) * -stay * 0.9 - 0.01 if free else -1.0)
                case "arc":
                    worths.append(arcs[int(action[1])] * 0.8 - 0.03)
                case "set-up":
                    worths.append(0.1 + aims[int(action[1])] * 2 - 0.25)
                case "work":
                    worths.append(0.6)
                case "take-over":
                    worths.append(0.8 if state.gun[unit] < 0 else -0.5)
                case "pick-up":
                    worths.append(0.5 if self._wants(side, int(action[1])) else -0.2)
                case "leave":
                    worths.append(0.9 if state.gun[unit] < 0 else -0.5)
                case _:
                    worths.append(-0.3)
        return worths

    def _wants(self, side: int, item: int) -> bool:
        """Whether a side wants to have a thing: it is not the one that wants to destroy it."""
        setting = self.setting
        id = setting.items[item].id
        for objective in setting.scenario.objectives:
            if f"Destroyed(item='{id}')" in repr(objective.done_by):
                return objective.side != ("attacker", "defender")[side]
        return True

    def _shot(self, state: State, unit: int, target: int, weapon: str) -> float:
        setting = self.setting
        odds = setting.figures.chance(to_hit(setting, state, unit, target, weapon))
        value = 1.3 if state.gun[target] >= 0 or target in state.bearer else 1.0
        return odds * value * self.chances.loss(setting.figures.damage(weapon), state.damage[target])

    def _arcs(self, state: State, side: int, unit: int, weapon: str) -> list[float]:
        """The worth of each arc: the share of the enemies near it whom it covers."""
        setting = self.setting
        here, enemies = state.cell[unit], setting.on_map(state, 1 - side)
        cells = [state.cell[enemy] for enemy in enemies]
        hits = self.chances.hits_from(here, weapon, self._veils, self._holes)[cells].tolist()
        x, loss = setting.figures.damage(weapon), self.chances.loss
        worths = [hit * loss(x, state.damage[enemy]) for hit, enemy in zip(hits, enemies, strict=True)]
        totals = []
        for facing in range(len(setting.ground.arcs)):
            total = 0.0
            for worth, is_inside in zip(worths, setting.ground.in_arc(here, facing)[cells], strict=True):
                if is_inside:
                    total = max(total, worth) + 0.01
            totals.append(total)
        return totals

    def _facing(self, state: State, side: int, unit: int, facing: int) -> float:
        """At the set-up: how many of the places where enemies begin an arc covers."""
        setting = self.setting
        inside = setting.ground.in_arc(state.cell[unit], facing)
        theirs = {
            cell for other, own in enumerate(setting.side_of) if own != side for cell in setting.zones[other]
        }
        return float(sum(bool(inside[cell]) for cell in theirs)) / max(1, len(theirs))

    def _burst(self, state: State, side: int, unit: int, arm: int, cell: int) -> float:
        setting = self.setting
        weapon = setting.troopers[unit].arms[arm].weapon
        odds = setting.figures.chance(target_number(setting, state, unit, cell, weapon))
        if weapon == SMOKE:
            return self._smoke(state, side, unit, cell)
        worth = odds * self._bang(state, side, cell, weapon)
        drifts = setting.bursts.drifts(cell, setting.figures.scatter(weapon))
        worth += (1 - odds) * sum(self._bang(state, side, each, weapon) for each in drifts) / len(drifts)
        return worth - (0.05 if state.rounds[setting.troopers[unit].first_round + arm] >= 0 else 0.0)

    def _bang(self, state: State, side: int, cell: int, weapon: str) -> float:
        """The worth of a burst in a cell."""
        setting = self.setting
        damages, lights = setting.figures.blast(weapon), setting.figures.sets_fire(weapon)
        dots_to = dict(setting.bursts.burst(cell, len(damages) - 1, self._holes, lights))
        total = 0.0
        for other, there in enumerate(state.cell):
            if there in dots_to:
                x = damages[dots_to[there]] + setting.figures.water_damage(is_water(setting, there))
                loss = self.chances.loss(x, state.damage[other])
                if lights:
                    loss = max(loss, _BURNS)
                total += -1.2 * loss if setting.side_of[other] == side else loss
        if lights:
            for item, place in enumerate(state.lying):
                if place in dots_to:
                    total += -3.0 if self._wants(side, item) else 3.0
            for place in setting.to_burn:
                if place in dots_to:
                    total += 1.5 if side == 0 else -1.5
        return total

    def _smoke(self, state: State, side: int, unit: int, cell: int) -> float:
        """The worth of a cloud: the danger that it takes from friends near it, less its drawbacks."""
        setting, danger = self.setting, self._dangers(state, side)
        if cell in self._veils[0]:
            return -0.1
        total = 0.0
        for friend in setting.on_map(state, side):
            far = setting.distance(state.cell[friend], cell)
            if far <= 3:
                total += 0.12 * float(danger[state.cell[friend]]) - (0.0 if far else 0.01)
        return total - 0.1

    def _breach(self, state: State, unit: int, arm: int, structure: int) -> float:
        """The worth of a breach to a side that wants to get in: higher the nearer it is."""
        setting = self.setting
        weapon = setting.troopers[unit].arms[arm].weapon
        toughness = setting.ground.structures[structure].toughness
        left = toughness - state.cracks[structure]
        x = setting.figures.blast(weapon)[0] * max(1, setting.figures.points_of_x)
        share = min(1.0, x / (left + 1))
        return 0.25 * share**2 if setting.side_of[unit] == 0 and weapon != GRENADE else -0.1

    def _dropped(self, state: State, side: int, action: Action) -> float:
        if action[0] == "none":
            return 0.0
        odds = self.setting.figures.chance(self.setting.figures.dropped)
        return odds * self._bang(state, side, int(action[1]), GRENADE) - 0.05

    def _readiness(self, state: State, side: int, unit: int) -> float:
        """Whoever can fire goes first; then whoever is in danger."""
        weapon = weapon_of(self.setting, state, unit)
        cell = state.cell[unit]
        best = float(self._attacks(state, side, weapon)[cell]) if weapon else 0.0
        crew = 0.5 if state.gun[unit] >= 0 and state.aim[state.gun[unit]] == NO_ARC else 0.0
        return best + crew + 0.05 * float(self._dangers(state, side)[cell])

    def _reaction(self, state: State, target: int, action: Action) -> float:
        """Fire at an enemy who moves is free for a gun, and costs a rifle its arc."""
        if action[0] == "hold":
            return 0.0
        unit = int(action[1])
        weapon = weapon_of(self.setting, state, unit)
        worth = self._shot(state, unit, target, weapon)
        return worth - (_PATIENCE * 0.5 if self.setting.gun_in_hand(state, unit) >= 0 else _PATIENCE * 0.3)
