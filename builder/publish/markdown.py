"""MyST text from the parts of an entry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from builder.publish.badges import badge_html
from rulesdb import Entry, Provenance, Ruleset
from rulesdb.links import replace_links
from rulesdb.model import BASIS_MEANING
from rulesdb.tables import show_value

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$^&])")
# What makes a heading, list, field, definition, comment, target or rule of a line that begins with it.
_BEGINNING = re.compile(r"(?:[-+=:%(]|\d+(?=[.)]))")


def escaped(text: str) -> str:
    """Text that means itself in Markdown.

    >>> escaped("1 * 2 [x]")
    '1 \\\\* 2 \\\\[x\\\\]'
    """
    return _SPECIAL.sub(r"\\\1", text)


def running(text: str) -> str:
    """Text of somebody else as part of a paragraph: nothing in it begins a block, and nothing is markup.

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


def role(entry: Entry, shown: str | None = None) -> str:
    """A cross reference to an entry."""
    target = f"{entry.game}:{entry.slug}"
    return f"{{bb:{entry.kind}}}`{shown} <{target}>`" if shown else f"{{bb:{entry.kind}}}`{target}`"


def prose(game: Ruleset, entry: Entry) -> str:
    """The entry's own words, with links as roles."""
    links: list[str] = []

    def keep(target: str, shown: str | None) -> str:
        links.append(role(game.all_entries[target], shown))
        return f"\0{len(links) - 1}\0"

    text = escaped(replace_links(entry.text, keep))
    return re.sub("\0(\\d+)\0", lambda match: links[int(match[1])], text)


def badge(provenance: Provenance) -> str:
    """How far a datum is the book's: a word, what it means, and the place in the book."""
    return f"{badge_html(provenance.basis)} {escaped(str(provenance.source))}"


def provenance_notes(provenance: Provenance) -> list[str]:
    """The note and the other readings, as paragraphs."""
    parts = []
    if provenance.note:
        parts.append(f"*{BASIS_MEANING[provenance.basis].capitalize()}.* {escaped(provenance.note)}")
    parts += [f"*Or else:* {escaped(reading)}" for reading in provenance.alternatives]
    return parts


def pipe_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; cells are escaped unless they hold roles already."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(cell or " " for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def fact_lines(game: Ruleset, entry: Entry) -> list[str]:
    """The figures of an entry: scalars as a list, rows as tables."""
    scalars: list[str] = []
    tables: list[str] = []
    for name, value in entry.facts.items():
        title = name.replace("_", " ")
        if isinstance(value, list) and value and isinstance(value[0], dict):
            tables += [f"**{title.capitalize()}**", _rows(game, value)]
        elif isinstance(value, list) and value and " " in str(value[0]):
            tables += [f"**{title.capitalize()}**", "\n".join(f"- {_value(game, part)}" for part in value)]
        elif isinstance(value, list):
            scalars.append(f"- **{title}**: {', '.join(_value(game, part) for part in value)}")
        else:
            scalars.append(f"- **{title}**: {_value(game, value)}")
    return ["\n".join(scalars)] * bool(scalars) + tables


def _rows(game: Ruleset, rows: Sequence[dict[str, Any]]) -> str:
    heads = list(dict.fromkeys(key for row in rows for key in row))
    body = [[_value(game, row.get(head, "–"), head) for head in heads] for row in rows]
    return pipe_table([head.replace("_", " ") for head in heads], body)


def _value(game: Ruleset, value: Any, key: str = "") -> str:
    """One figure; the name of another entry becomes a link to it."""
    if key == "abilities" and isinstance(value, dict):
        shown = [letter if kind == "bonus" else f"({letter})" for letter, kind in value.items()]
        return ", ".join(shown)
    if isinstance(value, list):
        return ", ".join(_value(game, part, key) for part in value)
    kinds = {"position": "position", "powers": "power", "form": "unit"}
    if key in kinds and isinstance(value, str) and value != "–":
        entry = game.find(kinds[key], value)
        return role(entry, entry.get("abbreviation"))
    return escaped(show_value(value))


def doctest_block(session: str) -> str:
    """A Python session that the documentation tests run."""
    return f"```{{doctest}}\n{session.rstrip()}\n```"


def docstring_parts(text: str) -> list[str]:
    """A docstring's paragraphs, with sessions as doctests and ``Raises:`` as a list."""
    parts: list[str] = []
    for chunk in re.split(r"\n\s*\n", text.strip()):
        if chunk.startswith(">>>"):
            parts.append(doctest_block(chunk))
        elif chunk.startswith("Raises:"):
            lines = [line.strip() for line in chunk.splitlines()[1:]]
            parts.append("**Raises** " + " ".join(lines))
        elif not chunk.startswith("Source:"):
            parts.append(" ".join(chunk.split()))
    return parts
