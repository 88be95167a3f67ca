"""The Chromium of this machine, for tests in a real browser."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

# The shell has no windows, and takes less than half the time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
NO_BROWSER = "no Chromium here: apt-get install chromium-headless-shell"
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason=NO_BROWSER)


def answers_of(page: Path) -> Any:
    """The JSON that the scripts of a page write into its element ``answers``."""
    assert CHROMIUM is not None
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--allow-file-access-from-files",
            f"--user-data-dir={page.parent / 'profile'}",
            "--virtual-time-budget=6000000",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    match = re.search(r'<pre id="answers">(.+?)</pre>', done.stdout, re.DOTALL)
    assert match is not None, done.stderr[-2000:]
    return json.loads(html.unescape(match[1]))
