"""The budgets: the work, the peer that it is compared with, and the maximum ratio."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.generated import ROOT, long_scenario, many_scenarios
from benchmarks.measure import Comparison, Run, cold, inside, interleaved

_BRAINBUG = str(Path(sys.executable).parent / "brainbug")
_PEER_WORK = str(ROOT / "benchmarks" / "peer_work.py")
_SCHEMA = str(ROOT / "schemas" / "scenario.schema.json")


@dataclass(frozen=True, slots=True)
class Budget:
    """The maximum ratio of brainbug's time to a peer's.

    ``measure`` takes the peers' environment and a number of rounds. ``max_size`` limits the ratio of the
    bytes written, if not 0. ``rounds`` is set if the peer takes minutes.
    """

    name: str
    peer: str
    max_ratio: float
    measure: Callable[[Path, int], Comparison]
    max_size: float = 0.0
    rounds: int = 0

    def is_kept(self, comparison: Comparison) -> bool:
        """Whether a comparison is within the budget."""
        is_small = not self.max_size or comparison.size_ratio <= self.max_size
        return comparison.ratio <= self.max_ratio and is_small


@dataclass(frozen=True, slots=True)
class Growth:
    """Work of brainbug at 1×, 10× and 100×, and the maximum ratio of the time per unit, 100× to 10×."""

    name: str
    work: str
    sizes: tuple[int, int, int]
    units: Callable[[int], int] = lambda size: size
    max_ratio: float = 1.3

    def measure(self, rounds: int) -> tuple[tuple[float, ...], float]:
        """The median seconds at each size, and the ratio of the time per unit, last to middle size."""
        runs = [_brainbug_work(self.work, size) for size in self.sizes]
        samples = [[run().seconds for run in runs] for _ in range(rounds)]
        seconds = tuple(median(column) for column in zip(*samples, strict=True))
        _, middle, last = (taken / self.units(size) for taken, size in zip(seconds, self.sizes, strict=True))
        return seconds, last / middle


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Work without a peer: the maximum seconds, and the maximum size in bytes if that is not 0."""

    name: str
    work: str
    size: int
    max_seconds: float
    max_bytes: int = 0

    def measure(self, rounds: int) -> tuple[float, float]:
        """The median seconds, and the bytes written."""
        samples = [_brainbug_work(self.work, self.size)() for _ in range(rounds)]
        return median(sample.seconds for sample in samples), samples[0].size

    def is_kept(self, seconds: float, size: float) -> bool:
        """Whether a measurement is within the ceiling."""
        return seconds <= self.max_seconds and (not self.max_bytes or size <= self.max_bytes)


def _brainbug_work(work: str, size: int) -> Run:
    return inside([sys.executable, "-m", "benchmarks.brainbug_work", work, str(size)], ROOT)


def _cold_lint(peers: Path, rounds: int) -> Comparison:
    path = Path(tempfile.mkdtemp()) / "long.yaml"
    path.write_text(long_scenario(), encoding="utf-8")
    brainbug = cold([_BRAINBUG, "lint", "--no-config", str(path)])
    peer = cold([str(peers / "bin" / "check-jsonschema"), "--schemafile", _SCHEMA, str(path)])
    # The first lint after a change compiles and caches the games, as Python does with modules.
    brainbug()
    return interleaved(brainbug, peer, rounds)


def _throughput(peers: Path, rounds: int) -> Comparison:
    folder = Path(tempfile.mkdtemp())
    many_scenarios(folder, 500)
    relaxed = "{extends: relaxed, rules: {line-length: disable}}"
    brainbug = cold([_BRAINBUG, "lint", "--no-config", "--format", "concise", str(folder)], (0, 1))
    peer = cold([str(peers / "bin" / "yamllint"), "-d", relaxed, str(folder)], (0, 1))
    return interleaved(brainbug, peer, rounds)


def _same_work(work: str, size: int) -> Callable[[Path, int], Comparison]:
    def measure(peers: Path, rounds: int) -> Comparison:
        command = [str(peers / "bin" / "python"), _PEER_WORK, work, str(size)]
        peer = inside(command, Path(tempfile.mkdtemp()))
        return interleaved(_brainbug_work(work, size), peer, rounds)

    return measure


def _odds(_: Path, rounds: int) -> Comparison:
    return interleaved(_brainbug_work("odds", 0), _brainbug_work("rolls", 100_000), rounds)


BUDGETS = (
    Budget(
        "cold lint of one 2,000-line scenario, all checks", "check-jsonschema, schema alone", 0.6, _cold_lint
    ),
    # The first budget, 1/8, was for half as many checks.
    Budget("lint of 500 scenarios in one call", "yamllint", 0.15, _throughput),
    Budget(
        "100 × 100 numbered hex map to SVG",
        "svgwrite, a polygon and a text a hex",
        1 / 4,
        _same_work("map_svg", 100),
        max_size=1 / 2,
    ),
    Budget("60 × 40 numbered hex map to PDF", "protograf", 1 / 40, _same_work("map_pdf", 60), rounds=1),
    Budget("exact odds of a table in all columns", "100,000 simulated rolls", 1 / 10, _odds),
    Budget("exact odds of the best three of 10d6", "icepool", 1.0, _same_work("dice", 10)),
)

GROWTHS = (
    Growth("lint by hexes of the map", "lint_hexes", (20, 63, 200), lambda size: size * size),
    Growth("lint by files", "lint_many", (5, 50, 500)),
    Growth("numbered map to SVG by hexes", "map_svg", (20, 63, 200), lambda size: size * size),
    Growth("numbered map to PDF by hexes", "map_pdf", (24, 75, 240), lambda size: size * (size * 2 // 3)),
    Growth("counters by number", "counters", (10, 100, 1000)),
)

CEILINGS = (
    Ceiling("module of VASSAL for Dead Air", "vassal_module", 1, 2.0, 5 * 1024 * 1024),
    Ceiling("100 × 100 hex map to Tiled and back", "tiled_map", 100, 1.0),
)
