"""The assumptions of a game: the choices that play follows if the book is silent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesdb import InputError, Ruleset
from rulesdb.nearest import did_you_mean

KIND = "assumption"


def choose_assumptions(game: Ruleset, swaps: Sequence[str] = ()) -> Mapping[str, str]:
    """The choice for each assumption of a game; ``swaps`` are texts such as ``stacking=shared``.

    Raises:
        InputError: a swap names no assumption or no choice of it, or one assumption twice.
    """
    entries = {entry.slug: entry for entry in game.of_kind(KIND)}
    chosen = {slug: str(entry["default"]) for slug, entry in entries.items()}
    swapped: set[str] = set()
    for text in swaps:
        id, equals, choice = text.partition("=")
        if not equals:
            raise InputError(f"{text}: write it as id=choice")
        if id not in entries:
            raise InputError(f"{text}: {game.title} has no assumption {id}: {did_you_mean(id, entries)}")
        choices = [str(item["id"]) for item in entries[id]["choices"]]
        if choice not in choices:
            raise InputError(f"{text}: {id} has no choice {choice}: {did_you_mean(choice, choices)}")
        if id in swapped:
            raise InputError(f"{text}: {id} is given twice")
        swapped.add(id)
        chosen[id] = choice
    return chosen
