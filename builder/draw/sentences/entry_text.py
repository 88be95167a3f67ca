"""The text and source of an entry of the database, as drawings print them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from builder.draw.surface.wording import Words
from rulesdb import Basis, Citation, Entry, Ruleset
from rulesdb.description.grids import words_of

_IN_BRACES = re.compile(r"\{([^{}]+)\}")
_NO_BREAK = "\u00a0"


def running_text(game: Ruleset, entry: Entry) -> str:
    """An entry's text on one line, without links that only point to other entries."""
    return " ".join(game.plain_text(entry, pointers=False).split())


def cited(entry: Entry, source: Citation | None = None) -> str:
    """The section of the game's book that an entry cites, or of ``source``; any other document is named.

    >>> from rulesdb import open_game
    >>> cited(open_game("bug-hunter").entry("power/carapace-2"))
    '321.1'
    """
    source = source or entry.provenance.source
    document = "" if source.document == entry.game else words_of(source.document)
    return f"{document} {source.section}".strip()


def replaced_part(entry: Entry) -> str:
    """What a special rule replaces: the section of a rule, or the title of a table with its section."""
    return f"{entry.title} [{cited(entry)}]" if entry.kind == "table" else cited(entry)


def citation_line(entry: Entry, words: Words) -> str:
    """``321.1``, with the basis if it is not printed."""
    basis = entry.provenance.basis
    return cited(entry) if basis is Basis.PRINTED else f"{cited(entry)} · {words.of('basis', basis)}"


def in_brackets(entry: Entry, words: Words) -> str:
    """``[321.1]`` after a text: the citation in brackets, which is not broken between two lines."""
    return f"[{citation_line(entry, words)}]".replace(" ", _NO_BREAK)


def as_lead(title: str) -> str:
    """A title as the start of a paragraph: it ends in a period unless it has another sign.

    >>> as_lead("Revenge"), as_lead("Nuke Em!")
    ('Revenge.', 'Nuke Em!')
    """
    return title if title.endswith((".", "!", "?")) else f"{title}."


def filled(template: str, values: Mapping[str, str]) -> str:
    """A sentence with values in place of the names in braces.

    >>> filled("It lasts {1-2} rounds, then {3+}.", {"1-2": "two", "3+": "four"})
    'It lasts two rounds, then four.'
    """
    return _IN_BRACES.sub(lambda match: values[match[1]], template)


def named_in(template: str) -> set[str]:
    """The names in braces in a sentence.

    >>> sorted(named_in("It lasts {1-2} rounds, then {3+}."))
    ['1-2', '3+']
    """
    return set(_IN_BRACES.findall(template))


def marker_face(game: Ruleset, state: str) -> str:
    """The text on the game's marker for a state at the start; empty if there is no such marker."""
    marker = game.printing.get("markers", {}).get(state)
    if marker is None:
        return ""
    face = game.all_entries[f"marker/{marker['marker']}"][marker["side"]]
    return " ".join(f"{face['text']}".split())


def short_victory_points(line: Mapping[str, Any]) -> str:
    """The victory points of a line of a mission: for each, or for one, two and so on between slashes."""
    return "/".join(map(str, line.get("by_number", [line.get("each")])))


def victory_points(line: Mapping[str, Any], words: Words) -> str:
    """The victory points of a line of a mission: for each, or for one, two and so on."""
    if "by_number" not in line:
        return short_victory_points(line)
    numbered = enumerate(line["by_number"], 1)
    return ", ".join(words("briefing.by-number", points=points, number=number) for number, points in numbered)


def spelled(text: str, words: Words, table: str = "") -> str:
    """A label or result of a table, or several, with ids in words of the language."""
    return words.term(", ".join(map(words_of, text.split(", "))), table)
