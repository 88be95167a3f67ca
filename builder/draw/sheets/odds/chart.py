"""Bar charts of exact odds: a row for each result, and a column of bars for each of the inputs compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.draw.sheets.odds.sheet import (
    OddsSheet,
    Reading,
    basis_lines,
    footnotes,
    house_marked,
    show_percent,
    summary,
)
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, stacked
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Metrics, Type
from builder.draw.surface.wording import Words
from rulesdb.arguments import require
from rulesdb.tables import show_value

_TITLE = Type(BOLD, 4.6)
_SUBTITLE = Type(REGULAR, 2.8)
_HEAD = Type(CONDENSED_BOLD, 3.0)
_NOTE = Type(CONDENSED, 2.5)
_MARGIN = 6.0
_GAP = 5.0
# The longest bar in mm, by the number of columns.
_BARS = {1: 86.0, 2: 46.0, 3: 34.0}
_SHORT_BAR = 28.0
_MAX_LABEL = 52.0
_MAX_FRACTION = 11
_MAX_ROWS = 60
_MANY_ROWS = 30


@dataclass(frozen=True, slots=True)
class _Row:
    """One bar in each column, with its label."""

    label: str
    chances: tuple[Fraction, ...]
    house: bool


def draw_odds(sheet: OddsSheet, context: DrawingContext, *, reading: Reading = Reading.CHANCE) -> Drawing:
    """A sheet of odds as bars, in mm, as tall as its rows need.

    The longest bar represents the highest chance of the sheet. Bars of house values are outlined, those of
    printed values filled. If there are more than sixty totals, several share a bar.
    """
    require("sheet", sheet, OddsSheet, "a sheet of odds; dice_sheet makes one")
    require("context", context, DrawingContext, "a DrawingContext")
    require("reading", reading, Reading, "a Reading")
    words = context.words
    rows, shared = _rows(sheet, reading, words)
    chart = _Chart(len(sheet.columns), rows, context.metrics)
    inputs = [f"{name} {value}" for name, value in sheet.inputs.items()]
    by = [words("odds.by", input=sheet.varied)] if sheet.varied else []
    id = [sheet.id] if sheet.id != sheet.title else []
    heads = [[column.label] for column in sheet.columns] if sheet.varied else []
    sums = [summary(column, words) if sheet.is_numeric else () for column in sheet.columns]
    notes = ([shared] if shared else []) + [*footnotes(sheet, words)]
    blocks = [
        chart.text(sheet.title, _TITLE, "ink"),
        chart.text(" · ".join([*id, *inputs, *by, words(f"odds.{reading}")]), _SUBTITLE, "muted", after=2),
        chart.beside(heads, _HEAD, after=1.5 if heads else 0),
        chart.bars(),
        chart.beside(sums, _NOTE, after=2.5),
        *(chart.text(note, _NOTE, "muted") for note in notes),
        *(
            chart.text(line, _NOTE, "house" if is_house else "muted")
            for line, is_house in basis_lines(sheet, words)
        ),
    ]
    whole = stacked(blocks)
    canvas = Canvas(chart.width + 2 * _MARGIN, whole.height + 2 * _MARGIN, context)
    canvas.rect(0, 0, canvas.width, canvas.height, fill="paper")
    whole.draw(canvas, _MARGIN, _MARGIN)
    return canvas.drawing("odds", words("odds.title", title=sheet.title))


class _Chart:
    """The parts of one chart as blocks: labels, then columns of bars followed by the figures."""

    def __init__(self, columns: int, rows: Sequence[_Row], metrics: Metrics) -> None:
        self.metrics = metrics
        self.rows = rows
        self.type = type = Type(CONDENSED, 2.4 if len(rows) > _MANY_ROWS else 2.9)
        self.label = min(max(metrics.width(row.label, type) for row in rows), _MAX_LABEL) + 0.1
        self.bar = _BARS.get(columns, _SHORT_BAR)
        figures = ("  ".join(_figures(chance)) for row in rows for chance in row.chances)
        self.figures = max(metrics.width(text, type) for text in figures) + 1.2
        self.column = self.bar + self.figures
        self.lefts = [self.label + _GAP / 2 + index * (self.column + _GAP) for index in range(columns)]
        self.width = self.lefts[-1] + self.column

    def text(self, text: str, type: Type, color: str, *, after: float = 0.0) -> Block:
        """Lines over the whole width, followed by ``after`` mm of space."""
        lines = self.metrics.wrap(text, type, self.width)
        step = type.size * Metrics.LINE

        def draw(canvas: Canvas, x: float, y: float) -> None:
            room = (x, y, self.width, step * len(lines))
            canvas.lines(lines, x, y + type.size, type, step, fill=color, within=room)

        return Block(step * len(lines) + after, draw)

    def beside(self, texts: Sequence[Sequence[str]], type: Type, *, after: float) -> Block:
        """The texts of each column above or below its bars."""
        columns = [
            [line for text in column for line in self.metrics.wrap(text, type, self.column)]
            for column in texts
        ]
        step = type.size * Metrics.LINE

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for left, lines in zip(self.lefts, columns, strict=False):
                room = (x + left, y, self.column, step * len(lines) + 0.1)
                canvas.lines(lines, x + left, y + type.size, type, step, within=room)

        return Block(max(map(len, columns), default=0) * step + after, draw)

    def bars(self) -> Block:
        """Every row: its label, and in each column a bar followed by its figures."""
        labels = [self.metrics.wrap(row.label, self.type, self.label) for row in self.rows]
        step = self.type.size * Metrics.LINE
        heights = [len(lines) * step + 0.55 * self.type.size for lines in labels]
        highest = max((chance for row in self.rows for chance in row.chances), default=0) or 1
        drop = Metrics.CAP_HEIGHT * self.type.size / 2

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for left in self.lefts:
                ends = (x + left, y), (x + left, y + sum(heights))
                canvas.line(*ends, stroke="rule", stroke_width="rule")
            for row, lines, height in zip(self.rows, labels, heights, strict=True):
                middle, room = y + height / 2, (x, y, self.label, height)
                first = middle - (len(lines) - 1) * step / 2 + drop
                canvas.lines(lines, x + self.label, first, self.type, step, anchor="end", within=room)
                for left, chance in zip(self.lefts, row.chances, strict=True):
                    length = float(chance / highest) * self.bar
                    self._bar(canvas, x + left, middle, length, row.house)
                    percent, fraction = _figures(chance)
                    at = x + left + length + 1
                    room = (at, y, self.figures - 1, height)
                    canvas.text(percent, at, middle + drop, self.type, within=room)
                    at += self.metrics.width(percent + "  ", self.type)
                    canvas.text(fraction, at, middle + drop, self.type, fill="muted", within=room)
                y += height

        return Block(sum(heights) + 1.5, draw)

    def _bar(self, canvas: Canvas, x: float, middle: float, length: float, house: bool) -> None:
        thick = 0.95 * self.type.size
        if house:
            # Drawn inside its outline, so that it is as long as a filled bar of the same chance.
            pen = min(0.35, length)
            bar = (x + pen / 2, middle - thick / 2, length - pen, thick)
            canvas.rect(*bar, fill="paper", stroke="house", stroke_width=pen)
        elif length:
            canvas.rect(x, middle - thick / 2, length, thick, fill="accent")


def _figures(chance: Fraction) -> tuple[str, str]:
    """A chance in percent, and as a fraction unless that is too long or a whole number."""
    fraction = str(chance)
    return show_percent(chance), fraction if 1 < len(fraction) <= _MAX_FRACTION else ""


def _rows(sheet: OddsSheet, reading: Reading, words: Words) -> tuple[list[_Row], str]:
    """The rows to draw, and a note for the reader if several totals share a row."""
    marked = house_marked(sheet)
    all_house = bool(sheet.house) and not marked
    columns = [sheet.chances(column, reading) for column in sheet.columns]
    results = [show_value(value) for value in sheet.results]
    each = -(-len(results) // _MAX_ROWS) if sheet.is_numeric else 1
    rows = []
    for start in range(0, len(results), each):
        labels = results[start : start + each]
        parts = [column[start : start + each] for column in columns]
        if reading is Reading.CHANCE:
            last = labels[-1]
            label = labels[0] if len(labels) == 1 else words("odds.span", first=labels[0], last=last)
            chances = tuple(sum(part, Fraction(0)) for part in parts)
        else:
            end = 0 if reading is Reading.AT_LEAST else -1
            label, chances = labels[end], tuple(part[end] for part in parts)
        house = not marked.isdisjoint(labels)
        rows.append(_Row(f"{label}*" if house else label, chances, house or all_house))
    if each == 1:
        return rows, ""
    return rows, words("odds.bunched" if reading is Reading.CHANCE else "odds.thinned", totals=each)
