"""The examples of the site: Sphinx runs every doctest of every page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_doctest_of_the_site_passes(whole_site: Path, tmp_path: Path) -> None:
    pages = [page for page in sorted(DOCS.rglob("*.md")) if "{doctest}" in page.read_text(encoding="utf-8")]
    options = ["-W", "-n", "-q", "-b", "doctest", "-D", "brainbug_kits=none", "-d", whole_site / ".doctrees"]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, DOCS, tmp_path, *pages],
        stdout=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode()
    assert "0 failures in tests" in (tmp_path / "output.txt").read_text(encoding="utf-8")
