"""Operations on decks, with the whole difference that they make in the file of Dead Air."""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from builder.studio.document import State, fold, open_state, save_state
from builder.studio.operations import operation_from_json
from builder.studio.operations.operation import OperationError
from rulesdb import BrainbugError, InputError

ROOT = Path(__file__).resolve().parents[3]
DEAD_AIR = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"


@pytest.fixture(scope="module")
def ship() -> State:
    return open_state(DEAD_AIR)


def difference(state: State, *operations: dict[str, Any]) -> list[str]:
    """The lines that operations remove and add; undo has to give the first text."""
    change = fold(state, map(operation_from_json, operations))
    after = state.after(change)
    assert after.after(change.inverse()).text == state.text
    lines = ndiff(state.text.splitlines(), after.text.splitlines())
    return [f"{line[0]} {line[2:].strip()}" for line in lines if line[0] in "-+"]


def paint(area: str, hexes: str, **more: str) -> dict[str, Any]:
    return {"op": "paint-area", "level": "upper", "area": area, "hexes": hexes, **more}


def door(sides: str, kind: str, **more: str) -> dict[str, Any]:
    return {"op": "set-door", "level": "upper", "sides": sides, "door": kind, **more}


def test_painted_hexes_change_their_area_in_both_lists(ship: State) -> None:
    assert difference(ship, paint("bridge", "0502 0503")) == [
        '- bridge: {name: Bridge, terrain: bridge, hexes: "0204-0406"}',
        '+ bridge: {name: Bridge, terrain: bridge, hexes: "0204-0406 0502-0503"}',
        '- comms: {name: Comms, hexes: "0502-0704"}',
        '+ comms: {name: Comms, hexes: "0504-0704 0602-0703"}',
    ]


def test_painting_what_an_area_already_has_changes_nothing(ship: State) -> None:
    assert difference(ship, paint("bridge", "0204-0305")) == []


def test_a_new_area_is_added_after_the_others(ship: State) -> None:
    assert difference(ship, paint("brig", "0506", kind="corridor")) == [
        '- galley: {name: Galley, hexes: "0506-0708"}',
        '+ galley: {name: Galley, hexes: "0507-0708 0606-0706"}',
        '+ brig: {name: Brig, kind: corridor, hexes: "0506"}',
    ]


def test_an_area_that_is_painted_over_disappears_with_its_translation(ship: State) -> None:
    assert difference(ship, paint("bridge", "0502-0704"))[2:] == [
        '- comms: {name: Comms, hexes: "0502-0704"}',
        "- comms: {name: Funkraum}",
    ]


def test_a_zone_whose_only_area_is_painted_over_gets_the_new_one(ship: State) -> None:
    assert "+ - {id: watch, title: Watch, areas: [comms]}" in difference(ship, paint("comms", "0204-0406"))


def test_a_door_that_would_be_inside_a_room_goes_with_its_wall(ship: State) -> None:
    lines = difference(ship, paint("comms", "0605"))
    assert "- 0605/N: interior" in lines
    assert not any("0605/S" in line for line in lines)


def test_the_only_area_of_a_zone_is_not_erased(ship: State) -> None:
    with pytest.raises(OperationError, match="area `bridge` is all of zone `watch`: change that zone first"):
        difference(ship, {"op": "erase", "level": "upper", "hexes": "0204-0406"})


def test_an_area_that_is_painted_over_leaves_its_zone(ship: State) -> None:
    lines = difference(ship, paint("mess", "1202-1504"))
    assert "+ - {id: sleepers, title: Sleepers, areas: [quarters]}" in lines


def test_a_stroke_of_many_hexes_becomes_few_words(ship: State) -> None:
    strokes = [paint("hall", f"05{row:02d}") for row in (6, 7, 8)]
    assert difference(ship, *strokes)[-1] == '+ hall: {name: Hall, hexes: "0506 0507 0508"}'
    assert difference(ship, paint("hall", "0506 0507 0508"))[-1] == '+ hall: {name: Hall, hexes: "0506-0508"}'


def test_a_door_is_set_and_its_comment_stays(ship: State) -> None:
    assert difference(ship, door("0505/SW", "interior")) == [
        "- 0505/SW: {kind: airtight, starts: open}  # the watch holds it",
        "+ 0505/SW: interior  # the watch holds it",
    ]


def test_a_door_is_found_from_its_other_hex(ship: State) -> None:
    assert difference(ship, door("0604/S", "open")) == ["- 0605/N: interior", "+ 0605/N: open"]


def test_doors_are_added_in_the_order_of_the_stroke(ship: State) -> None:
    assert difference(ship, door("1206/N 0505/S", "airtight", starts="broken")) == [
        "+ 1206/N: {kind: airtight, starts: broken}",
        "+ 0505/S: {kind: airtight, starts: broken}",
    ]


def test_a_door_is_removed_and_the_last_one_takes_its_block_along(ship: State) -> None:
    assert difference(ship, door("0605/N 0605/S", "none")) == ["- 0605/N: interior", "- 0605/S: interior"]
    doors = " ".join(ship.data["map"]["levels"][0]["doors"])
    lines = difference(ship, door(doors, "none"))
    assert "- doors:" in lines
    assert [line for line in lines if line[0] == "+"] == ["+ # the watch holds it"]


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (door("9905/S", "open"), "9905/S is not a hexside of this map"),
        (door("0505/S", "open", starts="broken"), "only an interior or airtight door starts broken"),
        (paint("bridge", "0204 9901"), "there is no hex 9901; the map has 0101 to 2209"),
        (paint("lift", "0204"), "there is a lift `lift`: use another id"),
        (paint("hold", "0204"), "there is an area `hold` on level `lower`"),
        (paint("bridge", "0204") | {"level": "uper"}, "there is no level `uper`: did you mean `upper`?"),
    ],
)
def test_an_operation_that_does_not_fit_says_what_would(
    ship: State, operation: dict[str, Any], message: str
) -> None:
    with pytest.raises(OperationError) as error:
        difference(ship, operation)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"op": "paint-aera"}, "there is no operation `paint-aera`: did you mean `paint-area`?"),
        ({"level": "upper"}, "an operation is an object with the key `op`"),
        (door("0505/S", "wood"), "door='wood': use one of none, interior, airtight, open, breach"),
        ({"op": "set-door", "level": "upper", "door": "open"}, "set-door needs `sides`: Hexsides"),
        (door("0505/S", "open", start="open"), "no field `start`: did you mean `starts`?"),
        (door("0505/S", "open", level=None), "level=None: use a text"),  # type: ignore[arg-type]
    ],
)
def test_json_that_is_no_operation_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        operation_from_json(data)
    assert message in str(error.value)


def test_an_operation_is_its_json_again(ship: State) -> None:
    data = door("0505/S", "airtight", starts="open")
    assert operation_from_json(data).to_json() == data
    assert operation_from_json(paint("bridge", "0204")).to_json() == paint("bridge", "0204")


def test_a_form_names_types_and_choices() -> None:
    form = {field.name: field for field in type(operation_from_json(door("0505/S", "none"))).form()}
    assert form["level"].choices == "level"
    assert form["door"].options == ("none", "interior", "airtight", "open", "breach")
    assert not form["starts"].is_required
    assert form["starts"].default == "closed"


def test_a_file_is_saved_only_over_the_text_that_was_opened(tmp_path: Path) -> None:
    path = tmp_path / "ship.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + DEAD_AIR.read_bytes().replace(b"\n", b"\r\n"))
    first = open_state(path)
    change = fold(first, [operation_from_json(door("0604/S", "open"))])
    after = first.after(change)
    save_state(after, first)
    raw = path.read_bytes()
    assert raw == b"\xef\xbb\xbf" + DEAD_AIR.read_bytes().replace(b"\n", b"\r\n").replace(
        b"0605/N: interior", b"0605/N: open", 1
    )
    with pytest.raises(BrainbugError, match="was changed by another program"):
        save_state(first, State(first.text.replace("Dead", "Thin"), path))
