"""The sheets of a side in the color of its counters and of its zones on the map."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from builder.draw.maps.zone_tabs import side_number, zone_color
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.scenario.model import Scenario

# How much of the color is in panels.
_PANEL = 0.08


def context_of_side(scenario: Scenario, side: str, context: DrawingContext) -> DrawingContext:
    """The context for the sheets of one side: bands, headings and panels have the color of the side.

    A theme that saves ink keeps white bands and panels; only titles and headings have the color there.
    """

    def colored() -> DrawingContext:
        theme = context.theme
        color = theme[zone_color(side_number(scenario, side))]
        colors = {"heading": color}
        if theme["band"] == theme["paper"]:
            colors |= {"band_text": color}
        else:
            colors |= {"band": color, "panel": blend(color, theme["paper"], _PANEL)}
        return replace(context, theme=replace(theme, colors=MappingProxyType({**theme.colors, **colors})))

    # One context for all sheets of a side, because it keeps results from one to the next.
    return context.memo.get(("side", scenario.id, side), colored)
