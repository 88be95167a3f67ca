"""Seals, sight, reach and contact, on maps small enough to check by eye."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits import TRIED, scenario_of
from soak import every, times

from builder.analysis.contact import first_contacts, objective_reach
from builder.analysis.counter_mix import counter_mix
from builder.analysis.dead_ground import dead_ground
from builder.analysis.distances import distances
from builder.analysis.report import report_of
from builder.analysis.seals import door_states, seals
from builder.boards.spots import Place
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.geometry.hexgrid import Hex, HexGrid
from builder.geometry.hexlayout import HexLayout, hexes_between
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


def test_an_open_airtight_door_joins_the_compartments_it_separates(nested: Scenario) -> None:
    states = {(state.door.here, state.door.there): state.joined for state in door_states(nested.hex_map)}
    inner = next(joined for ends, joined in states.items() if "vault" in ends)
    outer = next(joined for ends, joined in states.items() if "outside" in ends)
    assert (set(inner.areas), inner.strength) == ({"ring", "hall", "vault"}, 1)
    assert outer.strength == 0


def test_interior_doors_do_not_hold_air(nested: Scenario) -> None:
    assert ("ring", "hall") in {seal.areas for seal in seals(nested.hex_map)}


def test_nothing_outside_a_closed_room_is_visible_from_it(nested: Scenario) -> None:
    (zone,) = nested.zones
    seen = set(nested.hex_map.area_at) - set(dead_ground(nested, zone).hidden)
    assert seen == set(nested.hex_map.areas["vault"].places)


POINTS = st.tuples(st.floats(-20, 20), st.floats(-20, 20))
WALLS = st.lists(st.tuples(POINTS, POINTS), max_size=6)


@given(POINTS, POINTS, WALLS)
def test_line_of_sight_is_mutual(one: Point, two: Point, walls: list[Segment]) -> None:
    assert sees(one, two, walls) == sees(two, one, walls)


@given(POINTS, POINTS, WALLS, st.tuples(POINTS, POINTS))
def test_another_wall_never_opens_a_line_of_sight(
    one: Point, two: Point, walls: list[Segment], more: Segment
) -> None:
    assert sees(one, two, walls) or not sees(one, two, [*walls, more])


def test_marines_of_sound_land_need_two_moves_to_the_mill() -> None:
    scenario = load_scenario(LAND)
    assert [(reach.force, reach.moves) for reach in objective_reach(scenario)["mill"]] == [
        ("others", 1), ("marines", 2),
    ]  # fmt: skip


def test_a_force_starts_at_the_nearest_place_of_its_zone() -> None:
    scenario = load_scenario(SCENARIOS / "bugged" / "static.yaml")
    for force in scenario.forces:
        moves = scenario.reach.first_moves(force)
        zone = next(
            scenario.zone(placement.zone) for placement in scenario.placements if placement.force == force.id
        )
        assert zone is not None
        assert {place.hex for place, count in moves.items() if count == 0} == set(zone.region.hexes())


def test_contact_is_not_before_both_sides_can_arrive(dead_air: Scenario) -> None:
    for contact in first_contacts(dead_air):
        one, two = (dead_air.force(id) for id in contact.forces)
        assert one is not None
        assert two is not None
        here, there = dead_air.reach.first_moves(one), dead_air.reach.first_moves(two)
        assert min(max(here[place], there[place]) for place in here if place in there) == contact.moves


def test_a_path_has_the_cost_of_the_reach_and_leads_from_a_zone_to_the_goal(dead_air: Scenario) -> None:
    reaches = objective_reach(dead_air)["air-plant"]
    assert {reach.force for reach in reaches} == {"crew", "stranglers"}
    for reach in reaches:
        force = dead_air.force(reach.force)
        assert force is not None
        moves = dead_air.reach.first_moves(force)
        by_the_way = [moves[place] for place in reach.way]
        assert by_the_way[0] == 0
        assert by_the_way == sorted(by_the_way)
        assert by_the_way[-1] == reach.moves
        assert dead_air.objectives[0].region.spot == reach.way[-1]


def test_on_dots_the_path_steps_between_neighbors_to_the_objective() -> None:
    scenario = load_scenario(SCENARIOS / "advanced_infantry" / "cold-ford.yaml")
    reached = objective_reach(scenario)["far-bank"]
    assert [(reach.force, reach.moves) for reach in reached] == [("rearguard", 1), ("pursuit", 4)]
    lattice = scenario.dots_map.lattice
    for reach in reached:
        dots = [spot.dot for spot in reach.way]
        assert all(other in lattice.neighbors(dot) for dot, other in pairwise(dots))
        assert dots[-1] == scenario.objectives[1].region.spot.dot


# Open country: Bugged figures 3 to 5.


@pytest.fixture(scope="module")
def land() -> Scenario:
    return load_scenario(LAND)


def hexes_of(scenario: Scenario, *labels: str) -> list[Hex]:
    hexes = [scenario.land_map.grid.read(label) for label in labels]
    return [hex for hex in hexes if hex is not None]


@pytest.mark.parametrize(
    ("here", "there", "seen"),
    [
        pytest.param("0202", "0204", True, id="level ground"),
        pytest.param("0303", "0803", False, id="higher ground between, as in figure 3"),
        pytest.param("0303", "0502", True, id="a unit at the edge of a level, as in figure 4"),
        pytest.param("0702", "0705", False, id="a wall on a hexside between"),
    ],
)
def test_lines_of_sight_on_land_match_the_figures(land: Scenario, here: str, there: str, seen: bool) -> None:
    one, other = hexes_of(land, here, there)
    assert land.map.sight(land.ruleset)(Place(0, one), Place(0, other)) is seen


@pytest.mark.soak
def test_line_of_sight_on_land_is_mutual(land: Scenario) -> None:
    sees = land.map.sight(land.ruleset)
    places = [Place(0, hex) for hex in land.land_map.grid]
    pairs = every(times(7, 1), list(combinations(places, 2)))
    assert [(one, other) for one, other in pairs if sees(one, other) is not sees(other, one)] == []


@given(st.data())
def test_a_line_has_one_hex_per_step_between_its_ends(data: st.DataObject) -> None:
    # A line along the edge of the grid has hexes on one side only, so the edge is left out.
    layout = HexLayout(HexGrid(12, 12), 10.0)
    hexes = st.sampled_from([hex for hex in layout.grid if 1 < hex.row < 12])
    one, other = data.draw(hexes), data.draw(hexes)
    far = layout.grid.distance(one, other)
    for way in hexes_between(layout, one, other):
        assert len(way) >= far - 1
        assert {layout.grid.distance(one, hex) for hex in way} >= set(range(1, far))


# A table.


@pytest.mark.parametrize(
    ("here", "there", "seen"),
    [
        pytest.param((40.0, 22.0), (60.0, 22.0), False, id="through a barn"),
        pytest.param((40.0, 30.0), (60.0, 30.0), True, id="past it"),
        pytest.param((47.0, 22.0), (47.0, 40.0), True, id="out of it"),
        pytest.param((18.0, 21.0), (30.0, 21.0), True, id="down from a hill"),
    ],
)
def test_lines_of_sight_on_a_table(here: Point, there: Point, seen: bool) -> None:
    scenario = load_scenario(LAND.with_name("sound-table.yaml"))
    sees = scenario.map.sight(scenario.ruleset)
    assert sees(here, there) is seen
    assert sees(there, here) is seen


def test_distances_are_between_sides_and_to_own_objectives() -> None:
    scenario = load_scenario(LAND.with_name("sound-table.yaml"))
    lengths = {one.ends: round(one.length, 2) for one in distances(scenario)}
    # The landing is 30 to 42 across and 42 to 48 down; the beacon is at 12, 10.
    assert lengths[("Landing", "Beacon")] == round((18**2 + 32**2) ** 0.5, 2)
    assert lengths[("Landing", "Mast")] == 30.0


# Counters.


def test_a_swarm_can_split_into_more_counters_than_the_kit_has() -> None:
    """Source: bug-hunter 320.2: any number from one to twelve; Stink Bugs have Clone."""
    scenario = load_scenario(SCENARIOS / "bug_hunter" / "ninth-hour.yaml")
    mixes = {(mix.force, mix.size): mix for mix in counter_mix(scenario)}
    assert [mixes["stink", size].at_once for size in range(1, 13)] == [12, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1]
    assert {size for size in range(1, 13) if mixes["stink", size].at_once > mixes["stink", size].printed} == {
        1,
        2,
    }
    assert all(mixes["stink", size].grows for size in range(1, 13))
    assert (mixes["crew", 1].printed, mixes["crew", 1].runs_out) == (12, False)


def test_the_kit_prints_the_counter_mix(dead_air: Scenario) -> None:
    pieces = CounterArtist(DrawingContext(load_theme())).pieces(dead_air)
    for mix in counter_mix(dead_air):
        drawn_counters = [piece for piece in pieces if piece.name.startswith(f"{mix.force}-")]
        dummies = sum(piece.copies for piece in drawn_counters if piece.name.endswith("-dummy"))
        wanted = (
            dummies
            if mix.title.endswith("dummies")
            else sum(piece.copies for piece in drawn_counters) - dummies
        )
        assert mix.printed == wanted


@pytest.mark.soak
@pytest.mark.parametrize("name", TRIED)
def test_every_shipped_scenario_has_a_report(name: str) -> None:
    report = report_of(scenario_of(name))
    assert json.loads(json.dumps(report)) == report
    shares = [row["hidden"] / row["of"] for row in report["dead_ground"].values()]
    # All of a ship is hidden from a zone outside its hull.
    assert all(0 <= share <= 1 for share in shares)
    assert not shares or min(shares) < 1
    assert report["contacts"] or report["distances"] or report["map"] == "table"
