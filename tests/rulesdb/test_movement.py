"""Movement costs from the cells that a game's ruleset names."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulesdb import DataError, game_folders, open_game
from rulesdb.load import load_ruleset
from rulesdb.shipped import games_folder


def test_a_door_has_the_cost_of_its_cell() -> None:
    movement = open_game("bug-hunter").movement
    assert movement is not None
    table = open_game("bug-hunter").table("door-costs")
    assert movement.doors == {
        "interior": table.lookup(passage="interior-door", state="closed").result,
        "airtight": table.lookup(passage="airtight-door", state="closed").result,
        "interior-open": table.lookup(passage="interior-door", state="held-open").result,
        "airtight-open": table.lookup(passage="airtight-door", state="held-open").result,
    }
    assert movement.moves == open_game("bug-hunter").table("rounds-of-a-turn").lookup(**{"in": "turn"}).result


def test_ground_has_the_cost_of_its_table_and_twice_that_uphill() -> None:
    movement = open_game("bugged").movement
    assert movement is not None
    assert (movement.ground, movement.open) == ({"easy": 1, "moderate": 2, "hard": 3}, 1)
    assert (movement.level, movement.up, movement.over) == (1, 2, 2)


def test_the_farthest_move_is_the_highest_roll_of_the_longest() -> None:
    movement = open_game("mobile-infantry").movement
    assert movement is not None
    assert movement.farthest == {
        "trooper": 6, "warrior": 10, "flying-warrior": 18, "tank-bug": 6, "brain-bug": 6
    }  # fmt: skip


def test_the_speeds_of_a_game_that_measures_in_hands_are_house_values() -> None:
    movement = open_game("handspan").movement
    assert movement is not None
    assert movement.is_house


@pytest.mark.parametrize("game", game_folders())
def test_the_procedures_that_a_ruleset_names_exist(game: str) -> None:
    ruleset = open_game(game)
    names = [ruleset.sight]
    if ruleset.movement is not None:
        names.append(ruleset.movement.allowance.procedure)
        names += [ruleset.movement.flight.procedure] if ruleset.movement.flight else []
    assert {name for name in names if name} <= set(ruleset.procedures)


def test_terrain_with_a_cost_that_the_table_does_not_have_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "bugged"
    shutil.copytree(games_folder() / "bugged", folder, ignore=shutil.ignore_patterns("__pycache__"))
    terrain = folder / "terrain.yaml"
    terrain.write_text(terrain.read_text("utf-8").replace("cost: hard", "cost: herd", 1), "utf-8")
    with pytest.raises(DataError, match="costs `herd`, which is not in the table of") as raised:
        load_ruleset(folder)
    assert [problem.help for problem in raised.value.problems] == ["did you mean `hard`?"]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("{table: climb-factor, at: {step: sideways}}", "sideways"),
        ("{table: climb-factor, at: {stride: up a level}}", "stride"),
        ("{table: scores, at: {score: dodge}}", "'dice' in table scores is not a number"),
        ("{table: climbs, at: {step: up a level}}", "no table is called `climbs`"),
    ],
)
def test_a_cell_without_a_number_is_reported_with_its_line(tmp_path: Path, cell: str, message: str) -> None:
    folder = tmp_path / "bugged"
    shutil.copytree(games_folder() / "bugged", folder, ignore=shutil.ignore_patterns("__pycache__"))
    ruleset = folder / "ruleset.yaml"
    text = ruleset.read_text("utf-8")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("  up: "))
    ruleset.write_text(
        text.replace("  up: {table: climb-factor, at: {step: up a level}}", f"  up: {cell}"), "utf-8"
    )
    with pytest.raises(DataError, match=message) as raised:
        load_ruleset(folder)
    assert [problem.span.line for problem in raised.value.problems] == [line]
