"""Playtests with progress, results that are kept, and the files of reports."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from builder.terminal.progress import progress
from rulesdb import InputError, Library
from rulesdb.files.beside import make_folders
from rulesdb.files.reading import require_file
from rulesdb.files.writing import write_file

if TYPE_CHECKING:
    from builder.draw.surface.theme import Theme
    from builder.playtest.batch import Prepared
    from builder.playtest.machines.cluster import Cluster
    from builder.playtest.match import Result

GAMES, REPORT = "games.sqlite", "report.json"
PAGE = "report.html"
COMPARISON, COMPARISON_PAGE = "comparison.json", "comparison.html"


def workers(jobs: int | None, cluster: str) -> int | Cluster:
    """The number of processes on this machine that play games, or the cluster at an address.

    Raises:
        InputError: both are given.
    """
    if not cluster:
        return jobs or os.cpu_count() or 1
    if jobs:
        raise InputError("--jobs are processes of this machine; leave it out with --cluster")
    from builder.playtest.machines.cluster import Cluster

    return Cluster(cluster)


def require_files_of_one_game(one: Path, other: Path) -> None:
    """Refuse two scenario files that cannot be compared, before anything else.

    Raises:
        InputError: a file does not exist, or they are of different games.
    """
    from builder.playtest.report.compare import require_same_game

    for path in (one, other):
        require_file(path)
    require_same_game(one, other)


def ready_to_play(
    ctx: click.Context, path: Path, library: Library, players: str, assume: tuple[str, ...], seed: int
) -> Prepared:
    """A scenario that is ready to be played; one with errors of lint ends the command."""
    from builder.lint.engine import lint_file
    from builder.lint.reporters import text_report
    from builder.playtest.batch import MAX_WATCHED, Batch, prepare
    from builder.playtest.lineup import read_lineup

    require_file(path)
    lint = lint_file(path, library=library)
    if lint.has_errors:
        click.echo(text_report([lint]), nl=False)
        click.echo(f"{path} is not played: fix the errors first", err=True)
        ctx.exit(1)
    first = prepare(Batch(path, library.supplements, (), assume, seed))
    lineup = read_lineup(players, first.play.sides)
    return prepare(replace(first.batch, lineup=tuple(lineup.items()), watched=MAX_WATCHED))


@dataclass(frozen=True, slots=True)
class KeptOptions:
    """The options with which a batch was started."""

    games: int
    players: str
    seed: int
    assume: tuple[str, ...]


def kept_options(output: Path) -> KeptOptions:
    """The options of the batch that is kept in a folder.

    Raises:
        InputError: there is none.
    """
    from builder.playtest.game_store import kept_batch

    path = output / GAMES
    head, games = kept_batch(path)
    try:
        players = ",".join(f"{side}={name}" for side, name in head["players"].items())
        assume = tuple(f"{id}={choice}" for id, choice in head["assumptions"].items())
        return KeptOptions(games, players, int(head["seed"]), assume)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path} is damaged; delete it, and play the games again") from error


def played_games(
    prepared: Prepared, games: int, jobs: int | Cluster, output: Path | None
) -> tuple[Sequence[Result], bool]:
    """The results of all games, and whether Ctrl-C ended them early; finished games are kept."""
    from builder.playtest.batch import finished_games
    from builder.playtest.game_store import GameStore

    with ExitStack() as stack:
        store = None
        if output is not None:
            store = stack.enter_context(closing(GameStore(output / GAMES, prepared.head, games)))
        results = {} if store is None else {each.game: each for each in store.results()}
        is_stopped = False
        try:
            numbers = [number for number in range(games) if number not in results]
            with progress("playing", len(numbers)) as tick:
                for result in finished_games(prepared, numbers, jobs):
                    results[result.game] = result
                    if store is not None:
                        store.add(result)
                    tick()
        except KeyboardInterrupt:
            is_stopped = True
    return [results[number] for number in sorted(results) if number < games], is_stopped


def weighed(
    prepared: Prepared, results: Sequence[Result], games: int, jobs: int | Cluster
) -> Sequence[dict[str, Any]]:
    """The weight of every other choice for an assumption."""
    from builder.playtest.report.weights import other_choices, weigh

    weights = []
    with progress("weighing", len(other_choices(prepared))) as tick:
        for weight in weigh(prepared, results, games, jobs):
            weights.append(weight.as_json())
            tick()
    return weights


def skills(
    prepared: Prepared, results: Sequence[Result], games: int, jobs: int | Cluster
) -> Sequence[dict[str, Any]]:
    """The effects of weaker players."""
    from builder.playtest.report.skill import measure_skill, other_lineups

    rows = []
    with progress("comparing players", len(other_lineups(prepared))) as tick:
        for each in measure_skill(prepared, results, games, jobs):
            rows.append(each.as_json())
            tick()
    return rows


def write_reports(
    prepared: Prepared, results: Sequence[Result], report: dict[str, Any], theme: Theme, output: Path
) -> None:
    """The report as a page and as JSON, tables, and a record of the first game with each ending.

    Tables are CSV, and Parquet too if its package is installed.
    """
    from builder.playtest.report.tables import has_parquet, tables_of
    from builder.report.playtest_page import playtest_page

    make_folders(output)
    write_file(output / REPORT, f"{json.dumps(report, indent=2, ensure_ascii=False)}\n", force=True)
    for table in tables_of(results, report["measures"]):
        write_file(output / f"{table.name}.csv", table.as_csv, force=True)
        if has_parquet():
            write_file(output / f"{table.name}.parquet", table.as_parquet, force=True)
    write_file(output / PAGE, playtest_page(report, prepared.scenario, theme), force=True)
    for number in _examples(results):
        write_file(output / f"game-{number}.jsonl", prepared.record(number), force=True)


def keep_summary(prepared: Prepared, report: dict[str, Any]) -> None:
    """Write the summary of a report next to the scenario."""
    from builder.playtest.report.kept import kept_path, kept_text, run_of
    from builder.playtest.report.weights import other_choices

    path, text = prepared.batch.path, prepared.scenario.source.text
    run = run_of(report, len(other_choices(prepared)))
    write_file(kept_path(path), kept_text(path, text, run, report["release"]), force=True)


def write_comparison(
    versions: tuple[Prepared, Prepared],
    played: tuple[Sequence[Result], Sequence[Result]],
    comparison: dict[str, Any],
    theme: Theme,
    output: Path,
) -> None:
    """The comparison of two versions as JSON and as a page."""
    from builder.playtest.report.measures import measures_of
    from builder.report.compare_page import compare_page

    make_folders(output)
    text = f"{json.dumps(comparison, indent=2, ensure_ascii=False)}\n"
    write_file(output / COMPARISON, text, force=True)
    before, after = (measures_of(each, results) for each, results in zip(versions, played, strict=True))
    scenarios = versions[0].scenario, versions[1].scenario
    page = compare_page(comparison, scenarios, (before, after), theme)
    write_file(output / COMPARISON_PAGE, page, force=True)


def _examples(results: Sequence[Result]) -> Iterator[int]:
    seen: set[tuple[str, str]] = set()
    for result in results:
        key = result.ending.side, result.ending.grade
        if key not in seen:
            seen.add(key)
            yield result.game
