"""Everything that can be cited, its documents, and the meaning of targets of roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import NamedTuple

from builder.lint.registry import CodeDoc
from builder.scenario.model import Scenario
from rulesdb import Entry, InputError, Ruleset
from rulesdb.nearest import nearest

FOLDER = "reference"
# Lint codes do not belong to a game; their ids have this in its place.
PROGRAM = "brainbug"
_HINT = 160


def document_of(entry: Entry) -> str:
    """The page of an entry."""
    return f"{FOLDER}/{entry.game}/{entry.kind}/{entry.slug}"


def scenario_document(scenario: Scenario) -> str:
    """The page of a scenario."""
    return f"{FOLDER}/{scenario.ruleset.id}/scenarios/{scenario.id}"


def code_document(doc: CodeDoc) -> str:
    """The page of a lint code."""
    return f"{FOLDER}/lint/{doc.code}"


class Cited(NamedTuple):
    """Something that a role can refer to.

    ``document`` is the name of its page from the root, ``short`` its number, abbreviation or title, and
    ``names`` are other names for it, in lower case. ``opening`` is the beginning of its text.
    """

    id: str
    document: str
    title: str
    short: str
    names: frozenset[str]
    opening: str = ""

    @property
    def game(self) -> str:
        return self.id.partition(":")[0]

    @property
    def kind(self) -> str:
        return self.id.partition(":")[2].partition("/")[0]

    @property
    def slug(self) -> str:
        return self.id.partition("/")[2]

    @property
    def target(self) -> str:
        """The target for the role of its kind, and its name in the inventory."""
        return self.slug if self.game == PROGRAM else f"{self.game}:{self.slug}"


def cited_entry(entry: Entry) -> Cited:
    """An entry with the names that people use for it.

    >>> from rulesdb import open_game
    >>> gun = cited_entry(open_game("bug-hunter").find("weapon", "LAG"))
    >>> gun.target, gun.title, gun.short
    ('bug-hunter:light-assault-gun', 'Light assault gun', 'LAG')
    """
    numbered = entry.kind == "rule" and entry.slug[0].isdigit()
    abbreviation = str(entry.get("abbreviation", ""))
    names = (*entry.also, abbreviation, entry.title, entry.title.replace(" ", "-"))
    return Cited(
        entry.id,
        document_of(entry),
        entry.headline,
        entry.slug if numbered else abbreviation or entry.title,
        frozenset(name.casefold() for name in names if name),
    )


def cited_things(
    games: Iterable[Ruleset], scenarios: Iterable[Scenario], codes: Iterable[CodeDoc]
) -> dict[str, Cited]:
    """Everything that can be cited, by id."""
    things = [
        cited_entry(entry)._replace(opening=_opening(game, entry))
        for game in games
        for entry in game.all_entries.values()
    ]
    for scenario in scenarios:
        id, names = f"{scenario.ruleset.id}:scenario/{scenario.id}", frozenset({scenario.title.casefold()})
        things.append(Cited(id, scenario_document(scenario), scenario.title, scenario.title, names))
    for doc in codes:
        id, title = f"{PROGRAM}:code/{doc.code}", f"{doc.code} {doc.slug}"
        things.append(Cited(id, code_document(doc), title, doc.code, frozenset({doc.slug})))
    return {cited.id: cited for cited in things}


def _opening(game: Ruleset, entry: Entry) -> str:
    """The first sentences of an entry's text, as many as fit."""
    if entry.kind == "procedure":
        return ""
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z])", " ".join(game.plain_text(entry).split()))
    opening = sentences[0]
    for sentence in sentences[1:]:
        if len(opening) + len(sentence) >= _HINT:
            break
        opening += f" {sentence}"
    return shorten(opening, 2 * _HINT, placeholder=" …")


@dataclass(frozen=True)
class Names:
    """The names of everything that can be cited, by kind."""

    by_kind: Mapping[str, tuple[Cited, ...]]

    @classmethod
    def of(cls, things: Iterable[Cited]) -> Names:
        """Group things by kind, in order."""
        gathered: dict[str, list[Cited]] = {}
        for cited in things:
            gathered.setdefault(cited.kind, []).append(cited)
        return cls({kind: tuple(members) for kind, members in gathered.items()})

    def find(self, kind: str, target: str, game: str = "") -> tuple[Cited, ...]:
        """Everything of a kind that ``target`` can mean; several if it is ambiguous.

        A target is ``game:slug``, or a slug alone for an entry of ``game`` or of any other game. If nothing
        has this slug, abbreviations, other names and titles count.
        """
        prefix, colon, name = target.partition(":")
        things = self.by_kind.get(kind, ())
        if not colon:
            name = target
            at_home = tuple(cited for cited in things if cited.game == game)
            return _called(at_home, name) or _called(things, name)
        return _called(
            tuple(cited for cited in things if cited.game == prefix), name.removeprefix(f"{kind}/")
        )

    def find_one(self, kinds: Sequence[str], target: str, game: str = "") -> Cited:
        """The only thing of some kinds that ``target`` means.

        Raises:
            InputError: there is none, with the nearest, or there are several.
        """
        matches = [cited for kind in kinds for cited in self.find(kind, target, game)]
        words = " or ".join(kinds)
        if not matches:
            near = [name for kind in kinds for name in self.nearest(kind, target, game)][:3]
            raise InputError(f"no {words} {target}" + (f"; did you mean {', '.join(near)}?" if near else ""))
        if len(matches) > 1:
            meant = ", ".join(cited.target for cited in matches)
            raise InputError(f"{words} {target!r} is ambiguous: write one of {meant}")
        return matches[0]

    def nearest(self, kind: str, target: str, game: str = "") -> tuple[str, ...]:
        """The targets of that kind with the most similar spelling."""
        wanted = f"{game}:{target}" if game and ":" not in target else target
        return tuple(nearest(wanted, [cited.target for cited in self.by_kind.get(kind, ())]))


def _called(things: tuple[Cited, ...], name: str) -> tuple[Cited, ...]:
    wanted = name.casefold()
    by_slug = tuple(cited for cited in things if cited.slug.casefold() == wanted)
    return by_slug or tuple(cited for cited in things if wanted in cited.names)
