"""Fixtures that many tests share."""

from __future__ import annotations

import functools
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import CHROMIUM, NO_BROWSER
from hypothesis import settings
from kits import TRIED
from processes import read_games_once
from soak import WHOLE, times

import rulesdb
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "docs"
# In seconds. Sphinx takes about one minute.
_SITE_TIMEOUT = 600
OBJECTS_BETWEEN_SEARCHES = 100_000
COSTLY = ("whole_site", "rules_db")
# Files with at least this many tests are run by one process.
MANY = 40
DEAD_AIR = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"


# Hypothesis tries a few examples, the same each time, and many others with ``make soak``; a test may name
# its own number.
settings.register_profile("brainbug", max_examples=times(20, 500), deadline=None, derandomize=not WHOLE)
settings.load_profile("brainbug")


# Before pytest-xdist, which reads the marks in the same hook.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests that share the site, the database, a fixture of their module or a kit in one process.

    So are those of a file of many, which are small: to hand out each takes longer than to run it.
    """
    counts = Counter(item.path for item in items)
    for item in items:
        if getattr(getattr(item, "function", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.soak)
        costly = [name for name in COSTLY if name in getattr(item, "fixturenames", ())]
        if costly or shares_fixtures(item):
            group = costly[0] if costly else item.path.relative_to(ROOT).as_posix()
            item.add_marker(pytest.mark.xdist_group(group))
        elif (name := getattr(item, "callspec", None) and item.callspec.params.get("name")) in TRIED:
            item.add_marker(pytest.mark.xdist_group(f"kit {name}"))
        elif counts[item.path] >= MANY:
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(ROOT).as_posix()))


def shares_fixtures(item: pytest.Item) -> bool:
    """Whether a test uses a fixture that is created once per module."""
    definitions = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
    return any(definition[-1].scope == "module" for definition in definitions.values() if definition)


def pytest_collection_finish() -> None:
    """Exclude what was imported and collected from the searches of the garbage collector."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Do the same before pytest looks for garbage several times."""
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Keep the developer's caches and supplements separate from those of the tests.

    Modules open games during collection, so fixtures would be too late. Workers share the folders.
    """
    # Workers keep thousands of tests and whole games, which would be searched for garbage again and again.
    gc.set_threshold(OBJECTS_BETWEEN_SEARCHES)
    read_games_once()
    if hasattr(config, "workerinput"):
        return
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    for name in ("BRAINBUG_GAMES", "BRAINBUG_CHECKS"):
        patch.delenv(name, raising=False)
    for name in ("BRAINBUG_CACHE", "BRAINBUG_CONFIG", "XDG_STATE_HOME"):
        folder = tempfile.mkdtemp(prefix=name.lower())
        config.add_cleanup(functools.partial(shutil.rmtree, folder, ignore_errors=True))
        patch.setenv(name, folder)


@pytest.fixture(scope="session")
def bug_hunter() -> rulesdb.Ruleset:
    return rulesdb.open_game("bug-hunter")


@pytest.fixture(scope="session")
def dead_air() -> Scenario:
    return load_scenario(DEAD_AIR)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium controlled by Playwright; without them, the tests that need it are skipped."""
    if CHROMIUM is None:
        pytest.skip(NO_BROWSER)
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="no Playwright here: pip install playwright"
    )
    with playwright.sync_playwright() as driver:
        instance = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield instance
        instance.close()


@pytest.fixture(scope="session")
def whole_site() -> Path:
    """The folder of the whole site.

    ``make test`` builds it in the meantime, and names it in ``BRAINBUG_SITE``; this waits for it. Otherwise
    it is built here, which rewrites only the pages whose sources have changed.
    """
    if named := os.environ.get("BRAINBUG_SITE"):
        ended = ROOT / f"{named}.ended"
        deadline = time.monotonic() + _SITE_TIMEOUT
        while not (ended.is_file() and ended.read_text(encoding="utf-8")):
            if time.monotonic() > deadline:
                pytest.fail(f"{ended} was not written; `make test` does that once it has built the site")
            time.sleep(0.2)
        if ended.read_text(encoding="utf-8").strip() != "0":
            pytest.fail("the site was not built; the messages of Sphinx are above")
        return ROOT / named
    command = [sys.executable, "-m", "builder", "docs", "build", "--kits", "none", "-o", str(SITE)]
    subprocess.run(command, cwd=ROOT, check=True)
    return SITE
