"""The page on robustness names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "contributing" / "robustness.md"


def test_every_promise_has_a_test() -> None:
    rows = PAGE.read_text(encoding="utf-8").split("## Promises")[1].split("\n## ")[0]
    promises = [row.strip("|").split("|") for row in rows.splitlines() if row.startswith("| ")][1:]
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    names = set(re.findall(r"def (test_\w+)", code))
    assert len(promises) > 10
    for promise, _, tests in promises:
        named = re.findall("`([^`]+)`", tests)
        assert named, promise
        for test in named:
            assert (ROOT / test).is_file() if "/" in test else test in names, promise
