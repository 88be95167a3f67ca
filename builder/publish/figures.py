"""The figures of an entry: a list, or on its page a card for each table, with bars for a row of numbers."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from builder.publish.badges import badge_html
from builder.publish.markdown import escaped, pieces, role_of
from builder.reading.markdown import figure_parts, lettered, pipe_table
from rulesdb import Basis
from rulesdb.description import Figure, Grid, plain

_MIN_BARS = 3
# A percentage at which a bar has room for its number.
_MIN_BAR = 22
_NUMBER = re.compile("[0-9]{1,9}")


def figure_lines(figures: Sequence[Figure]) -> list[str]:
    """The figures as a list and tables, with links to their tables."""
    return figure_parts(figures, _name, pieces, _table, "**Figures**")


def figure_cards(figures: Sequence[Figure]) -> list[str]:
    """The figures as Markdown with HTML around it, each with a link to its table."""
    if not figures:
        return []
    cards = [part for figure in figures for part in _card(figure)]
    return ["## Figures", '<div class="bb-figures">', *cards, "</div>"]


def _card(figure: Figure) -> list[str]:
    content = _bars(figure) or lettered(figure.line, pieces) or _table(figure.grid)
    kind = "bb-figure" if figure.line else "bb-figure bb-figure-wide"
    notes = [f"<sup>{note.letter}</sup> {escaped(figure.note_text(note))}" for note in figure.grid.notes]
    return [f'<div class="{kind}">', _name(figure), content, *notes, "</div>"]


def _name(figure: Figure) -> str:
    basis = figure.provenance.basis
    mark = "" if basis is Basis.PRINTED else f" {badge_html(basis)}"
    return f"{role_of(figure.table.id)}{escaped(figure.qualifier)}{mark}"


def _bars(figure: Figure) -> str:
    """Bars for a row of numbers in ranges; empty for other figures."""
    grid = figure.grid
    texts = [plain(place.pieces) for place in grid.rows[0]] if figure.line else []
    is_scale = all(head[:1].isdigit() for head in grid.heads)
    if len(texts) < _MIN_BARS or not is_scale or not all(map(_NUMBER.fullmatch, texts)) or grid.notes:
        return ""
    highest = max(1, *map(int, texts))
    bars = [
        f'<span style="--bb-bar:{max(_MIN_BAR, round(int(text) * 100 / highest))}%">'
        f"<b>{text}</b><small>{html.escape(head)}</small></span>"
        for head, text in zip(grid.heads, texts, strict=True)
    ]
    read = f'<p class="bb-only-read">{html.escape(plain(figure.line))}</p>'
    return f'{read}<div class="bb-columns-chart" aria-hidden="true">{"".join(bars)}</div>'


def _table(grid: Grid) -> str:
    rows = [[lettered(place.pieces, pieces) for place in row] for row in grid.rows]
    return pipe_table([escaped(head) for head in grid.heads], rows)
