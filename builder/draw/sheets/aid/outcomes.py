"""What comes of a step of the framed block, as a row of colored cells below what has to be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.draw.sentences.entry_text import spelled
from builder.draw.sheets.aid.examples import filled_from
from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.result_tints import tint_alike
from builder.draw.surface.flow import Block
from builder.draw.surface.wording import Words
from rulesdb import Ruleset, Table


def outcomes_block(outcomes: Mapping[str, Any], aid: AidWriter) -> Block | None:
    """A row of outcomes, or of how a figure changes with each step of another; ``None`` if it is too wide.

    Least rolls that are ``modified_by`` a table have a row for each of its modifiers.
    """
    words = aid.writer.words
    cells = list(_changes(aid.game, outcomes) if "table" in outcomes else _cells(outcomes, aid))
    heads = [words.term(outcomes["head"]), *(when for when, _, _ in cells)]
    row = [words.term(outcomes["row"]), *(then for _, then, _ in cells)]
    theme = aid.writer.context.theme
    if "modified_by" in outcomes:
        rows = [row, *_modified(row, aid.game.table(outcomes["modified_by"]), words)]
        likes = {cell: _like(cell, outcomes["likes"]) for _, *needed in rows for cell in needed}
        return aid.rows(heads, rows, tints={cell: tint_alike(like, theme) for cell, like in likes.items()})
    tints = {when: tint_alike(like, theme) for when, _, like in cells if like}
    return aid.rows(heads, [row], tints=tints)


def _modified(row: Sequence[str], table: Table, words: Words) -> Iterator[list[str]]:
    """The least rolls of a row, each changed by one modifier of a table, the easiest first."""
    cells = sorted(table.cells(), key=lambda each: int(each[1].value))
    for at, cell in cells:
        names = ", ".join(spelled(label, words, table.entry.key) for label in at.values())
        yield [names, *(f"{_least(needed) + int(cell.value)}+" for needed in row[1:])]


def _like(needed: str, likes: Mapping[str, int]) -> str:
    """What a least roll is like: the first of some likenesses up to whose roll it is, or the last."""
    found = (like for like, most in likes.items() if _least(needed) <= most)
    return next(found, [*likes][-1])


def _least(needed: str) -> int:
    """The number of a least roll such as "7+"."""
    return int(needed.removesuffix("+"))


def _cells(outcomes: Mapping[str, Any], aid: AidWriter) -> Iterator[tuple[str, str, str]]:
    """When each outcome comes, what it is, and what it is like."""
    for cell in outcomes.get("cells", ()):
        when, then = (filled_from(aid.game, aid.writer.words, cell[key]) for key in ("when", "then"))
        yield when, then, cell.get("like", "")


def _changes(game: Ruleset, outcomes: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Ranges of as many as a table says each, and what is lost in each.

    >>> from rulesdb import open_game
    >>> loss = {"table": "range-loss", "each": "hexes for each die", "loss": "dice lost for each", "count": 3}
    >>> list(_changes(open_game("bugged"), loss))
    [('1-4', '0', ''), ('5-9', '-1', ''), ('10-14', '-2', '')]
    """
    table = game.table(outcomes["table"])
    each, loss = _figure(table, outcomes["each"]), _figure(table, outcomes["loss"])
    for number in range(outcomes["count"]):
        start = max(1, number * each)
        yield f"{start}-{(number + 1) * each - 1}", str(-number * loss), ""


def _figure(table: Table, label: str) -> int:
    result: int = table.lookup(**{table.axes[0].name: label}).result
    return result
