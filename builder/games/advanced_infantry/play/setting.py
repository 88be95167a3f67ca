"""The constant parts of the games of one scenario, and queries about a state."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from builder.boards.spots import TUNNEL, DotPlace
from builder.games.advanced_infantry.play.breaches import Breaches
from builder.games.advanced_infantry.play.bursts import Bursts
from builder.games.advanced_infantry.play.doors import Doors
from builder.games.advanced_infantry.play.figures import GRENADE, RIFLE, Figures
from builder.games.advanced_infantry.play.flights import Flights
from builder.games.advanced_infantry.play.ground import DEEP, Bools, Ground
from builder.games.advanced_infantry.play.roster import SIDES, Arm, guns_of, troopers_of
from builder.games.advanced_infantry.play.sightlines import Sightlines
from builder.games.advanced_infantry.play.state import (
    ENTANGLED,
    FLYING,
    NO_ARC,
    NOBODY,
    PRONE,
    WEARS_PACK,
    State,
)  # fmt: skip
from builder.geometry.dotlattice import DotLattice
from builder.playtest.board import compile_board
from builder.playtest.logic.effects import Effects
from builder.playtest.logic.endings import require_playable
from builder.playtest.logic.facts import works_of
from builder.scenario.logic.conditions import (
    All,
    Any,
    Burning,
    Compare,
    Condition,
    Not,
    Where,
    Who,
    Work,
    quantities,
)
from builder.scenario.logic.effects import (
    Arrival,
    Ban,
    BarredDoors,
    Item,
    Leave,
    LocalBan,
    Modifier,
    Movement,
    Opening,
)
from builder.scenario.model import Placement, Scenario
from rulesdb.cache.methods import cached_method

PLAYED_EFFECTS = (Movement, Modifier, Opening, Item, Arrival, Leave, Ban, LocalBan, BarredDoors)


_NONE: frozenset[int] = frozenset()


class Setting:
    """A scenario prepared for play.

    Args:
        scenario: the scenario.
        assumptions: the choice for each assumption, by id.

    Raises:
        InputError: the map is not one of dots, or the scenario states too little to be played by machine.
    """

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        self.scenario = scenario
        self.assume = assumptions
        self.figures = Figures(scenario.ruleset)
        self.tables = self.figures.tables
        require_playable(scenario)
        dots = scenario.dots_map
        self.ground = Ground(dots, compile_board(scenario), scenario.ruleset, self.figures)
        self.bursts = Bursts(self.ground)
        self.flights = Flights(self.ground, self.figures)
        self.sight = Sightlines(self.ground, scenario)
        self.troopers, self.squads = troopers_of(scenario, self.figures)
        self.guns = tuple(guns_of(scenario, self.figures, self.troopers))
        self.side_of = tuple(trooper.side for trooper in self.troopers)
        self.objectives = {objective.id: number for number, objective in enumerate(scenario.objectives)}
        self.effects = Effects(scenario)
        self.doors = Doors(self.effects, self.ground)
        self.items = tuple(effect for _, effect in self.effects.of(Item))
        self.breaches = Breaches(self.ground, self.sight, self._goals())
        self.works = works_of(scenario)
        unused = {rule.slug for rule in scenario.unused_rules}
        self.uses_morale = "morale-checks" not in unused
        self.uses_breaches = "breaching" not in unused and "large-targets" not in unused
        self.uses_water = "advanced-terrain" not in unused

    # The scenario.

    @functools.cached_property
    def zones(self) -> tuple[tuple[int, ...], ...]:
        """For each trooper, the cells where he may be set up; none if he comes later."""
        return tuple(self._zone(number) for number in range(len(self.troopers)))

    def _zone(self, unit: int) -> tuple[int, ...]:
        trooper = self.troopers[unit]
        gun = self.guns[trooper.gun] if trooper.gun >= 0 else None
        if gun is not None and gun.spot is not None:
            return (self.ground.cell_of[gun.spot],)
        zones = [self.scenario.zone(placement.zone) for placement in self.placements_of(unit)]
        cells = (cell for zone in zones if zone is not None for cell in self.ground.cells_in(zone.region))
        dry = [cell for cell in dict.fromkeys(cells) if self.ground.terrain[cell] != DEEP]
        return tuple(dry)

    def order_of(self, unit: int) -> int:
        """The place of a trooper in the order of the set-up: that of the placement that he belongs to."""
        return min(self.scenario.placements.index(each) for each in self.placements_of(unit))

    @cached_method()
    def placements_of(self, unit: int) -> Sequence[Placement]:
        """The placements that set up a trooper."""
        trooper = self.troopers[unit]
        return self.scenario.placements_of(self.scenario.forces[trooper.force], (trooper.member,))

    @functools.cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The troopers of each side."""
        return tuple(self.units_of("", side) for side in SIDES)

    @cached_method()
    def part_of(self, cell: int, each: str) -> str:
        """The building or the floor that a cell is in, as limits of the set-up count them."""
        return self.ground.dots.part_of(self.ground.spots[cell], each)

    @functools.cached_property
    def crews(self) -> tuple[int, ...]:
        """The helpers that each crewed weapon needs."""
        return tuple(self.figures.helpers(gun.weapon) for gun in self.guns)

    @functools.cached_property
    def any_packs(self) -> bool:
        """Whether anybody has a jet pack."""
        return any(trooper.has_pack for trooper in self.troopers)

    @functools.cached_property
    def markers(self) -> tuple[tuple[str, int], ...]:
        """The fires and clouds on the map at the start, each with its cell."""
        markers = self.scenario.dots_map.markers
        spots = ((each.entry.slug, DotPlace(dot)) for each in markers for dot in each.dots)
        return tuple((slug, self.ground.cell_of[spot]) for slug, spot in spots if slug in ("fire", "smoke"))

    def objective_of(self, work: Work) -> str:
        """The objective that asks for a kind of work; empty if only a victory condition does."""
        for objective in self.scenario.objectives:
            if work in quantities(objective.done_by):
                return objective.id
        return ""

    @cached_method()
    def cells_of(self, where: Where) -> frozenset[int]:
        """The cells of a place, without those of terrain that does not count."""
        cells = self.ground.cells_in(where.region)
        return frozenset(cell for cell in cells if self.ground.terrain[cell] not in where.not_on)

    @cached_method()
    def inside_of(self, where: Where) -> frozenset[int]:
        """All cells on the dots of a place, on every floor and roof."""
        dots = set(where.region.dots)
        return frozenset(cell for cell, spot in enumerate(self.ground.spots) if spot.dot in dots)

    @cached_method()
    def units_of(self, force: str, side: str, members: tuple[str, ...] = ()) -> tuple[int, ...]:
        """The numbers of the troopers of a force, or of a side, or all; of some members, if there are any."""
        forces = self.scenario.forces
        return tuple(
            number
            for number, trooper in enumerate(self.troopers)
            if force in ("", forces[trooper.force].id)
            and side in ("", SIDES[trooper.side])
            and (not members or trooper.member in members)
        )

    def who(self, who: Who) -> tuple[int, ...]:
        """The troopers whom an effect or condition concerns, whatever they are doing."""
        return self.units_of(who.force, who.side, who.members)

    @functools.cached_property
    def work_places(self) -> tuple[tuple[frozenset[int], int], ...]:
        """For each kind of work, the cells from which it can be done, and the points that it takes."""
        return tuple((self._near(work.where, work.within), self._needed(work)) for work in self.works)

    def _near(self, where: Where, within: int) -> frozenset[int]:
        """The cells within a distance of a place, on the same floor."""
        ground, cells = self.ground, self.cells_of(where)
        return frozenset(
            other
            for cell in cells
            for other in range(len(ground))
            if ground.far[cell, other] <= within
            and ground.floor[other] == ground.floor[cell]
            and ground.building[other] == ground.building[cell]
        )

    def _needed(self, work: Work) -> int:
        """The amount of a kind of work that some condition asks for."""
        asked = [objective.done_by for objective in self.scenario.objectives]
        asked += [victory.condition for victory in self.scenario.victory]
        parts = (part for condition in asked for part in comparisons(condition))
        limits = [part.limit for part in parts if part.quantity == work and isinstance(part.limit, int)]
        return max(limits, default=0)

    @functools.cached_property
    def farthest(self) -> int:
        """The greatest distance on the map."""
        return int(self.ground.far.max())

    def distance(self, one: int, other: int) -> int:
        """The distance between two cells in dots."""
        return self._distance[one][other]

    @functools.cached_property
    def _distance(self) -> list[list[int]]:
        rows: list[list[int]] = self.ground.far.tolist()
        return rows

    @cached_method()
    def reach_of(self, weapon: str) -> int:
        """The greatest distance at which a weapon can be used."""
        never = max(self.figures.target.values())
        numbers = self.figures.targets(weapon, self.farthest)
        return max((dots for dots, number in enumerate(numbers) if number <= never), default=0)

    @functools.cached_property
    def deep(self) -> frozenset[int]:
        """The cells of deep water."""
        return self._ground_of(DEEP)

    @functools.cached_property
    def banned_guns(self) -> tuple[tuple[frozenset[str], frozenset[int]], ...]:
        """The crewed weapons that may not be taken to some cells."""
        bans = [effect for _, effect in self.effects.of(LocalBan)]
        return tuple((frozenset(each.slug for each in ban.entries), self.cells_of(ban.where)) for ban in bans)

    def barred_by_gun(self, state: State, unit: int) -> frozenset[int]:
        """The cells that a trooper may not enter, because of a crewed weapon that he carries."""
        gun = state.gun[unit] if state.gun[unit] >= 0 else state.part[unit]
        if gun < 0 or not self.banned_guns:
            return _NONE
        weapon = self.guns[gun].weapon
        return frozenset(cell for weapons, cells in self.banned_guns if weapon in weapons for cell in cells)

    def has_arcs(self, state: State, side: int) -> bool:
        """Whether any trooper of a side may fire at enemies who move."""
        arc, gun, side_of = state.arc, state.gun, self.side_of
        return any(side_of[unit] == side and (arc[unit] >= 0 or gun[unit] >= 0) for unit in range(len(arc)))

    @functools.cached_property
    def exits(self) -> tuple[tuple[int, Leave], ...]:
        """The effects that let troopers leave by an edge of the map, each with the number of its event."""
        return tuple(each for each in self.effects.of(Leave) if each[1].edge)

    @functools.cached_property
    def to_burn(self) -> tuple[int, ...]:
        """The cells of the places that conditions ask to burn."""
        asked = [objective.done_by for objective in self.scenario.objectives]
        asked += [victory.condition for victory in self.scenario.victory]
        parts = (each for condition in asked for each in quantities(condition))
        places = (self.cells_of(each.where) for each in parts if isinstance(each, Burning))
        return tuple(sorted({cell for place in places for cell in place}))

    def _goals(self) -> frozenset[int]:
        """The cells of objectives, and of what can be picked up."""
        regions = [objective.region for objective in self.scenario.objectives]
        cells = {cell for region in regions for cell in self.ground.cells_in(region)}
        return frozenset(cells.union(*(self.cells_of(each.where) for each in self.items if each.where)))

    @cached_method(65536)
    def between(self, here: int, there: int, share: float) -> int:
        """The cell on the line between two others, at a share of its length, on the floor of the first."""
        ground = self.ground
        x, y = ground.points[here] + share * (ground.points[there] - ground.points[here])
        away = (ground.points[:, 0] - x) ** 2 + (ground.points[:, 1] - y) ** 2
        away = away + 1e6 * self._other_floors(ground.floor[here])
        return int(away.argmin())

    @cached_method()
    def _other_floors(self, floor: int) -> Bools:
        return np.array([each != floor for each in self.ground.floor])

    @cached_method(65536)
    def hindrance(self, here: int, there: int, burning: frozenset[int], smoke: frozenset[int]) -> int:
        """The modifier for everything between two cells."""
        figures, sight, number = self.figures, self.sight, 0
        if self.ground.floor[here] == TUNNEL or self.ground.floor[there] == TUNNEL:
            number += figures.tunnel
        if sight.is_covered(here, there) or (burning and sight.veiled(here, burning)[there]):
            number += figures.obstruction
        if smoke and sight.veiled(here, smoke)[there]:
            number += figures.smoke_modifier
        return number

    def is_over(self, here: int, there: int, terrain: str) -> bool:
        """Whether the line between two cells passes over a kind of terrain, or ends on it."""
        return self.sight.is_over(here, there, self._ground_of(terrain))

    @cached_method()
    def _ground_of(self, terrain: str) -> frozenset[int]:
        return frozenset(cell for cell, each in enumerate(self.ground.terrain) if each == terrain)

    def is_toward(self, here: int, there: int, direction: str) -> bool:
        """Whether a line from a cell to another goes in a direction, or nearly so."""
        right, down = self.ground.points[there] - self.ground.points[here]
        aside = abs(math.degrees(math.atan2(right, -down)) - DotLattice.bearing(direction)) % 360
        return min(aside, 360 - aside) <= self.figures.arc / 2

    # Questions about a state.

    def on_map(self, state: State, side: int) -> list[int]:
        """The troopers of a side on the map."""
        cell = state.cell
        return [unit for unit in self.members[side] if cell[unit] >= 0]

    def holes(self, state: State) -> tuple[int, ...]:
        """The breaches, in the form that the ground expects."""
        return tuple(state.holes)

    def is_swimming(self, state: State, unit: int) -> bool:
        """Whether a trooper swims."""
        ground, cell = self.ground, state.cell[unit]
        return ground.terrain[cell] == DEEP and not state.flags[unit] & FLYING

    def is_prone(self, state: State, unit: int) -> bool:
        """Whether a trooper counts as prone; whoever is in a trench does.

        Source: advanced-infantry Advanced Terrain
        """
        return bool(state.flags[unit] & PRONE) or self.ground.terrain[state.cell[unit]] == "trench"

    def burning(self, state: State) -> frozenset[int]:
        """The cells that burn."""
        return self._burning(tuple(state.fires)) if state.fires else _NONE

    @cached_method(64)
    def _burning(self, fires: tuple[tuple[int, int], ...]) -> frozenset[int]:
        return frozenset(cell for cell, _ in fires)

    def smoke(self, state: State) -> frozenset[int]:
        """The cells that are full of smoke."""
        if not state.clouds:
            return _NONE
        return self._smoke(tuple(state.clouds), tuple(state.holes))

    @cached_method(1024)
    def _smoke(self, clouds: tuple[tuple[int, int, int, int], ...], holes: tuple[int, ...]) -> frozenset[int]:
        around, radius = self.bursts.around, self.figures.cloud
        return frozenset(
            each
            for cell, turns, *_ in clouds
            if radius(turns) >= 0
            for each, _ in around(cell, radius(turns), holes, False)
        )

    def taken(self, state: State, but: int = NOBODY) -> set[int]:
        """The cells in which troopers are, except one of them."""
        return {cell for unit, cell in enumerate(state.cell) if cell >= 0 and unit != but}

    def gun_in_hand(self, state: State, unit: int) -> int:
        """The crewed weapon that a trooper can fire now: set up, and under his control; -1 if none."""
        gun = state.gun[unit]
        if gun < 0 or state.aim[gun] == NO_ARC or state.place[gun] != state.cell[unit]:
            return NOBODY
        return gun

    def is_busy(self, state: State, unit: int) -> bool:
        """Whether a trooper cannot fire: he carries a part of a crewed weapon, or swims."""
        return state.part[unit] >= 0 or self.is_swimming(state, unit)

    def arms_of(self, state: State, unit: int) -> Iterator[tuple[int, Arm]]:
        """The arms that a trooper can use now, each with its number; helpers keep theirs, but do not fire."""
        trooper = self.troopers[unit]
        if self.is_busy(state, unit):
            return
        is_full = unit in state.bearer and self.assume["hands-full"] == "no-fire"
        for number, arm in enumerate(trooper.arms):
            if not state.rounds[trooper.first_round + number]:
                continue
            if arm.is_primary and (state.gun[unit] >= 0 or is_full):
                continue
            yield number, arm

    def has_rifle(self, state: State, unit: int) -> bool:
        """Whether a trooper can fire a rifle now."""
        return any(arm.weapon == RIFLE for _, arm in self.arms_of(state, unit))

    def has_grenade(self, state: State, unit: int) -> int:
        """The number of a trooper's arm that is hand grenades, if he has any left; -1 if not."""
        return next((number for number, arm in self.arms_of(state, unit) if arm.weapon == GRENADE), NOBODY)

    def use_round(self, state: State, unit: int, arm: int) -> None:
        """Use up a round of an arm."""
        at = self.troopers[unit].first_round + arm
        if state.rounds[at] > 0:
            state.rounds[at] -= 1

    def points(self, state: State, unit: int) -> int:
        """The action points that a trooper begins a turn with, by his experience, his pack and his wounds."""
        trooper = self.troopers[unit]
        points = self.figures.action_points(trooper.experience, bool(state.flags[unit] & WEARS_PACK))
        return max(0, points - state.damage[unit] * self.figures.point_loss)

    def may_move(self, state: State, unit: int) -> int:
        """The action points that a trooper can still spend on movement."""
        if state.flags[unit] & ENTANGLED:
            return 0
        return max(0, min(state.left[unit], self.figures.movement_limit - state.moved[unit]))


def comparisons(condition: Condition | None) -> Iterator[Compare]:
    """Every comparison in a condition."""
    match condition:
        case All(parts) | Any(parts):
            for part in parts:
                yield from comparisons(part)
        case Not(part):
            yield from comparisons(part)
        case Compare():
            yield condition
