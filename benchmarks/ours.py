"""Brainbug's side of what is timed inside a process: ``python -m benchmarks.ours WORK SIZE``."""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.generated import many_scenarios, square_ship
from builder.draw.maps.hexmap import draw_level
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.lint.configuration import LintConfig
from builder.lint.engine import lint_text
from builder.lint.many import lint_files
from builder.press.pages.page import Page
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.typeset import About
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb import open_game
from rulesdb.yaml_source import parse_yaml

Work = Callable[[int], Callable[[], int]]


def _ship(columns: int, rows: int) -> Scenario:
    """An open ship of one room with every hex numbered: no more than the peers draw."""
    text = square_ship(max(columns, rows), room=max(columns, rows), doors=False)
    text = text.replace(f"  columns: {max(columns, rows)}\n", f"  columns: {columns}\n")
    text = text.replace(f"  rows: {max(columns, rows)}\n", f"  rows: {rows}\n")
    return scenario_from(parse_yaml(_cropped(text, columns, rows)))


def _cropped(text: str, columns: int, rows: int) -> str:
    digits = max(2, len(str(max(columns, rows))))
    whole = f"{1:0{digits}d}{1:0{digits}d}-"
    start = text.index(whole)
    end = text.index('"', start)
    return text[:start] + whole + f"{columns:0{digits}d}{rows:0{digits}d}" + text[end:]


def _drawn(scenario: Scenario) -> Drawing:
    return draw_level(scenario, 0, DrawingContext(load_theme()))


def map_svg(size: int) -> Callable[[], int]:
    """A numbered map of ``size`` × ``size`` hexes to SVG."""
    scenario = _ship(size, size)
    return lambda: len(svg_text(_drawn(scenario)).encode())


def map_pdf(columns: int) -> Callable[[], int]:
    """A numbered map of ``columns`` by two thirds as many rows to PDF."""
    scenario = _ship(columns, columns * 2 // 3)

    def work() -> int:
        drawing = _drawn(scenario)
        whole = (0.0, 0.0, drawing.width, drawing.height)
        return len(pdf_bytes([Page("map", drawing, whole, whole)], About("Map", (), "")))

    return work


def lint_hexes(size: int) -> Callable[[], int]:
    """A map of ``size`` × ``size`` hexes in rooms of a hundred, linted by every check."""
    text = square_ship(size)

    def work() -> int:
        report = lint_text(text, Path("ship.yaml"))
        return len(report.findings)

    return work


def lint_many(number: int) -> Callable[[], int]:
    """So many files in one process."""
    folder = Path(tempfile.mkdtemp())
    many_scenarios(folder, number)
    jobs = [(path, LintConfig()) for path in sorted(folder.iterdir())]
    return lambda: sum(len(report.findings) for report in lint_files(jobs, processes=1))


def counters(number: int) -> Callable[[], int]:
    """So many counters with both their sides."""
    game = open_game("bug-hunter")
    artist = CounterArtist(DrawingContext(load_theme()))
    unit = game.find("unit", "marine")

    def work() -> int:
        pieces = [artist.unit(unit, index + 1) for index in range(number)]
        return sum(len(svg_text(face)) for piece in pieces for face in (piece.front, piece.back))

    return work


def odds(_: int) -> Callable[[], int]:
    """The exact chances of every result of a table of two dice in all its columns."""
    table = open_game("bug-hunter").table("combat-results")
    columns = table.axes[0].labels or tuple(str(bin) for bin in table.axes[0].bins)
    name = table.axes[0].name
    return lambda: sum(len(list(table.odds(**{name: column}))) for column in columns)


def rolls(number: int) -> Callable[[], int]:
    """So many rolls on the same table."""
    table = open_game("bug-hunter").table("combat-results")
    columns = table.axes[0].labels or tuple(str(bin) for bin in table.axes[0].bins)
    name, rng = table.axes[0].name, random.Random(1)

    def work() -> int:
        for index in range(number):
            table.roll(rng, **{name: columns[index % len(columns)]})
        return number

    return work


def dice(number: int) -> Callable[[], int]:
    """The exact distribution of so many dice, of which the best three count."""
    from rulesdb.dice import Dice

    return lambda: len(list(Dice.parse(f"{number}d6kh3").distribution()))


WORKS: dict[str, Work] = {
    work.__name__: work for work in (map_svg, map_pdf, lint_hexes, lint_many, counters, odds, rolls, dice)
}


def main() -> None:
    """Do one piece of work, and print its seconds."""
    work = WORKS[sys.argv[1]](int(sys.argv[2]))
    start = time.perf_counter()
    size = work()
    print(json.dumps({"seconds": time.perf_counter() - start, "size": size}))


if __name__ == "__main__":
    main()
