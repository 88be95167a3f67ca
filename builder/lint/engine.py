"""Running the checks over files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.lint.finding import Finding, Severity, finding_of
from builder.lint.registry import CHECKS, code_docs
from builder.lint.suppression import apply_suppressions, suppressions_in
from builder.scenario.load import Opener, scenario_from
from builder.scenario.model import Scenario
from rulesdb import DataError, open_game
from rulesdb.validate import SchemaSet
from rulesdb.yaml_source import load_yaml


@dataclass(frozen=True, slots=True)
class LintReport:
    """What was found in one file, in the order of the file.

    ``lines`` is its text, for excerpts; ``scenario`` is what was checked, if the file loaded.
    """

    path: str
    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    lines: tuple[str, ...]
    scenario: Scenario | None = None

    @property
    def has_errors(self) -> bool:
        """Whether an error is among the findings; then the scenario is not built."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def fails(self) -> bool:
        """Whether there is an error or a warning."""
        return any(finding.severity is not Severity.INFO for finding in self.findings)

    @property
    def summary(self) -> str:
        """``clean``, or the number of errors, warnings and infos."""
        return summarize(self.findings)


def summarize(findings: Iterable[Finding]) -> str:
    """Counts in words.

    >>> summarize([])
    'clean'
    """
    counts = Counter(finding.severity for finding in findings)
    shown = [
        f"{counts[severity]} {severity}{'' if counts[severity] == 1 or severity is Severity.INFO else 's'}"
        for severity in Severity
        if counts[severity]
    ]
    return ", ".join(shown) or "clean"


def lint_file(
    path: Path,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    schemas: SchemaSet | None = None,
    opener: Opener = open_game,
) -> LintReport:
    """Load one scenario and run every check that applies.

    ``select`` and ``ignore`` are codes or beginnings of codes. A file that does not load gives the
    problems that stopped it, and nothing else.
    """
    name = path.as_posix()
    try:
        source = load_yaml(path, shown_as=name)
    except DataError as error:
        return _unloaded(name, error, error.text)
    try:
        scenario = scenario_from(source, schemas, opener)
    except DataError as error:
        return _unloaded(name, error, source.text)
    findings = lint_scenario(scenario)
    kept, hidden = apply_suppressions(findings, suppressions_in(source), code_docs())
    chosen = [finding for finding in kept if _wanted(finding.code, select, ignore)]
    return LintReport(name, _ordered(chosen), tuple(hidden), tuple(source.text.splitlines()), scenario)


def lint_scenario(scenario: Scenario) -> list[Finding]:
    """Every finding of every check that applies, in no particular order."""
    found: list[Finding] = []
    for kind in CHECKS:
        check = kind()
        if check.applies_to(scenario):
            found += check.check(scenario)
    return found


def _unloaded(name: str, error: DataError, text: str) -> LintReport:
    findings = _ordered(finding_of(problem) for problem in error.problems)
    return LintReport(name, findings, (), tuple(text.splitlines()))


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.span, finding.code, finding.message)))


def _wanted(code: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    if any(code.startswith(prefix) for prefix in ignore):
        return False
    return not select or any(code.startswith(prefix) for prefix in select)
