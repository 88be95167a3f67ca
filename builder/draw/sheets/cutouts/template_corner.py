"""A template in a corner of a sheet, to cut off along dashes, beside texts that stay with the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_steps import steps_below
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL, Block, Flow, Writer, stacked

# Around the template up to the dashes, and from these to the texts, in mm.
_AROUND, _APART = 4.0, 6.0
# The least width of the texts, and what is above them and between them.
_MIN_TEXTS, _BETWEEN = 90.0, 3.0


def template_corner(
    templates: Sequence[Template],
    notes: Flow,
    room: tuple[float, float],
    context: DrawingContext,
    scale: float = 1.0,
) -> Drawing | None:
    """A lone template at the left below and before dashes, and at their right ``notes`` above its steps.

    The texts are in type of a ``scale``. None if there are other templates, or they need more ``room``.
    """
    width, height = room
    if len(templates) != 1:
        return None
    [template] = templates
    corner = template.width + 2 * _AROUND
    left = corner + _APART
    if width - left < _MIN_TEXTS:
        return None
    writer, words = Writer(width - left, context, scale), context.words
    steps = steps_below([template], writer.width, context, scale)
    parts = [writer.heading(notes.title), *notes.blocks(writer), *([_space(), steps] if steps else [])]
    parts.append(writer.paragraph(words("template.cut-off"), SMALL, color="muted"))
    texts = stacked(parts)
    tall = max(template.height + 2 * _AROUND, texts.height)
    if tall > height:
        return None
    canvas = Canvas(width, tall, context)
    top = tall - template.height - 2 * _AROUND
    for ends in (((0.0, top), (corner, top)), ((corner, top), (corner, tall))):
        canvas.line(*ends, stroke="ink", stroke_width=0.3, stroke_dasharray="2 1.4")
    with canvas.shifted(_AROUND, top + _AROUND), canvas.layer(f"template-{template.name}"):
        template.draw(canvas)
    texts.draw(canvas, left, 0.0)
    return canvas.drawing("template-corner", words("part.Templates"))


def _space() -> Block:
    return Block(_BETWEEN, lambda canvas, x, y: None)
