"""What all open files share: the schemas, the games, and the linter with its settings."""

from __future__ import annotations

from pathlib import Path

from builder.lint.configuration import ConfigFinder, LintConfig
from builder.lint.engine import LintReport, lint_text
from builder.lint.fixes import Mended, mend
from builder.lsp.schema_view import SchemaView
from rulesdb import DataError, Ruleset, game_folders, open_game
from rulesdb.problem import Problem
from rulesdb.schemas import SchemaSet


class Library:
    """Schemas and games, each read once, and the linter. Settings are read anew, as people edit them."""

    def __init__(self) -> None:
        self.schemas = SchemaSet()
        self.view = SchemaView(self.schemas.load)
        self._games: dict[str, Ruleset] = {}

    @property
    def game_ids(self) -> tuple[str, ...]:
        """The ids of all games."""
        return tuple(game_folders())

    def open_game(self, id: str) -> Ruleset:
        """A game, loaded at the first time."""
        if id not in self._games:
            self._games[id] = open_game(id)
        return self._games[id]

    def game(self, id: object) -> Ruleset | None:
        """A game, if there is one of that id."""
        return self.open_game(id) if isinstance(id, str) and id in self.game_ids else None

    def lint(self, text: str, path: Path) -> LintReport:
        """What the linter finds in a text that ``path`` may come to hold."""
        config, _ = self.settings(path)
        return lint_text(text, path, schemas=self.schemas, opener=self.open_game, config=config)

    def mend(self, report: LintReport, path: Path) -> Mended:
        """A text with all of its safe fixes applied."""
        return mend(report, lambda text: self.lint(text, path))

    def settings(self, path: Path) -> tuple[LintConfig, tuple[Problem, ...]]:
        """The settings above a file; if they are faulty, none, and what is wrong with them."""
        try:
            return ConfigFinder().of(path), ()
        except DataError as error:
            return LintConfig(), error.problems
