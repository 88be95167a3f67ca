"""The levels of a deck belong together: letters, stairs, names of rooms, and seams on the overview."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from kits import kit_of, scenario_of
from shapely import Point, Polygon, box

from builder.draw.maps.deck_artist import DeckArtist
from builder.draw.maps.decks.arrangement import Arrangement
from builder.draw.maps.decks.craft import BOAT, POD, TRACKED, craft_look
from builder.draw.maps.decks.diagrams.seams import draw_seams
from builder.draw.maps.decks.extent import overview_boxes, printed_box
from builder.draw.maps.decks.key import deck_items
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.decks.signs import STAR, DeckSigns
from builder.draw.maps.decks.vehicles import craft_on, craft_shape
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.zone_tabs import title_of
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.filler import Filler
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import BOLD, Type
from builder.geometry.hexgrid import Hex
from builder.scenario.load import scenario_from
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

LOOK = MapLook()


def _plan(name: str, level: int) -> tuple[DeckPlan, DrawingContext]:
    scenario = scenario_of(name)
    context = DrawingContext.of_scenario(scenario, load_theme())
    return DeckPlan(scenario.hex_map, level, context.theme, context.memo), context


def test_letters_that_replace_names_differ_on_all_levels_of_an_overview() -> None:
    scenario = scenario_of("dead-air")
    context = DrawingContext.of_scenario(scenario, load_theme())
    # On so small a sheet, the names of narrow rooms do not even fit upright.
    [overview, *_] = DeckArtist(scenario, context).overview((130.0, 225.0))
    lists = [text.text for text in overview.texts if " = " in text.text]
    letters = [entry.split(" = ")[0] for line in lists for entry in line.split(" · ")]
    assert len(letters) == len(set(letters)) > 1


def test_the_names_of_narrow_rooms_of_an_overview_run_upwards() -> None:
    scenario = scenario_of("dead-air")
    context = DrawingContext.of_scenario(scenario, load_theme())
    [overview, *_] = DeckArtist(scenario, context).overview((190.0, 277.0))
    shapes = {text.text: text.height > text.width for text in overview.texts}
    assert {name: shapes[name] for name in ("AIRLOCK", "STORES", "REACTOR", "MEDLAB")} == {
        "AIRLOCK": True,
        "STORES": True,
        "REACTOR": True,
        "MEDLAB": False,
    }
    assert not any(" = " in text.text for text in overview.texts)


def test_all_levels_of_an_overview_are_equally_wide() -> None:
    scenario = scenario_of("cold-berth")
    context = DrawingContext.of_scenario(scenario, load_theme())
    plans = [_plan("cold-berth", level)[0] for level in range(2)]
    boxes = overview_boxes(scenario, plans, context.words)
    assert len({(west, east) for west, _, east, _ in boxes}) == 1
    printed = [printed_box(scenario, plan, context.words, is_small=True) for plan in plans]
    assert len({(west, east) for west, _, east, _ in printed}) == 2


@pytest.mark.parametrize("name", ["cold-berth", "dead-air", "long-walk", "ninth-hour", "relief"])
def test_the_star_of_an_objective_is_in_one_hex(name: str) -> None:
    scenario = scenario_of(name)
    for level in range(len(scenario.hex_map.levels)):
        plan, context = _plan(name, level)
        placed = Arrangement(scenario, plan, context, LOOK, None)
        spots = {goal.id: goal.region.spot.hex for goal in scenario.objectives}
        radius = 0.27 * STAR * plan.size
        for id, at in placed.stars.items():
            assert Polygon(plan.layout.corners(spots[id])).buffer(0.01).covers(Point(at).buffer(radius)), id


@pytest.mark.parametrize(
    ("name", "names"), [("cold-berth", ["Specimen"]), ("relief", []), ("ninth-hour", [])]
)
def test_a_star_has_its_name_unless_a_console_or_its_room_says_it(name: str, names: list[str]) -> None:
    scenario = scenario_of(name)
    plan, context = _plan(name, scenario.objectives[0].region.spot.level)
    placed = Arrangement(scenario, plan, context, LOOK, None)
    assert [each.text for each in placed.star_names.values()] == names
    for id, each in placed.star_names.items():
        assert Point(placed.stars[id]).distance(box(*each.box)) < plan.size / 4
    assert len(placed.stars) > len(names)


def test_the_star_of_a_secret_objective_moves_no_console() -> None:
    path = shipped("scenarios") / "bug_hunter" / "dead-air.yaml"
    text = path.read_text("utf-8").replace("  - id: beacon\n", "  - id: beacon\n    secret: true\n")
    scenario = scenario_from(parse_yaml(text, "dead-air.yaml"))
    plan, context = _plan("dead-air", 0)
    placed = [
        Arrangement(each, plan, context, LOOK, None).signs.signs
        for each in (scenario, replace(scenario, objectives=()))
    ]
    assert placed[0] == placed[1]


def test_stairs_lead_down_on_the_upper_level_and_up_on_the_lower_one() -> None:
    for level, name in ((0, "stairs_down"), (1, "stairs_up")):
        plan, context = _plan("cold-berth", level)
        signs = Arrangement(scenario_of("cold-berth"), plan, context, LOOK, None).signs.signs
        assert {sign.name for sign in signs if sign.name.startswith("stairs")} == {name}


def test_the_tab_of_a_zone_covers_no_number() -> None:
    plan, context = _plan("relief", 0)
    placed = Arrangement(scenario_of("relief"), plan, context, LOOK, None)
    tabs = [box(*tab.box) for tab in placed.zones.tabs]
    numbers = [
        box(x - 2.0, y - placed.spots.cap, x + 2.0, y)
        for spots in placed.numbers.values()
        for _, x, y in spots
    ]
    assert not any(tab.intersects(number) for tab in tabs for number in numbers)


@pytest.mark.parametrize("name", ["long-walk", "ninth-hour", "relief"])
def test_vehicles_keep_off_the_walls_of_rooms_and_cover_the_middles_of_their_hexes(name: str) -> None:
    plan, _ = _plan(name, 0)
    edges = plan.inside.boundary.buffer(plan.wall / 2)
    for vehicle in scenario_of(name).vehicles:
        hexes = vehicle.region.hexes(0)
        shape = craft_shape(plan, hexes)
        assert not shape.intersects(edges)
        assert all(shape.covers(Point(*plan.layout.center(hex))) for hex in hexes)


def test_seams_on_an_overview_stop_at_words_and_each_sheet_has_its_number() -> None:
    context = DrawingContext(load_theme())
    words = Canvas(100.0, 60.0, context)
    words.text("CARGO HOLD", 50.0, 30.0, Type(BOLD, 4.0), anchor="middle")
    [word] = words.drawing("words", "").texts
    canvas = Canvas(100.0, 60.0, context)
    parts = [(0.0, 0.0, 50.0, 60.0), (50.0, 0.0, 50.0, 60.0)]
    draw_seams(canvas, parts, (0.0, 0.0, 100.0, 60.0), [word])
    drawing = canvas.drawing("seams", "")
    assert [text.text for text in drawing.texts] == ["1", "2"]
    ends = [float(y) for y in re.findall(r"M50 ([\d.]+)", svg_text(drawing))]
    ends += [float(y) for y in re.findall(r"V([\d.]+)", svg_text(drawing))]
    assert ends
    assert not any(word.y < y < word.y + word.height for y in ends)


def test_the_number_of_a_sheet_stands_beside_a_heading_on_the_frame() -> None:
    context = DrawingContext(load_theme())
    words = Canvas(100.0, 60.0, context)
    words.text("LOWER DECK", 15.0, 11.0, Type(BOLD, 4.0))
    [word] = words.drawing("words", "").texts
    canvas = Canvas(100.0, 60.0, context)
    parts = [(0.0, 10.0, 50.0, 50.0), (50.0, 10.0, 50.0, 50.0)]
    draw_seams(canvas, parts, (0.0, 10.0, 100.0, 60.0), [word])
    first, second = canvas.drawing("seams", "").texts
    assert first.x > word.x + word.width
    assert second.x + second.width / 2 == pytest.approx(75.0)


def test_no_sheet_of_a_deck_has_only_a_part_of_the_map_on_it() -> None:
    pages = [page.drawing for page in kit_of("cold-berth").pages if page.drawing.name.startswith("map-")]
    words = DrawingContext(load_theme()).words
    headings = [words(name).upper() for name in ("map.ways-between", "sheet.joining", "map.key")]
    written = [{text.text for text in page.texts} for page in pages]
    assert [next(name for name in headings if name in texts) for texts in written] == headings


def test_several_levels_are_shown_above_each_other_with_the_hexes_of_the_ways_between_them() -> None:
    def ways_of(name: str) -> list[Filler]:
        scenario = scenario_of(name)
        artist = map_artist(scenario, DrawingContext.of_scenario(scenario, load_theme()))
        return [filler for filler in artist.fillers if filler.grows]

    [ways] = ways_of("cold-berth")
    drawing = ways.draw((190.0, 160.0))
    assert drawing.height <= 160.1
    texts = {text.text for text in drawing.texts}
    assert {"1103", "1503", "BUNK LOFT", "DORMITORY"} <= texts
    assert not ways_of("relief")


@pytest.mark.parametrize(
    ("name", "looks", "even"),
    [
        ("long-walk", [BOAT, POD], [False, False]),
        ("ninth-hour", [BOAT], [False]),
        ("relief", [TRACKED], [False]),
    ],
)
def test_a_vehicle_looks_like_its_kind_and_has_a_bow_if_it_lies_the_way_it_faces(
    name: str, looks: list[str], even: list[bool]
) -> None:
    plan, _ = _plan(name, 0)
    vehicles = scenario_of(name).vehicles
    crafts = [craft_on(plan, vehicle.region.hexes(0), vehicle.facing) for vehicle in vehicles]
    assert [craft_look(vehicle) for vehicle in vehicles] == looks
    assert [craft is not None and craft.is_even for craft in crafts] == even


def test_a_craft_that_lies_across_the_way_it_faces_has_no_bow() -> None:
    plan, _ = _plan("long-walk", 0)
    crafts = [craft_on(plan, [Hex(16, 7), Hex(17, 7)], facing) for facing in ("N", "NE")]
    assert [craft is not None and craft.is_even for craft in crafts] == [True, False]


def test_no_tab_outside_a_hull_stands_on_a_seam_of_an_overview() -> None:
    scenario = scenario_of("cold-berth")
    artist = DeckArtist(scenario, DrawingContext.of_scenario(scenario, load_theme()))
    size, boxes = (190.0, 270.0), [[(0.0, 0.0, whole.width, whole.height)] for whole in artist.maps(190.0)]
    [first, *_] = artist.overview(size)
    [tab] = [text for text in first.texts if text.text == "NIGHT WATCH"]
    ground = artist.maps(190.0)[1]
    assert ground.area is not None
    wide = ground.area[2]
    scale = size[0] / wide
    cut = (tab.x + tab.width / 2) / scale
    boxes[1] = [(0.0, 0.0, cut, 200.0), (cut, 0.0, wide - cut, 200.0)]
    artist = DeckArtist(scenario, DrawingContext.of_scenario(scenario, load_theme()))
    artist.keep_off(boxes)
    [second, *_] = artist.overview(size)
    [moved] = [text for text in second.texts if text.text == "NIGHT WATCH"]
    seam = cut * scale
    assert not moved.x < seam < moved.x + moved.width


@pytest.mark.parametrize(("name", "level"), [("relief", 0), ("ninth-hour", 0), ("dead-air", 1)])
def test_machinery_of_a_level_has_one_size_also_beside_a_wall(name: str, level: int) -> None:
    plan, context = _plan(name, level)
    signs = DeckSigns(plan, context.metrics, context.words, captions=True).signs
    sizes = {round(sign.size, 3) for sign in signs if sign.name in ("machinery", "explosive")}
    assert len(sizes) == 1


def test_every_command_post_is_in_the_key_with_the_set_up_zones_apart() -> None:
    def said(name: str) -> list[str]:
        scenario = scenario_of(name)
        context = DrawingContext.of(scenario.ruleset, load_theme())
        return [item.title for item in deck_items(scenario, context, LOOK)]

    # Nobody starts in that of Cold Berth, some of the crew in the others.
    for name in ("cold-berth", "ninth-hour", "relief", "long-walk"):
        assert said(name).count("Command post") == 1, name
    assert "Command post" not in said("dead-air")
    assert said("ninth-hour").count("Set-up zone") == 2


@pytest.mark.parametrize("name", ["cold-berth", "ninth-hour", "relief", "long-walk"])
def test_the_tab_of_a_command_post_has_its_sign(name: str) -> None:
    scenario = scenario_of(name)
    titles = {zone.id: title_of(scenario, zone) for zone in scenario.zones}
    posts = [id for id, title in titles.items() if title.is_post or title.has_post]
    assert posts == [scenario.command_post]
    assert titles[posts[0]].is_post == (name == "cold-berth")


@pytest.mark.parametrize(
    ("name", "level", "machines"),
    [
        ("dead-air", 1, {"Engine Room": "bells", "Life Support": "fans", "Pump Room": "pump-bank"}),
        ("ninth-hour", 0, {"Reactor Control": "vessels", "Drive": "bells", "Pump Room": "pump-bank"}),
        ("relief", 0, {"Mixers": "vat", "Filters": "filter-bank", "Power": "generator"}),
        ("cold-berth", 1, {"Settling Ponds": "pond", "Generator": "generator"}),
    ],
)
def test_a_technical_room_has_the_machine_of_its_kind(
    name: str, level: int, machines: dict[str, str]
) -> None:
    plan, context = _plan(name, level)
    placed = Arrangement(scenario_of(name), plan, context, LOOK, None)
    there: dict[str, list[str]] = {area.name: [] for area in plan.map.areas_on(level)}
    for machine in placed.machines:
        [room] = [id for id, floor in plan.floors.items() if floor.covers(box(*machine.box))]
        there[plan.map.areas[room].name].append(machine.name)
    assert {room: there[room][0] for room in machines} == machines


@pytest.mark.parametrize("name", ["cold-berth", "dead-air", "long-walk", "ninth-hour", "relief"])
def test_a_machine_is_in_one_room_clear_of_doors_symbols_and_names(name: str) -> None:
    scenario = scenario_of(name)
    for level in range(len(scenario.hex_map.levels)):
        plan, context = _plan(name, level)
        placed = Arrangement(scenario, plan, context, LOOK, None)
        signs = [box(*each) for sign in placed.signs.signs for each in sign.boxes(placed.metrics)]
        names = [box(*label.box) for label, _ in placed.names.labels]
        tabs = [box(*tab.box) for tab in placed.zones.tabs]
        furniture = [box(*piece.box) for piece in placed.furniture]
        solids = [*signs, *names, *tabs, *furniture, *(box(*door) for door in placed.door_boxes)]
        for number, machine in enumerate(placed.machines):
            shape = box(*machine.box)
            assert any(floor.covers(shape) for floor in plan.floors.values()), machine.name
            others = [*solids, *(box(*other.box) for other in placed.machines[:number])]
            assert not any(shape.intersection(other).area > 0.01 for other in others), machine.name


@pytest.mark.parametrize(
    ("name", "level", "left_out"),
    # The name of a narrow room leaves none for its reactor.
    [("dead-air", 1, ["vessels"]), ("ninth-hour", 0, []), ("relief", 0, []), ("cold-berth", 1, [])],
)
def test_an_overview_has_the_machines_of_the_map_clear_of_its_larger_names(
    name: str, level: int, left_out: list[str]
) -> None:
    plan, context = _plan(name, level)
    scenario = scenario_of(name)
    whole = Arrangement(scenario, plan, context, LOOK, None)
    small = Arrangement(
        scenario, plan, context, LOOK, 0.6, furniture=whole.furniture, machines=whole.machines
    )
    shown = [each.name for each in small.machines]
    assert sorted([*shown, *left_out]) == sorted(each.name for each in whole.machines)
    texts = [box(*label.box) for label, _ in small.names.labels] + [box(*tab.box) for tab in small.zones.tabs]
    pieces = [box(*piece.box) for piece in (*small.machines, *small.furniture)]
    assert not any(piece.intersection(text).area > 0.01 for piece in pieces for text in texts)


def test_a_small_mess_has_small_tables() -> None:
    plan, context = _plan("relief", 0)
    pieces = Arrangement(scenario_of("relief"), plan, context, LOOK, None).furniture
    floor = plan.floors["canteen"]
    tables = [piece.name for piece in pieces if "table" in piece.name and floor.covers(box(*piece.box))]
    assert len(tables) == 3
    assert "table" not in tables


def test_the_pods_of_a_cryo_bay_are_on_a_rack_from_wall_to_wall_between_them() -> None:
    plan, context = _plan("dead-air", 0)
    [rack] = Arrangement(scenario_of("dead-air"), plan, context, LOOK, None).racks
    sides = [plan.layout.side(berth.side) for berth in plan.map.berths if berth.level == 0]
    assert sorted(rack.pods) == sorted(((x1 + x2) / 2, y) for (x1, y), (x2, _) in sides)
    assert {y < rack.north for _, y in rack.pods} == {True, False}
    assert not any(rack.north < y < rack.south for _, y in rack.pods)
    west, _, east, _ = plan.floors["cryo"].bounds
    assert rack.west - west == east - rack.east == pytest.approx(plan.wall / 2)
