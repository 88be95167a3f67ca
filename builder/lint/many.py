"""Lint many files, on all processors if there are enough files."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import Any

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

    To save memory, reports have neither the scenario nor its source.

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
    from builder.processes import inheriting_context, interrupts_held

    # The first file is linted here, so that the processes inherit checks, schemas and its game.
    yield from map(linter, jobs[:1])
    context = inheriting_context()
    with interrupts_held():
        pool = context.Pool(processes, initializer=_begin_process, initargs=(linter, *gc.get_threshold()))
    with pool:
        yield from pool.imap(_lint_here, map(_to_send, jobs[1:]), _CHUNK)


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
        if report.scenario is not None:
            _drop_caches(report.scenario, report.scenario.map)
        return replace(report, scenario=None, source=None)


def _drop_caches(*parts: Any) -> None:
    """Let parts of a scenario be freed at once: their cached properties refer back to them.

    Otherwise only the garbage collector could free them, which takes a tenth of the time of lint.
    """
    for part in parts:
        for name in vars(part).keys() - part.__dataclass_fields__.keys():
            del vars(part)[name]


# The linter of a process that was started to lint files.
_LINTER: ContextVar[_Linter] = ContextVar("_LINTER")


def _lint_here(job: Job) -> LintReport:
    """Lint a file with the linter of this process."""
    return _LINTER.get()(job)


def _to_send(job: Job) -> Job:
    """The same job without the read-only mapping, which cannot be sent to another process."""
    path, config = job
    return path, replace(config, severity=dict(config.severity))


def _begin_process(linter: _Linter, *thresholds: int) -> None:
    """Set the linter of a process, and its handling of interrupts and garbage.

    Interrupts are left to the parent. Garbage is collected as rarely as there, and never inherited objects.
    """
    _LINTER.set(linter)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(*thresholds)


def _processors() -> int:
    """The number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
