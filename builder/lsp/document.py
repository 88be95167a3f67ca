"""An open file with the linter's last report and its last valid state, and data that all open files share."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from builder.lint.configuration import ConfigFinder, LintConfig
from builder.lint.engine import LintReport, lint_text
from builder.lint.fixes import FixedText, fix_report
from builder.lsp.cursor import value_at
from builder.lsp.schema_view import SchemaView
from builder.scenario.model import Scenario
from rulesdb import BrainbugError, DataError, Library, Ruleset
from rulesdb.problem import Problem, Span
from rulesdb.yaml_source import YamlSource

_IS_SCENARIO = re.compile(r"^scenario\s*:|^#.*scenario\.schema\.json", re.MULTILINE)


class Context:
    """The games, schemas and linter of all open files; settings are read each time, as users edit them."""

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or Library()
        self.view = SchemaView(self.library.schemas)

    def game(self, id: object) -> Ruleset | None:
        """The game of that id; None if there is none, or it cannot be opened."""
        if not isinstance(id, str):
            return None
        try:
            return self.library.open(id)
        except BrainbugError:
            return None

    def lint(self, text: str, path: Path) -> LintReport:
        """The linter's report of a text, with the settings for ``path``."""
        config, _ = self.settings(path)
        return lint_text(text, path, library=self.library, config=config)

    def fix(self, report: LintReport, path: Path) -> FixedText:
        """A text with all of its safe fixes applied."""
        return fix_report(report, lambda text: self.lint(text, path))

    def settings(self, path: Path) -> tuple[LintConfig, tuple[Problem, ...]]:
        """The settings for a file; if they are invalid, the defaults and the problems."""
        try:
            return ConfigFinder().of(path), ()
        except DataError as error:
            return LintConfig(), error.problems


@dataclass(frozen=True)
class Document:
    """A file as the editor shows it.

    ``last_source`` is the last text that was YAML, ``scenario`` the last one that loaded: they provide the
    names of the file while it is invalid.
    """

    path: Path
    text: str
    report: LintReport | None = None
    last_source: YamlSource | None = None
    scenario: Scenario | None = None

    @property
    def is_scenario(self) -> bool:
        """Whether it is a scenario, and not another kind of YAML."""
        return self.last_source is not None or bool(_IS_SCENARIO.search(self.text))

    @property
    def current_report(self) -> LintReport | None:
        """The linter's report, if it is for the current text."""
        return self.report if self.report is not None and self.report.text == self.text else None

    @property
    def source(self) -> YamlSource | None:
        """The parsed text, if it was checked and is YAML."""
        return self.current_report.source if self.current_report is not None else None

    @property
    def data(self) -> Any:
        """The data of the last text that was YAML."""
        return self.last_source.data if self.last_source is not None else None

    def edited(self, text: str) -> Document:
        """The document with another text that is not checked yet."""
        return replace(self, text=text)

    def checked(self, context: Context) -> Document:
        """The document with the linter's report of its current text."""
        if not self.is_scenario or self.current_report is not None:
            return self
        report = context.lint(self.text, self.path)
        is_block = report.source is not None and isinstance(report.source.data, dict)
        source = report.source if is_block else self.last_source
        return replace(self, report=report, last_source=source, scenario=report.scenario or self.scenario)

    def game(self, context: Context) -> Ruleset | None:
        """The game that the scenario is for."""
        game = context.game(value_at(self.data, ("scenario", "game")))
        return game or (self.scenario.ruleset if self.scenario else None)

    def moved(self, span: Span) -> Span:
        """The present place of a span of the last valid text: on the nearest line with the same text."""
        if self.last_source is None or self.last_source.text == self.text:
            return span
        old, new = self.last_source.text.splitlines(), self.text.splitlines()
        line = old[span.line - 1] if span.line <= len(old) else ""
        same = (number for number, other in enumerate(new, 1) if other == line)
        nearest = min(same, key=lambda number: abs(number - span.line), default=span.line)
        return Span(span.path, nearest, span.column, nearest + span.end_line - span.line, span.end_column)
