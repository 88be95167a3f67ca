"""Supplements applied to a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from processes import brainbug

from rulesdb import Basis, DataError, Ruleset, open_game
from rulesdb.schemas import SchemaSet
from rulesdb.supplement import apply_changes, read_supplement

HEAD = "kind: supplement\ngame: bug-hunter\ntitle: My charts\nchanges:\n"
CELL = """\
  - target: "table/firepower#weapon=MP&range=2-5"
    expect: 4
    value: 5
    reason: Charts card
"""


def supplement(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def opened(folder: Path, text: str) -> Ruleset:
    return open_game("bug-hunter", supplements=[supplement(folder, text)])


def test_a_changed_cell_names_its_supplement(tmp_path: Path) -> None:
    table = opened(tmp_path, HEAD + CELL).table("firepower")
    changed, unchanged = (table.lookup(weapon="MP", range=range) for range in (3, 7))
    assert changed.result == 5
    assert changed.provenance.basis is Basis.SUPPLEMENT
    assert changed.provenance.note == "My charts: Charts card"
    assert unchanged.provenance.basis is Basis.HOUSE


def test_a_replaced_table_is_checked_for_completeness(tmp_path: Path) -> None:
    text = (
        HEAD
        + "  - target: table/activation-chits\n    reason: Counter sheet\n    cells: [1, 2, 3, 3, 2, 1]\n"
    )
    table = opened(tmp_path, text).table("activation-chits")
    assert [table.lookup(number=number).result for number in range(1, 7)] == [1, 2, 3, 3, 2, 1]
    with pytest.raises(DataError, match="BB010"):
        opened(tmp_path, text.replace(", 1]", "]"))


def test_facts_of_an_entry_change(tmp_path: Path) -> None:
    text = HEAD + "  - target: weapon/machine-pistol\n    reason: Card\n    facts: {rounds: 30}\n"
    assert opened(tmp_path, text).find("weapon", "MP")["rounds"] == 30


def test_the_database_itself_never_changes(tmp_path: Path, bug_hunter: Ruleset) -> None:
    opened(tmp_path, HEAD + CELL)
    assert bug_hunter.table("firepower").lookup(weapon="MP", range=3).result == 4
    assert open_game("bug-hunter").table("firepower").lookup(weapon="MP", range=3).result == 4


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("expect: 4", "expect: 7", "expects 7, but finds 4", 6),
        ("weapon=MP&", "weapon=MPP&", "weapon has no `MPP`", 5),
        ("&range=2-5", "", "names no range", 5),
        ("table/firepower", "table/firepowr", "no entry `table/firepowr`", 5),
        ("    value: 5\n", "", "needs `value`", 5),
        ("game: bug-hunter", "game: bugged", "is for bugged", 2),
        ("value: 5", "value: five", "not of type integer", 7),
        ("reason: Charts card", "reasons: Charts card", "unknown key `reasons`", 8),
    ],
)
def test_changes_that_do_not_fit_are_rejected_with_their_position(
    tmp_path: Path, old: str, new: str, message: str, line: int
) -> None:
    with pytest.raises(DataError) as caught:
        opened(tmp_path, (HEAD + CELL).replace(old, new))
    problem = next(problem for problem in caught.value.problems if message in problem.message)
    assert problem.help
    assert problem.span.path.endswith("mine.yaml")
    assert problem.span.line == line


def test_a_cell_is_addressed_by_its_dice_total(tmp_path: Path) -> None:
    table = {
        "title": "Made",
        "source": {"document": "bug-hunter", "section": "1"},
        "basis": "printed",
        "axes": [{"name": "dice", "roll": "2d6"}],
        "result": {"name": "result", "type": "integer"},
        "cells": list(range(102, 113)),
    }
    text = HEAD + '  - {target: "table/made#dice=12", expect: 112, value: 7, reason: Card}\n'
    changes = read_supplement(supplement(tmp_path, text), SchemaSet()).changes
    changed, problems = apply_changes("table/made", table, changes)
    assert problems == []
    assert changed["cells"][:10] == table["cells"][:10]
    assert changed["cells"][10] == {"value": 7, "basis": "supplement", "note": "My charts: Card"}


@pytest.mark.parametrize(
    ("change", "message", "line"),
    [
        ("{target: weapon/machine-pistol, facts: {rounds: many}, reason: Card}", "`facts.rounds` is", 5),
        ("{target: weapon/machine-pistol, facts: {id: pistol}, reason: Card}", "`id` is not a fact", 5),
        ('{target: "weapon/machine-pistol#x=1", value: 1, reason: Card}', "takes `facts`", 5),
        (
            "{target: weapon/machine-pistol, expect: 4, facts: {rounds: 3}, reason: C}",
            "not a block of facts",
            5,
        ),
        (
            "{target: table/activation-chits, expect: [1], cells: [1, 2, 3, 3, 2, 1], reason: C}",
            "expects [1]",
            5,
        ),
        ('{target: "table/firepower#weapon=MP&range=2-5&die=3", value: 1, reason: C}', "no axis `die`", 5),
        ("{target: table/activation-chits, cells: [1, 2, 3, 3, 2], reason: Sheet}", "5 results along", 5),
    ],
)
def test_schema_and_table_errors_point_into_the_supplement(
    tmp_path: Path, change: str, message: str, line: int
) -> None:
    with pytest.raises(DataError) as caught:
        opened(tmp_path, f"{HEAD}  - {change}\n")
    (problem,) = caught.value.problems
    assert message in problem.message
    assert problem.span.path.endswith("mine.yaml")
    assert problem.span.line == line
    assert problem.help


def test_an_error_names_the_change_that_breaks_the_table(tmp_path: Path) -> None:
    cell = '  - {target: "table/activation-chits#number=%s", value: %s, reason: Sheet}\n'
    text = HEAD + cell % (1, 2) + cell % (2, "two") + cell % (3, 3)
    with pytest.raises(DataError) as caught:
        opened(tmp_path, text)
    (problem,) = caught.value.problems
    assert "'two' is not of type integer" in problem.message
    assert problem.span.line == 6


def test_several_cells_of_a_table_can_be_changed_in_turn(tmp_path: Path) -> None:
    cell = '  - {target: "table/firepower#weapon=MP&range=%s", value: %s, reason: Charts card}\n'
    table = opened(tmp_path, HEAD + cell % ("2-5", 9) + cell % ("0-1", 8)).table("firepower")
    assert [table.lookup(weapon="MP", range=range).result for range in (0, 3)] == [8, 9]


def test_the_empty_form_and_each_of_its_blocks_are_valid(tmp_path: Path) -> None:
    path = tmp_path / "form.yaml"
    assert brainbug("supplement", "new", "bug-hunter", "-o", path).returncode == 0
    assert "0 changes" in brainbug("supplement", "check", path).stdout
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index("changes:")
    filled = [*lines[: start + 1], *(line.removeprefix("# ") for line in lines[start + 1 :])]
    path.write_text("\n".join(filled) + "\n", encoding="utf-8")
    done = brainbug("supplement", "check", path)
    assert done.returncode == 0, done.stderr
    assert brainbug("supplement", "new", "bug-hunter", "-o", path).returncode == 2


def test_resolve_takes_a_supplement(tmp_path: Path) -> None:
    path = supplement(tmp_path, HEAD + CELL)
    done = brainbug("resolve", "bug-hunter:firepower", "weapon=MP", "range=3", "--supplement", path)
    assert done.stdout.splitlines()[0] == "5"
    assert "supplement" in done.stdout


def test_a_later_supplement_changes_the_result_of_an_earlier_one(tmp_path: Path) -> None:
    layers = []
    for name, rounds in (("first", 31), ("second", 32)):
        path = tmp_path / f"{name}.yaml"
        path.write_text(
            HEAD
            + f"  - target: weapon/machine-pistol\n    facts: {{rounds: {rounds}}}\n    reason: {name}\n",
            encoding="utf-8",
        )
        layers.append(path)
    pistol = open_game("bug-hunter", supplements=layers).find("weapon", "MP")
    assert pistol["rounds"] == 32
    assert pistol.provenance.basis is Basis.SUPPLEMENT
    assert pistol.provenance.note.endswith("second")
