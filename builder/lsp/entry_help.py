"""An entry of the database in a few lines of Markdown: what it is, where it stands, how sure it is."""

from __future__ import annotations

import re

from rulesdb import Basis, Entry, Ruleset
from rulesdb.model import BASIS_MEANING

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~$^]|^[#+-])", re.MULTILINE)
_LONGEST = 700


def escaped(text: str) -> str:
    """Text that means itself in Markdown.

    >>> escaped("1 * 2 [x]")
    '1 \\\\* 2 \\\\[x\\\\]'
    """
    return _SPECIAL.sub(r"\\\1", text)


def entry_help(game: Ruleset, entry: Entry) -> str:
    """Title, summary, citation and basis; what is ours says so."""
    provenance = entry.provenance
    parts = [
        f"**{escaped(entry.title)}** ({entry.kind}, {escaped(game.title)})",
        *(escaped(part) for part in _summary(game.plain_text(entry))),
        f"*{escaped(str(provenance.source))}*, **{provenance.basis}**: {BASIS_MEANING[provenance.basis]}",
    ]
    others = _bases_of_cells(game, entry)
    if others:
        parts.append(f"in part **{'**, **'.join(others)}**")
    if provenance.note:
        parts.append(escaped(provenance.note))
    parts += [f"Another reading: {escaped(other)}" for other in provenance.alternatives]
    parts.append(f"`{entry.id}`")
    return "\n\n".join(parts)


def basis_mark(entry: Entry) -> str:
    """The citation in a line, with the basis where it is not simply printed."""
    basis = entry.provenance.basis
    mark = "" if basis is Basis.PRINTED else f", {basis}"
    return f"{entry.provenance.source}{mark}"


def _summary(text: str) -> list[str]:
    """The paragraphs of a text, cut behind a sentence where it is long."""
    parts: list[str] = []
    room = _LONGEST
    for part in text.split("\n\n"):
        words = " ".join(part.split())
        if len(words) > room:
            end = words.rfind(". ", 0, room)
            return [*parts, f"{words[: end + 1] if end > 0 else words[:room]} …"]
        parts.append(words)
        room -= len(words)
    return parts


def _bases_of_cells(game: Ruleset, entry: Entry) -> list[str]:
    """The other bases among the cells and modifiers of a table."""
    if entry.kind != "table":
        return []
    table = game.tables[entry.slug]
    known = [cell.provenance for _, cell in table.cells()] + [item.provenance for item in table.modifiers]
    return sorted({str(part.basis) for part in known} - {str(entry.provenance.basis)})
