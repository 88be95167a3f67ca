"""``brainbug playtest`` and ``brainbug replay``."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builder.terminal.library_options import library_options
from builder.terminal.progress import progress
from rulesdb import InputError, Library
from rulesdb.files.beside import make_folders
from rulesdb.files.reading import MIB, read_file, require_file
from rulesdb.files.writing import write_file

if TYPE_CHECKING:
    from builder.draw.surface.theme import Theme
    from builder.playtest.batch import Prepared
    from builder.playtest.match import Result

_MAX_RECORD = 64 * MIB
_MAX_GAMES = 1_000_000
_SECONDS_BETWEEN_SAVES = 5.0
GAMES, REPORT, TABLE, PLACES = "games.jsonl", "report.json", "games.csv", "places.csv"
PAGE = "report.html"


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1, _MAX_GAMES), help="Games to play."
)
@click.option(
    "--players",
    default="",
    metavar="SIDE=PLAYER,…",
    help="Who plays: random, greedy, officer (usual), or file.py:Class for a player of your own.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of all dice.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes; by default one for each processor.")
@click.option(
    "--assume",
    multiple=True,
    metavar="ID=CHOICE",
    help="Follow another choice where the book is silent. Can be repeated.",
)
@click.option(
    "--weigh",
    default=0,
    metavar="GAMES",
    type=click.IntRange(0, _MAX_GAMES),
    help="Play so many games again with each other choice, to see how much each assumption matters.",
)
@click.option(
    "--skill",
    default=0,
    metavar="GAMES",
    type=click.IntRange(0, _MAX_GAMES),
    help="Play so many games again with weaker players and the same dice, to tell skill from luck.",
)
@click.option(
    "--theme",
    default="default",
    show_default=True,
    metavar="THEME",
    help="Look of the maps in the page: a theme of brainbug, or a .yaml file of your own.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep results there: a page with pictures, the same as JSON, tables, and a record of each ending.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@library_options
@click.pass_context
def playtest(
    ctx: click.Context,
    scenario: Path,
    games: int,
    players: str,
    seed: int,
    jobs: int | None,
    assume: tuple[str, ...],
    weigh: int,
    skill: int,
    theme: str,
    output: Path | None,
    as_json: bool,
    library: Library,
) -> None:
    """Play a scenario by machine, many times, and report how the games end.

    The same seed gives the same games on any number of processors. If it is stopped with Ctrl-C, finished
    games are kept in DIR, and the same command goes on from there.
    """
    from builder.draw.surface.theme import load_theme
    from builder.lint.engine import lint_file
    from builder.lint.reporters import text_report
    from builder.playtest.batch import MAX_WATCHED, Batch, prepare
    from builder.playtest.lineup import read_lineup
    from builder.playtest.report.endings import report_of
    from builder.terminal.playtest_text import report_lines

    require_file(scenario)
    look = load_theme(theme)
    lint = lint_file(scenario, library=library)
    if lint.has_errors:
        click.echo(text_report([lint]), nl=False)
        click.echo(f"{scenario} is not played: fix the errors first", err=True)
        ctx.exit(1)
    first = prepare(Batch(scenario, library.supplements, (), assume, seed))
    lineup = read_lineup(players, first.play.sides)
    batch = Batch(scenario, library.supplements, tuple(lineup.items()), assume, seed, MAX_WATCHED)
    prepared = prepare(batch)
    processes = jobs or os.cpu_count() or 1
    results, is_stopped = _played(prepared, games, processes, output)
    weights = [] if is_stopped or not weigh else _weighed(prepared, results, weigh, processes)
    skills = [] if is_stopped or not skill else _skills(prepared, results, skill, processes)
    report = report_of(prepared, results, weights, skills)
    if output is not None:
        _write_reports(prepared, results, report, look, output)
    if as_json:
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for line in report_lines(report):
            click.secho(line, bold=bool(line) and not line.startswith(" "))
    if is_stopped:
        how = "the same command goes on from there" if output else "with -o DIR, finished games are kept"
        click.echo(f"stopped after {len(results)} of {games} games; {how}", err=True)
        ctx.exit(130)


def _played(prepared: Prepared, games: int, jobs: int, output: Path | None) -> tuple[Sequence[Result], bool]:
    """The results of all games, and whether Ctrl-C ended them early; finished games are kept."""
    from builder.playtest.batch import play_games

    results = _finished(prepared, output)[:games]
    numbers = range(len(results), games)
    saved = time.monotonic()
    try:
        with progress("playing", len(numbers)) as tick:
            for result in play_games(prepared, numbers, jobs):
                results.append(result)
                tick()
                if time.monotonic() - saved > _SECONDS_BETWEEN_SAVES:
                    _save(prepared, results, output)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        return results, True
    finally:
        _save(prepared, results, output)
    return results, False


def _weighed(
    prepared: Prepared, results: Sequence[Result], games: int, jobs: int
) -> Sequence[dict[str, Any]]:
    """The weight of every other choice for an assumption."""
    from builder.playtest.report.weights import other_choices, weigh

    weights = []
    with progress("weighing", len(other_choices(prepared))) as tick:
        for weight in weigh(prepared, results, games, jobs):
            weights.append(weight.as_json())
            tick()
    return weights


def _skills(prepared: Prepared, results: Sequence[Result], games: int, jobs: int) -> Sequence[dict[str, Any]]:
    """What weaker players change."""
    from builder.playtest.report.skill import measure_skill, other_lineups

    skills = []
    with progress("comparing players", len(other_lineups(prepared))) as tick:
        for each in measure_skill(prepared, results, games, jobs):
            skills.append(each.as_json())
            tick()
    return skills


def _finished(prepared: Prepared, output: Path | None) -> list[Result]:
    """The games of this batch that are already finished."""
    from builder.playtest.report.endings import read_games

    if output is None or not (output / GAMES).exists():
        return []
    path = output / GAMES
    return read_games(read_file(path, _MAX_RECORD).decode("utf-8", "replace"), prepared.head, str(path))


def _save(prepared: Prepared, results: Sequence[Result], output: Path | None) -> None:
    from builder.playtest.report.endings import games_text

    if output is not None and results:
        make_folders(output)
        write_file(output / GAMES, games_text(prepared.head, results), force=True)


def _write_reports(
    prepared: Prepared, results: Sequence[Result], report: dict[str, Any], theme: Theme, output: Path
) -> None:
    """The report as a page and as JSON, tables as CSV, and a record of the first game with each ending."""
    from builder.playtest.report.endings import games_csv
    from builder.playtest.report.measures import places_csv
    from builder.report.playtest_page import playtest_page

    make_folders(output)
    write_file(output / REPORT, f"{json.dumps(report, indent=2, ensure_ascii=False)}\n", force=True)
    write_file(output / TABLE, games_csv(results), force=True)
    write_file(output / PLACES, places_csv(report["measures"]), force=True)
    write_file(output / PAGE, playtest_page(report, prepared.scenario, theme), force=True)
    for number in _examples(results):
        write_file(output / f"game-{number}.jsonl", prepared.record(number), force=True)


def _examples(results: Sequence[Result]) -> Iterator[int]:
    seen: set[tuple[str, str]] = set()
    for result in results:
        key = result.ending.side, result.ending.grade
        if key not in seen:
            seen.add(key)
            yield result.game


@click.command()
@click.argument("record", type=click.Path(path_type=Path), metavar="GAME.jsonl")
def replay(record: Path) -> None:
    """Print a game step by step: every decision, and every roll with its table, cell and citation."""
    from builder.playtest.record import read_record
    from builder.terminal.playtest_text import record_lines

    require_file(record)
    text = read_file(record, _MAX_RECORD).decode("utf-8", "replace")
    try:
        for line in record_lines(read_record(text, str(record))):
            click.secho(line, bold=bool(line) and not line.startswith(" "))
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{record}: this is not a record of a game; a line lacks {error}") from error
