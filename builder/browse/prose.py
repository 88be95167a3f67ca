"""Own-word prose, figures and docstrings as words with links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.browse.grid import put_grid
from builder.browse.typesetting import Span, Typesetter, Words
from rulesdb import Entry, Ruleset
from rulesdb.links import replace_links
from rulesdb.tables import show_value

_CODE = re.compile(r"``(.+?)``|`([^`]+)`")
_LINK = re.compile("\0(\\d+)\0")


def prose_words(game: Ruleset, text: str) -> list[Words]:
    """Text with its ``[[links]]`` and its code as words of their own style."""
    links: list[Words] = []

    def keep(target: str, shown: str | None) -> str:
        entry = game.all_entries[target]
        links.append(Words(shown or entry.title.lower(), target=entry.id))
        return f"\0{len(links) - 1}\0"

    words: list[Words] = []
    parts = _LINK.split(replace_links(text, keep))
    for number, part in enumerate(parts):
        words += [links[int(part)]] if number % 2 else _with_code(part)
    return words


def _with_code(text: str) -> Iterator[Words]:
    at = 0
    for match in _CODE.finditer(text):
        yield Words(text[at : match.start()])
        yield Words(match[1] or match[2], "code")
        at = match.end()
    yield Words(text[at:])


def put_prose(setter: Typesetter, game: Ruleset, text: str) -> None:
    """Set an entry's text, paragraph by paragraph."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if paragraph:
            setter.blank()
            setter.paragraph(*prose_words(game, " ".join(paragraph.split())))


def put_docstring(setter: Typesetter, game: Ruleset, text: str) -> None:
    """Set a docstring: prose, sessions as they are, and what it raises."""
    for chunk in re.split(r"\n\s*\n", text.strip()):
        if chunk.startswith(">>>"):
            setter.blank()
            setter.verbatim(chunk, "code")
        elif chunk.startswith("Raises:"):
            setter.blank()
            setter.paragraph(Words("Refuses: ", "muted"), *_with_code(" ".join(chunk.split()[1:])))
        elif not chunk.startswith("Source:"):
            put_prose(setter, game, chunk)


def put_facts(setter: Typesetter, game: Ruleset, entry: Entry) -> None:
    """Set the figures of an entry: one a line, rows as tables; names of entries it refers to are links."""
    known = _names(game, entry)
    tables = []
    setter.blank()
    for name, value in entry.facts.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            tables.append((name, value))
        elif isinstance(value, list) and value and " " in str(value[0]):
            setter.paragraph(Words(f"{_title(name)}:", "muted"))
            for part in value:
                setter.paragraph(*_value(part, known), first="  · ", rest="    ")
        else:
            setter.paragraph(Words(f"{_title(name)}: ", "muted"), *_value(value, known), first="", rest="  ")
    for name, rows in tables:
        setter.heading(_title(name).capitalize())
        _put_rows(setter, rows, known)


def _put_rows(setter: Typesetter, rows: Sequence[Mapping[str, Any]], known: Mapping[str, str]) -> None:
    names = list(dict.fromkeys(key for row in rows for key in row))
    heads = [[Span(_title(name))] for name in names]
    cells = [[setter.spans(_value(row.get(name, "–"), known)) for name in names] for row in rows]
    put_grid(setter, heads, cells, keys=1)


def _names(game: Ruleset, entry: Entry) -> dict[str, str]:
    """What the entries that this one refers to may be called in its figures, with their ids."""
    names: dict[str, str] = {}
    for other in game.links_from(entry):
        for name in (other.slug, other.key, other.get("abbreviation"), *other.also):
            if name:
                names.setdefault(name, other.id)
    return names


def _value(value: Any, known: Mapping[str, str]) -> list[Words]:
    if isinstance(value, list):
        words: list[Words] = []
        for number, part in enumerate(value):
            words += [Words(", ")] * bool(number) + _value(part, known)
        return words
    if isinstance(value, str) and value in known:
        return [Words(value, target=known[value])]
    return [Words(show_value(value))]


def _title(name: str) -> str:
    return name.replace("_", " ")
