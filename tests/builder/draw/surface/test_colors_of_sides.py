"""Each side has the color of its counters on maps, covers and briefings."""

from __future__ import annotations

from kits import scenario_of

from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme


def test_zones_have_the_color_of_the_counters_of_their_side() -> None:
    theme = DrawingContext.of_scenario(scenario_of("dead-air"), load_theme()).theme
    assert (theme["zone"], theme["second_zone"]) == (theme["crew_band"], theme["pred_band"])


def test_a_theme_with_white_bands_keeps_the_colors_of_the_game() -> None:
    scenario, theme = scenario_of("dead-air"), load_theme("low-ink")
    dressed = DrawingContext.of_scenario(scenario, theme).theme
    assert dressed["zone"] == DrawingContext.of(scenario.ruleset, theme).theme["zone"] != dressed["paper"]
