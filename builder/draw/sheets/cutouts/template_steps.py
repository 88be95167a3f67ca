"""How templates are used, step by step: beside a lone one, or below those of a sheet that has room."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import HEADING, Block, Writer, stacked

MIN_BESIDE = 110.0
"""The least width beside a template for its steps, in mm."""
STEPS_SCALE = 1.1
"""The scale of the type of steps beside templates."""
LARGE_STEPS = 1.21
"""The scale of the type of steps on a sheet that has room for them: 11 points."""
# The size of headings below a small heading, in mm.
_IN_BLOCK = 3.4
# Between steps, and between columns of steps.
_BETWEEN, _BETWEEN_COLUMNS = 2.4, 8.0


def steps_below(
    templates: Sequence[Template],
    width: float,
    context: DrawingContext,
    scale: float = 1.0,
    *,
    in_block: bool = False,
) -> Block | None:
    """The steps of each kind of template below its heading, beside each other; None if no kind has any.

    Headings are larger than the type, unless the steps are ``in_block`` with a small heading above.
    """
    kinds = {template.heading: template.steps for template in templates if template.heading}
    if not kinds:
        return None
    column = (width + _BETWEEN_COLUMNS) / len(kinds) - _BETWEEN_COLUMNS
    writer = Writer(column, context, scale)
    titles = Writer(column, context, _IN_BLOCK / HEADING.size) if in_block else writer
    columns = [
        stacked([titles.heading(context.words(heading)), numbered(steps, writer)])
        for heading, steps in kinds.items()
    ]

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for number, each in enumerate(columns):
            each.draw(canvas, x + number * (column + _BETWEEN_COLUMNS), y)

    return Block(max(each.height for each in columns), draw)


def numbered(steps: Sequence[str], writer: Writer) -> Block:
    """Steps below each other, or a lone one as a paragraph."""
    if len(steps) == 1:
        return writer.paragraph(writer.words(steps[0]))
    items = [writer.item(f"{number}.", writer.words(text)) for number, text in enumerate(steps, 1)]
    return stacked([stacked([item], _BETWEEN) for item in items])


def in_row(steps: Sequence[str], writer: Writer) -> Block:
    """Steps beside each other in the width of a writer, or a lone one as a paragraph."""
    if len(steps) == 1:
        return numbered(steps, writer)
    column = (writer.width + _BETWEEN_COLUMNS) / len(steps) - _BETWEEN_COLUMNS
    narrow = Writer(column, writer.context, writer.scale)
    items = [narrow.item(f"{number}.", writer.words(text)) for number, text in enumerate(steps, 1)]

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for number, each in enumerate(items):
            each.draw(canvas, x + number * (column + _BETWEEN_COLUMNS), y)

    return Block(max(each.height for each in items), draw)
