"""Work of brainbug that times itself: ``python -m benchmarks.brainbug_work WORK SIZE``."""

from __future__ import annotations

import gc
import importlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.generated import ROOT, many_scenarios, open_ship, square_ship
from builder.draw.maps.hexmap import draw_level
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.exchange.sharing import ShareOptions
from builder.exchange.tiled.exporting import tmx_of
from builder.exchange.tiled.importing import import_tmx
from builder.exchange.vassal.module import share as share_with_vassal
from builder.lint.configuration import LintConfig
from builder.lint.engine import lint_text
from builder.lint.many import lint_files
from builder.press.pages.page import Page
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.typeset import About
from builder.scenario.load import load_scenario, scenario_from
from rulesdb import Library, Table, open_game
from rulesdb.dice import Dice
from rulesdb.yaml_source import parse_yaml

Work = Callable[[int], Callable[[], int]]


def _draw_ship(columns: int, rows: int) -> Callable[[], Drawing]:
    """Draw a ship of one room with every hex numbered, as the peers do."""
    # The time of imports is not measured, and drawings import this one late.
    importlib.import_module("shapely")
    scenario = scenario_from(parse_yaml(open_ship(columns, rows)))
    return lambda: draw_level(scenario, 0, DrawingContext(load_theme()))


def map_svg(size: int) -> Callable[[], int]:
    """A numbered map of ``size`` × ``size`` hexes to SVG."""
    draw = _draw_ship(size, size)
    return lambda: len(svg_text(draw()).encode())


def map_pdf(columns: int) -> Callable[[], int]:
    """A numbered map of ``columns`` by two thirds as many rows to PDF."""
    draw = _draw_ship(columns, columns * 2 // 3)

    def work() -> int:
        drawing = draw()
        whole = (0.0, 0.0, drawing.width, drawing.height)
        return len(pdf_bytes([Page("map", drawing, whole, whole)], About("Map", (), "")))

    return work


def lint_hexes(size: int) -> Callable[[], int]:
    """A map of ``size`` × ``size`` hexes in rooms of a hundred, linted by every check."""
    text = square_ship(size)
    return lambda: len(lint_text(text, Path("ship.yaml")).findings)


def lint_many(number: int) -> Callable[[], int]:
    """A number of files, linted in one process."""
    folder = Path(tempfile.mkdtemp())
    many_scenarios(folder, number)
    jobs = [(path, LintConfig()) for path in sorted(folder.iterdir())]
    return lambda: sum(len(report.findings) for report in lint_files(jobs, processes=1))


def counters(number: int) -> Callable[[], int]:
    """A number of counters with both sides."""
    game = open_game("bug-hunter")
    artist = CounterArtist(DrawingContext(load_theme()))
    unit = game.find("unit", "marine")

    def work() -> int:
        pieces = [artist.unit(game, unit, index + 1) for index in range(number)]
        return sum(len(svg_text(face)) for piece in pieces for face in (piece.front, piece.back))

    return work


def odds(_: int) -> Callable[[], int]:
    """The exact chances of every result of a table of two dice in all its columns."""
    table, inputs = _table_with_inputs()
    return lambda: sum(len(list(table.odds(**columns))) for columns in inputs)


def rolls(number: int) -> Callable[[], int]:
    """A number of rolls on the same table."""
    table, inputs = _table_with_inputs()
    rng = random.Random(1)

    def work() -> int:
        for columns in islice(cycle(inputs), number):
            table.roll(rng, **columns)
        return number

    return work


def _table_with_inputs() -> tuple[Table, list[dict[str, Any]]]:
    """A table of two dice, and the inputs of each of its columns."""
    table = open_game("bug-hunter").table("combat-results")
    axis = table.axes[0]
    return table, [{axis.name: column} for column in axis.labels or map(str, axis.bins)]


def dice(number: int) -> Callable[[], int]:
    """The exact distribution of the best three of a number of dice."""
    return lambda: len(list(Dice.parse(f"{number}d6kh3").distribution()))


def vassal_module(number: int) -> Callable[[], int]:
    """The module of a shipped scenario, from its file, a number of times."""
    path = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"

    def work() -> int:
        for _ in range(number):
            scenario = load_scenario(path)
            context = DrawingContext.of(scenario.ruleset, load_theme())
            files = share_with_vassal(scenario, ShareOptions(context)).files
        return len(files[""])

    return work


def tiled_map(size: int) -> Callable[[], int]:
    """A square deck to a map of Tiled, and back into its scenario."""
    source, library = parse_yaml(square_ship(size), "ship.yaml"), Library()
    scenario = scenario_from(source, library)

    def work() -> int:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "map.tmx"
            path.write_text(tmx_of(scenario).text(), encoding="utf-8")
            return len(import_tmx(path, source, None, library).text)

    return work


WORKS: dict[str, Work] = {
    work.__name__: work
    for work in (
        map_svg, map_pdf, lint_hexes, lint_many, counters, odds, rolls, dice, vassal_module, tiled_map,
    )
}  # fmt: skip


def main() -> None:
    """Do one piece of work, and print its seconds and size."""
    work = WORKS[sys.argv[1]](int(sys.argv[2]))
    # What was imported and prepared is not searched for garbage while the work is timed.
    gc.freeze()
    start = time.perf_counter()
    size = work()
    print(json.dumps({"seconds": time.perf_counter() - start, "size": size}))


if __name__ == "__main__":
    main()
