"""Templates by their kinds, each below the heading of its kind and beside or below the steps of its use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_steps import numbered, steps_in_columns
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer

# Between templates, between them and their steps, and half of the bold edge, in mm.
_BETWEEN, _BESIDE, _EDGE = 8.0, 12.0, 1.0
# The least room for steps beside templates.
_MIN_STEPS = 70.0
# The most between two sections, and above the first.
_MOST_APART, _TOP = 24.0, 2.0


@dataclass(frozen=True, slots=True)
class _Section:
    """The templates of one kind in a row, with its heading and the steps of their use."""

    templates: Sequence[Template]
    heading: Block
    steps: Block
    is_beside: bool

    @property
    def row(self) -> float:
        """The height of the row of templates."""
        return max(template.height for template in self.templates) + 2 * _EDGE

    @property
    def height(self) -> float:
        """The height of the section in mm."""
        below = max(self.row, self.steps.height) if self.is_beside else self.row + self.steps.height
        return self.heading.height + below


def draw_sections(
    canvas: Canvas, templates: Sequence[Template], top: float, size: tuple[float, float]
) -> bool:
    """Draw templates in sections from the ``top`` down, spread over a width and height in mm.

    Returns whether they are drawn: each must be of a kind with a heading, and all have to fit.
    """
    width, height = size
    if not all(template.heading and template.steps for template in templates):
        return False
    kinds = dict.fromkeys(template.heading for template in templates)
    sections = [
        _section([each for each in templates if each.heading == kind], width, canvas.context)
        for kind in kinds
    ]
    spare = height - sum(section.height for section in sections)
    is_narrow = all(_wide(section.templates) <= width for section in sections)
    if not sections or spare < 0 or not is_narrow:
        return False
    apart = min(_MOST_APART, spare / len(sections))
    for number, section in enumerate(sections):
        top += apart if number else min(apart, _TOP)
        _draw(canvas, section, top, width)
        top += section.height
    return True


def _section(templates: Sequence[Template], width: float, context: DrawingContext) -> _Section:
    first, writer = templates[0], Writer(width, context)
    left = width - _wide(templates) - _BESIDE
    is_beside = left >= _MIN_STEPS
    steps = (
        numbered(first.steps, Writer(left, context))
        if is_beside
        else steps_in_columns(first.steps, width, context)
    )
    return _Section(templates, writer.heading(context.words(first.heading)), steps, is_beside)


def _wide(templates: Sequence[Template]) -> float:
    """The least width of templates in a row."""
    return sum(template.width + _BETWEEN for template in templates) - _BETWEEN + 2 * _EDGE


def _draw(canvas: Canvas, section: _Section, top: float, width: float) -> None:
    """A section: its templates at the left of its steps, or spread over the width below them."""
    templates = section.templates
    section.heading.draw(canvas, 0.0, top)
    top += section.heading.height
    apart, x = _BETWEEN, _EDGE
    if section.is_beside:
        left = _wide(templates) + _BESIDE
        section.steps.draw(canvas, left, top + max(0.0, section.row - section.steps.height) / 2)
    else:
        section.steps.draw(canvas, 0.0, top)
        top += section.steps.height
        apart = (width - sum(template.width for template in templates)) / (len(templates) + 1)
        x = apart
    for template in templates:
        y = top + _EDGE + (section.row - 2 * _EDGE - template.height) / 2
        with canvas.shifted(x, y), canvas.layer(f"template-{template.name}"):
            template.draw(canvas)
        x += template.width + apart
