"""Violations and legal files that were written from the rulebooks without looking at the checks.

A file ``tests/builder/lint/fresh/<game>.yaml``, or one of the later sets in ``second/`` to ``fourth/``, is a
list of cases in the form of :mod:`lint_cases`, each with ``breaks`` (a section of the book) and ``why``, or
with ``legal`` and the reason. ``python tests/fresh_cases.py`` prints what lint misses, and where it raises a
false alarm.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from lint_cases import LINT_TESTS, YAML_LOADER, base_text, patched

from builder.lint.engine import lint_text
from builder.lint.finding import Finding, Severity
from rulesdb import Library

FOLDER = LINT_TESTS / "fresh"
LIBRARY = Library()


@dataclass(frozen=True)
class FreshCase:
    """A scenario that violates a section of the book (``breaks``), or that is legal (``breaks`` is empty).

    ``also`` are sections that forbid the same. ``misjudged`` is the reason why lint misses it, or reports it
    although it is legal; empty if lint is right.
    """

    name: str
    game: str
    base: str
    change: str
    breaks: str
    reason: str
    also: tuple[str, ...] = ()
    misjudged: str = ""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The errors and warnings that the change causes."""
        before = _reported_before(self.base)
        after = _linted(patched(base_text(self.base), self.change))
        return tuple(finding for finding in after if (finding.code, finding.message) not in before)

    @property
    def is_judged_right(self) -> bool:
        """Whether lint reports the violated rule, or nothing about a legal file."""
        if not self.breaks:
            return not self.findings
        sections = (self.breaks, *self.also)
        return any(_is_about(finding, section) for finding in self.findings for section in sections)


def fresh_cases() -> Iterator[FreshCase]:
    """The cases of all games."""
    for path in sorted(FOLDER.rglob("*.yaml")):
        for entry in yaml.load(path.read_bytes(), YAML_LOADER):
            yield FreshCase(
                entry["case"],
                path.stem,
                entry["from"],
                entry["change"],
                entry.get("breaks", ""),
                entry.get("why", entry.get("legal", "")),
                tuple(entry.get("also", ())),
                entry.get("misjudged", ""),
            )


@functools.cache
def _reported_before(base: str) -> frozenset[tuple[str, str]]:
    return frozenset((finding.code, finding.message) for finding in _linted(base_text(base)))


def _linted(text: str) -> list[Finding]:
    report = lint_text(text, Path("case.yaml"), library=LIBRARY)
    return [finding for finding in report.findings if finding.severity is not Severity.INFO]


def _is_about(finding: Finding, section: str) -> bool:
    """Whether a finding cites a section, a part of it, or a section that contains it."""
    wanted = _without_zero(section)
    cited = (finding.rule.rpartition("/")[2], finding.citation.rpartition(" ")[2])
    return any(
        one.startswith(wanted) or wanted.startswith(one) for one in map(_without_zero, filter(None, cited))
    )


def _without_zero(section: str) -> str:
    return section.casefold().removesuffix(".0")


if __name__ == "__main__":
    counts = {True: [0, 0], False: [0, 0]}
    for case in fresh_cases():
        right = case.is_judged_right
        counts[bool(case.breaks)][0] += right
        counts[bool(case.breaks)][1] += 1
        if not right:
            kind = f"missed {case.breaks}" if case.breaks else "false alarm"
            reports = "; ".join(f"{f.code} {f.rule.rpartition('/')[2]} {f.message}" for f in case.findings)
            sys.stdout.write(f"{case.game}: {kind}: {case.name} ({case.reason}) -> {reports}\n")
    for is_violation, (right, number) in counts.items():
        sys.stdout.write(
            f"{'violations found' if is_violation else 'legal files clean'}: {right} of {number}\n"
        )
