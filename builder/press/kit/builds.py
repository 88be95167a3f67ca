"""A whole library of scenarios to kits: each is linted, drawn and written, and none holds up the others."""

from __future__ import annotations

import functools
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import MODEL, Words, load_words
from builder.lint.configuration import ConfigFinder
from builder.lint.engine import LintReport, lint_file
from builder.lint.reporters import text_report
from builder.press.kit.kit import PART_NAMES, Kit, compose_kit, write_kit
from builder.press.kit.map_choices import MapChoices
from builder.press.kit.output import SVG_AND_PDF, Formats
from builder.press.services.sheet_choices import SheetChoices
from builder.press.services.sheet_file import load_paper
from rulesdb import BrainbugError, DataError, InputError, Library

# Orders that wait beside those at work, so that no process is ever idle.
_WAITING = 2


@dataclass(frozen=True, slots=True)
class Order:
    """A scenario to build: its file, the folder for its kit, and how.

    ``paper``, ``theme`` and ``language`` are names or files, as one gives them to a command.
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an order; all that is kept of a kit once it is written.

    ``findings`` is lint's report where errors kept the scenario from being built, and ``problem`` what
    else did.
    """

    order: Order
    pages: int = 0
    counters: int = 0
    findings: str = ""
    problem: str = ""


class Workshop:
    """Lints and draws scenario after scenario, with the same library."""

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or Library()
        self.configs = ConfigFinder()

    def lint(self, scenario: Path) -> LintReport:
        """The report of a scenario file.

        Raises:
            InputError: there is no such file.
        """
        if not scenario.is_file():
            raise InputError(f"there is no file {scenario}")
        config = self.configs.of(scenario)
        return lint_file(scenario, library=self.library, config=config)

    def compose(self, order: Order, report: LintReport) -> Kit | None:
        """The kit of a scenario; none if it has errors."""
        if report.scenario is None or report.has_errors:
            return None
        theme = load_theme(order.theme, load_words(order.language))
        return compose_kit(
            report.scenario,
            load_paper(order.paper),
            theme,
            parts=order.parts,
            lint_status=_status(report, theme.words),
            maps=order.maps,
            sheets=order.sheets,
            findings=[
                f"{finding.code}, line {finding.span.line}: {finding.message}" for finding in report.findings
            ],
        )

    def build(self, order: Order) -> Outcome:
        """Lint, draw and write a scenario, and tell of it whatever happens."""
        try:
            report = self.lint(order.scenario)
            kit = self.compose(order, report)
            if kit is None:
                return Outcome(order, findings=text_report([report]))
            write_kit(kit, order.output, order.formats)
        except DataError as error:
            return Outcome(order, problem="; ".join(f"{it.span}: {it.message}" for it in error.problems))
        except BrainbugError as error:
            return Outcome(order, problem=str(error))
        except Exception as error:
            # A defect of the program that one scenario brings to light is no reason to lose the others.
            return Outcome(order, problem=f"{type(error).__name__}: {error}")
        return Outcome(order, len(kit.pages), kit.counters)


def _status(report: LintReport, words: Words) -> str:
    """What lint found, for the small print of every page."""
    found = [words(f"lint.{severity}", count=count) for severity, count in report.counts.items()]
    return ", ".join(found) or words("lint.clean")


def plan_orders(given: Sequence[Path], output: Path, make: Callable[[Path, Path], Order]) -> list[Order]:
    """An order for each scenario of files and folders, in a fixed order of their own.

    A file alone has ``output`` for its kit. Otherwise each kit has a folder of its own in it, which is
    called as the file is and lies as the file lies in its folder.

    Raises:
        InputError: a path holds no scenario, or two kits would have the same folder.
    """
    if len(given) == 1 and not given[0].is_dir():
        return [make(given[0], output)]
    orders: dict[Path, Order] = {}
    for path in given:
        found = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not found:
            raise InputError(f"{path} holds no *.yaml file")
        for scenario in found:
            inside = scenario.relative_to(path) if path.is_dir() else Path(scenario.name)
            place = output / inside.with_suffix("")
            if place in orders:
                raise _sharing(scenario, orders[place], place)
            orders[place] = make(scenario, place)
    for place, order in orders.items():
        for around in place.parents:
            if around in orders:
                raise _sharing(order.scenario, orders[around], around)
    return list(orders.values())


def _sharing(scenario: Path, other: Order, folder: Path) -> InputError:
    return InputError(f"{scenario} and {other.scenario} would share the folder {folder}; rename one")


def build_all(orders: Sequence[Order], processes: int, library: Library | None = None) -> Iterator[Outcome]:
    """The outcome of each order, in order, from so many processes that are used again and again.

    No more is kept of a kit than its outcome, so that memory does not grow with their number. A process
    that is ended from outside loses no more than the scenario that it was at.
    """
    library = library or Library()
    if processes < 2:
        workshop = Workshop(library)
        yield from map(workshop.build, orders)
        return
    left = deque(orders)
    while left:
        done = 0
        try:
            for outcome in _shared_out(tuple(left), processes, library):
                done += 1
                yield outcome
        except BrokenProcessPool:
            pass
        for _ in range(done):
            left.popleft()
        if left:
            yield _alone(left.popleft(), library)


def _shared_out(orders: Sequence[Order], processes: int, library: Library) -> Iterator[Outcome]:
    waiting: deque[Future[Outcome]] = deque()
    with _pool(processes) as pool:
        try:
            for order in orders:
                waiting.append(pool.submit(_build, library, order))
                if len(waiting) >= processes + _WAITING:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _alone(order: Order, library: Library) -> Outcome:
    """An order in a process of its own, after one that was ended: by this scenario, or by bad luck."""
    with _pool(1) as pool:
        try:
            return pool.submit(_build, library, order).result()
        except BrokenProcessPool:
            return Outcome(order, problem="its process was ended from outside, or ran out of memory")


def _pool(processes: int) -> ProcessPoolExecutor:
    # Forked processes would lack the threads that Typst may have begun here, and wait for them for ever.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin_process)


def _begin_process() -> None:
    """An interrupt ends the process at once and without a word: a folder is never left half written."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@functools.cache
def _workshop(library: Library) -> Workshop:
    """The workshop of this process: order after order comes with an equal library, not yet opened."""
    return Workshop(library)


def _build(library: Library, order: Order) -> Outcome:
    return _workshop(library).build(order)
