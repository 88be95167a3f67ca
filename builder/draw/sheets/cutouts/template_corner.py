"""A template in a corner of a sheet, to cut off along dashes, beside texts that stay with the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_steps import steps_below
from builder.draw.sheets.note_lines import draw_note_lines
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL, Block, Flow, Writer, stacked
from builder.draw.surface.flow_sheets import GUTTER

# Around the template up to the dashes, and from these to the texts, in mm.
_AROUND, _APART = 4.0, 6.0
# Between texts and lines to write on, in mm.
_ABOVE_LINES = 4.0
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


def template_column(
    templates: Sequence[Template],
    notes: Flow,
    rooms: Sequence[float],
    width: float,
    context: DrawingContext,
    scale: float = 1.0,
) -> Drawing | None:
    """The same in two columns that begin below those above them, and have so much room in mm.

    A lone template is below dashes at the foot of one of them, below its steps; the notes are in the other,
    above lines to write on if there is room. None if it has not two columns, or too little room.
    """
    if len(templates) != 1 or len(rooms) != 2:
        return None
    [template], words = templates, context.words
    column = (width - GUTTER) / 2
    steps, writer = steps_below(templates, column, context, scale), Writer(column, context, scale)
    said = writer.paragraph(words("template.cut-off"), SMALL, color="muted")
    above = stacked([*([steps] if steps else []), said])
    texts = stacked([writer.heading(notes.title), *notes.blocks(writer)])
    box = template.height + 2 * _AROUND
    needs = above.height + box, texts.height
    # At the left, what is cut off is where it is beside the lone columns of other sheets.
    first = next((at for at in (0, 1) if rooms[at] >= needs[0] and rooms[1 - at] >= needs[1]), None)
    if first is None or template.width + 2 * _AROUND > column:
        return None
    tall = max(rooms)
    canvas = Canvas(width, tall, context)
    left, beside = first * (column + GUTTER), (1 - first) * (column + GUTTER)
    above.draw(canvas, left, tall - rooms[first])
    top, inner = tall - box, left + (0.0 if first else column)
    for ends in (((left, top), (left + column, top)), ((inner, top), (inner, tall))):
        canvas.line(*ends, stroke="ink", stroke_width=0.3, stroke_dasharray="2 1.4")
    with (
        canvas.shifted(left + (column - template.width) / 2, top + _AROUND),
        canvas.layer(f"template-{template.name}"),
    ):
        template.draw(canvas)
    texts.draw(canvas, beside, tall - rooms[1 - first])
    free = rooms[1 - first] - texts.height - _ABOVE_LINES
    lines = draw_note_lines(column, free, context)
    if lines is not None:
        canvas.place(lines, beside, tall - free)
    return canvas.drawing("template-corner", words("part.Templates"))


def _space() -> Block:
    return Block(_BETWEEN, lambda canvas, x, y: None)
