"""The text and source of an entry of the database, as drawings print them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.draw.surface.wording import Words
from rulesdb import Basis, Entry, Ruleset


def running_text(game: Ruleset, entry: Entry) -> str:
    """An entry's text on one line, without links that only point to other entries."""
    return " ".join(game.plain_text(entry, pointers=False).split())


def citation_line(entry: Entry, words: Words) -> str:
    """``bug-hunter 321.1``, with the basis if it is not printed."""
    provenance = entry.provenance
    basis = "" if provenance.basis is Basis.PRINTED else f" · {words.of('basis', provenance.basis)}"
    return f"{provenance.source}{basis}"


def marker_face(game: Ruleset, state: str) -> str:
    """The text on the game's marker for a state at the start; empty if there is no such marker."""
    marker = game.printing.get("markers", {}).get(state)
    if marker is None:
        return ""
    face = game.all_entries[f"marker/{marker['marker']}"][marker["side"]]
    return " ".join(f"{face['text']}".split())


def victory_points(line: Mapping[str, Any], between: str = " / ") -> str:
    """The victory points of a line of a mission: for each, or by number."""
    return between.join(map(str, line["by_number"])) if "by_number" in line else str(line["each"])
