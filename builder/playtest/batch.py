"""Many games of one scenario, in one process or several; each depends only on its number."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.playtest.assumptions import choose_assumptions
from builder.playtest.game_play import play_of
from builder.playtest.lineup import player_maker
from builder.playtest.match import PlayerFault, Result, play_match
from builder.playtest.play import Play
from builder.playtest.record import Record
from builder.playtest.trace import Watch
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb import BrainbugError, Library, __version__

if TYPE_CHECKING:
    from builder.playtest.machines.cluster import Cluster

MAX_WATCHED = 2_000
"""The number of games of a batch of which reports know what happened where and when."""
_CHUNK = 5


@dataclass(frozen=True, slots=True)
class Batch:
    """Everything that the results of games depend on, except their numbers.

    Attributes:
        path: the file of the scenario.
        supplements: the supplements of the game.
        lineup: the name of each side's player, in pairs.
        assume: the assumptions that are swapped, as in ``stacking=shared``.
        seed: the seed of all games.
        watched: the number of games, from the first, whose results have a trace.
    """

    path: Path
    supplements: tuple[Path, ...]
    lineup: tuple[tuple[str, str], ...]
    assume: tuple[str, ...]
    seed: int
    watched: int = 0


@dataclass(frozen=True, slots=True)
class Prepared:
    """A batch that is ready to be played."""

    batch: Batch
    scenario: Scenario
    play: Play[Any]
    assumptions: Mapping[str, str]

    @property
    def head(self) -> dict[str, Any]:
        """The batch as plain data, for records and reports."""
        digest = hashlib.sha256(self.scenario.source.text.encode("utf-8")).hexdigest()
        return {
            "scenario": self.scenario.id,
            "title": self.scenario.title,
            "game": self.scenario.ruleset.id,
            "file_sha256": digest,
            "release": __version__,
            "supplements": [layer.sha256 for layer in self.scenario.ruleset.layers],
            "players": dict(self.batch.lineup),
            "assumptions": dict(self.assumptions),
            "seed": self.batch.seed,
        }

    def result(self, number: int) -> Result:
        """Play one game.

        Raises:
            PlayerFault: a player raises an error or makes an illegal move.
        """
        if number >= self.batch.watched:
            return play_match(self.play, self._players(), self.batch.seed, number)
        watch = Watch(self.play)
        result = play_match(self.play, self._players(), self.batch.seed, number, recorder=watch)
        return replace(result, trace=watch.trace)

    def record(self, number: int) -> str:
        """Play one game again, and return its record."""
        record = Record({**self.head, "number": number, "text": self.scenario.source.text})
        play_match(self.play, self._players(), self.batch.seed, number, recorder=record)
        return record.text

    def _players(self) -> dict[str, Any]:
        try:
            return {side: player_maker(name)() for side, name in self.batch.lineup}
        except BrainbugError:
            raise
        except Exception as error:
            raise PlayerFault(f"a player cannot be created: {type(error).__name__}: {error}") from error


def prepare(batch: Batch) -> Prepared:
    """Load the scenario of a batch and create its play.

    Raises:
        DataError: the scenario has errors.
        InputError: it cannot be played by machine, or an assumption does not exist.
    """
    scenario = load_scenario(batch.path, library=Library(supplements=batch.supplements))
    assumptions = choose_assumptions(scenario.ruleset, batch.assume)
    return Prepared(batch, scenario, play_of(scenario, assumptions), assumptions)


def finished_games(prepared: Prepared, numbers: Sequence[int], jobs: int | Cluster = 1) -> Iterator[Result]:
    """The results of some games as they are finished, in any order.

    Args:
        prepared: what is played.
        numbers: the numbers of the games.
        jobs: how many processes of this machine play them, or a cluster.

    Raises:
        PlayerFault: a player raises an error or makes an illegal move.
        BrainbugError: processes or machines fail again and again.
    """
    if not isinstance(jobs, int):
        yield from jobs.play(prepared, numbers)
        return
    if jobs < 2 or len(numbers) <= _CHUNK:
        yield from map(prepared.result, numbers)
        return
    # Slow to import, and not needed for few games.
    from builder.playtest.machines.processes import run_in_processes

    _INHERITED.set(prepared)
    chunks = [tuple(numbers[at : at + _CHUNK]) for at in range(0, len(numbers), _CHUNK)]
    try:
        for results in run_in_processes(functools.partial(play_chunk, prepared.batch), chunks, jobs):
            if isinstance(results, str):
                raise PlayerFault(results)
            yield from results
    finally:
        _INHERITED.set(None)


def play_games(prepared: Prepared, numbers: Sequence[int], jobs: int | Cluster = 1) -> Iterator[Result]:
    """The results of :func:`finished_games`, in the order of ``numbers``."""
    if isinstance(jobs, int):
        # Processes end in order.
        yield from finished_games(prepared, numbers, jobs)
        return
    by_number = {result.game: result for result in finished_games(prepared, numbers, jobs)}
    yield from (by_number[number] for number in numbers)


# The batch that a process has prepared, which its child processes inherit.
_INHERITED: ContextVar[Prepared | None] = ContextVar("_INHERITED", default=None)


def play_chunk(batch: Batch, numbers: Sequence[int]) -> list[Result] | str:
    """The results of some games, or the message about a player's fault."""
    inherited = _INHERITED.get()
    prepared = inherited if inherited and inherited.batch == batch else _prepared_here(batch)
    try:
        return list(map(prepared.result, numbers))
    except PlayerFault as fault:
        return str(fault)


@functools.lru_cache(maxsize=1)
def _prepared_here(batch: Batch) -> Prepared:
    """The prepared batch; each process prepares it once."""
    return prepare(batch)
