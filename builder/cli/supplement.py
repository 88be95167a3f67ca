"""``brainbug supplement``, and the option that other commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rulesdb import Basis, InputError, Provenance, Ruleset, Table, load_ruleset, open_game
from rulesdb.load import game_folders
from rulesdb.supplement import game_of_supplement, load_supplement
from rulesdb.validate import SchemaSet

APP = "brainbug"


def supplement_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--supplement FILE``, which may be given more than once."""
    return click.option(
        "--supplement",
        "supplements",
        multiple=True,
        type=click.Path(path_type=Path),
        help="A file with figures of your own; also taken from the user's config folder.",
    )(command)


def printed_only_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--printed-only``, which refuses house values."""
    return click.option("--printed-only", is_flag=True, help="Refuse house values.")(command)


def refuse_house(provenance: Provenance, printed_only: bool, id: str) -> None:
    """Raise where only printed values are wanted and this one is ours.

    Raises:
        InputError: naming the entry and how to bring the printed figures in.
    """
    if printed_only and provenance.basis is Basis.HOUSE:
        raise InputError(f"{id} is a house value: unknown from print; a supplement can bring the printed one")


def open_layered(game: str, supplements: tuple[Path, ...]) -> Ruleset:
    """A game with the user's own supplements, then those given, laid over it."""
    schemas = SchemaSet()
    folder = Path(click.get_app_dir(APP)) / "supplements"
    own = [path for path in sorted(folder.glob("*.yaml")) if game_of_supplement(path, schemas) == game]
    return open_game(game, supplements=[*own, *supplements])


@click.group()
def supplement() -> None:
    """Lay figures of a printed game over the house values."""


@supplement.command("new")
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; else it is printed.")
def new(game: str, output: Path | None) -> None:
    """Write the form for a game: every house table, ready to be filled in."""
    text = form(open_game(game))
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise click.UsageError(f"{output} is there already; give another name") from None
    click.echo(f"form: {output}")


@supplement.command("check")
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Say whether a supplement fits its game."""
    schemas = SchemaSet()
    game = game_of_supplement(file, schemas)
    load_ruleset(game_folders()[game], schemas, [file]) if game in game_folders() else open_game(game)
    count = len(load_supplement(file, game, schemas))
    click.echo(f"{file}: {count} change{'' if count == 1 else 's'} to {game}, all of which fit")


def form(game: Ruleset) -> str:
    """A supplement without changes; each house table stands in comments with its present values."""
    lines = [
        "# yaml-language-server: $schema=supplement.schema.json",
        "kind: supplement",
        f"game: {game.id}",
        "title: Figures from my own copy",
        "# Take the `# ` away from a block and put the printed values in. To change one cell alone:",
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
