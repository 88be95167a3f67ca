"""The worth of attacks and places to a unit, by the exact odds of the tables, for all hexes at once.

A unit that costs as much as the one that the book shows is worth 1. How much a wound or a danger matters is a
judgment, for players; no rule depends on it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from builder.boards.spots import Place
from builder.games.bugged.play.ground import Bools, Floats, Ints
from builder.games.bugged.play.roster import Kind
from builder.games.bugged.play.setting import Setting
from rulesdb.cache.methods import cached_method
from rulesdb.dice import Dice

_USUAL = "veteran-marine"
# A unit that is hurt, but not destroyed, has lost less than its share of wounds.
_HURT = 0.7


class Chances:
    """Expected losses of attacks between kinds of units, by hex."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        usual = next(kind.points for kind in setting.kinds if kind.slug == _USUAL)
        self.worth = [kind.points / usual for kind in setting.kinds]
        self._ground = setting.ground
        # Up or down to the cell of the target, for each pair of cells.
        levels = np.array(setting.ground.level)
        self._uphill = levels[None, :] > levels[:, None]

    @cached_method()
    def harm(self, damage: int, kind: int, wounds: int) -> float:
        """The expected loss of a unit with some wounds left to a hit with some dice of damage."""
        target = self.setting.kinds[kind]
        odds = self.setting.figures.harm_odds(damage, target.armor)
        loss = sum(
            chance * (1.0 if number >= wounds else _HURT * number / wounds)
            for number, chance in enumerate(odds)
        )
        return loss * self.worth[kind]

    @cached_method()
    def blow(self, dice: int, damage: int, kind: int, wounds: int) -> float:
        """The expected loss of the target of an attack with this many dice."""
        dodge = self.setting.kinds[kind].dodge
        return self.setting.figures.hit_odds(dice, dodge) * self.harm(damage, kind, wounds)

    @cached_method()
    def _by_distance(self, kind: int, target: int, wounds: int) -> Floats:
        """The expected loss of a shot at each distance."""
        sheet, figures = self.setting.kinds[kind], self.setting.figures
        most = int(self._ground.far.max()) + 1
        return np.array(
            [
                self.blow(figures.range_dice(sheet.range_skill, hexes), sheet.range_damage, target, wounds)
                for hexes in range(most)
            ]
        )

    @cached_method(4096)
    def shots(self, kind: int, target: int, wounds: int, cell: int) -> Floats:
        """For each cell, what a shot from there at a target in a cell is worth."""
        values = self._by_distance(kind, target, wounds)[self._ground.far[cell]]
        # Nobody fires into an adjoining hex.
        return np.where(self._ground.sight[:, cell] & (self._ground.far[cell] > 1), values, 0.0)

    @cached_method(4096)
    def strikes(self, kind: int, target: int, wounds: int, cell: int) -> Floats:
        """For each cell, what an attack in melee from there at a target in a cell is worth."""
        sheet = self.setting.kinds[kind]
        level, lower = (self._strike(sheet, height, target, wounds) for height in (0, 1))
        values = np.where(self._uphill[:, cell], lower, level)
        return np.where(self._ground.touching[:, cell], values, 0.0)

    def _strike(self, sheet: Kind, height: int, target: int, wounds: int) -> float:
        dice = self.setting.figures.melee_dice(sheet.melee_skill, height)
        return self.blow(dice, sheet.melee_damage, target, wounds) if dice else 0.0

    @cached_method(512)
    def best_attacks(
        self, kind: int, enemies: tuple[tuple[int, int, int, bool], ...]
    ) -> tuple[Floats, Floats]:
        """For each cell, the best shot and the best attack in melee of a kind of unit from there.

        Args:
            kind: the kind.
            enemies: for each, its kind, the wounds that it has left, its cell, and whether it can be shot at.
        """
        shots = [self.shots(kind, *about) for *about, is_target in enemies if is_target]
        strikes_at_all = self.setting.kinds[kind].melee_skill
        strikes = [self.strikes(kind, *about) for *about, _ in enemies] if strikes_at_all else []
        none = np.zeros(len(self._ground))
        return np.maximum.reduce([none, *shots]), np.maximum.reduce([none, *strikes])

    @cached_method(512)
    def dangers(self, kind: int, wounds: int, enemies: tuple[tuple[int, int, float], ...]) -> Floats:
        """For each cell, what a unit may lose there before it can act again.

        Args:
            kind: the kind of the unit.
            wounds: the wounds that it has left.
            enemies: for each, its kind, its cell, and how much its danger counts.
        """
        if not enemies:
            return np.zeros(len(self._ground))
        rows = np.array([self.danger(enemy, cell, kind, wounds) for enemy, cell, _ in enemies])
        shares = np.array([share for _, _, share in enemies])
        return np.asarray((shares[:, None] * rows).sum(axis=0))

    @cached_method(4096)
    def danger(self, kind: int, cell: int, target: int, wounds: int) -> Floats:
        """For each cell, what a unit there may lose to an enemy in a cell in its next activation."""
        sheet = self.setting.kinds[kind]
        danger = np.zeros(len(self._ground))
        if sheet.range_skill:
            values = self._by_distance(kind, target, wounds)[self._ground.far[cell]]
            danger = np.where(self._ground.sight[cell], values, values * 0.4)
        if sheet.melee_skill:
            danger = np.maximum(danger, self._strike(sheet, 0, target, wounds) * self.reached(cell, sheet))
        return danger

    def reached(self, cell: int, sheet: Kind) -> Bools:
        """The cells that a unit can attack in melee after a move."""
        return self._reached(cell, sheet.movement)

    @cached_method(4096)
    def _reached(self, cell: int, points: int) -> Bools:
        near = self._ground.travel_from(cell) <= points
        return np.asarray(self._ground.touching[near].any(axis=0))

    @cached_method(4096)
    def near(self, cell: int, points: int) -> Ints:
        """The cells that a unit can reach with some movement points."""
        return np.flatnonzero(self._ground.travel_from(cell) <= points)

    def best_within(self, values: Floats, ranges: Sequence[tuple[int, int]]) -> list[float]:
        """For each unit, given by its cell and its movement points, the best value that it can reach."""
        cells = [self.near(cell, points) for cell, points in ranges]
        ends = np.cumsum([len(each) for each in cells])
        best: list[float] = np.maximum.reduceat(values[np.concatenate(cells)], [0, *ends[:-1]]).tolist()
        return best

    @functools.cached_property
    def drift(self) -> Floats:
        """For each cell aimed at, the chance that a nuke hits each cell; it may fall off the map."""
        ground = self.setting.ground
        sides, hexes = (self._scatter(what) for what in ("direction", "hexes"))
        matrix = np.zeros((len(ground), len(ground)))
        for cell in range(len(ground)):
            for side, chance in sides:
                for number, other in hexes:
                    there = ground.board.cell_of.get(Place(0, ground.drifted(cell, side - 1, number)))
                    if there is not None:
                        matrix[cell, there] += chance * other
        return matrix

    def _scatter(self, what: str) -> list[tuple[int, float]]:
        dice = Dice.parse(self.setting.tables.dice("nuke-scatter", what))
        return [(int(total), float(chance)) for total, chance in dice.distribution()]
