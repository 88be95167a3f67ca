"""``brainbug supplement``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from builder.terminal.force_option import force_option
from builder.terminal.layers import OwnLayer, list_layers
from builder.terminal.own_folder import own_folder
from rulesdb import Basis, Library, Ruleset, Table
from rulesdb.files.writing import replaced_file
from rulesdb.supplement import read_supplement


@click.group()
def supplement() -> None:
    """Replace house values with the figures of your own copy of a game."""


@supplement.command("new")
@click.argument("game")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="File to write. [default: standard output]"
)
@force_option
def new(game: str, output: Path | None, force: bool) -> None:
    """Write a form for a game: a supplement with every house table, ready to fill in."""
    text = form(Library().open(game))
    if output is None:
        click.echo(text, nl=False)
        return
    with replaced_file(output, force=force) as fresh:
        fresh.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"form: {output}")


@supplement.command("check")
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Check whether a supplement fits its game."""
    library = Library(supplements=[file])
    supplement = read_supplement(file, library.schemas)
    library.open(supplement.game)
    count = _counted(len(supplement.changes), "change")
    click.echo(f"{file}: {count} to {supplement.game}, all of which fit")


@supplement.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_own(ctx: click.Context, as_json: bool) -> None:
    """List the supplements in your own folder: the game of each, and whether it fits.

    Every command that reads a game applies them. Exits with 1 if one does not fit.
    """
    library = Library()
    layers = list_layers(library)
    if as_json:
        data = {"folder": str(own_folder()), "layers": list(map(_layer_json, layers))}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        note = "" if own_folder().is_dir() else " (does not exist yet)"
        click.echo(f"your own folder: {own_folder()}{note}")
        for game in library.ids:
            active = [layer for layer in layers if layer.game == game and not layer.problems]
            click.echo(f"{game}: " + ("no layer" if not active else _counted(len(active), "layer")))
            for layer in active:
                changes = _counted(layer.changes, "change")
                click.echo(f"  {layer.path.name}: {layer.title}, {changes}, fits")
        for layer in layers:
            if layer.problems:
                click.echo(f"{layer.path.name}: does not fit; fix it, or use --no-supplements until then")
            for problem in layer.problems:
                click.echo(f"  {problem}")
                if problem.help:
                    click.echo(f"    help: {problem.help}")
    ctx.exit(0 if not any(layer.problems for layer in layers) else 1)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _layer_json(layer: OwnLayer) -> dict[str, Any]:
    problems = [
        {"at": str(problem.span), "code": problem.code, "message": problem.message, "help": problem.help}
        for problem in layer.problems
    ]
    return {
        "file": str(layer.path),
        "game": layer.game,
        "title": layer.title,
        "changes": layer.changes,
        "fits": not layer.problems,
        "problems": problems,
    }


def form(game: Ruleset) -> str:
    """A supplement without changes; it has each house table as a comment with its current values."""
    lines = [
        "# yaml-language-server: $schema=supplement.schema.json",
        "kind: supplement",
        f"game: {game.id}",
        "title: Figures from my own copy",
        "# Remove the `# ` of a block and enter the printed values. To change a single cell:",
        "#   - target: table/name#axis=place&axis=place",
        "#     expect: the value here",
        "#     value: the printed one",
        "#     reason: where it is printed",
        "changes:",
    ]
    for table in game.tables.values():
        if table.entry.provenance.basis is Basis.HOUSE:
            block = [f"  - target: {table.entry.key}", "    reason: where it is printed", "    cells:"]
            lines += ["", *(f"# {line}" for line in [*block, *_rows(table)])]
    return "\n".join(lines) + "\n"


def _rows(table: Table) -> list[str]:
    """The cells of a table as nested keys."""
    lines: list[str] = []
    before: tuple[str, ...] = ()
    for at, cell in table.cells():
        keys = tuple(at[axis.name] for axis in table.axes)
        for depth, key in enumerate(keys):
            if keys[: depth + 1] != before[: depth + 1]:
                last = depth == len(keys) - 1
                value = f" {json.dumps(cell.value, ensure_ascii=False)}" if last else ""
                lines.append("      " + "  " * depth + f"{json.dumps(key, ensure_ascii=False)}:{value}")
        before = keys
    return lines
