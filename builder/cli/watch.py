"""``brainbug watch``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.terminal.library_options import library_options
from builder.terminal.local_page import open_option, open_page, port_option, require_studio
from builder.terminal.print_options import language_option, map_options, sheet_options
from rulesdb import Library
from rulesdb.files.reading import require_file

if TYPE_CHECKING:
    from builder.press.kit.map_choices import MapChoices
    from builder.press.services.sheet_choices import SheetChoices
    from builder.studio.server.watching import Redrawn


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Also write the kit into this folder.")
@click.option("--paper", default="a4", show_default=True, help="Paper: a4, letter, or a sheet file.")
@click.option("--theme", default="default", show_default=True, help="Name of a theme, or a theme file.")
@language_option
@click.option("--only", help="Draw only these parts, for example map,counters.")
@map_options
@sheet_options
@library_options
@port_option
@open_option
@click.option("--force", is_flag=True, help="Replace sheets that were changed after they were built.")
def watch(
    scenario: Path,
    output: Path | None,
    paper: str,
    theme: str,
    language: str,
    only: str | None,
    library: Library,
    maps: MapChoices,
    sheets: SheetChoices,
    port: int,
    is_opened: bool,
    force: bool,
) -> None:
    """Lint a scenario at each save, and show its kit in a browser, which reloads what has changed.

    Only this machine, and only the browser that it opens, can see the page. Ctrl-C ends it. Requires the
    extra `studio`: pip install 'brainbug[studio]'
    """
    require_studio("watch")
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.press.kit.builds import BuildOptions
    from builder.press.kit.kit import read_parts
    from builder.press.services.sheet_file import load_paper
    from builder.studio.server.hosting import host
    from builder.studio.server.watching import Watch, watch_app

    require_file(scenario)
    load_paper(paper), load_theme(theme, load_words(language))
    options = BuildOptions(
        scenario,
        output or Path(),
        paper,
        theme,
        language,
        parts=read_parts(only),
        maps=maps,
        sheets=sheets,
        force=force,
    )
    watched = Watch(scenario, options, library, output, _print)
    host(lambda access: watch_app(watched), port=port, started=lambda access: open_page(access, is_opened))


def _print(event: Redrawn | Path) -> None:
    """Print the findings after a save, and what was drawn or written."""
    from builder.lint.reporters import text_report
    from builder.terminal.printed_text import counted

    if isinstance(event, Path):
        click.echo(f"written: {event}")
        return
    if event.problem:
        click.echo(event.problem, err=True)
    if event.report is not None:
        click.echo(text_report([event.report]), nl=False)
    if event.pages is not None:
        numbers = ", ".join(str(page.number) for page in event.pages)
        click.echo(f"redrawn: {counted(len(event.pages), 'page')}{f' ({numbers})' if numbers else ''}")
    elif event.report is not None:
        click.echo("the kit is not redrawn: fix the errors first", err=True)
