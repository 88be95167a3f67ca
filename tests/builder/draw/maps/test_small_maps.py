"""What a small diagram of a map names, and what is in the chambers of tunnels."""

from __future__ import annotations

from shapely import box
from shapely.affinity import scale as scaled

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.nature.shapes import exact
from builder.draw.maps.open.tunnels.tenants import tenants_of
from builder.draw.maps.spoken_names import is_spoken_of
from builder.draw.sheets.set_up_ground import draw_ground
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped


def library(name: str) -> Scenario:
    return load_scenario(shipped("scenarios") / f"{name}.yaml")


def test_a_name_is_spoken_of_with_or_without_its_article() -> None:
    scenario = library("handspan/last-lift")
    assert is_spoken_of("Old Dike", scenario)
    assert is_spoken_of("The Teeth", scenario)
    assert not is_spoken_of("Knuckle", scenario)


def test_a_diagram_of_dots_names_all_buildings_and_only_what_the_briefing_speaks_of() -> None:
    scenario = library("advanced_infantry/customs-house")
    [slab] = map_artist(scenario, DrawingContext(load_theme())).slabs(190.0)
    names = {place.name for place in slab.places}
    assert {building.name for building in scenario.dots_map.buildings} <= names
    assert {"Quay", "Culvert"} <= names
    assert names.isdisjoint({"Crates", "Tar barrel"})


def test_a_diagram_of_a_table_names_the_mouths_of_its_tunnels() -> None:
    scenario = library("mobile_infantry/the-old-one")
    [slab] = map_artist(scenario, DrawingContext(load_theme())).slabs(190.0)
    assert {"Sinkhole", "Quarry", "Gully"} <= {place.name for place in slab.places}


def test_a_chamber_shows_the_force_that_its_note_names() -> None:
    scenario = library("mobile_infantry/the-old-one")
    plan = scenario.table_map.plan
    assert plan is not None
    tenants = {
        node.name: [force.icon for force in tenants_of(scenario, node)] for node in plan.of_kind("chamber")
    }
    assert tenants == {"Nursery": [], "Pit": ["brain-bug"], "Larder": []}


def test_only_a_tunnel_of_unusual_width_says_how_wide_it_is() -> None:
    artist = map_artist(library("mobile_infantry/the-old-one"), DrawingContext(load_theme()))
    [plan] = artist.plans(240.0)
    assert [text.text for text in plan.texts if "×" in text.text] == ["17″ × 6″"]


def test_a_name_on_a_diagram_is_nearer_to_its_place_than_to_a_building_without_a_name() -> None:
    scenario = library("handspan/last-lift")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    [slab] = map_artist(scenario, context).slabs(190.0)
    west, _, east, _ = slab.outline.bounds
    scale = 46.0 / (east - west)
    canvas = Canvas(60.0, 60.0, context)
    draw_ground(canvas, slab, (0.0, 0.0), scale, ["A"])
    [text] = [text for text in canvas.drawing("plan", "plan").texts if text.text == "Salt Scrub"]
    name = box(text.x, text.y, text.x + text.width, text.y + text.height)
    table = scenario.table_map
    on_diagram = 46.0 / table.width
    scrub, hut = (
        scaled(exact(piece.shape), on_diagram, on_diagram, origin=(0.0, 0.0))
        for id in ("scrub", "hut")
        for piece in table.pieces
        if piece.id == id
    )
    assert name.distance(scrub) < name.distance(hut)
