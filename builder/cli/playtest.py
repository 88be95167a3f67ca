"""``brainbug playtest`` and ``brainbug replay``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from builder.terminal.library_options import library_options
from rulesdb import InputError, Library
from rulesdb.files.reading import MIB, read_file, require_file
from rulesdb.files.writing import write_file

if TYPE_CHECKING:
    from builder.draw.surface.theme import Theme
    from builder.playtest.batch import Prepared
    from builder.playtest.machines.cluster import Cluster

_MAX_RECORD = 64 * MIB
_MAX_GAMES = 1_000_000


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1, _MAX_GAMES), help="Games to play."
)
@click.option(
    "--players",
    default="",
    metavar="SIDE=PLAYER,…",
    help="Who plays: random, greedy, officer (default), search, or file.py:Class for your own player.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of all dice.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes; by default one for each processor.")
@click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, as tcp://HOST:8786, instead of this machine.",
)
@click.option(
    "--assume",
    multiple=True,
    metavar="ID=CHOICE",
    help="Follow another choice for an assumption, if the book is silent. Can be repeated.",
)
@click.option(
    "--weigh",
    default=0,
    metavar="GAMES",
    type=click.IntRange(0, _MAX_GAMES),
    help="Play this many games again with each other choice, to see how much each assumption matters.",
)
@click.option(
    "--skill",
    default=0,
    metavar="GAMES",
    type=click.IntRange(0, _MAX_GAMES),
    help="Play this many games again with weaker players and the same dice, to separate skill from luck.",
)
@click.option(
    "--theme",
    default="default",
    show_default=True,
    metavar="THEME",
    help="Theme of the maps in the page: a name, or your own theme file.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the results: a page with pictures, JSON, tables, and a record of each ending.",
)
@click.option(
    "--resume", is_flag=True, help="Continue the games that are kept in DIR, with their original options."
)
@click.option(
    "--compare",
    type=click.Path(path_type=Path),
    metavar="BEFORE",
    help="Play another version of the scenario with the same dice, and report what differs.",
)
@click.option(
    "--keep",
    is_flag=True,
    help="Write a summary next to the scenario, for lint and the page of the scenario.",
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
    cluster: str,
    assume: tuple[str, ...],
    weigh: int,
    skill: int,
    theme: str,
    output: Path | None,
    resume: bool,
    compare: Path | None,
    keep: bool,
    as_json: bool,
    library: Library,
) -> None:
    """Play a scenario by machine, many times, and report how the games end.

    The same seed gives the same games on any number of processors and machines. After Ctrl-C, finished games
    are kept in DIR; the same command, or one with --resume, continues from there.
    """
    from builder.draw.surface.theme import load_theme
    from builder.playtest.report.endings import report_of
    from builder.terminal.playtest_text import report_lines
    from builder.terminal.playtesting import (
        keep_summary,
        played_games,
        ready_to_play,
        require_files_of_one_game,
        skills,
        weighed,
        workers,
        write_reports,
    )

    look = load_theme(theme)
    if resume:
        games, players, seed, assume = _resumed(ctx, output, compare)
    processes = workers(jobs, cluster)
    if compare is not None:
        require_files_of_one_game(scenario, compare)
    prepared = ready_to_play(ctx, scenario, library, players, assume, seed)
    if compare is not None:
        other = ready_to_play(ctx, compare, library, players, assume, seed)
        _compare(ctx, other, prepared, games, processes, output, look, as_json=as_json)
        return
    results, is_stopped = played_games(prepared, games, processes, output)
    weights = [] if is_stopped or not weigh else weighed(prepared, results, weigh, processes)
    skill_rows = [] if is_stopped or not skill else skills(prepared, results, skill, processes)
    report = report_of(prepared, results, weights, skill_rows)
    if output is not None:
        write_reports(prepared, results, report, look, output)
    if keep and not is_stopped:
        keep_summary(prepared, report)
    _print(report, report_lines(report), as_json=as_json)
    if is_stopped:
        how = "the same command continues from there" if output else "with -o DIR, finished games are kept"
        click.echo(f"stopped after {len(results)} of {games} games; {how}", err=True)
        ctx.exit(130)


def _resumed(
    ctx: click.Context, output: Path | None, compare: Path | None
) -> tuple[int, str, int, tuple[str, ...]]:
    """Games, players, seed and assumptions of the kept batch, unless they are given."""
    from builder.terminal.playtesting import kept_options

    if output is None or compare is not None:
        raise InputError("--resume continues the games of one scenario; name their folder with -o DIR")
    kept = kept_options(output)

    def chosen(name: str, usual: Any) -> Any:
        is_given = ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
        return ctx.params[name] if is_given else usual

    return (
        chosen("games", kept.games),
        chosen("players", kept.players),
        chosen("seed", kept.seed),
        chosen("assume", kept.assume),
    )


def _compare(
    ctx: click.Context,
    before: Prepared,
    after: Prepared,
    games: int,
    jobs: int | Cluster,
    output: Path | None,
    theme: Theme,
    *,
    as_json: bool,
) -> None:
    """Play two versions, and report what differs."""
    from builder.playtest.report.compare import comparison_of
    from builder.terminal.playtest_text import comparison_lines
    from builder.terminal.playtesting import played_games, write_comparison

    played = []
    for prepared in (before, after):
        results, is_stopped = played_games(prepared, games, jobs, None)
        if is_stopped:
            click.echo("stopped; a comparison needs all games of both versions", err=True)
            ctx.exit(130)
        played.append(results)
    comparison = comparison_of(before, played[0], after, played[1])
    if output is not None:
        write_comparison((before, after), (played[0], played[1]), comparison, theme, output)
    _print(comparison, comparison_lines(comparison), as_json=as_json)


def _print(data: Mapping[str, Any], lines: Iterable[str], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    for line in lines:
        click.secho(line, bold=bool(line) and not line.startswith(" "))


@click.command()
@click.argument("record", type=click.Path(path_type=Path), metavar="GAME.jsonl")
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a page that shows the game over the map, step by step.",
)
@click.option("--example", is_flag=True, help="Print the game as an annotated example of play, in Markdown.")
@click.option("--check", is_flag=True, help="Play the game again with the same choices, and compare.")
@click.option("--theme", default="default", show_default=True, metavar="THEME", help="Theme of the map.")
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@library_options
def replay(
    record: Path, page: Path | None, example: bool, check: bool, theme: str, force: bool, library: Library
) -> None:
    """Print a game step by step: every decision, and every roll with its table, cell and citation."""
    from builder.playtest.record import read_record
    from builder.terminal.playtest_text import record_lines

    require_file(record)
    text = read_file(record, _MAX_RECORD).decode("utf-8", "replace")
    try:
        if page is not None or example or check:
            _show(text, record, page, library, theme, example=example, check=check, force=force)
            return
        for line in record_lines(read_record(text, str(record))):
            click.secho(line, bold=bool(line) and not line.startswith(" "))
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise InputError(f"{record}: this is not a record of a game; a line lacks {error}") from error


def _show(
    text: str,
    record: Path,
    page: Path | None,
    library: Library,
    theme: str,
    *,
    example: bool,
    check: bool,
    force: bool,
) -> None:
    """A game as a page, as an example, or played again."""
    from builder.playtest.replays import first_difference, play_again, read_game

    game = read_game(text, str(record), library)
    if check:
        line = first_difference(text, play_again(game, str(record)))
        if line:
            raise InputError(f"{record}, line {line}: played again, the game differs from the record")
        click.echo(f"{record}: the same game again, {len(game.lines)} lines")
    if page is not None:
        from builder.draw.surface.theme import load_theme
        from builder.report.replay_page import replay_page

        write_file(page, replay_page(game, load_theme(theme)), force=force)
        click.echo(f"replay: {page}", err=example)
    if example:
        from builder.report.example import example_of_play

        click.echo(example_of_play(game), nl=False)
