"""The symbols and starting markers of a map, each drawn around a point."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.surface.canvas import Canvas, Point, mm
from builder.draw.surface.type import CONDENSED_BOLD, Type
from rulesdb import Entry
from rulesdb.yaml_source import load_yaml


@functools.cache
def _symbols() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


# The share of the side of a marker on a map that its word can take.
_WORD_ROOM = 0.9
# The frame of a marker and the band with its word, as shares of its side.
_FRAME, _BAND, _CORNER = 0.07, 0.3, 0.12


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


def draw_starting_marker(canvas: Canvas, at: Point, marker: Entry, size: float, least: float) -> None:
    """A small picture of a marker, ``size`` mm wide, with its word if that can be ``least`` mm large.

    A marker without an icon has its word in any case.
    """
    front, (x, y) = marker["front"], (at[0] - size / 2, at[1] - size / 2)
    look = CounterLook(canvas.theme, str(front.get("family", marker.get("family", "works"))))
    text, icon = marker_text(marker), front.get("icon", "")
    type = canvas.metrics.fit(text, Type(CONDENSED_BOLD, size * 0.26), size * _WORD_ROOM, size * 0.16)
    is_worded = not icon or type.size >= least
    frame, foot = _FRAME * size, (_BAND if is_worded else _FRAME) * size
    outline = {"stroke": "ink", "stroke_width": "box"}
    canvas.rect(x, y, size, size, radius=size * _CORNER, fill=look.band, **outline)
    tall = size - frame - foot
    if not look.saves_ink:
        canvas.rect(x + frame, y + frame, size - 2 * frame, tall, radius=size * 0.06, fill=look.field)
    if icon:
        side = 0.92 * tall
        color = "ink" if look.saves_ink else look.icon
        canvas.icon(icon, at[0] - side / 2, y + frame + (tall - side) / 2, side, color)
    if is_worded:
        middle = y + size - foot / 2 if icon else at[1]
        canvas.text(text, at[0], middle + type.cap / 2, type, anchor="middle", fill=look.word,
                    within=(x, y, size, size))  # fmt: skip
