"""A sheet with blasts of cards, which say themselves what they are, above templates with steps of use."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_steps import numbered
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Writer

# Above the first row and between sections, at least between templates, and half of the bold edge, in mm.
_TOP, _APART, _BETWEEN, _EDGE = 6.0, 20.0, 8.0, 1.0
# Between templates and their steps, and the least room for these.
_BESIDE, _MIN_STEPS = 12.0, 70.0


def draw_blasts_first(
    canvas: Canvas, templates: Sequence[Template], top: float, size: tuple[float, float]
) -> float | None:
    """Draw blasts in a row from margin to margin, and below them the others at the left of their steps.

    They begin at the ``top``, in a width and height in mm. Returns where they end; None if they are not
    drawn, because there are not both, or not all fit.
    """
    width, height = size
    blasts = [template for template in templates if not template.heading]
    kinds: dict[str, list[Template]] = {}
    for template in templates:
        if template.heading:
            kinds.setdefault(template.heading, []).append(template)
    if not blasts or not kinds or not all(each[0].steps for each in kinds.values()):
        return None
    rooms = [width - _wide(each) - _BESIDE for each in kinds.values()]
    if _wide(blasts) > width or min(rooms) < _MIN_STEPS:
        return None
    writer = Writer(width, canvas.context)
    sections = [
        (writer.heading(canvas.words(heading)), own, numbered(own[0].steps, Writer(room, canvas.context)))
        for (heading, own), room in zip(kinds.items(), rooms, strict=True)
    ]
    tall = [heading.height + max(_tall(own), steps.height) for heading, own, steps in sections]
    if _TOP + _tall(blasts) + sum(tall) + _APART * len(tall) > height:
        return None
    top += _TOP
    free = width - 2 * _EDGE - sum(template.width for template in blasts)
    _draw(canvas, blasts, top, free / max(1, len(blasts) - 1), is_level=False)
    top += _tall(blasts)
    for (heading, own, steps), high in zip(sections, tall, strict=True):
        top += _APART
        heading.draw(canvas, 0.0, top)
        below = top + heading.height
        _draw(canvas, own, below, _BETWEEN, is_level=True)
        steps.draw(canvas, _wide(own) + _BESIDE, below + max(0.0, (_tall(own) - steps.height) / 2))
        top += high
    return top


def _wide(templates: Sequence[Template]) -> float:
    return sum(template.width + _BETWEEN for template in templates) - _BETWEEN + 2 * _EDGE


def _tall(templates: Sequence[Template]) -> float:
    return max(template.height for template in templates) + 2 * _EDGE


def _draw(canvas: Canvas, templates: Sequence[Template], top: float, apart: float, *, is_level: bool) -> None:
    """Templates from the left margin on, with one upper edge, or with their middles at one level."""
    x, tall = _EDGE, _tall(templates)
    for template in templates:
        y = top + ((tall - template.height) / 2 if is_level else _EDGE)
        with canvas.shifted(x, y), canvas.layer(f"template-{template.name}"):
            template.draw(canvas)
        x += template.width + apart
