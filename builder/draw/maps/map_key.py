"""The key of a map: samples in columns, each drawn by the code that draws the map, with its meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, draw_small_heading
from builder.draw.surface.type import BOLD, CONDENSED, MIN_SIZE, Type

COLUMN = 41.0
# The least width of a column of names alone.
_NAME_COLUMN = 31.0
HEAD = 7.0
_SAMPLE = 13.4
_TITLE = Type(BOLD, 3.1)
_TEXT = Type(CONDENSED, 2.75)
_LINE, _NAME_LINE = 3.15, 3.5
# Between the words of an item and the sample of the next.
_APART = 1.0
_MIN_ROW = 10.4
_AIR = 2.2
# How high a name is with a line about it, and how far a sample reaches above its middle.
_USUAL, _SAMPLE_UP = _NAME_LINE + _LINE, 4.6
# Below a key that something follows.
_BELOW = 2.0

Draw = Callable[[Canvas, Point], None]


@dataclass(frozen=True, slots=True)
class KeyItem:
    """A sample with its title and a line about it."""

    title: str
    text: str
    draw: Draw


@dataclass(frozen=True, slots=True)
class _Row:
    item: KeyItem
    type: Type
    title: list[str]
    lines: list[str]
    height: float

    @property
    def tall(self) -> float:
        """The height of its words in mm."""
        return len(self.title) * _NAME_LINE + len(self.lines) * _LINE

    @property
    def rise(self) -> float:
        """How far its sample is above its middle in mm, because words run on below a sample."""
        return max(0.0, self.tall - _USUAL / 2 - _SAMPLE_UP) / 2


class Key:
    """Items in columns of a width, each at least a ``row`` high, in mm; a ``title`` is a small heading."""

    def __init__(
        self,
        items: Sequence[KeyItem],
        context: DrawingContext,
        column: float = COLUMN,
        row: float = _MIN_ROW,
        title: str = "",
    ) -> None:
        self.context = context
        self.title = title
        self.items = items
        self.min_row = row
        self.column = column
        self.rows = [self._row(item) for item in items]
        mark = context.words.mark("house").strip()
        has_house = bool(mark) and any(mark in item.text for item in items)
        self.note = context.words("map.house-said") if has_house else ""

    def widened(self, columns: int, width: float, row: float = 0.0) -> Key:
        """The same key in columns that fill a width in mm, so that fewer lines break."""
        width = max(self.column, width / columns)
        return Key(self.items, self.context, width, max(row, self.min_row), self.title)

    def names_alone(self) -> Key:
        """The same key without the lines about its samples, in narrow columns."""
        items = [replace(item, text="") for item in self.items]
        return Key(items, self.context, _NAME_COLUMN, self.min_row, self.title)

    def block(self, width: float, row: float = 0.0) -> Block:
        """The key in columns that fill a width in mm, row by row; each is at least a ``row`` high, in mm."""
        columns = max(1, int(width // self.column))
        key = self.widened(columns, width, row)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            key.draw(canvas, x, y, columns, by_rows=True, width=width)

        return Block(key.height_in(columns) + _BELOW, draw)

    def _note_lines(self, columns: int) -> list[str]:
        """The line that explains the mark of house values, below all columns."""
        return self.context.metrics.wrap(self.note, _TEXT, columns * self.column) if self.note else []

    def _row(self, item: KeyItem) -> _Row:
        metrics, room = self.context.metrics, self.column - _SAMPLE - _APART
        # No word is broken for being a little too long.
        longest = max(item.title.split(), key=lambda word: metrics.width(word, _TITLE), default="")
        type = metrics.fit(longest, _TITLE, room - 0.1, MIN_SIZE)
        title = metrics.wrap(item.title, type, room)
        lines = metrics.wrap(item.text, _TEXT, room) if item.text else []
        row = _Row(item, type, title, lines, 0.0)
        return replace(row, height=max(self.min_row, row.tall + _AIR))

    def columns_in(self, height: float) -> int:
        """How many columns it takes if they may be ``height`` mm high."""
        count = 1
        while count < len(self.rows) and self.height_beside(count) > height:
            count += 1
        return count

    def height_in(self, columns: int) -> float:
        """Its height in a number of columns, filled row by row."""
        return self._height(columns, by_rows=True)

    def height_beside(self, columns: int) -> float:
        """Its height in a number of columns, filled column by column."""
        return self._height(columns, by_rows=False)

    def _height(self, columns: int, *, by_rows: bool) -> float:
        note = self._note_lines(columns)
        below = _LINE * len(note) + _AIR if note else 0.0
        return self._items_height(columns, by_rows=by_rows) + below

    def _items_height(self, columns: int, *, by_rows: bool) -> float:
        parts = self._parts(columns, by_rows=by_rows)
        if by_rows:
            tallest = [max(row.height for row in rows) for rows in parts]
            return HEAD + sum(tallest)
        return HEAD + max((sum(row.height for row in rows) for rows in parts), default=0.0)

    def _parts(self, columns: int, *, by_rows: bool) -> list[list[_Row]]:
        """The rows of items, or columns that are as low as they can be."""
        if by_rows:
            return [self.rows[at : at + columns] for at in range(0, len(self.rows), columns)]
        most = sum(row.height for row in self.rows) / columns
        while len(parts := _filled(self.rows, most)) > columns:
            most += _LINE / 2
        return parts

    def draw(self, canvas: Canvas, x: float, y: float, columns: int, *, by_rows: bool, width: float) -> None:
        """The items under a heading with a rule ``width`` mm long."""
        if self.title:
            with canvas.shifted(x, y):
                draw_small_heading(canvas, self.title.upper(), width)
        else:
            title = Type(self.context.display, 3.4, 0.4)
            canvas.text(self.context.words("map.key").upper(), x, y + 2.8, title)
            canvas.line((x, y + 4.4), (x + width, y + 4.4), stroke="rule", stroke_width=0.3)
        step = self.column if columns == 1 else max(self.column, width / columns)
        parts = self._parts(columns, by_rows=by_rows)
        top = y + HEAD
        for number, rows in enumerate(parts):
            if by_rows:
                tallest, rise = max(row.height for row in rows), max(row.rise for row in rows)
                for place, row in enumerate(rows):
                    self._draw_row(canvas, row, (x + place * step, top), tallest, rise)
                top += tallest
            else:
                down = top
                for row in rows:
                    self._draw_row(canvas, row, (x + number * step, down), row.height, row.rise)
                    down += row.height
        below = y + self._items_height(columns, by_rows=by_rows) + _LINE
        canvas.lines(self._note_lines(columns), x, below, _TEXT, _LINE, fill="muted")

    def _draw_row(self, canvas: Canvas, row: _Row, at: Point, height: float, rise: float) -> None:
        """A row from its upper left corner; its sample, and so the name beside it, is ``rise`` mm higher.

        A name is always as high beside its sample, with what is about it below.
        """
        x, y = at
        middle = y + height / 2 - rise
        row.item.draw(canvas, (x + 6.0, middle))
        left, room = x + _SAMPLE, self.column - _SAMPLE
        top = middle - min(row.tall, _USUAL) / 2
        within = (left, y - 0.5, room, height + 1.0)
        canvas.lines(row.title, left, top + 2.6, row.type, _NAME_LINE, within=within)
        top += len(row.title) * _NAME_LINE
        canvas.lines(row.lines, left, top + 2.1, _TEXT, _LINE, fill="muted", within=within)


def _filled(rows: Sequence[_Row], most: float) -> list[list[_Row]]:
    """The rows in columns that are no higher than ``most`` mm, but for one of a single row."""
    columns: list[list[_Row]] = []
    for row in rows:
        if columns and sum(each.height for each in columns[-1]) + row.height <= most:
            columns[-1].append(row)
        else:
            columns.append([row])
    return columns
