"""A process for slow work, which ends with the program that started it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from builder.process_pool import ProcessPool

T = TypeVar("T")
P = ParamSpec("P")
KILLED = "the process that does this was killed, or ran out of memory"


class Worker:
    """One process, which is started when there is work, and again if it was killed."""

    def __init__(self) -> None:
        self._pool: ProcessPool | None = None

    async def run(self, work: Callable[P, T | str], /, *args: P.args, **more: P.kwargs) -> T | str:
        """The result of a function of a module; a problem is returned as text."""
        if self._pool is None:
            self._pool = ProcessPool(1)
            self._pool.submit(_end_with_parent)
        try:
            return await asyncio.wrap_future(self._pool.submit(work, *args, **more))
        except BrokenProcessPool:
            self._pool = None
            return KILLED

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            self._pool.stop()
            self._pool = None


def _end_with_parent() -> None:
    """End this process when its parent has ended, even if that was killed."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
