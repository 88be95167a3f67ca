"""Running the checks over files."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice
from pathlib import Path

from builder.lint.check import Check
from builder.lint.configuration import LintConfig
from builder.lint.discovery import all_checks
from builder.lint.finding import Finding, Severity
from builder.lint.load_fixes import loading_finding
from builder.lint.suppression import apply_suppressions
from builder.scenario.limits import RejectedScenario
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb import DataError, Library
from rulesdb.yaml_source import YamlSource, load_yaml, parse_yaml

MOST_OF_A_CODE = 100


class Stage(IntEnum):
    """How far the reading of a file came."""

    TEXT = 0
    YAML = 1
    SCHEMA = 2
    MODEL = 3


@dataclass(frozen=True, slots=True)
class LintReport:
    """What was found in one file, in the order of the file.

    ``text`` is what it holds; ``scenario`` is what was checked, if the file loaded, and ``source`` what was
    parsed. ``left_out`` are findings of codes that are not wanted; ``stage`` is how far it came.
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
        """The lines of the file without their ends, for excerpts."""
        return self.text.splitlines()

    @property
    def has_errors(self) -> bool:
        """Whether an error is among the findings; then the scenario is not built."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def fails(self) -> bool:
        """Whether there is an error or a warning."""
        return any(finding.severity is not Severity.INFO for finding in self.findings)

    @property
    def counts(self) -> dict[Severity, int]:
        """The number of findings of each severity that there is, the worst first."""
        return severity_counts(self.findings)


def severity_counts(findings: Iterable[Finding]) -> dict[Severity, int]:
    """How many findings there are of each severity that occurs, the worst first."""
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in Severity if counts[severity]}


def summarize(findings: Iterable[Finding]) -> str:
    """Counts in words.

    >>> summarize([])
    'clean'
    """
    shown = [
        f"{count} {severity}{'' if count == 1 or severity is Severity.INFO else 's'}"
        for severity, count in severity_counts(findings).items()
    ]
    return ", ".join(shown) or "clean"


def lint_file(
    path: Path,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    library: Library | None = None,
    config: LintConfig | None = None,
) -> LintReport:
    """Load one scenario and run every check that applies.

    ``select`` and ``ignore`` are codes or beginnings of codes, and weigh more than those of ``config``. A
    file that does not load gives the problems that stopped it, and nothing else.
    """
    name = path.as_posix()
    try:
        source = load_yaml(path, shown_as=name)
    except DataError as error:
        return _unloaded(name, error, error.text)
    chosen = (config or LintConfig()).narrowed(select, ignore)
    return _lint_source(source, path, library, chosen)


def lint_text(
    text: str, path: Path, *, library: Library | None = None, config: LintConfig | None = None
) -> LintReport:
    """What :func:`lint_file` would find if ``path`` held this text."""
    name = path.as_posix()
    try:
        source = parse_yaml(text, name)
    except DataError as error:
        return _unloaded(name, error, text)
    return _lint_source(source, path, library, config or LintConfig())


def _lint_source(source: YamlSource, path: Path, library: Library | None, config: LintConfig) -> LintReport:
    try:
        scenario = scenario_from(source, library)
    except RejectedScenario as error:
        stage = Stage.SCHEMA if error.fits_schema else Stage.YAML
        return _unloaded(source.path, error, source.text, source, stage)
    judgement = judgement_of(scenario)
    found = _findings(scenario, judgement.judging)
    kept, hidden = apply_suppressions(found, source, judgement.unjudged_codes)
    chosen = [config.weighed(finding) for finding in kept if config.wants(finding.code, path)]
    left_out = [finding for finding in kept if not config.wants(finding.code, path)]
    return LintReport(
        source.path,
        _ordered(chosen),
        tuple(hidden),
        source.text,
        scenario,
        source,
        tuple(left_out),
        Stage.MODEL,
    )


@dataclass(frozen=True, slots=True)
class Judgement:
    """The checks that count for a scenario: those that can judge it, and those that doubtful names stop."""

    judging: tuple[Check, ...]
    unjudged: tuple[Check, ...]

    @property
    def codes(self) -> frozenset[str]:
        """What the scenario is judged by."""
        return frozenset(check.code for check in self.judging)

    @property
    def unjudged_codes(self) -> frozenset[str]:
        """What would count, if all of the scenario's names could be read."""
        return frozenset(check.code for check in self.unjudged)


def judgement_of(scenario: Scenario) -> Judgement:
    """Which checks know a scenario's game and map, and which of them it is whole enough for."""
    concerned = _concerned(all_checks(), scenario.ruleset.id, scenario.map.kind)
    doubtful = {unread.kind for unread in scenario.unread}
    if scenario.map.has_doubtful_walls:
        doubtful.add(NameKind.WALLS)
    if not doubtful:
        return Judgement(concerned, ())
    unjudged = tuple(check for check in concerned if check.needs & doubtful)
    return Judgement(tuple(check for check in concerned if check not in unjudged), unjudged)


@functools.lru_cache
def _concerned(kinds: tuple[type[Check], ...], game: str, map_kind: str) -> tuple[Check, ...]:
    return tuple(kind() for kind in kinds if kind.applies_to(game, map_kind))


def lint_scenario(scenario: Scenario) -> list[Finding]:
    """The findings of every check that applies, in no particular order; of many of a code, the first."""
    return _findings(scenario, judgement_of(scenario).judging)


def _findings(scenario: Scenario, checks: Iterable[Check]) -> list[Finding]:
    found: list[Finding] = []
    for check in checks:
        found += _shown(check.check(scenario))
    return found


def _shown(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of one code, up to as many as anybody reads; the last then says that there are more."""
    shown = list(islice(findings, MOST_OF_A_CODE + 1))
    if len(shown) > MOST_OF_A_CODE:
        said = f"more than {MOST_OF_A_CODE} findings of {shown[-1].code}; the others are not shown"
        shown[-1] = replace(shown[-1], message=said, help="mend those first", related=(), fixes=())
    return shown


def _unloaded(
    name: str, error: DataError, text: str, source: YamlSource | None = None, stage: Stage = Stage.TEXT
) -> LintReport:
    findings = _ordered(loading_finding(problem, text, source) for problem in error.problems)
    return LintReport(name, findings, (), text, None, source, (), stage)


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.span, finding.code, finding.message)))
