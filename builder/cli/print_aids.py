"""``brainbug print``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.terminal.library_options import library_options, open_one
from builder.terminal.preflight_text import report_deliveries
from builder.terminal.print_options import format_options, language_option, sheet_options
from builder.terminal.progress import progress
from rulesdb import Library

if TYPE_CHECKING:
    from builder.press.kit.output import Formats
    from builder.press.services.sheet_choices import SheetChoices


@click.command(name="print")
@click.argument("game")
@click.argument("aids", nargs=-1, required=True, metavar="[charts|rosters|cards|counters|templates|all]...")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Folder for the sheets.")
@click.option("--paper", default="a4", show_default=True, help="a4, letter, or a paper file.")
@click.option("--theme", default="default", show_default=True, help="A theme's name, or a theme file.")
@language_option
@sheet_options
@library_options
@format_options
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
) -> None:
    """Print the play aids of a game without a scenario: SVG files, play-aids.pdf and manifest.json."""
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.press.kit.play_aids import AIDS, PDF_NAME, aids_work, compose_aids, write_aids
    from builder.press.services.sheet_file import load_paper
    from rulesdb import BrainbugError

    for aid in aids:
        if aid not in AIDS and aid != "all":
            raise click.BadParameter(f"{aid!r}; choose from {', '.join(AIDS)}, all", param_hint="AIDS")
    wanted = tuple(AIDS) if "all" in aids else aids
    look = load_theme(theme, load_words(language))
    made = compose_aids(open_one(library, game), load_paper(paper), look, aids=wanted, sheets=sheets)
    if not made.pages and not made.deliveries:
        raise BrainbugError(f"{made.game.title} has no {' or '.join(wanted)}")
    with progress("Printing", aids_work(made).steps(formats)) as tick:
        manifest = write_aids(made, output, formats, tick)
    if made.pages:
        click.echo(f"{len(made.pages)} pages on {made.paper.title}: {output / PDF_NAME}")
        click.echo(f"every sheet as SVG: {output / 'svg'}")
    click.echo(f"what was made, with checksums: {manifest}")
    ctx.exit(report_deliveries(made.deliveries, output))
