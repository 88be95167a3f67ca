"""What many tests start from."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulesdb
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario

ROOT = Path(__file__).resolve().parent.parent
DEAD_AIR = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"


@pytest.fixture(scope="session")
def bug_hunter() -> rulesdb.Ruleset:
    return rulesdb.open_game("bug-hunter")


@pytest.fixture(scope="session")
def dead_air() -> Scenario:
    return load_scenario(DEAD_AIR)
