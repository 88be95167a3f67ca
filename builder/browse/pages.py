"""The text of every page: an entry, an answer, the welcome, the help, and the ids of an entry."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path

import click

from builder.browse.catalog import MARKS, Catalog
from builder.browse.page import Page, PageLinks
from builder.draw.sheets.odds.sheet import OddsSheet
from builder.reading.text import text_lines
from builder.reading.text_grid import DRAWN
from builder.terminal.answer_text import answer_lines
from builder.terminal.executing import Resolved
from builder.terminal.odds_text import format_odds
from rulesdb import Basis, Entry
from rulesdb.description import describe
from rulesdb.model import BASIS_MEANING

_KEYS = Path(__file__).with_name("keys.txt")
_MARK_WIDTH = 16
ROLL = "roll:"
"""The prefix of an id in the target of a link that resolves the entry instead of opening it."""


def entry_page(catalog: Catalog, id: str, width: int) -> Page:
    """The page of the entry with this id, ``width`` cells wide.

    Raises:
        UnknownEntry: with the nearest ids.
    """
    game, entry = catalog.find(id)
    description = describe(entry, game)
    links = PageLinks()
    roll = []
    if description.command:
        label = "Run it" if entry.kind == "procedure" else "Roll or look it up"
        roll = [f"{links.link(label, ROLL + id)} (r)"]
    body = replace(description, title=description.headline, see=(), used_by=(), command="")
    title, *lines = text_lines(body, width, DRAWN, links.address)
    lines = [title, *roll, *lines]
    others = [(f"{owner.title}: ", other, "") for owner, other in catalog.elsewhere(entry)]
    for heading, rows in (
        ("in the other games", others),
        ("see also", [("", link, f" ({link.kind} {link.slug})") for link in description.see]),
        ("used by", [("", link, f" ({link.kind} {link.slug})") for link in description.used_by]),
    ):
        if rows:
            lines += ["", click.style(f"{heading}:", bold=True)]
        for before, target, after in rows:
            lines.append(f"  {before}{links.link(target.title, target.id)}{after}")
    return links.page(lines, width)


def outcome_page(width: int, resolved: Resolved | None, odds: OddsSheet | None, error: str = "") -> Page:
    """An answer, or the reason why there is none, then the odds of the next roll."""
    lines = [click.style(error, fg="red", bold=True)] if error else []
    if resolved is not None:
        answer = resolved.answer
        lines += answer_lines(answer, resolved.link, width, DRAWN, max_steps=len(answer.trace))
    if odds is not None:
        lines += ["", click.style("Exact odds", bold=True), *format_odds(odds, width)]
    return PageLinks().page(lines, width)


def help_lines(width: int) -> list[str]:
    """Every key, and the meaning of the marks."""
    return [*_KEYS.read_text(encoding="utf-8").splitlines(), *_marks(width)]


def welcome_lines(catalog: Catalog, width: int) -> list[str]:
    """The list of games, shown before an entry is opened."""
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
    return [*opening, *_sections(*games), *_marks(width)]


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


def _marks(width: int) -> list[str]:
    """The mark and the meaning of each basis, in two columns."""
    indent = " " * _MARK_WIDTH
    rows = [
        line
        for basis in Basis
        for line in textwrap.wrap(
            BASIS_MEANING[basis],
            max(width, 2 * _MARK_WIDTH),
            initial_indent=f"{MARKS.get(basis, ' ')} {basis}".ljust(_MARK_WIDTH),
            subsequent_indent=indent,
        )
    ]
    return _sections(("Marks", rows))


def _sections(*sections: tuple[str, list[str]]) -> list[str]:
    return [line for title, rows in sections for line in ("", click.style(title, bold=True), *rows)]
