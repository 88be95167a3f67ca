"""The constant parts of the games of one scenario, and queries about a state."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Set

from builder.boards.spots import Region
from builder.games.bugged.play.figures import Figures
from builder.games.bugged.play.ground import FACINGS, Ground
from builder.games.bugged.play.roster import SIDES, Kind, cards_of, kinds_of, units_of
from builder.games.bugged.play.state import ACTED, NOBODY, State
from builder.playtest.board import compile_board
from builder.playtest.logic.effects import Effects
from builder.playtest.logic.endings import require_playable
from builder.playtest.logic.facts import works_of
from builder.scenario.logic.conditions import Where, Who
from builder.scenario.logic.effects import Arrival, Ban, DiceChange, Item, Movement, Opening
from builder.scenario.model import Scenario
from rulesdb.cache.methods import cached_method

PLAYED_EFFECTS = (Movement, DiceChange, Ban, Opening, Item, Arrival)
NO_FACING = -1


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
        self.figures = Figures(game)
        self.tables = self.figures.tables
        self.ground = Ground(scenario.land_map, compile_board(scenario), self.tables, assumptions)
        self.kinds = kinds_of(game)
        self.units = units_of(scenario, self.kinds)
        self.cards = tuple(card.slug for card in game.of_kind("card"))
        self.hands = cards_of(scenario, self.cards)
        self.objectives = {objective.id: number for number, objective in enumerate(scenario.objectives)}
        self.effects = Effects(scenario)
        self.items = tuple(effect for _, effect in self.effects.of(Item))
        self.works = works_of(scenario)
        self.changes_dice = bool(self.effects.of(DiceChange))
        require_playable(scenario)

    # The scenario.

    def effects_that_close(self) -> list[tuple[int, tuple[str, ...]]]:
        """The objectives that events close, each with the number of the event."""
        openings = self.effects.of(Opening)
        return [(event, effect.objectives) for event, effect in openings if effect.closes and event >= 0]

    @functools.cached_property
    def range_dice(self) -> tuple[tuple[int, ...], ...]:
        """For each kind of unit, the dice of its range skill at each distance."""
        most = max(map(max, self.ground.distance))
        dice = self.figures.range_dice
        return tuple(tuple(dice(kind.range_skill, hexes) for hexes in range(most + 1)) for kind in self.kinds)

    @functools.cached_property
    def zones(self) -> tuple[tuple[int, ...], ...]:
        """For each unit, the cells where it may be set up; none if it rides or comes later."""
        return tuple(self._zone(number) for number in range(len(self.units)))

    def _zone(self, unit: int) -> tuple[int, ...]:
        force = self.scenario.forces[self.units[unit].force]
        placements = self.scenario.placements_of(force)
        zones = [self.scenario.zone(placement.zone) for placement in placements]
        cells = (cell for zone in zones if zone is not None for cell in self.ground.cells_in(zone.region))
        return tuple(dict.fromkeys(cells))

    def stated_facing(self, unit: int) -> int:
        """The facing that the file states for a unit at the start; -1 if it states none."""
        placements = self.scenario.placements_of(self.scenario.forces[self.units[unit].force])
        names = [placement.facing for placement in placements if placement.facing]
        return [facing.value for facing in FACINGS].index(names[0]) if names else NO_FACING

    def vehicle_at_start(self, unit: int) -> int:
        """The vehicle that a unit starts in: the first of its force's with room; -1 if it starts outside."""
        force = self.scenario.forces[self.units[unit].force]
        if not force.rides_in:
            return NOBODY
        riders = [number for number, each in enumerate(self.units) if each.force == self.units[unit].force]
        seats = [
            number
            for number, each in enumerate(self.units)
            if self.scenario.forces[each.force].id == force.rides_in
            for _ in range(self.kinds[each.kind].carries)
        ]
        place = riders.index(unit)
        return seats[place] if place < len(seats) else NOBODY

    @cached_method()
    def cells_of(self, where: Where) -> frozenset[int]:
        """The cells of a place."""
        return frozenset(self.cells_in(where.region))

    def cells_in(self, region: Region) -> tuple[int, ...]:
        """The cells of a region."""
        return self.ground.cells_in(region)

    @cached_method()
    def units_of(self, force: str, side: str) -> tuple[int, ...]:
        """The numbers of the units of a force, or of a side, or all."""
        forces = self.scenario.forces
        return tuple(
            number
            for number, unit in enumerate(self.units)
            if force in ("", forces[unit.force].id) and side in ("", SIDES[unit.side])
        )

    def affects(self, who: Who, unit: int) -> bool:
        """Whether an effect concerns a unit."""
        return unit in self.units_of(who.force, who.side)

    # Questions about a state.

    def kind(self, state: State, unit: int) -> Kind:
        """The sheet of a unit."""
        return self.kinds[state.kind[unit]]

    def on_map(self, state: State) -> list[int]:
        """The units in hexes: those that neither ride nor wait nor are destroyed."""
        aboard = state.aboard
        return [unit for unit, cell in enumerate(state.cell) if cell >= 0 and aboard[unit] < 0]

    def enemies(self, state: State, side: int) -> list[int]:
        """The units in hexes that the other side owns now."""
        owner, aboard = state.owner, state.aboard
        return [
            unit
            for unit, cell in enumerate(state.cell)
            if cell >= 0 and owner[unit] != side and aboard[unit] < 0
        ]

    def waiting(self, state: State, side: int) -> list[int]:
        """The units of a side that have not acted in this turn."""
        cell, owner, flags = state.cell, state.owner, state.flags
        return [
            unit
            for unit in range(len(cell))
            if owner[unit] == side and cell[unit] >= 0 and not flags[unit] & ACTED
        ]

    def riders(self, state: State, vehicle: int) -> list[int]:
        """The units in a vehicle."""
        return [unit for unit, carrier in enumerate(state.aboard) if carrier == vehicle]

    def has_room(self, state: State, vehicle: int) -> bool:
        """Whether one more unit can get into a vehicle."""
        carries = self.kind(state, vehicle).carries
        return carries > 0 and len(self.riders(state, vehicle)) < carries

    def cells_held(self, state: State, side: int) -> set[int]:
        """The hexes with units of a side."""
        owner, aboard = state.owner, state.aboard
        return {
            cell
            for unit, cell in enumerate(state.cell)
            if cell >= 0 and owner[unit] == side and aboard[unit] < 0
        }

    def is_engaged(self, state: State, unit: int, held: Set[int] | None = None) -> bool:
        """Whether a unit is next to one of its enemies, so that nobody may fire at it.

        The hexes ``held`` by its enemies are found if they are not given.
        """
        held = self.cells_held(state, 1 - state.owner[unit]) if held is None else held
        return not held.isdisjoint(self.ground.contact[state.cell[unit]])

    def count(self, state: State, side: int, card: str) -> int:
        """How many of a card a side holds."""
        return state.cards[side * len(self.cards) + self.cards.index(card)]

    def discard(self, state: State, side: int, card: str) -> None:
        """Use up a card."""
        state.cards[side * len(self.cards) + self.cards.index(card)] -= 1
        state.hands[side] -= 1

    def load(self, state: State, unit: int) -> list[int]:
        """The items that a unit carries."""
        return [item for item, bearer in enumerate(state.bearer) if bearer == unit]
