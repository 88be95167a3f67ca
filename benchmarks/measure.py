"""Timing two commands in turn, and what is said of the times."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

Run = Callable[[], "Sample"]


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: seconds of work, and the bytes that it wrote where that matters."""

    seconds: float
    size: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs of ours and of a peer's, in pairs: each pair was run one right after the other."""

    pairs: tuple[tuple[Sample, Sample], ...]

    @property
    def ratio(self) -> float:
        """Ours by theirs: the median over the pairs."""
        return median(ours.seconds / theirs.seconds for ours, theirs in self.pairs)

    @property
    def size_ratio(self) -> float:
        """Bytes of ours by bytes of theirs."""
        return median(ours.size / theirs.size for ours, theirs in self.pairs)

    @property
    def seconds(self) -> tuple[float, float]:
        """Median seconds of ours and of theirs."""
        return (
            median(ours.seconds for ours, _ in self.pairs),
            median(theirs.seconds for _, theirs in self.pairs),
        )


def interleaved(ours: Run, theirs: Run, rounds: int) -> Comparison:
    """Run the two in turn so many times; who goes first changes from round to round.

    >>> runs = []
    >>> def run(name):
    ...     return lambda: (runs.append(name), Sample(1.0))[1]
    >>> interleaved(run("ours"), run("theirs"), 3).ratio, runs
    (1.0, ['ours', 'theirs', 'theirs', 'ours', 'ours', 'theirs'])
    """
    pairs = []
    for number in range(rounds):
        if number % 2:
            second = theirs()
            pairs.append((ours(), second))
        else:
            first = ours()
            pairs.append((first, theirs()))
    return Comparison(tuple(pairs))


def _environment() -> dict[str, str]:
    """That of this process, with compiled modules kept, as they are where brainbug is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def cold(command: Sequence[str], accepted: Sequence[int] = (0,)) -> Run:
    """A whole command from start to end, as a user waits for it.

    Raises:
        RuntimeError: the command failed; with what it printed.
    """

    def run() -> Sample:
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())
        seconds = time.perf_counter() - start
        _require(done, command, accepted)
        return Sample(seconds)

    return run


def inside(command: Sequence[str], folder: Path | None = None) -> Run:
    """Work that a program times itself, without its start: it prints ``seconds`` and ``size`` as JSON.

    Raises:
        RuntimeError: the command failed; with what it printed.
    """

    def run() -> Sample:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=folder, env=_environment()
        )
        _require(done, command, (0,))
        said = json.loads(done.stdout.splitlines()[-1])
        return Sample(said["seconds"], said.get("size", 0))

    return run


def _require(done: subprocess.CompletedProcess[str], command: Sequence[str], accepted: Sequence[int]) -> None:
    if done.returncode not in accepted:
        said = (done.stdout + done.stderr)[-2000:]
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
