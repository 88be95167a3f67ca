"""The sheets of a side in the color of its counters and of its zones on the map."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from builder.draw.maps.zone_tabs import side_number, zone_color
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.surface.color_vision import blend, contrast
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SectionColors
from builder.draw.surface.theme import Theme
from builder.scenario.forces.counter_colors import family_of, family_of_side
from builder.scenario.model import Force, Scenario

# How much of the color is in panels, and the contrast that words in it need on paper.
_PANEL, _READABLE = 0.08, 4.5


def context_of_side(scenario: Scenario, side: str, context: DrawingContext) -> DrawingContext:
    """The context for the sheets of one side: bands, headings and panels have the color of the side.

    A theme that saves ink keeps white bands and panels; only titles and headings have the color there.
    """

    def colored() -> DrawingContext:
        theme = context.theme
        color = theme[zone_color(side_number(scenario, side))]
        colors = {"heading": color}
        if theme.saves_ink:
            colors |= {"band_text": color}
        else:
            colors |= {"band": color, "panel": blend(color, theme["paper"], _PANEL)}
        return replace(context, theme=replace(theme, colors=MappingProxyType({**theme.colors, **colors})))

    # One context for all sheets of a side, because it keeps results from one to the next.
    return context.memo.get(("side", scenario.id, side), colored)


def colors_of_force(scenario: Scenario, force: Force, theme: Theme) -> SectionColors:
    """The colors of the records of a force: those of its counters if they differ from the rest of its side.

    Where they are those of the side, or would not be read on paper, they are those of its sheets.
    """
    family = family_of(force)
    if not family or family == family_of_side(scenario, force.side):
        return SectionColors()
    look, paper = CounterLook(theme, family), theme["paper"]
    if contrast(look.band, paper) < _READABLE:
        return SectionColors()
    is_plain = theme["panel"] == paper
    return SectionColors(look.band, "panel" if is_plain else blend(look.band, paper, _PANEL))
