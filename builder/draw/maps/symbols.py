"""The symbols and starting markers of a map, each drawn around a point."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.type import CONDENSED_BOLD, Type
from rulesdb import Entry
from rulesdb.yaml_source import load_yaml

# The share of the side of a marker on a map that its word can take.
WORD_IN_MARKER = 0.9


@functools.cache
def _symbols() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


# The share of the side of a marker on a map that its word can take.
WORD_IN_MARKER = 0.9


def draw_symbol(canvas: Canvas, name: str, center: Point, size: float) -> None:
    """A symbol of ``symbols.yaml`` for a hex of ``size`` mm."""
    x, y = center
    for (shape, numbers), *style in (part.items() for part in _symbols()[name]):
        look = dict(style)
        if "stroke" in look:
            look["stroke_width"] = "symbol"
        if shape == "rect":
            left, top, wide, tall, corner = (number * size for number in numbers)
            canvas.rect(x + left, y + top, wide, tall, radius=corner, **look)
        elif shape == "dome":
            left, top, wide, tall = (number * size for number in numbers)
            ends = f"{mm(x + left)} {mm(y + top)}c0 {mm(-tall)} {mm(wide)} {mm(-tall)} {mm(wide)} 0"
            canvas.path(f"M{ends}Z", **look)
        elif shape == "circle":
            right, below, radius = (number * size for number in numbers)
            canvas.circle(x + right, y + below, radius, **look)
        elif shape == "icon":
            icon, right, below, share = numbers
            side = share * size
            corner = (x + right * size - side / 2, y + below * size - side / 2)
            canvas.icon(icon, *corner, side, **look)
        elif shape == "line":
            canvas.line(*((x + right * size, y + below * size) for right, below in numbers), **look)
        else:
            points = _star(*numbers) if shape == "star" else numbers
            canvas.polygon([(x + right * size, y + below * size) for right, below in points], **look)


def _star(rays: int, radius: float, first: float, corners: list[tuple[float, float]]) -> list[Point]:
    turns = [
        (2 * math.pi * (first + (ray + turn) / rays), radius * reach)
        for ray in range(rays)
        for turn, reach in corners
    ]
    return [(reach * math.cos(turn), reach * math.sin(turn)) for turn, reach in turns]


def marker_text(marker: Entry) -> str:
    """The text on the front of a marker, on one line."""
    return str(marker["front"].get("text", marker.title)).replace("\n", " ")


def draw_starting_marker(canvas: Canvas, at: Point, *, text: str, size: float) -> None:
    """A small square with the text of a marker; ``size`` is its side in mm."""
    x, y = at[0] - size / 2, at[1] - size / 2
    canvas.rect(x, y, size, size, radius=size * 0.12, fill="paper", stroke="ink", stroke_width="box")
    type = canvas.metrics.fit(text, Type(CONDENSED_BOLD, size * 0.4), size * WORD_IN_MARKER, size * 0.16)
    canvas.text(text, at[0], at[1] + type.size * 0.35, type, anchor="middle", within=(x, y, size, size))
