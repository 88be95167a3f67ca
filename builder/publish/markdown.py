"""MyST text from the parts of an entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from builder.publish.badges import badge_html
from builder.reading.markdown import code, fact_parts, pipe_table
from rulesdb import Entry, Provenance, Ruleset
from rulesdb.description import Fact, Grid, Piece, Place
from rulesdb.description.facts import prose_of
from rulesdb.model import BASIS_MEANING

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$^&])")
# At the start of a line, these begin a heading, list, field, definition, comment, target or rule.
_BEGINNING = re.compile(r"(?:[-+=:%(]|\d+(?=[.)]))")


def escaped(text: str) -> str:
    """Text with its special characters escaped.

    >>> escaped("1 * 2 [x]")
    '1 \\\\* 2 \\\\[x\\\\]'
    """
    return _SPECIAL.sub(r"\\\1", text)


def running(text: str) -> str:
    """Text from a scenario as part of a paragraph, escaped so that nothing in it is markup.

    >>> print(running("1. Of\\nmany:::"))
    1\\. Of many:::
    >>> print(running(":::{raw} html"))
    \\:::\\{raw\\} html
    """
    line = escaped(" ".join(text.split()))
    start = _BEGINNING.match(line)
    if start is None:
        return line
    at = start.end() if start[0][0].isdigit() else 0
    return f"{line[:at]}\\{line[at:]}"


def page(*parts: str) -> str:
    """The text of a page of parts, without the empty ones."""
    return "\n\n".join(part for part in parts if part) + "\n"


def toctree(documents: Iterable[str], option: str = ":hidden:") -> str:
    """A table of contents."""
    return "\n".join(["```{toctree}", option, "", *documents, "```"])


def role(entry: Entry, words: str = "") -> str:
    """A cross reference to an entry, with its title unless words are given."""
    return role_of(entry.id, words)


def role_of(id: str, words: str = "") -> str:
    """A cross reference to the entry with this id.

    A backtick in the words would end the reference, so it becomes an apostrophe.

    >>> role_of("bug-hunter:rule/304.2"), role_of("bug-hunter:weapon/laser", "it")
    ('{bb:rule}`bug-hunter:304.2`', '{bb:weapon}`it <bug-hunter:laser>`')
    """
    game, _, key = id.partition(":")
    kind, _, slug = key.partition("/")
    words = " ".join(words.replace("`", "'").split())
    return f"{{bb:{kind}}}`{words} <{game}:{slug}>`" if words else f"{{bb:{kind}}}`{game}:{slug}`"


def prose(game: Ruleset, entry: Entry) -> str:
    """The entry's own words, with links as roles."""
    paragraphs = (prose_of(text, game, game.id) for text in re.split(r"\n\s*\n", entry.text.strip()))
    return "\n\n".join(map(pieces, paragraphs))


def pieces(prose: Iterable[Piece]) -> str:
    """A paragraph or a value: links as roles, code as code, everything else escaped."""
    return "".join(map(_piece, prose))


def _piece(piece: Piece) -> str:
    if piece.target:
        # A role without words of its own shows the title with its capitals.
        return role_of(piece.target, "" if piece.titled else piece.text)
    return code(piece.text) if piece.code else escaped(piece.text)


def badge(provenance: Provenance) -> str:
    """The badge of a basis, and the section of the book."""
    return f"{badge_html(provenance.basis)} {escaped(str(provenance.source))}"


def provenance_notes(provenance: Provenance) -> list[str]:
    """The note and the other readings, as paragraphs."""
    parts = []
    if provenance.note:
        parts.append(f"*{BASIS_MEANING[provenance.basis].capitalize()}.* {escaped(provenance.note)}")
    parts += [f"*Otherwise:* {escaped(reading)}" for reading in provenance.alternatives]
    return parts


def grid_table(grid: Grid) -> str:
    """A grid as a Markdown table, with a mark on house values and those of supplements."""
    rows = [[pieces(place.pieces) + basis_mark(grid, place) for place in row] for row in grid.rows]
    return pipe_table([escaped(head) for head in grid.heads], rows)


def basis_mark(grid: Grid, place: Place) -> str:
    """The mark after a value of a grid; empty if it needs none."""
    basis = grid.mark(place)
    return f" ({basis})" if basis is not None else ""


def fact_lines(facts: Sequence[Fact]) -> list[str]:
    """Titled figures: scalars as a list, rows as tables."""
    return fact_parts(facts, pieces, lambda grid: [grid_table(grid)], "**{}**")
