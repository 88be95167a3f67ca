"""Run checks on files."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice
from pathlib import Path

from builder.lint.check import Check
from builder.lint.configuration import LintConfig
from builder.lint.discovery import all_checks
from builder.lint.finding import Finding, Severity
from builder.lint.load_fixes import loading_finding
from builder.lint.own_checks import findings_of
from builder.lint.registry import known_codes
from builder.lint.salvage import salvage
from builder.lint.suppression import apply_suppressions
from builder.scenario.limits import RejectedScenario
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb import DataError, Library
from rulesdb.arguments import as_path, require, require_each
from rulesdb.yaml_source import YamlSource, load_yaml, parse_yaml

MAX_FINDINGS_PER_CODE = 100


class Stage(IntEnum):
    """How far a file could be read."""

    TEXT = 0
    YAML = 1
    SCHEMA = 2
    MODEL = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """The parts of a text that could be read: its YAML, and its model, or else the ``error``."""

    text: str
    path: Path
    source: YamlSource | None = None
    scenario: Scenario | None = None
    error: DataError | None = None


@dataclass(frozen=True, slots=True)
class LintReport:
    """The findings in one file, in the order of the file.

    ``text`` is the content, ``source`` the parsed YAML, and ``scenario`` the model, if the file loaded.
    ``left_out`` are findings of codes that are not selected; ``stage`` is how far the file could be read.
    """

    path: str
    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    text: str = ""
    scenario: Scenario | None = None
    source: YamlSource | None = None
    left_out: tuple[Finding, ...] = ()
    stage: Stage = Stage.TEXT

    @property
    def lines(self) -> list[str]:
        """The lines of the file without line endings, for excerpts."""
        return self.text.splitlines()

    @property
    def has_errors(self) -> bool:
        """Whether there is an error; the scenario is not built then."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def fails(self) -> bool:
        """Whether there is an error or a warning."""
        return any(finding.severity is not Severity.INFO for finding in self.findings)

    @property
    def counts(self) -> dict[Severity, int]:
        """The number of findings of each severity that occurs, worst first."""
        return severity_counts(self.findings)


def severity_counts(findings: Iterable[Finding]) -> dict[Severity, int]:
    """The number of findings of each severity that occurs, worst first."""
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in Severity if counts[severity]}


def summarize(findings: Iterable[Finding]) -> str:
    """Counts in words.

    >>> summarize([])
    'clean'
    """
    counts = [
        f"{count} {severity}{'' if count == 1 or severity is Severity.INFO else 's'}"
        for severity, count in severity_counts(findings).items()
    ]
    return ", ".join(counts) or "clean"


def lint_file(
    path: Path,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    library: Library | None = None,
    config: LintConfig | None = None,
) -> LintReport:
    """Load one scenario and run every check that applies.

    ``select`` and ``ignore`` are codes or prefixes of codes, and override those of ``config``. If parts of a
    file do not match the schema, the rest is checked; if it is not YAML, only that is reported.
    """
    path = as_path("path", path)
    name = path.as_posix()
    _require_settings(library, config)
    select = require_each("select", select, str, "codes")
    ignore = require_each("ignore", ignore, str, "codes")
    try:
        source = load_yaml(path, shown_as=name)
    except DataError as error:
        return _unloaded(name, error, error.text)
    chosen = (config or LintConfig()).narrowed(select, ignore)
    return lint_reading(_with_model(source, path, library), library, chosen)


def lint_text(
    text: str, path: Path, *, library: Library | None = None, config: LintConfig | None = None
) -> LintReport:
    """What :func:`lint_file` would report if ``path`` had this content."""
    _require_settings(library, config)
    return lint_reading(read_text(text, as_path("path", path), library), library, config or LintConfig())


def read_text(text: str, path: Path, library: Library | None = None) -> Reading:
    """The model of a text, as if ``path`` had it, or why there is none; no check is run."""
    try:
        return _with_model(parse_yaml(text, path.as_posix()), path, library)
    except DataError as error:
        return Reading(text, path, error=error)


def _require_settings(library: Library | None, config: LintConfig | None) -> None:
    require("library", library, (Library, type(None)), "a rulesdb.Library, or None")
    require("config", config, (LintConfig, type(None)), "a LintConfig, or None")


def _with_model(source: YamlSource, path: Path, library: Library | None) -> Reading:
    try:
        return Reading(source.text, path, source, scenario_from(source, library))
    except RejectedScenario as error:
        return Reading(source.text, path, source, error=error)


def lint_reading(reading: Reading, library: Library | None, config: LintConfig) -> LintReport:
    """The findings in a reading; if parts do not match the schema, the rest is checked."""
    source, error, name = reading.source, reading.error, reading.path.as_posix()
    if error is None:
        assert reading.scenario is not None
        report = LintReport(name, (), (), reading.text, reading.scenario, source, stage=Stage.MODEL)
        return _judged(report, reading.scenario, reading.path, config)
    if source is None or not isinstance(error, RejectedScenario):
        return _unloaded(name, error, reading.text)
    stage = Stage.SCHEMA if error.fits_schema else Stage.YAML
    report = _unloaded(name, error, reading.text, source, stage)
    rest = salvage(source, error, library)
    if rest is None:
        return report
    # While checks are missing, no suppression counts as unused.
    return _judged(
        report, rest.scenario, reading.path, config, rest.doubtful, prevented=frozenset(known_codes())
    )


def _judged(
    report: LintReport,
    scenario: Scenario,
    path: Path,
    config: LintConfig,
    doubtful: Collection[NameKind] = (),
    prevented: Collection[str] = (),
) -> LintReport:
    """A report with the findings of all checks that can run, in addition to the given ones."""
    assert report.source is not None
    checks = applicable_checks(scenario, doubtful)
    findings = _findings(scenario, checks.runnable)
    kept, hidden = apply_suppressions(findings, report.source, prevented or checks.prevented_codes)
    config = config.for_file(path)
    chosen = [config.with_severity(finding) for finding in kept if config.wants(finding.code)]
    left_out = [finding for finding in kept if not config.wants(finding.code)]
    return replace(
        report,
        findings=_ordered((*report.findings, *chosen)),
        suppressed=tuple(hidden),
        left_out=tuple(left_out),
    )


@dataclass(frozen=True, slots=True)
class Applicable:
    """The checks that apply to a scenario: those that can run, and those that unknown names prevent."""

    runnable: tuple[Check, ...]
    prevented: tuple[Check, ...]

    @property
    def codes(self) -> frozenset[str]:
        """The codes of the checks that can run."""
        return frozenset(check.code for check in self.runnable)

    @property
    def prevented_codes(self) -> frozenset[str]:
        """The codes of the checks that unknown names prevent."""
        return frozenset(check.code for check in self.prevented)


def applicable_checks(scenario: Scenario, also_doubtful: Collection[NameKind] = ()) -> Applicable:
    """Which checks apply to a scenario's game and map, and which of them can run.

    A check cannot run if it needs a kind of name that is in doubt: because names of this kind could not be
    read, or because it is in ``also_doubtful``.
    """
    applying = _checks_for(all_checks(), scenario.ruleset.id, scenario.map.kind)
    doubtful = {*also_doubtful, *(unread.kind for unread in scenario.unread)}
    if scenario.map.has_doubtful_walls:
        doubtful.add(NameKind.WALLS)
    if not doubtful:
        return Applicable(applying, ())
    prevented = tuple(check for check in applying if check.needs & doubtful)
    return Applicable(tuple(check for check in applying if check not in prevented), prevented)


@functools.lru_cache
def _checks_for(kinds: tuple[type[Check], ...], game: str, map_kind: str) -> tuple[Check, ...]:
    return tuple(kind() for kind in kinds if kind.applies_to(game, map_kind))


def lint_scenario(scenario: Scenario) -> list[Finding]:
    """The findings of every check that applies, unsorted, at most :data:`MAX_FINDINGS_PER_CODE` per code."""
    require("scenario", scenario, Scenario, "a scenario; load_scenario reads one")
    return _findings(scenario, applicable_checks(scenario).runnable)


def _findings(scenario: Scenario, checks: Iterable[Check]) -> list[Finding]:
    return [finding for check in checks for finding in _first(findings_of(check, scenario))]


def _first(findings: Iterable[Finding]) -> list[Finding]:
    """The first findings of one code; if there are more, the last one states that."""
    first = list(islice(findings, MAX_FINDINGS_PER_CODE + 1))
    if len(first) > MAX_FINDINGS_PER_CODE:
        message = f"more than {MAX_FINDINGS_PER_CODE} findings of {first[-1].code}; the others are not shown"
        first[-1] = replace(first[-1], message=message, help="fix those first", related=(), fixes=())
    return first


def _unloaded(
    name: str, error: DataError, text: str, source: YamlSource | None = None, stage: Stage = Stage.TEXT
) -> LintReport:
    findings = _ordered(loading_finding(problem, text, source) for problem in error.problems)
    return LintReport(name, findings, (), text, None, source, (), stage)


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.span, finding.code, finding.message)))
