"""Simulate the scheduler's load for a batch on very many workers.

``python -m benchmarks.cluster_load [--games N] [--workers N] [--game-seconds S] [--task-seconds S]``. The
costs of games and tasks were measured on a small cluster; the sizes of tasks are those of
:func:`builder.playtest.machines.cluster.games_of_task`.
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass

from builder.playtest.machines.cluster import AHEAD, games_of_task

GAME_SECONDS, GAME_SPREAD = 0.075, 0.026
"""Processor time of a game of Dead Air with ``officer`` on both sides: mean and standard deviation."""
TASK_SECONDS = 0.0024
"""Processor time of scheduler and client for a task: submitted, assigned, finished, gathered."""
START_SECONDS = 6.0
"""Until a worker has imported brainbug, loaded the scenario and compiled its board."""
LATENCY = 0.002
RESULT_BYTES, TASK_BYTES, STORED_BYTES = 150, 2_000, 180
"""Of a result on the network, of the other messages of a task, and of a game in the file."""


@dataclass(frozen=True, slots=True)
class Load:
    """How a batch runs.

    Attributes:
        seconds: from the first task to the last result.
        tasks: the number of tasks.
        busy: the share of their time in which workers play.
        scheduler: the share of the time in which scheduler and client are busy.
        wait: the longest time that a task waits for the scheduler, in seconds.
        core_hours: the hours of all workers together.
        traffic: the bytes that the scheduler receives and sends.
    """

    seconds: float
    tasks: int
    busy: float
    scheduler: float
    wait: float
    core_hours: float
    traffic: int


def simulate(
    games: int, workers: int, game_seconds: float = GAME_SECONDS, task_seconds: float = TASK_SECONDS
) -> Load:
    """A batch on workers with one thread each. The scheduler serves one message at a time.

    >>> one, two = simulate(10_000, 1), simulate(10_000, 2)
    >>> round(one.seconds / two.seconds, 1), one.scheduler < 0.01
    (2.0, True)
    """
    chance = random.Random(1)
    left, played, playing, scheduler_free, worst, tasks = games, 0, 0.0, 0.0, 0.0, 0
    worker_free = [START_SECONDS] * workers
    # When a worker ends a task, which worker that is, and how many games it has played for how long.
    ends: list[tuple[float, int, int, float]] = []

    def submit(now: float, worker: int) -> None:
        nonlocal left, scheduler_free, worst, tasks
        pace = played / playing if playing else 0.0
        size = min(left, games_of_task(left, workers, pace))
        if not size:
            return
        left, tasks = left - size, tasks + 1
        scheduler_free = max(now, scheduler_free) + task_seconds
        worst = max(worst, scheduler_free - now)
        spread = GAME_SPREAD * size**0.5 * chance.gauss(0, 1)
        lasts = max(game_seconds * size / 2, game_seconds * size + spread)
        worker_free[worker] = max(worker_free[worker], scheduler_free + LATENCY) + lasts
        heapq.heappush(ends, (worker_free[worker] + LATENCY, worker, size, lasts))

    for _ in range(AHEAD):
        for worker in range(workers):
            submit(0.0, worker)
    now = 0.0
    while ends:
        now, worker, size, lasts = heapq.heappop(ends)
        played, playing = played + size, playing + lasts
        submit(now, worker)
    traffic = games * RESULT_BYTES + tasks * TASK_BYTES
    return Load(
        seconds=now,
        tasks=tasks,
        busy=playing / (now * workers),
        scheduler=tasks * task_seconds / now,
        wait=worst,
        core_hours=now * workers / 3600,
        traffic=traffic,
    )


def main() -> None:
    """Print how a batch runs."""
    parser = argparse.ArgumentParser(prog="benchmarks.cluster_load", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=1_000)
    parser.add_argument("--game-seconds", type=float, default=GAME_SECONDS)
    parser.add_argument("--task-seconds", type=float, default=TASK_SECONDS)
    chosen = parser.parse_args()
    load = simulate(chosen.games, chosen.workers, chosen.game_seconds, chosen.task_seconds)
    print(f"{chosen.games:,} games on {chosen.workers:,} workers: {load.seconds:.0f} s, {load.tasks:,} tasks")
    print(f"workers play {load.busy:.0%} of the time; scheduler and client are busy {load.scheduler:.0%}")
    print(f"a task waits for the scheduler at most {load.wait:.2f} s")
    print(f"{load.core_hours:.1f} core hours, {load.traffic / 1e6:.0f} MB over the network")
    print(f"{chosen.games * STORED_BYTES / 1e6:.0f} MB of finished games")


if __name__ == "__main__":
    main()
