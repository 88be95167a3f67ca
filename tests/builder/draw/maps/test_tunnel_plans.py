"""The secret plan of tunnels: the hollow where tunnels and chambers are, and what lies in the chambers."""

from __future__ import annotations

from kits import scenario_of
from shapely import Point, box

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.open.chambers import draw_contents
from builder.draw.maps.open.hollow import hollow_of
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import seeded
from builder.draw.surface.theme import load_theme

SCALE = 3.0


def context_of(name: str) -> DrawingContext:
    return DrawingContext.of(scenario_of(name).ruleset, load_theme())


def test_the_hollow_holds_the_middle_of_every_tunnel_and_chamber_and_no_wall_has_a_sharp_inner_corner() -> (
    None
):
    plan = scenario_of("under-marrow").table_map.plan
    assert plan is not None
    hollow = hollow_of(plan, "under-marrow", SCALE)
    for tunnel in plan.tunnels:
        assert all(hollow.contains(Point(x * SCALE, y * SCALE)) for x, y in tunnel.points[1:-1])
    for node in plan.nodes.values():
        assert hollow.contains(Point(node.at[0] * SCALE, node.at[1] * SCALE))
    # Closing a corner that is round already adds nothing.
    assert hollow.buffer(1.0).buffer(-1.0).difference(hollow).area < 0.5


def test_a_chamber_has_what_its_name_says_off_what_is_written_there() -> None:
    context, floor, written = context_of("under-marrow"), Point(20, 20).buffer(16), box(10, 17, 30, 23)
    drawn = {
        name: draw_contents(Canvas(40, 40, context), name, floor, written, seeded("test", name))
        for name in ("Nursery", "Larder", "Pit", "Chamber 2")
    }
    assert "eggs" in drawn["Nursery"]
    assert "cocoons" in drawn["Larder"]
    assert "shaft" in drawn["Pit"]
    assert all(len(things) > 2 for things in drawn.values())
    full = box(0, 0, 40, 40)
    assert draw_contents(Canvas(40, 40, context), "Pit", floor, full, seeded("test")) == []


def test_the_plan_says_that_it_is_secret_who_reads_it_and_has_a_line_for_each_entrance_and_chamber() -> None:
    scenario = scenario_of("under-marrow")
    [sheet] = map_artist(scenario, context_of("under-marrow")).plan_sheets((269.0, 182.0))
    texts = [placed.text for placed in sheet.texts]
    assert "SECRET" in texts
    assert "for the Bugs only" in texts
    assert all(texts.count(name) == 2 for name in ("Sinkhole", "Quarry", "Gully", "Nursery", "Larder", "Pit"))
