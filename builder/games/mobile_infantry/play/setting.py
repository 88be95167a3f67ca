"""The constant parts of the games of one scenario, and queries about a state."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.games.mobile_infantry.play.figures import Figures
from builder.games.mobile_infantry.play.ground import Ground
from builder.games.mobile_infantry.play.roster import (
    BRAIN,
    BUG,
    CRAFT,
    FLYER,
    MI,
    OFFICERS,
    RADIO,
    TANK,
    WARRIOR,
    roster_of,
)  # fmt: skip
from builder.games.mobile_infantry.play.state import (
    BUSY,
    FRENZIED,
    GETTING_UP,
    LANDED,
    NOBODY,
    ROUT,
    TOSSED,
    WAITING,
    WOUNDED,
    State,
)  # fmt: skip
from builder.playtest.board import compile_board
from builder.playtest.logic.effects import Effects
from builder.playtest.logic.endings import require_playable
from builder.playtest.logic.facts import works_of
from builder.scenario.logic.conditions import Where
from builder.scenario.logic.effects import Opening, PickUp
from builder.scenario.model import Scenario
from rulesdb import InputError

PLAYED_EFFECTS = (PickUp, Opening)
_HELPLESS = WOUNDED | TOSSED | GETTING_UP


class Setting:
    """A scenario prepared for play.

    Args:
        scenario: the scenario.
        assumptions: the choice for each assumption, by id.

    Raises:
        InputError: the scenario states too little to be played by machine.
    """

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        if scenario.table_map.unit != "inch":
            raise InputError("play by machine needs a table in inches; write `unit: inch`")
        if scenario.mission is None:
            raise InputError("play by machine needs a `mission`, which states what scores points")
        self.scenario = scenario
        self.assume = assumptions
        self.mission = scenario.mission
        self.figures = Figures(scenario.ruleset)
        self.tables = self.figures.tables
        self.ground = Ground(scenario.table_map, compile_board(scenario), self.figures)
        self.retrieval: Mapping[str, object] = self.mission.get("retrieval") or {}
        self.calls = str(self.retrieval.get("by", ""))
        self.capacity = self.of_craft("capacity")
        lands = self.calls in ("call", "roll")
        self.units, self.teams = roster_of(scenario, self.of_craft("craft") if lands else 0)
        self.squads = 1 + max(team.squad for team in self.teams)
        self.troopers = self.of_side(MI, without=CRAFT)
        self.bugs = self.of_side(BUG)
        self.craft = [unit for unit, each in enumerate(self.units) if each.kind == CRAFT]
        self.officers = frozenset(unit for unit in self.troopers if self.units[unit].kind in OFFICERS)
        led = {team.force for team in self.teams if team.is_command}
        stray = (unit for unit in self.troopers if self.units[unit].force not in led)
        self.survivors = frozenset(stray if "survivor-rescued" in self.scores else ())
        self.radios = tuple(unit for unit in self.troopers if self.units[unit].kind == RADIO)
        self.objectives = {objective.id: number for number, objective in enumerate(scenario.objectives)}
        self.effects = Effects(scenario)
        self.works = works_of(scenario)
        self.at_fort = self.mission.slug == "fort-joe-smith"
        self.is_below = self.ground.table.plan is not None
        pooled = [force.id for force in scenario.forces if force.side == BUG]
        require_playable(scenario, also_placed=pooled)

    def of_craft(self, about: str) -> int:
        """A figure of the Craft (``craft``, ``capacity``, ``away``): the mission's, or the usual one."""
        return int(str(self.retrieval.get(about, self.figures.retrieval[about])))

    @functools.cached_property
    def landing_reach(self) -> int:
        """How near to a Radio MI called Craft land, in inches; 0 if the mission has none that are called."""
        return int(str(self.retrieval.get("within", 0)))

    def of_side(self, side: str, *, without: str = "") -> tuple[int, ...]:
        """The units of a side, except those of a kind."""
        units = enumerate(self.units)
        return tuple(unit for unit, each in units if each.side == side and each.kind != without)

    @functools.cached_property
    def zones(self) -> tuple[tuple[int, ...], ...]:
        """For each team, the cells where it is set up."""
        return tuple(self._zone(team) for team in range(len(self.teams)))

    def _zone(self, number: int) -> tuple[int, ...]:
        team = self.teams[number]
        force = self.scenario.force(team.force)
        assert force is not None
        ids = tuple(self.units[unit].member for unit in team.members)
        zones = [self.scenario.zone(each.zone) for each in self.scenario.placements_of(force, ids)]
        cells = (cell for zone in zones if zone is not None for cell in self.ground.cells_in(zone.region))
        return tuple(dict.fromkeys(cells))

    @functools.cached_property
    def perimeter(self) -> frozenset[int]:
        """The cells of the fortress: all places where the MI are set up."""
        return frozenset(cell for zone in self.zones for cell in zone) if self.at_fort else frozenset()

    @functools.cached_property
    def pad(self) -> tuple[int, ...]:
        """The cells of the landing zone of a fort."""
        kinds = enumerate(self.ground.kinds)
        return tuple(cell for cell, here in kinds if "landing-zone" in here)

    def cells_of(self, where: Where) -> frozenset[int]:
        """The cells of a place; those within reach of an objective."""
        if where.kind == "objective":
            return self.ground.around(where.region, self.reaching)
        return frozenset(self.ground.cells_in(where.region))

    @functools.cached_property
    def reaching(self) -> float:
        """How near a trooper has to be to a place to have reached it, in inches."""
        return float(self.figures.assumed(self.assume["reaching"]))

    @functools.cached_property
    def held_within(self) -> float:
        """How near bugs have to be to a place to hold it, in inches."""
        return float(self.figures.assumed(self.assume["held-ground"]))

    @functools.cached_property
    def scores(self) -> Mapping[str, Mapping[str, object]]:
        """The points of the mission's events, by the name of the event."""
        return {str(line["event"]): line for line in self.mission["victory"]}

    # Questions about a state.

    def experience(self, state: State, team: int) -> str:
        """The experience of a team."""
        return self.figures.experiences[state.experience[team]]

    def living(self, state: State, units: Iterable[int]) -> list[int]:
        """Those of some units that are on the table."""
        cell = state.cell
        return [unit for unit in units if cell[unit] >= 0]

    def able(self, state: State, unit: int) -> bool:
        """Whether a trooper can act."""
        return state.cell[unit] >= 0 and not state.flags[unit] & _HELPLESS and state.pinned[unit] == NOBODY

    def ables(self, state: State, team: int) -> list[int]:
        """The members of a team who can act."""
        return [unit for unit in self.teams[team].members if self.able(state, unit)]

    def alive(self, state: State, team: int) -> list[int]:
        """The members of a team who are on the table."""
        return self.living(state, self.teams[team].members)

    def moving_kind(self, state: State, bug: int) -> str:
        """As what a bug moves and attacks: a flyer on the ground is a Warrior."""
        kind = self.units[bug].kind
        if kind != FLYER or not (state.flags[bug] & LANDED or self.is_slowed(state, bug)):
            return kind
        return WARRIOR

    def is_slowed(self, state: State, bug: int) -> bool:
        """Whether a bug has taken the hits that slow it, or ground it."""
        slow = self.figures.hits_to_slow.get(self.units[bug].kind)
        return slow is not None and state.hits[bug] >= slow

    def fighters(self, state: State) -> list[int]:
        """The Warriors and Flying Warriors on the table."""
        return [bug for bug in self.living(state, self.bugs) if self.units[bug].kind not in (TANK, BRAIN)]

    def is_idle(self, state: State, bug: int) -> bool:
        """Whether a bug does nothing in this round because of a frenzy."""
        return bool(state.flags[bug] & (BUSY | FRENZIED))

    def victim_of(self, state: State, bug: int) -> int:
        """The trooper whom a bug has pinned; -1 if there is none."""
        return state.pinned.index(bug) if bug in state.pinned else NOBODY

    def known_bugs(self, state: State, squad: int) -> list[int]:
        """The bugs on the table of which a squad knows."""
        known_since, squads = state.known_since, self.squads
        return [
            bug
            for bug in self.living(state, self.bugs)
            if state.group[bug] < 0 or known_since[state.group[bug] * squads + squad]
        ]

    def is_hidden(self, state: State, bug: int) -> bool:
        """Whether no squad knows of a bug."""
        group = state.group[bug]
        if group < 0:
            return False
        return not any(state.known_since[group * self.squads : (group + 1) * self.squads])

    def spotted_bugs(self, state: State) -> list[int]:
        """The bugs on the table of which any squad knows."""
        return [bug for bug in self.living(state, self.bugs) if not self.is_hidden(state, bug)]

    def is_detected(self, state: State) -> bool:
        """Whether the round has the sequence with bugs that are detected."""
        if self.assume["end-of-contact"] == "stays" and any(state.known_since):
            return True
        return any(self.units[bug].kind != BRAIN for bug in self.spotted_bugs(state))

    def near(self, state: State, cell: int, units: Iterable[int], inches: float) -> list[int]:
        """Those of some units on the table that are within a distance of a cell."""
        living = self.living(state, units)
        lengths = self.ground.lengths(cell, [state.cell[unit] for unit in living])
        return [unit for unit, length in zip(living, lengths, strict=True) if length <= inches]

    def team_distance(self, state: State, team: int, cell: int) -> float:
        """The distance of the nearest member of a team from a cell."""
        alive = self.alive(state, team)
        return min((self.ground.distance(state.cell[unit], cell) for unit in alive), default=1e6)

    def bugs_near_team(
        self, state: State, team: int, inches: float, bugs: Sequence[int] | None = None
    ) -> list[int]:
        """Those of some bugs that are within a distance of a member of a team.

        Without ``bugs``, it is those of which any squad knows.
        """
        bugs = self.spotted_bugs(state) if bugs is None else bugs
        cells = [state.cell[bug] for bug in bugs]
        rows = [self.ground.lengths(state.cell[unit], cells) for unit in self.alive(state, team)]
        return [bug for bug, *lengths in zip(bugs, *rows, strict=True) if lengths and min(lengths) <= inches]

    def others_near(self, state: State, team: int, inches: float) -> bool:
        """Whether a trooper of another team is within a distance of a member of a team."""
        alive = [state.cell[unit] for unit in self.alive(state, team)]
        distance, units = self.ground.distance, self.units
        return any(
            distance(cell, state.cell[other]) <= inches
            for other in self.living(state, self.troopers)
            if units[other].team != team
            for cell in alive
        )

    def is_routing(self, state: State, unit: int) -> bool:
        """Whether a trooper routs."""
        team = self.units[unit].team
        return team >= 0 and state.mood[team] == ROUT

    def in_fight(self, state: State, team: int) -> bool:
        """Whether a bug is in close combat with a team."""
        contact = self.figures.contact
        return any(
            self.near(state, state.cell[unit], self.fighters(state), contact)
            for unit in self.alive(state, team)
        )

    def radio(self, state: State) -> int:
        """A Radio MI who can call; -1 if none is alive and well."""
        return next((unit for unit in self.radios if self.able(state, unit)), NOBODY)

    def in_box(self, state: State, kind: str, force: str = "") -> Iterator[int]:
        """The figures of a kind of bug that are not on the table; dead ones are used again."""
        for bug in self.bugs:
            if self.units[bug].kind == kind and state.cell[bug] < 0 and force in ("", self.units[bug].force):
                yield bug

    def landed(self, state: State) -> list[int]:
        """The Craft on the table."""
        return self.living(state, self.craft)

    def is_waiting(self, state: State, unit: int) -> bool:
        """Whether a unit has not come on the table yet."""
        return state.cell[unit] == WAITING
