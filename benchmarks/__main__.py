"""``make bench``: measures every budget against its peer in one run, and writes ``RESULTS.md``.

``python -m benchmarks --peers FOLDER [--rounds N] [--only WORDS]``. Exits 1 if a budget is missed.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.budgets import BUDGETS, CEILINGS, GROWTHS, Budget
from benchmarks.generated import ROOT
from benchmarks.lookup import rows_of_all
from benchmarks.measure import Comparison

RESULTS = ROOT / "benchmarks" / "RESULTS.md"
_PAGE = """\
# Benchmarks

Written by `make bench`. A ratio is brainbug's time divided by its peer's: the median of {rounds} pairs of
consecutive runs, or one pair if the peer takes minutes.

- {machine}
- Python {python}; {versions}

| work | peer | brainbug | peer | ratio | at most | |
|---|---|---|---|---|---|---|
{budgets}

The time of brainbug for 1×, 10× and 100× the work, and the time per unit at 100× divided by that at 10×.

| work | 1× | 10× | 100× | per unit | at most | |
|---|---|---|---|---|---|---|
{growths}

Work without a peer: the median of its times, and the bytes written.

| work | time | at most | size | at most | |
|---|---|---|---|---|---|
{ceilings}

How high `lookup` ranks an entry that answers a question: the shares of questions that the first match, one of
the first three and one of the first six answer, and the mean reciprocal rank. The parts are explained in
`benchmarks/lookup.py`.

| searched | part | questions | first | three | six | MRR |
|---|---|---|---|---|---|---|
{lookups}
"""


def main() -> int:
    """Measure each budget, print its line at once, and write the page at the end."""
    chosen = options()
    rows: list[str] = []
    growths: list[str] = []
    missed = 0
    for budget in BUDGETS:
        if chosen.only in budget.name:
            rounds = min(chosen.rounds, budget.rounds or chosen.rounds)
            comparison = budget.measure(chosen.peers, rounds)
            missed += not budget.is_kept(comparison)
            rows.append(_budget_row(budget, comparison))
            print(rows[-1], flush=True)
    for growth in GROWTHS:
        if chosen.only in growth.name:
            seconds, ratio = growth.measure(chosen.rounds)
            missed += ratio > growth.max_ratio
            times = (f"{taken:.3g} s" for taken in seconds)
            cells = [growth.name, *times, f"{ratio:.2f}", f"{growth.max_ratio:g}"]
            growths.append(_row(cells, is_kept=ratio <= growth.max_ratio))
            print(growths[-1], flush=True)
    ceilings: list[str] = []
    for ceiling in CEILINGS:
        if chosen.only in ceiling.name:
            taken, size = ceiling.measure(chosen.rounds)
            missed += not ceiling.is_kept(taken, size)
            most = f"{ceiling.max_bytes:,}" if ceiling.max_bytes else ""
            cells = [ceiling.name, f"{taken:.3g} s", f"{ceiling.max_seconds:g} s", f"{size:,.0f}", most]
            ceilings.append(_row(cells, is_kept=ceiling.is_kept(taken, size)))
            print(ceilings[-1], flush=True)
    if not chosen.only:
        page = _PAGE.format(
            rounds=chosen.rounds,
            machine=_machine(),
            python=platform.python_version(),
            versions=", ".join(_versions(chosen.peers)),
            budgets="\n".join(rows),
            growths="\n".join(growths),
            ceilings="\n".join(ceilings),
            lookups="\n".join(f"| {' | '.join(row)} |" for row in rows_of_all()),
        )
        RESULTS.write_text(page, encoding="utf-8")
        print(f"written: {RESULTS.relative_to(ROOT)}")
    return 1 if missed else 0


def options() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    # An absolute path, because some work runs in another folder.
    parser.add_argument("--peers", type=Path, required=True, help="environment of peers.txt")
    parser.add_argument("--rounds", type=int, default=5, help="pairs of runs; fewer for a slow peer")
    parser.add_argument(
        "--only", default="", help="only budgets whose names contain these words; nothing is written"
    )
    chosen = parser.parse_args()
    chosen.peers = chosen.peers.absolute()
    return chosen


def _budget_row(budget: Budget, comparison: Comparison) -> str:
    ratio, limit = f"{comparison.ratio:.3g}", f"{budget.max_ratio:.3g}"
    if budget.max_size:
        ratio += f", size {comparison.size_ratio:.3g}"
        limit += f", size {budget.max_size:.3g}"
    times = (f"{seconds:.3g} s" for seconds in comparison.seconds)
    return _row([budget.name, budget.peer, *times, ratio, limit], is_kept=budget.is_kept(comparison))


def _row(cells: Sequence[str], *, is_kept: bool) -> str:
    return f"| {' | '.join([*cells, 'kept' if is_kept else '**missed**'])} |"


def _machine() -> str:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if "model name" in line), model)
    return f"{platform.system()} on {model}, {os.cpu_count()} cores"


def _versions(peers: Path) -> Iterator[str]:
    yield f"brainbug {importlib.metadata.version('brainbug')}"
    pip = [str(peers / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    listed = subprocess.run([*pip, "list", "--format", "freeze"], capture_output=True, text=True, check=True)
    wanted = (ROOT / "benchmarks" / "peers.txt").read_text(encoding="utf-8").splitlines()
    names = {line.partition("==")[0] for line in wanted if not line.startswith("#")}
    for line in listed.stdout.splitlines():
        name, _, version = line.partition("==")
        if name in names:
            yield f"{name} {version}"


if __name__ == "__main__":
    sys.exit(main())
