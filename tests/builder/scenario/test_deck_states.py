"""Decks at the start: damage that slows, cells that hold, doors that are open or broken."""

from __future__ import annotations

from pathlib import Path

from builder.boards.deck_parts import Passage
from builder.boards.moves import Mover
from builder.boards.spots import Place, Region
from builder.geometry.hexgrid import Hex
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

SOUND = Path(__file__).parents[1] / "lint" / "sound.yaml"
BRIDGE, HALL, STORE = Place(0, Hex(3, 3)), Place(0, Hex(4, 4)), Place(0, Hex(4, 5))


def changed(*changes: tuple[str, str]) -> Scenario:
    """The valid scenario with some parts of its text replaced."""
    text = SOUND.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return scenario_from(parse_yaml(text))


def spent(scenario: Scenario, goal: Place, side: str = "human") -> int | None:
    """The points that a unit with eight points per move needs from the bridge to a hex."""
    moves = scenario.map.moves(scenario.ruleset, Mover(8, side=side))
    assert moves is not None
    return moves.spent((Region((BRIDGE,)),)).get(goal)


def test_each_hex_of_an_area_that_is_shut_down_costs_a_point_more() -> None:
    damaged = changed(("hall: {name: Hall,", "hall: {name: Hall, damage: 4,"))
    assert damaged.hex_map.shut_down == {"hall", "store"}
    normal = spent(changed(), HALL)
    assert normal is not None
    assert spent(damaged, HALL) == normal + 2


def test_three_points_of_damage_shut_nothing_down() -> None:
    assert changed(("hall: {name: Hall,", "hall: {name: Hall, damage: 3,")).hex_map.shut_down == frozenset()


def test_a_cell_blocks_only_its_own_side() -> None:
    cells = changed(("bridge: {name: Bridge,", "bridge: {name: Bridge, terrain: holding-cell,"))
    assert spent(cells, HALL, "human") is not None
    assert spent(cells, HALL, "pred") is None


def test_a_broken_door_costs_nothing_and_can_be_seen_through() -> None:
    broken = changed(("0404/S: interior", "0404/S: {kind: interior, starts: broken}"))
    to_store, before = spent(broken, STORE), spent(changed(), STORE)
    assert to_store is not None
    assert before is not None
    assert to_store < before
    assert broken.map.sight(broken.ruleset)(HALL, STORE)
    assert not changed().map.sight(broken.ruleset)(HALL, STORE)


def test_air_passes_an_airtight_door_that_is_held_open() -> None:
    scenario = changed(("0303/SE: airtight", "0303/SE: {kind: airtight, starts: open}"))
    door = next(door for door in scenario.hex_map.doors.values() if door.starts == "open")
    assert scenario.hex_map.passage(door, "bridge", "hall") is Passage.FREE
    assert not next(link for link in scenario.hex_map.links if link.door is door).holds_air


def test_nobody_can_enter_exploding_machinery() -> None:
    machinery = 'machinery: {obstructing: "0203", explosive: "0302", damaged: "0203 0302"}'
    blown = changed(('machinery: {obstructing: "0203"}', machinery))
    region = blown.hex_map.region_of(["bridge"])
    room = set(blown.hex_map.room(region))
    assert set(region.spots) - room == {Place(0, Hex(3, 2))}


def test_passengers_of_an_assault_boat_come_through_its_breach_in_the_second_move() -> None:
    long_walk = load_scenario(shipped("scenarios") / "bug_hunter" / "long-walk.yaml")
    decks, (boat, _) = long_walk.hex_map, long_walk.vehicles
    behind = Place(0, Hex(17, 6))
    assert [decks.grid.label(inside.hex) for _, inside in decks.docks] == ["1706"]
    assert decks.vented == {"boat-deck"}
    moves = decks.moves(long_walk.ruleset, Mover(8, suited=True, wears=True, suit_cost=1))
    assert moves is not None
    assert moves.reach((boat.region,))[behind] == 2
