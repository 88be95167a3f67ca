"""What is at the right of a map on its sheet."""

from __future__ import annotations

from builder.draw.maps.map_artists import map_artist
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.geometry.gathering import Spot
from builder.press.pages.beside import room_beyond
from builder.press.pages.tiling import plan_sheets, room_of
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped


def test_the_ground_goes_on_beyond_the_last_part_of_a_map_but_not_at_a_seam_or_under_something() -> None:
    paper = load_paper("a4")
    scenario = load_scenario(shipped("scenarios") / "bug_hunter" / "relief.yaml")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    artist = map_artist(scenario, context)
    plan = plan_sheets(artist.maps(paper.content[0], room_of(paper.turned)), paper, context, artist.floors)
    first, last = plan.sections
    spot, room = Spot(0, 0.0, 0.0), 190.0
    assert room_beyond(first, spot, [spot], [(100.0, 150.0)], room) == 0.0
    assert room_beyond(last, spot, [spot], [(100.0, 150.0)], room) == room - last.window[2]
    other = Spot(1, last.window[2] + 5.0, 20.0)
    assert room_beyond(last, spot, [spot, other], [(100.0, 150.0), (30.0, 40.0)], room) == 0.0
