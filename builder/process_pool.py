"""A pool of processes that end without a traceback on Ctrl-C, and with the process that has started them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import ParamSpec, TypeVar

from builder.processes import begin_process, inheriting_context, interrupts_held, spawn_context

T = TypeVar("T")
P = ParamSpec("P")


class ProcessPool(ProcessPoolExecutor):
    """New interpreters, which import nothing from the current folder.

    With ``inherits``, they are copies of this process where that is safe, with all that it has loaded.
    """

    def __init__(self, processes: int, *, inherits: bool = False) -> None:
        context = inheriting_context() if inherits else spawn_context()
        super().__init__(processes, context, begin_process, (os.getpid(),))

    def submit(self, task: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> Future[T]:
        """Run a task in a process; the first task starts the processes."""
        with interrupts_held():
            return super().submit(task, *args, **more)

    def stop(self) -> None:
        """End the processes, whatever they are doing."""
        processes = list((self._processes or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
