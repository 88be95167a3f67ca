"""The maps in the guide to scenarios are valid starting points."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.lint.engine import lint_text

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/guide/scenarios.md").read_text(encoding="utf-8")
MAPS: tuple[str, ...] = tuple(re.findall(r"```yaml\n(map:\n.*?)```", GUIDE, flags=re.DOTALL))
AROUND = {"table": "sound-table.yaml", "hex": "sound-land.yaml", "dots": "sound-dots.yaml"}


def kind_of(block: str) -> str:
    match = re.search(r"kind: (\w+)", block)
    assert match is not None
    return match[1]


def test_the_guide_shows_a_map_of_each_kind() -> None:
    assert sorted(map(kind_of, MAPS)) == sorted(AROUND)


@pytest.mark.parametrize("block", MAPS, ids=kind_of)
def test_maps_of_the_guide_have_no_lint_findings(block: str) -> None:
    sound = (ROOT / "tests/builder/lint" / AROUND[kind_of(block)]).read_text(encoding="utf-8")
    before, after = re.split(r"^map:\n(?:[ #].*\n|\n)*", sound, maxsplit=1, flags=re.MULTILINE)
    lines = range(before.count("\n") + 1, (before + block).count("\n") + 1)
    report = lint_text(before + block + after, ROOT / "guide.yaml")
    # A map in the guide is as small as it can be, so it fills no sheet.
    findings = [each for each in report.findings if each.span.line in lines and each.code != "BB506"]
    assert list(map(str, findings)) == []
