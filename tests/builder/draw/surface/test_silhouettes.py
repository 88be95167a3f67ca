"""The silhouettes on counters: every unit has one, and each stays in its box."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from rulesdb import open_game

GAMES = ("bug-hunter", "handspan", "mobile-infantry", "bugged", "advanced-infantry")
SILHOUETTES = DrawingContext(load_theme()).silhouettes
BOX = 100


@pytest.mark.parametrize("game", GAMES)
def test_every_unit_and_vehicle_names_a_silhouette_that_exists(game: str) -> None:
    pieces = [*open_game(game).of_kind("unit"), *open_game(game).of_kind("vehicle")]
    assert {piece["counter"]["silhouette"] for piece in pieces} <= SILHOUETTES.keys()


def test_no_two_vehicles_look_alike() -> None:
    vehicles = [vehicle for game in GAMES for vehicle in open_game(game).of_kind("vehicle")]
    assert len({vehicle["counter"]["silhouette"] for vehicle in vehicles}) == len(vehicles)


def test_every_silhouette_is_used() -> None:
    pieces = [
        piece for game in GAMES for kind in ("unit", "vehicle") for piece in open_game(game).of_kind(kind)
    ]
    used = {piece["counter"]["silhouette"] for piece in pieces}
    used |= {"eye", *(open_game(game).emblem for game in GAMES)}
    assert SILHOUETTES.keys() == used


def test_no_two_purchasable_units_look_alike() -> None:
    used = Counter(unit["counter"]["silhouette"] for unit in open_game("bugged").of_kind("unit"))
    assert max(used.values()) == 1


@pytest.mark.parametrize("game", ["handspan", "mobile-infantry"])
def test_no_two_kinds_of_bug_look_alike(game: str) -> None:
    bugs = [unit for unit in open_game(game).of_kind("unit") if unit["side"] == "bug"]
    assert len({unit["counter"]["silhouette"] for unit in bugs}) == len(bugs)


@pytest.mark.parametrize("name", sorted(SILHOUETTES))
def test_silhouette_stays_in_its_box_and_is_closed(name: str) -> None:
    path = SILHOUETTES[name]
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
    assert all(0 <= number <= BOX for number in numbers)
    assert path.count("M") == path.count("Z") > 0
