"""What many tests start from."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulesdb
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario

ROOT = Path(__file__).resolve().parent.parent
DEAD_AIR = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that build the site share its sources, and so one process."""
    about_the_site = (ROOT / "tests" / "docs", ROOT / "tests" / "builder" / "publish")
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "whole_site" in names or any(folder in item.path.parents for folder in about_the_site):
            item.add_marker(pytest.mark.xdist_group("site"))


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


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium that Playwright drives; without either, the tests that want one are left out."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="no Playwright here: pip install playwright"
    )
    with playwright.sync_playwright() as driver:
        shown = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield shown
        shown.close()


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the whole site, built once for all who look at it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-j", "auto", "-b", "html", "docs", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder
