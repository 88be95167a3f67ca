"""The budgets: what is done, against whom, and how much of the peer's time it may take."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.generated import ROOT, long_scenario, many_scenarios
from benchmarks.measure import Comparison, Run, Sample, cold, inside, interleaved

OURS = Path(sys.executable).parent
_THEIR_SCRIPT = str(ROOT / "benchmarks" / "theirs.py")
_SCHEMA = str(ROOT / "schemas" / "scenario.schema.json")


@dataclass(frozen=True, slots=True)
class Budget:
    """``most`` is the greatest ratio of ours to theirs that is within the budget.

    ``most_size`` is that of the bytes written, where those have a budget too. ``rounds`` is less where a
    peer takes minutes.
    """

    name: str
    peer: str
    most: float
    measure: Callable[[Path, int], Comparison]
    most_size: float = 0.0
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Growth:
    """Work of ours at 1×, 10× and 100×: what a unit takes at the last by what it takes at the middle one."""

    name: str
    work: str
    sizes: tuple[int, int, int]
    units: Callable[[int], int]
    most: float = 1.3


def _peers(peers: Path, name: str) -> str:
    return str(peers / "bin" / name)


def _inside_ours(work: str, size: int) -> Run:
    return inside([sys.executable, "-m", "benchmarks.ours", work, str(size)], ROOT)


def _inside_theirs(peers: Path, work: str, size: int) -> Run:
    return inside([_peers(peers, "python"), _THEIR_SCRIPT, work, str(size)], Path(tempfile.mkdtemp()))


def _cold_lint(peers: Path, rounds: int) -> Comparison:
    path = Path(tempfile.mkdtemp()) / "long.yaml"
    path.write_text(long_scenario(), encoding="utf-8")
    ours = cold([str(OURS / "brainbug"), "lint", "--no-config", str(path)])
    theirs = cold([_peers(peers, "check-jsonschema"), "--schemafile", _SCHEMA, str(path)])
    # The first lint after a change compiles the games and keeps them, as a first run of Python does modules.
    ours()
    return interleaved(ours, theirs, rounds)


def _throughput(peers: Path, rounds: int) -> Comparison:
    folder = Path(tempfile.mkdtemp())
    many_scenarios(folder, 500)
    relaxed = "{extends: relaxed, rules: {line-length: disable}}"
    ours = cold([str(OURS / "brainbug"), "lint", "--no-config", "--format", "concise", str(folder)], (0, 1))
    theirs = cold([_peers(peers, "yamllint"), "-d", relaxed, str(folder)], (0, 1))
    return interleaved(ours, theirs, rounds)


def _same_work(work: str, size: int) -> Callable[[Path, int], Comparison]:
    def measure(peers: Path, rounds: int) -> Comparison:
        return interleaved(_inside_ours(work, size), _inside_theirs(peers, work, size), rounds)

    return measure


def _odds(_: Path, rounds: int) -> Comparison:
    return interleaved(_inside_ours("odds", 0), _inside_ours("rolls", 100_000), rounds)


BUDGETS = (
    Budget(
        "cold lint of one 2,000-line scenario, all checks", "check-jsonschema, schema alone", 0.6, _cold_lint
    ),
    Budget("lint of 500 scenarios in one call", "yamllint", 1 / 8, _throughput),
    Budget(
        "100 × 100 numbered hex map to SVG",
        "svgwrite, a polygon and a text a hex",
        1 / 4,
        _same_work("map_svg", 100),
        most_size=1 / 2,
    ),
    Budget("60 × 40 numbered hex map to PDF", "protograf", 1 / 40, _same_work("map_pdf", 60), rounds=1),
    Budget("exact odds of a table in all columns", "100,000 simulated rolls", 1 / 10, _odds),
    Budget("exact odds of the best three of 10d6", "icepool", 1.0, _same_work("dice", 10)),
)

GROWTHS = (
    Growth("lint by hexes of the map", "lint_hexes", (20, 63, 200), lambda size: size * size),
    Growth("lint by files", "lint_many", (5, 50, 500), lambda size: size),
    Growth("numbered map to SVG by hexes", "map_svg", (20, 63, 200), lambda size: size * size),
    Growth("numbered map to PDF by hexes", "map_pdf", (24, 75, 240), lambda size: size * (size * 2 // 3)),
    Growth("counters by number", "counters", (10, 100, 1000), lambda size: size),
)


def grown(growth: Growth, rounds: int) -> tuple[tuple[float, ...], float]:
    """Median seconds at each size, and how much more a unit takes at the last than at the middle one."""
    samples: list[list[Sample]] = [[] for _ in growth.sizes]
    runs = [_inside_ours(growth.work, size) for size in growth.sizes]
    for _ in range(rounds):
        for run, taken in zip(runs, samples, strict=True):
            taken.append(run())
    seconds = tuple(sorted(sample.seconds for sample in taken)[len(taken) // 2] for taken in samples)
    _, middle, last = growth.sizes
    return seconds, (seconds[2] / growth.units(last)) / (seconds[1] / growth.units(middle))
