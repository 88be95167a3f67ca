"""The constant parts of the games of one scenario, and queries about a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.boards.spots import Region
from builder.games.handspan.play.figures import Figures
from builder.games.handspan.play.ground import Ground
from builder.games.handspan.play.roster import BUG, GUNS, HUMAN, NO_GUN, order_of, supplies_of, units_of
from builder.games.handspan.play.state import GONE, KEPT, WAITING, Flag, Stage, State
from builder.playtest.board import compile_board
from builder.playtest.logic.effects import Effects
from builder.playtest.logic.endings import require_playable
from builder.scenario.logic.effects import Arrival
from builder.scenario.model import Scenario

# The share of half a circle on either side of a figure that is in front of it, by the assumption.
_ARCS = {"half": 0.5, "quarter": 0.25}


class Setting:
    """A scenario prepared for play.

    Args:
        scenario: the scenario.
        assumptions: the choice for each assumption, by id.

    Raises:
        InputError: the scenario states too little to be played by machine.
    """

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.scenario = scenario
        self.assume = assumptions
        game = scenario.ruleset
        self.figures = Figures(game, scenario.table_map.unit)
        self.ground = Ground(scenario, compile_board(scenario))
        self.units = units_of(scenario)
        self.humans = [number for number, unit in enumerate(self.units) if unit.side == HUMAN]
        self.bugs = [number for number, unit in enumerate(self.units) if unit.side == BUG]
        self.order = order_of(game, self.units, assumptions["order"])
        self.commanders = [number for number in self.order if self.units[number].rank]
        self.teams = 1 + max((self.units[number].team for number in self.humans), default=-1)
        self.pots = list((scenario.pots or {}).items())
        self.is_limited = any(rule.slug == "actions" for rule in scenario.optional_rules or ()) and bool(
            self.pots
        )
        self.arc = _ARCS[assumptions["frontal-arc"]]
        self.arrivals = [(scenario.events[event], each) for event, each in Effects(scenario).of(Arrival)]
        self.objectives = [objective.id for objective in scenario.objectives]
        self.ramps = [
            (number, frozenset(self._places_by_ship(objective.boards)), self._places_aboard(objective.boards))
            for number, objective in enumerate(scenario.objectives)
            if objective.boards
        ]
        self.starts = {number: self._start(number) for number in range(len(self.units))}
        require_playable(scenario)

    def start(self) -> State:
        """A game before its set-up."""
        units, state = self.units, State()
        supplies = supplies_of(self.scenario)
        state.turn = state.cursor = state.boarding = state.launched = 0
        state.stage = Stage.SETUP
        state.cell = [WAITING] * len(units)
        state.flags = [
            (Flag.WOUNDED if unit.wounded else 0) | (Flag.LOADED if unit.missiles else 0) for unit in units
        ]
        state.weapon = [unit.gun for unit in units]
        state.grenades = [unit.grenades for unit in units]
        state.facing = [-1] * len(units)
        state.warheads = [self._warheads(number, supplies) for number in range(len(units))]
        state.points, state.allowed = [0] * len(units), [0] * len(units)
        state.pots = [0] * len(self.pots)
        state.thrown = [0] * self.teams
        state.work, state.done = [], [0] * len(self.objectives)
        state.aboard = [-1] * len(units)
        state.arrived = [0] * len(self.arrivals)
        state.todo = []
        return state

    def _warheads(self, number: int, supplies: Mapping[str, int]) -> int:
        """The missiles that a unit can still load: its own spare ones, and its share of the supply."""
        unit = self.units[number]
        if not unit.missiles:
            return 0
        carriers = [other for other in self.units if other.force == unit.force and other.missiles]
        supply = supplies.get(unit.force, 0) - sum(other.missiles for other in carriers)
        place = carriers.index(unit)
        share, rest = divmod(max(0, supply), len(carriers))
        return unit.missiles - 1 + share + (place < rest)

    def _start(self, number: int) -> tuple[int, ...]:
        """The cells where a unit may be set up; none if it is not."""
        unit = self.units[number]
        force = self.scenario.force(unit.force)
        assert force is not None
        zones = [
            self.scenario.zone(placement.zone)
            for placement in self.scenario.placements_of(force, (unit.member,) if unit.member else ())
        ]
        cells = (cell for zone in zones if zone is not None for cell in self.ground.cells_in(zone.region))
        return self.ground.thinned(dict.fromkeys(cells))

    def _ship(self, id: str) -> Region:
        pieces = self.scenario.table_map.pieces
        return next((Region(shape=piece.shape) for piece in pieces if piece.id == id), Region())

    def _places_by_ship(self, id: str) -> Iterable[int]:
        return self.ground.cells_by(self._ship(id), self.ground.step)

    def _places_aboard(self, id: str) -> int:
        pieces = self.scenario.table_map.pieces
        places = next((piece.places for piece in pieces if piece.id == id), None)
        return len(self.units) if places is None else places

    # Questions about a state.

    def standing(self, state: State, numbers: Iterable[int]) -> list[int]:
        """Those units that are on the table."""
        cell = state.cell
        return [number for number in numbers if cell[number] >= 0]

    def taken(self, state: State) -> set[int]:
        """The cells with a unit, if only one fits in each."""
        if self.assume["stacking"] == "shared":
            return set()
        return {cell for cell in state.cell if cell >= 0}

    def beside(self, state: State, number: int, others: Iterable[int]) -> list[int]:
        """Those of some units that are next to a unit."""
        near, cell = self.ground.beside(state.cell[number]), state.cell
        here = state.cell[number]
        return [other for other in others if (cell[other] in near or cell[other] == here) and other != number]

    def is_engaged(self, state: State, number: int) -> bool:
        """Whether a human is in close quarters with a bug that may fight."""
        near, cell, flags = self.ground.beside(state.cell[number]), state.cell, state.flags
        return any(cell[bug] in near and not flags[bug] & Flag.FRESH for bug in self.bugs)

    def target(self, state: State, bug: int) -> str:
        """A bug's line in the firing results."""
        kind = self.units[bug].kind
        if kind != "flyer":
            return kind
        down = self.assume["flyer-height"] == "down-to-fight" and bool(self.beside(state, bug, self.humans))
        return "flyer-grounded" if down else "flyer-in-flight"

    def size(self, bug: int) -> str:
        """A bug's line in the table of movement."""
        kind = self.units[bug].kind
        if kind == "flyer":
            return self.assume["flyer-movement"]
        return "smaller" if kind == "warrior" else "other"

    def gun(self, state: State, number: int) -> str:
        """The gun that a human can use; empty if none."""
        gun = state.weapon[number]
        if gun == NO_GUN or (GUNS[gun] == "squad-machine-gun" and state.flags[number] & Flag.WOUNDED):
            return ""
        return GUNS[gun]

    def is_hampered(self, state: State, number: int) -> bool:
        """Whether a firer has moved, is wounded or has helped somebody."""
        return bool(state.flags[number] & (Flag.MOVED | Flag.WOUNDED | Flag.HELPED))

    def leader_near(self, state: State, number: int) -> int:
        """The commander toward whom a human without one in his team has to go; -1 if he may go anywhere."""
        team = self.units[number].team
        living = self.standing(state, self.commanders)
        if not living or any(self.units[other].team == team for other in living):
            return -1
        if not any(self.units[other].team == team for other in self.commanders):
            return -1
        distances = self.ground.board.distances(state.cell[number])
        return min(living, key=lambda other: (distances[state.cell[other]], other))

    def kill(self, state: State, number: int) -> None:
        """Take a unit off the table."""
        from builder.games.handspan.play.state import DEAD

        state.cell[number] = DEAD
        state.flags[number] = 0

    def end_turn(self, state: State) -> None:
        """Remove what lasts only a turn."""
        state.flags = [flags & KEPT for flags in state.flags]
        state.boarding = state.launched = 0
        state.thrown = [0] * self.teams
        state.points = [0] * len(self.units)
        for number in self.humans:
            if state.facing[number] >= 0 and (
                state.cell[number] < 0 or not self.beside(state, number, self.bugs)
            ):
                state.facing[number] = -1

    def leave(self, state: State, number: int, objective: int) -> None:
        """Let a unit leave the table at an objective."""
        state.cell[number] = GONE
        state.aboard[number] = objective
