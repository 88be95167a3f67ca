"""Grids as text that fits a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulesdb.description import Grid, Piece, Place

Style = Callable[[Place, list[str]], list[str]]
"""Adds colors or links to the wrapped lines of a place."""

_GAP = "  "
_MIN_WIDTH = 20


@dataclass(frozen=True, slots=True)
class Rules:
    """The characters that lines are drawn with."""

    upright: str
    level: str
    cross: str


DRAWN = Rules("│", "─", "┼")
_PLAIN = Rules("|", "-", "+")


def terminal_width() -> int:
    """Columns of the terminal; 80 or the value of ``COLUMNS`` if the output is not a terminal."""
    return max(_MIN_WIDTH, shutil.get_terminal_size().columns)


def rules_for_output() -> Rules:
    """Box-drawing characters if the output can encode them, else plain ones."""
    try:
        "│─┼".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return _PLAIN
    return DRAWN


def grid_lines(
    grid: Grid, width: int, rules: Rules = DRAWN, style: Style = lambda place, lines: lines
) -> list[str]:
    """The lines of a grid, with its keys left of an upright rule.

    A cell may be broken at spaces and hyphens. A grid that is still too wide is drawn in parts, each with the
    keys again; if not even one column fits next to the keys, each cell has a line.

    >>> from rulesdb.description import Piece
    >>> row = [Place((Piece(text),)) for text in ("crew", "P", "stun")]
    >>> for line in grid_lines(Grid(("force", "1", "2-3"), (tuple(row),), 1, "die"), 40):
    ...     print(line)
          │ die
    force │ 1  2-3
    ──────┼────────
    crew  │ P  stun
    """
    rows = _without_repeated_keys(grid)
    texts = [list(grid.heads), *([place.lettered for place in row] for row in rows)]
    parts = _fit_columns(texts, grid.keys, width)
    if parts is None:
        return _cell_lines(grid, width, style)
    lines: list[str] = []
    for columns, widths in parts:
        part = [[row[column] for column in columns] for row in texts]
        places = [[row[column] for column in columns] for row in rows]
        lines += ["", *_draw(grid, part, places, widths, rules, style)]
    return lines[1:]


def _fit_columns(
    texts: Sequence[Sequence[str]], keys: int, width: int
) -> list[tuple[list[int], list[int]]] | None:
    """The columns of each part of a grid, and their widths; ``None`` if no column fits next to the keys."""
    parts: list[tuple[list[int], list[int]]] = []
    left = list(range(keys, len(texts[0])))
    while left:
        for count in range(len(left), 0, -1):
            chosen = [*range(keys), *left[:count]]
            # The rule after the keys is one wider than a gap.
            room = width - len(_GAP) * (len(chosen) - 1) - 1
            widths = _widths([[row[column] for column in chosen] for row in texts], room)
            if widths is not None:
                break
        else:
            return None
        parts.append((chosen, widths))
        left = left[count:]
    return parts


def _without_repeated_keys(grid: Grid) -> list[tuple[Place, ...]]:
    """The rows, without keys that repeat those of the row above, except the last key."""
    rows = []
    before: tuple[str, ...] = ()
    for row in grid.rows:
        keys = tuple(place.text for place in row[: grid.keys])
        blank = [before[: depth + 1] == keys[: depth + 1] for depth in range(grid.keys - 1)]
        rows.append((*(Place(()) if again else place for again, place in zip(blank, row, strict=False)),
                     *row[len(blank):]))  # fmt: skip
        before = keys
    return rows


def _draw(
    grid: Grid,
    texts: Sequence[Sequence[str]],
    places: Sequence[Sequence[Place]],
    widths: Sequence[int],
    rules: Rules,
    style: Style,
) -> list[str]:
    keys = grid.keys
    left = sum(widths[:keys]) + len(_GAP) * (keys - 1)
    right = sum(widths[keys:]) + len(_GAP) * (len(widths) - keys - 1)
    upright = f" {rules.upright} " if keys else ""
    lines = [f"{' ' * left}{upright}{grid.across}"] * bool(grid.across)
    for number, row in enumerate(texts):
        cells = []
        for column, (text, space) in enumerate(zip(row, widths, strict=True)):
            plain = _broken(text, space)
            styled = style(places[number - 1][column], plain) if text and number else plain
            # Padding stays outside of the color, so that the end of a line can be trimmed.
            cells.append([part + " " * (space - len(bare)) for part, bare in zip(styled, plain, strict=True)])
        blanks = [" " * space for space in widths]
        for line in range(max(map(len, cells))):
            parts = [
                cell[line] if line < len(cell) else blank for cell, blank in zip(cells, blanks, strict=True)
            ]
            lines.append(f"{_GAP.join(parts[:keys])}{upright}{_GAP.join(parts[keys:])}")
        if not number:
            rule = f"{rules.level * (left + 1)}{rules.cross}" if keys else ""
            lines.append(rule + rules.level * (right + 1))
    return [line.rstrip() for line in lines]


def _cell_lines(grid: Grid, width: int, style: Style) -> list[str]:
    """One line for each cell: its row, its column and its value."""
    lines = []
    for row in grid.rows:
        keys = [f"{head} {place.text}" for head, place in zip(grid.heads, row[: grid.keys], strict=False)]
        for head, place in zip(grid.heads[grid.keys :], row[grid.keys :], strict=True):
            label = f"{', '.join([*keys, f'{grid.across} {head}'.strip()])}: "
            labeled = Place((Piece(label, basis=place.basis), *place.pieces))
            wrapped = textwrap.wrap(labeled.lettered, width, subsequent_indent="  ", break_long_words=False)
            lines += style(labeled, wrapped)
    return lines


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """A width for each column, with wrapped cells if there is little room; ``None`` if they do not fit."""
    columns = list(zip(*rows, strict=True))
    wanted = [max(map(len, column)) for column in columns]
    if sum(wanted) <= room:
        return wanted
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
    if len(text) <= space:
        return [text]
    return textwrap.wrap(text, max(1, space), break_long_words=False) or [""]
