"""Scenarios that once broke something, or could; ``scenarios.yaml`` has the finding of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from lint_cases import YAML_LOADER, base_text, patched

from builder.lint.engine import LintReport
from builder.lint.finding import Severity

CASES = yaml.load(Path(__file__).with_name("scenarios.yaml").read_bytes(), YAML_LOADER)
SOUND = base_text("sound")
FORCE = "  - {id: f%d, title: F, side: pred, unit: individual-pred}\n"
LARGE = {
    "a file that ends in a bracket": ("BB002", SOUND[: SOUND.index("structing")]),
    "sixty more forces": (
        "BB007",
        SOUND.replace("setup:\n", "".join(map(FORCE.__mod__, range(60))) + "setup:\n"),
    ),
    "lists in lists, 200 deep": ("BB009", "".join(" " * depth + "-\n" for depth in range(200))),
    "brackets in brackets, 500 deep": (
        "BB009",
        SOUND.replace("title: Sound", f"title: {'[' * 500}{']' * 500}"),
    ),
}


def raw(case: dict[str, str]) -> bytes:
    """The bytes of a case's file."""
    text = case["text"] if "text" in case else patched(base_text(case["from"]), case.get("change", ""))
    return text.replace("\n", case.get("line_ends", "\n")).encode(case.get("encoding", "utf-8"))


@pytest.mark.parametrize(
    ("code", "content"),
    [
        *(pytest.param(case["lint"], raw(case), id=case["case"]) for case in CASES),
        *(pytest.param(code, text.encode(), id=name) for name, (code, text) in LARGE.items()),
    ],
)
def test_each_input_gives_its_finding(
    lint_bytes: Callable[[bytes], LintReport], code: str, content: bytes
) -> None:
    findings = lint_bytes(content).findings
    defects = [finding.code for finding in findings if finding.severity is not Severity.INFO]
    assert (defects or ["clean"])[0] == code
