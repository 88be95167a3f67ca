"""Games on the workers of a Dask cluster: whatever happens to workers and scheduler, each game counts once.

Only few tasks wait at the scheduler at a time, and each takes some seconds, so that a thousand workers are no
burden for it. If the scheduler is lost, unfinished games are submitted again as soon as there is a new one.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.playtest.batch import Prepared
from builder.playtest.machines.parcel import Delivery, Parcel, pack, play_parcel
from builder.playtest.match import PlayerFault, Result
from rulesdb import BrainbugError

if TYPE_CHECKING:
    from distributed import Client

TASK_SECONDS = 5.0
"""The intended duration of a task: long for the scheduler, short for users who wait for the last one."""
MAX_TASK_GAMES = 500
_MIN_TASK_SECONDS = 0.5
# Games of a task before the duration of a game is known.
_FIRST_GAMES = 5
# Tasks for each thread: one that is played and one that waits for it.
AHEAD = 2
# A share of the games that are left, so that all workers finish at about the same time.
_SHARE = 3
_POLL_SECONDS = 1.0
_PATIENCE_SECONDS = 60.0
_CONNECT_SECONDS = 10.0
_SECONDS_BETWEEN_COUNTS = 5.0


class _SchedulerLost(Exception):
    """The scheduler has ended, or has forgotten the tasks."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of a scheduler.

    Attributes:
        address: the address of the scheduler, as in ``tcp://192.168.1.7:8786``.
        patience: how many seconds to wait for a scheduler or a worker before giving up.
    """

    address: str
    patience: float = _PATIENCE_SECONDS

    def play(self, prepared: Prepared, numbers: Sequence[int]) -> Iterator[Result]:
        """The results of some games, as they are finished.

        Raises:
            PlayerFault: a player raises an error or makes an illegal move.
            BrainbugError: ``distributed`` is not installed, there is no scheduler, or a worker cannot play.
        """
        _require_distributed()
        parcel, left = pack(prepared), dict.fromkeys(numbers)
        # A scheduler that was there once may come again; at first, a wrong address is more likely.
        patience = min(self.patience, _CONNECT_SECONDS)
        while left:
            client = self._connected(patience)
            patience = self.patience
            try:
                for result in _Round(client, parcel, list(left), self.patience).results():
                    del left[result.game]
                    yield result
            except _SchedulerLost:
                continue
            finally:
                with suppress(Exception):
                    client.close(timeout=1)

    def _connected(self, patience: float) -> Client:
        """A connection to the scheduler, which may have to be started first."""
        from distributed import Client

        limit = time.monotonic() + patience
        while True:
            try:
                return Client(self.address, timeout=patience, set_as_default=False)
            except (OSError, TimeoutError) as error:
                if time.monotonic() >= limit:
                    reason = f"no scheduler answers at {self.address}; start one with `dask scheduler`"
                    raise BrainbugError(reason) from error
                time.sleep(_POLL_SECONDS / 2)
            except ValueError as error:
                raise BrainbugError(f"--cluster {self.address}: {error}") from error


class _Round:
    """Games that are played as long as the scheduler lives."""

    def __init__(self, client: Client, parcel: Parcel, numbers: Sequence[int], patience: float) -> None:
        self._client = client
        self._numbers = numbers
        self._patience = patience
        self._next = 0
        self._tasks: dict[Any, tuple[int, ...]] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._seconds = self._games = 0.0
        self._threads, self._counted = 0, -_SECONDS_BETWEEN_COUNTS
        # A result of a task, unlike data that is sent to a worker, is computed again if its worker dies.
        self._parcel = client.submit(_same, parcel, pure=False)

    def results(self) -> Iterator[Result]:
        """The results as they arrive."""
        try:
            self._submit()
            heard = time.monotonic()
            while self._tasks:
                try:
                    future = self._done.get(timeout=_POLL_SECONDS)
                except queue.Empty:
                    self._check(time.monotonic() - heard)
                    self._submit()
                    continue
                heard = time.monotonic()
                yield from self._delivered(future)
                if self._done.empty():
                    self._submit()
        finally:
            with suppress(Exception):
                self._client.cancel(list(self._tasks), force=True)

    def _submit(self) -> None:
        """Keep every thread busy."""
        threads = max(1, self._count_threads())
        while len(self._tasks) < AHEAD * threads and self._next < len(self._numbers):
            pace = self._games / self._seconds if self._seconds else 0.0
            size = games_of_task(len(self._numbers) - self._next, threads, pace)
            numbers = tuple(self._numbers[self._next : self._next + size])
            future = self._client.submit(play_parcel, self._parcel, numbers, pure=False)
            self._tasks[future] = numbers
            self._next += len(numbers)
            future.add_done_callback(self._done.put)

    def _count_threads(self) -> int:
        """The threads of all workers, which come and go."""
        now = time.monotonic()
        if now - self._counted >= _SECONDS_BETWEEN_COUNTS:
            try:
                self._threads, self._counted = sum(self._client.nthreads().values()), now
            except Exception as error:
                raise _SchedulerLost from error
        return self._threads

    def _check(self, silent: float) -> None:
        """Raise if there is a reason why no results arrive."""
        if self._client.status != "running" or any(future.status == "lost" for future in self._tasks):
            raise _SchedulerLost
        if silent > self._patience and not self._count_threads():
            raise BrainbugError(
                "the cluster has no workers; start some with `dask worker ADDRESS --nthreads 1`"
            )

    def _delivered(self, future: Any) -> Sequence[Result]:
        from distributed import KilledWorker

        numbers = self._tasks.pop(future)
        if future.status in ("cancelled", "lost"):
            raise _SchedulerLost
        try:
            delivery: Delivery = future.result(timeout=self._patience)
        except KilledWorker as error:
            games = f"games {numbers[0]} to {numbers[-1]}"
            raise BrainbugError(
                f"several workers have died while they played {games}; they may have too little memory"
            ) from error
        except (OSError, TimeoutError) as error:
            raise _SchedulerLost from error
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise BrainbugError(
                f"a worker cannot play; install the same brainbug on every machine ({reason})"
            ) from error
        if delivery.problem:
            raise PlayerFault(delivery.problem)
        self._seconds += delivery.seconds
        self._games += len(delivery.results)
        return delivery.results


def games_of_task(left: int, threads: int, pace: float) -> int:
    """How many games the next task should have.

    >>> games_of_task(1_000_000, 1000, 0.0), games_of_task(1_000_000, 1000, 8.0), games_of_task(300, 8, 8.0)
    (5, 40, 12)

    Args:
        left: the games that no task has yet.
        threads: the threads of all workers.
        pace: the games a second of one thread; 0 while it is not known.
    """
    fair = left // (_SHARE * threads)
    if not pace:
        return max(1, min(fair, _FIRST_GAMES))
    least, most = round(pace * _MIN_TASK_SECONDS), round(pace * TASK_SECONDS)
    return max(1, min(max(fair, least), most, MAX_TASK_GAMES))


def _same(parcel: Parcel) -> Parcel:
    """The task whose result workers share with each other."""
    return parcel


def _require_distributed() -> None:
    try:
        import distributed
    except ImportError as error:
        raise BrainbugError(
            "--cluster requires the package distributed: pip install 'brainbug[cluster]'"
        ) from error
    # Lost connections, which they log, are handled here.
    for name in (distributed.__name__, f"{distributed.__name__}.client", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
