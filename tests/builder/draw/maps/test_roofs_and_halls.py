"""What is on roofs and in halls has no effect on play, so that it is clear of the dots."""

from __future__ import annotations

from itertools import combinations

import pytest
from kits import scenario_of

from builder.draw.maps.dots.floors.halls import hall_items, is_hall
from builder.draw.maps.dots.floors.roofs import RoofPiece, is_mast, roof_pieces
from builder.draw.maps.dots.floors.section_places import flights, place_beside, share_of
from builder.draw.maps.dots.furniture import Item
from builder.draw.maps.dots.site import Site
from builder.draw.surface.clear_space import ClearSpace, grown, overlaps
from builder.draw.surface.outlines import seeded


def site_of(name: str) -> Site:
    return Site(scenario_of(name).dots_map)


def dots_taken(site: Site) -> ClearSpace:
    space = ClearSpace()
    for dot in site.lattice:
        at = site.lattice.at(dot)
        space.take(grown((*at, *at), site.clear))
    return space


def are_clear(site: Site, pieces: list[Item] | list[RoofPiece]) -> bool:
    boxes = [piece.box for piece in pieces]
    dots = dots_taken(site)
    apart = not any(overlaps(one, other) for one, other in combinations(boxes, 2))
    return bool(boxes) and apart and all(dots.is_free(box) for box in boxes)


@pytest.mark.parametrize("name", ["kite-season", "customs-house", "cold-ford"])
def test_every_roof_has_something_on_it_clear_of_the_dots(name: str) -> None:
    site = site_of(name)
    for building in site.dots.buildings:
        assert are_clear(site, roof_pieces(site, dots_taken(site), building))


def test_a_roof_is_the_same_in_every_drawing() -> None:
    site = site_of("kite-season")
    roofs = [
        [roof_pieces(site, dots_taken(site), building) for building in site.dots.buildings] for _ in range(2)
    ]
    assert roofs[0] == roofs[1]


def test_only_large_buildings_are_halls_with_other_furniture_on_each_floor() -> None:
    site = site_of("customs-house")
    [hall] = [building for building in site.dots.buildings if is_hall(site, building)]
    assert hall.name == "Customs House"
    kinds = []
    for floor in (1, 2):
        items = list(hall_items(site, dots_taken(site), hall, "office", floor, seeded(hall.id)))
        assert are_clear(site, items)
        kinds.append([item.kind for item in items])
    assert kinds[0] != kinds[1]


def test_transmitters_are_masts() -> None:
    titles = [objective.title for objective in scenario_of("kite-season").objectives]
    assert all(map(is_mast, titles))
    assert not is_mast("Ledgers")


def test_a_section_has_each_flight_of_stairs_and_each_objective_at_its_own_end() -> None:
    site = site_of("customs-house")
    [house] = [building for building in site.dots.buildings if building.id == "customs"]
    shares = [share_of(site, house, dot) for dot in house.stairs]
    placed = flights(shares, 34.0, 9.1, 2.0)
    assert [west < 17.0 for west, _ in placed] == [True, False]
    [ledgers] = [each for each in scenario_of("customs-house").objectives if each.id == "ledgers"]
    at = place_beside(share_of(site, house, ledgers.region.spot.dot), 34.0, 3.0, placed)
    assert at > 17.0
    assert all(at + 3.0 <= west or east <= at - 3.0 for west, east in placed)
