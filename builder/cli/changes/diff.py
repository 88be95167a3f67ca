"""``brainbug diff``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli.changes.report_format import report_format_option
from builder.terminal.force_option import force_option
from builder.terminal.library_options import library_options
from rulesdb import InputError, Library
from rulesdb.files.reading import require_file

if TYPE_CHECKING:
    from builder.changes.pages import StalePages
    from builder.changes.scenario_changes import Change
    from builder.scenario.model import Scenario

_SECONDS = 30


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path), required=False)
@click.option(
    "--since", metavar="REV", help="Compare OLD as it was in this Git revision with what it is now."
)
@click.option("--with", "layers", multiple=True, type=click.Path(path_type=Path), metavar="SUPPLEMENT",
              help="Apply this supplement to the new version only. Can be repeated.")  # fmt: skip
@click.option("--pages", is_flag=True, help="Also list the pages of a kit that must be printed again.")
@click.option(
    "--picture", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw the changes on the map."
)
@report_format_option
@force_option
@library_options
@click.pass_context
def diff(
    ctx: click.Context,
    old: Path,
    new: Path | None,
    since: str | None,
    layers: tuple[Path, ...],
    pages: bool,
    picture: Path | None,
    form: str,
    force: bool,
    library: Library,
) -> None:
    """Report what changed for players between two versions of a scenario.

    OLD is a file, or the folder of a printed kit: then only the pages to print again are listed. NEW can be
    the folder of another kit, too. With --since, one file is compared with an older revision of it; with
    --with, the figures of the game change. Exits with 0 if nothing changed, 1 if something did.
    """
    from builder.changes.pages import stale_between, stale_in_kit, stale_pages
    from builder.changes.scenario_changes import scenario_changes
    from builder.draw.surface.theme import load_theme
    from builder.press.kit.kit_check import read_printed
    from builder.press.services.sheet_file import load_paper
    from builder.scenario.load import load_scenario
    from builder.terminal.library_options import library_with

    if (new is None) == (since is None and not layers):
        raise click.UsageError("give two files; or one file with --since REV or --with SUPPLEMENT")
    current = new or old
    stale: tuple[StalePages, ...] = ()
    changes: tuple[Change, ...] = ()
    if new is not None and old.is_dir() and new.is_dir():
        stale = stale_between(read_printed(str(old)), read_printed(str(new)))
        _report(new.name, changes, stale, form, pages=True)
        ctx.exit(1 if stale else 0)
    require_file(current)
    later = load_scenario(current, library=library_with(layers) if layers else library)
    if old.is_dir():
        pages = True
        stale = stale_in_kit(read_printed(str(old)), later)
    else:
        earlier = _older(old, since, library)
        changes = scenario_changes(earlier, later)
        if pages:
            stale = stale_pages(earlier, later, load_paper("a4"), load_theme())
    if picture is not None:
        _write_picture(picture, later, changes, force=force)
    _report(later.title, changes, stale, form, pages=pages)
    ctx.exit(1 if changes or stale else 0)


def _report(
    title: str, changes: Sequence[Change], stale: Sequence[StalePages], form: str, *, pages: bool
) -> None:
    """Print the changes, and the stale pages if they are wanted."""
    from builder.cli.changes.change_texts import change_lines, escaped, page_lines

    if form == "json":
        data = {
            "changes": [
                {
                    "section": change.section, "where": change.where, "kind": change.kind,
                    "old": change.old, "new": change.new, "added": change.added, "removed": change.removed,
                }
                for change in changes
            ],
            "pages": {item.part: item.titles for item in stale} if pages else None,
        }  # fmt: skip
        click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))
    else:
        is_markdown = form == "markdown"
        lines = list(change_lines(changes, markdown=is_markdown))
        lines += page_lines(stale, markdown=is_markdown) if pages else []
        head = f"## {escaped(title)}" if is_markdown else title
        click.echo("\n".join([head, "", *(lines or ["nothing changed for players"])]).rstrip())


def _older(path: Path, since: str | None, library: Library) -> Scenario:
    """The older version: a file, or a file in a Git revision."""
    from builder.scenario.load import load_scenario, scenario_from
    from rulesdb.yaml_source import parse_yaml

    if since is None:
        require_file(path)
        return load_scenario(path, library=library)
    return scenario_from(parse_yaml(_in_revision(path, since), f"{since}:{path}"), library)


def _in_revision(path: Path, revision: str) -> str:
    """The text of a file in a revision of its Git repository.

    Raises:
        InputError: there is no Git, no repository, or no such revision or file in it.
    """
    import subprocess

    if revision.startswith("-") or ":" in revision:
        raise InputError(f"{revision}: give the name of a Git revision, such as HEAD~1 or main")
    command = ["git", "show", f"{revision}:./{path.name}"]
    try:
        result = subprocess.run(
            command, cwd=path.resolve(strict=False).parent, capture_output=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"cannot run git: {error}") from error
    if result.returncode:
        lines = result.stderr.decode("utf-8", "replace").strip().splitlines() or ["no message"]
        raise InputError(f"git cannot show {path} in {revision}: {lines[0]}")
    return result.stdout.decode("utf-8", "replace")


def _write_picture(target: Path, scenario: Scenario, changes: Sequence[Change], *, force: bool) -> None:
    from builder.changes.picture import draw_changes
    from builder.draw.surface.canvas import svg_text
    from builder.draw.surface.context import DrawingContext
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.type import Subsets
    from rulesdb.files.writing import write_file

    drawing = draw_changes(scenario, changes, DrawingContext.of_scenario(scenario, load_theme()))
    if drawing is None:
        click.echo("no picture: no numbered place of the map has changed", err=True)
        return
    write_file(target, svg_text(drawing, Subsets(drawing.letters, drawing.fonts).css), force=force)
