"""The results of a table: their order if they rise or fall with the dice, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesdb.model import Entry
from rulesdb.ruleset import Ruleset
from rulesdb.tables import Table, show_value

MAX_RANK = 6
_MEANINGS = ("marker", "term")


def result_order(table: Table) -> Sequence[Any]:
    """The results from the least to the greatest if the table states that they rise or fall with the dice.

    >>> from rulesdb import open_game
    >>> result_order(open_game("bug-hunter").table("combat-results"))
    ['none', 'P', 'stun', 'P#', 'W', 'I', 'K']
    """
    along = {claim["along"] for claim in table.entry.get("monotone", ())}
    labels: list[Any] = table.entry.get("result", {}).get("labels", [])
    return labels if along & {axis.name for axis in table.axes if axis.dice is not None} else []


def result_ranks(table: Table) -> Mapping[str, int]:
    """A number from 0 to :data:`MAX_RANK` for each result of an ordered table, by which it is colored."""
    order = result_order(table)
    last = max(1, len(order) - 1)
    return {show_value(value): round(place * MAX_RANK / last) for place, value in enumerate(order)}


def result_meanings(game: Ruleset, table: Table) -> Iterator[tuple[str, Entry]]:
    """The results that are a term or a marker of the game, by its slug or another name."""
    entries = {
        name: entry
        for kind in _MEANINGS
        for entry in game.of_kind(kind)
        for name in (entry.slug, *entry.also)
    }
    for label in table.entry.get("result", {}).get("labels", ()):
        if label in entries:
            yield label, entries[label]
