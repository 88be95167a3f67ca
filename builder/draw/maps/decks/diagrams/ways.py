"""The levels of a deck above each other, with lines for the stairs, hatches and lifts between them."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.maps.decks.diagrams.plain import DeckDiagram
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import CONDENSED_BOLD, MIN_SIZE, Type
from builder.geometry.hexgrid import Hex
from builder.scenario.model import Scenario

# The heading, the frame around the levels, and the room for the title of each, in mm.
_HEAD, _AROUND, _TITLE_ROOM, _TITLE = 7.0, 3.0, 5.0, 3.0
_LINE, _DASH, _NUMBER, _RADIUS = 0.5, "1.5 1", Type(CONDENSED_BOLD, MIN_SIZE), 0.8


def draw_ways(
    plans: Sequence[DeckPlan], scenario: Scenario, size: tuple[float, float], context: DrawingContext
) -> Drawing | None:
    """The levels in at most ``size`` mm, without what is set up; None if there is only one."""
    levels = [plan for plan in plans if plan.hexes]
    if len(levels) < 2:
        return None
    bounds, (wide, tall) = [plan.skin.bounds for plan in levels], size
    first = min(west for west, *_ in bounds)
    across = max(east for _, _, east, _ in bounds) - first
    down = sum(south - north for _, north, _, south in bounds)
    fixed = _HEAD + 2 * _AROUND + _TITLE_ROOM * len(levels)
    scale = min((wide - 2 * _AROUND) / across, (tall - fixed) / down)
    canvas = Canvas(wide, fixed + down * scale, context)
    draw_small_heading(canvas, context.words("map.ways-between").upper(), wide)
    canvas.rect(0, _HEAD, wide, canvas.height - _HEAD, fill=levels[0].ground, stroke="ink", stroke_width=0.4)
    left, top = (wide - across * scale) / 2, _HEAD + _AROUND
    look, corners = MapLook(zones=False, objectives=False), list[Point]()
    for plan, (west, north, _, south) in zip(levels, bounds, strict=True):
        x = left + (west - first) * scale
        type, fill = Type(context.display, _TITLE, 0.2), f"{plan.ground}_number"
        canvas.text(plan.map.levels[plan.level].title.upper(), x, top + _TITLE, type, fill=fill)
        DeckDiagram(plan, scenario, look, ()).draw(canvas, (x, top + _TITLE_ROOM), scale, ())
        # Where the corner of the grid would be.
        corners.append((x - west * scale, top + _TITLE_ROOM - north * scale))
        top += _TITLE_ROOM + (south - north) * scale
    _draw_lines(canvas, levels, corners, scale)
    return canvas.drawing("ways", context.words("map.ways-between"))


def _draw_lines(canvas: Canvas, levels: Sequence[DeckPlan], corners: Sequence[Point], scale: float) -> None:
    """A dashed line for each way, between the hulls of two levels, with the number of its hex."""
    decks, layout = levels[0].map, levels[0].layout
    pairs: list[tuple[Hex, tuple[int, ...]]] = [(hatch.hex, hatch.levels) for hatch in decks.hatches]
    pairs += [(lift.hex, lift.levels) for lift in decks.lifts]
    for above, below, (left, high), (_, low) in zip(levels, levels[1:], corners, corners[1:], strict=False):
        for hex, through in pairs:
            if {above.level, below.level} <= set(through):
                x, y = layout.center(hex)
                across, start, end = left + x * scale, high + y * scale, low + y * scale
                foot = high + above.skin.bounds[3] * scale
                for dot in (start, end):
                    canvas.circle(across, dot, _RADIUS, fill="accent")
                ends = (across, foot), (across, low + below.skin.bounds[1] * scale)
                canvas.line(*ends, stroke="paper", stroke_width=2 * _LINE)
                canvas.line(*ends, stroke="accent", stroke_width=_LINE, stroke_dasharray=_DASH)
                label, fill = layout.grid.label(hex), f"{above.ground}_number"
                canvas.text(label, across + 1.2, foot + _TITLE_ROOM / 2 + _NUMBER.cap / 2, _NUMBER, fill=fill)
