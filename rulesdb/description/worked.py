"""Runs worked examples of entries on the engine, and compares the results with those that they state."""

from __future__ import annotations

import doctest
import importlib
import io
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesdb.description.describe import describe
from rulesdb.model import Entry, Example

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Step:
    """One statement of an example, the result that the example states, and that of the engine."""

    code: str
    stated: str
    result: str


@dataclass(frozen=True, slots=True)
class Worked:
    """An example that has been run; ``agrees`` if every result is as stated."""

    title: str
    steps: tuple[Step, ...]
    agrees: bool


class _Recorder(doctest.DocTestRunner):
    """Records the result of each statement."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.steps: list[Step] = []

    def report_success(self, _out: Any, _test: Any, example: doctest.Example, got: str) -> None:
        self.steps.append(Step(example.source.rstrip("\n"), example.want.rstrip("\n"), got.rstrip("\n")))

    def report_failure(self, out: Any, test: Any, example: doctest.Example, got: str) -> None:
        self.report_success(out, test, example, got)

    def report_unexpected_exception(
        self, _out: Any, _test: Any, example: doctest.Example, exc_info: Any
    ) -> None:
        got = f"{exc_info[0].__name__}: {exc_info[1]}"
        self.steps.append(Step(example.source.rstrip("\n"), example.want.rstrip("\n"), got))


def work_examples(entry: Entry, game: Ruleset) -> tuple[Worked, ...]:
    """Run the examples of an entry, in order; none if it has none.

    >>> from rulesdb import open_game
    >>> game = open_game("bug-hunter")
    >>> [worked] = work_examples(game.entry("procedure/decompression"), game)
    >>> worked.agrees, worked.steps[-1].result.splitlines()[0]
    (True, '1 room 1812/1')
    """
    names: dict[str, Any] = {"game": game}
    if entry.kind == "procedure":
        names |= vars(importlib.import_module(game.procedure(entry.slug).module))
    return tuple(_work(example, names) for example in describe(entry, game).examples)


def _work(example: Example, names: dict[str, Any]) -> Worked:
    """Run one example; those that follow have its names, too."""
    test = doctest.DocTestParser().get_doctest(example.doctest, names, example.title, None, None)
    runner = _Recorder()
    with redirect_stdout(io.StringIO()):
        failures = runner.run(test, out=lambda _: None, clear_globs=False).failed
    names |= test.globs
    return Worked(example.title, tuple(runner.steps), not failures)
