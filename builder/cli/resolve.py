"""``brainbug resolve``."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path

import click

from builder.cli.ids import read_id, read_inputs
from builder.cli.supplement import printed_only_option, refuse_house, supplement_option
from rulesdb import Answer, Basis, InputError, Table
from rulesdb.tables import show_value


@click.command()
@click.argument("id")
@click.argument("inputs", nargs=-1, metavar="[AXIS=VALUE]...")
@click.option("--roll", help="Dice thrown at the table, in the order of the dice axes, as in 1,4.")
@click.option("--seed", type=int, help="Throw the dice here, from this seed.")
@click.option("--modifier", "modifiers", multiple=True, help="A modifier of the table that applies.")
@supplement_option
@printed_only_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def resolve(
    id: str,
    inputs: tuple[str, ...],
    roll: str | None,
    seed: int | None,
    modifiers: tuple[str, ...],
    supplements: tuple[Path, ...],
    printed_only: bool,
    as_json: bool,
) -> None:
    """Look a result up in a table, or run a procedure.

    Dice that are not given are thrown; the seed is printed, so that a result can be had again.
    """
    game, entry = read_id(id, supplements)
    given = read_inputs(inputs)
    if entry.kind == "procedure":
        answer = game.procedure(entry.slug).resolve(**given)
    elif entry.kind == "table":
        answer = _resolve_table(game.table(entry.slug), given, roll, seed, modifiers)
    else:
        raise InputError(f"{entry.id} is neither a table nor a procedure; try: brainbug show {entry.id}")
    refuse_house(answer.provenance, printed_only, answer.id)
    if as_json:
        click.echo(json.dumps(answer.as_json(), indent=2, ensure_ascii=False))
    else:
        _print(answer)


def _resolve_table(
    table: Table, given: dict[str, str], roll: str | None, seed: int | None, modifiers: tuple[str, ...]
) -> Answer:
    open_dice = [axis.name for axis in table.axes if axis.dice is not None and axis.name not in given]
    if roll is not None:
        thrown = roll.replace(",", " ").split()
        if len(thrown) != len(open_dice):
            raise InputError(
                f"--roll {roll}: {len(thrown)} given, {len(open_dice)} wanted: {', '.join(open_dice)}"
            )
        given = {**given, **dict(zip(open_dice, thrown, strict=True))}
        open_dice = []
    if not open_dice:
        return table.lookup(modifiers=modifiers, **given)
    if seed is None:
        seed = secrets.randbelow(10**6)
        click.echo(f"seed {seed}", err=True)
    return table.roll(random.Random(seed), modifiers=modifiers, **given)


def _print(answer: Answer) -> None:
    click.secho(show_value(answer.result), bold=True)
    for step in answer.trace:
        click.echo(f"  {step}")
    provenance = answer.provenance
    color = "magenta" if provenance.basis is Basis.HOUSE else None
    click.echo(f"  {provenance.source} · " + click.style(str(provenance.basis), fg=color))
    if provenance.note:
        click.echo(f"  note: {provenance.note}")
