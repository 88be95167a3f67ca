"""An open file: its text, what the linter last said of it, and the last state of it that made sense."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from builder.lint.engine import LintReport
from builder.lsp.context import Context
from builder.scenario.model import Scenario
from rulesdb import Ruleset
from rulesdb.problem import Span
from rulesdb.yaml_source import YamlSource

_IS_SCENARIO = re.compile(r"^scenario\s*:|^#.*scenario\.schema\.json", re.MULTILINE)


@dataclass(frozen=True)
class Document:
    """A file as the editor shows it.

    ``good`` is the last text that was YAML, ``scenario`` the last that loaded: while something is being
    typed they still know the names of the file.
    """

    path: Path
    text: str
    report: LintReport | None = None
    good: YamlSource | None = None
    scenario: Scenario | None = None

    @property
    def is_scenario(self) -> bool:
        """Whether it is a scenario at all, and not some other YAML."""
        return self.good is not None or bool(_IS_SCENARIO.search(self.text))

    @property
    def source(self) -> YamlSource | None:
        """The text as data, if it was checked and is YAML."""
        report = self.report
        return report.source if report is not None and report.text == self.text else None

    @property
    def data(self) -> Any:
        """The data of the last text that was YAML."""
        return self.good.data if self.good is not None else None

    def edited(self, text: str) -> Document:
        """The document with another text, not yet checked."""
        return replace(self, text=text)

    def checked(self, context: Context) -> Document:
        """The document with the linter's report of its present text."""
        if not self.is_scenario or (self.report is not None and self.report.text == self.text):
            return self
        report = context.lint(self.text, self.path)
        good = report.source if report.source and isinstance(report.source.data, dict) else self.good
        return replace(self, report=report, good=good, scenario=report.scenario or self.scenario)

    def game(self, context: Context) -> Ruleset | None:
        """The game that the scenario is for."""
        about = self.data.get("scenario") if isinstance(self.data, dict) else None
        found = context.game(about.get("game")) if isinstance(about, dict) else None
        return found or (self.scenario.ruleset if self.scenario else None)

    def now(self, span: Span) -> Span:
        """Where a place of the last good text is now: on the nearest line that reads the same."""
        if self.good is None or self.good.text == self.text:
            return span
        old, new = self.good.text.splitlines(), self.text.splitlines()
        line = old[span.line - 1] if span.line <= len(old) else ""
        same = [number for number, other in enumerate(new, 1) if other == line]
        nearest = min(same, key=lambda number: abs(number - span.line), default=span.line)
        return Span(span.path, nearest, span.column, nearest + span.end_line - span.line, span.end_column)
