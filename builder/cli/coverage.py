"""``brainbug coverage``."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from rulesdb import Ruleset, game_folders, open_game


@click.command()
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def coverage(game: str | None, as_json: bool) -> None:
    """Show what the database holds of each book, by kind and by basis."""
    found = [_coverage(open_game(name)) for name in ([game] if game else game_folders())]
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    for row in found:
        click.secho(row["game"], bold=True)
        click.echo("  entries: " + ", ".join(f"{kind} {count}" for kind, count in row["kinds"].items()))
        click.echo("  basis:   " + ", ".join(f"{basis} {count}" for basis, count in row["bases"].items()))
        click.echo(f"  cells:   {row['cells']} in {row['kinds'].get('table', 0)} tables")
        idle = row["rules_without_table_or_procedure"]
        click.echo(f"  rules with nothing executable behind them: {', '.join(idle) or 'none'}")


def _coverage(game: Ruleset) -> dict[str, Any]:
    executable = {"table", "procedure"}
    idle = [
        entry.slug
        for entry in game.of_kind("rule")
        if not any(other.kind in executable for other in (*game.links_from(entry), *game.links_to(entry)))
    ]
    return {
        "game": game.id,
        "kinds": dict(Counter(entry.kind for entry in game.all_entries.values())),
        "bases": dict(Counter(str(entry.provenance.basis) for entry in game.all_entries.values())),
        "cells": sum(1 for table in game.tables.values() for _ in table.cells()),
        "rules_without_table_or_procedure": idle,
    }
