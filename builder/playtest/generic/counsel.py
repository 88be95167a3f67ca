"""The worth of actions and the goals of units, for players.

A unit of average price is worth 1. How much a pin, a wound or a danger matters is a judgment, for players; no
rule depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from builder.playtest.generic.attacks import Blow, column_of, modifiers_of, power_of
from builder.playtest.generic.ground import Floats
from builder.playtest.generic.setting import EDGE, Setting
from builder.playtest.generic.state import ACTED, NOBODY, State
from builder.playtest.play import Action, Decision, Goal
from builder.scenario.logic.conditions import Condition, Done, Inside, LeftBy, Work, quantities
from rulesdb.cache.methods import cached_method
from rulesdb.play import Attack

# What a pin costs its unit, and a wound that does not remove it, as shares of its worth.
_PIN, _HURT = 0.15, 0.7
# How much of the danger of a cell counts.
_FEAR = 0.3
_CARD = 0.15
_LEAVE = 2.0
# What a movement point toward a goal is worth.
_OBJECTIVE, _CONTEST, _HUNT, _FETCH, _CARRY = 0.05, 0.04, 0.03, 0.08, 0.06
_FAR = 80.0
# How near others stay to the place to which something is carried.
_BESIDE = 3.0


class Chances:
    """Expected losses by the exact odds of the results tables."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        prices = [setting.kinds[unit.kind].points for unit in setting.units]
        usual = sum(prices) / max(1, len(prices))
        self.worth = [kind.points / usual for kind in setting.kinds]

    @cached_method()
    def loss(self, number: int, column: int, modifiers: tuple[str, ...], target: int, wounds: int) -> float:
        """The expected loss of a target with some wounds left to an attack in a column."""
        setting = self.setting
        attack = setting.attack(number)
        table = setting.tables[attack.table].table
        odds = table.odds(modifiers=modifiers, **{attack.column: str(column)})
        total = 0.0
        for result, chance in odds:
            outcome = setting.rules.results[str(result)]
            lost = wounds if outcome.removes else min(outcome.wounds, wounds)
            share = 1.0 if lost >= wounds else _HURT * lost / wounds + _PIN * outcome.pins
            total += float(chance) * share
        return total * self.worth[target]

    @cached_method()
    def power(self, kind: int, number: int, weapon: str, distance: float) -> int:
        """The column of an attack at a distance; 0 if it does not reach that far."""
        return power_of(self.setting, Blow(number, weapon, NOBODY), kind, distance)

    @cached_method()
    def reach(self, number: int, weapon: str) -> tuple[tuple[str, int], ...]:
        """The ranges of a weapon, each with its greatest distance."""
        attack = self.setting.attack(number)
        return tuple((name, self.setting.tables.figure(attack.reach, weapon, name)) for name in attack.ranges)

    def at_range(self, kind: int, number: int, weapon: str, target: int, wounds: int, name: str) -> float:
        """The expected loss of a target to a shot at a range, without modifiers."""
        attack = self.setting.attack(number)
        power = self.setting.tables.figure(attack.power_table, weapon, name)
        if not power:
            return 0.0
        return self.loss(number, column_of(self.setting, attack, power, target), (), target, wounds)

    @cached_method(4096)
    def from_cells(self, kind: int, target: int, wounds: int, cell: int, *, blind: int = -1) -> Floats:
        """For each cell, the best attack of a kind from there at a target in a cell.

        With ``blind``, attackers move that many points before they attack, and lines of sight are ignored.
        """
        ground = self.setting.ground
        far = ground.far_from(cell)
        best = np.zeros(len(ground))
        for number, weapon in self.setting.attacks[kind]:
            attack = self.setting.attack(number)
            if attack.reach:
                values = np.zeros(len(ground))
                for name, most in reversed(self.reach(number, weapon)):
                    worth = self.at_range(kind, number, weapon, target, wounds, name)
                    values = np.where(far <= most + max(0, blind), worth, values)
                if blind < 0:
                    values = np.where(ground.seen_from(cell) & ~ground.next_to(cell), values, 0.0)
            else:
                power = self.power(kind, number, weapon, 1.0)
                worth = self.loss(number, column_of(self.setting, attack, power, target), (), target, wounds)
                near = (
                    ground.next_to(cell) if blind < 0 else ground.travel_to(frozenset((cell,))) <= blind + 1
                )
                values = np.where(near, worth, 0.0)
            best = np.maximum(best, values)
        return best


class Advice:
    """The worth of the actions of one decision; created once for each view."""

    def __init__(self, setting: Setting, chances: Chances, state: State, side: int) -> None:
        self.setting = setting
        self.chances = chances
        self.state = state
        self.enemies = setting.enemies(state, side)
        self._gain_of: dict[int, Floats] = {}
        self._danger_of: dict[int, Floats] = {}

    def worths(self, decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The immediate worth of each action."""
        return [self._worth(decision, action) for action in actions]

    def _worth(self, decision: Decision, action: Action) -> float:
        name = str(action[0])
        match decision.what:
            case "activate":
                unit = int(action[1])
                here = self.state.cell[unit]
                worth = self._gain(unit)[here] + 0.2 * self._danger(unit)[here]
                return float(worth) - (0.5 if name == "again" else 0.0)
            case "set up" | "arrive":
                if name == "wait":
                    return -1.0
                return -_FEAR * float(self._danger(decision.subject[0])[int(action[1])])
            case "move":
                return self._move(decision.subject[0], name, action)
            case "attack":
                return self._attack(decision.subject[0], name, action)
            case _:
                return 0.0

    def _gain(self, unit: int) -> Floats:
        """For each cell, the best attack that a unit can make from there."""
        if unit not in self._gain_of:
            best = np.zeros(len(self.setting.ground))
            state, units = self.state, self.setting.units
            for enemy in self.enemies:
                about = (units[unit].kind, units[enemy].kind, state.wounds[enemy], state.cell[enemy])
                best = np.maximum(best, self.chances.from_cells(*about))
            self._gain_of[unit] = best
        return self._gain_of[unit]

    def _danger(self, unit: int) -> Floats:
        """For each cell, the loss that a unit can expect there before it is activated again."""
        if unit not in self._danger_of:
            state, setting = self.state, self.setting
            total = np.zeros(len(setting.ground))
            for enemy in self.enemies:
                kind = setting.units[enemy].kind
                about = (kind, setting.units[unit].kind, max(1, state.wounds[unit]))
                share = 0.6 if state.flags[enemy] & ACTED else 1.0
                moves = setting.kinds[kind].movement
                total += share * self.chances.from_cells(*about, state.cell[enemy], blind=moves)
            self._danger_of[unit] = total
        return self._danger_of[unit]

    def _move(self, unit: int, name: str, action: Action) -> float:
        if name == "hurry":
            return -_CARD
        here = self.state.cell[unit]
        there = here if name == "stay" else int(action[1])
        gain, danger = self._gain(unit), self._danger(unit)
        # A unit that stays is steadier; how much that helps depends on the game, so it only breaks ties.
        return float(gain[there] - _FEAR * danger[there]) + (0.01 if name == "stay" else 0.0)

    def _attack(self, unit: int, name: str, action: Action) -> float:
        if name == "pass":
            return 0.0
        if name == "leave":
            return _LEAVE
        state, setting = self.state, self.setting
        blow, card = Blow(int(action[1]), str(action[2]), int(action[3])), int(action[4])
        kind, target = setting.units[unit].kind, setting.units[blow.target].kind
        distance = setting.ground.distance(state.cell[unit], state.cell[blow.target])
        attack: Attack = setting.attack(blow.attack)
        column = column_of(setting, attack, power_of(setting, blow, kind, distance), target)
        names = modifiers_of(setting, state, unit, blow, card)
        worth = self.chances.loss(blow.attack, column, names, target, state.wounds[blow.target])
        return worth - (_CARD if card != NOBODY else 0.0)


class Plans:
    """Goals of the sides of one scenario."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._own = [tuple(self._places(side)) for side in setting.sides]

    def _places(self, side: str) -> Iterator[tuple[str, frozenset[int]]]:
        """The places where the conditions of a side require its units."""
        seen: set[frozenset[int]] = set()
        for victory in self.setting.scenario.victory:
            if victory.side != side:
                continue
            for title, cells in self._asked(victory.condition):
                if cells and cells not in seen:
                    seen.add(cells)
                    yield title, cells

    def _asked(self, condition: Condition | None) -> Iterator[tuple[str, frozenset[int]]]:
        setting = self.setting
        objectives = {objective.id: objective for objective in setting.scenario.objectives}
        for quantity in quantities(condition):
            match quantity:
                case Inside(_, where) | Work(where=where):
                    yield where.title or "a place", setting.cells_of(where)
                case LeftBy(_, kind, way):
                    title = way if kind == EDGE or way not in objectives else objectives[way].title
                    yield title, setting.exits(kind, way)
                case Done(ids):
                    for id in ids:
                        yield from self._asked(objectives[id].done_by)

    def goals(self, state: State, side: int) -> Sequence[Goal]:
        """The goals of the units of a side."""
        setting = self.setting
        own_units = frozenset(setting.of_side(state, side))
        if not own_units:
            return ()
        turns, goals = setting.scenario.turns, []
        bearers = frozenset(bearer for bearer in state.bearer if bearer in own_units)
        for title, cells in self._own[side]:
            field = self._field(cells)
            if bearers:
                # The others clear the way for whoever carries something.
                goals.append(Goal(title, field, bearers, _CARRY, turns))
                goals.append(Goal(title, self._around(cells), own_units - bearers, _CONTEST, turns))
            else:
                goals.append(Goal(title, field, own_units, _OBJECTIVE, turns))
        if not goals:
            others = [place for other, own in enumerate(self._own) if other != side for place in own]
            goals += [Goal(title, self._field(cells), own_units, _CONTEST, turns) for title, cells in others]
        dropped = frozenset(cell for cell in state.lying if cell >= 0)
        if dropped:
            goals.append(Goal("what lies there", self._field(dropped), own_units, _FETCH, turns))
        prey = frozenset(state.cell[enemy] for enemy in setting.enemies(state, side))
        hunters = frozenset(unit for unit in own_units - bearers if self._hunts(unit))
        if prey and hunters:
            goals.append(Goal("the nearest enemy", self._field(prey), hunters, _HUNT, turns))
        return goals

    @cached_method()
    def _hunts(self, unit: int) -> bool:
        """Whether a unit can only attack enemies next to it."""
        attacks = self.setting.attacks[self.setting.units[unit].kind]
        return not any(self.setting.attack(number).reach for number, _ in attacks)

    @cached_method(1024)
    def _field(self, cells: frozenset[int]) -> list[float]:
        """The movement points from each cell to the nearest of some cells."""
        field: list[float] = np.minimum(self.setting.ground.travel_to(cells), _FAR).tolist()
        return field

    @cached_method(1024)
    def _around(self, cells: frozenset[int]) -> list[float]:
        """The same field, but flat around the cells, so that units leave the place to others."""
        return [max(_BESIDE, points) for points in self._field(cells)]
