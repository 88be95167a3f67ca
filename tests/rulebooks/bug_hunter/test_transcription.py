"""The database, compared with a second transcription, cell by cell, in both directions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesdb import Ruleset
from rulesdb.yaml_source import load_yaml

BOOK: dict[str, Any] = load_yaml(Path(__file__).with_name("transcription.yaml")).data
ABILITY_SIGNS = {"-": "penalty", "+": "bonus", ".": "none"}


def part(name: str) -> Any:
    """The block whose heading begins with ``name``."""
    return next(value for key, value in BOOK.items() if key.startswith(name))


def die_cells(name: str) -> list[Any]:
    cells = []
    for row, faces in part(name).items():
        for die, result in enumerate(str(faces).split(), 1):
            cells.append(pytest.param(row, die, int(result), id=f"{row}, die {die}"))
    return cells


@pytest.mark.parametrize(("row", "die", "result"), die_cells("random activation"))
def test_activation_rating(bug_hunter: Ruleset, row: str, die: int, result: int) -> None:
    label = row.replace(" ", ", ")
    assert bug_hunter.table("random-activation").lookup(weapons=label, die=die).result == result


@pytest.mark.parametrize(("row", "die", "result"), die_cells("random panic"))
def test_panic_rating(bug_hunter: Ruleset, row: str, die: int, result: int) -> None:
    assert bug_hunter.table("random-panic").lookup(force=row, die=die).result == result


@pytest.mark.parametrize("row", part("random ability"))
def test_ability_rating(bug_hunter: Ruleset, row: str) -> None:
    force, ability = row.split()
    signs = part("random ability")[row].split()
    table = bug_hunter.table("random-ability")
    ratings = [table.lookup(force=force, ability=ability, dice=total).result for total in range(2, 13)]
    assert ratings == [ABILITY_SIGNS[sign] for sign in signs]


@pytest.mark.parametrize(
    ("table", "block", "axis"),
    [
        ("random-activation", "random activation", "weapons"),
        ("random-panic", "random panic", "force"),
        ("door-costs", "doors", "passage"),
    ],
)
def test_the_database_has_no_row_that_is_not_in_the_book(
    bug_hunter: Ruleset, table: str, block: str, axis: str
) -> None:
    rows = {at[axis] for at, _ in bug_hunter.table(table).cells()}
    assert {row.replace(", ", " ") for row in rows} == set(part(block))


@pytest.mark.parametrize(
    ("roster", "block"),
    [
        ("standard-colonists", "colonists ready"),
        ("standard-crew", "crew ready"),
        ("standard-marines", "marines ready"),
    ],
)
def test_standard_roster(bug_hunter: Ruleset, roster: str, block: str) -> None:
    rows = []
    for member in bug_hunter.find("roster", roster)["members"]:
        abilities = [
            letter if kind == "bonus" else f"({letter})"
            for letter, kind in member.get("abilities", {}).items()
        ]
        ratings = [str(member["activation"]), str(member["panic"]), member.get("position", "-")]
        rows.append(" ".join([*ratings, *(abilities or ["-"])]))
    assert rows == [row if len(row.split()) > 3 else f"{row} -" for row in part(block)]


def test_standard_preds(bug_hunter: Ruleset) -> None:
    species = bug_hunter.find("roster", "standard-preds")["species"]
    powers_by_id = {item["id"]: sorted(item["powers"]) for item in species}
    assert powers_by_id == {name: sorted(powers) for name, powers in part("preds ready").items()}


@pytest.mark.parametrize("passage", part("doors"))
def test_door_costs(bug_hunter: Ruleset, passage: str) -> None:
    table = bug_hunter.table("door-costs")
    costs = [table.lookup(passage=passage, state=state).result for state in ("closed", "held-open")]
    assert costs == [int(cost) for cost in part("doors")[passage].split()]


@pytest.mark.parametrize("atmosphere", part("decompression"))
def test_decompression_column(bug_hunter: Ruleset, atmosphere: str) -> None:
    result = bug_hunter.table("decompression-attack").lookup(atmosphere=atmosphere).result
    assert result == part("decompression")[atmosphere]


def test_weapon_abbreviations(bug_hunter: Ruleset) -> None:
    abbreviations = {
        entry.title: entry["abbreviation"]
        for entry in bug_hunter.of_kind("weapon")
        if entry.get("abbreviation")
    }
    assert abbreviations == part("weapons")


def test_individuals_draw_four_powers_and_swarms_two_of_at_most_twelve(bug_hunter: Ruleset) -> None:
    individual, swarm = (bug_hunter.find("unit", name) for name in ("individual-pred", "swarm-pred"))
    assert (individual["powers"], swarm["powers"], swarm["most"]) == (4, 2, 12)


def test_a_move_has_eight_movement_points_and_a_fast_pred_twelve(bug_hunter: Ruleset) -> None:
    assert {unit["movement"] for unit in bug_hunter.of_kind("unit")} == {8}
    assert bug_hunter.find("power", "speed")["movement"] == 12


def test_summoning_a_lift_takes_one_movement_point(bug_hunter: Ruleset) -> None:
    assert bug_hunter.table("lift-summons").lookup(lift="at-another-level").result == 1
