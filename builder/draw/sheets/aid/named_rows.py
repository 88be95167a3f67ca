"""Tables of classes, such as of terrain that is easy to cross, with a row for each thing by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from builder.draw.sentences.entry_text import spelled
from builder.draw.surface.wording import Words
from rulesdb import Entry, Ruleset, Table


def is_named(game: Ruleset, table: Table) -> bool:
    """Whether the aid of a game has the rows of a table by name."""
    return table.entry.slug in game.aid.get("row_names", {})


def by_name(game: Ruleset, table: Table, rows: Sequence[list[str]], words: Words) -> list[list[str]]:
    """The rows of a table of one axis, each as often as things are in its class, which are named.

    A class of which there is nothing keeps its own name.
    """
    given = game.aid.get("row_names", {}).get(table.entry.slug)
    if given is None:
        return [*rows]
    left_out = given.get("left_out", ())
    entries = [entry for entry in game.of_kind(given["kind"]) if entry.key not in left_out]
    named = []
    for label, row in zip(table.axes[0].labels, rows, strict=True):
        own = [entry for entry in entries if entry.get(given["by"]) == label]
        titles = [spelled(entry.slug, words, table.entry.key) for entry in own] or [row[0]]
        named += [[title, *row[1:]] for title in titles]
    return named


def names_in_use(game: Ruleset, aid: dict[str, Any], has_entry: Callable[[Entry], bool]) -> dict[str, Any]:
    """The names of rows of an aid without those of things that a scenario does not have."""
    return {
        slug: {**given, "left_out": [each.key for each in game.of_kind(given["kind"]) if not has_entry(each)]}
        for slug, given in aid.get("row_names", {}).items()
    }
