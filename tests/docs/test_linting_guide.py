"""The lists on the page on linting are complete."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guide" / "linting.md"


def test_the_page_lists_all_settings() -> None:
    from builder.lint.configuration import SETTINGS

    listed = re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert tuple(listed) == SETTINGS
