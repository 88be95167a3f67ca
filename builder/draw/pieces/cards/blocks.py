"""The blocks of a card's body: when it is played, text, figures, a strip of rolls, victory points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any, Protocol

from builder.draw.pieces.cards.colors import CardColors
from builder.draw.pieces.cards.content import CardContent, CardFigure, PointsOf, RollStrip
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Metrics, Type

# 7 pt, in mm; no text but the small print is smaller.
SMALLEST = 2.47
LEAD = 1.27
_COLUMNS = (4, 3, 2, 1)
_PADDING = 0.5
# How dark the icon behind a figure is, the size of the figure, and the height of its row.
_PALE, _NUMBER, _TOP_ROW = 0.17, 5.4, 6.4
_ROLLED, _BETWEEN, _COUNTS = 4.2, 1.3, 4.8


@dataclass(frozen=True, slots=True)
class Room:
    """The breadth of a card's body, from ``left``, and the scale of its figures."""

    left: float
    width: float
    scale: float
    metrics: Metrics

    def sized(self, size: float) -> float:
        """A size of type of a poker card on this card, but not too small to read."""
        return max(SMALLEST, size * self.scale)

    @property
    def word(self) -> Type:
        """The type of the words of figures."""
        return Type(CONDENSED, self.sized(2.5))


class Block(Protocol):
    """A part of the body, whose height depends on the type of the text."""

    def height(self, room: Room, type: Type) -> float:
        """The height in mm."""
        ...

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        """Draw from the ``top`` down."""
        ...


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text, with a dot before it if it is one of a list."""

    text: str
    listed: bool = False

    def height(self, room: Room, type: Type) -> float:
        return len(self._lines(room, type)) * type.size * LEAD

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        step, indent = type.size * LEAD, self._indent(type)
        if self.listed:
            canvas.circle(room.left + 0.8, top + 0.55 * step, 0.6 * room.scale, fill=colors.key)
        lines, within = self._lines(room, type), (room.left, top, room.width + 0.05, self.height(room, type))
        left, baseline = room.left + indent, top + (step + type.cap) / 2
        canvas.lines(lines, left, baseline, type, step, fill=colors.ink, within=within)

    def _lines(self, room: Room, type: Type) -> list[str]:
        return room.metrics.wrap(self.text, type, room.width - self._indent(type))

    def _indent(self, type: Type) -> float:
        return 0.7 * type.size if self.listed else 0.0


@dataclass(frozen=True, slots=True)
class Cue:
    """When the card is played, on a tinted plate."""

    text: str

    def height(self, room: Room, type: Type) -> float:
        return len(self._lines(room)) * self._type(room).size * LEAD + 2.0 * room.scale

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        own, tall, indent = self._type(room), self.height(room, type), self._indent(room)
        style: dict[str, Any] = {"stroke": colors.line, "stroke_width": 0.2} if colors.outlined else {}
        plate = (room.left, top, room.width, tall)
        canvas.rect(*plate, radius=room.scale, fill=colors.tint, **style)
        step, size = own.size * LEAD, 3.2 * room.scale
        canvas.icon("play-button", room.left + 1.2 * room.scale, top + (tall - size) / 2, size, colors.key)
        baseline = top + 1.0 * room.scale + (step + own.cap) / 2
        lines = self._lines(room)
        canvas.lines(lines, room.left + indent, baseline, own, step, fill=colors.ink, within=plate)

    def _type(self, room: Room) -> Type:
        return Type(CONDENSED_BOLD, room.sized(3.0))

    def _indent(self, room: Room) -> float:
        return 5.0 * room.scale

    def _lines(self, room: Room) -> list[str]:
        return room.metrics.wrap(self.text, self._type(room), room.width - self._indent(room) - 1.0)


@dataclass(frozen=True, slots=True)
class FigureGrid:
    """Figures in boxes, each with its icon, its number and its word."""

    figures: tuple[CardFigure, ...]

    def height(self, room: Room, type: Type) -> float:
        rows = self._best_rows(room)
        return sum(row.height(room) for row in rows) + (len(rows) - 1) * self._gap(room)

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        for row in self._best_rows(room):
            tall = row.height(room)
            for column, figure in enumerate(row.figures):
                left = room.left + column * (row.wide + self._gap(room))
                box = (left, top, row.wide, tall)
                canvas.rect(*box, radius=room.scale, fill="paper", stroke=colors.line, stroke_width=0.25)
                draw = _draw_in_line if row.in_line(room) else _draw_stacked
                draw(canvas, room, colors, figure, box)
            top += tall + self._gap(room)

    def _best_rows(self, room: Room) -> list[FigureRow]:
        """The rows that are lowest together; if several are, those with more columns."""
        options = [self._rows(room, columns) for columns in _COLUMNS if columns <= max(1, len(self.figures))]
        options = [rows for rows in options if all(row.has_room(room) for row in rows)] or options[-1:]
        return min(
            options, key=lambda rows: round(sum(row.height(room) for row in rows), 3) + 0.01 * len(rows)
        )

    def _rows(self, room: Room, columns: int) -> list[FigureRow]:
        """Rows of a number of columns, with boxes of one width."""
        rows = []
        for start in range(0, len(self.figures), columns):
            figures = self.figures[start : start + columns]
            across = min(columns, len(self.figures))
            rows.append(FigureRow(figures, (room.width - (across - 1) * self._gap(room)) / across))
        return rows

    def _gap(self, room: Room) -> float:
        return 1.1 * room.scale


@dataclass(frozen=True, slots=True)
class FigureRow:
    """Some figures in boxes that are ``wide`` mm."""

    figures: tuple[CardFigure, ...]
    wide: float

    def height(self, room: Room) -> float:
        if self.in_line(room):
            return 6.4 * room.scale
        word = room.word
        lines = max(
            len(room.metrics.wrap(figure.word, word, self.wide - _PADDING)) for figure in self.figures
        )
        return (_TOP_ROW + 0.6) * room.scale + lines * word.size * 1.06

    def in_line(self, room: Room) -> bool:
        """Whether each word has room between its icon and its number."""
        number = Type(BOLD, 4.6 * room.scale)
        return all(
            room.metrics.width(figure.word, room.word)
            + room.metrics.width(figure.value, number)
            + 8 * room.scale
            <= self.wide
            for figure in self.figures
        )

    def has_room(self, room: Room) -> bool:
        """Whether no word is wider than its box, and every number is large."""
        return all(
            room.metrics.width(part, room.word) + _PADDING <= self.wide
            for figure in self.figures
            for part in figure.word.split()
        ) and all(_number(room, figure, self.wide).size >= 3.0 * room.scale for figure in self.figures)


def _draw_stacked(
    canvas: Canvas, room: Room, colors: CardColors, figure: CardFigure, box: tuple[float, float, float, float]
) -> None:
    """The number above the word, on the icon as a watermark; themes that save ink do without it."""
    left, top, wide, tall = box
    word, side, top_row = room.word, 0.86 * min(wide, tall), _TOP_ROW * room.scale
    if figure.icon and not colors.outlined:
        at = (left + (wide - side) / 2, top + (tall - side) / 2)
        canvas.icon(figure.icon, *at, side, blend(colors.key, canvas.theme["paper"], _PALE))
    number = _number(room, figure, wide)
    middle = left + wide / 2
    baseline = top + 0.4 * room.scale + (top_row + number.cap) / 2
    canvas.text(figure.value, middle, baseline, number, anchor="middle", fill=colors.ink, within=box)
    lines, step = room.metrics.wrap(figure.word, word, wide - _PADDING), word.size * 1.06
    below = tall - top_row - 0.4 * room.scale
    baseline = top + top_row + (below - (len(lines) - 1) * step + word.cap) / 2
    canvas.lines(lines, middle, baseline, word, step, anchor="middle", fill=colors.ink, within=box)


def _draw_in_line(
    canvas: Canvas, room: Room, colors: CardColors, figure: CardFigure, box: tuple[float, float, float, float]
) -> None:
    """Icon, word and number next to each other."""
    left, top, wide, tall = box
    side, number, middle = 4.0 * room.scale, Type(BOLD, 4.6 * room.scale), top + tall / 2
    if figure.icon:
        canvas.icon(figure.icon, left + 1.0 * room.scale, middle - side / 2, side, colors.key)
    start, baseline = left + 5.6 * room.scale, middle + room.word.cap / 2
    canvas.text(figure.word, start, baseline, room.word, fill=colors.ink, within=box)
    end, baseline = left + wide - 1.3 * room.scale, middle + number.cap / 2
    canvas.text(figure.value, end, baseline, number, anchor="end", fill=colors.ink, within=box)


def _number(room: Room, figure: CardFigure, wide: float) -> Type:
    return room.metrics.fit(figure.value, Type(BOLD, _NUMBER * room.scale), wide - 1.6 * room.scale, SMALLEST)


@dataclass(frozen=True, slots=True)
class Strip:
    """What is rolled, and what it counts as."""

    strip: RollStrip

    def height(self, room: Room, type: Type) -> float:
        return (_ROLLED + _BETWEEN + _COUNTS) * self._scale(room)

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        scale = self._scale(room)
        plain, bold = Type(CONDENSED, room.sized(2.7)), Type(CONDENSED_BOLD, room.sized(3.0))
        edges = list(accumulate(self._widths(room, plain), initial=room.left))
        below = top + (_ROLLED + _BETWEEN) * scale
        for index, rolled in enumerate(self.strip.rolled):
            box = (edges[index], top, edges[index + 1] - edges[index], _ROLLED * scale)
            _draw_cell(canvas, room, box, rolled, plain, colors.muted, "paper", colors.line)
            middle, tip, half = (edges[index] + edges[index + 1]) / 2, below - 0.25 * scale, 0.6 * scale
            arrow = [(middle - half, tip - 0.8 * scale), (middle + half, tip - 0.8 * scale), (middle, tip)]
            canvas.polygon(arrow, fill=colors.key)
        # What several rolls in a row count as stands once below them.
        end, last = 0, len(self.strip.counts) - 1
        for counts, run in groupby(self.strip.counts):
            start, end = end, end + len(list(run))
            share = 0.08 + 0.32 * start / max(1, last)
            fill = "paper" if colors.outlined else blend(colors.key, colors.ground, share)
            box = (edges[start], below, edges[end] - edges[start], _COUNTS * scale)
            _draw_cell(canvas, room, box, counts, bold, colors.ink, fill, colors.line)

    def _widths(self, room: Room, type: Type) -> list[float]:
        """Equal widths, but room for longer words."""
        needs = [room.metrics.width(rolled, type) + 0.8 for rolled in self.strip.rolled]
        equal = room.width / len(needs)
        wide = [need for need in needs if need > equal]
        narrow = (room.width - sum(wide)) / max(1, len(needs) - len(wide))
        return [need if need > equal else narrow for need in needs]

    def _scale(self, room: Room) -> float:
        return max(0.8, room.scale)


def _draw_cell(
    canvas: Canvas,
    room: Room,
    box: tuple[float, float, float, float],
    text: str,
    type: Type,
    ink: str,
    fill: str,
    line: str,
) -> None:
    """A box with a text in its middle."""
    left, top, wide, tall = box
    canvas.rect(*box, fill=fill, stroke=line, stroke_width=0.2)
    type = room.metrics.fit(text, type, wide - 0.3, SMALLEST)
    baseline = top + (tall + type.cap) / 2
    canvas.text(text, left + wide / 2, baseline, type, anchor="middle", fill=ink, within=box)


@dataclass(frozen=True, slots=True)
class Points:
    """The victory points of one side."""

    points: PointsOf

    def height(self, room: Room, type: Type) -> float:
        step = type.size * LEAD
        return 1.25 * step + sum(len(lines) * step + 0.8 for lines in self._lines(room, type))

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        step, bold = type.size * LEAD, Type(BOLD, type.size)
        right = room.left + room.width
        within = (room.left, top, room.width, self.height(room, type))
        head = room.metrics.fit(
            self.points.side, Type(canvas.context.display, type.size), room.width, SMALLEST
        )
        canvas.text(
            self.points.side, room.left, top + (step + head.cap) / 2, head, fill=colors.ink, within=within
        )
        y = top + 1.25 * step
        canvas.line(
            (room.left, y - 0.1 * step), (right, y - 0.1 * step), stroke=colors.key, stroke_width="heading"
        )
        for (value, _), lines in zip(self.points.lines, self._lines(room, type), strict=True):
            baseline = y + (step + type.cap) / 2
            canvas.lines(lines, room.left, baseline, type, step, fill=colors.ink, within=within)
            canvas.text(value, right, baseline, bold, anchor="end", fill=colors.ink, within=within)
            y += len(lines) * step + 0.4
            canvas.rule(room.left, y, room.width)
            y += 0.4

    def _lines(self, room: Room, type: Type) -> list[list[str]]:
        bold = Type(BOLD, type.size)
        return [
            room.metrics.wrap(text, type, room.width - room.metrics.width(value, bold) - 2.0)
            for value, text in self.points.lines
        ]


def blocks_of(content: CardContent) -> Sequence[Block]:
    """The body of a card, from top to bottom."""
    return [
        *([Cue(content.cue)] if content.cue else []),
        *([FigureGrid(content.figures)] if content.figures and not content.figures_last else []),
        *(Paragraph(text, content.listed) for text in content.paragraphs if text),
        *([FigureGrid(content.figures)] if content.figures and content.figures_last else []),
        *([Strip(content.strip)] if content.strip is not None else []),
        *(Points(points) for points in content.victory),
    ]
