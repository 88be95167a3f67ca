"""The picture on a cover has a figure for each side, clear of flags, and a plan the steps of the set-up."""

from __future__ import annotations

from math import dist

from builder.draw.maps.map_look import MapLook
from builder.draw.maps.perspective import flag_area
from builder.draw.maps.picture_figures import Figure, View, figures_of, standing, zone_marks
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

SCENARIO = load_scenario(shipped("scenarios") / "handspan" / "pump-hut.yaml")
CORNERS = [(5.0, 5.0), (85.0, 5.0), (5.0, 85.0), (85.0, 85.0)]
YARD = [(30.0, 34.0), (45.0, 45.0), (60.0, 56.0)]


def figures(look: MapLook | None = None) -> tuple[Figure, ...]:
    valve = SCENARIO.objectives[0].region.spot
    return figures_of(SCENARIO, look or MapLook(), lambda region: YARD, [valve], 90.0, CORNERS)


def test_a_figure_stands_in_the_zone_of_its_side_away_from_a_flag() -> None:
    human, _ = figures()
    assert human.at in YARD
    assert dist(human.at, (45.0, 45.0)) > 8
    assert (human.person, human.color) == ("soldier", "zone")


def test_a_side_that_comes_later_has_a_figure_far_from_everything() -> None:
    human, bug = figures()
    assert bug.at in CORNERS
    assert bug.color == "second_zone"
    assert dist(bug.at, human.at) >= max(dist(bug.at, YARD[1]), dist(human.at, YARD[1]))


def test_a_map_without_zones_has_no_figures_that_show_them() -> None:
    assert [figure.color for figure in figures(MapLook(zones=False))] == ["second_zone"]


def test_a_figure_stands_clear_of_flags_and_of_another_and_of_pieces() -> None:
    view, spots = View(1.0, (0.0, 0.0)), ((0.0, 0.0), (40.0, 0.0), (80.0, 0.0))
    figure = Figure(spots, "", "soldier", "zone")
    flag = flag_area(view, spots[0], 10.0)
    first, second = standing([figure, figure], view, [flag])
    assert (first.at, second.at) == (spots[1], spots[2])
    [hidden] = standing([figure], view, [flag], [figure.area(view, spots[1])])
    assert hidden.at == spots[2]


def test_the_mark_of_a_zone_is_in_its_middle_with_its_steps_and_side() -> None:
    assert list(zone_marks(SCENARIO, MapLook(), lambda region: [YARD])) == [(YARD[1], "1", 0)]
    assert list(zone_marks(SCENARIO, MapLook(zones=False), lambda region: [YARD])) == []
