"""The colors of results in the tables of an aid: those that the results have in the framed block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.draw.sentences.entry_text import spelled
from builder.draw.surface.color_vision import contrast
from builder.draw.surface.theme import Theme
from builder.draw.surface.wording import Words
from rulesdb import Ruleset, Table
from rulesdb.description.results import result_ranks

# The axis of a table that has a column for each result.
_RESULTS = "result"
# What results are like that the framed block does not have, as the colors of a theme.
_ALIKE = {"good": "good", "slight": "1", "light": "2", "wound": "4", "grave": "5", "fatal": "6"}


def tint_of_rank(rank: int, theme: Theme) -> tuple[str, str]:
    """The color of a result by its rank, and the color of text that is readable on it."""
    return _with_ink(theme[f"result_{rank}"] if rank else theme["paper"], theme)


def tint_alike(like: str, theme: Theme) -> tuple[str, str]:
    """The color of what is "good", "slight", "light", "wound", "grave" or "fatal", and of text on it."""
    return _with_ink(theme[f"result_{_ALIKE[like]}"], theme)


def tints_of_results(
    game: Ruleset, table: Table, heads: Sequence[str], words: Words, theme: Theme
) -> Mapping[str, tuple[str, str]]:
    """The colors of results of a table and of text on them, by the text of cells or headings.

    A result has its color in the framed block of the aid, or the aid's ``colors`` say what it is like. So has
    a column whose heading ends with such a result.
    """
    key = table.entry.key
    labels = table.entry.get("result", {}).get("labels", ())
    is_rolled = table.result_type == "label" and any(axis.dice for axis in table.axes)
    tints = _tints_of_block(game, words, theme, key) if is_rolled else {}
    across = [label for axis in table.axes if axis.name == _RESULTS for label in axis.labels]
    for label, like in game.aid.get("colors", {}).items():
        if (is_rolled and label in labels) or label in across:
            tints[spelled(label, words, key)] = tint_alike(like, theme)
    ends = {head: head.rpartition(", ")[2] for head in heads}
    return {**tints, **{head: tints[end] for head, end in ends.items() if end in tints}}


def _tints_of_block(game: Ruleset, words: Words, theme: Theme, key: str) -> dict[str, tuple[str, str]]:
    """The colors of the results that the framed block explains."""
    return {
        spelled(label, words, key): tint_of_rank(rank, theme)
        for row in game.aid.get("block", ())
        for cell in row
        if "results" in cell
        for label, rank in result_ranks(game.table(cell["results"])).items()
        if rank
    }


def _with_ink(tint: str, theme: Theme) -> tuple[str, str]:
    return tint, max((theme["ink"], theme["paper"]), key=lambda ink: contrast(ink, tint))
