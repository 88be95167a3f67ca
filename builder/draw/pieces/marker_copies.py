"""How many of each marker a scenario can need, and which of its sides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.maps.set_up_signs import goal_numerals
from builder.draw.surface.wording import Words
from builder.scenario.things import Census
from rulesdb import Entry, Ruleset
from rulesdb.constraints import Selector

MAX_COPIES = 40
NOMINAL = 6
"""How many there are of each thing in print jobs without a scenario; hidden ones are taken for sixes."""


@dataclass(frozen=True, slots=True)
class Need:
    """The number of copies of a marker, and its two sides, which can be the same.

    ``of`` is the id of the thing after which it is named, if it is.
    """

    marker: Entry
    copies: int
    front: Mapping[str, Any]
    back: Mapping[str, Any]
    of: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The word on the front, then that on the back if it is another one."""
        return tuple(dict.fromkeys((side_word(self.front), side_word(self.back))))

    @property
    def meanings(self) -> tuple[str, ...]:
        """The meaning of the front, then that of the back if it is another; none if the data have none."""
        return tuple(dict.fromkeys(str(side["does"]) for side in (self.front, self.back) if "does" in side))

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """The word on each side with its meaning, or all words with all meanings if their numbers differ."""
        words, meanings = self.words, self.meanings
        if len(words) == len(meanings):
            return tuple(zip(words, meanings, strict=True))
        return ((" / ".join(words), " / ".join(meanings)),)

    @property
    def unused(self) -> tuple[str, ...]:
        """The figures on its sides that no rule uses."""
        sides = (side for side in (self.front, self.back) if side.get("unused"))
        return tuple(dict.fromkeys(str(side["value"]) for side in sides))

    @property
    def is_for_cards(self) -> bool:
        """Whether it belongs to cards: a scenario with any card has it, as nobody may know who has which."""
        return self._is_for("card")

    @property
    def numerals(self) -> list[str]:
        """The numerals of its copies, if there is one for each of several objectives; else empty ones."""
        return goal_numerals(self.copies) if self._is_for("objective") else [""] * self.copies

    def _is_for(self, kind: str) -> bool:
        """Whether there are copies for each thing of a kind."""
        return any(Selector.parse(term["for_each"]).kind == kind for term in _terms(self.marker["copies"]))


def marker_needs(game: Ruleset, census: Census | None) -> tuple[Need, ...]:
    """The number of each marker that a scenario needs; without a census, for :data:`NOMINAL` of everything.

    A marker for a rule that the scenario replaces has no copies. A side that nothing in the scenario needs
    is like the other side.
    """
    return tuple(need for marker in game.of_kind("marker") for need in _needs(marker, census))


def side_word(side: Mapping[str, Any]) -> str:
    """The word on one side of a marker, without breaks."""
    return " ".join(str(side.get("word", side["text"])).split())


def rating_notes(game: Ruleset, words: Words) -> list[str]:
    """Notes on the ratings on the bands of counters; none if they have fewer than two."""
    ratings = game.printing.get("ratings", {})
    if len(ratings) < 2:
        return []
    names = {side: words.of("rating", name) for side, name in ratings.items()}
    return [words("marker.ratings", **{side: words.of("score", name) for side, name in names.items()})]


def _needs(marker: Entry, census: Census | None) -> Iterator[Need]:
    """The need of a marker, or that of each thing after which it is named."""
    need = _need(marker, census)
    if census is None or "named_after" not in marker.facts or not need.copies:
        yield need
        return
    for thing in census.selected(Selector.parse(marker["named_after"])):
        look = {"text": getattr(thing.about, "word", ""), "icon": getattr(thing.about, "icon", "")}
        front = {**need.front, **{name: value for name, value in look.items() if value}}
        back = front if need.back is need.front else need.back
        yield Need(marker, 1, front, back, getattr(thing.about, "id", ""))


def _need(marker: Entry, census: Census | None) -> Need:
    copies, front = marker["copies"], marker["front"]
    back = marker.get("back", front)
    if census is not None:
        if "unless" in marker.facts and census.selected(Selector.parse(marker["unless"])):
            return Need(marker, 0, front, back)
        front, back = (
            (front if _is_of_use(front, census) else back),
            (back if _is_of_use(back, census) else front),
        )
    if isinstance(copies, int):
        return Need(marker, copies, front, back)
    total = 0
    for term in _terms(copies):
        selector, trait = Selector.parse(term["for_each"]), str(term.get("sum", ""))
        amount = NOMINAL if census is None else _amount(census, selector, trait)
        number = math.ceil(amount * term.get("times", 1) / term.get("each", 1))
        number += term.get("plus", 0) if amount else 0
        total += min(number, term.get("most", MAX_COPIES))
    return Need(marker, min(total, MAX_COPIES), front, back)


def _terms(copies: Any) -> Sequence[Mapping[str, Any]]:
    """The terms of the sum that gives the number of copies, besides a fixed number."""
    return () if isinstance(copies, int) else (copies,) if isinstance(copies, Mapping) else copies


def _is_of_use(side: Mapping[str, Any], census: Census) -> bool:
    """Whether a scenario has what a side of a marker is for, or any of several things."""
    needs = side.get("needs", ())
    needed = needs if isinstance(needs, list | tuple) else (needs,)
    return not needed or any(census.selected(Selector.parse(each)) for each in needed)


def _amount(census: Census, selector: Selector, summed: str = "") -> int:
    """The number of things that a selector selects, or the sum of a trait of theirs.

    A force counts as its figures or creatures. If these are hidden, their number is rounded up, so that the
    markers do not tell it.
    """
    selected = census.selected(selector)
    if summed:
        traits = (thing.trait(summed) for thing in selected)
        return sum(trait for trait in traits if isinstance(trait, int))
    if selector.kind != "force":
        return len(selected)
    total = 0
    for thing in selected:
        count = thing.trait("count")
        number = 0 if isinstance(count, tuple) else int(count)
        is_hidden = thing.trait("hidden") == ("yes",)
        total += math.ceil(number / NOMINAL) * NOMINAL if is_hidden else number
    return total
