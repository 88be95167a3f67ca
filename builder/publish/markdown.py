"""MyST text from the parts of an entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from builder.publish.badges import badge_html
from builder.reading.markdown import pipe_table
from rulesdb import Entry, Provenance, Ruleset
from rulesdb.description import Fact, Grid, Piece, Place
from rulesdb.description.facts import prose_of
from rulesdb.model import BASIS_MEANING

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$^&])")
# At the start of a line these begin a heading, list, field, definition, comment, target or rule.
_BEGINNING = re.compile(r"(?:[-+=:%(]|\d+(?=[.)]))")


def escaped(text: str) -> str:
    """Text with its special characters escaped.

    >>> escaped("1 * 2 [x]")
    '1 \\\\* 2 \\\\[x\\\\]'
    """
    return _SPECIAL.sub(r"\\\1", text)


def running(text: str) -> str:
    """Text from a scenario as part of a paragraph: nothing in it begins a block, and nothing is markup.

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


def role(entry: Entry, shown: str | None = None) -> str:
    """A cross reference to an entry."""
    target = f"{entry.game}:{entry.slug}"
    return f"{{bb:{entry.kind}}}`{shown} <{target}>`" if shown else f"{{bb:{entry.kind}}}`{target}`"


def prose(game: Ruleset, entry: Entry) -> str:
    """The entry's own words, with links as roles."""
    paragraphs = (prose_of(text, game, game.id) for text in re.split(r"\n\s*\n", entry.text.strip()))
    return "\n\n".join(pieces(game, paragraph) for paragraph in paragraphs)


def pieces(game: Ruleset, prose: Iterable[Piece]) -> str:
    """A paragraph or a value: links as roles, code as code, everything else escaped."""
    return "".join(_piece(game, piece) for piece in prose)


def _piece(game: Ruleset, piece: Piece) -> str:
    if piece.code:
        return f"`{piece.text}`"
    if not piece.target:
        return escaped(piece.text)
    entry = game.all_entries[piece.target.partition(":")[2]]
    # A role without words of its own shows the title as it is written.
    return role(entry, None if piece.titled else piece.text)


def badge(provenance: Provenance) -> str:
    """The badge of a basis, and the place in the book."""
    return f"{badge_html(provenance.basis)} {escaped(str(provenance.source))}"


def provenance_notes(provenance: Provenance) -> list[str]:
    """The note and the other readings, as paragraphs."""
    parts = []
    if provenance.note:
        parts.append(f"*{BASIS_MEANING[provenance.basis].capitalize()}.* {escaped(provenance.note)}")
    parts += [f"*Or else:* {escaped(reading)}" for reading in provenance.alternatives]
    return parts


def grid_table(game: Ruleset, grid: Grid) -> str:
    """A grid as a Markdown table, with a mark on house values and those of supplements."""
    rows = [[pieces(game, place.pieces) + basis_mark(grid, place) for place in row] for row in grid.rows]
    return pipe_table([escaped(head) for head in grid.heads], rows)


def basis_mark(grid: Grid, place: Place) -> str:
    """The mark after a value of a grid; empty if it needs none."""
    basis = grid.mark(place)
    return f" ({basis})" if basis is not None else ""


def fact_lines(game: Ruleset, facts: Sequence[Fact]) -> list[str]:
    """Titled figures: scalars as a list, rows as tables."""
    scalars: list[str] = []
    others: list[str] = []
    for fact in facts:
        remark = f" ({escaped(fact.remark)})" if fact.remark else ""
        title = f"**{escaped(fact.title.capitalize())}**{remark}"
        if fact.grid is not None:
            others += [title, grid_table(game, fact.grid)]
        elif fact.items:
            others += [title, "\n".join(f"- {pieces(game, item)}" for item in fact.items)]
        else:
            scalars.append(f"- **{escaped(fact.title)}**: {pieces(game, fact.prose)}{remark}")
    return ["\n".join(scalars)] * bool(scalars) + others


def doctest_block(session: str) -> str:
    """A Python session that the documentation tests run."""
    return f"```{{doctest}}\n{session.rstrip()}\n```"
