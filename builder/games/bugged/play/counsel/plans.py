"""Where the units of a side should go, by the victory conditions and by where the enemy is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import State
from builder.playtest.play import Goal
from builder.scenario.logic.conditions import Condition, Done, Inside, Where, Work, quantities
from rulesdb.cache.methods import cached_method

# What a movement point toward a goal is worth.
_OBJECTIVE, _CONTEST, _HUNT, _FETCH = 0.02, 0.02, 0.02, 0.05
_FAR = 60.0


class Plans:
    """Goals of the sides of one scenario."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._own = [tuple(self._places(side)) for side in SIDES]
        # Whether each kind of unit wants to be next to its enemies.
        self._hunts = [kind.melee_skill > kind.range_skill for kind in setting.kinds]

    def _places(self, side: str) -> Iterator[tuple[str, frozenset[int], int]]:
        """The places that the conditions of a side ask its units to be in, each with a deadline."""
        scenario = self.setting.scenario
        seen: set[frozenset[int]] = set()
        for victory in scenario.victory:
            if victory.side != side:
                continue
            for title, where, objective in self._asked(victory.condition):
                cells = self.setting.cells_of(where)
                if cells and cells not in seen:
                    seen.add(cells)
                    yield title, cells, self._deadline(objective)

    def _asked(self, condition: Condition | None) -> Iterator[tuple[str, Where, str]]:
        objectives = {objective.id: objective for objective in self.setting.scenario.objectives}
        for quantity in quantities(condition):
            if isinstance(quantity, Inside):
                yield quantity.where.title or "a place", quantity.where, ""
            elif isinstance(quantity, Done):
                for id in quantity.objectives:
                    for part in quantities(objectives[id].done_by):
                        if isinstance(part, Inside | Work):
                            yield objectives[id].title, part.where, id

    def _deadline(self, objective: str) -> int:
        """The last turn in which an objective can be carried out."""
        scenario = self.setting.scenario
        closing = [
            scenario.events[event].turn - 1
            for event, effect in self.setting.effects_that_close()
            if objective in effect
        ]
        return min([scenario.turns, *closing])

    def goals(self, state: State, side: int) -> Sequence[Goal]:
        """Where the units of a side should go."""
        setting = self.setting
        own_units = frozenset(unit for unit in setting.on_map(state) if state.owner[unit] == side)
        if not own_units:
            return ()
        turns, goals = setting.scenario.turns, []
        bearers = frozenset(bearer for bearer in state.bearer if bearer >= 0)
        carriers = bearers | frozenset(state.aboard[bearer] for bearer in bearers)
        for title, cells, deadline in self._own[side]:
            if state.turn > deadline:
                continue
            who = own_units & carriers if bearers & own_units or carriers & own_units else own_units
            goals.append(Goal(title, self._field(cells), who or own_units, _OBJECTIVE, deadline))
        if not goals:
            for title, cells, deadline in self._own[1 - side]:
                goals.append(Goal(title, self._field(cells), own_units, _CONTEST, deadline))
        dropped = frozenset(cell for cell in state.lying if cell >= 0)
        if dropped:
            goals.append(Goal("what lies there", self._field(dropped), own_units, _FETCH, turns))
        prey = frozenset(state.cell[enemy] for enemy in setting.enemies(state, side))
        if prey:
            hunters = frozenset(unit for unit in own_units - carriers if self._hunts[state.kind[unit]])
            goals.append(Goal("the nearest enemy", self._field(prey), hunters, _HUNT, turns))
        return goals

    @cached_method(1024)
    def _field(self, cells: frozenset[int]) -> list[float]:
        """The movement points from each cell to the nearest of some cells."""
        rows = [self.setting.ground.travel_to(cell) for cell in sorted(cells)]
        field: list[float] = np.minimum(np.min(rows, axis=0), _FAR).tolist()
        return field
