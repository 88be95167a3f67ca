"""The constant parts of the games of one scenario, and queries about a state."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from builder.boards.spots import Region
from builder.playtest.generic.ground import Ground
from builder.playtest.generic.roster import Kind, hands_of, roster_of
from builder.playtest.generic.state import ACTED, PINNED, State
from builder.playtest.logic.effects import Effects, moved_by
from builder.playtest.logic.endings import require_playable
from builder.playtest.logic.facts import works_of
from builder.playtest.tables import Tables
from builder.scenario.logic.conditions import LeftBy, Where, Who, quantities
from builder.scenario.logic.effects import Arrival, Ban, Item, Leave, Modifier, Movement, Opening
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.cache.methods import cached_method
from rulesdb.play import Attack, PlayRules, fact_of

PLAYED_EFFECTS = (Movement, Modifier, Ban, Opening, Item, Arrival, Leave)
EDGE, OBJECTIVE = "edge", "objective"


class Setting:
    """A scenario prepared for play.

    Args:
        scenario: the scenario.
        assumptions: the choice for each assumption, by id.

    Raises:
        InputError: the scenario states too little to be played by machine.
    """

    def __init__(self, scenario: Scenario, assumptions: Mapping[str, str]) -> None:
        game = scenario.ruleset
        if game.play is None:
            raise InputError(f"{game.title} cannot be played by machine: its ruleset has no `play`")
        require_playable(scenario)
        self.scenario = scenario
        self.rules: PlayRules = game.play
        self.sides = tuple(side.id for side in game.sides)
        self.sets_up_first = self.sides.index(assumptions.get(self.rules.sets_up_first, self.sides[0]))
        self.tables = Tables(game)
        self.ground = Ground(scenario)
        self.kinds, self.units = roster_of(scenario, self.rules)
        self.cards = tuple(game.of_kind("card"))
        self.hands = hands_of(scenario, [card.slug for card in self.cards])
        self.objectives = {objective.id: number for number, objective in enumerate(scenario.objectives)}
        self.effects = Effects(scenario)
        self.items = tuple(effect for _, effect in self.effects.of(Item))
        self.works = works_of(scenario)
        self.ways = tuple(dict.fromkeys(self._ways()))
        self.first_dice = self.tables.dice(self.rules.first, *self.rules.first_at)

    def _ways(self) -> Iterator[tuple[str, str]]:
        """The ways by which units can leave the map, as a kind and a name."""
        conditions = [objective.done_by for objective in self.scenario.objectives]
        conditions += [victory.condition for victory in self.scenario.victory]
        for condition in conditions:
            for quantity in quantities(condition):
                if isinstance(quantity, LeftBy) and quantity.kind in (EDGE, OBJECTIVE):
                    yield quantity.kind, quantity.way

    # The scenario.

    @functools.cached_property
    def zones(self) -> tuple[tuple[int, ...], ...]:
        """For each unit, the cells where it may be set up; none if it comes later."""
        return tuple(self._zone(number) for number in range(len(self.units)))

    def _zone(self, unit: int) -> tuple[int, ...]:
        force, member = self.scenario.forces[self.units[unit].force], self.units[unit].member
        placements = (
            self.scenario.starts_of(force, (member,)) if member else self.scenario.placements_of(force)
        )
        zones = [self.scenario.zone(placement.zone) for placement in placements]
        cells = (cell for zone in zones if zone is not None for cell in self.ground.cells_in(zone.region))
        return tuple(dict.fromkeys(cells))

    @cached_method()
    def cells_of(self, where: Where) -> frozenset[int]:
        """The cells of a place."""
        return frozenset(self.ground.cells_in(where.region))

    @cached_method()
    def cells_of_region(self, region: Region) -> frozenset[int]:
        """The cells of a region."""
        return frozenset(self.ground.cells_in(region))

    @cached_method()
    def exits(self, kind: str, way: str) -> frozenset[int]:
        """The cells from which units can leave by a way."""
        if kind == EDGE:
            return frozenset(self.ground.edge(way))
        if way in self.objectives:
            return self.cells_of_region(self.scenario.objectives[self.objectives[way]].region)
        return frozenset()

    @cached_method()
    def units_of(self, who: Who) -> tuple[int, ...]:
        """The numbers of the units of a force, or of a side, or all; whatever state they are in."""
        forces = self.scenario.forces
        return tuple(
            number
            for number, unit in enumerate(self.units)
            if who.force in ("", forces[unit.force].id)
            and who.side in ("", self.sides[unit.side])
            and (not who.members or unit.member in who.members)
        )

    @functools.cached_property
    def attacks(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """For each kind of unit, its attacks: the number of the attack and the weapon, or no weapon."""
        return tuple(tuple(self._attacks_of(kind)) for kind in self.kinds)

    def _attacks_of(self, kind: Kind) -> Iterator[tuple[int, str]]:
        for number, attack in enumerate(self.rules.attacks):
            if not attack.reach:
                if fact_of(kind.entry, attack.power_fact) > 0:
                    yield number, ""
                continue
            rows = {row[0] for row in self.tables[attack.power_table].inputs}
            yield from ((number, weapon) for weapon in kind.weapons if weapon in rows)

    # Questions about a state.

    def on_map(self, state: State) -> list[int]:
        """The units on the map."""
        return [unit for unit, cell in enumerate(state.cell) if cell >= 0]

    def enemies(self, state: State, side: int) -> list[int]:
        """The units on the map that are not of a side."""
        units = self.units
        return [unit for unit, cell in enumerate(state.cell) if cell >= 0 and units[unit].side != side]

    def waiting(self, state: State, side: int) -> list[int]:
        """The units of a side that have not been activated in this turn."""
        return [unit for unit in self.of_side(state, side) if not state.flags[unit] & ACTED]

    def of_side(self, state: State, side: int) -> list[int]:
        """The units of a side on the map."""
        units = self.units
        return [unit for unit, cell in enumerate(state.cell) if cell >= 0 and units[unit].side == side]

    def is_engaged(self, state: State, unit: int) -> bool:
        """Whether a unit is next to an enemy."""
        near, side = self.ground.beside[state.cell[unit]], self.units[unit].side
        return any(state.cell[enemy] in near for enemy in self.enemies(state, side))

    def movement(self, state: State, unit: int) -> int:
        """The movement points of a unit in its activation, with all effects; 0 if it is pinned."""
        if state.flags[unit] & PINNED:
            return 0
        points = self.kinds[self.units[unit].kind].movement
        points += sum(self.items[item].plus for item, bearer in enumerate(state.bearer) if bearer == unit)
        concerning = (
            effect
            for effect in self.effects.active(Movement, lambda event: state.started[event] > 0)
            if unit in self.units_of(effect.who)
            and (effect.where is None or state.cell[unit] in self.cells_of(effect.where))
        )
        return moved_by(points, concerning) + state.extra

    def hand(self, state: State, side: int) -> list[int]:
        """The numbers of the cards that a side holds and may play."""
        first, count = side * len(self.cards), len(self.cards)
        under_way = lambda event: state.started[event] > 0  # noqa: E731
        return [
            card
            for card in range(count)
            if state.cards[first + card] > 0
            and not self.effects.is_banned(self.cards[card].key, self.sides[side], under_way)
        ]

    def discard(self, state: State, side: int, card: int) -> None:
        """Use up a card."""
        state.cards[side * len(self.cards) + card] -= 1
        state.hands[side] -= 1
        state.played = 1

    def attack(self, number: int) -> Attack:
        """One of the game's attacks."""
        return self.rules.attacks[number]
