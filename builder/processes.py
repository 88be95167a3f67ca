"""Starts worker processes, which import nothing from the current folder."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from multiprocessing.context import BaseContext, SpawnContext
from typing import Any, TypeVar

from rulesdb import BrainbugError
from rulesdb.files.signals import signals_held

MAX_MEMORY = 1 << 30
USUAL_SECONDS = 8.0
_BYTES_A_SECOND = 1 << 22
_MAX_WAIT = 8
_LOOK = 1.0
_SERVE = "from builder.processes import serve; serve()"

T = TypeVar("T")


class Exhausted(BrainbugError):
    """A task has exceeded its time or memory, or has made its process crash."""


def spawn_context() -> SpawnContext:
    """How to start processes with ``multiprocessing`` as new interpreters."""
    # A new interpreter looks for modules in the current folder first, which may contain a file with
    # the name of a module.
    os.environ["PYTHONSAFEPATH"] = "1"
    return multiprocessing.get_context("spawn")


def inheriting_context() -> BaseContext:
    """How to start processes that inherit what this one has loaded; as new interpreters where that is unsafe.

    If this process has other threads, a copy of it could wait forever for a lock that one of them holds.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return spawn_context()


def interrupts_held() -> AbstractContextManager[None]:
    """Delay Ctrl-C, also for processes that are started meanwhile, until they call :func:`end_on_interrupt`.

    A process that is interrupted while it imports modules would print a traceback.
    """
    return signals_held(("SIGINT",))


def end_on_interrupt() -> None:
    """From now on, end this process at once on Ctrl-C; also if Ctrl-C was delayed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def begin_process(parent: int) -> None:
    """Begin a process of a pool: from now on, it ends on Ctrl-C, and soon after its parent was killed.

    Otherwise it would wait for its next task forever, with all that it has loaded.
    """
    end_on_interrupt()
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: int) -> None:
    if sys.platform == "win32":
        process = multiprocessing.parent_process()
        assert process is not None
        process.join()
    else:
        # The pipe that signals the parent's end is open in processes that were forked later.
        while os.getppid() == parent:
            time.sleep(_LOOK)
    os._exit(1)


def run_bounded(task: Callable[..., T], data: bytes, *args: Any, seconds: float = USUAL_SECONDS) -> T:
    """The result of ``task(data, *args)``, from a process with limited time and a gibibyte of memory.

    It is for libraries that cannot be interrupted, or that a manipulated file may crash. The limit is
    ``seconds`` of processor time, plus one for every 4 MiB of data. Only Linux limits the memory, and Windows
    the time that passes instead.

    Raises:
        Exhausted: the task takes longer, needs more memory, or crashes.
        Exception: whatever the task raises.
    """
    limit = max(1, round(seconds + len(data) / _BYTES_A_SECOND))
    exceeded = Exhausted(f"that takes more than {limit} seconds")
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _SERVE],
            input=pickle.dumps((task, args, limit)) + data,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            # On a busy machine, a process gets only a part of the time that passes.
            timeout=limit if sys.platform == "win32" else limit * _MAX_WAIT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise exceeded from error
    if sys.platform != "win32" and done.returncode == -signal.SIGXCPU:
        raise exceeded
    if done.returncode:
        raise Exhausted("that takes more than 1 GiB of memory, or the file is damaged")
    is_result, answer = pickle.loads(done.stdout)
    if not is_result:
        raise answer
    return answer  # type: ignore[no-any-return]


def serve() -> None:
    """Run the task of :func:`run_bounded`, as the main function of its process."""
    # What a library prints must not become part of the answer.
    answers = os.dup(1)
    os.dup2(2, 1)
    task, args, limit = pickle.load(sys.stdin.buffer)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    answer: tuple[bool, Any]
    try:
        answer = True, task(sys.stdin.buffer.read(), *args)
    except MemoryError:
        sys.exit(1)
    except Exception as error:
        answer = False, error
    with os.fdopen(answers, "wb") as stream:
        stream.write(pickle.dumps(answer))
