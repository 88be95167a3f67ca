"""What can be dragged on the map, and the file after each is put down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builder.lsp.schema_view import SchemaView
from builder.studio.document import State, fold, open_state
from builder.studio.inspection import things_at
from builder.studio.operations import operation_from_json
from builder.studio.operations.operation import OperationError
from builder.studio.selection.handles import Handle, Handles, handles_of
from rulesdb import Library

ROOT = Path(__file__).resolve().parents[3]
STATES = {path.stem: open_state(path) for path in sorted((ROOT / "scenarios").rglob("*.yaml"))}


def after(state: State, *operations: dict[str, Any]) -> State:
    change = fold(state, map(operation_from_json, operations))
    moved = state.after(change)
    assert moved.after(change.inverse()).text == state.text
    return moved


def changed(state: State, *operations: dict[str, Any]) -> list[str]:
    """The lines that are new."""
    old_lines = state.text.splitlines()
    return [line.strip() for line in after(state, *operations).text.splitlines() if line not in old_lines]


def views_of(state: State) -> list[str]:
    if state.kind_name == "hex":
        return [level["id"] for level in state.map["levels"]]
    return ["", "tunnels"] if "tunnels" in state.map and state.kind_name == "table" else [""]


def dropped(state: State, handle: Handle) -> dict[str, Any]:
    """The operation if a handle is put down where it was taken."""
    where: Any = {
        "at": handle.point,
        "by": (0, 0),
        "zone": handle.op.get("zone") or state.data["setup"]["zones"][0]["id"],
    }.get(handle.drop, handle.spots[0] if handle.spots else "")
    start = {"start": handle.spots[0]} if handle.drop == "cells" else {}
    return {**handle.op, handle.to: where, **start}


@pytest.mark.parametrize("name", sorted(STATES))
def test_each_handle_moves_something_of_the_file(name: str) -> None:
    state = STATES[name]
    for view in views_of(state):
        handles = handles_of(state, view)
        assert handles.handles
        assert len({handle.id for handle in handles.handles}) == len(handles.handles)
        for handle in (*handles.handles, *handles.units):
            operation = operation_from_json(dropped(state, handle))
            operation.edits(state)


def test_a_text_of_another_form_has_no_handles() -> None:
    assert handles_of(State("map: {kind: dots}"), "") == Handles()
    assert handles_of(State("map: {kind: table, pieces: [{id: a, circle: [1]}]}"), "") == Handles()


@pytest.mark.parametrize(
    ("operation", "line"),
    [
        ({"kind": "locker", "hex": "1602", "to": "1703"}, 'lockers: "1703 1702"'),
        ({"kind": "machinery", "hex": "1407", "to": "1307"}, 'machinery: {obstructing: "1402 2005 1307"}'),
        ({"kind": "hatch", "hex": "0605", "to": "0705"}, '- {hex: "0705", levels: [upper, lower]}'),
    ],
)
def test_a_fitting_of_a_deck_moves_to_another_hex(operation: dict[str, str], line: str) -> None:
    [new] = changed(STATES["dead-air"], {"op": "move-fitting", "level": "upper", **operation})
    assert sorted(new.replace('"', " ").split()) == sorted(line.replace('"', " ").split())


def test_a_fitting_that_is_not_there_cannot_move() -> None:
    for kind in ("locker", "machinery", "hatch"):
        with pytest.raises(OperationError, match=f"there is no {kind} in hex 0101 of level `upper`"):
            after(
                STATES["dead-air"],
                {"op": "move-fitting", "level": "upper", "kind": kind, "hex": "0101", "to": "0102"},
            )


def test_a_lift_with_two_hexes_moves_as_it_is() -> None:
    move = {"op": "move", "kind": "lift", "id": "cargo-lift", "start": "0402", "spot": "0502"}
    [line] = changed(STATES["dead-air"], move)
    assert 'hex: "0401 0502"' in line


def test_a_figure_that_would_leave_the_map_stays() -> None:
    move = {"op": "move", "kind": "lift", "id": "cargo-lift", "start": "0402", "spot": "0102"}
    with pytest.raises(OperationError, match="hex 0302 would be off the map"):
        after(STATES["dead-air"], move)


def test_a_building_moves_with_its_stairs() -> None:
    move = {"op": "move", "kind": "building", "id": "chandler", "start": "0411", "spot": "0412"}
    [line] = changed(STATES["customs-house"], move)
    assert 'dots: "0412-0715"' in line
    assert 'stairs: "0513"' in line


def test_markers_are_set_moved_and_taken_away() -> None:
    quay = STATES["customs-house"]
    assert changed(quay, {"op": "move-marker", "marker": "fire", "dot": "0806", "to": "0907"}) == [
        'markers: {fire: "0907"}'
    ]
    assert changed(quay, {"op": "set-marker", "marker": "fire", "dots": "0807"}) == [
        'markers: {fire: "0806 0807"}'
    ]
    gone = after(quay, {"op": "set-marker", "marker": "fire", "dots": "0806", "there": False})
    assert "markers" not in gone.map
    with pytest.raises(OperationError, match="no marker `fier`: did you mean `fire`"):
        after(quay, {"op": "set-marker", "marker": "fier", "dots": "0807"})


def test_a_unit_that_is_not_set_up_can_be_dropped_on_a_zone() -> None:
    hut = STATES["pump-hut"]
    [unit] = [each for each in handles_of(hut, "").units if each.id == "force/warriors"]
    assert unit.title == "Warriors: not set up"
    assert changed(hut, {**unit.op, unit.to: "yard"}) == ["- {force: warriors, zone: yard}"]


def test_what_is_at_a_point_of_a_table_is_described() -> None:
    hut, schemas = STATES["pump-hut"], SchemaView(Library().schemas)
    things = things_at(hut, "45,45", "", schemas)
    assert [thing["title"] for thing in things] == ["Pump Hut", "Yard", "Valve"]
    assert {value["key"] for value in things[0]["values"]} == {"id", "name", "terrain"}
    assert [thing["title"] for thing in things_at(hut, "40,30.5", "", schemas)] == ["Yard Wall"]
    assert things_at(hut, "89,89", "", schemas) == things_at(hut, "north", "", schemas) == []


def test_corners_can_be_moved_added_and_removed() -> None:
    hut = STATES["pump-hut"]
    handles = {handle.id: handle for handle in handles_of(hut, "").handles}
    corner, new = handles["piece/bluff#1"], handles["piece/bluff+4"]
    assert new.point == (5, 12)
    assert "polygon: [[4, 4], [20, 6], [18, 16], [6, 20]]" in changed(hut, {**corner.op, "to": "20,6"})[0]
    assert "[6, 20], [3, 12]]" in changed(hut, {**new.op, "to": "3,12"})[0]
    assert corner.remove is not None
    assert "polygon: [[4, 4], [18, 16], [6, 20]]" in changed(hut, dict(corner.remove))[0]
    assert handles["piece/hut#2"].remove is None
