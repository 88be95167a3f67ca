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

# Starting a process takes about as long as linting this many files.
_FILES_A_PROCESS = 40
_CHUNK = 4


def lint_files(
    jobs: Iterable[Job], library: Library | None = None, processes: int | None = None
) -> Iterator[LintReport]:
    """The report of each file, linted with its configuration, in order.

    To save memory, reports do not have the scenario and its source.

    Args:
        jobs: the files, each with its configuration.
        library: opens their games.
        processes: how many to use; by default the number of processors, or fewer for few files.
    """
    waiting = list(jobs)
    if processes is None:
        processes = min(_processors(), len(waiting) // _FILES_A_PROCESS)
    linter = _Linter(library or Library())
    return map(linter, waiting) if processes < 2 else _in_parallel(waiting, linter, processes)


def _in_parallel(jobs: Sequence[Job], linter: _Linter, processes: int) -> Iterator[LintReport]:
    # Slow to import, and rarely needed.
    import multiprocessing

    from builder.processes import interrupts_held, spawn_context

    # The first file is linted here, so that forked processes inherit loaded checks and schemas.
    yield from map(linter, jobs[:1])
    context = multiprocessing.get_context("fork") if sys.platform == "linux" else spawn_context()
    with interrupts_held():
        pool = context.Pool(processes, initializer=_begin_process, initargs=gc.get_threshold())
    with pool:
        yield from pool.imap(linter, map(_to_send, jobs[1:]), _CHUNK)


class _Linter:
    """Lints files with one library; each process has its own."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def __call__(self, job: Job) -> LintReport:
        path, config = job
        try:
            report = lint_file(path, library=self.library, config=config)
        except BrainbugError as error:
            # Subclasses cannot be sent between processes.
            raise BrainbugError(str(error)) from error
        return replace(report, scenario=None, source=None)

    def __reduce__(self) -> tuple[object, ...]:
        return _linter, (self.library,)


@functools.cache
def _linter(library: Library) -> _Linter:
    """The linter of this process; each chunk of files comes with an equal, unopened library."""
    return _Linter(library)


def _to_send(job: Job) -> Job:
    """The same job without the read-only mapping, which cannot be sent to another process."""
    path, config = job
    return path, replace(config, severity=dict(config.severity))


def _begin_process(*thresholds: int) -> None:
    """Leave interrupts to the parent, collect garbage as rarely as it does, and never inherited objects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(*thresholds)


def _processors() -> int:
    """The number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
