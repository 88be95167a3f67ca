"""The worth of actions to a side, by the exact odds of the tables; and where the side should go.

The numbers here are a judgment of how much results matter, for players; no rule depends on them.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from builder.games.handspan.play.close import CloseQuarters
from builder.games.handspan.play.command import BOARD
from builder.games.handspan.play.hunting import Hunting
from builder.games.handspan.play.moving import COME, EACH_POINT, GO
from builder.games.handspan.play.roster import HUMAN
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.shooting import (
    FIRE,
    HOLD,
    LAUNCH,
    LOB,
    SAVE,
    SPLIT,
    THROW,
    WARHEADS,
    Shooting,
)
from builder.games.handspan.play.state import Flag, State
from builder.games.handspan.play.victory import Victory, goals_of
from builder.playtest.play import Action, Decision, Goal, Prospect
from builder.scenario.logic.conditions import LeftBy, Work, quantities
from rulesdb.cache.methods import cached_method

# A stopped or slowed bug is worth this share of a dead one, if it could reach somebody.
_SHARES = {"kill": 1.0, "stop": 0.35, "slow": 0.12, "none": 0.0}
_HUMAN = 2.0
_COMMANDER = 3.0
_DANGER = 0.25
_EAGER = 1.5
_POINTS = {"bonus": 0.3, "pot": 0.2, "board": 0.25, "done": 0.0}
_RELOADED = 0.5
_ESCAPE = 6.0
# To add a bonus die in close quarters at once; and each point of a roll that may be made again.
_BRACED, _A_PIP = 0.1, 0.05
# For a bug to come on, even under fire; and a turn of work at an objective.
_ARRIVED, _WORK = 5.0, 9.0
# For a bug to attack somebody who works at an objective or is about to leave.
_NEEDED = 0.5


class Worth:
    """Prospects of actions, and the goals of a side."""

    def __init__(self, setting: Setting, shooting: Shooting, close: CloseQuarters, victory: Victory) -> None:
        self.setting = setting
        self.shooting = shooting
        self.close = close
        self.victory = victory
        self.hunting = Hunting(setting, victory, _SHARES)
        tables, results = setting.figures.tables, "firing-results"
        least = tables.figure(results, "warrior", "close", "kill")
        self.of_kind = {
            label: tables.figure(results, label, "close", "kill") / least
            for label in setting.figures.game.table(results).axes[0].labels
        }

    def prospects(self, state: State, decision: Decision, action: Action) -> Sequence[Prospect]:
        """The immediate results of an action."""
        name, what = action[0], decision.what
        if what == "fire":
            return self._firing(state, decision.subject[0], action)
        if what == "move" and decision.side == HUMAN:
            extra = [Prospect(1.0, "loaded", _RELOADED)] if name == "reload" else []
            return [*extra, *self._standing_at(state, decision.subject[0], action)]
        if what == "move":
            bug = decision.subject[0]
            return self._reaching(state, bug, int(action[1]) if name == GO else state.cell[bug])
        if what == "spend":
            return [Prospect(1.0, str(name), self._point(state, action))]
        if what == "attack":
            return self._fight(state, int(action[1]), decision.subject[0], for_bug=True)
        if what == "board" and name == "board":
            return [Prospect(1.0, "aboard", _ESCAPE)]
        if what == "strike" and name == "strike":
            return [Prospect(1.0, "hit", self._blasted(state, int(action[1]), "grenade"))]
        if what == "again":
            return self._again(state, decision.subject[0], again=name == "again")
        if what == "brace":
            return [Prospect(1.0, "braced", _BRACED)] if name == "add" else []
        if what == "come" and name == COME:
            bug, cell = decision.subject[0], int(action[1])
            return [Prospect(1.0, "arrived", _ARRIVED), *self._shot_at(state, bug, cell)]
        return ()

    def gains(self, state: State, decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The later worth of each action, apart from progress toward goals."""
        if decision.side != HUMAN:
            return self._gains_of_bug(state, decision, actions)
        if decision.what == "spend":
            return [self._gain_of_point(state, str(action[0])) for action in actions]
        worker = self._busy(state) if decision.what == "fire" else -1
        if worker < 0:
            return [0.0] * len(actions)
        # Whoever works where firing interrupts it should neither fire nor support others.
        human = decision.subject[0]
        return [-_WORK * (worker in self._firers(state, human, action)) for action in actions]

    def _gains_of_bug(self, state: State, decision: Decision, actions: Sequence[Action]) -> list[float]:
        if decision.what == "attack":
            needed = self.hunting.needed(state)
            return [_NEEDED * (action[1] in needed) for action in actions]
        bug = decision.subject[0]
        if decision.what == "come":
            cells = [int(action[1]) for action in actions if action[0] == COME]
            dangers = self.hunting.dangers(state, bug, self.value(state, bug), cells)
            # Each human fires only once, so not all shots have to be feared at once.
            shots = [_sum(self._shot_at(state, bug, cell)) for cell in cells]
            gains = [danger - shot for danger, shot in zip(dangers, shots, strict=True)]
            return [*gains, *[0.0] * (len(actions) - len(cells))]
        if decision.what != "move":
            return [0.0] * len(actions)
        cells = [int(action[1]) if action[0] == GO else state.cell[bug] for action in actions]
        fights = [_sum(self._reaching(state, bug, cell)) for cell in cells]
        return self.hunting.gains(state, bug, self.value(state, bug), cells, fights)

    def _gain_of_point(self, state: State, name: str) -> float:
        """How many more board a ship on average if a command point is spent on that."""
        if name != BOARD:
            return 0.0
        figures, cell = self.setting.figures, state.cell
        humans = self.setting.standing(state, self.setting.humans)
        ready = sum(self._moves_to_ramps[cell[human]] <= 1.0 for human in humans)
        a_die = _mean(figures.odds(figures.tables.dice("boarding", EACH_POINT)))
        fewer, more = (min(ready, a_die * (1 + points)) for points in (state.boarding, state.boarding + 1))
        return _ESCAPE * (more - fewer)

    @functools.cached_property
    def _moves_to_ramps(self) -> Sequence[float]:
        """For each cell, in how many moves a human can board a ship."""
        ramps = sorted(cell for _, places, _ in self.setting.ramps for cell in places)
        return self._moves_to(ramps)

    def _moves_to(self, cells: Sequence[int]) -> Sequence[float]:
        figures = self.setting.figures
        flat, climb = figures.human_move("on-flat-ground"), figures.human_move("climbing")
        return self.setting.ground.field(cells, flat, climb)

    def _firers(self, state: State, human: int, action: Action) -> list[int]:
        """The units that have fired after an action."""
        if action[0] == HOLD:
            return []
        number = int(action[2]) if action[0] in (FIRE, SAVE) else 0
        return [human, *self.shooting.supporters(state, human)[:number]] if number else [human]

    def _busy(self, state: State) -> int:
        """The first of those who work at an open objective unless they fire; -1 if there is none."""
        for objective, done in zip(self.setting.scenario.objectives, state.done, strict=True):
            for work in () if done else quantities(objective.done_by):
                if isinstance(work, Work) and "fired" in work.who.unless:
                    return next(iter(self.victory.workers(state, work)), -1)
        return -1

    def value(self, state: State, number: int) -> float:
        """The worth of a unit."""
        if number in self._humans:
            return _COMMANDER if self.setting.units[number].rank else _HUMAN
        return self.of_kind[self.setting.target(state, number)]

    @functools.cached_property
    def _humans(self) -> frozenset[int]:
        return frozenset(self.setting.humans)

    # Ranged combat.

    def _firing(self, state: State, human: int, action: Action) -> list[Prospect]:
        name = action[0]
        if name == FIRE:
            bug, supporters = int(action[1]), int(action[2])
            dice = self.shooting.dice(state, human, bug, supporters)
            shot = self._shot(state, bug, dice, self.shooting.band(state, human, bug))
            # A supporter could have fired a shot of his own.
            price = 0.5 * supporters * sum(each.chance * each.worth for each in shot)
            cost = [Prospect(1.0, "support", -price)] if self.setting.assume["support"] == "instead" else []
            return [*shot, *cost]
        if name == SAVE:
            bug, supporters = int(action[1]), int(action[2])
            dice = self.shooting.dice(state, human, bug, supporters, saves=True)
            shot = self._shot(state, bug, dice, self.shooting.band(state, human, bug))
            # A roll without effect is made again.
            kept = [each for each in shot if each.worth]
            missed = 1.0 - sum(each.chance for each in kept)
            return [*kept, *(Prospect(missed * each.chance, each.result, each.worth) for each in kept)]
        if name == SPLIT:
            bug, other, first = (int(number) for number in action[1:4])
            count = self.shooting.dice(state, human, bug, 0).partition("d")
            parts = ((bug, first), (other, int(count[0]) - first))
            return [
                prospect
                for target, number in parts
                for prospect in self._shot(
                    state, target, f"{number}d{count[2]}", self.shooting.band(state, human, target)
                )
            ]
        if name == THROW:
            return [Prospect(0.5, "hit", self._blasted(state, state.cell[int(action[1])], "grenade"))]
        if name == LOB:
            return [Prospect(0.5, "hit", self._blasted(state, int(action[1]), "grenade"))]
        if name == LAUNCH:
            warhead = WARHEADS[int(action[2])]
            return [Prospect(0.3, "hit", self._blasted(state, state.cell[int(action[1])], warhead))]
        return []

    def _again(self, state: State, human: int, *, again: bool) -> list[Prospect]:
        """The worth of a roll, or the chance of a better one."""
        _, _, total, name, *rest = state.todo[0]
        figures = self.setting.figures
        if name == "shot":
            bug, dice, band = int(rest[0]), str(rest[1]), str(rest[2])
            effect = figures.effect(self.setting.target(state, bug), band, int(total))
            kept = Prospect(1.0, effect, self._hit(state, bug) * _SHARES[effect])
            return self._shot(state, bug, dice, band) if again else [kept]
        if name == "defend":
            odds, sign = figures.odds(f"{rest[2]}d6"), 1
        else:
            way = "left or right" if name == "stray" else "over or under"
            odds, sign = figures.odds(figures.tables.dice("missile-deviation", way)), -1
        mean = _mean([(abs(each), chance) for each, chance in odds])
        return [Prospect(1.0, "roll", _A_PIP * sign * (mean if again else abs(int(total))))]

    def _shot(self, state: State, bug: int, dice: str, band: str) -> list[Prospect]:
        value, target = self._hit(state, bug), self.setting.target(state, bug)
        return [
            Prospect(chance, effect, value * _SHARES[effect])
            for effect, chance in self.setting.figures.shot_odds(dice, target, band)
        ]

    def _hit(self, state: State, bug: int) -> float:
        """The worth of killing a bug: higher if it is near."""
        return self.value(state, bug) * (1.0 + self._is_near(state, bug))

    def _is_near(self, state: State, bug: int) -> float:
        """How near a bug is to a human: 1 next to him, 0 two moves away."""
        humans = self.setting.standing(state, self.setting.humans)
        if not humans:
            return 0.0
        distances = self.setting.ground.board.distances(state.cell[bug])
        away = min(distances[state.cell[human]] for human in humans)
        return max(0.0, 1.0 - away / (2 * max(self._bug_move(state, bug), self.setting.figures.span)))

    def _bug_move(self, state: State, bug: int) -> float:
        return self.setting.figures.bug_move(self.setting.size(bug), False)

    def _blasted(self, state: State, cell: int, weapon: str) -> float:
        """The expected worth of a blast at a cell, for the humans."""
        setting = self.setting
        radius = setting.figures.circle(weapon) / 2 or setting.ground.step / 2
        distances, dice, total = setting.ground.board.distances(cell), setting.figures.blast(weapon), 0.0
        for number in setting.standing(state, range(len(setting.units))):
            if distances[state.cell[number]] > radius:
                continue
            if number in self._humans:
                total -= _HUMAN
            else:
                shot = self._shot(state, number, dice, "close")
                total += sum(each.chance * each.worth for each in shot)
        return total

    # Movement.

    def _standing_at(self, state: State, human: int, action: Action) -> list[Prospect]:
        """The danger of a place, and what could be shot from there."""
        setting = self.setting
        moves = action[0] == GO
        cell = int(action[1]) if moves else state.cell[human]
        bugs = setting.standing(state, setting.bugs)
        if not bugs:
            return []
        distances, gun = setting.ground.board.distances(cell), setting.gun(state, human)
        danger, best = 0.0, 0.0
        dice = setting.figures.shot(gun, moves, False, False, 0) if gun else ""
        for bug in bugs:
            away = distances[state.cell[bug]]
            if away <= self._bug_move(state, bug) + setting.ground.step:
                danger += _DANGER
            band = setting.figures.band(gun, away) if dice else ""
            if band:
                best = max(best, self._expected(dice, setting.target(state, bug), band))
        return [Prospect(1.0, "danger", -danger), Prospect(1.0, "shot", best)]

    @cached_method()
    def _expected(self, dice: str, target: str, band: str) -> float:
        """The expected worth of a shot."""
        odds = self.setting.figures.shot_odds(dice, target, band)
        return self.of_kind[target] * sum(chance * _SHARES[effect] for effect, chance in odds)

    def _shot_at(self, state: State, bug: int, cell: int) -> list[Prospect]:
        """The danger for a bug that comes on: all shots at it that are possible."""
        setting, target = self.setting, self.setting.target(state, bug)
        board, danger = setting.ground.board, 0.0
        for human in setting.standing(state, setting.humans):
            gun, here = setting.gun(state, human), state.cell[human]
            band = setting.figures.band(gun, board.distance(here, cell)) if gun else ""
            if band and board.sees(here, cell):
                danger += self._expected(setting.figures.shot(gun, False, False, False, 0), target, band)
        return [Prospect(1.0, "danger", -danger)]

    def _reaching(self, state: State, bug: int, cell: int) -> list[Prospect]:
        """The humans whom a bug can attack from a cell, and the odds of that fight."""
        setting = self.setting
        near = setting.ground.beside(cell)
        best: list[Prospect] = []
        for human in setting.humans:
            if state.cell[human] in near:
                fight = self._fight(state, human, bug, for_bug=True, cell=cell)
                if not best or _sum(fight) > _sum(best):
                    best = fight
        return best

    def _fight(self, state: State, human: int, bug: int, *, for_bug: bool, cell: int = -1) -> list[Prospect]:
        """A fight in close quarters, in which an attack is worth something even if it is lost."""
        before, flags = state.cell[bug], state.flags[bug]
        if cell >= 0:
            state.cell[bug] = cell
            far = self.setting.ground.board.distance(before, cell)
            state.flags[bug] |= Flag.RAN if far > self.setting.figures.span else 0
        dice = self.close.human_dice(state, human, bug)
        state.cell[bug], state.flags[bug] = before, flags
        theirs = self.setting.figures.close_dice(self.setting.units[bug].kind)
        wins, losses = self.setting.figures.duel_odds(dice, theirs)
        # By the wound chart, a hit kills two times in three, and any wounded human.
        hurt = 1.0 if state.flags[human] & Flag.WOUNDED else 0.8
        value = self.value(state, human) * hurt
        return [
            Prospect(losses, "bug wins", value * _EAGER),
            Prospect(wins, "human wins", -self.of_kind[self.setting.target(state, bug)]),
            Prospect(1.0, "contact", 0.3),
        ]

    # Command points and goals.

    def _point(self, state: State, action: Action) -> float:
        if action[0] != "bonus":
            return _POINTS[str(action[0])]
        human = int(action[1])
        bugs = self.setting.standing(state, self.setting.bugs)
        if not bugs or not self.setting.gun(state, human):
            return 0.05
        distances = self.setting.ground.board.distances(state.cell[human])
        away = min(distances[state.cell[bug]] for bug in bugs)
        band = self.setting.figures.band(self.setting.gun(state, human), away)
        return _POINTS["bonus"] if band else 0.05

    def goals(self, state: State, side: str) -> Sequence[Goal]:
        """For humans, the places of their victory conditions; for bugs, the nearest human."""
        setting = self.setting
        if side == HUMAN:
            return self._human_goals
        humans = setting.standing(state, setting.humans)
        cells = tuple(sorted({self._next_cell(state.cell[human]) for human in humans}))
        if not cells:
            return ()
        return [
            Goal("the nearest human", self._nearest(cells, size), bugs, 0.6, setting.scenario.turns)
            for size, bugs in self._sizes.items()
        ]

    @cached_method()
    def _next_cell(self, cell: int) -> int:
        """Where a human goes next who is on his way to a ship."""
        setting, field = self.setting, self._moves_to_ramps
        if not setting.ramps:
            return cell
        figures, ground = setting.figures, setting.ground
        reach = ground.walk(cell, figures.human_move("on-flat-ground"), figures.human_move("climbing"))
        return min((cell, *ground.offered(cell, reach)), key=lambda there: (field[there], there))

    @functools.cached_property
    def _sizes(self) -> Mapping[str, frozenset[int]]:
        """The bugs that move alike."""
        setting = self.setting
        sizes = [setting.size(bug) for bug in setting.bugs]
        return {
            size: frozenset(bug for bug, other in zip(setting.bugs, sizes, strict=True) if other == size)
            for size in dict.fromkeys(sizes)
        }

    @cached_method(512)
    def _nearest(self, cells: tuple[int, ...], size: str) -> Sequence[float]:
        """For each cell, how many hand spans it is from the nearest of some cells.

        From where a bug still reaches somebody who walks away from it, nearer is no better.
        """
        figures = self.setting.figures
        near = max(0.0, figures.bug_move(size, False) - figures.human_move("on-flat-ground")) / figures.span
        spans = np.array([self._spans(cell) for cell in cells]).min(axis=0)
        field: list[float] = np.maximum(spans, near).tolist()
        return field

    @cached_method()
    def _spans(self, cell: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        distances = np.array(self.setting.ground.board.distances(cell))
        return np.asarray(distances / self.setting.figures.span)

    @functools.cached_property
    def _human_goals(self) -> Sequence[Goal]:
        """The ships that count, for all humans; other places, for those who are listed first."""
        setting = self.setting
        scenario, goals = setting.scenario, []
        leaves = {
            quantity.way
            for victory in scenario.victory
            for quantity in quantities(victory.condition)
            if isinstance(quantity, LeftBy)
        }
        for number, places, _ in setting.ramps:
            objective = scenario.objectives[number]
            if objective.side == HUMAN and (objective.id in leaves or "any" in leaves):
                field = self._moves_to(sorted(places))
                goals.append(Goal(objective.title, field, frozenset(setting.humans), 2.0, scenario.turns))
        for objective in scenario.objectives:
            if objective.side == HUMAN and objective.done_by is not None:
                for where in goals_of(objective.done_by):
                    cells = setting.ground.cells_in(where.region)
                    field = self._moves_to(cells)
                    goals.append(Goal(objective.title, field, self._workers, 2.0, scenario.turns))
        return goals

    @functools.cached_property
    def _workers(self) -> frozenset[int]:
        """The units that go to an objective: those who command nobody and have no heavy gun."""
        setting = self.setting
        plain = [number for number in setting.humans if not setting.units[number].rank]
        return frozenset(plain[-2:] or setting.humans[-1:])


def _sum(prospects: Sequence[Prospect]) -> float:
    return sum(each.chance * each.worth for each in prospects)


def _mean(odds: Sequence[tuple[int, float]]) -> float:
    return sum(total * chance for total, chance in odds)
