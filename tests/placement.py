"""Finds texts of a drawing that leave their boxes, overlap, or are too small to read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from statistics import median
from typing import Any

from builder.draw.surface.canvas import Drawing, PlacedText, Rectangle
from builder.draw.surface.type import Metrics

# 1.75 mm is five points.
FIVE_POINTS = 1.75 * Metrics.CAP_HEIGHT
SLACK = 0.1


def is_inside(text: PlacedText, box: Rectangle, slack: float = SLACK) -> bool:
    x, y, width, height = box
    across = x - slack <= text.x and text.x + text.width <= x + width + slack
    return across and y - slack <= text.y and text.y + text.height <= y + height + slack


def outside(drawings: Iterable[Drawing]) -> list[tuple[str, str]]:
    """Every text that leaves its box or its drawing."""
    return [
        (drawing.name, text.text)
        for drawing in drawings
        for text in drawing.texts
        if not is_inside(text, (0.0, 0.0, drawing.width, drawing.height), 0.01)
        or (text.within and not is_inside(text, text.within))
    ]


def clashes(texts: Iterable[PlacedText], slack: float = SLACK / 2) -> Iterator[tuple[str, str]]:
    """Every pair of texts that overlap by more than ``slack`` mm, from west to east."""
    near: list[PlacedText] = []
    for text in sorted(texts, key=lambda text: text.x):
        near = [other for other in near if text.x + slack < other.x + other.width]
        for other in near:
            if other.y + slack < text.y + text.height and text.y + slack < other.y + other.height:
                yield other.text, text.text
        near.append(text)


def overlapping(drawings: Iterable[Drawing]) -> list[tuple[str, str, str]]:
    return [(drawing.name, *pair) for drawing in drawings for pair in clashes(drawing.texts)]


def too_small(drawings: Iterable[Drawing]) -> list[tuple[str, str]]:
    """Every text smaller than five points, except on maps at a small scale."""
    return [
        (drawing.name, text.text)
        for drawing in drawings
        if not drawing.name.endswith("overview")
        for text in drawing.texts
        if text.height < FIVE_POINTS - 0.01
    ]


def rows_apart(words: Iterable[Mapping[str, Any]]) -> float:
    """The usual distance in mm between the numbers of hexes of a column; some make way for symbols."""
    tops = {word["text"]: float(word["top"]) for word in words}
    numbers = [label for label in tops if re.fullmatch(r"\d{4}", label)]
    below = ((label, f"{label[:2]}{int(label[2:]) + 1:02d}") for label in numbers)
    return median(tops[lower] - tops[label] for label, lower in below if lower in tops) * 25.4 / 72
