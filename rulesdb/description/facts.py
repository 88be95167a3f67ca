"""The figures of an entry as titled facts, with links to the entries that they name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesdb.description.grids import record_grid, words_of
from rulesdb.description.model import Fact, Piece, Prose
from rulesdb.links import replace_links
from rulesdb.model import Basis, Entry
from rulesdb.tables import show_value

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

_IN_TABLE = {"axes", "cells", "result", "modifiers", "beyond", "hit_policy", "otherwise", "monotone"}
_ABOUT_FACTS = {"bases"}
# How counters look, which only drawings need.
_LOOKS = {
    "family",
    "figure",
    "hidden",
    "icon",
    "in_hand",
    "key",
    "person",
    "patches",
    "persons",
    "portrait",
    "scene",
    "short",
    "turned",
    "word",
}
_DRAWN = {"counter", "front", "back"}
# Open questions, with suggestions that are house values.
SILENT = "silent"
_MARKUP = re.compile("\0(\\d+)\0|``(.+?)``|`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Replaced:
    """The value of a fact before a supplement replaced it, and the title of that supplement."""

    before: Any
    layer: str


def facts_of(entry: Entry) -> Mapping[str, Any]:
    """The figures of an entry, without those that a grid or a remark shows."""
    left_out = _IN_TABLE if entry.kind == "table" else _ABOUT_FACTS | _LOOKS
    facts = {name: value for name, value in entry.facts.items() if name not in left_out}
    for name in _DRAWN & facts.keys():
        facts[name] = {part: value for part, value in facts[name].items() if part not in _LOOKS}
    return {name: value for name, value in facts.items() if value or name not in _DRAWN}


def bases_of(entry: Entry) -> Sequence[Mapping[str, Any]]:
    """The figures whose basis differs from that of the entry, as a rules file writes them."""
    stated: Sequence[Mapping[str, Any]] = entry.get("bases", ())
    if SILENT not in entry.facts:
        return stated
    return (*stated, {"of": SILENT, "basis": "house", "note": "The suggestions are brainbug's own."})


def describe_facts(entry: Entry, game: Ruleset | None, replaced: Mapping[str, Replaced]) -> tuple[Fact, ...]:
    """A fact for each figure: lists of records as grids, lists of sentences as items."""
    targets = _targets(entry, game)
    remarks = _remarks(entry, replaced)

    def as_prose(value: Any) -> Prose:
        if isinstance(value, list) and value:
            parts = [part for item in value for part in (Piece(", "), *as_prose(item))]
            return tuple(parts[1:])
        entry = targets.get(value) if isinstance(value, str) else None
        text = " ".join(show_value(value).split())
        if entry is None:
            return (Piece(text),)
        return (Piece(text, target=entry.id, titled=value in (entry.slug, entry.key)),)

    facts = []
    for name, value in facts_of(entry).items():
        title = "not in the book" if name == SILENT else name.replace("_", " ")
        basis, remark = remarks.get(name, (Basis.PRINTED, ""))
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            facts.append(Fact(title, grid=record_grid(value, as_prose), remark=remark, basis=basis))
        elif isinstance(value, list) and any(" " in str(part) for part in value):
            facts.append(Fact(title, items=tuple(map(as_prose, value)), remark=remark, basis=basis))
        else:
            facts.append(Fact(title, as_prose(value), remark=remark, basis=basis))
    return tuple(facts)


def prose_of(text: str, game: Ruleset | None, of: str = "") -> Prose:
    """A paragraph as pieces: ``[[kind/slug]]`` becomes a link with its words or the title of the entry.

    ``of`` is the id of the game, for links if the game is not given.
    """
    links: list[Piece] = []

    def keep(key: str, words: str | None) -> str:
        entry = game.all_entries.get(key) if game is not None else None
        title = entry.title.lower() if entry is not None else words_of(key.partition("/")[2])
        links.append(Piece(words or title, target=f"{of}:{key}", titled=not words))
        return f"\0{len(links) - 1}\0"

    text = replace_links(" ".join(text.split()), keep)
    pieces: list[Piece] = []
    at = 0
    for match in _MARKUP.finditer(text):
        pieces.append(Piece(text[at : match.start()]))
        pieces.append(links[int(match[1])] if match[1] else Piece(match[2] or match[3], code=True))
        at = match.end()
    pieces.append(Piece(text[at:]))
    return tuple(piece for piece in pieces if piece.text)


def _targets(entry: Entry, game: Ruleset | None) -> dict[str, Entry]:
    """The entries that this one links to, by every name that its figures may use."""
    targets: dict[str, Entry] = {}
    for other in game.links_from(entry) if game is not None else ():
        for name in (other.slug, other.key, other.get("abbreviation"), *other.also):
            if name:
                targets.setdefault(name, other)
    return targets


def _remarks(entry: Entry, replaced: Mapping[str, Replaced]) -> dict[str, tuple[Basis, str]]:
    """The basis and a remark for each figure whose basis differs from the entry's."""
    remarks: dict[str, tuple[Basis, str]] = {}
    for about in bases_of(entry):
        basis = Basis(about["basis"])
        notes = [about.get("note", ""), *(f"otherwise: {other}" for other in about.get("alternatives", ()))]
        name, _, part = str(about["of"]).partition(".")
        text = " ".join([f"{part.replace('_', ' ')} {basis}:".strip(), *filter(None, notes)])
        earlier = f"{remarks[name][1]} " if name in remarks else ""
        remarks[name] = basis, earlier + text
    for name, change in replaced.items():
        text = f"supplement {change.layer}; before: {show_value(change.before)}"
        remarks[name] = Basis.SUPPLEMENT, text
    return remarks
