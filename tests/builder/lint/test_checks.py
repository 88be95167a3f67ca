"""Properties of all checks, and what the cases do not cover: files, suppressions, fingerprints."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.lint.check import Check
from builder.lint.configuration import ConfigFinder
from builder.lint.discovery import all_checks
from builder.lint.engine import LintReport, lint_file, lint_scenario
from builder.lint.finding import Severity
from builder.lint.registry import code_docs, retired_codes
from builder.scenario.model import Scenario
from rulesdb import Library

HERE = Path(__file__).parent
SOUND = HERE / "sound.yaml"
SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
LIBRARY = Library()


def linted(path: Path) -> LintReport:
    return lint_file(path, library=LIBRARY)


def edited(tmp_path: Path, old: str, new: str) -> Path:
    """The valid scenario with one change."""
    text = SOUND.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path = tmp_path / "edited.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("path", sorted(HERE.glob("sound*.yaml")), ids=lambda path: path.stem)
def test_a_valid_scenario_is_clean(path: Path) -> None:
    assert linted(path).findings == ()


@pytest.mark.parametrize("path", sorted(SCENARIOS.rglob("*.yaml")), ids=lambda path: path.stem)
def test_lint_of_a_shipped_scenario_mentions_only_house_values_overrides_and_prose(path: Path) -> None:
    assert {finding.code for finding in linted(path).findings} <= {"BB446", "BB902", "BB903"}


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.code)
def test_every_check_cites_a_rule_that_exists(check: type[Check]) -> None:
    if check.rule:
        games = check.games or {"bug-hunter"}
        assert all(LIBRARY.open(game).entry(check.rule).kind == "rule" for game in games)


@pytest.mark.parametrize("game", LIBRARY.games)
def test_every_check_that_a_constraint_names_exists(game: str) -> None:
    constraints = [each for rule in LIBRARY.open(game).of_kind("rule") for each in rule.constrains]
    assert {each.check for each in constraints if each.check} <= set(code_docs())


def test_codes_and_slugs_are_used_once() -> None:
    assert len({check.code for check in all_checks()}) == len(all_checks())
    assert len({doc.slug for doc in code_docs().values()}) == len(code_docs())


def test_a_missing_file_is_one_finding(tmp_path: Path) -> None:
    report = linted(tmp_path / "nowhere.yaml")
    assert [finding.code for finding in report.findings] == ["BB001"]


def test_a_file_of_random_bytes_is_one_finding(tmp_path: Path) -> None:
    path = tmp_path / "bytes.yaml"
    path.write_bytes(bytes(range(256)))
    assert [finding.code for finding in linted(path).findings] == ["BB001"]


def test_a_suppressed_finding_is_counted_but_not_listed(tmp_path: Path) -> None:
    line = "    - {turn: 7, title: Calm, text: The lights come back.}  # brainbug: ignore[BB406] extra turns"
    report = linted(edited(tmp_path, "    - {turn: 4, title: Calm, text: The lights come back.}", line))
    assert report.findings == ()
    assert [finding.code for finding in report.suppressed] == ["BB406"]


def test_a_suppression_on_the_line_above_counts_too(tmp_path: Path) -> None:
    line = "    # brainbug: ignore[BB406] extra turns\n    - {turn: 7, title: Calm, text: Back.}"
    report = linted(edited(tmp_path, "    - {turn: 4, title: Calm, text: The lights come back.}", line))
    assert report.findings == ()


def test_a_suppression_without_a_reason_suppresses_nothing(tmp_path: Path) -> None:
    line = "    - {turn: 7, title: Calm, text: Back.}  # brainbug: ignore[BB406]"
    report = linted(edited(tmp_path, "    - {turn: 4, title: Calm, text: The lights come back.}", line))
    assert [finding.code for finding in report.findings] == ["BB406", "BB020"]


def test_fingerprints_survive_moved_lines(tmp_path: Path) -> None:
    path = edited(tmp_path, "weapon: screecher", "weapon: screacher")
    before = linted(path).findings[0]
    path.write_text("\n\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    after = linted(path).findings[0]
    assert after.span.line == before.span.line + 2
    assert after.fingerprint == before.fingerprint


def test_linting_is_deterministic(dead_air: Scenario) -> None:
    assert lint_scenario(dead_air) == lint_scenario(dead_air)


# Retired codes.


def test_a_suppression_of_a_retired_code_still_works(tmp_path: Path) -> None:
    land = (HERE / "sound-land.yaml").read_text(encoding="utf-8").replace("1101-1206", "1101-1103")
    assert land.count("{force: others, zone: east}") == 1
    line = "{force: others, zone: east}  # brainbug: ignore[BB222] they start stacked"
    path = tmp_path / "land.yaml"
    path.write_text(land.replace("{force: others, zone: east}", line), encoding="utf-8")
    report = linted(path)
    assert report.findings == ()
    assert "BB404" in [finding.code for finding in report.suppressed]


def test_an_unused_suppression_of_a_retired_code_is_reported(tmp_path: Path) -> None:
    line = "columns: 12  # brainbug: ignore[BB409] of old"
    land = (HERE / "sound-land.yaml").read_text(encoding="utf-8").replace("columns: 12", line)
    path = tmp_path / "land.yaml"
    path.write_text(land, encoding="utf-8")
    assert [finding.code for finding in linted(path).findings] == ["BB020"]


def test_settings_of_a_retired_code_apply_to_its_successors(tmp_path: Path) -> None:
    settings = '[lint]\nignore = ["BB222"]\nseverity = {BB409 = "info"}\n'
    (tmp_path / "brainbug.toml").write_text(settings, encoding="utf-8")
    config = ConfigFinder().of(tmp_path / "a.yaml")
    assert config.ignore == ("BB403", "BB404")
    assert dict(config.severity) == {"BB403": Severity.INFO}


def test_no_retired_code_is_in_use_and_each_has_a_successor() -> None:
    assert not set(retired_codes()) & set(code_docs())
    assert {code for codes in retired_codes().values() for code in codes} <= set(code_docs())
