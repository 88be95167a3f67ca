"""A sheet with a large blast above steps of use, and at its right a small one above what these are for."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_steps import STEPS_SCALE, numbered
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Writer

# Above the first row, between columns and between rows, and half of the bold edge, in mm.
_TOP, _APART, _BETWEEN, _EDGE = 6.0, 14.0, 10.0, 1.0
# The least width of the steps, and how high the small blast is at most beside the large one.
_MIN_STEPS, _SMALLER = 70.0, 0.75


def draw_blasts_beside(
    canvas: Canvas, templates: Sequence[Template], top: float, size: tuple[float, float]
) -> float | None:
    """Draw two blasts of different sizes beside each other, and the only other template below the small one,
    with the steps of its use at its left.

    They begin at the ``top``, in a width and height in mm. Returns where they end; None if they are not
    drawn, because they are others, or not all fit.
    """
    width, height = size
    blasts = sorted((each for each in templates if not each.heading), key=lambda each: -each.height)
    others = [each for each in templates if each.heading]
    if len(blasts) != 2 or len(others) != 1 or not others[0].steps:
        return None
    (large, small), [other] = blasts, others
    left = 2 * _EDGE + large.width + _APART
    room = width - left
    narrow = left - _APART
    if small.height > _SMALLER * large.height or room < max(small.width, other.width) or narrow < _MIN_STEPS:
        return None
    heading = Writer(width, canvas.context).heading(canvas.words(other.heading))
    steps = numbered(other.steps, Writer(narrow, canvas.context, STEPS_SCALE))
    above, below = large.height + 2 * _EDGE, max(other.height + 2 * _EDGE, steps.height)
    if _TOP + above + _BETWEEN + heading.height + below > height:
        return None
    top += _TOP
    _draw(canvas, large, _EDGE, top + _EDGE)
    _draw(canvas, small, left + (room - small.width) / 2, top + (above - small.height) / 2)
    top += above + _BETWEEN
    heading.draw(canvas, 0.0, top)
    top += heading.height
    steps.draw(canvas, 0.0, top + (below - steps.height) / 2)
    _draw(canvas, other, left + (room - other.width) / 2, top + (below - other.height) / 2)
    return top + below


def _draw(canvas: Canvas, template: Template, x: float, y: float) -> None:
    with canvas.shifted(x, y), canvas.layer(f"template-{template.name}"):
        template.draw(canvas)
