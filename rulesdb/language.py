"""A game's titles, labels and texts in another language, from the files of ``kind: language`` in its folder.

Ids, labels to look up and figures stay as they are; only what people read is translated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from rulesdb.model import Entry, Side
from rulesdb.nearest import did_you_mean
from rulesdb.ruleset import Ruleset
from rulesdb.tables import Table
from rulesdb.yaml_source import DataPath

LABELS = "labels"
TAGLINE = "tagline"
USUAL = "usual"
# The facts that are texts for people, not names of other things.
_TEXTS = frozenset(
    {
        "card",
        "columns",
        "conditions",
        "does",
        "entrances_in_use",
        "group",
        "label",
        "layout",
        "note",
        "optional",
        "play",
        "short",
        "text",
        "title",
        "word",
    }
)
# In phases, tracks and aids, these keys have titles that are translated like texts.
_NAMES = frozenset({"of", "sequence", "step"})
_NO_TEXTS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Terms:
    """Short texts of a game in another language; without any, each text stays as it is."""

    texts: Mapping[str, str] = field(default_factory=lambda: _NO_TEXTS)
    entries: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _NO_TEXTS)

    def __call__(self, text: str, entry: str = "") -> str:
        """The term for a text, or for each of the texts between commas; ``entry`` is the key of its table.

        >>> terms = Terms({"tank bug": "Panzerkäfer", "hit": "getroffen"})
        >>> terms("Tank Bug"), terms("Hit"), terms("tank bug, HIT, 4+")
        ('Panzerkäfer', 'Getroffen', 'Panzerkäfer, GETROFFEN, 4+')
        """
        if not self.texts:
            return text
        own = self.entries.get(entry, _NO_TEXTS).get(LABELS, _NO_TEXTS)
        whole = own.get(text) or self._term(text)
        if whole is not None:
            return whole
        parts = [(part, own.get(part) or self._term(part)) for part in text.split(", ")]
        # Abbreviations and numbers need no term; a sentence is not a list.
        if any(term is None and part != part.upper() for part, term in parts):
            return text
        return ", ".join(term or part for part, term in parts)

    @cached_property
    def _by_form(self) -> Mapping[str, str]:
        # The text of a marker, in capitals, is a term of its own.
        in_order = sorted(self.texts.items(), key=lambda item: not item[0].isupper())
        return {text.casefold(): term for text, term in in_order}

    def _term(self, text: str) -> str | None:
        """The term for a text, with capitals like the text."""
        if text in self.texts:
            return self.texts[text]
        term = self._by_form.get(text.casefold())
        if term is None or not text:
            return None
        if text.isupper() and len(text) > 1:
            return term.upper()
        return term[0].upper() + term[1:] if text[0].isupper() else term


def terms_of(game: Ruleset, language: str) -> Terms:
    """The terms of a game in a language; empty if it has none."""
    data = game.languages.get(language)
    return Terms(data["terms"], data.get("entries", _NO_TEXTS)) if data is not None else Terms()


def in_language(game: Ruleset, language: str) -> Ruleset:
    """The game with its titles and texts in a language, or the game itself if it has none.

    >>> from rulesdb import open_game
    >>> in_language(open_game("bug-hunter"), "de").entry("weapon/machine-pistol").title
    'Maschinenpistole'
    """
    terms = terms_of(game, language)
    if not terms.texts:
        return game
    entries = {key: _translated(entry, terms) for key, entry in game.entries.items()}
    tables: dict[str, Table] = {
        slug: replace(table, entry=entries[table.entry.key]) for slug, table in game.tables.items()
    }
    return replace(
        game,
        entries=MappingProxyType(entries),
        tables=MappingProxyType(tables),
        sides=tuple(_side_in(side, terms) for side in game.sides),
        teams=MappingProxyType({**game.teams, **_named(terms, game.teams, USUAL)}),
        tracks=tuple(_texts_in(track, terms, _TEXTS | _NAMES) for track in game.tracks),
        aid=_texts_in(game.aid, terms, _TEXTS | _NAMES),
        face=MappingProxyType({**game.face, **_named(terms, game.face, TAGLINE)}),
    )


def _side_in(side: Side, terms: Terms) -> Side:
    player = terms(side.player) if side.player else ""
    return replace(side, title=terms(side.title), text=terms(side.text), player=player)


def _named(terms: Terms, data: Mapping[str, Any], key: str) -> dict[str, str]:
    """The text under a key in this language, if there is one."""
    return {key: terms(data[key])} if key in data else {}


def _translated(entry: Entry, terms: Terms) -> Entry:
    own = terms.entries.get(entry.key, _NO_TEXTS)
    keys = _TEXTS | _NAMES if entry.kind == "phase" else _TEXTS
    facts = overlaid(_texts_in(entry.facts, terms, keys), own)
    return replace(
        entry,
        title=own.get("title") or terms(entry.title),
        text=str(own.get("text", entry.text)).strip(),
        facts=MappingProxyType({key: facts[key] for key in entry.facts}),
    )


def _texts_in(data: Any, terms: Terms, keys: Collection[str], key: str = "") -> Any:
    """The same data with the texts under some keys translated; those of markers keep their line breaks."""
    if isinstance(data, str):
        if key not in keys:
            return data
        text = terms(" ".join(data.split()))
        return text.replace(" ", "\n") if "\n" in data.strip() else text
    if isinstance(data, Mapping):
        return {name: _texts_in(part, terms, keys, str(name)) for name, part in data.items()}
    return [_texts_in(part, terms, keys, key) for part in data] if isinstance(data, list | tuple) else data


def overlaid(data: Any, texts: Any) -> Any:
    """The same data with those texts that ``texts`` has for it.

    A list is matched by the ``id`` of its items, or item by item if ``texts`` has a list too.

    >>> overlaid({"zones": [{"id": "nest", "title": "Nest"}]}, {"zones": {"nest": {"title": "Bau"}}})
    {'zones': [{'id': 'nest', 'title': 'Bau'}]}
    """
    if isinstance(data, Mapping) and isinstance(texts, Mapping):
        return {key: overlaid(part, texts[key]) if key in texts else part for key, part in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        if isinstance(texts, Mapping):
            return [overlaid(item, texts.get(str(item.get("id")), {})) for item in data]
        if isinstance(texts, Sequence) and not isinstance(texts, str):
            more = [*texts, *([{}] * (len(data) - len(texts)))]
            return [overlaid(item, text) for item, text in zip(data, more, strict=False)]
    return texts if isinstance(texts, str) and isinstance(data, str) else data


def stray_texts(data: Any, texts: Any, path: DataPath = ()) -> Iterator[tuple[DataPath, str]]:
    """The paths of texts for which ``data`` has none, with a hint."""
    if isinstance(data, Mapping) and isinstance(texts, Mapping):
        for key, text in texts.items():
            if key in data:
                yield from stray_texts(data[key], text, (*path, key))
            else:
                yield (*path, key), did_you_mean(str(key), list(map(str, data)))
    elif isinstance(data, Sequence) and not isinstance(data, str) and isinstance(texts, Mapping):
        items = {str(item["id"]): item for item in data if isinstance(item, Mapping) and "id" in item}
        yield from stray_texts(items, texts, path)
    elif isinstance(data, Sequence) and not isinstance(data, str) and isinstance(texts, Sequence):
        if isinstance(texts, str) or len(texts) > len(data):
            yield path, f"write a list of {len(data)}"
        else:
            for index, text in enumerate(texts):
                yield from stray_texts(data[index], text, (*path, index))
    elif not (isinstance(data, str) and isinstance(texts, str)):
        yield path, "only texts are translated"
