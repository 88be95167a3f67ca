"""Time two commands alternately, and compare the times."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

Run = Callable[[], "Sample"]


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: its seconds, and the number of bytes that it wrote if that is measured."""

    seconds: float
    size: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Pairs of consecutive runs of brainbug and a peer."""

    pairs: tuple[tuple[Sample, Sample], ...]

    @property
    def ratio(self) -> float:
        """Seconds of brainbug divided by those of the peer: the median over the pairs."""
        return median(brainbug.seconds / peer.seconds for brainbug, peer in self.pairs)

    @property
    def size_ratio(self) -> float:
        """Bytes of brainbug divided by those of the peer."""
        return median(brainbug.size / peer.size for brainbug, peer in self.pairs)

    @property
    def seconds(self) -> tuple[float, ...]:
        """Median seconds of brainbug and of the peer."""
        return tuple(median(sample.seconds for sample in side) for side in zip(*self.pairs, strict=True))


def interleaved(brainbug: Run, peer: Run, rounds: int) -> Comparison:
    """Run the two alternately; which one starts changes from round to round.

    >>> runs = []
    >>> def run(name):
    ...     return lambda: (runs.append(name), Sample(1.0))[1]
    >>> interleaved(run("brainbug"), run("peer"), 3).ratio, runs
    (1.0, ['brainbug', 'peer', 'peer', 'brainbug', 'brainbug', 'peer'])
    """
    pairs = []
    for number in range(rounds):
        if number % 2:
            second = peer()
            pairs.append((brainbug(), second))
        else:
            pairs.append((brainbug(), peer()))
    return Comparison(tuple(pairs))


def cold(command: Sequence[str], accepted: Collection[int] = (0,)) -> Run:
    """A run of a complete command, as users wait for it."""

    def run() -> Sample:
        start = time.perf_counter()
        _run(command, accepted)
        return Sample(time.perf_counter() - start)

    return run


def inside(command: Sequence[str], folder: Path) -> Run:
    """A run that a program in a folder times itself: it prints ``seconds`` and ``size`` as JSON."""
    return lambda: Sample(**json.loads(_run(command, (0,), folder).splitlines()[-1]))


def _run(command: Sequence[str], accepted: Collection[int], folder: Path | None = None) -> str:
    """The output of a command.

    Raises:
        RuntimeError: the command failed; the message has its output.
    """
    # Compiled modules are kept, as after an installation.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    if result.returncode not in accepted:
        output = (result.stdout + result.stderr)[-2000:]
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}:\n{output}")
    return result.stdout
