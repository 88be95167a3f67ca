"""``brainbug example``."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator

import click

from builder.reading.text_grid import terminal_width
from builder.terminal.completion import complete_ids
from builder.terminal.ids import read_id
from builder.terminal.library_options import library_options, open_all
from rulesdb import Entry, InputError, Library, Ruleset
from rulesdb.description import describe, plain
from rulesdb.description.worked import Worked, work_examples


@click.command()
@click.argument("id", required=False, metavar="[ID]", shell_complete=complete_ids)
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def example(ctx: click.Context, id: str | None, library: Library, as_json: bool) -> None:
    """Run the worked examples of a procedure or rule, and compare the results. Without ID, list them.

    Exits with 1 if a result is not the one that the example states.
    """
    if id is None:
        _list(library, as_json=as_json)
        return
    game, entry = read_id(id, library, ("procedure", "rule"))
    worked = work_examples(entry, game)
    if not worked:
        raise InputError(f"{entry.id} has no worked example; list all: brainbug example")
    if as_json:
        data = {"id": entry.id, "examples": [dataclasses.asdict(each) for each in worked]}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        click.secho(f"{entry.headline}  ({entry.id})", bold=True)
        for paragraph in describe(entry, game).paragraphs:
            click.echo("\n" + click.wrap_text(plain(paragraph), terminal_width()))
        click.echo("\n".join(line for each in worked for line in _lines(each)))
    if not all(each.agrees for each in worked):
        ctx.exit(1)


def _list(library: Library, *, as_json: bool) -> None:
    listed = [(entry, game) for game in open_all(library) for entry in _with_examples(game)]
    if as_json:
        data = [{"id": entry.id, "title": entry.headline} for entry, _ in listed]
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    width = max((len(entry.id) for entry, _ in listed), default=0)
    for entry, _ in listed:
        click.echo(f"{entry.id:<{width}}  {entry.headline}")


def _with_examples(game: Ruleset) -> Iterator[Entry]:
    return (entry for entry in game.all_entries.values() if describe(entry, game).examples)


def _lines(worked: Worked) -> Iterator[str]:
    yield f"\n{worked.title}"
    for step in worked.steps:
        first, *rest = step.code.splitlines()
        yield f"  >>> {first}"
        yield from (f"  ... {line}" for line in rest)
        yield from (f"  {line}" for line in step.result.splitlines())
        if step.result != step.stated:
            yield f"  stated instead: {step.stated or 'nothing'}"
    yield "every result is as stated" if worked.agrees else "some results are not as stated"
