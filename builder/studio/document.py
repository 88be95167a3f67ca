"""A scenario file as operations see it: its text, its data with their places, its model and its findings."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.lint.configuration import LintConfig
from builder.lint.engine import LintReport, Reading, lint_reading, read_text
from builder.lint.rewriting import rewrite_file
from builder.scenario.model import Scenario
from builder.studio.change import Change
from builder.studio.draft import Draft
from rulesdb import Library, Ruleset
from rulesdb.yaml_source import YamlSource, load_yaml, parse_yaml

if TYPE_CHECKING:
    from builder.studio.operations.operation import Operation


@dataclass(frozen=True)
class State:
    """One version of a scenario's text. Everything else is derived from the text when it is first used.

    ``path`` is the name of the file in messages; the file itself is never read.
    """

    text: str = field(repr=False)
    path: Path = Path("scenario.yaml")
    library: Library = field(default_factory=Library, compare=False, repr=False)
    config: LintConfig | None = field(default=None, compare=False, repr=False)

    @functools.cached_property
    def source(self) -> YamlSource:
        """The data of the text, with their places.

        Raises:
            DataError: the text is not YAML.
        """
        # The states between the operations of a stroke need no model.
        reading: Reading | None = vars(self).get("reading")
        if reading is not None and reading.source is not None:
            return reading.source
        return parse_yaml(self.text, self.path.as_posix())

    @functools.cached_property
    def reading(self) -> Reading:
        """What can be read of the text; the findings in :attr:`report` take longer."""
        return read_text(self.text, self.path, self.library)

    @functools.cached_property
    def report(self) -> LintReport:
        """The findings."""
        return lint_reading(self.reading, self.library, self.config or LintConfig())

    @property
    def scenario(self) -> Scenario | None:
        """The model, if the text has one."""
        return self.reading.scenario

    @property
    def is_readable(self) -> bool:
        """Whether the text is YAML, so that operations can be made."""
        source = self.reading.source
        return source is not None and isinstance(source.data, dict)

    @property
    def data(self) -> Any:
        """The plain data of the text."""
        return self.source.data

    @property
    def map(self) -> Mapping[str, Any]:
        """The ``map`` block; empty if there is none."""
        block = self.data.get("map") if isinstance(self.data, dict) else None
        return block if isinstance(block, dict) else {}

    @property
    def kind_name(self) -> str:
        """The kind of map, as :data:`~builder.scenario.map_kinds.KINDS` names it; empty if there is none."""
        return "land" if "land" in self.map else str(self.map.get("kind", ""))

    @functools.cached_property
    def game(self) -> Ruleset:
        """The game of the scenario.

        Raises:
            UnknownEntry: there is no such game.
        """
        about = self.data.get("scenario") if isinstance(self.data, dict) else None
        return self.library.open(str(about.get("game", "")) if isinstance(about, dict) else "")

    def draft(self) -> Draft:
        """Collects changes of the data, and gives the edits of the text."""
        return Draft(self.source, self.library)

    def after(self, change: Change) -> State:
        """The state after a change."""
        return State(change.apply(self.text), self.path, self.library, self.config)


def open_state(path: Path, library: Library | None = None, config: LintConfig | None = None) -> State:
    """The state of a file on disk.

    Raises:
        DataError: the file cannot be read, or is not YAML.
    """
    return State(load_yaml(path, path.as_posix()).text, path, library or Library(), config)


def save_state(state: State, old: State) -> None:
    """Write a state to its file, which must still contain ``old``.

    A byte order mark, line endings and permissions are kept.

    Raises:
        BrainbugError: the file cannot be written, or was changed by another program.
    """
    if state.text != old.text:
        rewrite_file(state.path, old.text, state.text)


def fold(state: State, operations: Iterable[Operation]) -> Change:
    """The operations of a stroke, each on the result of those before it, as one change.

    Raises:
        CannotKeep: an operation cannot be made without disturbing the text around it.
        OperationError: an operation does not fit the scenario.
        DataError: the text is not YAML.
    """
    whole = Change()
    for operation in operations:
        change = Change.of_edits(state.text, operation.edits(state))
        whole = whole.then(change)
        state = state.after(change)
    return whole
