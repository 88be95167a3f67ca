"""An entry's page links to the scenarios and lint checks that use it."""

from __future__ import annotations

from pathlib import Path

from builder.publish.generate import generate, uses_of
from builder.scenario.load import load_scenario
from rulesdb import open_game

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios" / "bug_hunter"


def test_scenarios_and_checks_are_listed_as_users_of_an_entry() -> None:
    game = open_game("bug-hunter")
    scenarios = [load_scenario(SCENARIOS / f"{name}.yaml") for name in ("ninth-hour", "dead-air")]
    pages = generate([game], {}, scenarios)
    boat = pages["bug-hunter/vehicle/lifeboat.md"].partition("## Used by")[2]
    assert "{bb:scenario}`bug-hunter:ninth-hour`" in boat
    assert "dead-air" not in boat
    assert "{bb:code}`BB424`" in pages["bug-hunter/rule/313.3.md"].partition("## Used by")[2]


def test_entries_that_every_scenario_uses_list_no_scenarios() -> None:
    game = open_game("bug-hunter")
    uses = uses_of([game], [load_scenario(SCENARIOS / "dead-air.yaml")])
    assert "bug-hunter:table/door-costs" not in uses
    assert "bug-hunter:power/clone" not in uses
    assert uses["bug-hunter:unit/crew"] == ["{bb:scenario}`bug-hunter:dead-air` (scenario)"]
