"""Pale furniture, which has no effect on play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.clear_space import Box

_FURNITURE_LINE = 0.28
CRATE = 4.4
"""The side of a crate in a stack, in units."""


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of furniture: what it is, and its box."""

    kind: str
    box: Box


def draw_items(canvas: Canvas, items: Sequence[Item], unit: float) -> None:
    """Furniture, all in one pale color."""
    for item in items:
        _DRAWN.get(item.kind, _draw_shelf)(canvas, item, unit)


def _plain(canvas: Canvas, box: Box, unit: float, radius: float = 0.0) -> None:
    west, north, east, south = box
    canvas.rect(west, north, east - west, south - north, radius=radius * unit, fill="furniture",
                stroke="furniture_line", stroke_width=_FURNITURE_LINE * unit)  # fmt: skip


def _divided(canvas: Canvas, item: Item, unit: float, step: float) -> None:
    """Lines across a long piece."""
    west, north, east, south = item.box
    is_lying = east - west > south - north
    long = east - west if is_lying else south - north
    count = max(2, round(long / (step * unit)))
    shares = [number / count for number in range(1, count)]
    lines = [((west + long * share, north), (west + long * share, south)) for share in shares]
    if not is_lying:
        lines = [((west, north + long * share), (east, north + long * share)) for share in shares]
    canvas.segments(lines, stroke="furniture_line", stroke_width=0.2 * unit)


def _draw_shelf(canvas: Canvas, item: Item, unit: float) -> None:
    _plain(canvas, item.box, unit)
    _divided(canvas, item, unit, 4.0)


def _draw_lockers(canvas: Canvas, item: Item, unit: float) -> None:
    _plain(canvas, item.box, unit)
    _divided(canvas, item, unit, 2.2)


def _draw_boxes(canvas: Canvas, item: Item, unit: float) -> None:
    """Boxes side by side, with a gap between them."""
    for west, north, east, south in _squares(item.box, 0.35 * unit):
        _plain(canvas, (west, north, east, south), unit)
        canvas.line((west, north), (east, south), stroke="furniture_line", stroke_width=0.2 * unit)


def _draw_barrels(canvas: Canvas, item: Item, unit: float) -> None:
    for west, north, east, south in _squares(item.box, 0.25 * unit):
        x, y, radius = (west + east) / 2, (north + south) / 2, min(east - west, south - north) / 2
        line = {"stroke": "furniture_line", "stroke_width": _FURNITURE_LINE * unit}
        canvas.circle(x, y, radius, fill="furniture", **line)
        canvas.circle(x, y, radius * 0.58, stroke="furniture_line", stroke_width=0.2 * unit)


def _squares(box: Box, gap: float) -> Iterator[Box]:
    """Squares that fill a long box, each smaller by a gap all around."""
    west, north, east, south = box
    is_lying = east - west > south - north
    long, deep = (east - west, south - north) if is_lying else (south - north, east - west)
    count = max(1, round(long / deep))
    for number in range(count):
        start, end = long * number / count + gap / 2, long * (number + 1) / count - gap / 2
        if is_lying:
            yield west + start, north + gap / 2, west + end, south - gap / 2
        else:
            yield west + gap / 2, north + start, east - gap / 2, north + end


def _draw_bunks(canvas: Canvas, item: Item, unit: float) -> None:
    """A bed along the wall, with its pillow."""
    _plain(canvas, item.box, unit, 0.5)
    west, north, east, south = item.box
    is_lying = east - west > south - north
    end = (west + 2.6 * unit, south) if is_lying else (east, north + 2.6 * unit)
    inset = 0.5 * unit
    _plain(canvas, (west + inset, north + inset, end[0] - inset, end[1] - inset), unit, 0.5)


def _draw_counter(canvas: Canvas, item: Item, unit: float) -> None:
    _plain(canvas, item.box, unit, 0.4)
    west, north, east, south = item.box
    inset = 0.8 * unit
    _plain(canvas, (west + inset, north + inset, east - inset, south - inset), unit, 0.3)


def _draw_pipes(canvas: Canvas, item: Item, unit: float) -> None:
    """Pipes along a wall, with a valve."""
    west, north, east, south = item.box
    is_lying = east - west > south - north
    lines = []
    for share in (0.25, 0.5, 0.75):
        x, y = west + (east - west) * share, north + (south - north) * share
        lines.append(((west, y), (east, y)) if is_lying else ((x, north), (x, south)))
    for width, color in ((1.0, "furniture_line"), (0.5, "furniture")):
        canvas.segments(lines, stroke=color, stroke_width=width * unit)
    line = {"stroke": "furniture_line", "stroke_width": _FURNITURE_LINE * unit}
    canvas.circle((west + east) / 2, (north + south) / 2, 1.3 * unit, fill="furniture", **line)


def _draw_machine(canvas: Canvas, item: Item, unit: float) -> None:
    _plain(canvas, item.box, unit, 0.6)
    west, north, east, south = item.box
    x, y = west + (east - west) * 0.34, (north + south) / 2
    line: dict[str, Any] = {"stroke": "furniture_line", "stroke_width": _FURNITURE_LINE * unit}
    canvas.circle(x, y, (south - north) * 0.32, fill="furniture", **line)
    canvas.circle(x, y, (south - north) * 0.1, **line)
    left, top = west + (east - west) * 0.66, north + (south - north) * 0.25
    canvas.rect(left, top, (east - west) * 0.2, (south - north) * 0.5, radius=0.2 * unit, **line)


def _draw_desk(canvas: Canvas, item: Item, unit: float) -> None:
    """A desk with a chair on its north side."""
    west, north, east, _ = item.box
    line = {"stroke": "furniture_line", "stroke_width": 0.25 * unit}
    canvas.circle((west + east) / 2, north - 0.9 * unit, 1.2 * unit, fill="furniture", **line)
    _plain(canvas, item.box, unit, 0.6)


def _draw_racks(canvas: Canvas, item: Item, unit: float) -> None:
    """Two rows of shelves back to back."""
    _draw_shelf(canvas, item, unit)
    west, north, east, south = item.box
    y = (north + south) / 2
    canvas.line((west, y), (east, y), stroke="furniture_line", stroke_width=_FURNITURE_LINE * unit)


def _draw_bar(canvas: Canvas, item: Item, unit: float) -> None:
    """A long counter with stools before it."""
    west, north, east, south = item.box
    line = {"stroke": "furniture_line", "stroke_width": 0.25 * unit}
    count = max(2, round((east - west) / (5.2 * unit)))
    for number in range(count):
        x = west + (east - west) * (number + 0.5) / count
        canvas.circle(x, south - 0.95 * unit, 0.95 * unit, fill="furniture", **line)
    _draw_counter(canvas, Item(item.kind, (west, north, east, south - 2.0 * unit)), unit)


def _draw_stack(canvas: Canvas, item: Item, unit: float) -> None:
    """Crates close together, like those on open ground: each with slats and a brace."""
    west, north, east, south = item.box
    columns, rows = (max(1, round(side / (CRATE * unit))) for side in (east - west, south - north))
    wide, tall, slat = (east - west) / columns, (south - north) / rows, 0.7 * unit
    for column, row in product(range(columns), range(rows)):
        left, top = west + column * wide, north + row * tall
        right, bottom = left + wide, top + tall
        _plain(canvas, (left, top, right, bottom), unit)
        lines = [((left, y), (right, y)) for y in (top + slat, bottom - slat)]
        lines += [((x, top + slat), (x, bottom - slat)) for x in (left + slat, right - slat)]
        lines.append(((right - slat, top + slat), (left + slat, bottom - slat)))
        canvas.segments(lines, stroke="furniture_line", stroke_width=0.2 * unit)


def _draw_table(canvas: Canvas, item: Item, unit: float) -> None:
    """A table with stools on both sides."""
    west, north, east, south = item.box
    line = {"stroke": "furniture_line", "stroke_width": 0.25 * unit}
    for share in (0.25, 0.75):
        for y in (north - 0.4 * unit, south + 0.4 * unit):
            canvas.circle(west + (east - west) * share, y, 1.1 * unit, fill="furniture", **line)
    _plain(canvas, item.box, unit, 0.6)


_DRAWN: Mapping[str, Callable[[Canvas, Item, float], None]] = MappingProxyType(
    {
        "bar": _draw_bar,
        "barrels": _draw_barrels,
        "bench": _draw_counter,
        "boxes": _draw_boxes,
        "bunks": _draw_bunks,
        "counter": _draw_counter,
        "desk": _draw_desk,
        "lockers": _draw_lockers,
        "machine": _draw_machine,
        "pipes": _draw_pipes,
        "racks": _draw_racks,
        "shelf": _draw_shelf,
        "stack": _draw_stack,
        "table": _draw_table,
    }
)
