"""``make bench``: measures every budget against its peer in one run, and writes ``RESULTS.md``.

``python -m benchmarks --peers FOLDER [--rounds N] [--only WORDS]``. Exits 1 where a budget is missed.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.budgets import BUDGETS, GROWTHS, Budget, Growth, grown
from benchmarks.generated import ROOT
from benchmarks.measure import Comparison

RESULTS = ROOT / "benchmarks" / "RESULTS.md"


def main() -> int:
    """Measure, print a line for each budget as it is done, and write the page."""
    chosen = options()
    lines: list[str] = []
    missed = 0
    for budget in BUDGETS:
        if chosen.only in budget.name:
            found = budget.measure(chosen.peers, min(chosen.rounds, budget.rounds or chosen.rounds))
            missed += not _is_kept(budget, found)
            lines.append(_row(budget, found))
            print(lines[-1], flush=True)
    grew: list[str] = []
    for growth in GROWTHS:
        if chosen.only in growth.name:
            seconds, more = grown(growth, chosen.rounds)
            missed += more > growth.most
            grew.append(_growth_row(growth, seconds, more))
            print(grew[-1], flush=True)
    if not chosen.only:
        RESULTS.write_text("\n".join(_page(lines, grew, chosen)) + "\n", encoding="utf-8")
        print(f"written: {RESULTS.relative_to(ROOT)}")
    return 1 if missed else 0


def options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument(
        "--peers", type=_absolute, required=True, help="environment that has benchmarks/peers.txt"
    )
    parser.add_argument("--rounds", type=int, default=5, help="pairs of runs; a slow peer has fewer")
    parser.add_argument(
        "--only", default="", help="only budgets whose name has these words; nothing is written"
    )
    return parser.parse_args()


def _absolute(folder: str) -> Path:
    """A path that holds in every folder: some work is done elsewhere."""
    return Path(folder).absolute()


def _is_kept(budget: Budget, found: Comparison) -> bool:
    return found.ratio <= budget.most and (not budget.most_size or found.size_ratio <= budget.most_size)


def _row(budget: Budget, found: Comparison) -> str:
    ours, theirs = found.seconds
    cells = [
        budget.name,
        budget.peer,
        f"{ours:.3g} s",
        f"{theirs:.3g} s",
        f"{found.ratio:.3g}",
        f"{budget.most:.3g}",
    ]
    if budget.most_size:
        cells[4] += f", size {found.size_ratio:.3g}"
        cells[5] += f", size {budget.most_size:.3g}"
    cells.append("kept" if _is_kept(budget, found) else "**missed**")
    return f"| {' | '.join(cells)} |"


def _growth_row(growth: Growth, seconds: tuple[float, ...], more: float) -> str:
    times = [f"{taken:.3g} s" for taken in seconds]
    kept = "kept" if more <= growth.most else "**missed**"
    return f"| {growth.name} | {' | '.join(times)} | {more:.2f} | {growth.most:g} | {kept} |"


def _page(lines: list[str], grew: list[str], options: argparse.Namespace) -> Iterator[str]:
    yield "# How fast brainbug is"
    yield ""
    yield "Written by `make bench`. A ratio is ours by theirs, the median over pairs of runs that follow each"
    yield f"other; there were {options.rounds} pairs, and one of a peer that takes minutes."
    yield ""
    yield f"- {_machine()}"
    yield f"- Python {platform.python_version()}; {', '.join(_versions(options.peers))}"
    yield ""
    yield "| work | peer | ours | peer's | ratio | at most | |"
    yield "|---|---|---|---|---|---|---|"
    yield from lines
    yield ""
    yield "Ours at 1×, 10× and 100× of the work; then what a unit takes at 100× by what it takes at 10×."
    yield ""
    yield "| work | 1× | 10× | 100× | a unit | at most | |"
    yield "|---|---|---|---|---|---|---|"
    yield from grew


def _machine() -> str:
    model = platform.processor() or platform.machine()
    described = Path("/proc/cpuinfo")
    if described.exists():
        names = [line for line in described.read_text(encoding="utf-8").splitlines() if "model name" in line]
        model = names[0].partition(":")[2].strip() if names else model
    return f"{platform.system()} on {model}, {os.cpu_count()} cores"


def _versions(peers: Path) -> Iterator[str]:
    yield f"brainbug {importlib.metadata.version('brainbug')}"
    listed = [
        str(peers / "bin" / "python"),
        "-m",
        "pip",
        "list",
        "--format",
        "freeze",
        "--disable-pip-version-check",
    ]
    wanted = {
        line.partition("==")[0]
        for line in (ROOT / "benchmarks" / "peers.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    }
    for line in subprocess.run(listed, capture_output=True, text=True, check=True).stdout.splitlines():
        name, _, version = line.partition("==")
        if name in wanted:
            yield f"{name} {version}"


if __name__ == "__main__":
    sys.exit(main())
