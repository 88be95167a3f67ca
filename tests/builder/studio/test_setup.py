"""Operations on forces, members, lifts and names, and the findings that operations bring."""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from builder.studio.document import State, fold, open_state
from builder.studio.operations import operation_from_json
from builder.studio.operations.operation import OperationError
from rulesdb import Library

ROOT = Path(__file__).resolve().parents[3]
LIBRARY = Library()
STATES = {
    name: open_state(ROOT / "scenarios" / folder / f"{name}.yaml", LIBRARY)
    for folder, name in (("bug_hunter", "dead-air"), ("bugged", "static"), ("handspan", "pump-hut"))
}
SHIP = STATES["dead-air"]

OKAFOR = '- - {row: 3, id: "03", name: Capt. Ines Okafor, weapon: machine-pistol, carries: [screecher]}'


def after(state: State, operation: dict[str, Any]) -> State:
    change = fold(state, [operation_from_json(operation)])
    done = state.after(change)
    assert done.after(change.inverse()).text == state.text
    return done


def difference(state: State, operation: dict[str, Any]) -> list[str]:
    lines = ndiff(state.text.splitlines(), after(state, operation).text.splitlines())
    return [f"{line[0]} {line[2:].strip()}" for line in lines if line[0] in "-+"]


@pytest.mark.parametrize(
    ("kind", "id", "new", "lines"),
    [
        (
            "zone",
            "watch",
            "on-watch",
            ["- {id: on-watch", "- {force: crew, zone: on-watch", "zones: {on-watch"],
        ),
        (
            "area",
            "bridge",
            "helm-room",
            ["helm-room: {name: Bridge", "areas: [helm-room]", "helm-room: {name: Brü"],
        ),
        ("area", "cargo-lift", "hoist", ["- {id: hoist, name: Cargo Lift", "hoist: {name: Lastenlift}"]),
        ("objective", "beacon", "signal", ["- id: signal", "{done: [air-plant, signal]}", "signal:"]),
        ("console", "Cargo lift", "Hoist", ['Hoist: "0603"', "controls: Hoist", "Hoist: Lastenlift"]),
        ("level", "lower", "hold-deck", ["- id: hold-deck", "starts: hold-deck", "level: hold-deck"]),
        ("member", "03", "33", ['id: "33"', 'members: ["33", "06", "08"]']),
        ("force", "crew", "hands", ["- id: hands", "- {force: hands, zone", "{standing: hands, at_most: 0}"]),
    ],
)
def test_a_name_changes_wherever_the_file_names_it(kind: str, id: str, new: str, lines: list[str]) -> None:
    operation = {"op": "rename", "kind": kind, "id": id, "to": new}
    renamed = after(SHIP, operation)
    added = [
        line[2:]
        for line in difference(SHIP, {"op": "rename", "kind": kind, "id": id, "to": new})
        if line[0] == "+"
    ]
    for line in lines:
        assert any(line in each for each in added), line
    # Nothing refers to the old name anymore, and the scenario is the same but for its names.
    codes = {finding.code for finding in renamed.report.findings}
    assert codes - {finding.code for finding in SHIP.report.findings} <= {"BB305"}
    back = after(renamed, {"op": "rename", "kind": kind, "id": new, "to": id})
    assert back.text == SHIP.text


def test_a_name_that_is_in_use_is_not_given_twice() -> None:
    with pytest.raises(OperationError, match="there is already a zone `sleepers`"):
        after(SHIP, {"op": "rename", "kind": "zone", "id": "watch", "to": "sleepers"})


@pytest.mark.parametrize(
    ("operation", "lines"),
    [
        (
            {"op": "set-lift", "id": "goods", "hexes": "1904", "levels": "upper lower"},
            ['+ - {id: goods, name: Goods, hex: "1904", levels: [upper, lower], starts: upper}'],
        ),
        (
            {"op": "set-lift", "id": "lift", "starts": "upper"},
            [
                '- - {id: lift, name: Lift, hex: "1604", levels: [upper, lower], starts: lower}',
                '+ - {id: lift, name: Lift, hex: "1604", levels: [upper, lower], starts: upper}',
            ],
        ),
        (
            {"op": "set-hatch", "hex": "1004", "levels": "upper lower"},
            ['+ - {hex: "1004", levels: [upper, lower]}'],
        ),
        (
            {"op": "set-hatch", "hex": "1705", "levels": "lower upper", "kind": "none"},
            ['- - {hex: "1705", levels: [upper, lower]}'],
        ),
        (
            {"op": "set-force", "id": "crew", "title": "Watch", "count": 5},
            ["- title: Crew of the Halcyon Wren", "+ title: Watch", "+ count: 5"],
        ),
        (
            {"op": "set-member", "force": "crew", "id": "03", "weapon": "net", "carries": "screecher net"},
            [
                OKAFOR,
                '+ - {row: 3, id: "03", name: Capt. Ines Okafor, weapon: net, carries: [screecher, net]}',
            ],
        ),
        (
            {"op": "set-member", "force": "crew", "id": "03", "carries": "none"},
            [OKAFOR, '+ - {row: 3, id: "03", name: Capt. Ines Okafor, weapon: machine-pistol}'],
        ),
        (
            {"op": "set-member", "force": "crew", "id": "13", "name": "Ola Brandt", "row": 3},
            ['+ - {row: 3, id: "13", name: Ola Brandt}'],
        ),
        (
            {"op": "place-unit", "force": "stranglers", "zone": "watch", "text": "Hidden."},
            ["+ - {force: stranglers, zone: watch, text: Hidden.}"],
        ),
    ],
)
def test_lifts_forces_and_members_are_added_and_changed_in_place(
    operation: dict[str, Any], lines: list[str]
) -> None:
    assert difference(SHIP, operation) == lines


def test_a_new_force_stands_behind_the_others() -> None:
    new = {"op": "set-force", "id": "nest", "side": "pred", "unit": "individual-pred", "count": 3}
    force = after(SHIP, new).data["forces"][-1]
    assert force == {"id": "nest", "title": "Nest", "side": "pred", "unit": "individual-pred", "count": 3}


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        ({"op": "set-lift", "id": "goods"}, "a new one needs `hexes` and `levels`"),
        ({"op": "set-lift", "id": "lift", "levels": "upper"}, "stops at two levels or more"),
        ({"op": "set-hatch", "hex": "1004", "levels": "upper"}, "a hatch joins two levels"),
        ({"op": "set-force", "id": "nest", "side": "pred"}, "a new one needs `side` and `unit`"),
        ({"op": "set-force", "id": "crew", "count": 0}, "use a whole number from 1"),
        ({"op": "set-force", "id": "crew", "side": "bugs"}, "there is no side `bugs`"),
        ({"op": "set-member", "force": "crew", "id": "13"}, "a new one needs `name`"),
        ({"op": "set-member", "force": "crew", "id": "03", "weapon": "bow"}, "there is no weapon `bow`"),
        ({"op": "set-member", "force": "crew", "id": "03", "data": [1]}, "data: use a block"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(operation: dict[str, Any], message: str) -> None:
    with pytest.raises(OperationError, match=message):
        after(SHIP, operation)


@pytest.mark.parametrize(
    ("name", "operation", "findings"),
    [
        (
            "dead-air",
            {"op": "set-door", "level": "upper", "sides": "1607/S", "door": "interior"},
            {"BB204", "BB206"},
        ),
        ("dead-air", {"op": "set-door", "level": "upper", "sides": "0605/N", "door": "airtight"}, set()),
        ("dead-air", {"op": "set-lift", "id": "goods", "hexes": "1904", "levels": "upper lower"}, {"BB202"}),
        ("dead-air", {"op": "set-member", "force": "crew", "id": "13", "name": "Ola", "row": 3}, {"BB301"}),
        ("dead-air", {"op": "delete", "kind": "force", "id": "crew"}, {"BB103", "BB105", "BB249", "BB508"}),
        ("dead-air", {"op": "delete", "kind": "zone", "id": "below"}, {"BB402", "BB508"}),
        ("static", {"op": "paint-zone", "zone": "road", "spots": "1403"}, {"BB403"}),
        ("static", {"op": "set-label", "name": "Low Ridge", "spot": "0206"}, set()),
        ("pump-hut", {"op": "move", "kind": "piece", "id": "heap", "at": [89, 89]}, {"BB201"}),
        ("pump-hut", {"op": "move", "kind": "piece", "id": "heap", "by": [1, 1]}, set()),
    ],
)
def test_an_operation_brings_the_findings_that_it_has_to(
    name: str, operation: dict[str, Any], findings: set[str]
) -> None:
    before = {finding.code for finding in STATES[name].report.findings}
    new = {finding.code for finding in after(STATES[name], operation).report.findings} - before
    assert new == findings
