"""The badges that show the basis of an entry, and the page that explains them."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from builder.publish.names import FOLDER
from builder.reading.markdown import escaped
from rulesdb import Basis, Ruleset
from rulesdb.model import BASIS_MEANING

PAGE = "basis"


def badge_html(basis: Basis) -> str:
    """The name of a basis, with its meaning as a tooltip.

    >>> badge_html(Basis.PRINTED)
    '<span class="bb-basis bb-printed" title="as printed in the book">printed</span>'
    """
    return f'<span class="bb-basis bb-{basis}" title="{BASIS_MEANING[basis]}">{basis}</span>'


def basis_page(games: tuple[Ruleset, ...]) -> str:
    """The meaning of each badge, and the number of entries that have it."""
    parts = [
        "# How sure is a figure?",
        "Every entry has a badge that shows its basis: how it relates to the book. Each cell of a table "
        "has a basis, too; cells whose basis differs from that of the table are listed under it.",
    ]
    for basis in Basis:
        counts = [
            f"{escaped(game.title)}: {number}"
            for game in games
            if (number := sum(entry.provenance.basis is basis for entry in game.all_entries.values()))
        ]
        meaning = f"{BASIS_MEANING[basis].capitalize()}."
        parts += [f"## {str(basis).capitalize()}", f"{badge_html(basis)} {meaning}"]
        parts += [f"Entries: {', '.join(counts)}."] if counts else []
    return "\n\n".join(parts) + "\n"


def link_badges(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Make each badge on a page a link to its explanation."""
    body = context.get("body")
    if not body or pagename == f"{FOLDER}/{PAGE}":
        return
    target = context["pathto"](f"{FOLDER}/{PAGE}")
    for basis in Basis:
        badge = badge_html(basis)
        link = badge.replace("<span", f'<a href="{target}#{basis}"').replace("</span>", "</a>")
        body = body.replace(badge, link)
    context["body"] = body
