"""The constant parts of a game: the ground, the cast, the tables and the assumptions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from builder.boards.deck import HexMap
from builder.boards.spots import Place
from builder.games.bug_hunter.play.cast import Brood, Cast, read_cast
from builder.games.bug_hunter.play.terrain.ground import AIRTIGHT, INTERIOR, NO_EDGE, Edge, Ground
from builder.games.bug_hunter.play.terrain.sightlines import Sightlines, draw_sightlines
from builder.geometry.hexgrid import Direction
from builder.playtest.compiled import keep_compiled
from builder.playtest.logic.effects import Effects
from builder.playtest.logic.endings import not_played
from builder.playtest.logic.facts import works_of
from builder.playtest.tables import Tables
from builder.scenario.logic.conditions import Destroyed, LeftBy, Points, Unit, Where, Who, Work, conjuncts
from builder.scenario.logic.effects import Arrival, Ban, Check, Cost, Doors, Effect, Movement, Opening
from builder.scenario.model import Placement, Scenario, VictoryCondition
from rulesdb import InputError
from rulesdb.cache.files import cache_folder

if TYPE_CHECKING:
    from builder.games.bug_hunter.play.state import State

K = TypeVar("K")
F = TypeVar("F", bound=Callable[..., Any])


def kept(method: F) -> F:
    """A method whose results are kept in its object, by its arguments."""
    name = f"_{method.__name__}_kept"

    @functools.wraps(method)
    def ask(self: Any, *arguments: Any) -> Any:
        results = self.__dict__.setdefault(name, {})
        if arguments not in results:
            results[arguments] = method(self, *arguments)
        return results[arguments]

    return cast(F, ask)


def _kept_sightlines(
    scenario: Scenario, decks: HexMap, places: Sequence[Place], edges: Sequence[Edge]
) -> Sightlines:
    return keep_compiled(
        scenario,
        "sightlines",
        cache_folder(),
        lambda: draw_sightlines(decks, places, edges),
        Sightlines.written,
        Sightlines.read,
    )


_DOORS: Mapping[int, str] = {INTERIOR: "interior-door", AIRTIGHT: "airtight-door"}
# Rules of which play knows what it means that a scenario replaces them.
_REPLACED = frozenset({"rule/319.1", "rule/319.2"})
_PLAYED_EFFECTS = (Arrival, Ban, Check, Cost, Doors, Movement, Opening)
AIRS = ("benign", "hostile", "vacuum")


class Stage:
    """A scenario, compiled for play; all games share it."""

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        movement = scenario.ruleset.movement
        if movement is None or scenario.map.decks is None:
            raise InputError("a machine plays Bug Hunter on decks only: give a map of `kind: hex`")
        self.scenario = scenario
        self.game = scenario.ruleset
        self.assumptions = assumptions
        self.movement = movement
        self.tables = Tables(self.game)
        self.ground = Ground(scenario.map.decks, movement, functools.partial(_kept_sightlines, scenario))
        self.cast: Cast = read_cast(scenario)
        self.people = range(len(self.cast.people))
        self.preds = self.cast.preds
        self.rounds = self.figure("rounds-of-a-turn", "turn")
        self.chits = tuple(self.tables["activation-chits"].results)
        self.stack = 0 if assumptions["stacking"] == "any" else _STACKS[assumptions["stacking"]]
        self.dummies = frozenset(
            unit
            for number, brood in enumerate(self.cast.broods)
            for unit in self.slots(number)[len(self.slots(number)) - brood.dummies :]
        )
        self.effects = self.game.of_kind("effect")
        self._facts = {entry.slug: entry.facts for entry in self.game.of_kind("weapon")}
        self.objectives = {each.id: number for number, each in enumerate(scenario.objectives)}
        self.works = works_of(scenario)
        self.scenario_effects = Effects(scenario)
        self._units: dict[tuple[str, str, tuple[str, ...]], frozenset[int]] = {}
        self._places: dict[Where, frozenset[int]] = {}
        self.plans: dict[str, Any] = {}
        self.ways: dict[Hashable, Any] = {}
        self.travels: dict[Hashable, Any] = {}
        self.fields: dict[Hashable, Any] = {}
        self.exposures: dict[Hashable, dict[int, float]] = {}
        self.hopes: dict[Hashable, dict[int, float]] = {}
        self.worths: dict[tuple[str, str, str], float] = {}
        self._odds: dict[tuple[str, str, tuple[str, ...]], tuple[tuple[str, float], ...]] = {}

    def assumes(self, id: str, choice: str) -> bool:
        """Whether play follows a choice."""
        return self.assumptions[id] == choice

    def figure(self, table: str, *at: str | int, modifiers: Sequence[str] = ()) -> int:
        """A number of a table."""
        return self.tables.figure(table, *at, modifiers=modifiers)

    def brood(self, unit: int) -> Brood:
        """The brood of a Pred's counter."""
        return self.cast.broods[self.cast.brood_of[unit - len(self.people)]]

    def slots(self, brood: int) -> list[int]:
        """The numbers of the counters of a brood; its dummies are the last of them."""
        return [unit for unit in self.preds if self.cast.brood_of[unit - len(self.people)] == brood]

    @functools.cached_property
    def throw_range(self) -> int:
        """The farthest that a grenade is thrown: the last range of the scatter table that has an end."""
        ranges = self.game.table("scatter").axes[0].bins
        return max(each.high for each in ranges if each.high is not None)

    def units_of(self, who: Who) -> frozenset[int]:
        """The counters of a force or side, whatever their states."""
        key = (who.force, who.side, who.members)
        if key not in self._units:
            self._units[key] = frozenset(self._select(who))
        return self._units[key]

    def _select(self, who: Who) -> Iterator[int]:
        forces = self.scenario.forces
        for unit in range(self.cast.units):
            person = self.cast.people[unit] if unit < len(self.people) else None
            force = forces[person.force if person is not None else self.brood(unit).force]
            if (who.force and force.id != who.force) or (who.side and force.side != who.side):
                continue
            if not who.members or (person is not None and person.id in who.members):
                yield unit

    def cells_of(self, where: Where) -> frozenset[int]:
        """The cells of a place."""
        if where not in self._places:
            self._places[where] = frozenset(self.ground.cells(where.region.spots))
        return self._places[where]

    def work_of(self, work: Work) -> int:
        """The number of a kind of work."""
        return self.works.index(work)

    def zone_of(self, unit: int) -> frozenset[int]:
        """The cells where a counter may be set up."""
        if unit >= len(self.people):
            return self.nests(self.cast.brood_of[unit - len(self.people)])
        person = self.cast.people[unit]
        force = self.scenario.forces[person.force]
        return self._zone(self.scenario.placements_of(force, (person.id,)))

    @kept
    def nests(self, brood: int) -> frozenset[int]:
        """The cells where the counters of a brood may be set up."""
        force = self.scenario.forces[self.cast.broods[brood].force]
        return self._zone(self.scenario.placements_of(force))

    def _zone(self, placements: Sequence[Placement]) -> frozenset[int]:
        zones = (self.scenario.zone(placement.zone) for placement in placements)
        cells = (self.ground.cells(zone.region.spots) for zone in zones if zone is not None)
        return frozenset(cell for some in cells for cell in some)

    def posture_of(self, unit: int) -> str:
        """The posture in which somebody is set up; empty if it does not matter."""
        if unit >= len(self.people):
            return ""
        person = self.cast.people[unit]
        force = self.scenario.forces[person.force]
        placements = self.scenario.placements_of(force, (person.id,))
        return next((placement.posture for placement in placements), "")

    def brood_slots(self, force: str) -> list[int]:
        """The counters of the brood of a force; none if it is not of Preds."""
        for number, brood in enumerate(self.cast.broods):
            if self.scenario.forces[brood.force].id == force:
                return self.slots(number)
        return []

    @staticmethod
    def index_of(effects: Sequence[Effect], effect: Effect) -> int:
        """The number of an effect of an event."""
        return next(number for number, each in enumerate(effects) if each is effect)

    def sentence_of(self, victory: VictoryCondition) -> str:
        """A victory condition in words."""
        return victory.when or f"{self.scenario.side_title(victory.side)}, {victory.grade}"

    @property
    def has_effects(self) -> bool:
        """Whether the scenario has any effects."""
        return bool(self.scenario_effects.all)

    @kept
    def edge_named(self, level: str, name: str) -> int:
        """The number of the edge with a door, named as in the file; -1 if there is none."""
        decks = self.ground.decks
        number = next((at for at, each in enumerate(decks.levels) if each.id == level), 0)
        label, _, direction = name.partition("/")
        hex = decks.grid.read(label)
        if hex is None:
            return NO_EDGE
        here = self.ground.cell_at.get(Place(number, hex))
        wanted = list(Direction).index(Direction(direction))
        steps = self.ground.steps[here] if here is not None else ()
        return next((step.edge for step in steps if step.direction == wanted), NO_EDGE)

    @functools.cached_property
    def not_played(self) -> tuple[str, ...]:
        """The parts of the scenario that machines do not play."""
        replaced = (
            rule.id
            for rule in self.scenario.special_rules
            if rule.effects is None and rule.overrides is not None and rule.overrides.key in _REPLACED
        )
        lines = not_played(
            self.scenario,
            effects=_PLAYED_EFFECTS,
            unanswered=(Destroyed, Points),
            counted=(Unit.TURNS, Unit.ROUNDS, Unit.ACTS),
            rules=tuple(replaced),
        )
        return tuple(lines)

    @functools.cached_property
    def locks(self) -> tuple[bool, ...]:
        """Whether each area, and at last the outside, is an airlock or a bay that can be cycled."""
        ground = self.ground
        exits = {
            area
            for edge in ground.edges
            if edge.kind == AIRTIGHT and ground.outside in edge.areas
            for area in edge.areas
        }
        kinds = [area.kind for area in ground.areas]
        return (
            *(kind == "airlock" or (kind == "bay" and area in exits) for area, kind in enumerate(kinds)),
            False,
        )

    @kept
    def areas_behind_doors(self, area: int) -> frozenset[int]:
        """The areas behind the airtight doors of an area."""
        doors = (set(edge.areas) for edge in self.ground.edges if edge.kind == AIRTIGHT)
        return frozenset(other for areas in doors if area in areas for other in areas - {area} or {area})

    @functools.cached_property
    def goal_cells(self) -> frozenset[int]:
        """The cells of all objectives; the whole map if there is none."""
        regions = (objective.region for objective in self.scenario.objectives)
        cells = frozenset(cell for region in regions for cell in self.ground.cells(region.spots))
        return cells or frozenset(range(len(self.ground.places)))

    @kept
    def cells_of_vehicle(self, number: int) -> frozenset[int]:
        """The cells of a vehicle."""
        return frozenset(self.ground.cells(self.scenario.vehicles[number].region.spots))

    @functools.cached_property
    def boat_cells(self) -> frozenset[int]:
        """The cells of the lifeboats."""
        boats = (each for each in self.scenario.vehicles if each.kind.slug == "lifeboat")
        return frozenset(cell for boat in boats for cell in self.ground.cells(boat.region.spots))

    @functools.cached_property
    def boat_seats(self) -> int:
        """The humans who have to leave in the lifeboat for the best ending; all if none is asked for."""
        asked = (compare for victory in self.scenario.victory for compare in conjuncts(victory.condition))
        numbers = [
            each.limit for each in asked if isinstance(each.quantity, LeftBy) and isinstance(each.limit, int)
        ]
        return max(numbers, default=len(self.people))

    @functools.cached_property
    def is_bringing(self) -> bool:
        """Whether an objective asks for captives."""
        return any(each.brings for each in self.scenario.objectives)

    @kept
    def brought_to(self, pred: int) -> frozenset[int]:
        """The cells to which a captive has to be brought; none if it does not matter."""
        force = self.scenario.forces[self.brood(pred).force].id
        regions = (each.region for each in self.scenario.objectives if each.brings == force)
        return frozenset(cell for region in regions for cell in self.ground.cells(region.spots))

    @functools.cached_property
    def mean_chit(self) -> float:
        """The mean of the activation chits."""
        total = sum(number * chits for number, chits in enumerate(self.chits, 1))
        return float(total / sum(self.chits))

    @kept
    def near(self, hexes: int) -> Any:
        """For each cell, which cells are within some hexes on its level."""
        level = np.array(self.ground.level)
        far = np.array([list(row) for row in self.ground.far])
        return (far <= hexes) & (level[:, None] == level[None, :])

    @kept
    def may(self, position: str, act: str, unit: str) -> bool:
        """Whether somebody may do something, by his position or because his whole force may."""
        role = "no-position"
        if position:
            role = self.game.find("position", position).get("acts_as", {}).get(unit, position)
        capabilities = self.tables["capabilities"]
        if (role, act) in capabilities.inputs and capabilities.result(role, act):
            return True
        ask = self.game.procedure("may")
        return (unit, act) in self.tables["whole-forces"].inputs and bool(
            ask(role, act, unit, self.ground.decks.site or "ship")
        )

    @kept
    def cells_at(self, objective: int) -> frozenset[int]:
        """The cells of an objective."""
        return frozenset(self.ground.cells(self.scenario.objectives[objective].region.spots))

    def count_act(self, state: State, objective: int) -> None:
        """Count that what has to be done at an objective was done once."""
        id = self.scenario.objectives[objective].id
        for number, work in enumerate(self.works):
            if work.unit is Unit.ACTS and (work.where.kind, work.where.id) == ("objective", id):
                state.acts[number] += 1

    def overrides(self, rule: str) -> bool:
        """Whether a special rule of the scenario replaces a rule."""
        rules = (each.overrides for each in self.scenario.special_rules)
        return any(entry is not None and entry.key == f"rule/{rule}" for entry in rules)

    def uses(self, rule: str) -> bool:
        """Whether an optional rule is in use."""
        optional = self.scenario.optional_rules
        return optional is None or any(entry.slug == rule for entry in optional)

    @functools.cached_property
    def command_post(self) -> frozenset[int]:
        """The cells of the command post; those where the humans set up if there is none."""
        zone = self.scenario.zone(self.scenario.command_post)
        if zone is not None:
            return frozenset(self.ground.cells(zone.region.spots))
        return frozenset(cell for unit in self.people for cell in self.zone_of(unit))

    @functools.cached_property
    def far_from_post(self) -> tuple[int, ...]:
        """The cells inside where Preds can return after an interphase.

        Source: bug-hunter 313.3
        """
        ground = self.ground
        least = self.figure("disengagement", "Preds-from-command-post")
        levels = self.figure("disengagement", "levels-that-separate")

        def is_far(cell: int, post: int) -> bool:
            apart = abs(ground.level[cell] - ground.level[post])
            return ground.far[cell][post] >= least or apart >= levels

        inside = (cell for area in range(ground.outside) for cell in ground.cells_of[area])
        return tuple(sorted(cell for cell in inside if all(is_far(cell, post) for post in self.command_post)))

    def name(self, unit: int) -> str:
        """A counter in words."""
        if unit < len(self.people):
            return self.cast.people[unit].name
        return f"counter {unit - len(self.people) + 1}"

    def facts_of(self, weapon: str) -> Mapping[str, object]:
        """The data of a weapon."""
        return self._facts[weapon]

    @kept
    def after_card(self, effect: str, result: str) -> str:
        """A combat result after an effect card."""
        return str(self.game.procedure("apply-weapon-effect")(effect, result))

    @property
    def door_labels(self) -> Mapping[int, str]:
        """The labels of doors in the table of their costs, by the kind of the edge."""
        return _DOORS

    @functools.cached_property
    def door_costs(self) -> Mapping[tuple[int, bool], int]:
        """Points added by a door, by the kind of its edge and whether it is held open."""
        return {
            (kind, held): self.figure("door-costs", label, "held-open" if held else "closed")
            for kind, label in self.door_labels.items()
            for held in (False, True)
        }

    @kept
    def swarm_rating(self, size: int) -> int:
        """The activation rating of a swarm."""
        return int(self.game.procedure("swarm-activation")(size))

    @kept
    def swarm_splits(self, size: int, chit: int) -> tuple[tuple[int, int], ...]:
        """The ways to split a swarm with a chit: how many act, and how many stay."""
        splits = self.game.procedure("swarm-splits")(size, chit)
        return tuple((part, size - part) for larger, smaller, parts in splits for part in parts)

    @kept
    def column(self, firepower: int, multiple: int) -> str:
        """The column of the combat results table."""
        return str(self.game.procedure("combat-column")(firepower, multiple))

    @functools.cached_property
    def close_columns(self) -> tuple[int, ...]:
        """The columns of the hand-to-hand table that are differences of ratings."""
        labels = self.game.table("hand-to-hand-results").axes[0].labels
        return tuple(int(label) for label in labels if label.lstrip("+-").isdigit())

    def close_column(self, difference: int) -> str:
        """The column of the hand-to-hand table for the attacker's rating minus the defender's."""
        columns = self.close_columns
        column = max(columns[0], min(difference, columns[-1]))
        return f"{column:+d}" if column else "0"

    def odds(self, table: str, column: str, modifiers: tuple[str, ...] = ()) -> tuple[tuple[str, float], ...]:
        """The chance of each result of two dice on a column."""
        key = (table, column, modifiers)
        if key not in self._odds:
            chances: dict[str, float] = {}
            for one in range(1, 7):
                for other in range(1, 7):
                    result = str(self.tables[table].result(column, one + other, modifiers=modifiers))
                    chances[result] = chances.get(result, 0.0) + 1 / 36
            self._odds[key] = tuple(chances.items())
        return self._odds[key]

    @kept
    def multiple(self, powers: tuple[str, ...], form: str) -> int:
        """The innate defense multiple of Carapace cards."""
        return int(self.game.procedure("innate-multiple")(powers, form))

    @kept
    def rating(self, powers: tuple[str, ...]) -> int:
        """The hand-to-hand rating of cards."""
        return int(self.game.procedure("hand-to-hand-rating")(powers))


_STACKS = {"one": 1, "two": 2}
