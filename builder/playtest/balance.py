"""Find the single change that brings a scenario nearest to a share of wins, with no more games than needed.

All versions play the same games: game 7 of each has the same dice, so that small differences show. After each
round, versions that are surely worse than the best are left out; the search ends when one is sure.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.playtest.batch import Batch, play_chunk, play_games, prepare
from builder.playtest.levers import Lever
from builder.playtest.match import PlayerFault, Result
from builder.playtest.report.intervals import interval

if TYPE_CHECKING:
    from builder.playtest.machines.cluster import Cluster

# Stricter than 95 in 100, because many versions are compared many times.
_Z_RACE = 2.807
_CHUNK = 10
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Search:
    """The target of a search, and its limits.

    Attributes:
        side: the side whose share of wins counts; a game that nobody wins is half a win.
        target: the share that it should have.
        tolerance: the greatest distance from the target that is near enough.
        round: the games of each version in a round.
        most: the maximum number of games of a version.
    """

    side: str
    target: float
    tolerance: float = 0.05
    round: int = 40
    most: int = 400


@dataclass
class Version:
    """A scenario with one change, and the games that it has played.

    Attributes:
        lever: what is changed; ``None`` for the file as it is.
        value: the new value.
        batch: how it is played.
        text: the text of its file.
    """

    lever: Lever | None
    value: int
    batch: Batch
    text: str
    results: list[Result] = field(default_factory=list)
    is_out: bool = False

    def share(self, side: str) -> float:
        """The share of wins of a side."""
        return self._wins(side) / max(1, len(self.results))

    def interval(self, side: str, z: float = 1.959963984540054) -> tuple[float, float]:
        """The interval of the share."""
        return interval(round(self._wins(side)), len(self.results), z)

    def _wins(self, side: str) -> float:
        return sum(0.5 if not each.ending.side else float(each.ending.side == side) for each in self.results)

    @property
    def change(self) -> float:
        """The size of the change, as a share of the lever's range; smaller changes are preferred."""
        if self.lever is None:
            return 0.0
        values = (*self.lever.values, self.lever.before)
        return abs(self.value - self.lever.before) / max(1, max(values) - min(values))

    @property
    def name(self) -> str:
        """The change in words."""
        return "as it is" if self.lever is None else f"{self.lever.name} {self.lever.before} → {self.value}"

    def as_json(self, side: str) -> dict[str, Any]:
        """The version as plain data."""
        low, high = self.interval(side)
        return {
            "lever": None if self.lever is None else self.lever.name,
            "before": None if self.lever is None else self.lever.before,
            "value": None if self.lever is None else self.value,
            "games": len(self.results),
            "share": round(self.share(side), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "left_out": self.is_out,
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search.

    Attributes:
        versions: every version with its games; the first is the file as it is.
        best: the version nearest to the target.
        confirmed: its share in fresh games with its interval: share, low, high, games.
        is_near: whether that share is within the tolerance.
    """

    versions: Sequence[Version]
    best: Version
    confirmed: tuple[float, float, float, int]
    is_near: bool


def balance(
    versions: Sequence[Version],
    search: Search,
    confirm: int,
    jobs: int | Cluster,
    tick: Callable[[int], None] = lambda games: None,
) -> Outcome:
    """Search among versions; the first has to be the file as it is.

    Args:
        versions: the file as it is, and one version for each value of each lever.
        search: what is searched for.
        confirm: the fresh games that the best version plays at the end.
        jobs: how many processes of this machine play, or a cluster.
        tick: called after games, with their number.

    Raises:
        PlayerFault: a player raises an error or makes an illegal move.
        BrainbugError: the cluster fails again and again.
    """
    with _players(jobs) as play:
        racing = list(versions)
        while racing and len(racing[0].results) < search.most:
            start = len(racing[0].results)
            numbers = range(start, min(start + search.round, search.most))
            for version in racing:
                version.results += play(version.batch, numbers)
                tick(len(numbers))
            best = _best(racing, search)
            racing = _still_racing(racing, best, search)
            if best.results and _is_sure(best, search) and _beats_smaller(best, racing, search):
                break
        best = _best([version for version in versions if not version.is_out], search)
        fresh = replace(best.batch, seed=best.batch.seed + 1)
        again = Version(best.lever, best.value, fresh, best.text, list(play(fresh, range(confirm))))
        tick(confirm)
    share, ends = again.share(search.side), again.interval(search.side)
    near = abs(share - search.target) <= search.tolerance + _ROUNDING
    return Outcome(versions, best, (share, *ends, confirm), near)


def _best(versions: Sequence[Version], search: Search) -> Version:
    """The version nearest to the target; of those about as near, the one with the smallest change."""
    most = max(len(version.results) for version in versions)
    longest = [version for version in versions if len(version.results) == most]
    nearest = min(abs(version.share(search.side) - search.target) for version in longest)
    # The search cannot distinguish versions that are closer than a quarter of the tolerance.
    about = [
        version
        for version in longest
        if abs(version.share(search.side) - search.target) <= nearest + search.tolerance / 4
    ]
    return min(about, key=lambda version: (version.change, abs(version.share(search.side) - search.target)))


def _bounds(version: Version, search: Search) -> tuple[float, float]:
    """The smallest and the largest possible distance of the true share from the target."""
    low, high = version.interval(search.side, _Z_RACE)
    least = max(0.0, low - search.target, search.target - high)
    return least, max(abs(low - search.target), abs(high - search.target))


def _still_racing(racing: Sequence[Version], best: Version, search: Search) -> list[Version]:
    """The versions that may still be the nearest."""
    limit = _bounds(best, search)[1]
    for version in racing:
        version.is_out = version is not best and _bounds(version, search)[0] > limit
    return [version for version in racing if not version.is_out]


def _is_sure(version: Version, search: Search) -> bool:
    """Whether the share is surely within the tolerance."""
    low, high = version.interval(search.side)
    return search.target - search.tolerance <= low and high <= search.target + search.tolerance


def _beats_smaller(best: Version, racing: Sequence[Version], search: Search) -> bool:
    """Whether no version with a smaller change is as near."""
    gap = abs(best.share(search.side) - search.target)
    return all(
        version.change >= best.change or abs(version.share(search.side) - search.target) > gap
        for version in racing
    )


PlayAll = Callable[[Batch, Sequence[int]], Sequence[Result]]


@contextmanager
def _players(jobs: int | Cluster) -> Iterator[PlayAll]:
    """A function that plays games: in this process, in a pool that all versions share, or on a cluster."""
    if not isinstance(jobs, int):
        ready = functools.cache(prepare)
        yield lambda batch, numbers: list(play_games(ready(batch), numbers, jobs))
        return
    if jobs < 2:
        yield lambda batch, numbers: _checked(play_chunk(batch, numbers))
        return
    # Slow to import, and not needed in one process.
    from builder.process_pool import ProcessPool

    pool = ProcessPool(jobs)

    def play(batch: Batch, numbers: Sequence[int]) -> Sequence[Result]:
        chunks = [numbers[at : at + _CHUNK] for at in range(0, len(numbers), _CHUNK)]
        futures: list[Future[list[Result] | str]] = [
            pool.submit(play_chunk, batch, tuple(chunk)) for chunk in chunks
        ]
        return [result for future in futures for result in _checked(future.result())]

    try:
        yield play
    finally:
        pool.shutdown(cancel_futures=True)


def _checked(results: list[Result] | str) -> list[Result]:
    if isinstance(results, str):
        raise PlayerFault(results)
    return results


def version_of(path: Path, text: str, lever: Lever | None, value: int, batch: Batch) -> Version:
    """A version whose file is at ``path``."""
    return Version(lever, value, replace(batch, path=path, watched=0), text)
