"""Universal VTT files, whose walls are those of the map, and saved games of Tabletop Simulator."""

from __future__ import annotations

import base64
import json
import random
import struct
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import pytest

from builder.boards.spots import Place
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.exchange import tabletop_simulator, universal_vtt
from builder.exchange.seal import is_sealed
from builder.exchange.sharing import ShareOptions
from builder.geometry.hexlayout import HexLayout
from builder.geometry.sight import sees
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import InputError

SCENARIOS = Path(__file__).parents[3] / "scenarios"
SQUARE = 100


def options(scenario: Scenario, **more: Any) -> ShareOptions:
    return ShareOptions(DrawingContext.of(scenario.ruleset, load_theme()), **more)


@pytest.fixture(scope="module")
def dead_air() -> Scenario:
    return load_scenario(SCENARIOS / "bug_hunter/dead-air.yaml")


@pytest.fixture(scope="module")
def levels(dead_air: Scenario) -> dict[str, Any]:
    files = universal_vtt.share(dead_air, options(dead_air)).files
    assert all(is_sealed(data) for data in files.values())
    return {name: json.loads(data) for name, data in files.items()}


def point(data: dict[str, float], scale: float, zero: tuple[float, float]) -> tuple[float, float]:
    """A place in a file as mm of the grid, rounded so that ends which meet are equal."""
    return (
        round((data["x"] * SQUARE - zero[0]) / scale, 2),
        round((data["y"] * SQUARE - zero[1]) / scale, 2),
    )


def lines_of(level: dict[str, Any], layout: HexLayout) -> tuple[list[Any], list[Any]]:
    """The walls and the portals of a file as segments of the grid."""
    scale = SQUARE / layout.size
    # The first hex's middle is on a whole pixel, inside a margin of 3 mm.
    (x, y), margin = layout.center(next(iter(layout.grid))), 3.0
    zero = int((margin + x) * scale) - x * scale, int((margin + y) * scale) - y * scale
    walls = [
        tuple(point(end, scale, zero) for end in pair)
        for line in level["line_of_sight"]
        for pair in pairwise(line)
    ]
    portals = [tuple(point(end, scale, zero) for end in portal["bounds"]) for portal in level["portals"]]
    return walls, portals


def same(one: Any, other: Any) -> bool:
    """Whether two segments are the same, to a twentieth of a mm, in any direction."""
    straight = max(dist(one[0], other[0]), dist(one[1], other[1]))
    return min(straight, max(dist(one[0], other[1]), dist(one[1], other[0]))) < 0.05


def test_walls_and_portals_are_the_boundaries_of_the_map(dead_air: Scenario, levels: dict[str, Any]) -> None:
    decks = dead_air.hex_map
    layout = HexLayout(decks.grid, decks.hex_size)
    for number, id in enumerate(("upper", "lower")):
        walls, portals = lines_of(levels[f"{id}.dd2vtt"], layout)
        on_level = [item for item in decks.boundaries if item.level == number]
        solid = [layout.side(item.side) for item in on_level if item.door is None]
        doors = [item for item in on_level if item.door is not None and not item.door.is_gap]
        assert len(walls) == len(solid)
        assert all(any(same(wall, side) for side in solid) for wall in walls)
        assert [portal["closed"] for portal in levels[f"{id}.dd2vtt"]["portals"]] == [
            not item.door.is_open for item in doors if item.door is not None
        ]
        assert all(any(same(portal, layout.side(item.side)) for portal in portals) for item in doors)


def test_sight_past_the_walls_of_the_file_is_that_of_the_game(
    dead_air: Scenario, levels: dict[str, Any]
) -> None:
    decks = dead_air.hex_map
    layout = HexLayout(decks.grid, decks.hex_size)
    level = levels["upper.dd2vtt"]
    walls, portals = lines_of(level, layout)
    closed = [line for line, portal in zip(portals, level["portals"], strict=True) if portal["closed"]]
    game, rng, checked = decks.sight(dead_air.ruleset), random.Random(5), 0
    hexes = [place.hex for place in decks.area_at if place.level == 0]
    for _ in range(600):
        eye, target = rng.sample(hexes, 2)
        ends = layout.center(eye), layout.center(target)
        corners = {corner for wall in [*walls, *closed] for corner in wall}
        if any(_is_near(corner, *ends) for corner in corners):
            continue
        checked += 1
        assert sees(*ends, [*walls, *closed]) == game(Place(0, eye), Place(0, target))
    assert checked > 200


def _is_near(corner: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether a line grazes a corner, where rounding decides."""
    (x, y), (x1, y1), (x2, y2) = corner, start, end
    area = abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
    return area / dist(start, end) < 0.2


def test_the_image_has_whole_squares(levels: dict[str, Any]) -> None:
    for level in levels.values():
        png, size = base64.b64decode(level["image"]), level["resolution"]["map_size"]
        assert struct.unpack(">II", png[16:24]) == (size["x"] * SQUARE, size["y"] * SQUARE)


def test_open_country_is_refused_with_the_reason() -> None:
    scenario = load_scenario(SCENARIOS / "bugged/static.yaml")
    with pytest.raises(InputError, match="elevation and terrain hide what the file cannot hold"):
        universal_vtt.share(scenario, options(scenario))


@pytest.fixture(scope="module")
def save(dead_air: Scenario) -> tuple[dict[str, Any], set[str]]:
    files = tabletop_simulator.share(dead_air, options(dead_air, images_at="https://example.org/wren")).files
    return json.loads(files[tabletop_simulator.SAVE]), set(files) - {tabletop_simulator.SAVE}


def objects(item: Any) -> list[dict[str, Any]]:
    """Every object, also those in bags and decks."""
    inside = item.get("ContainedObjects", item.get("ObjectStates", []))
    return [each for child in inside for each in (child, *objects(child))]


def test_every_object_has_an_id_of_its_own(save: tuple[dict[str, Any], set[str]]) -> None:
    ids = [item["GUID"] for item in objects(save[0])]
    assert len(ids) == len(set(ids))


def test_every_image_of_the_save_is_in_the_folder(save: tuple[dict[str, Any], set[str]]) -> None:
    named = {
        url.removeprefix("https://example.org/wren/")
        for item in objects(save[0])
        for about in (item.get("CustomImage", {}), *item.get("CustomDeck", {}).values())
        for key, url in about.items()
        if key.endswith("URL")
    }
    assert named == save[1]


def test_bags_have_all_counters_and_hidden_ones_have_no_name(save: tuple[dict[str, Any], set[str]]) -> None:
    bags = {item["Nickname"]: item["ContainedObjects"] for item in objects(save[0]) if item["Name"] == "Bag"}
    assert len(bags["Crew of the Halcyon Wren"]) == 12
    assert [piece["Nickname"] for piece in bags["Stranglers"]] == [""] * 9


def test_nothing_in_a_save_is_a_script(save: tuple[dict[str, Any], set[str]]) -> None:
    assert {item["LuaScript"] + item["XmlUI"] for item in objects(save[0])} == {""}


@pytest.mark.parametrize("address", ["", "wren", "file:///tmp", "https://", "https://example.org/?a=b"])
def test_images_need_an_address_of_the_web(dead_air: Scenario, address: str) -> None:
    with pytest.raises(InputError, match="--images-at"):
        tabletop_simulator.share(dead_air, options(dead_air, images_at=address))
