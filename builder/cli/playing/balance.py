"""``brainbug balance``."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.terminal.library_options import library_options
from builder.terminal.progress import progress
from rulesdb import InputError, Library
from rulesdb.files.writing import write_file

if TYPE_CHECKING:
    from builder.playtest.balance import Outcome, Search, Version
    from builder.playtest.batch import Prepared

_PERCENT = 100.0
_SHOWN = 12


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option(
    "--lever",
    "levers",
    multiple=True,
    required=True,
    metavar="NAME=LOW..HIGH",
    help="A number of the file that may change, such as forces.warriors.count=6..12. Can be repeated.",
)
@click.option(
    "--target",
    default=50.0,
    show_default=True,
    type=click.FloatRange(0, 100),
    help="The share of wins that the side should have, in percent.",
)
@click.option(
    "--side", default="", metavar="SIDE", help="The side that the target is about. [default: the first]"
)
@click.option(
    "--within",
    default=5.0,
    show_default=True,
    type=click.FloatRange(0.5, 50),
    help="Accepted distance from the target, in percentage points.",
)
@click.option(
    "--games",
    default=400,
    show_default=True,
    type=click.IntRange(20, 100_000),
    help="Maximum number of games of a version.",
)
@click.option(
    "--confirm",
    default=400,
    show_default=True,
    type=click.IntRange(20, 100_000),
    help="Number of new games of the best version at the end.",
)
@click.option("--players", default="", metavar="SIDE=PLAYER,…", help="Who plays, as in brainbug playtest.")
@click.option(
    "--assume", multiple=True, metavar="ID=CHOICE", help="As in brainbug playtest. Can be repeated."
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
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the change to this file, as a patch.",
)
@click.option("--write", is_flag=True, help="Change the scenario itself.")
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@library_options
@click.pass_context
def balance(
    ctx: click.Context,
    scenario: Path,
    levers: tuple[str, ...],
    target: float,
    side: str,
    within: float,
    games: int,
    confirm: int,
    players: str,
    assume: tuple[str, ...],
    seed: int,
    jobs: int | None,
    cluster: str,
    output: Path | None,
    write: bool,
    force: bool,
    as_json: bool,
    library: Library,
) -> None:
    """Find the single change that brings a scenario nearest to a share of wins.

    All versions are played with the same dice, and those that are certainly worse are dropped early. The
    change is printed as a patch, which keeps comments and layout.
    """
    from builder.lint.rewriting import difference, rewrite_file
    from builder.playtest.balance import Search
    from builder.playtest.balance import balance as search_best
    from builder.terminal.playtesting import ready_to_play, workers

    processes = workers(jobs, cluster)
    prepared = ready_to_play(ctx, scenario, library, players, assume, seed)
    side = side or prepared.play.sides[0]
    if side not in prepared.play.sides:
        raise InputError(f"there is no side {side}; the sides are {', '.join(prepared.play.sides)}")
    search = Search(side, target / _PERCENT, within / _PERCENT, most=games)
    with tempfile.TemporaryDirectory(prefix="brainbug-balance-") as folder:
        versions, refused = _versions(prepared, levers, Path(folder), library)
        for line in refused:
            click.echo(line, err=True)
        with progress("balancing", len(versions) * games + confirm) as tick:

            def played(count: int) -> None:
                for _ in range(count):
                    tick()

            try:
                outcome = search_best(versions, search, confirm, processes, played)
            except KeyboardInterrupt:
                click.echo("stopped; nothing was changed", err=True)
                ctx.exit(130)
    old = prepared.scenario.source.text
    patch = difference(scenario, old, outcome.best.text)
    if as_json:
        click.echo(json.dumps(_as_json(outcome, search, patch), indent=2, ensure_ascii=False))
    else:
        _print(outcome, search, patch)
    if output is not None and patch:
        write_file(output, patch, force=force)
    if write and patch:
        rewrite_file(scenario, old, outcome.best.text)
        click.echo(f"changed: {scenario}", err=True)
    if not outcome.is_near:
        ctx.exit(1)


def _versions(
    prepared: Prepared, levers: tuple[str, ...], folder: Path, library: Library
) -> tuple[list[Version], list[str]]:
    """The unchanged file, the file with each value of each lever, and why some values are left out."""
    from builder.lint.engine import lint_text
    from builder.lint.fixes import apply_edits
    from builder.lint.layout import Layout
    from builder.playtest.balance import version_of
    from builder.playtest.levers import read_lever

    source, batch = prepared.scenario.source, prepared.batch
    layout, refused = Layout(source), []
    versions = [version_of(batch.path, source.text, None, 0, batch)]
    for lever in (read_lever(text, source.data) for text in levers):
        for value in lever.values:
            edit = layout.replace(lever.path, value)
            if edit is None:
                raise InputError(f"lever {lever.name}: the number cannot be changed in the file's layout")
            text = apply_edits(source.text, [edit])
            report = lint_text(text, batch.path, library=library)
            if report.has_errors:
                first = next(finding for finding in report.findings if finding.severity == "error")
                refused.append(f"left out: {lever.name} {value}: {first.code} {first.message}")
                continue
            path = folder / f"version-{len(versions)}.yaml"
            write_file(path, text)
            versions.append(version_of(path, text, lever, value, batch))
    return versions, refused


def _as_json(outcome: Outcome, search: Search, patch: str) -> dict[str, object]:
    share, low, high, games = outcome.confirmed
    return {
        "schema_version": 1,
        "side": search.side,
        "target": search.target,
        "within": search.tolerance,
        "versions": [version.as_json(search.side) for version in outcome.versions],
        "best": outcome.best.as_json(search.side),
        "confirmed": {
            "games": games,
            "share": round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "is_near": outcome.is_near,
        },
        "patch": patch,
    }


def _print(outcome: Outcome, search: Search, patch: str) -> None:
    goal = f"{_PERCENT * search.target:g} %"
    click.secho(f"Share of wins of {search.side}, target {goal}", bold=True)
    ranked = sorted(
        outcome.versions,
        key=lambda each: (
            each is not outcome.versions[0],
            -len(each.results),
            abs(each.share(search.side) - search.target),
        ),
    )
    for version in ranked[:_SHOWN]:
        low, high = (_PERCENT * end for end in version.interval(search.side))
        share = _PERCENT * version.share(search.side)
        mark = "*" if version is outcome.best else " "
        played = f"{low:.1f} to {high:.1f} %   {len(version.results)} games"
        click.echo(f"{mark} {version.name:<36} {share:5.1f} %   {played}")
    if len(ranked) > _SHOWN:
        click.echo(f"  and {len(ranked) - _SHOWN} others; --json lists them")
    share, low, high, games = outcome.confirmed
    click.echo("")
    if outcome.best.lever is None:
        click.secho("No change brings it nearer.", bold=True)
    else:
        click.secho(f"Nearest: {outcome.best.name}", bold=True)
    verdict = "near enough" if outcome.is_near else "not near enough; try other levers, or wider ones"
    click.echo(
        f"  in {games} fresh games {_PERCENT * share:.1f} %, "
        f"{_PERCENT * low:.1f} to {_PERCENT * high:.1f} %: {verdict}"
    )
    if patch:
        click.echo("  texts that mention the number are not changed; look for them")
        click.echo("")
        click.echo(patch, nl=False)
