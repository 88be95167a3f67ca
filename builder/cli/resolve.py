"""``brainbug resolve``."""

from __future__ import annotations

import json

import click

from builder.reading.text_grid import rules_for_output, terminal_width
from builder.terminal.answer_text import answer_lines
from builder.terminal.completion import EXECUTABLE, complete_modifiers, complete_resolve
from builder.terminal.executing import ResolveOptions, resolve_table, run_procedure
from builder.terminal.ids import read_id, read_permalink
from builder.terminal.library_options import library_options, printed_only_option, refuse_house
from builder.terminal.prompt import asker_on_terminal
from rulesdb import Entry, InputError, Library, Ruleset
from rulesdb.description.notation import read_inputs


@click.command()
@click.argument("id", shell_complete=complete_resolve)
@click.argument("inputs", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=complete_resolve)
@click.option("--roll", help="Use these rolls, in the order of the dice axes; for example, 1,4.")
@click.option("--seed", type=int, help="Roll the dice with this random seed.")
@click.option(
    "--modifier",
    "modifiers",
    multiple=True,
    shell_complete=complete_modifiers,
    help="Apply this modifier of the table. Can be repeated; the same as modifier=a,b*2.",
)
@library_options
@printed_only_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and never prompt for inputs.")
def resolve(
    id: str,
    inputs: tuple[str, ...],
    roll: str | None,
    seed: int | None,
    modifiers: tuple[str, ...],
    library: Library,
    printed_only: bool,
    as_json: bool,
) -> None:
    """Look up a result in a table, or run a procedure.

    ID can be a permalink, for example 'bug-hunter:table/random-panic#force=marine&die=5'. On a terminal, the
    command prompts for missing inputs. It rolls the dice that you do not give, and prints the seed, so that
    you can repeat the result.
    """
    bare, given = read_permalink(id)
    game, entry = read_id(bare, library, EXECUTABLE)
    for name, value in read_inputs(inputs).items():
        if name in given:
            raise InputError(f"{name!r} is given twice, in the permalink and after it")
        given[name] = value
    options = ResolveOptions(roll, seed, modifiers, None if as_json else asker_on_terminal())
    if entry.kind == "procedure":
        resolved = run_procedure(game, game.procedure(entry.slug), given, options)
    elif entry.kind == "table":
        resolved = resolve_table(game, game.table(entry.slug), given, options)
    else:
        raise InputError(_not_executable(game, entry))
    answer = resolved.answer
    refuse_house(answer.provenance, printed_only, answer.id)
    if as_json:
        data = answer.as_json() | {"modifiers": list(resolved.modifiers), "permalink": resolved.link}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        lines = answer_lines(answer, resolved.link, terminal_width(), rules_for_output())
        click.echo("\n".join(lines))


def _not_executable(game: Ruleset, entry: Entry) -> str:
    """The message that an entry cannot be executed, with linked entries that can be."""
    linked = [other for other in (*game.links_from(entry), *game.links_to(entry)) if other.kind in EXECUTABLE]
    ids = ", ".join(dict.fromkeys(other.id for other in linked))
    hint = f"linked ones: {ids}" if ids else f"try: brainbug show {entry.id}"
    return f"{entry.id} is neither a table nor a procedure; {hint}"
