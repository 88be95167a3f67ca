"""The diagram of the set-up on a briefing has each step and the title of each objective."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from kits import SCENARIOS, TRIED, kit_of, scenario_of
from shapely import Point, box

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.zone_tabs import ZoneTitle, set_up_steps, zones_of_steps
from builder.draw.sheets.set_up_ground import draw_ground
from builder.draw.sheets.set_up_map import draw_set_up
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.icons import icon_path
from builder.draw.surface.theme import load_theme
from builder.press.kit.kit import Kit

NAMES = tuple(dict.fromkeys((*TRIED, *list(SCENARIOS)[::4])))
ROOMS = ("room", "bay")
DECKS = frozenset(name for name, path in SCENARIOS.items() if path.parent.name == "bug_hunter")


def _zones(kit: Kit) -> list[ZoneTitle]:
    return zones_of_steps(kit.scenario, MapLook().zones_of(kit.scenario))


@pytest.mark.parametrize("name", NAMES)
def test_a_diagram_has_the_steps_of_the_briefing_and_names_each_objective(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    texts = {text.text for text in drawing.texts}
    shown = {title for slab in slabs for _, title in slab.flags}
    assert shown <= texts
    numbers = {str(number) for number, _ in enumerate(set_up_steps(kit.scenario), 1)}
    marked = {step for text in texts if text[:1].isdigit() for step in text.replace(",", " ").split()}
    assert marked
    assert marked <= numbers
    assert all(text.x >= -0.1 and text.x + text.width <= 91.1 for text in drawing.texts)


@pytest.mark.parametrize("name", NAMES)
def test_a_briefing_has_the_diagram(name: str) -> None:
    kit = kit_of(name)
    page = next(page for page in kit.pages if page.part == "Briefing")
    titles = {title for slab in kit.parts["briefing"].slabs for _, title in slab.flags}
    assert titles <= {text.text for text in page.drawing.texts}


def test_a_map_without_zones_or_too_small_to_read_has_no_diagram() -> None:
    kit = kit_of("dead-air")
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    assert draw_set_up(slabs, _zones(kit), 91.0, 0.3, context) is None
    assert draw_set_up([], _zones(kit), 91.0, 1.0, context) is None


@pytest.mark.parametrize("name", [name for name in NAMES if name not in DECKS])
def test_a_diagram_names_terrain_and_no_text_lies_on_a_star_or_another_text(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    named = {place.name.casefold() for slab in slabs for place in slab.places}
    written = [text for text in drawing.texts if text.text.casefold() in named]
    assert len(written) >= len(named) / 2
    boxes = [
        box(text.x, text.y, text.x + text.width, text.y + text.height).buffer(-0.1) for text in drawing.texts
    ]
    for number, one in enumerate(boxes):
        assert not any(one.intersects(other) for other in boxes[:number]), drawing.texts[number].text


def test_a_diagram_has_the_markers_of_the_start_and_names_wire() -> None:
    kit = kit_of("customs-house")
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    assert icon_path("fire") in svg_text(drawing)
    assert "WIRE" in {text.text for text in drawing.texts}


def test_no_name_on_a_diagram_touches_the_ground_of_another() -> None:
    kit = kit_of("candle")
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    [hill] = [text for text in drawing.texts if text.text == "Taper Hill"]
    [shed] = [text for text in drawing.texts if text.text == "SHED"]
    # The shed is right below its name.
    assert hill.y > shed.y + 2 * shed.height


@pytest.mark.parametrize("name", NAMES)
def test_the_key_of_a_diagram_names_each_zone_and_signs_do_not_cover_each_other(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    assert {zone.text for zone in _zones(kit)} <= {text.text for text in drawing.texts}
    boxes = [box(text.x, text.y, text.x + text.width, text.y + text.height) for text in drawing.texts]
    for number, one in enumerate(boxes):
        assert not any(one.buffer(-0.2).intersects(other) for other in boxes[:number])


def test_only_several_objectives_have_numerals() -> None:
    context = DrawingContext.of_scenario(kit_of("dead-air").scenario, load_theme())
    for name, numerals in (("dead-air", {"I", "II"}), ("last-lift", set())):
        kit = kit_of(name)
        drawing = draw_set_up(kit.parts["briefing"].slabs, _zones(kit), 91.0, 1.0, context)
        assert drawing is not None
        assert {text.text for text in drawing.texts if not {*text.text} - {*"IVX"}} == numerals


@pytest.mark.parametrize("name", sorted(DECKS))
def test_the_names_of_rooms_on_a_diagram_have_one_size_and_most_rooms_have_one(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    areas = {area.name for area in kit.scenario.hex_map.areas.values() if area.kind != "lift"}
    words = {word for area in areas for word in area.split() if len(word) > 1}
    key = {zone.text for zone in _zones(kit)} | {title for slab in slabs for _, title in slab.flags}
    sizes = {round(text.height, 2) for text in drawing.texts if text.text in (words | areas) - key}
    assert len(sizes) == 1
    written = " ".join(text.text for text in drawing.texts)
    assert sum(area.split()[0] in written for area in areas) >= len(areas) * 0.6


@pytest.mark.parametrize("name", sorted(DECKS))
def test_a_diagram_names_every_room_in_which_a_step_sets_somebody_up(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    texts = ElementTree.fromstring(svg_text(drawing).encode("utf-8")).iter("{http://www.w3.org/2000/svg}text")
    written = " ".join(text.text or "" for text in texts)
    decks = kit.scenario.hex_map
    zones = [zone for zone in MapLook().zones_of(kit.scenario) if not zone.secret]
    places = {(spot.level, spot.hex) for zone in zones for spot in zone.region.spots}
    ids = {id for place, id in decks.area_at.items() if (place.level, place.hex) in places}
    # A lock of two hexes has room for no more than the step.
    ids = {id for id in ids if decks.areas[id].kind != "airlock"}
    words = [word for id in sorted(ids) for word in decks.areas[id].name.split() if len(word) > 1]
    assert words
    assert [word for word in words if word not in written] == []


def test_the_key_of_a_diagram_tells_hatches_from_lifts_once() -> None:
    kit = kit_of("dead-air")
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    texts = [text.text for text in drawing.texts]
    assert texts.count("Vertical hatch") == texts.count("Lift") == 1


def test_a_briefing_whose_tracks_are_below_it_has_a_smaller_diagram() -> None:
    page = next(page for page in kit_of("last-lift").pages if page.part == "Briefing")
    texts = {text.text for text in page.drawing.texts}
    assert {"The Teeth", "Ramp"} <= texts
    assert "Turn record" in texts


@pytest.mark.parametrize("name", ["dead-air", "relief", "cold-berth"])
def test_a_diagram_names_every_room_of_a_deck(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, _zones(kit), 91.0, 1.0, context)
    assert drawing is not None
    # A name in a narrow room is upright, and may be on two lines.
    texts = ElementTree.fromstring(svg_text(drawing).encode("utf-8")).iter("{http://www.w3.org/2000/svg}text")
    written = " ".join(text.text or "" for text in texts).split()
    rooms = [area for area in kit.scenario.hex_map.areas.values() if area.kind in ROOMS]
    assert rooms
    assert {word for area in rooms for word in area.name.split()} <= set(written)


def test_the_sign_of_a_small_zone_is_beside_it_and_off_the_zone_around_it() -> None:
    scenario = scenario_of("fort-hadley")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    [slab] = map_artist(scenario, context).slabs(190)
    canvas = Canvas(100, 70, context)
    scale = 96 / (slab.outline.bounds[2] - slab.outline.bounds[0])
    draw_ground(canvas, slab, (2.0, 2.0), scale, [])
    small, large = sorted((zone for zone, _ in slab.zones), key=lambda zone: zone.area)
    [first] = [text for text in canvas.drawing("ground", "Ground").texts if text.text == "1"]
    at = Point((first.x + first.width / 2 - 2.0) / scale, (first.y + first.height / 2 - 2.0) / scale)
    assert not small.contains(at)
    assert not large.contains(at)
    assert small.distance(at) * scale < 8.0


def test_mouths_of_tunnels_are_called_as_on_the_map() -> None:
    scenario = scenario_of("under-marrow")
    [slab] = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme())).slabs(190)
    canvas = Canvas(100, 70, DrawingContext.of(scenario.ruleset, load_theme()))
    draw_ground(canvas, slab, (2.0, 2.0), 96 / slab.outline.bounds[2], [])
    written = {text.text for text in canvas.drawing("ground", "Ground").texts}
    assert {"Sinkhole", "Quarry", "Gully", "PUMP SHED"} <= written
