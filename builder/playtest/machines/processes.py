"""Games in processes of this machine, in the order of their numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from builder.process_pool import ProcessPool
from rulesdb import BrainbugError

T = TypeVar("T")
# Tasks that wait for each process, so that none is idle.
_AHEAD = 3
_MAX_DEATHS = 3


def run_in_processes(
    task: Callable[[Sequence[int]], T], chunks: Sequence[Sequence[int]], jobs: int
) -> Iterator[T]:
    """The result of a task for each chunk, in order. If a process is killed, new ones go on with its chunks.

    Args:
        task: a function that can be pickled.
        chunks: the numbers of the games of each task.
        jobs: how many processes.

    Raises:
        BrainbugError: processes die again and again.
    """
    done = deaths = 0
    while done < len(chunks):
        pool = ProcessPool(jobs, inherits=True)
        waiting: deque[Future[T]] = deque()
        try:
            while done < len(chunks):
                while len(waiting) < min(_AHEAD * jobs, len(chunks) - done):
                    waiting.append(pool.submit(task, chunks[done + len(waiting)]))
                result = waiting[0].result()
                waiting.popleft()
                done, deaths = done + 1, 0
                yield result
        except BrokenProcessPool as error:
            deaths += 1
            if deaths >= _MAX_DEATHS:
                games = f"{chunks[done][0]} to {chunks[done + len(waiting) - 1][-1]}" if waiting else "none"
                raise BrainbugError(
                    f"processes end early again and again while they play games {games}; "
                    "there may be too little memory: use fewer --jobs"
                ) from error
        finally:
            pool.shutdown(cancel_futures=True)
