"""Snapshots of a scenario file, and the differences between versions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.studio.document import State, fold, open_state
from builder.studio.operations import operation_from_json
from builder.studio.versions import MAX_SNAPSHOTS, Snapshots, compare
from rulesdb import BrainbugError, InputError

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def snapshots(tmp_path: Path) -> Snapshots:
    return Snapshots(tmp_path / "ship.yaml")


def edited(state: State, **operation: Any) -> State:
    return state.after(fold(state, [operation_from_json(operation)]))


def test_snapshots_are_kept_next_to_the_file_in_their_order(snapshots: Snapshots) -> None:
    snapshots.add("first try", "a: 1\r\n")
    snapshots.add(" Zweiter Versuch ", "ä: 2\n")
    assert snapshots.names() == ("first try", "Zweiter Versuch")
    assert [snapshots.text(name) for name in snapshots.names()] == ["a: 1\r\n", "ä: 2\n"]
    assert [path.name for path in snapshots.scenario.parent.iterdir()] == ["ship.snapshots.json"]


def test_a_snapshot_is_replaced_by_one_of_its_name_and_deleted(snapshots: Snapshots) -> None:
    snapshots.add("one", "a: 1\n")
    snapshots.add("two", "a: 2\n")
    snapshots.add("one", "a: 3\n")
    assert (snapshots.names(), snapshots.text("one")) == (("two", "one"), "a: 3\n")
    snapshots.remove("one")
    snapshots.remove("two")
    assert list(snapshots.scenario.parent.iterdir()) == []
    with pytest.raises(InputError, match="there is no snapshot `one`"):
        snapshots.text("one")


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_snapshot_has_a_short_name(snapshots: Snapshots, name: str) -> None:
    with pytest.raises(InputError, match="1 to 80 letters"):
        snapshots.add(name, "a: 1\n")


def test_there_is_an_end_of_snapshots(snapshots: Snapshots) -> None:
    for number in range(MAX_SNAPSHOTS):
        snapshots.add(str(number), "")
    with pytest.raises(InputError, match="delete one first"):
        snapshots.add("one more", "")


@pytest.mark.parametrize("text", ["", "[", "[1]", '{"a": 1}'])
def test_a_file_that_has_no_snapshots_is_left_as_it_is(snapshots: Snapshots, text: str) -> None:
    path = snapshots.scenario.with_name("ship.snapshots.json")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"ship\.snapshots\.json .*: move it away"):
        snapshots.add("one", "a: 1\n")
    assert path.read_text(encoding="utf-8") == text


def test_a_link_to_another_folder_is_not_followed(
    snapshots: Snapshots, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.json"
    outside.write_text('{"a": "b"}', encoding="utf-8")
    snapshots.scenario.with_name("ship.snapshots.json").symlink_to(outside)
    with pytest.raises(BrainbugError, match="link to another folder"):
        snapshots.names()


def test_changes_are_reported_in_words_by_lines_and_on_the_map() -> None:
    ship = open_state(ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml")
    new = edited(ship, op="paint-area", level="upper", area="galley", hexes="0805")
    new = edited(new, op="set-door", level="upper", sides="0605/N", door="airtight")
    changes = compare(ship, new)
    assert changes.marks == {"upper": {"0805": "changed", "0605": "changed"}}
    (section,) = changes.sections
    assert any("0805" in sentence for sentence in section[1])
    assert {"-        0605/N: interior", "+        0605/N: airtight"} <= set(changes.lines)


def test_versions_that_are_the_same_do_not_differ() -> None:
    hill = open_state(ROOT / "scenarios" / "bugged" / "static.yaml")
    changes = compare(hill, replace(hill, text=hill.text))
    assert (changes.sections, changes.marks, changes.lines) == ((), {}, ())


def test_a_version_without_a_model_is_compared_by_lines() -> None:
    quay = open_state(ROOT / "scenarios" / "advanced_infantry" / "customs-house.yaml")
    broken = replace(quay, text=quay.text.replace("map:", "map: [", 1))
    changes = compare(quay, broken)
    assert (changes.sections, changes.marks) == ((), {})
    assert {"-map:", "+map: ["} <= set(changes.lines)
    marked = edited(quay, op="set-marker", marker="fire", dots="0101")
    assert compare(quay, marked).marks == {"": {"0101": "added"}}
