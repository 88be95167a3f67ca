"""A sheet with a large explosion beside a small one, and what scatters below, each kind with its steps."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import EXPLOSIONS, Template
from builder.draw.sheets.cutouts.template_steps import STEPS_SCALE, numbered, steps_below
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Writer

# Above the first row, between columns and between rows, and half of the bold edge, in mm.
_TOP, _APART, _BETWEEN, _EDGE = 6.0, 14.0, 10.0, 1.0
# The least width of the steps, and what is below those of the explosions.
_MIN_STEPS, _BELOW_STEPS = 70.0, 6.0
# How much larger steps are on a sheet with nothing else; and what shares of its free height are then above
# the first row, between the steps and the small explosion, and between rows, so that it fills the sheet.
_LARGER, _ABOVE_ALL, _INSIDE, _APART_MORE = 1.35, 0.15, 0.25, 0.3


def draw_blasts_beside(
    canvas: Canvas,
    templates: Sequence[Template],
    top: float,
    size: tuple[float, float],
    *,
    is_alone: bool = False,
) -> float | None:
    """Draw two explosions of different sizes beside each other, the small one below the steps of their use;
    and the only other template below that one, with its own steps at its left.

    They begin at the ``top``, in a width and height in mm. Steps are in larger type if the sheet ``is_alone``
    with them. Returns where they end; None if they are not drawn, because they are others, or not all fit.
    """
    width, height = size
    blasts = [each for each in templates if each.heading == EXPLOSIONS]
    others = [each for each in templates if each.heading != EXPLOSIONS]
    if len(blasts) != 2 or len(others) != 1 or not others[0].steps:
        return None
    (small, large), [other] = sorted(blasts, key=lambda each: each.height), others
    scale, context = STEPS_SCALE * (_LARGER if is_alone else 1.0), canvas.context
    left = 2 * _EDGE + large.width + _APART
    room, narrow = width - left, left - _APART
    use = steps_below([small], room, context, scale)
    if use is None or room < max(small.width, other.width, _MIN_STEPS) or narrow < _MIN_STEPS:
        return None
    heading = Writer(width, context, scale).heading(canvas.words(other.heading))
    steps = numbered(other.steps, Writer(narrow, context, scale))
    above = max(large.height, use.height + _BELOW_STEPS + small.height) + 2 * _EDGE
    below = max(other.height + 2 * _EDGE, steps.height)
    spare = height - (_TOP + above + _BETWEEN + heading.height + below)
    if spare < 0:
        return None
    more = spare if is_alone else 0.0
    above += _INSIDE * more
    top += _TOP + _ABOVE_ALL * more
    _draw(canvas, large, _EDGE, top + (above - large.height) / 2)
    use.draw(canvas, left, top)
    under = use.height + _BELOW_STEPS
    _draw(canvas, small, left + (room - small.width) / 2, top + under + (above - under - small.height) / 2)
    top += above + _BETWEEN + _APART_MORE * more
    heading.draw(canvas, 0.0, top)
    top += heading.height
    steps.draw(canvas, 0.0, top + (below - steps.height) / 2)
    _draw(canvas, other, left + (room - other.width) / 2, top + (below - other.height) / 2)
    return top + below


def _draw(canvas: Canvas, template: Template, x: float, y: float) -> None:
    with canvas.shifted(x, y), canvas.layer(f"template-{template.name}"):
        template.draw(canvas)
