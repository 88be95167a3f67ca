"""The maps that the guide to scenarios shows are maps that a designer can start from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.lint.engine import lint_text

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/guide/scenarios.md").read_text(encoding="utf-8")
MAPS: tuple[str, ...] = tuple(re.findall(r"```yaml\n(map:\n.*?)```", GUIDE, flags=re.DOTALL))
AROUND = {"table": "sound-table.yaml", "hex": "sound-land.yaml", "dots": "sound-dots.yaml"}


def kind_of(shown: str) -> str:
    found = re.search(r"kind: (\w+)", shown)
    assert found is not None
    return found[1]


def test_the_guide_shows_a_map_of_each_kind() -> None:
    assert sorted(map(kind_of, MAPS)) == sorted(AROUND)


@pytest.mark.parametrize("shown", MAPS, ids=kind_of)
def test_lint_finds_no_fault_with_a_map_of_the_guide(shown: str) -> None:
    sound = (ROOT / "tests/builder/lint" / AROUND[kind_of(shown)]).read_text(encoding="utf-8")
    before, after = re.split(r"^map:\n(?:[ #].*\n|\n)*", sound, maxsplit=1, flags=re.MULTILINE)
    lines = range(before.count("\n") + 1, (before + shown).count("\n") + 1)
    report = lint_text(before + shown + after, ROOT / "guide.yaml")
    assert [str(finding) for finding in report.findings if finding.span.line in lines] == []
