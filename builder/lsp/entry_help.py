"""An entry of the database as help in an editor."""

from __future__ import annotations

from builder.reading.markdown import escaped, markdown_parts
from rulesdb import Basis, Entry, Ruleset
from rulesdb.description import describe


def entry_help(game: Ruleset, entry: Entry) -> str:
    """Everything about an entry, as Markdown."""
    headline = f"**{escaped(entry.title)}** ({entry.kind}, {escaped(game.title)})"
    return "\n\n".join(markdown_parts(describe(entry, game), headline))


def basis_mark(entry: Entry) -> str:
    """The citation in a line, with the basis unless it is printed."""
    basis = entry.provenance.basis
    mark = "" if basis is Basis.PRINTED else f", {basis}"
    return f"{entry.provenance.source}{mark}"
