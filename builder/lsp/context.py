"""The schemas, games and linter settings that all open files share."""

from __future__ import annotations

from pathlib import Path

from builder.lint.configuration import ConfigFinder, LintConfig
from builder.lint.engine import LintReport, lint_text
from builder.lint.fixes import FixedText, fix_report
from builder.lsp.schema_view import SchemaView
from rulesdb import BrainbugError, DataError, Library, Ruleset
from rulesdb.problem import Problem


class Context:
    """A library of games and the linter, whose settings are read again each time, as people edit them."""

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
