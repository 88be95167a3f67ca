"""How two sheets of a map are joined, in three numbered pictures: trim one, lay it over the other, glue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer
from builder.press.pages.cutting import OVERLAP

_TEXTS = ("sheet.joining-trim", "sheet.joining-lay", "sheet.joining-glue")
# The scale of the type; between columns, between a picture and its words, and between rows, in mm.
_SCALE, _BETWEEN, _BESIDE, _APART = 0.84, 5.0, 3.0, 2.6
# The most and the least width of a picture in a column, that of one in a row, and the height as its share.
_WIDEST, MIN_COLUMN, _IN_ROW, _TALL = 54.0, 29.0, 27.0, 0.62
# A sheet across the seam and along it, and what is cut off it, as shares of a picture.
_ACROSS, _ALONG, _OVER = 0.46, 0.74, 0.11
_TICK, _EDGE, _CUT, _ROAD = 0.09, 0.25, 0.35, 1.3
# A unit of the scissors as a share of the smaller side of a picture.
_SCISSORS, _TAPE = 0.07, "#e8d9a0"


@dataclass(frozen=True)
class JoiningSteps:
    """The steps in a ``width`` in mm, beside each other or below each other.

    The seam of the pictures ``is_level`` or upright.
    """

    context: DrawingContext
    width: float
    in_columns: bool
    is_level: bool

    @property
    def _picture(self) -> tuple[float, float]:
        """The width and the height of a picture."""
        wide = min(_WIDEST, self._column) if self.in_columns else _IN_ROW
        return wide, wide * _TALL

    @property
    def _column(self) -> float:
        return (self.width + _BETWEEN) / len(_TEXTS) - _BETWEEN

    @cached_property
    def _items(self) -> list[Block]:
        room = self._column if self.in_columns else self.width - _IN_ROW - _BESIDE
        writer = Writer(room, self.context, _SCALE)
        overlap = self.context.words.number(OVERLAP / 2)
        texts = [self.context.words(key, overlap=overlap) for key in _TEXTS]
        return [writer.item(f"{number}.", text) for number, text in enumerate(texts, 1)]

    @property
    def height(self) -> float:
        """The height of all steps in mm."""
        _, tall = self._picture
        if self.in_columns:
            return tall + _APART + max(item.height for item in self._items)
        rows = [max(tall, item.height) for item in self._items]
        return sum(rows) + _APART * (len(rows) - 1)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the steps from their top left corner."""
        wide, tall = self._picture
        for item, draw in zip(self._items, (_draw_trim, _draw_lay, _draw_glue), strict=True):
            with canvas.shifted(x, y):
                draw(_Scene(canvas, wide, tall, self.is_level))
            if self.in_columns:
                item.draw(canvas, x, y + tall + _APART)
                x += self._column + _BETWEEN
                continue
            row = max(tall, item.height)
            item.draw(canvas, x + wide + _BESIDE, y + max(0.0, (tall - item.height) / 2))
            y += row + _APART


@dataclass(frozen=True, slots=True)
class _Scene:
    """A picture whose places are shares: how far across the seam, and how far along it."""

    canvas: Canvas
    wide: float
    tall: float
    is_level: bool

    def at(self, across: float, along: float) -> Point:
        """A place in mm."""
        return (along * self.wide, across * self.tall) if self.is_level else (
            across * self.wide, along * self.tall)  # fmt: skip

    def sheet(self, start: float, end: float, low: float = 0.0) -> None:
        """A sheet from one place to another across the seam, with a road of its map."""
        top = (1.0 - _ALONG) / 2 + low
        corners = [self.at(*each) for each in _box(start, end, top, top + _ALONG)]
        self.canvas.polygon(corners, fill="panel", stroke="ink", stroke_width=_EDGE)
        road = [self.at(start, top + 0.45 * _ALONG), self.at(end, top + 0.45 * _ALONG)]
        for color, width in (("rule", _ROAD), ("paper", _ROAD * 0.55)):
            self.canvas.segments([(road[0], road[1])], stroke=color, stroke_width=width)

    def cut(self, across: float) -> None:
        """The line of the cut, with its ticks beyond the sheet."""
        top, end = (1.0 - _ALONG) / 2, (1.0 + _ALONG) / 2
        style: dict[str, Any] = {"stroke": "accent", "stroke_width": _CUT}
        ticks = [
            (self.at(across, top - _TICK), self.at(across, top)),
            (self.at(across, end), self.at(across, end + _TICK)),
        ]
        self.canvas.segments(ticks, **style)
        line = self.at(across, top), self.at(across, end)
        self.canvas.line(*line, stroke_dasharray="1.2 0.9", **style)


def _box(start: float, end: float, top: float, low: float) -> Iterator[tuple[float, float]]:
    yield from ((start, top), (end, top), (end, low), (start, low))


def _draw_trim(scene: _Scene) -> None:
    """A sheet with what is to be cut off, and scissors on the line."""
    start = 0.5 - _ACROSS / 2
    scene.sheet(start, start + _ACROSS)
    top, cut = (1.0 - _ALONG) / 2, start + _OVER
    off = [scene.at(*each) for each in _box(start, cut, top, top + _ALONG)]
    scene.canvas.polygon(off, fill="rule", fill_opacity=0.6)
    scene.cut(cut)
    _draw_scissors(scene, cut, 0.5 + _ALONG * 0.3)


def _draw_lay(scene: _Scene) -> None:
    """The sheet that was trimmed on its way over the other, whose cut it meets."""
    scene.sheet(0.03, 0.03 + _ACROSS)
    scene.cut(0.03 + _ACROSS - _OVER)
    start = 0.03 + _ACROSS + 0.07
    scene.sheet(start, start + _ACROSS - _OVER)
    tail, tip = scene.at(start + 0.2, 0.72), scene.at(start - 0.1, 0.72)
    canvas = scene.canvas
    canvas.line(tail, tip, stroke="accent", stroke_width=0.6)
    wing = [scene.at(start - 0.04, 0.72 + side) for side in (-0.07, 0.07)]
    point = scene.at(start - 0.14, 0.72)
    canvas.polygon([point, *wing], fill="accent")


def _draw_glue(scene: _Scene) -> None:
    """Both sheets as one, with tape over the seam."""
    seam = 0.5
    scene.sheet(seam - _ACROSS + _OVER, seam)
    scene.sheet(seam, seam + _ACROSS - _OVER)
    for along in (0.24, 0.66):
        corners = [scene.at(*each) for each in _box(seam - 0.09, seam + 0.09, along, along + 0.1)]
        scene.canvas.polygon(corners, fill=_TAPE, stroke="muted", stroke_width=0.15)


def _draw_scissors(scene: _Scene, across: float, along: float) -> None:
    """Open scissors that cut along the line from its lower end."""
    canvas, unit = scene.canvas, min(scene.wide, scene.tall) * _SCISSORS
    x, y = scene.at(across, along)

    def at(aside: float, back: float) -> Point:
        """A place beside the pivot and behind it, in units."""
        return (x + back * unit, y + aside * unit) if scene.is_level else (x + aside * unit, y + back * unit)

    for side in (-1, 1):
        blade = [at(0.0, 0.5), at(side * 0.9, -3.2), at(side * 0.05, -3.4), at(-side * 0.45, 0.3)]
        canvas.polygon(blade, fill="paper", stroke="ink", stroke_width=_EDGE, stroke_linejoin="round")
        canvas.line(at(0.0, 0.2), at(side * 0.8, 1.6), stroke="ink", stroke_width=0.6)
        canvas.circle(*at(side * 1.0, 2.4), unit * 0.85, stroke="ink", stroke_width=0.6, fill="paper")
    canvas.circle(*at(0.0, 0.1), 0.3, fill="ink")
