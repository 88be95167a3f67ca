"""The places of objectives on land: a star in the middle of each hex, over its landmark if it has one."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from builder.draw.maps.nature.landmarks import draw_landmark, landmark_of
from builder.draw.maps.symbols import draw_symbol
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box
from builder.scenario.model import Objective, Scenario

# In sizes of a hex: a star and a landmark, and how far each reaches from the middle.
_STAR, _STAR_REACH = 0.5, 0.14
_LANDMARK, _LANDMARK_REACH = 0.54, 0.27


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective at its place; ``size`` is that of a hex, enlarged on an overview."""

    objective: Objective
    at: Point
    size: float
    has_landmark: bool

    @property
    def box(self) -> Box:
        """The box that names and marks keep clear of."""
        reach = self.size * (_LANDMARK_REACH if self.has_landmark else _STAR_REACH)
        x, y = self.at
        return x - reach, y - reach, x + reach, y + reach

    def draw(self, canvas: Canvas, scenario: Scenario) -> None:
        """The star over the landmark."""
        if self.has_landmark:
            draw_landmark(canvas, scenario, self.objective, self.at, self.size * _LANDMARK)
        draw_symbol(canvas, "objective", self.at, self.size * _STAR)


def goal_of(objective: Objective, at: Point, size: float, grow: float, *, is_open: bool) -> Goal:
    """An objective in a hex; it has a landmark only on open ground, where nothing else is to be seen."""
    return Goal(objective, at, size * sqrt(grow), is_open and bool(landmark_of(objective)))
