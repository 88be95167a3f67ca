"""How maps of dots are cut when the floors of their buildings have to find room beside them."""

from __future__ import annotations

from builder.draw.maps.map_artists import map_artist
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.press.pages.tiling import plan_sheets
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

# The share of the height of a sheet that may be white below a map.
WHITE = 0.18


def test_no_sheet_is_white_below_its_map_while_floors_take_sheets_of_their_own() -> None:
    paper = load_paper("a4")
    artist = map_artist(
        load_scenario(shipped("scenarios") / "advanced_infantry" / "kite-season.yaml"),
        DrawingContext(load_theme()),
    )
    plan = plan_sheets(artist.maps(paper.content[0]), paper, artist.context, artist.floors)
    is_map = [[spot.index < len(plan.sections) for spot in spots] for spots in plan.sheets]
    assert any(not any(each) for each in is_map)
    for spots, has_map in zip(plan.sheets, is_map, strict=True):
        used = max(spot.y + plan.boxes[spot.index][1] for spot in spots)
        if any(has_map):
            assert used >= (1 - WHITE) * (paper.height - 2 * paper.edge)
