"""The sign of an objective on a diagram of the set-up: a star, with a numeral if there are several."""

from __future__ import annotations

from builder.draw.maps.zone_tabs import TALL, tab_type
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.scenario.model import Objective, Scenario

# The star, and the room beside it and its letter, in mm.
_STAR, _PAD, _GAP = 2.9, 0.75, 0.3


def goal_numerals(count: int) -> list[str]:
    """The Roman numerals of some objectives; only one needs none.

    Letters are those of teams, and figures those of steps and turns.

    >>> goal_numerals(4), goal_numerals(1)
    (['I', 'II', 'III', 'IV'], [''])
    """
    return [_roman(number + 1) for number in range(count)] if count > 1 else [""] * count


def _roman(number: int) -> str:
    """A number up to 39 in Roman numerals."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def numbered(scenario: Scenario, objective: Objective) -> str:
    """The title of an objective, after its numeral if the map has several with numerals.

    Only those of tables have.
    """
    public = [each for each in scenario.objectives if not each.secret]
    if scenario.map.kind != "table" or objective not in public:
        return objective.title
    numeral = goal_numerals(len(public))[public.index(objective)]
    return f"{numeral} · {objective.title}" if numeral else objective.title


def goal_width(letter: str, context: DrawingContext, grow: float = 1.0) -> float:
    """The width in mm of the sign of an objective; it is as high as the disc of a step."""
    if not letter:
        return TALL * grow
    return (_STAR + 2 * _PAD + _GAP) * grow + context.metrics.width(letter, tab_type(context, grow))


def goal_box(letter: str, at: Point, context: DrawingContext, grow: float = 1.0) -> Box:
    """The box of the sign of an objective around a point, ``grow`` times as large as on paper."""
    (x, y), half, tall = at, goal_width(letter, context, grow) / 2, TALL * grow / 2
    return x - half, y - tall, x + half, y + tall


def draw_goal(canvas: Canvas, letter: str, at: Point, grow: float = 1.0) -> Box:
    """An objective with its letter around a point, ``grow`` times as large as on paper; returns its box."""
    type, (_, y) = tab_type(canvas.context, grow), at
    west, north, east, south = goal_box(letter, at, canvas.context, grow)
    wide, tall, star = east - west, south - north, _STAR * grow
    fill, ink = ("paper", "objective") if canvas.theme.saves_ink else ("objective", "#ffffff")
    edge = "objective" if canvas.theme.saves_ink else "#ffffff"
    canvas.rect(west, north, wide, tall, radius=tall / 2, fill=fill, stroke=edge, stroke_width=0.3 * grow)
    left = west + (_PAD * grow if letter else (wide - star) / 2)
    canvas.icon("round-star", left, y - star / 2, star, fill=ink)
    if letter:
        within = (west, north, wide, tall)
        canvas.text(letter, left + star + _GAP * grow, y + type.cap / 2, type, fill=ink, within=within)
    return west, north, east, south
