"""Water that meets a swamp, or rocks that part it: one river with a ford, without banks between its parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely import Point, get_parts, union_all

from builder.draw.maps.map_look import MapLook
from builder.draw.maps.open.land_plan import LandPlan, Patch
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

KESSEL_WASH = shipped("scenarios") / "bugged" / "kessel-wash.yaml"
FORD = "0906 0907 1006 1007"


def planned(path: Path) -> LandPlan:
    return LandPlan(load_scenario(path), DrawingContext(load_theme()), MapLook())


def river(path: Path = KESSEL_WASH) -> list[Patch]:
    return [patch for patch in planned(path).patches if patch.course is not None]


def with_swamp(folder: Path) -> Path:
    """The scenario with its ford in a swamp."""
    text = KESSEL_WASH.read_text(encoding="utf-8")
    changed = text.replace(f" {FORD} ", " ").replace(
        "    terrain:\n", f'    terrain:\n      swamp: "{FORD}"\n'
    )
    assert changed.count(FORD) == 1
    path = folder / KESSEL_WASH.name
    path.write_text(changed, encoding="utf-8")
    return path


def test_rocks_are_a_ford_only_where_they_part_a_water() -> None:
    rocks = [patch for patch in planned(KESSEL_WASH).patches if patch.symbol == "rocks"]
    assert [patch.course is not None for patch in rocks] == [False, False, True, False]
    assert len(rocks[2].hexes) == 4


def test_a_river_and_its_ford_are_parts_of_one_area_without_gaps() -> None:
    patches = river()
    assert [patch.symbol for patch in patches] == ["rocks", "water", "water"]
    wholes = [patch.course.whole for patch in patches if patch.course is not None]
    assert len(wholes) == len(patches)
    parts = union_all([patch.area for patch in patches])
    for whole in wholes:
        assert whole.equals_exact(wholes[0])
        assert whole.symmetric_difference(parts).area < 0.01


def test_each_part_covers_the_middles_of_its_own_hexes_and_no_other_part_does() -> None:
    plan = planned(KESSEL_WASH)
    patches = [patch for patch in plan.patches if patch.course is not None]
    for patch in patches:
        for hex in patch.hexes:
            middle = Point(plan.layout.center(hex))
            assert [other.symbol for other in patches if other.area.contains(middle)] == [patch.symbol]


def test_a_swamp_without_water_beside_it_has_its_own_edge() -> None:
    patches = planned(KESSEL_WASH.with_name("static.yaml")).patches
    swamps = [patch for patch in patches if patch.symbol == "marsh"]
    assert swamps
    assert all(patch.course is None for patch in swamps)


@pytest.mark.parametrize("kind", ["rocks", "marsh"])
def test_the_shores_of_a_river_run_on_into_its_channel_through_a_ford(kind: str, tmp_path: Path) -> None:
    ford, *waters = river(with_swamp(tmp_path) if kind == "marsh" else KESSEL_WASH)
    assert ford.symbol == kind
    assert ford.course is not None
    channel = ford.area.intersection(ford.course.open)
    for water in waters:
        assert channel.dwithin(water.area, 0.01)
        assert water.area.difference(ford.course.open).area < 0.01
    # Beside the channel, there is ground of the ford on both banks.
    assert sum(part.area > 1.0 for part in get_parts(ford.area.difference(channel))) == 2
