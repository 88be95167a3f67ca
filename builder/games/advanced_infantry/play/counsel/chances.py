"""The worth of shots and bursts, by the exact odds of the tables, for all cells at once.

A trooper is worth 1. How much a wound, cover or danger matters is a judgment, for players; no rule depends on
it.
"""

from __future__ import annotations

import numpy as np

from builder.boards.spots import TUNNEL
from builder.games.advanced_infantry.play.ground import DEEP, Bools, Floats
from builder.games.advanced_infantry.play.setting import Setting
from rulesdb.cache.methods import cached_method

# What a point of damage is worth that does not kill.
_POINT = 0.12


class Chances:
    """Expected losses by cell."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        ground = setting.ground
        self._odds = np.array(setting.figures.chances)
        swims = np.array([terrain == DEEP for terrain in ground.terrain])
        trench = np.array([terrain == "trench" for terrain in ground.terrain])
        tunnel = np.array([floor == TUNNEL for floor in ground.floor])
        figures = setting.figures
        # What the cell of a target adds to the number to roll, and what that of an attacker adds.
        self._there = np.where(swims, figures.swimming, 0) + np.where(trench, figures.prone, 0)
        self._here = np.where(tunnel, figures.tunnel, 0)
        self._indoors = np.array(ground.indoors)

    @cached_method()
    def loss(self, x: int, damage: int) -> float:
        """The worth of this many X of damage to a trooper who already has some damage."""
        points = x * max(1, self.setting.figures.points_of_x)
        if damage + points > self.setting.figures.toughness:
            return 1.0
        return _POINT * points

    @cached_method()
    def _targets(self, weapon: str) -> Floats:
        return np.array(self.setting.figures.targets(weapon, self.setting.farthest), dtype=np.int64)

    @cached_method(8192)
    def hits_from(
        self, cell: int, weapon: str, veils: tuple[frozenset[int], frozenset[int]], holes: tuple[int, ...]
    ) -> Floats:
        """For each cell, the chance that a shot from a cell hits a standing trooper there."""
        numbers = self._targets(weapon)[self.setting.ground.far[cell]] + self._there + self._here[cell]
        numbers = numbers + self._between(cell, self.setting.sight.covered(cell), veils)
        return self._chance(numbers, self.setting.sight.row(cell, holes))

    @cached_method(8192)
    def hits_at(
        self,
        cell: int,
        weapon: str,
        prone: bool,
        veils: tuple[frozenset[int], frozenset[int]],
        holes: tuple[int, ...],
    ) -> Floats:
        """For each cell, the chance that a shot from there hits a trooper in a cell."""
        ground, figures = self.setting.ground, self.setting.figures
        numbers = self._targets(weapon)[ground.far[cell]] + self._here
        numbers = numbers + (self._there[cell] or (figures.prone if prone else 0))
        covered = self.setting.sight.covered(cell) | bool(ground.is_cover[cell])
        if ground.indoors[cell] >= 0:
            covered = covered | self._outside(cell)
        numbers = numbers + self._between(cell, covered, veils)
        return self._chance(numbers, self.setting.sight.row(cell, holes))

    def _outside(self, cell: int) -> Bools:
        return np.asarray(self._indoors != self._indoors[cell])

    def _between(self, cell: int, covered: Bools, veils: tuple[frozenset[int], frozenset[int]]) -> Floats:
        figures, sight = self.setting.figures, self.setting.sight
        smoke, fire = veils
        if fire:
            covered = covered | sight.veiled(cell, fire)
        added = np.where(covered, figures.obstruction, 0)
        if smoke:
            added = added + np.where(sight.veiled(cell, smoke), figures.smoke_modifier, 0)
        return added

    def _chance(self, numbers: Floats, seen: Bools) -> Floats:
        return np.where(seen, self._odds[np.clip(numbers, 0, len(self._odds) - 1)], 0.0)
