"""What comes of a step of the framed block, as a row of colored cells below what has to be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builder.draw.sheets.aid.examples import filled_from
from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.result_tints import tint_alike
from builder.draw.surface.flow import Block
from rulesdb import Ruleset, Table


def outcomes_block(outcomes: Mapping[str, Any], aid: AidWriter) -> Block | None:
    """A row of outcomes, or of how a figure changes with each step of another; ``None`` if it is too wide."""
    words = aid.writer.words
    cells = list(_changes(aid.game, outcomes) if "table" in outcomes else _cells(outcomes, aid))
    heads = [words.term(outcomes["head"]), *(when for when, _, _ in cells)]
    row = [words.term(outcomes["row"]), *(then for _, then, _ in cells)]
    tints = {when: tint_alike(like, aid.writer.context.theme) for when, _, like in cells if like}
    return aid.rows(heads, [row], tints=tints)


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
