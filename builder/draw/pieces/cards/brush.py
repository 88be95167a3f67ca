"""What draws the scene of a card: areas of color, or their outlines in themes that save ink."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from builder.draw.pieces.cards.colors import CardColors
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend

_BLACK, _WHITE = "#000000", "#ffffff"


class Brush:
    """Draws a scene of ``size`` mm around a ``focus``: areas of color, or their outlines if ink is saved."""

    def __init__(
        self, canvas: Canvas, colors: CardColors, size: tuple[float, float], focus: float, rng: Random
    ) -> None:
        self.canvas = canvas
        self.colors = colors
        self.width, self.height = size
        self.focus = focus
        self.rng = rng

    def area(self, points: Sequence[Point], color: str, edge: str = "", weight: float = 0.2) -> None:
        """A filled polygon."""
        self.canvas.polygon(points, **self._look(color, edge, weight))

    def shape(self, path: str, color: str, edge: str = "", weight: float = 0.2) -> None:
        """A filled path."""
        self.canvas.path(path, **self._look(color, edge, weight))

    def disc(self, x: float, y: float, radius: float, color: str) -> None:
        """A filled circle."""
        self.canvas.circle(x, y, radius, **self._look(color, "", 0.0))

    def strokes(self, path: str, color: str, weight: float) -> None:
        """Lines along a path."""
        if self.colors.outlined:
            color, weight = self.colors.line, 0.15
        self.canvas.path(path, stroke=color, stroke_width=weight, stroke_linecap="round")

    def ground(self, color: str) -> None:
        """Fill the scene."""
        color = "paper" if self.colors.outlined else color
        self.canvas.rect(0, 0, self.width, self.height, fill=color)

    def _look(self, color: str, edge: str, weight: float) -> dict[str, Any]:
        if self.colors.outlined:
            return {"fill": "paper", "stroke": self.colors.line, "stroke_width": 0.2}
        # A hairline in the same color closes the seams between areas that touch.
        return {"fill": color, "stroke": edge or color, "stroke_width": weight if edge else 0.05}


def lit(color: str, light: float) -> str:
    """A color with more light, or less if it is negative."""
    return blend(_WHITE if light > 0 else _BLACK, color, abs(light))
