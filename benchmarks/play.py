"""How fast a machine plays: ``python -m benchmarks.play [--games 20] [--part rates,growth,workers]``.

It measures the games a second of each scenario that a machine can play, with ``officer`` on both sides, in
processor time; how the time of a game grows with the units and with the hexes; and how much faster two
processes are than one. With all parts it writes ``PLAY.md``. The time to compile the board is measured
separately.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks.generated import ROOT, SHIPPED
from builder.playtest.batch import Batch, Prepared, play_games, prepare
from builder.playtest.report.kept import USUAL
from rulesdb import InputError

RESULTS = ROOT / "benchmarks" / "PLAY.md"
PARTS = ("rates", "growth", "workers")
MAX_SECONDS = {"median of 1,000 games on 2 cores": 60.0, "slowest": 150.0}
MAX_GROWTH = 1.3
"""How much more than twice as long a game may take with twice the units or hexes."""
MIN_SPEED_UP = 1.8
_UNITS, _HEXES = (4, 8, 16), ((16, 12), (32, 12), (32, 24))
_CORES = 2
_ROUNDS = 3
_THOUSAND = 1_000
_FIELD = """\
scenario:
  {{id: field, title: Field, game: bugged, version: 1.0.0, authors: [brainbug], players: 2, length: an hour,
    budget: 9999, tagline: A field., summary: A field.}}
map:
  {{kind: hex, title: Field, columns: {columns}, rows: {rows}, hex_size: fit,
    land: {{terrain: {{rocks: "{middle}"}}}}}}
forces:
  - {{id: droids, title: Droids, side: first, unit: android-trooper, count: {units}}}
  - {{id: hunters, title: Hunters, side: second, unit: hunter-stalker, count: {units}}}
setup:
  zones:
    - {{id: west, title: West, hexes: "{west}"}}
    - {{id: east, title: East, hexes: "{east}"}}
  placements: [{{force: droids, zone: west}}, {{force: hunters, zone: east}}]
schedule: {{turns: 6}}
victory:
  - {{side: first, grade: win, when: {{standing: second, at_most: 0}}}}
  - {{side: second, grade: win, when: {{standing: first, at_most: 0}}}}
  - {{side: first, grade: draw, when: otherwise}}
"""


def field(columns: int, rows: int, units: int) -> str:
    """A scenario in open country, with this many units on each side."""
    west, east = f"0101-02{rows:02}", f"{columns - 1:02}01-{columns:02}{rows:02}"
    middle = f"{columns // 2:02}{rows // 2:02}"
    return _FIELD.format(columns=columns, rows=rows, units=units, west=west, east=east, middle=middle)


def ready(path: Path) -> Prepared:
    """A scenario with officers on both sides."""
    first = prepare(Batch(path, (), (), (), 1))
    lineup = tuple((side, USUAL) for side in first.play.sides)
    return prepare(Batch(path, (), lineup, (), 1))


def seconds_a_game(prepared: Prepared, games: int) -> float:
    """The processor time of a game, without the first, which fills tables."""
    prepared.result(0)
    start = time.process_time()
    for number in range(1, games + 1):
        prepared.result(number)
    return (time.process_time() - start) / games


def rates(games: int) -> Iterator[Sequence[str]]:
    """A row for each scenario: seconds until it is ready, games a second, seconds for 1,000 on two cores."""
    thousands = []
    for path in sorted(SHIPPED.glob("*/*.yaml")):
        start = time.process_time()
        try:
            prepared = ready(path)
        except InputError:
            yield path.parent.name, path.stem, "not played", "", ""
            continue
        loaded = time.process_time() - start
        each = seconds_a_game(prepared, games)
        thousands.append(_THOUSAND * each / _CORES)
        yield path.parent.name, path.stem, f"{loaded:.2f} s", f"{1 / each:.1f}", f"{thousands[-1]:.0f} s"
    for (name, most), seconds in zip(MAX_SECONDS.items(), (median(thousands), max(thousands)), strict=True):
        verdict = "kept" if seconds <= most else "**missed**"
        yield "", name, "", "", f"{seconds:.0f} s, at most {most:.0f} s: {verdict}"


def growth(games: int) -> Iterator[Sequence[str]]:
    """A row for each size: the time of a game, and how much more than linear it has grown."""
    first, few = _HEXES[0], _UNITS[0]
    by_units = [(f"{units} units a side, {first[0] * first[1]} hexes", (*first, units)) for units in _UNITS]
    by_hexes = [(f"{wide * high} hexes, {few} units a side", (wide, high, few)) for wide, high in _HEXES]
    for sizes in (by_units, by_hexes):
        before = 0.0
        for name, size in sizes:
            taken, decisions = _time_of_field(*size, games)
            ratio = taken / (2 * before) if before else 0.0
            verdict = ("kept" if ratio <= MAX_GROWTH else "**missed**") if before else ""
            yield (
                name,
                f"{decisions:.0f}",
                f"{1000 * taken:.0f} ms",
                f"{ratio:.2f}" if before else "",
                verdict,
            )
            before = taken


def _time_of_field(columns: int, rows: int, units: int, games: int) -> tuple[float, float]:
    """The seconds of a game, in the best of some rounds, and its decisions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "field.yaml"
        path.write_text(field(columns, rows, units), encoding="utf-8")
        prepared = ready(path)
        prepared.result(0)
        paces, decisions = [], 0
        # Other programs disturb single rounds. Each has other games, because a play knows what it has played.
        for first in range(1, _ROUNDS * games, games):
            start = time.process_time()
            played = sum(prepared.result(number).decisions for number in range(first, first + games))
            paces.append((time.process_time() - start) / played)
            decisions += played
        each = decisions / (_ROUNDS * games)
        return min(paces) * each, each


def workers(games: int) -> Iterator[Sequence[str]]:
    """A row for each number of processes: the time that passes, and how much faster that is than one.

    Other programs disturb that; so the processor time of all processes shows how much faster they are on a
    machine with nothing else to do.
    """
    first = first_cost = 0.0
    for jobs in (1, 2):
        # A play fills tables while it plays; the second run must start with empty ones.
        prepared = ready(SHIPPED / "bug_hunter" / "dead-air.yaml")
        start, cost = time.perf_counter(), _processor_seconds()
        results = list(play_games(prepared, range(games), jobs))
        taken, cost = time.perf_counter() - start, _processor_seconds() - cost
        first, first_cost = first or taken, first_cost or cost
        alone = jobs * first_cost / cost
        verdict = "" if jobs == 1 else "kept" if max(alone, first / taken) >= MIN_SPEED_UP else "**missed**"
        times = f"{taken:.1f} s", f"{first / taken:.2f}", f"{cost:.1f} s", f"{alone:.2f}"
        yield str(jobs), f"{len(results)}", *times, verdict


def _processor_seconds() -> float:
    """The processor time of this process and of those that it has started, once they have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


_HEADS = {
    "rates": ("game", "scenario", "until ready", "games a second", "1,000 games on 2 cores"),
    "growth": ("size", "decisions", "a game", "beyond linear", f"at most {MAX_GROWTH}"),
    "workers": (
        "processes",
        "games",
        "time",
        "times as fast",
        "processor time",
        "alone",
        f"at least {MIN_SPEED_UP}",
    ),
}


def main() -> None:
    """Measure the chosen parts, and print each row at once."""
    parser = argparse.ArgumentParser(prog="benchmarks.play", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games of each scenario")
    parser.add_argument("--part", default=",".join(PARTS), help="parts to measure")
    chosen = parser.parse_args()
    measure = {"rates": rates, "growth": growth, "workers": workers}
    # Each process fills its own tables; with few games, that would dominate.
    games = {"rates": chosen.games, "growth": chosen.games, "workers": 50 * chosen.games}
    machine = (
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, {os.getloadavg()[0]:.0f} other processes"
    )
    page = ["# How fast a machine plays", "", f"Written by `python -m benchmarks.play`: {machine}.", ""]
    for part in chosen.part.split(","):
        head = _HEADS[part]
        lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
        print("\n".join(lines))
        for row in measure[part](games[part]):
            lines.append(f"| {' | '.join(row)} |")
            print(lines[-1], flush=True)
        page += [*lines, ""]
    if chosen.part == ",".join(PARTS):
        RESULTS.write_text("\n".join(page), encoding="utf-8")
        print(f"written: {RESULTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
