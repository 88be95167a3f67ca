"""The map of a scenario with additions, removals and changes."""

from __future__ import annotations

from collections.abc import Sequence

from builder.changes.scenario_changes import Change, changed_spots
from builder.draw.maps.map_artists import map_artist
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import BOLD, Type
from builder.exchange.places import places_of
from builder.scenario.model import Scenario

# Each kind of change has its own color and its own sign.
_SIGNS = {"added": ("#1a7f37", "+"), "removed": ("#b3241c", "–"), "changed": ("#0b5cad", "≠")}
_GAP = 6.0


def draw_changes(scenario: Scenario, changes: Sequence[Change], context: DrawingContext) -> Drawing | None:
    """The levels with changes, one below the other; ``None`` if no numbered place has changed."""
    places, spots = places_of(scenario), changed_spots(scenario, changes)
    if not spots:
        return None
    views = map_artist(scenario, context).boards(places.width)
    levels = sorted({places.level(spot) for spot, _ in spots})
    drawings = [views[level].drawing for level in levels]
    canvas = Canvas(
        max(drawing.width for drawing in drawings),
        sum(drawing.height + _GAP for drawing in drawings) - _GAP,
        context,
    )
    top, size = 0.0, places.counter / places.pixels / 2
    for level, drawing in zip(levels, drawings, strict=True):
        canvas.place(drawing, 0, top)
        left, down, _, _ = views[level].box
        for spot, kind in spots:
            if places.level(spot) == level:
                x, y = places.point(spot)
                color, sign = _SIGNS[kind]
                at = left + x, top + down + y
                canvas.circle(*at, size, fill=color, fill_opacity=0.28, stroke=color, stroke_width=0.9)
                type = Type(BOLD, size * 1.1)
                canvas.text(sign, at[0], at[1] + type.cap / 2, type, anchor="middle", fill=color)
        top += drawing.height + _GAP
    return canvas.drawing("changes", scenario.title)
