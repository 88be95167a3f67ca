"""What is shown of an answer: the result, its basis, how it came about, and the exact odds."""

from __future__ import annotations

import click

from builder.browse.page import Page, PageLinks
from builder.draw.sheets.odds_sheet import OddsSheet
from builder.reading.text_grid import DRAWN
from builder.terminal.answer_text import answer_lines
from builder.terminal.executing import Resolved
from builder.terminal.odds_text import format_odds


def outcome_page(width: int, resolved: Resolved | None, odds: OddsSheet | None, error: str = "") -> Page:
    """An answer or the reason why there is none, then the odds of the next roll."""
    lines = [click.style(error, fg="red", bold=True)] if error else []
    if resolved is not None:
        answer = resolved.answer
        lines += answer_lines(answer, resolved.link, width, DRAWN, max_steps=len(answer.trace))
    if odds is not None:
        lines += ["", click.style("Exact odds", bold=True), *format_odds(odds, width)]
    return PageLinks().page(lines, width)
