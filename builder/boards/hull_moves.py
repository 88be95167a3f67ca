"""Moves of vehicles that crawl over the outside of a ship, and cut their way in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.boards.deck_ground import DeckGround, deck_distance
from builder.boards.moves import StepMoves
from builder.boards.spots import Place
from rulesdb.movement import Hull


class HullMoves(StepMoves[Place]):
    """The moves of a vehicle on the hull: in one move, as many hexes or levels as people move in a turn.

    It spends a move to open its bay, and two to cut an opening into an area. Units that leave it there are
    assumed not to be slowed, so that no area counts as farther away than it is.

    Source: bug-hunter 315.4
    """

    def __init__(self, ground: DeckGround, hull: Hull) -> None:
        super().__init__(hull.hexes)
        self._ground = ground
        self._level = -(-hull.hexes // hull.levels)

    def steps(self, spot: Place) -> Iterator[tuple[Place, int]]:
        """The hexes one step away; cutting an opening takes as many moves as it needs."""
        ground, areas = self._ground, self._ground.decks.area_at
        if spot not in areas:
            yield from ((there, 1) for there in ground.outside(spot))
            yield from ((there, self._level) for there in ground.above_and_below(spot))
            beside = (Place(spot.level, hex) for hex in ground.decks.grid.neighbors(spot.hex))
            yield from ((there, -2 * self.allowance) for there in beside if there in areas)
            return
        yield from ((there, 0) for there, _ in ground.plain(spot))
        for link in ground.decks.links_by_area[areas[spot]]:
            yield from ((place, self.allowance) for place in link.places if place not in areas)

    def distance_to(self, goal: Place) -> Callable[[Place], float]:
        return deck_distance(goal)
