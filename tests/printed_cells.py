"""The cells of a table on a page of a PDF, read by row and column from the places of its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Word = dict[str, Any]
# A letter with its left and right edge in mm, and the letters by their baseline in tenths of a mm.
Letter = tuple[str, float, float]
Letters = Mapping[int, Sequence[Letter]]
# In points: what is on one line, how far apart columns are at least, and how exactly columns are aligned.
_LINE, _GAP, _ALIGNED = 1.0, 3.4, 0.8


@dataclass(frozen=True)
class Sheet:
    """The words, horizontal lines, rectangles and letters of a page."""

    words: list[Word]
    lines: list[dict[str, Any]]
    rects: list[dict[str, Any]]
    letters: Letters


@dataclass(frozen=True)
class Printed:
    """What is below the title of a table: its words, and the edges of its rows from the top down."""

    words: list[Word]
    edges: list[float]


@dataclass(frozen=True)
class Run:
    """Words of one line and one column."""

    text: str
    left: float
    right: float

    def is_aligned(self, other: Run) -> bool:
        """Whether both begin at the same place, or have the same middle."""
        middle = (self.left + self.right - other.left - other.right) / 2
        return abs(self.left - other.left) < _ALIGNED or abs(middle) < _ALIGNED


def lines_of(words: Sequence[Word]) -> list[list[Run]]:
    """The lines of some words from the top down, each as runs from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word["bottom"], word["x0"])):
        if lines and word["bottom"] - lines[-1][0]["bottom"] < _LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [_runs(sorted(line, key=lambda word: word["x0"])) for line in lines]


def _runs(line: list[Word]) -> list[Run]:
    groups = [[line[0]]]
    for before, word in pairwise(line):
        if word["x0"] - before["x1"] < _GAP:
            groups[-1].append(word)
        else:
            groups.append([word])
    return [
        Run(" ".join(word["text"] for word in group), group[0]["x0"], group[-1]["x1"]) for group in groups
    ]


def row_words(printed: Printed) -> list[list[Word]]:
    """The words of each row: those between two edges."""
    bands = pairwise([0.0, *printed.edges, 10_000.0])
    rows = [
        [word for word in printed.words if top <= (word["top"] + word["bottom"]) / 2 < foot]
        for top, foot in bands
    ]
    return [row for row in rows if row]


def cells_of(printed: Printed) -> list[list[str]]:
    """The rows of a table, headings first, up to what is below it and aligned with no heading.

    What several headings share, above them, is left out.
    """
    rows = [lines_of(row) for row in row_words(printed)]
    # Headings of several lines stand on the first row, so that one of their lines has all columns.
    columns = max(rows[0], key=len)
    if len(columns) == 1:
        # A key of several lines, with its value beside the middle of them.
        others = [run for line in rows[0] for run in line if run.left > columns[0].right]
        columns = [columns[0], *others]
    table: list[list[str]] = []
    for number, row in enumerate(rows):
        table.append([""] * len(columns))
        for line in row:
            places = [
                next((at for at, head in enumerate(columns) if run.is_aligned(head)), None) for run in line
            ]
            if None in places and number:
                return [cells for cells in table if any(cells)]
            for run, at in zip(line, places, strict=True):
                if at is not None:
                    table[-1][at] = f"{table[-1][at]} {run.text}".strip()
    return table


def grid_of(printed: Printed) -> dict[tuple[str, str], str]:
    """The cells of a grid below a line of numbers, by the name of the row and the number."""
    first, *lines = lines_of(printed.words)
    cells = {}
    for name, *runs in lines:
        if len(runs) != len(first):
            break
        for head, run in zip(first, runs, strict=True):
            assert head.is_aligned(run)
            cells[name.text, head.text] = run.text
    return cells


def ticked_of(sheet: Sheet) -> dict[str, str]:
    """What stands beside each box to tick, with the value before it."""
    boxes = [box for box in sheet.rects if 8 < box["width"] < 11 > box["height"] > 8]
    items = {}
    for box in boxes:
        foot = min(
            (other["top"] for other in boxes if other["top"] > box["top"] + 1 and other["x0"] == box["x0"]),
            default=box["top"] + 60,
        )
        beside = [
            word for word in sheet.words if word["x0"] > box["x1"] and box["top"] - 2 < word["top"] < foot - 2
        ]
        value = min(beside, key=lambda word: (word["x0"] - box["x1"]) + 9 * abs(word["top"] - box["top"]))
        level = [word for word in beside if abs(word["bottom"] - value["bottom"]) < _LINE]
        after = [word for word in level if word["x0"] > value["x1"]]
        if not after:
            # Something else that is as large as a box.
            continue
        first = min(after, key=lambda word: word["x0"])
        lines = lines_of([word for word in beside if word["x0"] >= first["x0"]])
        texts = [run.text for line in lines for run in line if abs(run.left - first["x0"]) < _ALIGNED]
        items[" ".join(texts)] = value["text"]
    return items
