"""The labels of an axis that name entries: each weapon has a row, and each row a weapon."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulesdb import DataError, load_ruleset
from rulesdb.model import Basis, Citation, Entry, LabelRows, Provenance
from rulesdb.shipped import games_folder
from rulesdb.tables.entry_labels import EntryNames, entry_label_defects, rows_of_entries


def weapon(slug: str, group: str, abbreviation: str) -> Entry:
    provenance = Provenance(Citation("book", "1"), Basis.PRINTED)
    return Entry("g", "weapon", slug, slug, "", provenance, {"class": group, "abbreviation": abbreviation})


WEAPONS = EntryNames(
    (weapon("rifle", "energy", "R"), weapon("pistol", "energy", "P"), weapon("net", "natural", "N"))
)


def messages(labels: list[str], entries: object) -> list[str]:
    axis = {"name": "weapon", "labels": labels, "entries": entries}
    return [f"{each.code} {each.message}" for each in entry_label_defects([axis], WEAPONS)]


@pytest.mark.parametrize(
    ("labels", "entries"),
    [
        (["rifle", "pistol", "net"], "weapon"),
        (["R", "P", "net"], "weapon"),
        (["R", "P"], {"kind": "weapon", "where": {"class": "energy"}}),
        (["R", "P", "N"], {"kind": "weapon", "where": {"class": ["energy", "natural"]}}),
        (["R", "P"], {"kind": "weapon", "without": {"net": "it is thrown"}}),
        (["R", "P", "N", "bare hands"], {"kind": "weapon", "besides": ["bare hands"]}),
        (["R"], {"kind": "weapon", "some": "only rifles"}),
        (["R", "P", "thrown"], {"kind": "weapon", "means": {"thrown": "net"}}),
        (["guns", "N"], {"kind": "weapon", "means": {"guns": ["rifle", "pistol"]}}),
    ],
    ids=json.dumps,
)
def test_labels_that_name_every_entry_once_have_no_defect(labels: list[str], entries: object) -> None:
    assert messages(labels, entries) == []


@pytest.mark.parametrize(
    ("labels", "entries", "message"),
    [
        (["R", "P"], "weapon", "BB010 weapon net: no result"),
        (["R"], {"kind": "weapon", "where": {"class": "energy"}}, "BB010 weapon pistol: no result"),
        (["R", "P", "N", "X"], "weapon", "BB012 weapon X: there is no such weapon"),
        (["R", "X"], {"kind": "weapon", "some": "only rifles"}, "BB012 weapon X: there is no such weapon"),
        (["R", "P", "N"], {"kind": "weapon", "without": {"net": "thrown"}}, "BB012 weapon net has a result"),
        (["R", "P", "N"], {"kind": "weapon", "without": {"nett": "x"}}, "BB012 there is no weapon `nett`"),
        (
            ["R", "P", "N"],
            {"kind": "weapon", "means": {"N": "rifle"}},
            "BB012 weapon N: it already names a weapon",
        ),
        (
            ["R", "P", "N"],
            {"kind": "weapon", "means": {"X": "net"}},
            "BB012 `X` is not a label of axis weapon",
        ),
        (
            ["R", "P", "N", "X"],
            {"kind": "weapon", "means": {"X": "nett"}},
            "BB012 weapon X: there is no `weapon/nett`",
        ),
        (
            ["R", "P", "N"],
            {"kind": "weapon", "besides": ["N"], "without": {"net": "x"}},
            "BB012 weapon N: `besides` has it, but it is a weapon",
        ),
    ],
)
def test_a_label_defect_has_a_counterexample(labels: list[str], entries: object, message: str) -> None:
    assert messages(labels, entries) == [message]


def test_the_rows_of_an_entry_are_those_of_all_its_labels() -> None:
    claim = {"kind": "weapon", "means": {"thrown": ["net", "unit/crew"]}, "besides": ["none"]}
    axis = {"name": "weapon", "labels": ["R", "rifle", "thrown", "none"], "entries": claim}
    assert dict(rows_of_entries("ranges", [axis], WEAPONS)) == {
        "weapon/rifle": LabelRows("ranges", "weapon", ("R", "rifle")),
        "weapon/net": LabelRows("ranges", "weapon", ("thrown",)),
        "unit/crew": LabelRows("ranges", "weapon", ("thrown",)),
    }


def test_a_new_weapon_of_a_game_needs_its_rows(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(games_folder() / "handspan", folder, ignore=shutil.ignore_patterns("__pycache__"))
    weapons = folder / "weapons.yaml"
    with weapons.open("a", encoding="utf-8") as file:
        file.write(
            "  - {id: pistol, title: Pistol, source: {document: handspan, section: Firing}, basis: printed,\n"
            "    class: slug-thrower, text: Small.}\n"
        )
    with pytest.raises(DataError) as caught:
        load_ruleset(folder)
    problems = [(problem.code, problem.message) for problem in caught.value.problems]
    assert ("BB010", "table weapon-dice: weapon pistol: no result") in problems
    assert ("BB010", "table weapon-ranges: weapon pistol: no result") in problems
    assert all("mine/tables.yaml" in problem.span.path for problem in caught.value.problems)
