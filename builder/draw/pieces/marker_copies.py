"""How many of each marker a scenario can need, and the words that say why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.surface.wording import Words
from builder.scenario.things import Census
from rulesdb import Entry, Ruleset
from rulesdb.constraints import Selector

MAX_COPIES = 40
NOMINAL = 6
"""How many there are of each thing in print jobs without a scenario."""


@dataclass(frozen=True, slots=True)
class Need:
    """The number of copies of a marker, and the kinds of things that they are for, with their numbers.

    Without ``things``, every scenario needs the same number.
    """

    marker: Entry
    copies: int
    things: tuple[tuple[str, int], ...]


def marker_needs(game: Ruleset, census: Census | None) -> tuple[Need, ...]:
    """What a scenario needs of each marker; without a census, for :data:`NOMINAL` of everything."""
    return tuple(_need(marker, census) for marker in game.of_kind("marker"))


def reason(need: Need, words: Words) -> str:
    """For what there are so many of a marker; empty if every scenario needs the same number."""
    things = ", ".join(_things(kind, count, words) for kind, count in need.things)
    return words("marker.for", things=things) if things else ""


def both_words(marker: Entry) -> str:
    """The words on both sides of a marker, without breaks."""
    sides = (marker["front"], marker.get("back", marker["front"]))
    return " / ".join(dict.fromkeys(side_word(side) for side in sides))


def side_word(side: Mapping[str, Any]) -> str:
    """The word on one side of a marker, without breaks."""
    return " ".join(str(side.get("word", side["text"])).split()).replace("- ", "")


def _things(kind: str, count: int, words: Words) -> str:
    key = f"thing.{kind}"
    return words(key if key in words.texts else "thing.thing", count=count)


def rating_notes(game: Ruleset, words: Words) -> list[str]:
    """What the ratings on the bands of counters are; nothing if the game has none there."""
    ratings = game.printing.get("ratings")
    if not ratings:
        return []
    names = {side: words.of("rating", name) for side, name in ratings.items()}
    return [words("marker.ratings", **{side: words.of("score", name) for side, name in names.items()})]


def _need(marker: Entry, census: Census | None) -> Need:
    copies = marker["copies"]
    if isinstance(copies, int):
        return Need(marker, copies, ())
    terms: Sequence[Mapping[str, Any]] = (copies,) if isinstance(copies, Mapping) else copies
    total = 0
    things: dict[str, int] = {}
    for term in terms:
        selector = Selector.parse(term["for_each"])
        amount = NOMINAL if census is None else _amount(census, selector)
        number = math.ceil(amount * term.get("times", 1) / term.get("each", 1))
        number += term.get("plus", 0) if amount else 0
        total += min(number, term.get("most", MAX_COPIES))
        things[selector.kind] = things.get(selector.kind, 0) + amount
    present = tuple((kind, amount) for kind, amount in things.items() if amount)
    return Need(marker, min(total, MAX_COPIES), present)


def _amount(census: Census, selector: Selector) -> int:
    """The number of things that a selector selects; a force counts as its figures or creatures."""
    selected = census.selected(selector)
    if selector.kind != "force":
        return len(selected)
    counts = (thing.trait("count") for thing in selected)
    return sum(int(count) for count in counts if not isinstance(count, tuple))
