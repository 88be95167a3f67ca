"""Floors of buildings on maps of dots, to play on."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from shapely import Point as Spot

from builder.draw.maps.dots.areas import Areas
from builder.draw.maps.dots.plan import Plan
from builder.draw.maps.dots.signs import DISC_ROOM
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped

ROOM, WIDEST = (190.0, 283.0), 200.0
# Counters lie side by side on dots that are so far apart, in mm.
COUNTER = 15.8
# The least size of a name on the overview of a map at its true size, in mm.
SMALL_NAME = 7.0
CONTEXT = DrawingContext(load_theme(), debug=True)
LIBRARY = sorted((shipped("scenarios") / "advanced_infantry").glob("*.yaml"))


@pytest.fixture(scope="module", params=LIBRARY, ids=lambda path: path.stem)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(request.param)


@pytest.fixture(scope="module")
def floors(scenario: Scenario) -> list[Drawing]:
    return map_artist(scenario, CONTEXT).floors(ROOM, WIDEST)


def test_every_floor_above_the_ground_has_a_plan_with_all_its_numbers(
    scenario: Scenario, floors: list[Drawing]
) -> None:
    lattice = scenario.dots_map.lattice
    needed = sorted(
        lattice.label(dot)
        for building in scenario.dots_map.buildings
        for _ in range(building.levels if building.levels > 1 else 0)
        for dot in building.dots
    )
    numbers = [text.text for floor in floors for text in floor.texts if text.text in needed]
    assert sorted(numbers) == needed


def test_plans_of_floors_fit_on_a_sheet(floors: list[Drawing]) -> None:
    assert all(floor.width <= WIDEST and floor.height <= ROOM[1] for floor in floors)
    for floor in floors:
        assert all(text.x >= 0 and text.x + text.width <= floor.width for text in floor.texts)


def test_the_heading_of_plans_begins_where_they_begin(scenario: Scenario, floors: list[Drawing]) -> None:
    headings = {
        f"{building.name}, {CONTEXT.words('dots.by-floor')}".upper()
        for building in scenario.dots_map.buildings
    }
    assert all(text.x == 0 for floor in floors for text in floor.texts if text.text in headings)


def test_floors_have_the_spacing_of_the_map_unless_a_row_of_them_has_room_for_counters(
    scenario: Scenario, floors: list[Drawing]
) -> None:
    for floor in floors:
        assert spacing_of(floor) >= COUNTER
        if floor.width > ROOM[0]:
            assert spacing_of(floor) == pytest.approx(scenario.dots_map.lattice.spacing)


def spacing_of(floor: Drawing) -> float:
    """The distance between two dots below each other, by their numbers, in mm."""
    at = {text.text: text.y for text in floor.texts if text.text.isdigit() and len(text.text) == 4}
    steps = [
        y - at[above] for number, y in at.items() if (above := f"{number[:2]}{int(number[2:]) - 1:02}") in at
    ]
    return sorted(steps)[len(steps) // 2]


def test_no_number_covers_another_text(floors: list[Drawing]) -> None:
    for floor in floors:
        for one, other in combinations(floor.texts, 2):
            apart = (
                one.x + one.width <= other.x
                or other.x + other.width <= one.x
                or one.y + one.height <= other.y
                or other.y + other.height <= one.y
            )
            assert apart, (floor.title, one.text, other.text)


def test_each_objective_above_the_ground_is_named_on_the_map_and_in_the_title_of_its_floor(
    scenario: Scenario, floors: list[Drawing]
) -> None:
    drawing = map_artist(scenario, CONTEXT).maps(190.0, ROOM)[0]
    on_map = " ".join(text.text for text in drawing.texts)
    titles = [text.text for floor in floors for text in floor.texts]
    for objective in scenario.objectives:
        if objective.region.spot.floor > 0:
            assert f"{objective.title} · " in on_map
            assert any(title.endswith(f" · {objective.title}") for title in titles)


def test_notes_beside_floors_name_the_dots_behind_each_opening_in_the_outer_walls(
    scenario: Scenario, floors: list[Drawing]
) -> None:
    dots = scenario.dots_map
    words, label = CONTEXT.words, dots.lattice.label
    noted = [floor for floor in floors if words("dots.floors-in-section").upper() in written_on(floor)]
    assert noted
    for building in dots.buildings:
        sheets = [sheet for sheet in noted if sheet.title.startswith(building.name)]
        for edge, opening in dots.doors.items() if sheets else ():
            behind = [label(dot) for dot in edge if dot in building.dots]
            if len(behind) == 1:
                lines = [text.text for text in sheets[0].texts if not text.text.isdigit()]
                assert any(behind[0] in line for line in lines), (building.name, opening.text)


def written_on(drawing: Drawing) -> list[str]:
    return [text.text for text in drawing.texts]


def test_the_disc_of_an_objective_is_clear_of_open_doors(scenario: Scenario) -> None:
    plan = Plan(scenario, Areas.of_map(scenario, CONTEXT), MapLook(), CONTEXT)
    for flag in plan.flags.values():
        (x, y), half = flag.disc, DISC_ROOM * plan.flag_unit
        for west, north, east, south in (way.box for way in plan.ways if way.kind == "door"):
            assert x + half <= west or x - half >= east or y + half <= north or y - half >= south


def test_upper_floors_have_the_color_of_the_ground_floor(scenario: Scenario, floors: list[Drawing]) -> None:
    fills = [f'fill="{CONTEXT.theme[name]}"' for name in ("slabs", "boards")]
    ground = svg_text(map_artist(scenario, CONTEXT).maps(190.0, ROOM)[0])
    for floor in floors:
        if "roof" not in floor.title.casefold().split(" · ")[1]:
            assert any(fill in svg_text(floor) and fill in ground for fill in fills)


def test_each_objective_upstairs_is_named_on_the_overview_and_over_the_small_plan_of_its_floor(
    scenario: Scenario,
) -> None:
    [sheet, *_] = map_artist(scenario, CONTEXT).overview((190.0, 277.0))
    written = " ".join(text.text for text in sheet.texts)
    for objective in scenario.objectives:
        if objective.region.spot.floor > 0:
            assert len(re.findall(rf"{re.escape(objective.title)}\b", written)) == 2


def test_numbers_of_a_column_are_at_one_side_of_their_dots_where_there_is_room() -> None:
    scenario = load_scenario(shipped("scenarios") / "advanced_infantry" / "kite-season.yaml")
    [roof] = [
        floor
        for floor in map_artist(scenario, CONTEXT).floors(ROOM, WIDEST)
        if "Grain Exchange" in floor.title
    ]
    # Below the dots in the columns that end clear of the wall, above them in those that end at it.
    tops = {text.text: text.y for text in roof.texts if text.text.isdigit() and len(text.text) == 4}
    assert {"1403", "1405", "1406"} <= set(tops)
    spacing = scenario.dots_map.lattice.spacing
    assert tops["1406"] - tops["1405"] == pytest.approx(spacing, abs=0.01)


def test_the_small_map_beside_floors_repeats_no_arrow_of_their_title(floors: list[Drawing]) -> None:
    north, place = CONTEXT.words("map.north"), CONTEXT.words("dots.where-it-stands").upper()
    for floor in floors:
        written = written_on(floor)
        if place in written:
            assert written.count(north) == 1


def test_the_numeral_of_an_objective_in_a_narrow_building_is_outside_on_the_overview() -> None:
    """The Bell Tower has two columns of dots; the other buildings with transmitters have room."""
    scenario = load_scenario(next(path for path in LIBRARY if path.stem == "kite-season"))
    look = MapLook()
    plan = Plan(scenario, Areas.of_map(scenario, CONTEXT), look, CONTEXT, smallest=SMALL_NAME)
    outside = [
        plan.letters[each.id]
        for each in look.objectives_of(scenario)
        for building in [scenario.dots_map.building_at[each.region.spot.dot]]
        if not plan.site.area(building.dots).intersects(Spot(plan.flags[each.id].disc))
    ]
    assert outside == ["II"]
