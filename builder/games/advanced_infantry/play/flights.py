"""Flights by jet pack, over the open sky from one cell to another."""

from __future__ import annotations

import functools

import numpy as np

from builder.games.advanced_infantry.play.figures import Figures
from builder.games.advanced_infantry.play.ground import DEEP, Ground
from rulesdb.cache.methods import cached_method


class Flights:
    """Where flights can end, and what they pass over.

    Source: advanced-infantry Jet Packs
    """

    def __init__(self, ground: Ground, figures: Figures) -> None:
        self._ground = ground
        self._figures = figures

    @functools.cached_property
    def sky(self) -> tuple[int, ...]:
        """The cells under the open sky that can be landed on: ground and roofs."""
        ground = self._ground
        cells = (ground.roof_of(dot) for dot in ground.dots.lattice)
        return tuple(cell for cell in cells if cell >= 0 and cell not in ground.tree_cells)

    @cached_method(4096)
    def landings(self, here: int) -> tuple[int, ...]:
        """The cells where a flight from a cell can end: not too near, too far or too steep."""
        ground = self._ground
        sky = np.array(self.sky)
        dots = ground.far[here][sky]
        low, high = self._figures.flight
        levels = np.array(ground.level)
        fits = (dots >= low) & (dots <= high)
        fits &= np.abs(levels[sky] - levels[here]) <= self._figures.levels(dots)
        return tuple(int(cell) for cell in sky[fits] if ground.terrain[int(cell)] != DEEP)

    @cached_method(4096)
    def line(self, here: int, there: int) -> tuple[int, ...]:
        """The cells under the open sky that a flight passes over, from the next one to the last."""
        ground = self._ground
        steps = int(ground.far[here, there])
        start, way = ground.points[here], ground.points[there] - ground.points[here]
        sky = np.array(self.sky)
        cells = []
        for number in range(1, steps):
            point = start + way * number / steps
            away = ((ground.points[sky] - point) ** 2).sum(axis=1)
            nearest = int(away.argmin())
            if away[nearest] < 1.0:
                cells.append(int(sky[nearest]))
        return (*dict.fromkeys(cell for cell in cells if cell not in (here, there)), there)
