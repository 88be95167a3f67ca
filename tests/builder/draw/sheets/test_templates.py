"""Templates: only those that a scenario can use, each once, with lettering clear of other lettering."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest
from kits import SCENARIOS, kit_of, scenario_of

from builder.draw.sheets.cutouts.dot_templates import dots_around
from builder.draw.sheets.cutouts.template_parts import Template, Use
from builder.draw.sheets.cutouts.template_sheets import template_block
from builder.draw.sheets.cutouts.templates import card_templates, templates_for
from builder.draw.sheets.cutouts.vehicle_templates import vehicle_templates
from builder.draw.surface.canvas import Canvas, Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.geometry.dotlattice import Dot, DotLattice, Lattice
from builder.geometry.shapes import Point
from builder.scenario.model import Scenario
from rulesdb import open_game

# What letters of one line reach into the next one, at most, in mm.
TOUCHING = 0.3
# Between two dots, in mm.
SPACING = 16.0
# What lengths in SVG are rounded by, in mm.
ROUNDED = 0.01


def templates_of(scenario: Scenario) -> list[Template]:
    own = templates_for(scenario.ruleset, load_words("en"), 16.0, scenario.census)
    return [*own, *vehicle_templates(scenario)]


def drawn(template: Template, scenario: Scenario) -> Drawing:
    canvas = Canvas(template.width, template.height, DrawingContext.of(scenario.ruleset, load_theme()))
    template.draw(canvas)
    return canvas.drawing(template.name, template.name)


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_lettering_of_a_template_is_on_other_lettering_or_on_its_edge(name: str) -> None:
    scenario = scenario_of(name)
    for template in templates_of(scenario):
        texts = [text for text in drawn(template, scenario).texts if text.text.strip()]
        for text in texts:
            assert min(text.x, text.y) >= 0, (template.name, text.text)
            assert text.x + text.width <= template.width, (template.name, text.text)
            assert text.y + text.height <= template.height, (template.name, text.text)
        for one, other in combinations(texts, 2):
            beside = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            above = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert min(beside, above) <= TOUCHING, (template.name, one.text, other.text)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_has_each_template_once(name: str) -> None:
    names = [template.name for template in templates_of(scenario_of(name))]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("mission", "craft"),
    [("bravo-two-zero", 3), ("fort-joe-smith", 3), ("tunnel-rats", 0), ("the-head-hunters", 0)],
)
def test_missions_with_retrieval_have_three_craft_with_ten_places(mission: str, craft: int) -> None:
    scenario = scenario_of(mission)
    pieces = [each for each in templates_of(scenario) if each.name.startswith("retrieval-craft")]
    assert len(pieces) == craft
    for number, piece in enumerate(pieces, 1):
        texts = [text.text for text in drawn(piece, scenario).texts]
        assert f"RETRIEVAL CRAFT {number}" in texts
        assert [text for text in texts if text.isdigit()] == [str(place) for place in range(1, 11)]


@pytest.mark.parametrize("name", ["dead-air", "customs-house", "last-lift", "eagle-six"])
def test_templates_are_on_sheets_that_are_cut_up_and_that_the_cover_lists(name: str) -> None:
    kit = kit_of(name)
    wanted = {f"template-{template.name}" for template in templates_of(scenario_of(name))}
    found = [
        (layer, page)
        for page in kit.pages
        for layer in re.findall(r'class="(template-[^"]+)"', svg_text(page.drawing))
    ]
    assert sorted(layer for layer, _ in found) == sorted(wanted)
    assert all("Templates" in (page.part, page.also) for _, page in found)
    assert {page.part for _, page in found} <= {"Counters", "Templates"}
    cover = " ".join(text.text for text in kit.pages[0].drawing.texts).casefold()
    assert cover.count("templates") >= 2, "in the contents and in the steps"


def test_a_lone_template_of_scatter_says_how_it_is_used_beside_itself() -> None:
    scenario = scenario_of("dead-air")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    [scatter] = templates_of(scenario)
    block = template_block([scatter], (190.0, 80.0), context)
    assert block is not None
    right = [text for text in block.texts if text.x > scatter.width + 10]
    written = " ".join(text.text for text in right)
    assert all(context.words(step) in written for step in scatter.steps)
    narrow = template_block([scatter], (100.0, 80.0), context)
    assert narrow is not None
    assert not any("hexside with" in text.text for text in narrow.texts)


def is_inside(shape: str, way: Point) -> bool:
    """Whether a point is inside of the shape of an SVG element around the middle, or on its edge."""
    if radius := re.search(r' r="([^"]+)"', shape):
        return math.hypot(*way) <= float(radius[1]) + ROUNDED
    width = re.search(r' width="([^"]+)"', shape)
    assert width is not None
    return max(map(abs, way)) <= float(width[1]) / 2 + ROUNDED


@pytest.mark.parametrize("lattice", Lattice)
@pytest.mark.parametrize("radius", [1, 2])
def test_a_template_of_dots_covers_all_at_each_distance_and_none_further_away(
    lattice: Lattice, radius: int
) -> None:
    template = dots_around(radius, SPACING, [], lattice)
    svg = svg_text(drawn(template, scenario_of("customs-house")))
    edge, *_ = re.findall(r"<(?:circle|rect) [^>]+>", svg)
    rings = re.findall(r'<(?:circle|rect) [^>]*stroke-width="0.2"[^>]*>', svg)
    assert len(rings) == radius
    dots = DotLattice(9, 9, lattice, SPACING)
    middle = Dot(5, 5)
    x, y = dots.at(middle)
    for dot in dots:
        right, down = dots.at(dot)
        way, away = (right - x, down - y), dots.distance(middle, dot)
        assert is_inside(edge, way) == (away <= radius), dot
        for distance, ring in enumerate(rings, 1):
            assert is_inside(ring, way) == (away <= distance), (dot, distance)


@pytest.mark.parametrize("lattice", Lattice)
@pytest.mark.parametrize("radius", [1, 2])
def test_rings_of_dots_are_whole_around_names_and_have_their_numbers_inside(
    lattice: Lattice, radius: int
) -> None:
    uses = [Use("Smoke grenade, first"), Use("Grenade launcher", ["4X", "2X", "1X"])][:radius]
    drawing = drawn(dots_around(radius, SPACING, uses, lattice), scenario_of("customs-house"))
    rings = re.findall(r'<(?:circle|rect) [^>]*stroke-width="0.2"[^>]*>', svg_text(drawing))
    assert len(rings) == radius
    middle = drawing.width / 2
    for ring, number in zip(rings, range(1, radius + 1), strict=True):
        [text] = [text for text in drawing.texts if text.text == str(number)]
        corners = [
            (x - middle, y - middle)
            for x in (text.x, text.x + text.width)
            for y in (text.y, text.y + text.height)
        ]
        assert all(is_inside(ring, corner) for corner in corners)


@pytest.mark.parametrize(("name", "rings"), [("customs-house", []), ("kite-season", ["1", "2", "3"])])
def test_the_arc_has_no_round_rings_where_equal_distances_are_square(name: str, rings: list[str]) -> None:
    scenario = scenario_of(name)
    lattice = scenario.dots_map.lattice.kind
    all_of_them = templates_for(scenario.ruleset, load_words("en"), SPACING, scenario.census, lattice)
    [arc] = [each for each in all_of_them if each.name == "arc-60"]
    assert [text.text for text in drawn(arc, scenario).texts if text.text.isdigit()] == rings


@pytest.mark.parametrize("name", ["long-walk", "ninth-hour"])
def test_templates_of_each_kind_have_their_heading_and_the_steps_of_their_use(name: str) -> None:
    *_, last = kit_of(name).pages
    written = {text.text for text in last.drawing.texts}
    assert {"Blasts", "Vehicles"} <= written
    said = " ".join(text.text for text in last.drawing.texts)
    assert "Cut along the bold edge" in said


def test_a_sheet_with_two_blasts_has_what_scatters_below_the_small_one() -> None:
    drawings = (page.drawing for page in kit_of("brood-debt").pages)
    [sheet] = [drawing for drawing in drawings if 'class="template-' in svg_text(drawing)]
    places = {text.text: text for text in sheet.texts}
    small, scattered = places["Revenge"], next(text for text in sheet.texts if text.text == "4")
    tall = [max((text for text in sheet.texts if text.text == dice), key=lambda text: text.height)
            for dice in ("8d6", "4d6")]  # fmt: skip
    assert tall[0].y == pytest.approx(tall[1].y, abs=0.5)
    lead = min(text.y for text in sheet.texts if text.text in ("8d6", "4d6"))
    assert places["Explosions"].y < lead
    assert abs(small.x + small.width / 2 - scattered.x - scattered.width / 2) < 1.0
    assert scattered.y > small.y + 50.0
    [step] = [text for text in sheet.texts if text.text.startswith("Roll again")]
    assert step.x + step.width < small.x


def test_a_lone_template_of_a_card_says_how_it_is_used() -> None:
    game = open_game("bugged")
    context = DrawingContext.of(game, load_theme())
    [blast] = card_templates(game, ["revenge"], 16.0)
    block = template_block([blast], (190.0, 80.0), context)
    assert block is not None
    right = " ".join(text.text for text in block.texts if text.x > blast.width + 10)
    assert all(context.words(step) in right for step in blast.steps)


def test_what_scatters_on_a_card_needs_no_table() -> None:
    words = load_words("en")
    [*_, scatter] = card_templates(open_game("bugged"), ["nuke-em"], 16.0)
    assert scatter.name == "scatter-hex"
    assert not any("player aid" in words(step) for step in scatter.steps)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_halves_of_a_ruler_meet_between_two_numbers_and_one_says_where_to_glue_the_other(
    language: str,
) -> None:
    scenario = scenario_of("candle")
    context = DrawingContext.of(scenario.ruleset, load_theme("default", load_words(language)))
    numbers, said = list[list[str]](), list[str]()
    for half in templates_for(scenario.ruleset, context.words):
        if half.name.startswith("stick-12"):
            canvas = Canvas(half.width, half.height, context)
            half.draw(canvas)
            texts = canvas.drawing(half.name, half.name).texts
            numbers.append([text.text for text in texts if text.text.isdigit()])
            said.append(" ".join(text.text for text in texts))
    assert [sorted(map(int, each)) for each in numbers] == [[*range(6)], [*range(6, 13)]]
    assert context.words("template.glue") in said[0]
    assert context.words("template.glue") not in said[1]


def test_the_marks_of_a_ruler_reach_the_line_along_which_it_is_cut() -> None:
    scenario = scenario_of("candle")
    [first] = [each for each in templates_of(scenario) if each.name == "stick-12-first"]
    svg = svg_text(drawn(first, scenario))
    # No bold edge stands between the marks and the line along which to cut.
    assert 'stroke-width="1.8"' not in svg
    marks = max(re.findall(r'd="((?:M[-\d. ]+L[-\d. ]+){9,})"', svg), key=len)
    assert all(start == "0" for start in re.findall(r"M[-\d.]+ ([-\d.]+)", marks))


def test_templates_without_room_for_steps_beside_the_key_have_a_few_words_each_on_one_level() -> None:
    *_, last = kit_of("relief").pages
    places = {text.text: (text.x, text.y) for text in last.drawing.texts}
    assert load_words("en")("marker.key") in places
    kinds = [places[kind] for kind in ("Blasts.", "Scatter.", "Vehicles.")]
    assert len({round(y, 3) for _, y in kinds}) == 1
    assert sorted(kinds) == kinds


def test_templates_of_several_kinds_in_a_row_have_their_steps_below_all() -> None:
    [sheet] = [page.drawing for page in kit_of("long-walk").pages if page.title == "Templates: Bug Hunter"]
    places = {text.text: (text.x, text.y) for text in sheet.texts}
    lefts, levels = zip(*(places[kind] for kind in ("Blasts", "Scatter", "Vehicles")), strict=True)
    assert len(set(levels)) == 1
    assert list(lefts) == sorted(lefts)
    assert levels[0] > max(y for text, (_, y) in places.items() if text in {"Boat", "bomb"})


def test_a_title_that_would_touch_the_deck_of_a_craft_is_in_two_lines() -> None:
    scenario = scenario_of("ninth-hour")
    [boat] = vehicle_templates(scenario)
    assert [text.text for text in drawn(boat, scenario).texts] == ["Boat", "One"]


def test_squads_that_choose_their_grenades_have_templates_for_all_that_they_can_choose() -> None:
    scenario = scenario_of("long-walk")
    templates = {each.name: each for each in templates_of(scenario)}
    bomb = [text.text for text in drawn(templates["hexes-thermal-bomb"], scenario).texts]
    assert bomb.count("30") == 7
    assert "Thermal" in bomb
    assert list(templates["scatter-hex"].names) == ["Any grenade"]
    named = {each.name: each for each in templates_of(scenario_of("relief"))}
    assert "hexes-thermal-bomb" not in named
    assert list(named["scatter-hex"].names) == ["Any grenade"]
    few = {each.name: each for each in templates_of(scenario_of("dead-air"))}
    assert list(few["scatter-hex"].names) == ["Gas grenade"]


@pytest.mark.parametrize("name", ["cold-ford", "customs-house", "kite-season"])
def test_the_die_of_scatter_has_a_face_for_each_neighbor_of_a_dot(name: str) -> None:
    scenario = scenario_of(name)
    dots = scenario.dots_map.lattice
    own = templates_for(scenario.ruleset, load_words("en"), dots.spacing, scenario.census, dots.kind)
    assert {each.faces for each in own} == {0, len(dots.directions)}


@pytest.mark.parametrize("name", ["cold-ford", "customs-house", "kite-season"])
def test_counters_are_explained_above_the_templates_and_the_print_is_checked_beside_these(name: str) -> None:
    *_, last = kit_of(name).pages
    places = {text.text: text for text in last.drawing.texts}
    words = load_words("en")
    heads = [places[words(each)].y for each in ("marker.key", "counter.anatomy", "part.Templates")]
    assert heads == sorted(heads)
    assert any(text.text == "SMOKE" and text.y < heads[1] for text in last.drawing.texts), "with their words"
    check = places[words("template.check", size=100)]
    faces = len(scenario_of(name).dots_map.lattice.directions)
    beside = places[words("template.scatter-dots", faces=faces)]
    assert beside.x + beside.width < check.x
    assert abs(beside.y - check.y) < 8.0
