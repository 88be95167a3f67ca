"""A batch with the files that it needs, so that a machine without them can play its games."""

from __future__ import annotations

import functools
import json
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from builder.playtest.batch import Batch, Prepared, prepare
from builder.playtest.lineup import file_of_player
from builder.playtest.match import PlayerFault, Result
from rulesdb import BrainbugError, __version__
from rulesdb.files.reading import MIB, read_file
from rulesdb.files.writing import write_file

_MAX_FILE = 16 * MIB
# A play fills its tables while it plays, so a worker with several threads plays one game at a time.
_PLAYING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Parcel:
    """A batch whose paths are names of its files.

    Attributes:
        batch: the batch to play.
        files: the names and contents of the scenario, its supplements and the user's players.
        head: :attr:`Prepared.head` as JSON, which has to be the same on every machine.
        release: the release of brainbug.
    """

    batch: Batch
    files: tuple[tuple[str, bytes], ...]
    head: str
    release: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """The answer of a worker: results, or the message about a problem, and the seconds that it took."""

    results: Sequence[Result]
    problem: str
    seconds: float


def pack(prepared: Prepared) -> Parcel:
    """The parcel of a batch.

    Raises:
        OSError: a file cannot be read anymore.
    """
    batch, files = prepared.batch, dict[str, bytes]()

    def packed(path: Path) -> str:
        name = f"{len(files)}-{path.name}"
        files[name] = read_file(path, _MAX_FILE)
        return name

    scenario = packed(batch.path)
    files[scenario] = prepared.scenario.source.text.encode("utf-8")
    lineup = []
    for side, name in batch.lineup:
        own = file_of_player(name)
        lineup.append((side, name if own is None else f"{packed(own)}:{name.rpartition(':')[2]}"))
    inside = replace(
        batch,
        path=Path(scenario),
        supplements=tuple(Path(packed(path)) for path in batch.supplements),
        lineup=tuple(lineup),
    )
    return Parcel(inside, tuple(files.items()), _comparable(prepared), __version__)


def play_parcel(parcel: Parcel, numbers: Sequence[int]) -> Delivery:
    """Play some games of a parcel, which is unpacked once in each process."""
    start = time.monotonic()
    if parcel.release != __version__:
        return _problem(
            f"a worker has brainbug {__version__}, but this is {parcel.release}; install the same"
        )
    try:
        with _PLAYING:
            results = list(map(_unpacked(parcel).result, numbers))
    except PlayerFault as fault:
        return _problem(str(fault))
    except BrainbugError as error:
        return _problem(f"a worker cannot play the scenario: {error}")
    return Delivery(results, "", time.monotonic() - start)


@dataclass(frozen=True, slots=True)
class _Unpacked:
    """A parcel that is ready to be played; its folder exists as long as the object."""

    prepared: Prepared
    folder: tempfile.TemporaryDirectory[str]

    def result(self, number: int) -> Result:
        return self.prepared.result(number)


@functools.lru_cache(maxsize=2)
def _unpacked(parcel: Parcel) -> _Unpacked:
    folder = tempfile.TemporaryDirectory(prefix="brainbug-", ignore_cleanup_errors=True)
    place = Path(folder.name)
    for name, content in parcel.files:
        write_file(place / name, content)
    prepared = prepare(_placed(parcel.batch, place))
    if _comparable(prepared) != parcel.head:
        raise BrainbugError("its game is not the same there; install the same games on every machine")
    return _Unpacked(prepared, folder)


def _placed(batch: Batch, folder: Path) -> Batch:
    """A batch with the files of a folder."""
    lineup = tuple(
        (side, name if file_of_player(name) is None else f"{folder / name}") for side, name in batch.lineup
    )
    supplements = tuple(folder / path for path in batch.supplements)
    return replace(batch, path=folder / batch.path, supplements=supplements, lineup=lineup)


def _comparable(prepared: Prepared) -> str:
    """The head without the paths of players, which differ."""
    return json.dumps({**prepared.head, "players": sorted(side for side, _ in prepared.batch.lineup)})


def _problem(text: str) -> Delivery:
    return Delivery((), text, 0.0)
