"""The printed part of a level: all that play needs, and no empty space around a ship."""

from pathlib import Path

import pytest

from builder.draw.maps.deck_artist import DeckArtist
from builder.draw.maps.decks.extent import printed_box, widened, window_of
from builder.draw.maps.decks.ground import outer_sides
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.drawing import Hexes
from builder.draw.surface.theme import load_theme
from builder.geometry.hexgrid import Direction
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb.yaml_source import parse_yaml

ROOT = Path(__file__).parents[4]
DECKS = sorted(ROOT.glob("scenarios/bug_hunter/*.yaml"))
CONTEXT = DrawingContext(load_theme())
# From the hull to the edge of a map, in hexes, if nothing is set up outside: a hex beside a straight wall
# reaches five quarters of a hex beyond it.
_MAX_AROUND = 1.4


@pytest.fixture(params=DECKS, ids=lambda path: path.stem)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(request.param)


def plans(scenario: Scenario) -> list[DeckPlan]:
    return [DeckPlan(scenario.hex_map, level, CONTEXT.theme) for level in range(len(scenario.hex_map.levels))]


def is_in(inner: Box, outer: Box) -> bool:
    return all(one >= other for one, other in zip(inner[:2], outer[:2], strict=True)) and all(
        one <= other for one, other in zip(inner[2:], outer[2:], strict=True)
    )


def test_each_hex_beside_an_open_hull_and_each_place_of_the_scenario_is_printed(scenario: Scenario) -> None:
    for plan in plans(scenario):
        printed = printed_box(scenario, plan, CONTEXT.words)
        is_open = any(door.is_exterior for door in plan.doorways)
        places = [*scenario.zones, *scenario.objectives]
        hexes = {hex for place in places for hex in place.region.hexes(plan.level)} | plan.inner
        if is_open:
            hexes |= {other for hex in plan.inner for other in plan.layout.grid.neighbors(hex)}
        for hex in hexes:
            x, y = plan.layout.center(hex)
            half = plan.size / 2
            assert is_in((x - half, y - half, x + half, y + half), printed), hex


def test_no_empty_rows_are_printed_around_a_ship(scenario: Scenario) -> None:
    for plan in plans(scenario):
        places = [*scenario.zones, *scenario.objectives, *scenario.vehicles]
        used = {hex for place in places for hex in place.region.hexes(plan.level)}
        if used <= plan.inner:
            west, north, east, south = plan.skin.bounds
            most = plan.size * _MAX_AROUND
            around = west - most, north - most, east + most, south + most
            assert is_in(printed_box(scenario, plan, CONTEXT.words), around)


def test_level_is_printed_to_its_edges_if_units_come_on_by_them() -> None:
    text = (ROOT / "scenarios" / "bug_hunter" / "relief.yaml").read_text("utf-8")
    edited = scenario_from(parse_yaml(text.replace("in: canteen", "edge: north"), "relief.yaml"))
    [plan] = plans(edited)
    assert printed_box(edited, plan, CONTEXT.words) == window_of(plan)


def test_places_on_an_overview_are_below_the_same_places_of_other_levels() -> None:
    scenario = load_scenario(ROOT / "scenarios" / "bug_hunter" / "cold-berth.yaml")
    [overview] = DeckArtist(scenario, CONTEXT).overview((190.0, 277.0))
    middles = {text.text: text.x + text.width / 2 for text in overview.texts}
    upper, lower = plans(scenario)
    assert printed_box(scenario, upper, CONTEXT.words) != printed_box(scenario, lower, CONTEXT.words)
    assert abs(middles["DRYING LOFT"] - middles["COMMONS"]) < 30


def test_overviews_and_their_secret_copies_have_a_key_and_lie_on_their_side_if_they_are_then_larger() -> None:
    scenario = load_scenario(ROOT / "scenarios" / "bug_hunter" / "long-walk.yaml")
    own, shared = DeckArtist(scenario, CONTEXT, MapLook(secrets=True)), DeckArtist(scenario, CONTEXT)
    assert own.is_wide((190.0, 277.0))
    assert shared.is_wide((190.0, 277.0))
    [secret] = own.overview((277.0, 190.0))
    [plain] = shared.overview((277.0, 190.0))
    key = CONTEXT.words("map.key").upper()
    assert all(key in {text.text for text in each.texts} for each in (plain, secret))
    assert secret.title == CONTEXT.words("sheet.secret", title=CONTEXT.words("sheet.overview"))


def test_hexes_around_a_grid_are_closed_up_to_the_edge_and_share_no_side_with_it(scenario: Scenario) -> None:
    [plan, *_] = plans(scenario)
    west, north, east, south = window_of(plan)
    own = {side_key(plan.layout.side(plan.layout.grid.hexside(hex, way)))
           for hex in plan.layout.grid for way in Direction}  # fmt: skip
    sides = outer_sides(Hexes(plan.size, (0.0, 0.0)), window_of(plan), set(plan.layout.grid))
    assert sides
    assert own.isdisjoint(map(side_key, sides))
    for x, y in (end for side in sides for end in side):
        assert west - 0.01 <= x <= east + 0.01
        assert north - 0.01 <= y <= south + 0.01


def side_key(side: tuple[tuple[float, float], tuple[float, float]]) -> frozenset[tuple[int, int]]:
    return frozenset((round(x * 10), round(y * 10)) for x, y in side)


def test_an_overview_shows_as_much_on_both_sides_of_a_base() -> None:
    scenario = load_scenario(ROOT / "scenarios" / "bug_hunter" / "relief.yaml")
    [plan] = plans(scenario)
    before = printed_box(scenario, plan, CONTEXT.words, is_small=True)
    [after] = widened([before], 1000.0, plan)
    assert before[0] - after[0] == pytest.approx(after[2] - before[2])
