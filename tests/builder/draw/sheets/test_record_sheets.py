"""Record sheets of the Mobile Infantry and the bugs: even rows, and type of one size."""

from __future__ import annotations

from collections import Counter

import pytest
from kits import SCENARIOS, kit_of, scenario_of

from builder.draw.pieces.marker_copies import marker_needs
from builder.draw.sheets.form_parts import ticked_rows
from builder.draw.sheets.team_sheets import team_flow
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Writer
from builder.draw.surface.theme import load_theme

CONTEXT = DrawingContext(load_theme())
TEAMS = [name for name in SCENARIOS if scenario_of(name).ruleset.id == "mobile-infantry"]


@pytest.mark.parametrize("scale", [0.9, 1.0, 1.07, 1.14])
def test_rows_of_ticks_stand_apart_in_type_of_one_size_however_many_creatures_there_are(scale: float) -> None:
    canvas, ids = Canvas(92, 100, CONTEXT), [f"W{number}" for number in range(1, 17)]
    writer = Writer(91.5, CONTEXT, scale)
    ticked_rows(ids, 4, writer).draw(canvas, 0, 0)
    ticked_rows(ids[:2], 4, writer).draw(canvas, 0, 60)
    texts = canvas.drawing("rows", "Rows").texts
    in_rows = Counter(round(text.y, 1) for text in texts)
    assert max(in_rows.values()) == 3
    assert all(text.x + text.width < 91.5 for text in texts)
    assert len({round(text.height, 2) for text in texts}) == 1


@pytest.mark.parametrize("name", TEAMS)
def test_weapons_of_a_side_are_in_one_size(name: str) -> None:
    scenario = scenario_of(name)
    forces = [force for force in scenario.forces if force.teams]
    writer = Writer(91.5, DrawingContext.of(scenario.ruleset, load_theme()))
    canvas = Canvas(91.5, 600, writer.context)
    top = 0.0
    for block in team_flow(scenario, forces, writer.context).blocks(writer):
        block.draw(canvas, 0, top)
        top += block.height
    titles = {member.weapon.title for force in forces for member in force.members if member.weapon}
    sizes = {round(text.height, 2) for text in canvas.drawing("teams", "Teams").texts if text.text in titles}
    assert len(titles) > 1
    assert len(sizes) == 1


@pytest.mark.parametrize("name", TEAMS)
def test_groups_of_bugs_have_a_line_for_each_marker_for_them_if_a_sheet_has_room(name: str) -> None:
    scenario = scenario_of(name)
    [spotted] = [
        need
        for need in marker_needs(scenario.ruleset, scenario.census)
        if need.marker.slug == "spotted-hidden"
    ]
    context = DrawingContext.of(scenario.ruleset, load_theme())
    heights = [
        sum(block.height for block in flow.blocks(Writer(190.0, context)))
        for flow in (
            track_flow(scenario.ruleset, context, scenario=scenario, room=room) for room in (0.0, 600.0)
        )
    ]
    assert spotted.copies >= 7
    assert heights[1] > heights[0]
    assert len([page for page in kit_of(name).pages if page.title.startswith("Tracks")]) == 1
