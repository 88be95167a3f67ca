"""Powers that no species of the shipped games has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builder.games.bug_hunter.checks.rosters import ExcludedPowersCheck, PowerCountCheck
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb import Ruleset
from rulesdb.yaml_source import parse_yaml

SOUND = Path(__file__).parent / "sound.yaml"


def with_powers(game: Ruleset, names: list[str], override: str = "") -> Scenario:
    """The sound scenario with other powers, and perhaps a special rule in place of one of the game."""
    text = SOUND.read_text(encoding="utf-8")
    if override:
        rule = "{id: lift-waits,"
        assert text.count(rule) == 1
        text = text.replace(rule, f'{rule} overrides: "{override}",')
    scenario = scenario_from(parse_yaml(text, "sound.yaml"))
    crew, bugs = scenario.forces
    powers = tuple(game.find("power", name) for name in names)
    return replace(scenario, forces=(crew, replace(bugs, powers=powers)))


@pytest.mark.parametrize(
    "names", [["speed", "reflexes", "clone", "growth"], ["clone", "growth", "reflexes", "speed"]]
)
def test_powers_that_exclude_each_other_are_found_once_at_the_species(
    bug_hunter: Ruleset, names: list[str]
) -> None:
    scenario = with_powers(bug_hunter, names)
    (found,) = ExcludedPowersCheck().check(scenario)
    assert found.message == "Reflexes and Speed may not be held together"
    assert found.help == "choose another species, or override rule 321.1"
    assert found.rule == "bug-hunter:rule/321.1"
    assert found.span == scenario.source.value_span(("forces", 1, "species"))


@pytest.mark.parametrize("names", [["speed", "snap-attack"], ["clone", "growth"], ["reflexes"]])
def test_powers_that_exclude_no_other_that_is_held_are_not_found(
    bug_hunter: Ruleset, names: list[str]
) -> None:
    assert list(ExcludedPowersCheck().check(with_powers(bug_hunter, names))) == []


@pytest.mark.parametrize(("override", "is_found"), [("rule/321.1", False), ("rule/321.3", True)])
def test_a_special_rule_may_allow_powers_that_exclude_each_other(
    bug_hunter: Ruleset, override: str, is_found: bool
) -> None:
    scenario = with_powers(bug_hunter, ["reflexes", "speed"], override)
    assert scenario.unread == ()
    assert bool(list(ExcludedPowersCheck().check(scenario))) == is_found


def test_a_number_of_powers_that_no_form_draws_has_no_fix(bug_hunter: Ruleset) -> None:
    (found,) = PowerCountCheck().check(with_powers(bug_hunter, ["clone", "growth", "speed"]))
    assert found.message == "Stranglers has 3 powers; the form draws 4"
    assert found.fixes == ()
