"""Playtests of a file while it is edited, in a separate process."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from builder.playtest.batch import Batch, Prepared, prepare
from builder.playtest.lineup import read_lineup
from builder.playtest.match import Result
from builder.playtest.report.endings import report_of
from builder.studio.server.worker import Worker
from rulesdb import BrainbugError, Library

MAX_GAMES = 1_000
_CHUNK = 4
_SEED = 1


@dataclass(frozen=True, slots=True)
class Task:
    """A file to play, with the digest of its text and the supplements of its game."""

    path: Path
    digest: str
    supplements: tuple[Path, ...]

    @classmethod
    def of(cls, path: Path, text: str, library: Library) -> Task:
        """The task for the present text of a file."""
        return cls(path, hashlib.sha256(text.encode("utf-8")).hexdigest(), library.supplements)


class Playtests:
    """Plays games in a process that starts with the first one; a problem is returned as text."""

    def __init__(self) -> None:
        self._worker = Worker()

    async def play(self, task: Task, games: int) -> AsyncIterator[dict[str, Any] | str]:
        """The report after every few games, until all are played."""
        for done in range(0, games, _CHUNK):
            last = min(games, done + _CHUNK)
            report = await self._worker.run(_play, task, last)
            yield report
            if isinstance(report, str):
                return

    async def record(self, task: Task, number: int) -> list[dict[str, Any]] | str:
        """The lines of a game's record."""
        return await self._worker.run(_record, task, number)

    def close(self) -> None:
        """End the process."""
        self._worker.close()


@dataclass
class _Played:
    """A scenario that is ready to be played, and the games so far."""

    prepared: Prepared
    results: list[Result] = field(default_factory=list)


@functools.lru_cache(maxsize=2)
def _played(task: Task) -> _Played:
    first = prepare(Batch(task.path, task.supplements, (), (), _SEED))
    lineup = tuple(read_lineup("", first.play.sides).items())
    return _Played(prepare(replace(first.batch, lineup=lineup, watched=MAX_GAMES)))


def _play(task: Task, games: int) -> dict[str, Any] | str:
    try:
        played = _played(task)
        for number in range(len(played.results), games):
            played.results.append(played.prepared.result(number))
        report = report_of(played.prepared, played.results)
    except BrainbugError as error:
        return str(error)
    endings = [
        {"side": each.ending.side, "grade": each.ending.grade, "turns": each.turns, "game": each.game}
        for each in played.results
    ]
    kept = ("games", "endings", "turns", "tally", "not_played")
    places = report["measures"].get("places", {})
    return {**{name: report[name] for name in kept}, "places": places, "list": endings}


def _record(task: Task, number: int) -> list[dict[str, Any]] | str:
    try:
        lines = [json.loads(line) for line in _played(task).prepared.record(number).splitlines()]
    except BrainbugError as error:
        return str(error)
    for line in lines:
        line.pop("text", None)
    return lines
