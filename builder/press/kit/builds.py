"""Builds the kits of many scenarios: each is linted, drawn and written, even if others fail."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from builder.draw.surface.theme import Theme, load_theme
from builder.draw.surface.wording import MODEL, Words, load_words
from builder.lint.configuration import ConfigFinder
from builder.lint.engine import LintReport, lint_file
from builder.lint.finding import Severity
from builder.lint.reporters import text_report
from builder.press.kit.kit import PART_NAMES, Kit, compose_kit, write_kit
from builder.press.kit.map_choices import MapChoices
from builder.press.kit.output import SVG_AND_PDF, Formats
from builder.press.kit.parts import EXAMPLE
from builder.press.services.sheet_choices import SheetChoices
from builder.press.services.sheet_file import load_paper
from builder.process_pool import ProcessPool
from rulesdb import BrainbugError, DataError, InputError, Library
from rulesdb.files.folders import Report, files_in
from rulesdb.files.reading import require_file

# Builds that are queued in addition to those in progress, so that no process is ever idle.
_WAITING = 2


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """A scenario to build: its file, the folder for its kit, and the options.

    ``paper``, ``theme`` and ``language`` are names or files, as given to a command. ``force`` replaces sheets
    that were changed after they were built. ``example`` is the record of the game for an example of
    play; without it, a machine plays the usual one.
    """

    scenario: Path
    output: Path
    paper: str = "a4"
    theme: str = "default"
    language: str = MODEL
    parts: tuple[str, ...] = PART_NAMES
    formats: Formats = SVG_AND_PDF
    maps: MapChoices = field(default_factory=MapChoices)
    sheets: SheetChoices = field(default_factory=SheetChoices)
    force: bool = False
    example: Path | None = None


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The result of a build; nothing else of a kit stays in memory once it is written.

    ``findings`` is lint's report if errors prevented the build; ``problem`` is any other reason.
    """

    options: BuildOptions
    pages: int = 0
    counters: int = 0
    findings: str = ""
    problem: str = ""


class KitBuilder:
    """Lints, draws and writes scenarios with one library."""

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or Library()
        self.configs = ConfigFinder()
        self._themes: dict[tuple[str, str], Theme] = {}

    def lint(self, scenario: Path) -> LintReport:
        """The report of a scenario file.

        Raises:
            InputError: there is no such file.
        """
        require_file(scenario)
        config = self.configs.of(scenario)
        return lint_file(scenario, library=self.library, config=config)

    def compose(self, options: BuildOptions, report: LintReport, before: Kit | None = None) -> Kit | None:
        """The kit of a scenario; None if it has errors. ``before`` is one drawn earlier, which saves time.

        Raises:
            InputError: there is no game for an example of play.
        """
        if report.scenario is None or report.has_errors:
            return None
        theme, example = self._theme(options), None
        if EXAMPLE in options.parts:
            # Only an example needs the code that plays games.
            from builder.press.kit.example import example_of

            example = example_of(report.scenario, self.library, options.example)
        return compose_kit(
            report.scenario,
            load_paper(options.paper),
            theme,
            parts=options.parts,
            lint_status=_status(report, theme.words),
            maps=options.maps,
            sheets=options.sheets,
            before=before,
            example=example,
        )

    def _theme(self, options: BuildOptions) -> Theme:
        """The theme of a build with its words, read once."""
        key = options.theme, options.language
        if key not in self._themes:
            self._themes[key] = load_theme(options.theme, load_words(options.language))
        return self._themes[key]

    def build(self, options: BuildOptions) -> BuildResult:
        """Lint, draw and write a scenario; errors of any kind are part of the result."""
        try:
            report = self.lint(options.scenario)
            kit = self.compose(options, report)
            if kit is None:
                return BuildResult(options, findings=text_report([report]))
            write_kit(kit, options.output, options.formats, force=options.force)
        except DataError as error:
            return BuildResult(
                options, problem="; ".join(f"{it.span}: {it.message}" for it in error.problems)
            )
        except BrainbugError as error:
            return BuildResult(options, problem=str(error))
        except Exception as error:
            # A bug that one scenario triggers must not stop the others.
            return BuildResult(options, problem=f"{type(error).__name__}: {error}")
        return BuildResult(options, len(kit.pages), kit.counters)


def _status(report: LintReport, words: Words) -> str:
    """Lint's result for the small print of the cover; remarks are no faults."""
    faults = [
        words(f"lint.{severity}", count=count)
        for severity, count in report.counts.items()
        if severity is not Severity.INFO
    ]
    return ", ".join(faults) or words("lint.clean")


def plan_builds(
    given: Sequence[Path],
    output: Path,
    make: Callable[[Path, Path], BuildOptions],
    skipped: Report = lambda path, reason: None,
) -> list[BuildOptions]:
    """The options for each scenario in files and folders, sorted within each folder.

    The kit of a single file is written to ``output``. Otherwise each kit has a folder in ``output``, with the
    file's path in the given folder and its name. ``skipped`` gets what cannot be used in a folder.

    Raises:
        InputError: a path has no scenario, or two kits would have the same folder.
    """
    if len(given) == 1 and not given[0].is_dir():
        return [make(given[0], output)]
    builds: dict[Path, BuildOptions] = {}
    for path in given:
        files = files_in(path, ".yaml", skipped) if path.is_dir() else [path]
        if not files:
            raise InputError(f"no *.yaml file in {path}")
        for scenario in files:
            inside = scenario.relative_to(path) if path.is_dir() else Path(scenario.name)
            place = output / inside.with_suffix("")
            if place in builds:
                raise _shared_folder(scenario, builds[place], place)
            builds[place] = make(scenario, place)
    for place, options in builds.items():
        for parent in place.parents:
            if parent in builds:
                raise _shared_folder(options.scenario, builds[parent], parent)
    return list(builds.values())


def _shared_folder(scenario: Path, other: BuildOptions, folder: Path) -> InputError:
    return InputError(f"{scenario} and {other.scenario} would share the folder {folder}; rename one")


def build_all(
    builds: Sequence[BuildOptions], processes: int, library: Library | None = None
) -> Iterator[BuildResult]:
    """The result of each build, in the order given, by a number of processes.

    Memory does not grow with the number of kits. A process that is killed loses only the scenario that it
    was building.
    """
    library = library or Library()
    if processes < 2:
        yield from map(KitBuilder(library).build, builds)
        return
    left = deque(builds)
    while left:
        with suppress(BrokenProcessPool):
            for result in _in_parallel(tuple(left), processes, library):
                left.popleft()
                yield result
        if left:
            yield _alone(left.popleft(), library)


def _in_parallel(builds: Sequence[BuildOptions], processes: int, library: Library) -> Iterator[BuildResult]:
    waiting: deque[Future[BuildResult]] = deque()
    # A forked process would wait forever for threads that Typst started in this one.
    with ProcessPool(processes) as pool:
        try:
            for options in builds:
                waiting.append(pool.submit(_build, library, options))
                if len(waiting) >= processes + _WAITING:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _alone(options: BuildOptions, library: Library) -> BuildResult:
    """Build in a separate process, because one was killed: by this scenario, or by chance."""
    with ProcessPool(1) as pool:
        try:
            return pool.submit(_build, library, options).result()
        except BrokenProcessPool:
            return BuildResult(options, problem="its process was killed, or ran out of memory")


# The builder of this process: each build comes with an equal library that is not open yet.
_builder = functools.cache(KitBuilder)


def _build(library: Library, options: BuildOptions) -> BuildResult:
    return _builder(library).build(options)
