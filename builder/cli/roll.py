"""``brainbug roll``."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

import click

from rulesdb import InputError
from rulesdb.dice import Throw, parse_roll

_MAX_ROLLS = 10_000


@click.command()
@click.argument("notation", nargs=-1, required=True)
@click.option("--seed", type=int, help="Random seed; the same seed repeats the roll.")
@click.option("--times", type=click.IntRange(1, _MAX_ROLLS), default=1, help="Number of rolls.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def roll(notation: tuple[str, ...], seed: int | None, times: int, as_json: bool) -> None:
    """Roll dice: print the result and every die. Dice that do not count are in parentheses.

    NOTATION is, for example, 4d6kh2, '5d6>=5' or 3d6 vs 2d6; quote < > * and parentheses for the shell.
    Without --seed, the command chooses a random seed and prints it.
    """
    text = " ".join(notation)
    if ":" in text:
        raise InputError(f"{text!r} is not dice; to roll on a table, use: brainbug resolve {text}")
    dice = parse_roll(text)
    if seed is None:
        seed = secrets.randbelow(10**6)
        if not as_json:
            click.echo(f"seed {seed}", err=True)
    rng = random.Random(seed)
    throws = [dice.throw(rng) for _ in range(times)]
    if as_json:
        data = {"dice": dice.text, "seed": seed, "rolls": [_as_json(throw) for throw in throws]}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    elif times == 1:
        _print(throws[0])
    else:
        _print_all(throws)


def _print(throw: Throw) -> None:
    click.echo(click.style(str(throw.result), bold=True) + _against(throw))
    for pool in throw.thrown:
        click.echo(f"  {pool}")


def _print_all(throws: list[Throw]) -> None:
    """A line for each, then the mean of the totals or the count of each outcome."""
    wide = max(len(f"{throw.result}{_against(throw)}") for throw in throws)
    for throw in throws:
        dice = "  ".join(map(str, throw.thrown))
        click.echo(f"{f'{throw.result}{_against(throw)}':>{wide}}  {dice}".rstrip())
    totals = [throw.result for throw in throws if isinstance(throw.result, int)]
    if totals:
        click.echo(f"mean of {len(throws)} rolls: {sum(totals) / len(totals):.2f}")
        return
    results = [str(throw.result) for throw in throws]
    counts = {result: results.count(result) for result in sorted(set(results))}
    click.echo(", ".join(f"{result} {count}" for result, count in counts.items()))


def _against(throw: Throw) -> str:
    """The totals of both sides of an opposed roll."""
    return f", {throw.totals[0]} to {throw.totals[1]}" if len(throw.totals) > 1 else ""


def _as_json(throw: Throw) -> dict[str, Any]:
    totals = {"totals": list(throw.totals)} if len(throw.totals) > 1 else {}
    dice = [
        {"pool": str(thrown.pool), "faces": list(thrown.faces), "counted": list(thrown.counted)}
        for thrown in throw.thrown
    ]
    return {"result": throw.result, **totals, "dice": dice}
