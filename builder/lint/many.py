"""Lint many files, on all processors if there are enough files."""

from __future__ import annotations

import functools
import gc
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from builder.lint.configuration import LintConfig
from builder.lint.engine import LintReport, lint_file
from rulesdb import BrainbugError, Library

Job = tuple[Path, LintConfig]

# Starting a process takes about as long as linting so many files.
_FILES_A_PROCESS = 40
_CHUNK = 4
# Almost everything is freed without the garbage collector.
_OBJECTS_BETWEEN_SEARCHES = 50_000


def lint_files(
    jobs: Iterable[Job], library: Library | None = None, processes: int | None = None
) -> Iterator[LintReport]:
    """The report of each file, linted with its configuration, in order.

    Reports are without the scenario and its source, to save memory.

    Args:
        jobs: the files, each with its configuration.
        library: opens their games.
        processes: how many to use; without it, as many as there are processors and work for them.
    """
    waiting = list(jobs)
    if processes is None:
        processes = min(_processors(), len(waiting) // _FILES_A_PROCESS)
    linter = _Linter(library or Library())
    return map(linter, waiting) if processes < 2 else _shared_out(waiting, linter, processes)


def _shared_out(jobs: Sequence[Job], linter: _Linter, processes: int) -> Iterator[LintReport]:
    # Slow to import, and needed by few.
    import multiprocessing

    # The first file is done here: a process that is forked then has checks and schemas already.
    yield from map(linter, jobs[:1])
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    with context.Pool(processes, initializer=_begin_process) as pool:
        yield from pool.imap(linter, map(_to_send, jobs[1:]), _CHUNK)


class _Linter:
    """Lints file after file with the same library; in another process it is that process's own."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def __call__(self, job: Job) -> LintReport:
        path, config = job
        try:
            report = lint_file(path, library=self.library, config=config)
        except BrainbugError as error:
            # Others cannot be sent from process to process.
            raise BrainbugError(str(error)) from error
        return replace(report, scenario=None, source=None)

    def __reduce__(self) -> tuple[object, ...]:
        return _linter, (self.library,)


@functools.cache
def _linter(library: Library) -> _Linter:
    """The linter of this process: chunk after chunk of files comes with an equal library, not yet opened."""
    return _Linter(library)


def _to_send(job: Job) -> Job:
    """The same job in a shape that can go to another process, which a read-only view of a mapping cannot."""
    path, config = job
    return path, replace(config, severity=dict(config.severity))


def _begin_process() -> None:
    """Leave interrupts to the parent, and what it has read out of every search for garbage."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_SEARCHES)


def _processors() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
