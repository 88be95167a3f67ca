"""Reading scenario files."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.boards.deck_structure import OUTSIDE
from builder.boards.spots import Place
from builder.geometry.hexgrid import Hex
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.games.bug_hunter.procedures.air import Link


def test_dead_air_is_loaded_as_its_file_states(dead_air: Scenario) -> None:
    """Two decks, at least fourteen rooms and corridors, and one of every kind of part."""
    hex_map = dead_air.hex_map
    rooms = [area for area in hex_map.areas.values() if area.kind in ("room", "corridor")]
    assert len(hex_map.levels) == 2
    assert len(rooms) >= 14
    assert {door.kind for door in hex_map.doors.values()} >= {"interior", "airtight"}
    assert [area.kind for area in hex_map.areas.values()].count("airlock") >= 1
    assert hex_map.lifts
    assert hex_map.hatches
    assert {feature.kind for feature in hex_map.features} == {"machinery", "locker", "console"}
    assert dead_air.turns > 0
    crew, stranglers = dead_air.forces
    assert len(crew.members) == 12
    assert stranglers.dummies
    assert [power.title for power in stranglers.powers] == [
        "Anaerobic", "Carapace ×3", "Hand-to-Hand +3", "Intelligent",
    ]  # fmt: skip


def test_a_members_ratings_come_from_the_rosters_row(dead_air: Scenario) -> None:
    captain = next(member for member in dead_air.forces[0].members if member.row == 3)
    assert captain.position is not None
    assert (captain.activation, captain.panic, captain.position["abbreviation"]) == (2, 3, "SL")


def test_walls_follow_from_areas(dead_air: Scenario) -> None:
    """The airlock of two hexes has eight sides to the outside and to its neighbors, and one inside."""
    sides = [
        boundary for boundary in dead_air.hex_map.boundaries if "airlock" in (boundary.here, boundary.there)
    ]
    assert len(sides) == 2 * 6 - 2
    assert sum(boundary.door is not None for boundary in sides) == 2


def test_every_boundary_is_listed_once(dead_air: Scenario) -> None:
    met = [(boundary.level, boundary.side) for boundary in dead_air.hex_map.boundaries]
    assert len(met) == len(set(met))


def test_every_door_and_hatch_is_a_link(dead_air: Scenario) -> None:
    links = dead_air.hex_map.links
    assert len(links) == len(dead_air.hex_map.doors) + len(dead_air.hex_map.hatches)
    assert sum(OUTSIDE in (link.here, link.there) for link in links) == 2


def test_the_lift_shaft_is_one_area_on_both_decks(dead_air: Scenario) -> None:
    lift = dead_air.hex_map.areas["lift"]
    assert lift.places == (Place(0, Hex(16, 4)), Place(1, Hex(16, 4)))


def test_a_breach_of_the_mess_empties_the_rooms_up_to_the_airtight_doors(dead_air: Scenario) -> None:
    """The map's links are the input of the decompression procedure."""
    links = tuple(Link(link.here, link.there, link.kind) for link in dead_air.hex_map.links)
    rounds = dead_air.ruleset.procedure("decompression")(links, ("mess",))
    assert rounds == (("mess",), ("fore-corridor", "galley"), ("comms", "quarters"))


def test_an_unknown_unit_does_not_make_its_members_unknown(tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "lint" / "sound.yaml"
    text = source.read_text(encoding="utf-8").replace("unit: crew", "unit: crow")
    text = text.replace("{force: crew, zone: front}", '{force: crew, zone: front, members: ["01"]}')
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    assert [(unread.kind, unread.text) for unread in load_scenario(path).unread] == [("unit", "crow")]


@pytest.mark.parametrize("text", ['"0304-0506 0704"', '"0704,0304-0506"', '"0704  0304-0506"'])
def test_hexes_may_be_separated_by_spaces_or_commas(tmp_path: Path, text: str) -> None:
    source = Path(__file__).parents[1] / "lint" / "sound.yaml"
    changed = source.read_text(encoding="utf-8").replace(
        'hold: {name: Hold, hexes: "0202-0404"}', f"hold: {{name: Hold, hexes: {text}}}"
    )
    path = tmp_path / "s.yaml"
    path.write_text(changed, encoding="utf-8")
    assert len(load_scenario(path).map.areas["hold"].places) == 10
