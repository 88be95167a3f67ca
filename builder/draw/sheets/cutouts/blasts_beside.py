"""A sheet with a large explosion beside a small one, and what scatters below, each kind with its steps."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import EXPLOSIONS, Template
from builder.draw.sheets.cutouts.template_steps import STEPS_SCALE, in_row, numbered
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Writer, stacked

# Above the first row, between columns and between rows, and half of the bold edge, in mm.
_TOP, _APART, _BETWEEN, _EDGE = 6.0, 14.0, 10.0, 1.0
# The least width of the steps of scatter, and what is below those of the explosions.
_MIN_STEPS, _BELOW_STEPS = 70.0, 6.0
# How much larger steps are on a sheet with nothing else; and what shares of its free height are then above
# the first heading, between the steps and the explosions, above the next heading and below it, so that it
# fills the sheet.
_LARGER, _ABOVE_ALL, _INSIDE, _APART_MORE, _INSIDE_BELOW = 1.35, 0.1, 0.2, 0.3, 0.15


def draw_blasts_beside(
    canvas: Canvas,
    templates: Sequence[Template],
    top: float,
    size: tuple[float, float],
    *,
    is_alone: bool = False,
) -> float | None:
    """Draw two explosions of different sizes level with each other, below the steps of their use in a row;
    and the only other template below the small one, with its own steps at its left.

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
    if room < max(small.width, other.width) + 2 * _EDGE or narrow < _MIN_STEPS:
        return None
    writer = Writer(width, context, scale)
    use = stacked([writer.heading(canvas.words(EXPLOSIONS)), in_row(small.steps, writer)])
    heading = writer.heading(canvas.words(other.heading))
    steps = numbered(other.steps, Writer(narrow, context, scale))
    above, below = large.height + 2 * _EDGE, max(other.height + 2 * _EDGE, steps.height)
    spare = height - (_TOP + use.height + _BELOW_STEPS + above + _BETWEEN + heading.height + below)
    if spare < 0:
        return None
    more = spare if is_alone else 0.0
    top += _TOP + _ABOVE_ALL * more
    use.draw(canvas, 0.0, top)
    top += use.height + _BELOW_STEPS + _INSIDE * more
    _draw(canvas, large, _EDGE + (narrow - 2 * _EDGE - large.width) / 2, top + (above - large.height) / 2)
    _draw(canvas, small, left + (room - small.width) / 2, top + (above - small.height) / 2)
    top += above + _BETWEEN + _APART_MORE * more
    heading.draw(canvas, 0.0, top)
    top += heading.height + _INSIDE_BELOW * more
    steps.draw(canvas, 0.0, top + (below - steps.height) / 2)
    _draw(canvas, other, left + (room - other.width) / 2, top + (below - other.height) / 2)
    return top + below


def _draw(canvas: Canvas, template: Template, x: float, y: float) -> None:
    with canvas.shifted(x, y), canvas.layer(f"template-{template.name}"):
        template.draw(canvas)
