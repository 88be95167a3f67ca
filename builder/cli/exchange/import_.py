"""``brainbug import``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from builder.terminal.library_options import library_options
from rulesdb import Library
from rulesdb.files.reading import require_file


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--into", type=click.Path(path_type=Path), help="Replace the map, zones and objectives of this scenario."
)
@click.option("--game", help="The game of a new scenario, if the file does not name it.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the scenario to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@library_options
@click.option("--force", is_flag=True, help="Replace an existing file.")
def import_map(
    file: Path,
    into: Path | None,
    game: str | None,
    output: Path | None,
    as_json: bool,
    library: Library,
    force: bool,
) -> None:
    """Read a map of Tiled (.tmx) into a scenario, and report what could not be read.

    With --into, only the map, zones and objectives of the scenario change; everything else stays, with its
    comments. Otherwise it becomes a new scenario, with a bare force for each side.
    """
    from builder.exchange.formats import import_format
    from builder.lint.rewriting import rewrite_file
    from rulesdb.files.writing import write_file
    from rulesdb.yaml_source import load_yaml

    form = import_format(file.name)
    require_file(file)
    if into is not None:
        require_file(into)
    source = load_yaml(into) if into is not None else None
    imported = form.load()(file, source, game, library)
    if source is not None and into is not None and output is None:
        target = into
        rewrite_file(into, source.text, imported.text)
    else:
        target = output or Path(f"{file.stem}.yaml")
        write_file(target, imported.text, force=force)
    if as_json:
        click.echo(
            json.dumps({"file": str(target), **imported.losses.as_json()}, indent=2, ensure_ascii=False)
        )
        return
    click.echo(f"wrote {target}")
    for line in imported.losses.lines():
        click.echo(line)
