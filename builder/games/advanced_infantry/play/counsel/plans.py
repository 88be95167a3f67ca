"""Where the troopers of a side should go, by the victory conditions and by where the enemy is."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from builder.games.advanced_infantry.play.effects import is_open, ways_off
from builder.games.advanced_infantry.play.roster import SIDES
from builder.games.advanced_infantry.play.setting import Setting, comparisons
from builder.games.advanced_infantry.play.state import NO_ARC, WEARS_PACK, State
from builder.playtest.play import Goal
from builder.scenario.logic.conditions import (
    Burning,
    Carrying,
    Condition,
    Destroyed,
    Done,
    Inside,
    LeftBy,
    Quantity,
    Sign,
    Turn,
    Who,
    Work,
    quantities,
)  # fmt: skip
from builder.scenario.logic.effects import Opening
from rulesdb.cache.methods import cached_method

# What an action point toward a goal is worth.
_OBJECTIVE, _CONTEST, _HUNT, _EXIT = 0.03, 0.005, 0.01, 0.08
_FAR = 200.0
# The number of guards of each place that the enemy wants.
_GUARDS = 3
# The number of spare turns that is enough for those who leave the map.
_SPARE = 1
# What the last steps after a flight cost, about.
_LANDING = 4.0


class Plans:
    """Goals of the sides of one scenario."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._asked = tuple(tuple(self._quantities(side)) for side in SIDES)

    def _quantities(self, side: str) -> Iterator[tuple[str, Quantity, int]]:
        """The requirements of a side's conditions, each with its objective and a deadline."""
        scenario = self.setting.scenario
        objectives = {objective.id: objective for objective in scenario.objectives}
        seen: set[Quantity] = set()
        for victory in scenario.victory:
            if victory.side != side:
                continue
            for quantity in _wanted(victory.condition):
                parts: list[tuple[str, Condition | None]] = []
                if isinstance(quantity, Done):
                    parts = [(id, objectives[id].done_by) for id in quantity.objectives]
                    parts = [part for part in parts if objectives[part[0]].side == side]
                else:
                    parts = [("", victory.condition)]
                for id, condition in parts:
                    for each in quantities(condition):
                        if each not in seen and not isinstance(each, Turn | Done):
                            seen.add(each)
                            yield id, each, self._deadline(condition)

    def _deadline(self, condition: Condition | None) -> int:
        """The last turn in which a condition can be met."""
        limits = [
            part.limit
            for part in comparisons(condition)
            if isinstance(part.quantity, Turn) and part.sign is Sign.AT_MOST and isinstance(part.limit, int)
        ]
        return min([self.setting.scenario.turns, *limits])

    def goals(self, state: State, side: int) -> Sequence[Goal]:
        """Where the troopers of a side should go."""
        own_units = frozenset(self.setting.on_map(state, side))
        if not own_units:
            own_units = frozenset(unit for unit, own in enumerate(self.setting.side_of) if own == side)
        goals = [
            self._goal(state, title, cells, who & self._own(side), deadline, _OBJECTIVE)
            for title, cells, who, deadline in self._places(state, side)
        ]
        if not goals:
            for title, cells, _, deadline in self._places(state, 1 - side):
                guards = self._nearest(state, cells, own_units)
                goals.append(self._goal(state, title, cells, guards, deadline, _CONTEST))
        # Gunners stay with their guns, which the enemy may want.
        free = (unit for unit in own_units if state.gun[unit] < 0)
        goals += self._exit(state, frozenset(unit for unit in free if ways_off(self.setting, state, unit)))
        prey = frozenset(state.cell[enemy] for enemy in self.setting.on_map(state, 1 - side))
        if prey and not goals:
            goals.append(self._goal(state, "the enemy", prey, own_units, self.setting.scenario.turns, _HUNT))
        return [goal for pair in goals for goal in pair]

    def _nearest(self, state: State, cells: frozenset[int], who: frozenset[int]) -> frozenset[int]:
        """The few who guard a place; the others fight from where they are."""
        field, cell = self._field(cells, self.setting.holes(state)), state.cell
        order = sorted(who, key=lambda unit: (field[cell[unit]] if cell[unit] >= 0 else _FAR, unit))
        return frozenset(order[:_GUARDS])

    def _exit(self, state: State, leavers: frozenset[int]) -> Iterator[list[Goal]]:
        """The way off the map, for those who have no more than a turn to spare; until then, they fight."""
        setting, turns = self.setting, self.setting.scenario.turns
        if leavers:
            edges = ways_off(setting, state, min(leavers))
            cells = frozenset(cell for edge in edges for cell in setting.ground.edge(edge))
            way, spare = self._field(cells, setting.holes(state)), turns - state.turn - _SPARE
            most = spare * setting.figures.movement_limit
            hurried = frozenset(unit for unit in leavers if way[state.cell[unit]] > most)
            yield self._goal(state, "the way off", cells, hurried, turns, _EXIT)

    def _own(self, side: int) -> frozenset[int]:
        return frozenset(unit for unit, own in enumerate(self.setting.side_of) if own == side)

    def _goal(
        self,
        state: State,
        title: str,
        cells: frozenset[int],
        who: frozenset[int],
        deadline: int,
        worth: float,
    ) -> list[Goal]:
        """A goal on foot, and one for those who fly."""
        flyers = frozenset(unit for unit in who if state.flags[unit] & WEARS_PACK)
        walkers = who - flyers
        goals = []
        if walkers:
            field = self._field(cells, self.setting.holes(state))
            goals.append(Goal(title, field, walkers, worth, deadline))
        if flyers:
            goals.append(Goal(title, self._flight(cells), flyers, worth, deadline))
        return goals

    @cached_method(1024)
    def _field(self, cells: frozenset[int], holes: tuple[int, ...]) -> list[float]:
        return [min(each, _FAR) for each in self.setting.ground.travel(cells, holes)]

    @cached_method(256)
    def _flight(self, cells: frozenset[int]) -> list[float]:
        """About how many action points it takes to get there with flights and steps."""
        ground, goal = self.setting.ground, min(cells)
        longest, cost = self.setting.figures.flight[1], self.setting.figures.flight_cost
        walk = self._field(cells, ())
        far, height = ground.far[goal], ground.level
        flown = (
            _LANDING + 2.0 * cost * float(far[cell]) / longest + abs(height[cell] - height[goal])
            for cell in range(len(ground))
        )
        return [min(pair) for pair in zip(walk, flown, strict=True)]

    def _places(self, state: State, side: int) -> Iterator[tuple[str, frozenset[int], frozenset[int], int]]:
        """The places to which the conditions of a side send its troopers now."""
        setting = self.setting
        for id, quantity, deadline in self._asked[side]:
            if state.turn > deadline or (id and state.done[setting.objectives[id]]):
                continue
            if id and not is_open(setting, state, id) and not isinstance(quantity, Inside):
                continue
            for cells, who in self._place(state, quantity, side):
                if cells and not self._is_early(state, id, cells, who):
                    yield id, cells, who, deadline

    def _is_early(self, state: State, id: str, cells: frozenset[int], who: frozenset[int]) -> bool:
        """Whether the only one who goes to an objective gets there in time if he starts later.

        Until then, he is safer where he is.
        """
        opens = self._opening.get(id, 0)
        if state.turn >= opens or len(who) != 1:
            return False
        way = self._field(cells, self.setting.holes(state))[state.cell[min(who)]]
        return way < (opens - state.turn) * self.setting.figures.movement_limit

    @functools.cached_property
    def _opening(self) -> dict[str, int]:
        """The turns from which objectives can be carried out that events open."""
        events = self.setting.scenario.events
        return {
            id: events[event].turn
            for event, effect in self.setting.effects.of(Opening)
            if event >= 0 and not effect.closes
            for id in effect.objectives
        }

    def _place(
        self, state: State, quantity: Quantity, side: int
    ) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
        setting = self.setting
        match quantity:
            case Inside(who, where) if who.item:
                yield from self._fetch(state, who.item, setting.cells_of(where), side)
            case Inside(who, where):
                yield setting.cells_of(where), self._force(who)
            case Work(who=who, where=where):
                yield setting.work_places[setting.works.index(quantity)][0], self._force(who)
            case Burning(where):
                pass
            case Destroyed(item):
                number = next(n for n, each in enumerate(setting.items) if each.id == item)
                bearer, lying = state.bearer[number], state.lying[number]
                cell = state.cell[bearer] if bearer >= 0 else lying
                if cell >= 0:
                    yield frozenset({cell}), self._force(Who())
            case Carrying(who, "weapon", thing):
                for number, gun in enumerate(setting.guns):
                    if gun.weapon == thing:
                        gunner = state.gunner[number]
                        cell = (
                            state.place[number]
                            if state.aim[number] != NO_ARC or gunner < 0
                            else state.cell[gunner]
                        )
                        if cell >= 0:
                            yield frozenset({cell}), self._force(who)
            case LeftBy() | _:
                return

    def _fetch(
        self, state: State, item: str, cells: frozenset[int], side: int
    ) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
        """Whoever has a thing brings it; others go to where it lies, or with him."""
        number = next(n for n, each in enumerate(self.setting.items) if each.id == item)
        bearer, lying = state.bearer[number], state.lying[number]
        if bearer >= 0 and self.setting.side_of[bearer] == side:
            yield cells, frozenset({bearer})
        elif bearer >= 0:
            yield frozenset({state.cell[bearer]}), self._force(Who())
        elif lying >= 0:
            yield frozenset({lying}), self._force(Who())

    def _force(self, who: Who) -> frozenset[int]:
        return frozenset(self.setting.who(who))


def _wanted(condition: Condition | None) -> Iterator[Quantity]:
    """The quantities that a side wants to raise: those with a minimum in a condition."""
    for part in comparisons(condition):
        if part.sign in (Sign.AT_LEAST, Sign.MORE_THAN):
            yield part.quantity
