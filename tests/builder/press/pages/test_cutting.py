"""Maps over several sheets: nothing is lost, nothing is cut that should not be, and the seams meet."""

from __future__ import annotations

import itertools
import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from soak import every, times

from builder.draw.maps.landmap import land_corner
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.open.frame import TITLE_BAND, TITLE_RULE, draw_title
from builder.draw.maps.open.land_plan import LandPlan
from builder.draw.surface.canvas import Canvas, Drawing, svg_text
from builder.draw.surface.clear_space import overlaps
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.geometry.gathering import gather
from builder.press.pages.cutting import OVERLAP, Fill, best_cuts, cut_up, severed
from builder.press.pages.joining import HOW_TYPE, how_lines, largest_block
from builder.press.pages.paper import Paper
from builder.press.pages.tiling import room_of, seams_of, tile
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

LIBRARY = {path.stem: path for path in sorted(shipped("scenarios").rglob("*.yaml"))}
CUT = every(times(9, 1), list(itertools.product(LIBRARY, ["a4", "letter"])))
CONTEXT = DrawingContext(load_theme())
A4 = load_paper("a4")
SVG = "{http://www.w3.org/2000/svg}"
spans = st.lists(st.tuples(st.floats(0, 480), st.floats(0.5, 12)), max_size=40)


def maps_of(path: Path, sheet: Paper = A4) -> list[Drawing]:
    """The maps of a scenario as they are cut, without their titles."""
    scenario = load_scenario(path)
    artist = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme()))
    maps = artist.maps(190.0, room_of(sheet.turned)) if artist.is_tiled else []
    return [drawing.cropped(drawing.area) if drawing.area else drawing for drawing in maps]


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "paper"), CUT)
def test_no_seam_goes_through_a_door_a_symbol_or_a_text(slug: str, paper: str) -> None:
    sheet = load_paper(paper)
    for drawing in maps_of(LIBRARY[slug], sheet):
        ways = itertools.product((sheet, sheet.turned), (Fill.FULL, Fill.THRIFTY))
        plans = [cut_up(drawing, room_of(way), fill) for way, fill in ways]
        assert [] in [severed(drawing, [section.cut for section in sections]) for sections in plans]


@pytest.mark.parametrize("slug", ["brood-debt", "kessel-wash", "static"])
def test_no_seam_is_between_an_objective_and_its_name(slug: str) -> None:
    scenario = load_scenario(LIBRARY[slug])
    context = DrawingContext.of(scenario.ruleset, load_theme())
    artist = map_artist(scenario, context)
    right, below = land_corner()
    for west, north, east, south in LandPlan(scenario, context, artist.look).goal_boxes:
        box = (west + right, north + below, east + right, south + below)
        assert not any(overlaps(box, seam) for seam in seams_of(artist.maps(190.0), A4, context))


def test_every_door_and_every_hex_number_is_an_obstacle_for_cuts() -> None:
    scenario = load_scenario(LIBRARY["dead-air"])
    for level, drawing in enumerate(maps_of(LIBRARY["dead-air"])):
        doors = sum(door.level == level for door in scenario.hex_map.doors.values())
        assert len(drawing.kept) >= doors + len(list(scenario.hex_map.grid))


@example(421.25, 147.09375, [])
@given(st.floats(60, 500), st.floats(60, 200), spans)
def test_strips_fit_their_sheets_and_share_the_overlap(
    length: float, room: float, stretches: list[tuple[float, float]]
) -> None:
    hard = [(start, start + wide) for start, wide in stretches]
    for fill in Fill:
        cuts = best_cuts(length, room, hard, [], fill)
        ends = [0.0, *cuts, length]
        assert ends == sorted(ends)
        for number, (start, end) in enumerate(pairwise(ends)):
            first, last = number == 0, number == len(cuts)
            printed = (end + (0 if last else OVERLAP / 2)) - (start - (0 if first else OVERLAP / 2))
            assert printed <= room + 0.11


@given(spans)
def test_a_cut_avoids_obstacles_if_it_can(obstacles: list[tuple[float, float]]) -> None:
    hard = [(start, start + wide) for start, wide in obstacles]
    (cut,) = best_cuts(300.0, 200.0, hard, [])
    free = any(
        all(not start - 0.2 < place < end + 0.2 for start, end in hard)
        for place in (105 + step / 10 for step in range(1, 899))
    )
    if free:
        assert not any(start < cut < end for start, end in hard)


@pytest.mark.parametrize("slug", ["dead-air", "customs-house", "kessel-wash"])
def test_the_parts_cover_the_map_and_do_not_overlap_where_they_are_cut(slug: str) -> None:
    for drawing in maps_of(LIBRARY[slug]):
        sections = cut_up(drawing, room_of(A4))
        area = sum(section.cut[2] * section.cut[3] for section in sections)
        assert area == pytest.approx(drawing.width * drawing.height)
        for one, two in combinations(sections, 2):
            wide = min(one.cut[0] + one.cut[2], two.cut[0] + two.cut[2]) - max(one.cut[0], two.cut[0])
            tall = min(one.cut[1] + one.cut[3], two.cut[1] + two.cut[3]) - max(one.cut[1], two.cut[1])
            assert min(wide, tall) <= 1e-6


boxes = st.lists(st.tuples(st.floats(5, 190), st.floats(5, 270)), min_size=1, max_size=12)


@given(boxes)
def test_boxes_are_on_the_sheet_and_do_not_overlap(sizes: list[tuple[float, float]]) -> None:
    sheets = gather(sizes, (190, 270), 5)
    assert sorted(spot.index for sheet in sheets for spot in sheet) == list(range(len(sizes)))
    for sheet in sheets:
        placed = [(spot.x, spot.y, *sizes[spot.index]) for spot in sheet]
        assert all(x + wide <= 190.001 and y + tall <= 270.001 for x, y, wide, tall in placed)
        for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(placed, 2):
            assert (
                x1 + w1 + 4.999 <= x2
                or x2 + w2 + 4.999 <= x1
                or y1 + h1 + 4.999 <= y2
                or y2 + h2 + 4.999 <= y1
            )


def board(width: float, height: float, name: str) -> Drawing:
    canvas = Canvas(width, height, CONTEXT)
    canvas.rect(0, 0, width, height, fill="#eeeeee")
    return canvas.drawing(name, name.title())


def test_decks_share_a_sheet_where_they_fit() -> None:
    pages = tile("Maps", [board(180, 100, "upper"), board(180, 100, "lower")], A4, "", CONTEXT)
    assert [page.title for page in pages] == ["Upper; Lower"]


def test_sheets_mark_their_cut_beside_the_map_and_never_on_it() -> None:
    drawing = board(300, 150, "deck")
    cut = cut_up(drawing, room_of(A4), Fill.LIKE_THE_REST)[1].cut[0]
    for page in tile("Maps", [drawing], A4, "", CONTEXT):
        root = ElementTree.fromstring(svg_text(page.drawing).encode("utf-8"))
        frame = next(item for item in root.iter(f"{SVG}svg") if item.get("viewBox") and item is not root)
        left, top, wide, tall = (float(frame.get(name, "0")) for name in ("x", "y", "width", "height"))
        marks = [item for item in root.iter(f"{SVG}path") if item.get("stroke") == CONTEXT.theme["accent"]]
        ends = [
            tuple(map(float, end.split()))
            for mark in marks
            for end in re.split("[ML]", mark.get("d", ""))[1:]
        ]
        assert len(ends) == 4
        for x, y in ends:
            assert left - float(frame.get("viewBox", "").split()[0]) + cut == pytest.approx(x, abs=0.01)
            # A mark above the map does not run through the rule under its title.
            assert top - TITLE_BAND + TITLE_RULE < y <= top or y >= top + tall
            assert left <= x <= left + wide


def test_parts_of_a_map_are_alike_and_in_the_middle_of_their_sheets() -> None:
    pages = tile("Maps", [board(340, 250, "plain")], A4, "", CONTEXT)
    assert len(pages) == 2
    for page in pages:
        root = ElementTree.fromstring(svg_text(page.drawing).encode("utf-8"))
        frame = next(item for item in root.iter(f"{SVG}svg") if item.get("viewBox") and item is not root)
        left, wide = (float(frame.get(name, "0")) for name in ("x", "width"))
        assert wide == pytest.approx(175, abs=3)
        assert left + wide / 2 == pytest.approx(A4.width / 2, abs=1)


def test_a_sheet_lies_on_its_side_if_less_of_its_width_is_white_then() -> None:
    for page in tile("Maps", [board(270, 200, "plain")], A4, "", CONTEXT):
        assert page.drawing.width > page.drawing.height


def test_a_sheet_stands_rather_than_have_a_low_strip_of_no_use_below_a_map() -> None:
    for page in tile("Maps", [board(270, 250, "plain")], A4, "", CONTEXT):
        assert page.drawing.height > page.drawing.width


@pytest.mark.parametrize(("room", "is_low"), [((190.0, 80.0), True), ((64.0, 150.0), False)])
def test_pictures_of_how_sheets_are_joined_fill_a_room(room: tuple[float, float], is_low: bool) -> None:
    block = largest_block([cut_up(board(320, 175, "deck"), (190.0, 260.0))], CONTEXT, room)
    assert block is not None
    assert block.is_low is is_low
    assert block.drawing.width <= room[0]
    assert block.drawing.height <= room[1]
    # The picture is as wide as the room, or as the text beside it leaves.
    assert block.shown > (0.9 * (room[0] - 50.0 * is_low)) ** 2 * 175 / 320


def test_small_parts_of_two_maps_share_a_sheet_in_the_order_of_the_parts() -> None:
    maps = [board(350, 170, "upper"), board(350, 170, "lower")]
    names = [page.drawing.name for page in tile("Maps", maps, A4, "", CONTEXT)]
    assert names == ["upper-1", "upper-2-lower-1", "lower-2"]


@pytest.mark.parametrize("width", [62.0, 110.0, 140.0])
def test_lines_about_how_sheets_are_joined_are_about_equally_long(width: float) -> None:
    *lines, last = how_lines(CONTEXT, width)
    assert all(CONTEXT.metrics.width(line, HOW_TYPE) <= width for line in (*lines, last))
    assert CONTEXT.metrics.width(last, HOW_TYPE) > width / 2


def test_drawings_needed_besides_the_map_take_as_few_sheets_as_they_can() -> None:
    # Full parts before the last one leave room for the plan below that.
    plan = board(120, 90, "plan")
    pages = tile("Maps", [board(190, 420, "tower")], A4, "", CONTEXT, needed=lambda room, widest: [plan])
    assert len(pages) == 2


def test_a_map_of_several_sheets_has_a_key_to_how_they_are_joined() -> None:
    pages = tile("Maps", [board(300, 150, "deck")], A4, "", CONTEXT)
    written = [text.text for page in pages for text in page.drawing.texts]
    assert CONTEXT.words("sheet.joining").upper() in written
    assert {"DECK, PART 1 OF 2", "DECK, PART 2 OF 2"} <= set(written)


@pytest.mark.parametrize("width", [190.0, 60.0, 34.0])
def test_the_title_of_a_section_is_whole_however_narrow_the_section_is(width: float) -> None:
    canvas = Canvas(width, TITLE_BAND, CONTEXT)
    draw_title(canvas, "Meridian Station", "Ground Level, part 2 of 2", width)
    texts = canvas.drawing("title", "").texts
    assert "GROUND LEVEL, PART 2 OF 2" in " ".join(text.text for text in texts[::-1]).upper()
    assert all(text.x >= 0 and text.y >= 0 and text.x + text.width <= width + 0.01 for text in texts)


def test_of_a_level_of_a_base_that_nobody_can_leave_only_the_rooms_are_printed() -> None:
    by_name = {drawing.name: drawing for drawing in maps_of(LIBRARY["cold-berth"])}
    upper, ground = by_name["map-upper"], by_name["map-ground"]
    assert upper.width * upper.height < 0.4 * ground.width * ground.height
    scenario = load_scenario(LIBRARY["cold-berth"])
    rooms = {area.name.upper() for area in scenario.hex_map.areas_on(list(by_name).index("map-upper"))}
    assert rooms <= {text.text for text in upper.texts}


def test_no_seam_goes_through_the_hill_of_an_objective() -> None:
    # That of the relay is in columns 7 to 10 of hexes of 19 mm.
    [drawing] = maps_of(LIBRARY["static"])
    [(west, _, east, _)] = seams_of([drawing], A4, CONTEXT)
    column = 19.0 * 3**0.5 / 2
    assert east < land_corner()[0] + 6.4 * column or west > land_corner()[0] + 10.2 * column
