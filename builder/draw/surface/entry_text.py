"""What drawings print of an entry of the database: its text, its source, and the mark of house values."""

from __future__ import annotations

from builder.draw.surface.wording import Words
from rulesdb import Basis, Entry, Ruleset


def running_text(game: Ruleset, entry: Entry) -> str:
    """An entry's text on one line, without links that only point to other entries."""
    return " ".join(game.plain_text(entry, pointers=False).split())


def citation_line(entry: Entry, words: Words) -> str:
    """``bug-hunter 321.1`` with the basis where it is not printed."""
    provenance = entry.provenance
    basis = "" if provenance.basis is Basis.PRINTED else f" · {words.of('basis', provenance.basis)}"
    return f"{provenance.source}{basis}"


def is_house(entry: Entry) -> bool:
    """Whether an entry is brainbug's own, and not from the rulebook."""
    return entry.provenance.basis is Basis.HOUSE


def house_mark(words: Words, is_house: bool) -> str:
    """A space and the mark of house values, or nothing for values of the rulebook."""
    return f" {words('mark.house')}" if is_house else ""


def spaced(slug: str) -> str:
    """A slug or key as words: spaces for hyphens and underscores, but not in a range such as 1-3."""
    return slug if slug[:1].isdigit() else slug.replace("_", " ").replace("-", " ")
