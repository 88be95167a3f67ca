"""``brainbug build``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli.map_options import map_options
from builder.cli.print_formats import format_options, language_option
from builder.cli.progress import progress
from rulesdb import BrainbugError

if TYPE_CHECKING:
    from builder.draw.wording import Words
    from builder.lint.engine import LintReport
    from builder.press.map_choices import MapChoices
    from builder.press.output import Formats


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Folder for the kit.")
@click.option("--paper", default="a4", show_default=True, help="a4 or letter.")
@click.option("--theme", default="default", show_default=True, help="A theme's name, or a theme file.")
@language_option
@click.option("--only", help="Parts to make, as in map,counters.")
@map_options
@format_options
@click.pass_context
def build(
    ctx: click.Context,
    scenario: Path,
    output: Path,
    paper: str,
    theme: str,
    language: str,
    only: str | None,
    formats: Formats,
    maps: MapChoices,
) -> None:
    """Lint a scenario, then draw its play kit: SVG files, play-kit.pdf and manifest.json."""
    from builder.draw.theme import load_theme
    from builder.draw.wording import load_words
    from builder.lint.configuration import ConfigFinder
    from builder.lint.engine import lint_file
    from builder.lint.reporters import text_report
    from builder.press.kit import PDF_NAME, compose_kit, kit_work, write_kit
    from builder.press.parts import PARTS
    from builder.press.sheet_file import load_paper

    parts = [part.strip() for part in only.split(",")] if only else list(PARTS)
    for part in parts:
        if part not in PARTS:
            raise click.BadParameter(f"{part!r}; choose from {', '.join(PARTS)}", param_hint="--only")
    sheet, look = load_paper(paper), load_theme(theme, load_words(language))
    if not scenario.is_file():
        raise BrainbugError(f"there is no file {scenario}")
    report = lint_file(scenario, config=ConfigFinder().of(scenario))
    if report.scenario is None or report.has_errors:
        click.echo(text_report([report]), nl=False)
        click.echo(f"{scenario} is not built: mend the errors first", err=True)
        ctx.exit(1)
    status = _status(report, look.words)
    kit = compose_kit(report.scenario, sheet, look, parts=parts, lint_status=status, maps=maps)
    with progress("Printing", kit_work(kit).steps(formats)) as tick:
        manifest = write_kit(kit, output, formats, tick)
    click.echo(f"{len(kit.pages)} pages, {kit.counters} counters on {sheet.title}: {output / PDF_NAME}")
    click.echo(f"every sheet as SVG: {output / 'svg'}")
    click.echo(f"what was made, with checksums: {manifest}")


def _status(report: LintReport, words: Words) -> str:
    """What lint found, for the small print of every page."""
    found = [words(f"lint.{severity}", count=count) for severity, count in report.counts.items()]
    return ", ".join(found) or words("lint.clean")
