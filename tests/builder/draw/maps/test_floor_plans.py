"""Floors of buildings on maps of dots, to play on."""

from __future__ import annotations

from itertools import combinations

import pytest

from builder.draw.maps.map_artists import map_artist
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped

ROOM = (194.0, 275.0)
LIBRARY = sorted((shipped("scenarios") / "advanced_infantry").glob("*.yaml"))


@pytest.fixture(scope="module", params=LIBRARY, ids=lambda path: path.stem)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(request.param)


@pytest.fixture(scope="module")
def floors(scenario: Scenario) -> list[Drawing]:
    return map_artist(scenario, DrawingContext(load_theme(), debug=True)).floors(ROOM)


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
    assert all(floor.width <= ROOM[0] + 1e-6 and floor.height <= ROOM[1] for floor in floors)


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


def test_each_objective_above_the_ground_has_its_name_on_the_map_and_on_the_plan_of_its_floor(
    scenario: Scenario, floors: list[Drawing]
) -> None:
    high = [objective.title for objective in scenario.objectives if objective.region.spot.floor > 0]
    drawing = map_artist(scenario, DrawingContext(load_theme(), debug=True)).maps(190.0, ROOM)[0]
    on_map = " ".join(text.text for text in drawing.texts)
    on_plans = [text.text for floor in floors for text in floor.texts]
    for title in high:
        assert f"{title} · " in on_map
        assert title in on_plans
