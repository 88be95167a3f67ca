"""Bar charts of exact odds: a row a result, and a column of bars for each of the inputs compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.draw.sheets.odds_sheet import (
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
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Metrics, Type
from builder.draw.surface.wording import Words
from rulesdb.tables import show_value

_TITLE = Type(BOLD, 4.6)
_SUBTITLE = Type(REGULAR, 2.8)
_HEAD = Type(CONDENSED_BOLD, 3.0)
_NOTE = Type(CONDENSED, 2.5)
_MARGIN = 6.0
_GAP = 5.0
_MAX_LABEL = 52.0
_MAX_FRACTION = 11
_MAX_ROWS = 60
_MANY_ROWS = 30


@dataclass(frozen=True, slots=True)
class _Row:
    """One bar in each column, and what it stands for."""

    label: str
    chances: tuple[Fraction, ...]
    house: bool


@dataclass(frozen=True, slots=True)
class _Layout:
    """Widths in mm: of the labels, of a full bar, of the figures behind it, and of the whole drawing."""

    label: float
    bar: float
    figures: float
    columns: int

    @property
    def column(self) -> float:
        return self.bar + self.figures

    @property
    def inside(self) -> float:
        return self.label + self.columns * (_GAP / 2 + self.column) + (self.columns - 1) * _GAP / 2

    @property
    def width(self) -> float:
        return self.inside + 2 * _MARGIN

    def left(self, column: int) -> float:
        """Where the bars of a column begin."""
        return _MARGIN + self.label + _GAP / 2 + column * (self.column + _GAP)


def draw_odds(sheet: OddsSheet, context: DrawingContext, *, reading: Reading = Reading.CHANCE) -> Drawing:
    """A sheet of odds as bars, in mm, as tall as its rows need.

    The longest bar stands for the highest chance of the sheet. Bars of house values are outlined where
    those of the book are full. More than sixty totals are put together, several to a bar.
    """
    rows, bunched = _rows(sheet, reading, context.words)
    size = 2.4 if len(rows) > _MANY_ROWS else 2.9
    layout = _layout(sheet, rows, context.metrics, size)
    painter = _Painter(sheet, rows, layout, context, size)
    heads = [*painter.title(), *painter.subtitle(reading)]
    foot = painter.notes(bunched)
    top = _MARGIN + sum(line.step for line in heads) + 2
    body = top + painter.head_height
    under = body + painter.rows_height + 1.5
    end = under + painter.summary_height
    height = end + sum(line.step for line in foot) + _MARGIN
    canvas = Canvas(layout.width, height, context)
    canvas.rect(0, 0, layout.width, height, fill="paper")
    painter.lines(canvas, heads, _MARGIN)
    painter.column_heads(canvas, top)
    painter.bars(canvas, body)
    painter.summaries(canvas, under)
    painter.lines(canvas, foot, end)
    return canvas.drawing("odds", context.words("odds.title", title=sheet.title))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of text over the whole width."""

    text: str
    type: Type
    color: str

    @property
    def step(self) -> float:
        return self.type.size * Metrics.LINE


class _Painter:
    """Draws the parts of one chart."""

    def __init__(
        self, sheet: OddsSheet, rows: Sequence[_Row], layout: _Layout, context: DrawingContext, size: float
    ) -> None:
        self.sheet = sheet
        self.rows = rows
        self.layout = layout
        self.words = context.words
        self.metrics = context.metrics
        self.type = Type(CONDENSED, size)
        self.step = size * Metrics.LINE
        self.labels = [context.metrics.wrap(row.label, self.type, layout.label) for row in rows]
        self.heights = [len(lines) * self.step + 0.55 * size for lines in self.labels]
        compared = [column.label for column in sheet.columns] if sheet.varied else []
        self.heads = [context.metrics.wrap(label, _HEAD, layout.column) for label in compared]
        self.summed = [
            [
                line
                for text in summary(column, context.words)
                for line in context.metrics.wrap(text, _NOTE, layout.column)
            ]
            if sheet.is_numeric
            else []
            for column in sheet.columns
        ]

    @property
    def head_height(self) -> float:
        """The height of the headings in mm; 0 if there is one column."""
        return max((len(lines) for lines in self.heads), default=0) * _HEAD.size * Metrics.LINE + (
            1.5 if self.heads else 0
        )

    @property
    def rows_height(self) -> float:
        return sum(self.heights)

    @property
    def summary_height(self) -> float:
        return max(map(len, self.summed)) * _NOTE.size * Metrics.LINE + 2.5

    def title(self) -> list[_Line]:
        return self._wrapped(self.sheet.title, _TITLE, "ink")

    def subtitle(self, reading: Reading) -> list[_Line]:
        inputs = [f"{name} {value}" for name, value in self.sheet.inputs.items()]
        words = self.words
        by = [words("odds.by", input=self.sheet.varied)] if self.sheet.varied else []
        id = [self.sheet.id] if self.sheet.id != self.sheet.title else []
        means = words(f"odds.{reading}")
        return self._wrapped(" · ".join([*id, *inputs, *by, means]), _SUBTITLE, "muted")

    def notes(self, bunched: str) -> list[_Line]:
        lines = self._wrapped(bunched, _NOTE, "muted") if bunched else []
        for text in footnotes(self.sheet, self.words):
            lines += self._wrapped(text, _NOTE, "muted")
        for text, is_house in basis_lines(self.sheet, self.words):
            lines += self._wrapped(text, _NOTE, "house" if is_house else "muted")
        return lines

    def lines(self, canvas: Canvas, lines: Sequence[_Line], y: float) -> None:
        for line in lines:
            box = (_MARGIN, y, self.layout.inside, line.step)
            canvas.text(line.text, _MARGIN, y + line.type.size, line.type, fill=line.color, within=box)
            y += line.step

    def column_heads(self, canvas: Canvas, y: float) -> None:
        step = _HEAD.size * Metrics.LINE
        for index, lines in enumerate(self.heads):
            left = self.layout.left(index)
            box = (left, y, self.layout.column, len(lines) * step)
            canvas.lines(lines, left, y + _HEAD.size, _HEAD, step, within=box)

    def bars(self, canvas: Canvas, y: float) -> None:
        """Every row: its label, and in each column a bar with its figures behind it."""
        highest = max((chance for row in self.rows for chance in row.chances), default=Fraction(0))
        for index in range(self.layout.columns):
            left = self.layout.left(index)
            canvas.line((left, y), (left, y + self.rows_height), stroke="rule", stroke_width="rule")
        for row, lines, height in zip(self.rows, self.labels, self.heights, strict=True):
            self._label(canvas, y, lines, height)
            for index, chance in enumerate(row.chances):
                length = float(chance / highest) * self.layout.bar if highest else 0.0
                self._bar(canvas, self.layout.left(index), y + height / 2, length, row.house)
                self._figures(canvas, self.layout.left(index) + length + 1, y, height, chance)
            y += height

    def summaries(self, canvas: Canvas, y: float) -> None:
        step = _NOTE.size * Metrics.LINE
        for index, lines in enumerate(self.summed):
            left = self.layout.left(index)
            box = (left, y, self.layout.column, step * len(lines) + 0.1)
            canvas.lines(lines, left, y + _NOTE.size, _NOTE, step, within=box)

    def _label(self, canvas: Canvas, y: float, lines: Sequence[str], height: float) -> None:
        right, room = _MARGIN + self.layout.label, (_MARGIN, y, self.layout.label, height)
        first = self._baseline(y + height / 2 - (len(lines) - 1) * self.step / 2)
        canvas.lines(lines, right, first, self.type, self.step, anchor="end", within=room)

    def _bar(self, canvas: Canvas, x: float, middle: float, length: float, house: bool) -> None:
        thick = 0.95 * self.type.size
        if house:
            # Drawn inside its outline, so that it is as long as a full bar of the same chance.
            pen = min(0.35, length)
            bar = (x + pen / 2, middle - thick / 2, length - pen, thick)
            canvas.rect(*bar, fill="paper", stroke="house", stroke_width=pen)
        elif length:
            canvas.rect(x, middle - thick / 2, length, thick, fill="accent")

    def _figures(self, canvas: Canvas, x: float, y: float, height: float, chance: Fraction) -> None:
        percent, fraction = _figures(chance)
        baseline = self._baseline(y + height / 2)
        box = (x, y, self.layout.figures - 1, height)
        canvas.text(percent, x, baseline, self.type, within=box)
        after = x + self.metrics.width(percent + "  ", self.type)
        canvas.text(fraction, after, baseline, self.type, fill="muted", within=box)

    def _baseline(self, middle: float) -> float:
        return middle + Metrics.CAP_HEIGHT * self.type.size / 2

    def _wrapped(self, text: str, type: Type, color: str) -> list[_Line]:
        return [_Line(line, type, color) for line in self.metrics.wrap(text, type, self.layout.inside)]


def _layout(sheet: OddsSheet, rows: Sequence[_Row], metrics: Metrics, size: float) -> _Layout:
    type = Type(CONDENSED, size)
    label = max(metrics.width(row.label, type) for row in rows)
    figures = max(metrics.width("  ".join(_figures(chance)), type) for row in rows for chance in row.chances)
    count = len(sheet.columns)
    bar = {1: 86.0, 2: 46.0, 3: 34.0}.get(count, 28.0)
    return _Layout(min(label, _MAX_LABEL) + 0.1, bar, figures + 1.2, count)


def _figures(chance: Fraction) -> tuple[str, str]:
    """A chance in percent, and as a fraction unless that is long or says no more."""
    fraction = str(chance)
    return show_percent(chance), fraction if 1 < len(fraction) <= _MAX_FRACTION else ""


def _rows(sheet: OddsSheet, reading: Reading, words: Words) -> tuple[list[_Row], str]:
    """The rows to draw, and a note for the reader if several totals share a row."""
    marked = house_marked(sheet)
    all_house = bool(sheet.house) and not marked
    columns = [sheet.chances(column, reading) for column in sheet.columns]
    results = sheet.results
    each = -(-len(results) // _MAX_ROWS) if sheet.is_numeric else 1
    rows = []
    for start in range(0, len(results), each):
        bunch = slice(start, start + each)
        labels = [show_value(value) for value in results[bunch]]
        house = not marked.isdisjoint(labels)
        label = {Reading.AT_LEAST: labels[0], Reading.AT_MOST: labels[-1]}.get(
            reading, labels[0] if len(labels) == 1 else words("odds.span", first=labels[0], last=labels[-1])
        )
        chances = tuple(_together(column[bunch], reading) for column in columns)
        rows.append(_Row(f"{label}*" if house else label, chances, house or all_house))
    if each == 1:
        return rows, ""
    return rows, words("odds.bunched" if reading is Reading.CHANCE else "odds.thinned", totals=each)


def _together(chances: Sequence[Fraction], reading: Reading) -> Fraction:
    if reading is Reading.CHANCE:
        return sum(chances, Fraction(0))
    return chances[0] if reading is Reading.AT_LEAST else chances[-1]
