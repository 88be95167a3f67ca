"""``brainbug share``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from builder.exchange.formats import SHARE_FORMATS
from builder.terminal.library_options import library_options
from builder.terminal.print_options import language_option
from builder.terminal.progress import progress
from rulesdb import Library
from rulesdb.files.reading import require_file


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option(
    "--to", "form", type=click.Choice(list(SHARE_FORMATS)), required=True, help="The program to share with."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file or folder to write.")
@click.option("--referee", is_flag=True, help="Also write what players must not see, as a second file.")
@click.option("--theme", default="default", show_default=True, help="Name of a theme, or a theme file.")
@language_option
@click.option("--images-at", metavar="URL", default="", help="Where the images will be on the web (tts).")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@library_options
@click.option(
    "--force", is_flag=True, help="Replace a file that brainbug did not write, or that was changed."
)
@click.pass_context
def share(
    ctx: click.Context,
    scenario: Path,
    form: str,
    output: Path | None,
    referee: bool,
    theme: str,
    language: str,
    images_at: str,
    as_json: bool,
    library: Library,
    force: bool,
) -> None:
    """Write a scenario as a file for another program, and report what that program cannot hold.

    vassal: a module with boards, counters, cards, dice, charts and the set-up, to play live or by mail.

    tiled: a folder with the map for the map editor Tiled; `brainbug import` reads it again.

    uvtt: a folder with a Universal VTT file for each level of a deck, or for a table: walls, doors, image.

    tts: a folder with a saved game of Tabletop Simulator and its images, which you put at --images-at.

    csv: a folder with tables of the roster, counters and cards, for programs that lay out cards.

    images: a folder with maps, counters and cards as PNG, and a JSON file with the pixels of all places.
    """
    from builder.draw.surface.context import DrawingContext
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.exchange.sharing import ShareOptions, write_shared
    from builder.lint.reporters import text_report
    from builder.press.kit.builds import KitBuilder

    chosen = SHARE_FORMATS[form]
    if referee and not chosen.has_secrets:
        raise click.UsageError(f"--to {form} has no copy for a referee; leave out --referee")
    if chosen.needs_images_at and not images_at:
        raise click.UsageError(f"--to {form} needs --images-at with the address where its images will be")
    require_file(scenario)
    report = KitBuilder(library).lint(scenario)
    if report.scenario is None or report.has_errors:
        click.echo(text_report([report]), nl=False)
        click.echo(f"{scenario} is not shared: fix the errors first", err=True)
        ctx.exit(1)
    loaded = report.scenario
    context = DrawingContext.of_scenario(loaded, load_theme(theme, load_words(language)))
    target = output or Path(f"{loaded.id}{chosen.suffix}" if chosen.suffix else f"{loaded.id}-{form}")
    steps = chosen.steps + (chosen.referee_steps if referee else 0)
    with progress("Sharing", steps) as tick:
        shared = chosen.load()(loaded, ShareOptions(context, referee, images_at, tick))
        paths = write_shared(shared, target, form, force=force)
    if as_json:
        files = [str(path) for path in paths]
        click.echo(json.dumps({"files": files, **shared.losses.as_json()}, indent=2, ensure_ascii=False))
        return
    for path in paths if chosen.suffix else [target]:
        click.echo(f"wrote {path}")
    for line in shared.losses.lines():
        click.echo(line)
