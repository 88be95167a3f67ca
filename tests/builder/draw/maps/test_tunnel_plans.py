"""The secret plan of tunnels: the hollow where tunnels and chambers are, and what lies in the chambers."""

from __future__ import annotations

import pytest
from kits import scenario_of
from shapely import GeometryCollection, Point, box

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.nature.plot import Plot
from builder.draw.maps.open.tunnels.chambers import draw_contents
from builder.draw.maps.open.tunnels.earth import has_tones, stones_of
from builder.draw.maps.open.tunnels.hollow import hollow_of
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


def test_stones_lie_in_heaps_along_the_walls_off_the_hollow_and_what_is_written() -> None:
    plan = scenario_of("under-marrow").table_map.plan
    assert plan is not None
    hollow, written = hollow_of(plan, "under-marrow", SCALE), box(20, 10, 50, 20)
    ground = box(0, 0, 72 * SCALE, 48 * SCALE)
    plot = Plot(ground, seeded("test"), clear=GeometryCollection([hollow, written]))
    large, small = stones_of(plot, hollow)
    assert len(small) > len(large) > 10
    assert all(3.0 < hollow.distance(Point(spot)) < 8.0 for spot in large)
    assert all(0.0 < hollow.distance(Point(spot)) < 12.0 for spot in small)
    assert all(written.distance(Point(spot)) > 1.0 for spot in (*large, *small))
    assert all(ground.contains(Point(spot).buffer(1.0)) for spot in (*large, *small))


@pytest.mark.parametrize(
    ("theme", "expected"), [("default", True), ("low-ink", False), ("high-contrast", False)]
)
def test_only_themes_that_are_not_plain_have_tones_in_the_rock(theme: str, expected: bool) -> None:
    assert has_tones(load_theme(theme)) is expected
