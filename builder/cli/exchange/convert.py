"""``brainbug convert``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from builder.terminal.force_option import force_option
from builder.terminal.library_options import library_options, open_one
from rulesdb import Library
from rulesdb.files.reading import require_file


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The other game.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@force_option
@library_options
def convert(
    scenario: Path, game: str, output: Path | None, as_json: bool, force: bool, library: Library
) -> None:
    """Convert a scenario to another game: the same place and story. Reports what has no counterpart.

    Open ground is redrawn if the other game is played on another kind of map; a deck stays a deck.
    Review the result, and check it with `brainbug lint`.
    """
    from builder.exchange.convert import convert_scenario
    from builder.scenario.load import load_scenario
    from rulesdb.files.writing import write_file

    require_file(scenario)
    loaded = load_scenario(scenario, library=library)
    other = open_one(library, game)
    text, report = convert_scenario(loaded, other)
    target = output or Path(f"{loaded.id}-{other.id}.yaml")
    write_file(target, text, force=force)
    if as_json:
        click.echo(json.dumps({"file": str(target), **report.as_json()}, indent=2, ensure_ascii=False))
        return
    click.echo(f"wrote {target}")
    for line in report.lines():
        click.echo(line)
