"""``brainbug build`` and ``brainbug print``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from builder.terminal.library_options import library_options, open_one
from builder.terminal.preflight_text import report_deliveries
from builder.terminal.print_options import format_options, language_option, map_options, sheet_options
from builder.terminal.progress import progress
from builder.terminal.skipped import report_skipped
from rulesdb import BrainbugError, Library

if TYPE_CHECKING:
    from builder.press.kit.builds import BuildOptions, BuildResult
    from builder.press.kit.map_choices import MapChoices
    from builder.press.kit.output import Formats
    from builder.press.services.sheet_choices import SheetChoices

_force_option = click.option(
    "--force", is_flag=True, help="Replace sheets that were changed after they were built."
)


@click.command()
@click.argument("scenarios", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SCENARIO...")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Output folder.")
@click.option("--paper", default="a4", show_default=True, help="Paper: a4, letter, or a sheet file.")
@click.option("--theme", default="default", show_default=True, help="Name of a theme, or a theme file.")
@language_option
@click.option("--only", help="Build only these parts, for example map,counters.")
@click.option("--example", is_flag=True, help="Add an example of play: a game that a machine plays for it.")
@click.option(
    "--example-from",
    type=click.Path(path_type=Path),
    metavar="GAME.jsonl",
    help="Add an example of play from this record of brainbug playtest.",
)
@map_options
@sheet_options
@library_options
@format_options
@click.option(
    "--jobs",
    type=click.IntRange(1),
    help="Number of processes for several scenarios. [default: all processors]",
)
@click.option(
    "--check-print",
    metavar="KIT",
    help="Report whether a printed kit is up to date: its folder, its PDF, or the hash on its cover.",
)
@_force_option
@click.pass_context
def build(
    ctx: click.Context,
    scenarios: tuple[Path, ...],
    output: Path | None,
    paper: str,
    theme: str,
    language: str,
    only: str | None,
    example: bool,
    example_from: Path | None,
    library: Library,
    formats: Formats,
    maps: MapChoices,
    sheets: SheetChoices,
    jobs: int | None,
    check_print: str | None,
    force: bool,
) -> None:
    """Lint a scenario, and build its play kit: SVG files, play-kit.pdf and manifest.json.

    For several scenarios, or a folder of them, each kit gets its own subfolder. Exits with 0 if all kits are
    built, 1 if a scenario has errors, 2 if a file cannot be written.
    """
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.press.kit.builds import BuildOptions, plan_builds
    from builder.press.kit.kit import read_parts
    from builder.press.kit.parts import EXAMPLE
    from builder.press.services.sheet_file import load_paper

    if check_print is not None:
        from builder.terminal.check_print import check_print as check

        look = {
            name: value if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE else None
            for name, value in (("paper", paper), ("theme", theme), ("language", language))
        }
        ctx.exit(check(check_print, scenarios, look, maps, sheets, library, example_from))
    if output is None:
        raise click.UsageError("use -o to choose a folder for the kit")
    is_one = len(scenarios) == 1 and not scenarios[0].is_dir()
    if example_from is not None and not is_one:
        raise click.UsageError("--example-from is the record of one scenario; use --example for several")
    parts = read_parts(only)
    if (example or example_from is not None) and EXAMPLE not in parts:
        parts = (*parts, EXAMPLE)
    load_paper(paper), load_theme(theme, load_words(language))

    def options(scenario: Path, folder: Path) -> BuildOptions:
        return BuildOptions(
            scenario, folder, paper, theme, language, parts, formats, maps, sheets, force, example_from
        )

    builds = plan_builds(scenarios, output, options, report_skipped)
    ctx.exit(_build_one(builds[0], library) if is_one else _build_all(builds, jobs, library))


def _build_one(options: BuildOptions, library: Library) -> int:
    """Build a scenario and print the paths of its files."""
    from builder.lint.reporters import text_report
    from builder.press.kit.builds import KitBuilder
    from builder.press.kit.kit import kit_work, write_kit
    from builder.terminal.printed_text import printed_lines

    builder = KitBuilder(library)
    report = builder.lint(options.scenario)
    kit = builder.compose(options, report)
    if kit is None:
        click.echo(text_report([report]), nl=False)
        click.echo(f"{options.scenario} is not built: fix the errors first", err=True)
        return 1
    with progress("Printing", kit_work(kit).steps(options.formats)) as tick:
        manifest = write_kit(kit, options.output, options.formats, tick, force=options.force)
    for line in printed_lines(kit, options.output):
        click.echo(line)
    click.echo(f"list of files, with checksums: {manifest}")
    return report_deliveries(kit.deliveries, options.output)


def _build_all(builds: Sequence[BuildOptions], jobs: int | None, library: Library) -> int:
    """Build scenarios, and print a line for each when it is done, then their number."""
    from builder.press.kit.builds import build_all

    built = code = 0
    processes = min(jobs or _processors(), len(builds))
    with progress("Building", len(builds)) as tick:
        for result in build_all(builds, processes, library):
            tick.make_room()
            code = max(code, _print_result(result))
            built += not (result.findings or result.problem)
            tick()
    click.echo(f"{built} of {len(builds)} scenarios built")
    return code


def _print_result(result: BuildResult) -> int:
    """Print the result of a build; returns the exit code."""
    from builder.press.kit.kit import PDF_NAME
    from builder.terminal.printed_text import counted

    options = result.options
    if result.findings:
        click.echo(result.findings, nl=False)
        click.echo(f"{options.scenario} is not built: fix the errors first", err=True)
        return 1
    if result.problem:
        click.echo(f"{options.scenario} is not built: {result.problem}", err=True)
        return 2
    path = options.output / PDF_NAME if result.pages else options.output
    click.echo(f"{counted(result.pages, 'page')}, {counted(result.counters, 'counter')}: {path}")
    return 0


def _processors() -> int:
    """The number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command(name="print")
@click.argument("game")
@click.argument("aids", nargs=-1, required=True, metavar="[charts|rosters|cards|counters|templates|all]...")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Output folder.")
@click.option("--paper", default="a4", show_default=True, help="Paper: a4, letter, or a sheet file.")
@click.option("--theme", default="default", show_default=True, help="Name of a theme, or a theme file.")
@language_option
@sheet_options
@library_options
@format_options
@_force_option
@click.pass_context
def print_aids(
    ctx: click.Context,
    game: str,
    aids: tuple[str, ...],
    output: Path,
    paper: str,
    theme: str,
    language: str,
    library: Library,
    formats: Formats,
    sheets: SheetChoices,
    force: bool,
) -> None:
    """Print the play aids of a game without a scenario: SVG files, play-aids.pdf and manifest.json."""
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.press.kit.play_aids import AIDS, PDF_NAME, aids_work, compose_aids, write_aids
    from builder.press.services.sheet_file import load_paper
    from builder.terminal.printed_text import counted, how_to_print

    for aid in aids:
        if aid not in AIDS and aid != "all":
            raise click.BadParameter(f"{aid!r}; choose from {', '.join(AIDS)}, all", param_hint="AIDS")
    wanted = tuple(AIDS) if "all" in aids else aids
    look = load_theme(theme, load_words(language))
    printed = compose_aids(open_one(library, game), load_paper(paper), look, aids=wanted, sheets=sheets)
    if not printed.pages and not printed.deliveries:
        raise BrainbugError(f"{printed.game.title} has no {' or '.join(wanted)}")
    with progress("Printing", aids_work(printed).steps(formats)) as tick:
        manifest = write_aids(printed, output, formats, tick, force=force)
    if printed.pages:
        click.echo(f"{counted(len(printed.pages), 'page')} on {printed.paper.title}: {output / PDF_NAME}")
        for line in how_to_print(printed.pages, printed.duplex):
            click.echo(line)
        click.echo(f"SVG files: {output / 'svg'}")
    click.echo(f"list of files, with checksums: {manifest}")
    ctx.exit(report_deliveries(printed.deliveries, output))
