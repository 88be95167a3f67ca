"""Copying, moving, mirroring and pasting of parts of maps, with the lines that change."""

from __future__ import annotations

import json
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from builder.geometry.gridmove import GridMove, Mirror
from builder.studio.document import State, fold, open_state
from builder.studio.operations import operation_from_json
from builder.studio.operations.operation import OperationError
from builder.studio.operations.parts.copies import part_of
from builder.studio.operations.parts.views import MapView
from rulesdb import Library

ROOT = Path(__file__).resolve().parents[3]
LIBRARY = Library()
STATES = {path.stem: open_state(path, LIBRARY) for path in sorted((ROOT / "scenarios").rglob("*.yaml"))}


def after(state: State, *operations: dict[str, Any]) -> State:
    change = fold(state, map(operation_from_json, operations))
    done = state.after(change)
    assert done.after(change.inverse()).text == state.text
    return done


def difference(state: State, *operations: dict[str, Any]) -> list[str]:
    lines = ndiff(state.text.splitlines(), after(state, *operations).text.splitlines())
    return [f"{line[0]} {line[2:].strip()}" for line in lines if line[0] in "-+"]


def copy(spots: str, spot: str, level: str = "", **more: Any) -> dict[str, Any]:
    return {"op": "copy-part", "spots": spots, "spot": spot, **({"level": level} if level else {}), **more}


@pytest.fixture
def ship() -> State:
    return STATES["dead-air"]


def test_a_room_is_copied_with_its_doors_and_fittings_under_an_id_of_its_own(ship: State) -> None:
    assert difference(ship, copy("1602-1703", "2001", "upper")) == [
        '+ suit-room-2: {name: Suit Room 2, hexes: "2001-2102"}',
        "+ 2103/N: interior",
        '- lockers: "1602 1702"',
        '+ lockers: "1602 1702 2001-2101"',
    ]


def test_a_mirrored_room_replaces_what_was_there_and_its_door_is_on_the_other_side(ship: State) -> None:
    assert difference(ship, copy("1602-1703", "1602", "upper", mirror="left-right")) == [
        '- cryo: {name: Cryo Bay, hexes: "1202-1504"}',
        '+ cryo: {name: Cryo Bay, hexes: "1202-1404 1504"}',
        '- suit-room: {name: Suit Room, hexes: "1602-1703"}',
        '+ suit-room: {name: Suit Room, hexes: "1702-1703"}',
        '+ suit-room-2: {name: Suit Room 2, hexes: "1502-1603"}',
        "+ 1504/N: interior",
        "- berths: [1202/S, 1302/S, 1402/S, 1502/S]",
        "+ berths: [1202/S, 1302/S, 1402/S]",
        '- lockers: "1602 1702"',
        '+ lockers: "1602 1702 1502"',
    ]


def test_what_is_moved_keeps_its_id_and_the_comments_of_its_doors(ship: State) -> None:
    assert difference(ship, copy("0204-0406", "0205", "upper", move=True)) == [
        '- bridge: {name: Bridge, terrain: bridge, hexes: "0204-0406"}',
        '+ bridge: {name: Bridge, terrain: bridge, hexes: "0205-0407"}',
        "- 0505/SW: {kind: airtight, starts: open}  # the watch holds it",
        "+ 0406/NE: {kind: airtight, starts: open}  # the watch holds it",
        '- consoles: {Helm: "0305", Distress beacon: "0503", Cargo lift: "0603"}',
        '+ consoles: {Helm: "0306", Distress beacon: "0503", Cargo lift: "0603"}',
    ]


def test_a_move_takes_along_the_objectives_in_it(ship: State) -> None:
    moved = after(ship, copy("0101-2109", "0201", "upper", move=True))
    assert [each["hex"] for each in moved.data["objectives"] if each.get("level") == "upper"] == ["0603"]


def test_a_part_that_is_moved_onto_itself_changes_nothing(ship: State) -> None:
    assert difference(ship, copy("0101-2209", "0101", "upper", move=True)) == []


def test_a_room_that_is_moved_to_another_level_keeps_its_id_and_its_translation(ship: State) -> None:
    moved = after(ship, copy("1804-2106", "1801", "upper", to_level="lower", move=True))
    upper, lower = moved.map["levels"]
    assert "lab" not in upper["areas"]
    assert lower["areas"]["lab"] == {"name": "Core Lab", "gas": True, "hexes": "1801-2103"}
    assert ("1705/SE" in upper["doors"], "1702/SE" in lower["doors"]) == (False, True)
    texts = moved.data["texts"]["de"]["map"]["levels"]
    assert texts["lower"]["areas"]["lab"] == {"name": "Labor"}
    assert "lab" not in texts["upper"]["areas"]


def test_half_of_a_room_that_is_moved_to_another_level_becomes_a_room_of_its_own(ship: State) -> None:
    moved = after(ship, copy("1804-1906", "1801", "upper", to_level="lower", move=True))
    upper, lower = moved.map["levels"]
    assert upper["areas"]["lab"]["hexes"] == "2004-2106"
    assert lower["areas"]["lab-2"] == {"name": "Core Lab 2", "gas": True, "hexes": "1801-1903"}


def test_a_building_is_moved_with_its_doors() -> None:
    assert difference(STATES["customs-house"], copy("2409-2612", "2509", move=True)) == [
        '- - {id: shed, name: Bonded Store, dots: "2409-2612", levels: 1, toughness: light}',
        '+ - {id: shed, name: Bonded Store, dots: "2509-2712", levels: 1, toughness: light}',
        "- 2310/2410: door",
        "- 2612/2712: door",
        "+ 2410/2510: door",
        "+ 2712/2812: door",
    ]


def test_ground_is_mirrored_up_and_down_with_height_and_hedges() -> None:
    lines = difference(STATES["static"], copy("0504-0505", "1505", start="0505", mirror="up-down"))
    assert lines.pop().endswith("1108/N: hedge, 1505/N: hedge}")
    assert lines[:2] == [
        '- rocks: "0504-0505 0604 1008 1108-1109"',
        '+ rocks: "0504-0505 0604 1008 1108-1109 1505-1506"',
    ]


def test_the_pieces_in_a_box_are_mirrored_in_it_and_moved_with_it() -> None:
    operation = {
        "op": "copy-part",
        "box": [0, 0, 30, 30],
        "at": [50, 0],
        "mirror": "left-right",
        "move": True,
    }
    assert difference(STATES["pump-hut"], operation) == [
        "- - {id: bluff, name: Bluff, terrain: cliff, polygon: [[4, 4], [22, 6], [18, 16], [6, 20]]}",
        "+ - {id: bluff, name: Bluff, terrain: cliff, polygon: [[76, 4], [58, 6], [62, 16], [74, 20]]}",
    ]


def test_a_part_is_pasted_into_another_file_as_json(ship: State) -> None:
    part = json.loads(json.dumps(part_of(ship, "upper", "1602-1703")))
    pasted = {"op": "paste-part", "part": part, "level": "upper", "spot": "0505"}
    assert difference(STATES["cold-berth"], pasted) == [
        '+ suit-room: {name: Suit Room, hexes: "0505-0506 0604-0605"}',
        "+ 0606/N: interior",
        '+ lockers: "0505 0604"',
    ]
    pieces = part_of(STATES["pump-hut"], "", "", (60, 20, 20, 20))
    assert difference(STATES["last-lift"], {"op": "paste-part", "part": pieces, "at": [1, 2]}) == [
        "+ - {id: heap, name: Slag, terrain: rocks, circle: [9, 12, 7]}"
    ]


@pytest.mark.parametrize(
    ("name", "operation", "message"),
    [
        ("dead-air", copy("0101", "0505", "upper"), "there are no rooms in these hexes"),
        ("dead-air", copy("0204-0406", "2208", "upper"), "hex 0206 would be off the map"),
        ("dead-air", copy("0204-0406", "0505 0506", "upper"), "name one hex each"),
        ("dead-air", {"op": "copy-part", "level": "upper", "spots": "0204"}, "where they go as `spot`"),
        ("pump-hut", {"op": "copy-part", "box": [0, 0, 1, 1], "at": [5, 5]}, "no pieces of terrain"),
        ("static", {"op": "paste-part", "part": {"kind": "hex"}, "spot": "0505"}, "cannot be pasted"),
        ("static", {"op": "paste-part", "part": {"kind": "land"}, "spot": "0505"}, "what copying a part"),
        (
            "static",
            {
                "op": "paste-part",
                "spot": "0505",
                "part": {"kind": "land", "cells": "0101", "lists": {"terrain/lava": "0101"}},
            },
            "there is no terrain `lava`",
        ),
        (
            "static",
            {
                "op": "paste-part",
                "spot": "0505",
                "part": {"kind": "land", "cells": "0101", "lists": {"areas/x": "0101"}},
            },
            "this map has no `areas`",
        ),
    ],
)
def test_a_part_that_cannot_be_placed_is_refused(name: str, operation: dict[str, Any], message: str) -> None:
    with pytest.raises(OperationError, match=message):
        after(STATES[name], operation)


MOVES = [
    ("dead-air", "upper", "1804-2106", (18, 4), (18, 3)),
    ("static", "", "0504-0808", (5, 4), (8, 5)),
    ("customs-house", "", "2409-2612", (24, 9), (26, 11)),
]


@pytest.mark.parametrize(("name", "view", "spots", "start", "end"), MOVES)
@pytest.mark.parametrize("mirror", [Mirror.NONE, Mirror.UP_DOWN])
def test_all_that_is_moved_is_there_afterwards(
    name: str, view: str, spots: str, start: tuple[int, int], end: tuple[int, int], mirror: Mirror
) -> None:
    before = MapView.of(STATES[name], view)
    label, goal = before.cells.grid.label, GridMove(start, end, mirror, name != "customs-house")
    moved = after(
        STATES[name], copy(spots, label(end), view, start=label(start), mirror=str(mirror), move=True)
    )
    cells = before.cells.read_valid(spots)
    wanted = before.read().within(cells).moved(goal.cell)
    part = MapView.of(moved, view).read().within(frozenset(map(goal.cell, cells)))
    assert part.lists == wanted.lists
    assert part.sides.items() >= wanted.sides.items()
    assert part.names == wanted.names
    assert {key: thing.cells for key, thing in part.things.items()} == {
        key: thing.cells for key, thing in wanted.things.items()
    }
