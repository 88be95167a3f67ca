"""Lines to write on at the foot of a side's last sheet: below what is on its counters, or beside it."""

from __future__ import annotations

from builder.draw.sheets.note_lines import draw_note_lines
from builder.draw.sheets.sides.side_sheets import has_notes
from builder.draw.sheets.tracks.lines import turn_marks
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.flow_sheets import BETWEEN
from builder.press.kit.fillers import ANATOMY, explanations
from builder.press.kit.job import KitJob

# The shares of the width that counters have beside lines, the least first, and what is between them, in mm.
_COUNTERS, _BETWEEN = (0.6, 0.64, 0.68), 8.0
# Counters as high as before, but for this, are in their scale and their rows.
_TINY = 1e-6


def foot_of_side(job: KitJob, side: str, anatomy: Drawing | None, size: tuple[float, float]) -> list[Drawing]:
    """What is on a counter, if it is there, and lines to write on in a width and a height in mm.

    The lines are below it; or without room for them there, beside it. If the records above have some, there
    are only those for turns.
    """
    width, height = size
    room = height if anatomy is None else height - anatomy.height - BETWEEN
    has_some, turns = has_notes(job.scenario, side), job.scenario.turns
    events = turn_marks(job.scenario, job.context.words)
    notes = draw_note_lines(width, room, job.context, turns=turns, events=events, is_plain=not has_some)
    above = [anatomy] if anatomy is not None else []
    if notes is not None or has_some:
        return [*above, *([notes] if notes is not None else [])]
    joined = _beside(job, side, anatomy, size) if anatomy is not None else None
    return above if joined is None else [joined]


def _beside(job: KitJob, side: str, anatomy: Drawing, size: tuple[float, float]) -> Drawing | None:
    """Counters no smaller than before with lines at their right; None if they have no room together."""
    width, height = size
    for share in _COUNTERS:
        narrow = explanations(job, (ANATOMY,), share * width, anatomy.height + _TINY, side)
        left = share * width + _BETWEEN
        notes = draw_note_lines(width - left, height, job.context)
        if not narrow or notes is None or abs(narrow[0].height - anatomy.height) > _TINY:
            continue
        canvas = Canvas(width, max(anatomy.height, notes.height), job.context)
        canvas.place(narrow[0], 0.0, 0.0)
        canvas.place(notes, left, 0.0)
        return canvas.drawing(anatomy.name, anatomy.title)
    return None
