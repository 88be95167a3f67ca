"""``brainbug build``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from builder.terminal.library_options import library_options
from builder.terminal.map_options import map_options
from builder.terminal.print_formats import format_options, language_option
from builder.terminal.progress import progress
from builder.terminal.sheet_options import sheet_options, tell_deliveries
from rulesdb import Library

if TYPE_CHECKING:
    from builder.press.kit.builds import Order, Outcome
    from builder.press.kit.map_choices import MapChoices
    from builder.press.kit.output import Formats
    from builder.press.services.sheet_choices import SheetChoices


@click.command()
@click.argument("scenarios", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SCENARIO...")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Folder for the kit, or for all kits.")
@click.option("--paper", default="a4", show_default=True, help="a4, letter, or a sheet file.")
@click.option("--theme", default="default", show_default=True, help="A theme's name, or a theme file.")
@language_option
@click.option("--only", help="Parts to make, as in map,counters.")
@map_options
@sheet_options
@library_options
@format_options
@click.option(
    "--jobs", type=click.IntRange(1), help="Processes for many scenarios; without it all processors."
)
@click.option(
    "--check-print",
    metavar="KIT",
    help="Tell whether a printed kit still holds: its folder, its PDF, or the hash on its last page.",
)
@click.pass_context
def build(
    ctx: click.Context,
    scenarios: tuple[Path, ...],
    output: Path | None,
    paper: str,
    theme: str,
    language: str,
    only: str | None,
    library: Library,
    formats: Formats,
    maps: MapChoices,
    sheets: SheetChoices,
    jobs: int | None,
    check_print: str | None,
) -> None:
    """Lint a scenario, then draw its play kit: SVG files, play-kit.pdf and manifest.json.

    Of several scenarios, or a folder of them, each gets a folder of its own. Exits 0 when all is built, 1
    when a scenario has errors, 2 when something cannot be written.
    """
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.press.kit.builds import Order, plan_orders
    from builder.press.kit.kit import PART_NAMES
    from builder.press.services.sheet_file import load_paper

    if check_print is not None:
        from builder.press.kit.kit_check import Given
        from builder.terminal.check_print import check_print as check

        given = {
            name: value if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE else None
            for name, value in (("paper", paper), ("theme", theme), ("language", language))
        }
        ctx.exit(check(check_print, scenarios, Given(**given), maps, sheets, library))
    if output is None:
        raise click.UsageError("give a folder for the kit with -o")
    parts = tuple(part.strip() for part in only.split(",")) if only else PART_NAMES
    for part in parts:
        if part not in PART_NAMES:
            raise click.BadParameter(f"{part!r}; choose from {', '.join(PART_NAMES)}", param_hint="--only")
    load_paper(paper), load_theme(theme, load_words(language))

    def order(scenario: Path, folder: Path) -> Order:
        return Order(scenario, folder, paper, theme, language, parts, formats, maps, sheets)

    orders = plan_orders(scenarios, output, order)
    is_one = len(scenarios) == 1 and not scenarios[0].is_dir()
    ctx.exit(_build_one(orders[0], library) if is_one else _build_all(orders, jobs, library))


def _build_one(order: Order, library: Library) -> int:
    """Build a scenario and say where everything is."""
    from builder.lint.reporters import text_report
    from builder.press.kit.builds import Workshop
    from builder.press.kit.kit import PDF_NAME, kit_work, write_kit

    workshop = Workshop(library)
    report = workshop.lint(order.scenario)
    kit = workshop.compose(order, report)
    if kit is None:
        click.echo(text_report([report]), nl=False)
        click.echo(f"{order.scenario} is not built: mend the errors first", err=True)
        return 1
    with progress("Printing", kit_work(kit).steps(order.formats)) as tick:
        manifest = write_kit(kit, order.output, order.formats, tick)
    click.echo(
        f"{len(kit.pages)} pages, {kit.counters} counters on {kit.paper.title}: {order.output / PDF_NAME}"
    )
    click.echo(f"every sheet as SVG: {order.output / 'svg'}")
    click.echo(f"what was made, with checksums: {manifest}")
    return tell_deliveries(kit.deliveries, order.output)


def _build_all(orders: Sequence[Order], jobs: int | None, library: Library) -> int:
    """Build a library, a line each as they are done, and say how many there are."""
    from builder.press.kit.builds import build_all

    built = code = 0
    processes = min(jobs or _processors(), len(orders))
    with progress("Building", len(orders)) as tick:
        for outcome in build_all(orders, processes, library):
            tick.make_room()
            code = max(code, _tell(outcome))
            built += not (outcome.findings or outcome.problem)
            tick()
    click.echo(f"{built} of {len(orders)} scenarios built")
    return code


def _tell(outcome: Outcome) -> int:
    from builder.press.kit.kit import PDF_NAME

    order = outcome.order
    if outcome.findings:
        click.echo(outcome.findings, nl=False)
        click.echo(f"{order.scenario} is not built: mend the errors first", err=True)
        return 1
    if outcome.problem:
        click.echo(f"{order.scenario} is not built: {outcome.problem}", err=True)
        return 2
    click.echo(f"{outcome.pages} pages, {outcome.counters} counters: {order.output / PDF_NAME}")
    return 0


def _processors() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
