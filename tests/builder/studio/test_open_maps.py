"""Operations on open country, dots and tables, with the whole difference that they make."""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from builder.studio.document import State, fold, open_state
from builder.studio.operations import operation_from_json
from builder.studio.operations.operation import OperationError

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"


@pytest.fixture(scope="module")
def hill() -> State:
    return open_state(SCENARIOS / "bugged" / "static.yaml")


@pytest.fixture(scope="module")
def quay() -> State:
    return open_state(SCENARIOS / "advanced_infantry" / "customs-house.yaml")


@pytest.fixture(scope="module")
def ford() -> State:
    return open_state(SCENARIOS / "advanced_infantry" / "cold-ford.yaml")


@pytest.fixture(scope="module")
def hut() -> State:
    return open_state(SCENARIOS / "handspan" / "pump-hut.yaml")


@pytest.fixture(scope="module")
def mine() -> State:
    return open_state(SCENARIOS / "mobile_infantry" / "under-marrow.yaml")


def difference(state: State, op: str, **values: Any) -> list[str]:
    """The lines that an operation removes and adds; undo has to give the first text."""
    change = fold(state, [operation_from_json({"op": op, **values})])
    after = state.after(change)
    assert after.after(change.inverse()).text == state.text
    lines = ndiff(state.text.splitlines(), after.text.splitlines())
    return [f"{line[0]} {line[2:].strip()}" for line in lines if line[0] in "-+"]


def test_painted_terrain_replaces_other_terrain(hill: State) -> None:
    assert difference(hill, "paint-terrain", hexes="0504 0606", terrain="swamp") == [
        '- rocks: "0504-0505 0604 1008 1108-1109"',
        '+ rocks: "0505 0604 1008 1108-1109"',
        '- swamp: "0211 0311 1401-1501"',
        '+ swamp: "0211 0311 1401-1501 0504 0606"',
    ]


def test_open_ground_is_not_written(hill: State) -> None:
    assert difference(hill, "paint-terrain", hexes="0806 0905", terrain="none") == ['- mountain: "0806 0905"']
    assert difference(hill, "paint-terrain", hexes="0806 0905", terrain="grass") == [
        '- mountain: "0806 0905"'
    ]


def test_a_new_height_comes_between_the_others(hill: State) -> None:
    assert difference(hill, "paint-height", spots="0806 0905-0906", height=3) == [
        '- 2: "0806 0905 0906"',
        '+ 3: "0806-0906 0905"',
    ]
    assert difference(hill, "paint-height", spots="0905", height=1) == [
        '- 1: "0705-0707 0804 0805 0807 0808 0904 0907 1005-1006"',
        '+ 1: "0705-0707 0804 0805 0807 0808 0904 0907 1005-1006 0905"',
        '- 2: "0806 0905 0906"',
        '+ 2: "0806 0906"',
    ]


def test_an_obstacle_is_found_from_its_other_hex(hill: State) -> None:
    removed, added = difference(hill, "set-obstacle", sides="0707/S", obstacle="hedge")
    assert removed.replace("0708/N: wall", "0708/N: hedge")[1:] == added[1:]


def test_bare_ground_loses_everything_in_it(hill: State) -> None:
    lines = difference(hill, "erase-ground", spots="1107-1109")
    assert [line for line in lines if line.startswith("+")] == [
        '+ rocks: "0504-0505 0604 1008"',
        "+ obstacles: {0708/N: wall, 0808/NW: wall, 0808/NE: wall, 0904/N: wall, 1005/N: wall, "
        "0505/S: hedge}",
        '+ labels: {Sand Flat: "0309"}',
    ]


def test_a_label_moves_appears_and_disappears(hill: State) -> None:
    before = '- labels: {Sand Flat: "0309", Broken Ground: "1108"}'
    assert difference(hill, "set-label", name="Sand Flat", spot="0310")[0] == before
    assert difference(hill, "set-label", name="Sand Flat", spot="none")[1] == (
        '+ labels: {Broken Ground: "1108"}'
    )
    assert difference(hill, "set-label", name="Ridge: low", spot="0506")[1] == (
        '+ labels: {Sand Flat: "0309", Broken Ground: "1108", "Ridge: low": "0506"}'
    )


def test_dots_change_their_piece(quay: State) -> None:
    assert difference(quay, "paint-piece", piece="planters", dots="0809 0909") == [
        '- - {id: crates, name: Crates, terrain: rough, dots: "0809-1010 2815-3016"}',
        '+ - {id: crates, name: Crates, terrain: rough, dots: "0810-1010 1009 2815-3016"}',
        '- - {id: planters, terrain: light-vegetation, dots: "1204-2004"}',
        '+ - {id: planters, terrain: light-vegetation, dots: "1204-2004 0809-0909"}',
    ]


def test_part_of_a_long_wall_becomes_another(quay: State) -> None:
    assert sorted(difference(quay, "set-wall", edges="0408/0409", wall="fence")) == [
        "+ 0308/0309: wall",
        "+ 0408/0409: fence",
        "+ 0508-0608/0509-0609: wall",
        "- 0308-0608/0309-0609: wall",
    ]


def test_a_wall_keeps_its_key_if_it_is_all_of_it(quay: State) -> None:
    assert difference(quay, "set-wall", edges="0309-0609/0308-0608", wall="high-wall", toughness="heavy") == [
        "- 0308-0608/0309-0609: wall",
        "+ 0308-0608/0309-0609: {terrain: high-wall, toughness: heavy}",
    ]


def test_a_window_is_set_and_a_door_is_walled_up(quay: State) -> None:
    assert difference(quay, "set-opening", edges="2316/2317", opening="window") == [
        "- 2316/2317: door",
        "+ 2316/2317: window",
    ]
    assert difference(quay, "set-opening", edges="2316/2317", opening="none") == ["- 2316/2317: door"]
    assert difference(quay, "set-opening", edges="1510/1610", opening="gap") == ["+ 1510/1610: gap"]


def test_a_list_of_dots_grows_and_becomes_tidy(ford: State) -> None:
    assert difference(ford, "tidy", path="map/pieces/gun-trench") == [
        '- - {id: gun-trench, name: Gun Trench, terrain: trench, dots: "2509 2510 2511 2512 2513"}',
        '+ - {id: gun-trench, name: Gun Trench, terrain: trench, dots: "2509-2513"}',
    ]


def test_the_way_through_a_tunnel_stays_in_its_order(ford: State) -> None:
    assert not any("race" in line for line in difference(ford, "tidy"))


def test_an_objective_moves_to_a_dot_and_a_floor(quay: State) -> None:
    assert difference(quay, "place-objective", id="ledgers", spot="1512", floor=1) == [
        '- dot: "2014"',
        '+ dot: "1512"',
        "- floor: 2",
        "+ floor: 1",
    ]
    assert difference(quay, "move", kind="objective", id="boat", spot="2421") == [
        '- dot: "2420"',
        '+ dot: "2421"',
    ]


def test_a_piece_moves_by_a_distance_or_to_a_point(hut: State) -> None:
    heap = "- {{id: heap, name: Slag, terrain: rocks, circle: {}}}"
    before = f"- {heap.format('[68, 30, 7]')}"
    assert difference(hut, "move", kind="piece", id="heap", by=[4, -2.5]) == [
        before,
        f"+ {heap.format('[72, 27.5, 7]')}",
    ]
    assert (
        difference(hut, "move", kind="piece", id="heap", at="60,20")[1] == f"+ {heap.format('[60, 20, 7]')}"
    )
    assert difference(hut, "move", kind="piece", id="yard-north", by=[0, 2])[1].endswith(
        "line: [[30, 32], [46, 32]], thickness: 1.5}"
    )


@pytest.mark.parametrize(
    ("values", "shape"),
    [
        ({"id": "bluff", "vertex": 1, "to": [24, 7]}, "polygon: [[4, 4], [24, 7], [18, 16], [6, 20]]"),
        ({"id": "bluff", "vertex": 3}, "polygon: [[4, 4], [22, 6], [18, 16]]"),
        (
            {"id": "bluff", "vertex": 1, "to": [9, 3], "insert": True},
            "polygon: [[4, 4], [9, 3], [22, 6], [18, 16], [6, 20]]",
        ),
        ({"id": "heap", "vertex": 1, "to": [68, 33]}, "circle: [68, 30, 3]"),
        ({"id": "heap", "vertex": 0, "to": [70, 31]}, "circle: [70, 31, 7]"),
        ({"id": "hut", "vertex": 0, "to": [38, 39]}, "rectangle: [38, 39, 12, 11]"),
        (
            {"id": "yard-south", "vertex": 2, "to": [64, 66], "insert": True},
            "line: [[44, 60], [60, 60], [64, 66]]",
        ),
    ],
)
def test_a_vertex_moves_appears_and_disappears(hut: State, values: dict[str, Any], shape: str) -> None:
    removed, added = difference(hut, "move-vertex", kind="piece", **values)
    assert shape in added
    assert removed.split(", ", 3)[:3] == [part.replace("+", "-", 1) for part in added.split(", ", 3)[:3]]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"id": "heap", "vertex": 2, "to": [1, 1]}, "this circle has the numbers 0 to 1"),
        ({"id": "yard-north", "vertex": 0}, "a line needs at least 2 points"),
        ({"id": "hut", "vertex": 0}, "only polygons and lines have vertices to add or remove"),
        ({"id": "hut", "vertex": 0, "to": [50, 44]}, "nothing would be left of the rectangle"),
        ({"id": "shed", "vertex": 0}, "there is no piece `shed`"),
    ],
)
def test_a_vertex_that_cannot_be_changed_is_refused(hut: State, values: dict[str, Any], message: str) -> None:
    with pytest.raises(OperationError) as error:
        difference(hut, "move-vertex", kind="piece", **values)
    assert message in str(error.value)


def test_a_tunnel_gets_a_bend_and_loses_it(mine: State) -> None:
    bend = {"op": "move-vertex", "kind": "tunnel", "id": "fork-1/entrance-2", "vertex": 0}
    change = fold(mine, [operation_from_json({**bend, "to": [28, 12], "insert": True})])
    bent = mine.after(change)
    assert "- {from: fork-1, to: entrance-2, width: 4, via: [[28, 12]]}" in bent.text
    assert bent.after(fold(bent, [operation_from_json(bend)])).text == mine.text


def test_a_piece_is_added_and_gets_another_shape(hut: State) -> None:
    assert difference(hut, "place-piece", id="tank", terrain="wall", circle="10,80,3.25") == [
        "+ - {id: tank, name: Tank, terrain: wall, circle: [10, 80, 3.25]}"
    ]
    assert difference(hut, "place-piece", id="yard-north", rectangle=[30, 29, 16, 2])[1] == (
        "+ - {id: yard-north, name: Yard Wall, terrain: wall, rectangle: [30, 29, 16, 2]}"
    )


def test_a_zone_is_added_on_every_map(hill: State, quay: State, hut: State) -> None:
    assert difference(hill, "place-zone", id="pass", spots="0101 0102") == [
        '+ - {id: pass, title: Pass, hexes: "0101-0102"}'
    ]
    assert difference(quay, "paint-zone", zone="lane", spots="0501-0503") == [
        '- - {id: lane, title: Fish Lane, dots: "0101-0420"}',
        '+ - {id: lane, title: Fish Lane, dots: "0101-0420 0501-0503"}',
    ]
    assert difference(hut, "place-zone", id="gate", rectangle="0,40,6,10") == [
        "+ - {id: gate, title: Gate, rectangle: [0, 40, 6, 10]}"
    ]
    with pytest.raises(
        OperationError, match="a zone on a map of kind table has circle or rectangle or polygon"
    ):
        difference(hut, "place-zone", id="gate", spots="0101")


@pytest.mark.parametrize(
    ("op", "values", "message"),
    [
        ("paint-terrain", {"hexes": "0101", "terrain": "swmp"}, "no terrain `swmp`: did you mean `swamp`?"),
        ("paint-terrain", {"hexes": "1701", "terrain": "swamp"}, "no hex 1701; the map has 0101 to 1612"),
        ("paint-height", {"spots": "0101", "height": 10}, "height=10: use 0 to 9"),
        ("place-piece", {"id": "hut"}, "place-piece is for maps of kind table; this one is of kind land"),
        ("set-label", {"name": "Nothing", "spot": "none"}, "there is no label `Nothing`"),
        (
            "move",
            {"kind": "zone", "id": "road", "by": "1,1"},
            "a zone on this map is moved to a hex or dot: give `spot`",
        ),
    ],
)
def test_an_operation_that_does_not_fit_says_what_would(
    hill: State, op: str, values: dict[str, Any], message: str
) -> None:
    with pytest.raises(OperationError) as error:
        difference(hill, op, **values)
    assert message in str(error.value)
