"""The page of one entry: its text with links to follow, and links both ways by title."""

from __future__ import annotations

from dataclasses import replace

import click

from builder.browse.catalog import Catalog
from builder.browse.page import Page, PageLinks
from builder.reading.text import text_lines
from builder.reading.text_grid import DRAWN
from rulesdb.description import describe

ROLL = "roll:"
"""Before an id, the target of a link that resolves the entry instead of opening it."""


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
