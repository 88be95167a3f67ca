"""What many tests start from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rulesdb
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario

ROOT = Path(__file__).resolve().parent.parent
DEAD_AIR = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep caches and supplements of whoever runs the tests out of them, and the tests out of theirs."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("BRAINBUG_GAMES", "BRAINBUG_CHECKS"):
            patch.delenv(name, raising=False)
        for name in ("BRAINBUG_CACHE", "BRAINBUG_CONFIG"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name.lower())))
        yield


@pytest.fixture(scope="session")
def bug_hunter() -> rulesdb.Ruleset:
    return rulesdb.open_game("bug-hunter")


@pytest.fixture(scope="session")
def dead_air() -> Scenario:
    return load_scenario(DEAD_AIR)
