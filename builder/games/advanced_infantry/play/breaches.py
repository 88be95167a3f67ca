"""Breaches: the structures at which explosives are worth aiming, and where a burst meets them."""

from __future__ import annotations

import functools

from builder.boards.spots import DotPlace
from builder.games.advanced_infantry.play.ground import Ground
from builder.games.advanced_infantry.play.sightlines import Sightlines
from builder.games.advanced_infantry.play.state import NOBODY
from rulesdb.cache.methods import cached_method

_NEAR = 2
"""The maximum distance in dots of a wall that counts as around a goal."""


class Breaches:
    """The structures around places that matter.

    Args:
        ground: the ground.
        sight: what is seen from where.
        goals: the cells that matter.
    """

    def __init__(self, ground: Ground, sight: Sightlines, goals: frozenset[int]) -> None:
        self._ground = ground
        self._sight = sight
        self._goals = goals

    @functools.cached_property
    def targets(self) -> tuple[int, ...]:
        """The structures at which explosives are aimed: buildings and walls around the goals."""
        ground = self._ground
        matter = {ground.building[cell] for cell in self._goals if ground.building[cell] >= 0}
        return tuple(
            number
            for number, structure in enumerate(ground.structures)
            if structure.edges
            and (
                any(ground.building_of(dot) in matter for dot in structure.dots)
                or any(ground.far[ground.cell_of[spot], cell] <= _NEAR for cell in self._goals
                       for dot in structure.dots if (spot := DotPlace(dot)) in ground.cell_of)
            )
        )  # fmt: skip

    @cached_method(4096)
    def in_sight(self, here: int, holes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """The targets that stand and are in sight of a cell, each with its face; ``holes`` are breached."""
        seen = self._sight.row(here, holes)
        faces = ((each, self.face_of(each, here)) for each in self.targets if each not in holes)
        return tuple((each, cell) for each, cell in faces if cell >= 0 and seen[cell])

    @cached_method(65536)
    def face_of(self, structure: int, here: int) -> int:
        """The cell outside a structure that is nearest to a cell, where a burst meets it; -1 if none."""
        ground, number = self._ground, self._ground.structures[structure]
        faces = [cell for cell in ground.outside_of(structure) if cell not in ground.tree_cells]
        outside = [cell for cell in faces if ground.spots[cell].dot not in number.dots] or faces
        return min(outside, key=lambda cell: (ground.far[here, cell], cell), default=NOBODY)
