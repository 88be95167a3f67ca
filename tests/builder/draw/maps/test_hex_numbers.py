"""Hexes are numbered as the theme or the command requires, each at most once."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.draw.maps.decks.arrangement import Arrangement
from builder.draw.maps.decks.plan import DeckPlan
from builder.draw.maps.hex_numbers import HexNumbers, read_hex_numbers
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.shipped import shipped


def numbered(scenario: Scenario, words: list[str]) -> list[str]:
    look = MapLook(numbers=read_hex_numbers(words))
    texts = draw_level(scenario, 0, DrawingContext(load_theme()), look=look).texts
    grid, numbers = scenario.hex_map.grid, look.numbers
    labels = {numbers.label(grid, hex) for hex in grid}
    return sorted(text.text for text in texts if text.text in labels)


def test_letters_continue_after_z_like_spreadsheet_columns() -> None:
    grid, letters = HexGrid(800, 9), HexNumbers(style="letters")
    assert [letters.label(grid, Hex(column, 3)) for column in (1, 26, 27, 52, 53, 702, 703)] == [
        "A3", "Z3", "AA3", "AZ3", "BA3", "ZZ3", "AAA3",
    ]  # fmt: skip


@pytest.mark.parametrize("place", ["top", "center"])
@pytest.mark.parametrize("style", ["ccrr", "letters"])
def test_every_hex_of_a_ship_and_of_what_is_around_it_has_its_number_once(
    dead_air: Scenario, place: str, style: str
) -> None:
    grid, numbers = dead_air.hex_map.grid, HexNumbers(style=style)
    printed = numbered(dead_air, [place, style])
    rooms = {numbers.label(grid, at.hex) for at in dead_air.hex_map.area_at if at.level == 0}
    assert len(printed) == len(set(printed))
    assert rooms < set(printed) <= {numbers.label(grid, hex) for hex in grid}


def test_hexes_of_rooms_have_their_numbers_at_the_top(dead_air: Scenario) -> None:
    look, grid = MapLook(), dead_air.hex_map.grid
    drawing = draw_level(dead_air, 0, DrawingContext(load_theme()), look=look)
    layout = HexLayout(grid, dead_air.hex_map.hex_size)
    hexes = {grid.label(at.hex): at.hex for at in dead_air.hex_map.area_at if at.level == 0}
    low = [
        text.text
        for text in drawing.texts
        if text.text in hexes and text.y - drawing.origin[1] > layout.center(hexes[text.text])[1]
    ]
    assert len(low) <= 3, low


def test_fifth_numbers_the_first_and_each_fifth_of_columns_and_rows(dead_air: Scenario) -> None:
    wanted = [f"{column:02d}{row:02d}" for column in (1, 5, 10, 15, 20) for row in (1, 5)]
    assert numbered(dead_air, ["fifth"]) == wanted


def test_none_numbers_no_hex(dead_air: Scenario) -> None:
    assert numbered(dead_air, ["none"]) == []


@pytest.mark.parametrize(
    ("words", "message"), [(["top", "center"], "at once"), (["centre"], "choose from center")]
)
def test_contradictory_words_are_rejected(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_hex_numbers(words)


def test_a_theme_can_set_hex_numbers(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("name: own\nmap: {hex_numbers: center letters}\n", encoding="utf-8")
    assert load_theme(str(own)).hex_numbers == HexNumbers("center", "every", "letters")


def test_every_hex_outside_whose_middle_the_hull_leaves_free_has_a_number_clear_of_the_hull() -> None:
    [path] = shipped("scenarios").rglob("long-walk.yaml")
    scenario = load_scenario(path)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    plan = DeckPlan(scenario.hex_map, 0, context.theme)
    arrangement = Arrangement(scenario, plan, context, MapLook(numbers=context.theme.hex_numbers), None)
    numbers = {spot[0] for spots in arrangement.numbers.values() for spot in spots}
    label, center = scenario.hex_map.grid.label, plan.layout.center
    outside = [
        hex for hex in scenario.hex_map.grid if hex not in plan.inner and not plan.covers(*center(hex))
    ]
    missing = [label(hex) for hex in outside if label(hex) not in numbers]
    assert len(missing) <= len(outside) * 0.02, missing


def test_hexes_on_the_plates_of_a_ship_are_numbered_and_those_on_the_walls_of_a_base_are_not() -> None:
    on_plates = []
    for name in ("long-walk", "relief"):
        [path] = shipped("scenarios").rglob(f"{name}.yaml")
        scenario = load_scenario(path)
        context = DrawingContext.of(scenario.ruleset, load_theme())
        plan = DeckPlan(scenario.hex_map, 0, context.theme)
        look = MapLook(numbers=context.theme.hex_numbers)
        arrangement = Arrangement(scenario, plan, context, look, None)
        center = {plan.layout.grid.label(hex): plan.layout.center(hex) for hex in plan.outer}
        spots = arrangement.numbers["plate_number"]
        on_plates.append({text for text, _, _ in spots if plan.covers(*center[text])})
    ship, base = on_plates
    assert {"0504", "0505", "0506"} <= ship
    assert not base


@pytest.mark.parametrize("name", ["brood-debt", "kessel-wash", "static"])
def test_an_overview_of_open_country_numbers_each_fifth_hex_in_letters_that_can_be_read(name: str) -> None:
    scenario = load_scenario(shipped("scenarios") / "bugged" / f"{name}.yaml")
    [sheet] = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme())).overview((277.0, 190.0))
    grid = scenario.land_map.grid
    wanted = {grid.label(hex) for hex in grid if HexNumbers(extent="fifth").has(hex)}
    numbers = [text for text in sheet.texts if text.text in wanted]
    assert {text.text for text in numbers} == wanted
    # The box of a text is as high as its capitals, which are 0.7 of the size of its type.
    assert all(text.height / 0.7 * 72 / 25.4 >= 6.9 for text in numbers)
