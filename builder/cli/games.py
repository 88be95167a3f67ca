"""``brainbug games`` and ``brainbug coverage``: the contents of the database for each game."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from builder.terminal.library_options import library_options, open_all, open_one
from rulesdb import Basis, Entry, Library, Ruleset
from rulesdb.constraints import count_states


@click.command()
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(library: Library, as_json: bool) -> None:
    """List the games, with the number of entries of each kind."""
    rows: list[dict[str, Any]] = [
        {"id": game.id, "title": game.title, "edition": game.edition, "entries": _count_kinds(game)}
        for game in open_all(library)
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        click.echo(f"{row['id']}  {row['title']} ({row['edition']})")
        click.echo(f"  {_listed(row['entries'])}")


@click.command()
@click.argument("game", required=False)
@click.option(
    "--list",
    "listed",
    type=click.Choice([str(basis) for basis in Basis]),
    help="List every entry with this basis.",
)
@click.option(
    "--constraints",
    is_flag=True,
    help="List what each rule requires of a scenario, and the lint check that enforces it.",
)
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def coverage(
    game: str | None, listed: str | None, constraints: bool, library: Library, as_json: bool
) -> None:
    """Print how much of each book the database covers: sections, kinds, bases, and executable rules."""
    rulesets = (open_one(library, game),) if game else open_all(library)
    if constraints:
        if as_json:
            rows = [row for ruleset in rulesets for row in _constraint_rows(ruleset)]
            click.echo(json.dumps(rows, indent=2))
        for ruleset in () if as_json else rulesets:
            _print_constraints(ruleset)
        return
    if as_json:
        click.echo(json.dumps(list(map(_coverage_of, rulesets)), indent=2))
        return
    for ruleset in rulesets:
        if listed:
            for entry in ruleset.all_entries.values():
                if entry.provenance.basis == listed:
                    click.echo(f"{entry.id}  {entry.title}  [{entry.provenance.source}]")
        else:
            _print_coverage(_coverage_of(ruleset))


def _coverage_of(game: Ruleset) -> dict[str, Any]:
    """The coverage of one game, as plain data."""
    rules = {entry.slug: entry for entry in game.of_kind("rule")}
    idle = {slug: why for slug, entry in rules.items() if (why := _why_idle(game, entry))}
    bases = Counter(str(entry.provenance.basis) for entry in game.all_entries.values())
    cells = Counter(str(cell.provenance.basis) for table in game.tables.values() for _, cell in table.cells())
    return {
        "game": game.id,
        "sections": len(game.sections),
        "sections_without_entry": [slug for slug in game.sections if slug not in rules],
        "kinds": _count_kinds(game),
        "bases": dict(bases),
        "cells": dict(cells),
        "rules_with_nothing_executable": idle,
        "rules_played_by_machine": dict(Counter(each.how for each in game.coverage.values())),
    }


def _why_idle(game: Ruleset, entry: Entry) -> str:
    """The reason why a rule has no table or procedure; empty if it has one."""
    near = (*game.links_from(entry), *game.links_to(entry))
    if any(other.kind in ("table", "procedure") for other in near):
        return ""
    holders = sorted({other.kind for other in game.links_from(entry)} - {"rule", "term"})
    if holders:
        return f"its figures are in an entry of kind {' and '.join(holders)}"
    if any(other.kind == "rule" for other in game.links_from(entry)):
        return "it only refers to other rules"
    return "it has no figures"


def _count_kinds(game: Ruleset) -> dict[str, int]:
    return dict(Counter(entry.kind for entry in game.all_entries.values()))


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _print_coverage(row: dict[str, Any]) -> None:
    missing = row["sections_without_entry"]
    click.secho(row["game"], bold=True)
    click.echo(f"  sections: {row['sections'] - len(missing)} of {row['sections']} have an entry")
    if missing:
        click.echo(f"  without:  {', '.join(missing)}")
    click.echo(f"  entries:  {_listed(row['kinds'])}")
    click.echo(f"  basis:    {_listed(row['bases'])}")
    click.echo(f"  cells:    {_listed(row['cells'])}")
    played = {name.replace("_", " "): count for name, count in row["rules_played_by_machine"].items()}
    if played:
        click.echo(f"  rules played by machine: {_listed(played)}")
    idle = row["rules_with_nothing_executable"]
    click.echo(f"  rules without a table or procedure: {len(idle)}")
    for why in dict.fromkeys(idle.values()):
        slugs = [slug for slug, reason in idle.items() if reason == why]
        click.echo(f"    {why}: {', '.join(slugs)}")


def _constraint_rows(game: Ruleset) -> list[dict[str, str]]:
    """Each constraint of a game with its rule and the code of its check, or the reason why it has none."""
    return [
        {
            "rule": rule.id,
            "what": item.what,
            "check": item.code,
            "gap": item.gap,
            "not_checkable": item.not_checkable,
        }
        for rule, item in game.constraints
    ]


def _print_constraints(game: Ruleset) -> None:
    click.secho(game.id, bold=True)
    last = ""
    for rule, item in game.constraints:
        if rule.slug != last:
            click.echo(f"  {rule.headline}")
            last = rule.slug
        click.echo(f"    {item.code or '–':5}  {item.what}")
        if not item.code:
            click.echo(f"           {item.state}: {item.gap or item.not_checkable}")
    click.echo(f"  {count_states(item for _, item in game.constraints)}")
