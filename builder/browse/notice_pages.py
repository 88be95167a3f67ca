"""The pages that are not entries: the welcome, the help, and the ids of an entry."""

from __future__ import annotations

from pathlib import Path

import click

from builder.browse.catalog import MARKS, Catalog
from rulesdb import Basis, Entry
from rulesdb.model import BASIS_MEANING

_KEYS = Path(__file__).with_name("keys.txt")


def help_lines() -> list[str]:
    """Every key, and what the marks mean."""
    return [*_KEYS.read_text(encoding="utf-8").splitlines(), *_marks()]


def welcome_lines(catalog: Catalog) -> list[str]:
    """The games, before any entry is open."""
    games = [
        (
            game.title,
            [
                f"  {game.subtitle or game.edition}",
                f"  {len(game.all_entries)} entries, {len(game.tables)} tables, "
                f"{len(game.procedures)} procedures",
            ],
        )
        for game in catalog.games
    ]
    opening = [
        click.style("brainbug", bold=True) + " · the rules database",
        "",
        "Type to search; ? shows all keys.",
    ]
    return [*opening, *_sections(*games), *_marks()]


def id_lines(entry: Entry) -> list[str]:
    """The id, permalink and page of an entry, and the commands that use them."""
    is_table = entry.kind == "table"
    commands = [
        "show",
        "browse --open",
        *["resolve"] * (is_table or entry.kind == "procedure"),
        *["odds"] * is_table,
    ]
    return _sections(
        ("Id", [f"  {entry.id}"]),
        *[("Permalink of a cell", [f"  {entry.id}#axis=value&…"])] * is_table,
        ("Page of the site", [f"  reference/{entry.game}/{entry.kind}/{entry.slug}.html"]),
        ("On the command line", [f"  brainbug {command} {entry.id}" for command in commands]),
    )


def _marks() -> list[str]:
    rows = [f"{MARKS.get(basis, ' ')} {basis}".ljust(16) + BASIS_MEANING[basis] for basis in Basis]
    return _sections(("Marks", rows))


def _sections(*sections: tuple[str, list[str]]) -> list[str]:
    return [line for title, rows in sections for line in ("", click.style(title, bold=True), *rows)]
