"""Rows and columns as text that fits a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Style = Callable[[int, int, str], str]

_GAP = "  "
_NARROWEST = 20


@dataclass(frozen=True, slots=True)
class Rules:
    """The characters that lines are drawn with."""

    upright: str
    level: str
    cross: str


_DRAWN = Rules("│", "─", "┼")
_PLAIN = Rules("|", "-", "+")


def terminal_width() -> int:
    """Columns of the terminal; where the output goes elsewhere, 80, or what ``COLUMNS`` says."""
    return max(_NARROWEST, shutil.get_terminal_size().columns)


def rules_for_output() -> Rules:
    """Drawn lines where the output can show them, else plain ones."""
    try:
        "│─┼".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return _PLAIN
    return _DRAWN


def draw_grid(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    labels: int,
    width: int,
    rules: Rules = _DRAWN,
    across: str = "",
    style: Style = lambda row, column, text: text,
) -> list[str] | None:
    """Lines of a table with ``labels`` columns left of an upright rule; ``None`` where it cannot fit.

    A cell may be broken at spaces and hyphens. ``across`` stands above the columns right of the rule.
    ``style`` colors a cell, by row and column, once it has its place.

    >>> for line in draw_grid(["force", "1", "2-3"], [["crew", "P", "stun"]], 1, 40, across="die"):
    ...     print(line)
          │ die
    force │ 1  2-3
    ──────┼────────
    crew  │ P  stun
    """
    wide = _widths([heads, *rows], width)
    if wide is None:
        return None
    left = sum(wide[:labels]) + len(_GAP) * (labels - 1)
    right = sum(wide[labels:]) + len(_GAP) * (len(wide) - labels - 1)
    lines = [f"{' ' * left} {rules.upright} {across}"] * bool(across)
    lines += _row(heads, wide, labels, rules)
    lines.append(rules.level * (left + 1) + rules.cross + rules.level * (right + 1))
    for number, row in enumerate(rows):
        lines += _row(row, wide, labels, rules, number, style)
    return [line.rstrip() for line in lines]


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """A width for each column: what it wants, less where there is no room; ``None`` where none is enough."""
    columns = list(zip(*rows, strict=True))
    room = width - len(_GAP) * (len(columns) - 2) - 3
    wanted = [max(map(len, column)) for column in columns]
    least = [max(map(_longest_word, column)) for column in columns]
    if sum(least) > room:
        return None
    while sum(wanted) > room:
        widest = max(
            (place for place in range(len(columns)) if wanted[place] > least[place]),
            key=lambda place: wanted[place],
        )
        wanted[widest] -= 1
    return [
        max(len(line) for text in column for line in _broken(text, space))
        for column, space in zip(columns, wanted, strict=True)
    ]


def _longest_word(text: str) -> int:
    return max(map(len, _broken(text, 1)))


def _broken(text: str, space: int) -> list[str]:
    return textwrap.wrap(text, max(1, space), break_long_words=False) or [""]


def _row(
    row: Sequence[str],
    wide: Sequence[int],
    labels: int,
    rules: Rules,
    number: int = 0,
    style: Style = lambda row, column, text: text,
) -> list[str]:
    """The lines of one row, as many as its tallest cell has."""
    cells = [_broken(text, space) for text, space in zip(row, wide, strict=True)]
    lines = []
    for line in range(max(map(len, cells))):
        shown = []
        for column, (cell, space) in enumerate(zip(cells, wide, strict=True)):
            text = cell[line] if line < len(cell) else ""
            # Padding stays outside of the color, so that the end of a line can be trimmed.
            shown.append((style(number, column, text) if text else "") + " " * (space - len(text)))
        lines.append(f"{_GAP.join(shown[:labels])} {rules.upright} {_GAP.join(shown[labels:])}")
    return lines
