"""Seals, sight, reach and contact, on maps small enough to judge by eye."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.analysis.contact import first_contacts, moves_to, objective_reach
from builder.analysis.dead_ground import dead_ground
from builder.analysis.seals import door_states, seals
from builder.geometry.shapes import Point
from builder.geometry.sight import Segment, sees
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
LAND = Path(__file__).resolve().parents[1] / "lint" / "sound-land.yaml"

NESTED = """\
scenario:
  id: nested
  title: Nested
  game: bug-hunter
  version: 1.0.0
  authors: [Anyone]
  players: 2
  summary: A vault inside a ring.
map:
  kind: hex
  columns: 9
  rows: 9
  hex_size: 18
  atmosphere: {outside: vacuum, inside: benign}
  levels:
    - id: deck
      title: Deck
      areas:
        ring: {name: Ring, hexes: "0202-0802 0203-0207 0803-0807 0208-0808 0307-0707 0303 0703"}
        vault: {name: Vault, hexes: "0405-0605"}
        hall: {name: Hall, hexes: "0403-0604 0304-0306 0704-0706 0406-0606"}
      doors: {0403/N: interior, 0505/N: airtight, 0202/N: airtight}
forces:
  - {id: crew, title: Crew, side: human, unit: crew}
setup:
  zones: [{id: inside, title: Inside, areas: [vault]}]
  placements: [{force: crew, zone: inside}]
schedule: {turns: 3}
victory: [{side: human, grade: any, when: Always.}]
"""


@pytest.fixture
def nested(tmp_path: Path) -> Scenario:
    path = tmp_path / "nested.yaml"
    path.write_text(NESTED, encoding="utf-8")
    return load_scenario(path)


def test_a_vault_inside_a_ring_takes_two_barriers_and_the_ring_one(nested: Scenario) -> None:
    strengths = {seal.areas: seal.strength for seal in seals(nested.hex_map)}
    assert strengths == {("ring", "hall"): 1, ("vault",): 2}


def test_the_barriers_lead_from_the_compartment_to_the_outside(nested: Scenario) -> None:
    vault = next(seal for seal in seals(nested.hex_map) if seal.areas == ("vault",))
    inner, outer = vault.breach
    assert "vault" in (inner.here, inner.there)
    assert "outside" in (outer.here, outer.there)


def test_an_open_airtight_door_joins_what_it_parts(nested: Scenario) -> None:
    states = {(state.door.here, state.door.there): state.joined for state in door_states(nested.hex_map)}
    inner = next(joined for ends, joined in states.items() if "vault" in ends)
    outer = next(joined for ends, joined in states.items() if "outside" in ends)
    assert (set(inner.areas), inner.strength) == ({"ring", "hall", "vault"}, 1)
    assert outer.strength == 0


def test_interior_doors_hold_no_air(nested: Scenario) -> None:
    assert ("ring", "hall") in {seal.areas for seal in seals(nested.hex_map)}


def test_nothing_outside_a_closed_room_is_seen_from_it(nested: Scenario) -> None:
    (zone,) = nested.zones
    seen = set(nested.hex_map.area_at) - dead_ground(nested, zone)
    assert seen == set(nested.hex_map.areas["vault"].places)


POINTS = st.tuples(st.floats(-20, 20), st.floats(-20, 20))
WALLS = st.lists(st.tuples(POINTS, POINTS), max_size=6)


@given(POINTS, POINTS, WALLS)
def test_sight_is_mutual(one: Point, two: Point, walls: list[Segment]) -> None:
    assert sees(one, two, walls) == sees(two, one, walls)


@given(POINTS, POINTS, WALLS, st.tuples(POINTS, POINTS))
def test_another_wall_never_opens_a_view(one: Point, two: Point, walls: list[Segment], more: Segment) -> None:
    assert sees(one, two, walls) or not sees(one, two, [*walls, more])


def test_marines_of_sound_land_need_two_moves_to_the_mill() -> None:
    scenario = load_scenario(LAND)
    assert [(reach.force, reach.moves) for reach in objective_reach(scenario)["mill"]] == [
        ("others", 1), ("marines", 2),
    ]  # fmt: skip


def test_a_force_starts_in_its_zone_and_no_place_is_nearer() -> None:
    scenario = load_scenario(SCENARIOS / "bugged" / "static.yaml")
    for force in scenario.forces:
        moves = moves_to(scenario, force)
        zone = next(
            scenario.zone(placement.zone) for placement in scenario.placements if placement.force == force.id
        )
        assert zone is not None
        assert {place.hex for place, count in moves.items() if count == 0} == set(zone.hexes)


def test_sides_meet_no_sooner_than_both_can_be_there(dead_air: Scenario) -> None:
    for contact in first_contacts(dead_air):
        one, two = (dead_air.force(id) for id in contact.forces)
        assert one is not None
        assert two is not None
        here, there = moves_to(dead_air, one), moves_to(dead_air, two)
        assert min(max(here[place], there[place]) for place in here if place in there) == contact.moves
