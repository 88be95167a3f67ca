"""The colors of results in the tables of an aid: those that the results have in the framed block."""

from __future__ import annotations

from collections.abc import Mapping

from builder.draw.surface.color_vision import contrast
from builder.draw.surface.entry_text import spelled
from builder.draw.surface.theme import Theme
from builder.draw.surface.wording import Words
from rulesdb import Ruleset, Table
from rulesdb.description.results import result_ranks

_GOOD = "good"


def tint_of_rank(rank: int, theme: Theme) -> tuple[str, str]:
    """The color of a result by its rank, and the color of text that is readable on it."""
    return _with_ink(theme[f"result_{rank}"] if rank else theme["paper"], theme)


def tints_of_results(
    game: Ruleset, table: Table, words: Words, theme: Theme
) -> Mapping[str, tuple[str, str]]:
    """The colors of results of a table and of text on them, by the result as cells and headings print it.

    A result is colored as in the framed block of the aid; the aid's ``colors`` say for other results which of
    those they are like, or that they are ``good``.
    """
    if table.result_type != "label" or not any(axis.dice for axis in table.axes):
        return {}
    ranks = {
        label: rank
        for row in game.aid.get("block", ())
        for cell in row
        if "results" in cell
        for label, rank in result_ranks(game.table(cell["results"])).items()
        if rank
    }
    alike: Mapping[str, str] = game.aid.get("colors", {})
    tints = {}
    for label in table.entry.get("result", {}).get("labels", ()):
        like = alike.get(label, label)
        if like == _GOOD:
            tints[spelled(label, words, table.entry.key)] = _with_ink(theme["result_good"], theme)
        elif like in ranks:
            tints[spelled(label, words, table.entry.key)] = tint_of_rank(ranks[like], theme)
    return tints


def _with_ink(tint: str, theme: Theme) -> tuple[str, str]:
    return tint, max((theme["ink"], theme["paper"]), key=lambda ink: contrast(ink, tint))
