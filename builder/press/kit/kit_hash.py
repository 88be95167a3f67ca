"""The hash of a kit: short enough to be typed from its cover, and shows which parts have changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.surface.markup import markup
from builder.press.kit.parts import MARKS
from builder.press.pages.page import SMALL_PRINT, Page
from rulesdb import Entry, InputError, Ruleset
from rulesdb.errors import brief_repr

RULES = "rules"
# Letters and digits that cannot be confused: Douglas Crockford's base 32.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("OIL", "011")
_SHORT = 4
_ALL_MARKS: Mapping[str, str] = {**MARKS, RULES: "X"}


@dataclass(frozen=True, slots=True)
class KitHash:
    """Four characters for the look, and four for each part and for the rules that it uses.

    The chance that two contents have the same four characters is one in a million.

    >>> print(KitHash("8Q2K", {"map": "F0T4", "rules": "92HD"}))
    8Q2K-MF0T4-X92HD
    >>> KitHash.parse("8q2k mfot4 x92hd").parts["map"]
    'F0T4'
    """

    look: str
    parts: Mapping[str, str]

    def __str__(self) -> str:
        return "-".join([self.look, *(_ALL_MARKS[part] + short for part, short in self.parts.items())])

    @classmethod
    def parse(cls, text: str) -> KitHash:
        """A hash as typed: in either case, with spaces or hyphens, an O for a zero.

        Raises:
            InputError: it is not the hash of a kit.
        """
        look, *groups = re.split(r"[\s-]+", text.strip().upper().translate(_MISREAD))
        part_by_mark = {mark: part for part, mark in _ALL_MARKS.items()}
        parts = {part_by_mark.get(group[:1], ""): group[1:] for group in groups}
        shorts = (look, *parts.values())
        is_sound = all(len(short) == _SHORT and set(short) <= set(_LETTERS) for short in shorts)
        if not groups or "" in parts or len(parts) < len(groups) or not is_sound:
            example = cls("8Q2K", {"map": "F0T4", RULES: "92HD"})
            given = brief_repr(text)
            raise InputError(f"{given} is not the hash of a kit, such as {example}; see the kit's cover")
        return cls(look, parts)


def look_hash(paper: str, theme: str, language: str) -> str:
    """The short hash of a kit's paper, theme and language."""
    return _short([paper, theme, language])


def hash_kit(look: str, parts: Mapping[str, Sequence[str]], rules: Mapping[str, str]) -> KitHash:
    """The hash of a kit from the hashes of its pages by part, and from those of the entries that it uses."""
    shorts = {part: _short(digests) for part, digests in parts.items()}
    shorts[RULES] = _short(f"{id} {digest}" for id, digest in sorted(rules.items()))
    return KitHash(look, shorts)


def hash_page(page: Page) -> str:
    """The SHA-256 of a page's content without its small print, which names the program and lint's result."""
    digest = hashlib.sha256(f"{page.drawing.width} {page.drawing.height} {page.title}".encode())
    for element in page.drawing.content.elements:
        if getattr(element, "attribs", {}).get("class") != SMALL_PRINT:
            digest.update(markup(element).encode())
    return digest.hexdigest()


def hash_entry(entry: Entry, game: Ruleset) -> str:
    """The SHA-256 of an entry's content: title, text, figures, and the cells of a table."""
    provenance = entry.provenance
    content: list[Any] = [entry.title, entry.text, str(provenance.source), provenance.basis, entry.facts]
    if entry.slug in game.tables and entry.kind == "table":
        table = game.tables[entry.slug]
        content += [repr(table.axes), repr(table.modifiers), repr(table.root)]
    return hashlib.sha256(json.dumps(_plain(content), sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)


def _short(lines: Iterable[str]) -> str:
    number = int.from_bytes(hashlib.sha256("\n".join(lines).encode()).digest())
    letters = ""
    for _ in range(_SHORT):
        number, last = divmod(number, len(_LETTERS))
        letters += _LETTERS[last]
    return letters
