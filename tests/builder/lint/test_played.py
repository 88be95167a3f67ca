"""6xx: findings from playtests that are kept beside a scenario, only while they fit and hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from handspan_field import FIELD

from builder.cli.playtest import playtest
from builder.lint.engine import lint_file
from builder.playtest.report.kept import Run, is_stale, kept_path, kept_text, read_kept
from builder.scenario.load import load_scenario


@pytest.fixture
def field(tmp_path: Path) -> Path:
    path = tmp_path / "field.yaml"
    path.write_text(FIELD, encoding="utf-8")
    return path


def _run(field: Path, player: str) -> Run:
    """A run in which bugs never win, games end in turn 1, nothing is carried out, and one person matters."""
    scenario = load_scenario(field)
    force = next(force for force in scenario.forces if force.side == "human")
    active = [f"{force.id}/{force.members[0].id}"]
    return Run(
        players={"human": player, "bug": player},
        seed=1,
        games=200,
        stuck=0.0,
        won={"human": 1.0, "bug": 0.0},
        high={"human": 1.0, "bug": 0.02},
        latest=1,
        done=[],
        active=active,
        endings=[{"side": "human", "grade": "great", "share": 1.0}],
        is_weighed=True,
        others={"won": {"human": 1.0, "bug": 0.1}, "latest": 2, "done": [], "active": active},
    )


def _keep(field: Path, *runs: Run) -> None:
    for run in runs:
        kept_path(field).write_text(kept_text(field, FIELD, run, "0"), encoding="utf-8")


def _codes(field: Path) -> list[str]:
    return sorted({each.code for each in lint_file(field).findings if each.code.startswith("BB6")})


def test_two_pairs_of_players_that_agree_are_findings(field: Path) -> None:
    assert _codes(field) == []
    _keep(field, _run(field, "officer"), _run(field, "greedy"))
    assert _codes(field) == ["BB601", "BB602", "BB603", "BB604"]
    findings = {each.code: each.message for each in lint_file(field).findings}
    assert findings["BB601"] == "Bugs won at most 0% of 400 games by machine"
    assert findings["BB602"] == "400 games by machine were all over by turn 2 of 4"
    assert "objective `ship`" in findings["BB603"]


CHANGES: dict[str, Callable[[Run], Run]] = {
    "too few games": lambda run: replace(run, games=99),
    "stand-offs": lambda run: replace(run, stuck=0.03),
    "the same players": lambda run: replace(run, players={"human": "officer", "bug": "officer"}),
}


@pytest.mark.parametrize("why", CHANGES)
def test_a_run_that_proves_nothing_is_not_believed(field: Path, why: str) -> None:
    _keep(field, _run(field, "officer"), CHANGES[why](_run(field, "greedy")))
    assert _codes(field) == []


def test_without_other_choices_for_assumptions_there_is_no_finding(field: Path) -> None:
    runs = [replace(_run(field, player), is_weighed=False) for player in ("officer", "greedy")]
    _keep(field, *runs)
    assert _codes(field) == []


def test_what_another_choice_changes_is_no_finding(field: Path) -> None:
    run = _run(field, "greedy")
    every = [f"{force.id}/{each.id}" for force in load_scenario(field).forces for each in force.members]
    others = {"won": {"human": 0.5, "bug": 0.5}, "latest": 4, "done": ["ship"], "active": every}
    _keep(field, _run(field, "officer"), replace(run, others=others))
    assert _codes(field) == []


def test_a_file_that_has_changed_is_not_judged_by_old_games(field: Path) -> None:
    _keep(field, _run(field, "officer"), _run(field, "greedy"))
    field.write_text(f"{FIELD}# a note\n", encoding="utf-8")
    assert _codes(field) == []
    assert is_stale(field, field.read_text("utf-8"))
    assert not is_stale(field, FIELD)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"kept": 1}', '{"kept": 1, "file_sha256": "x", "runs": [1]}']
)
def test_a_damaged_summary_is_no_summary(field: Path, text: str) -> None:
    kept_path(field).write_text(text, encoding="utf-8")
    assert read_kept(field, FIELD) == []
    assert _codes(field) == []


def test_the_command_keeps_a_run_for_each_pair_of_players(field: Path) -> None:
    for players in ("", "human=random,bug=random", ""):
        options = ["--games", "2", "--jobs", "1", "--players", players, "--keep"]
        assert CliRunner().invoke(playtest, [str(field), *options]).exit_code == 0
    runs = read_kept(field, FIELD)
    assert {run.players["human"] for run in runs} == {"officer", "random"}
    assert len(runs) == 2
    assert all(run.games == 2 and not run.is_weighed for run in runs)
    assert json.loads(json.dumps(asdict(runs[0])))["players"] == runs[0].players
