"""The blocks of a card's body: when it is played, text, figures, a strip of rolls, victory points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any, Protocol

from builder.draw.pieces.cards.colors import CardColors
from builder.draw.pieces.cards.content import CardContent, CardFigure, PointsOf, RollStrip
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Metrics, Type

# 7 pt, in mm; no text is smaller.
SMALLEST = 2.47
LEAD = 1.27
_COLUMNS = (4, 3, 2, 1)
_PADDING = 0.5
# The same beside words that are larger than they have to be.
_WIDER = 1.3
# From line to line on the plate of a cue, in sizes of its type.
_CUE_LEAD = 1.17
# The least scale of cards on which dice are in smaller type.
_SMALL_DICE = 0.9
# The sizes of an icon and a figure and the height of their row; a smaller figure is hard to read.
_ICON, _NUMBER, _TOP_ROW, _MIN_NUMBER = 3.3, 5.6, 5.4, 3.4
FEW = 3
"""The most figures of a card that are in wide boxes, each with its icon and number over its word."""
# The icon in a wide box, and between that and the number.
_WIDE_ICON, _ICON_APART = 3.7, 1.4
# Between the edges of a box, its icon and its number, together.
_SIDES = 2.6
# The dice after a number of them, which are smaller, and the distance between both, in sizes of the number.
_DICE, _DICE_SIZE, _DICE_APART = re.compile(r"(\d+)([^\W\d]\d+)"), 0.54, 0.03
_ROLLED, _BETWEEN, _COUNTS = 4.2, 1.3, 4.8


@dataclass(frozen=True, slots=True)
class Room:
    """The breadth of a card's body, from ``left``, and the scale of its figures.

    Boxes of figures are ``grown`` times as high as they have to be, with larger icons and numbers.
    """

    left: float
    width: float
    scale: float
    metrics: Metrics
    grown: float = 1.0

    def sized(self, size: float) -> float:
        """A size of type of a poker card on this card, but not too small to read."""
        return max(SMALLEST, size * self.scale)

    @property
    def word(self) -> Type:
        """The type of the words of figures."""
        return Type(CONDENSED_BOLD, self.sized(2.5))


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
        return len(self._lines(room)) * self._type(room).size * _CUE_LEAD + 1.8 * room.scale

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        own, tall, indent = self._type(room), self.height(room, type), self._indent(room)
        style: dict[str, Any] = {"stroke": colors.line, "stroke_width": 0.2} if colors.outlined else {}
        plate = (room.left, top, room.width, tall)
        canvas.rect(*plate, radius=room.scale, fill=colors.tint, **style)
        step, size = own.size * _CUE_LEAD, 3.2 * room.scale
        canvas.icon("play-button", room.left + 1.2 * room.scale, top + (tall - size) / 2, size, colors.key)
        lines = self._lines(room)
        baseline = top + (tall - len(lines) * step) / 2 + (step + own.cap) / 2
        canvas.lines(lines, room.left + indent, baseline, own, step, fill=colors.ink, within=plate)

    def _type(self, room: Room) -> Type:
        return Type(CONDENSED_BOLD, room.sized(3.0))

    def _indent(self, room: Room) -> float:
        return 5.0 * room.scale

    def _lines(self, room: Room) -> list[str]:
        return room.metrics.wrap(self.text, self._type(room), room.width - self._indent(room) - 1.0)


@dataclass(frozen=True, slots=True)
class Aside:
    """More of the rule in smaller type, on a tinted plate."""

    text: str

    def height(self, room: Room, type: Type) -> float:
        return len(self._lines(room)) * self._step(room) + 2.0 * room.scale

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        own, step, tall = self._type(room), self._step(room), self.height(room, type)
        style: dict[str, Any] = {"stroke": colors.line, "stroke_width": 0.2} if colors.outlined else {}
        plate = (room.left, top, room.width, tall)
        canvas.rect(*plate, radius=room.scale, fill=colors.tint, **style)
        left, baseline = room.left + self._indent(room), top + room.scale + (step + own.cap) / 2
        canvas.lines(self._lines(room), left, baseline, own, step, fill=colors.ink, within=plate)

    def _type(self, room: Room) -> Type:
        return Type(CONDENSED, room.sized(3.1))

    def _step(self, room: Room) -> float:
        return self._type(room).size * 1.22

    def _indent(self, room: Room) -> float:
        return 1.5 * room.scale

    def _lines(self, room: Room) -> list[str]:
        return room.metrics.wrap(self.text, self._type(room), room.width - 2 * self._indent(room))


@dataclass(frozen=True, slots=True)
class FigureGrid:
    """Figures in boxes of one width, each with its icon, number and word; rows of short words are low."""

    figures: tuple[CardFigure, ...]

    def height(self, room: Room, type: Type) -> float:
        boxes = self._boxes(room)
        return sum(boxes.heights) + (len(boxes.heights) - 1) * self._gap(room)

    def draw(self, canvas: Canvas, room: Room, colors: CardColors, type: Type, top: float) -> None:
        boxes, gap = self._boxes(room), self._gap(room)
        labels, joined = self._words, self._joined(boxes.columns)
        words = [room.metrics.wrap(label, boxes.word, boxes.wide - _PADDING) for label in labels]
        tops = list(accumulate((tall + gap for tall in boxes.heights), initial=top))
        for index, figure in enumerate(self.figures):
            row, column = divmod(index, boxes.columns)
            left = room.left + column * (boxes.wide + gap)
            box = (left, tops[row], boxes.wide, boxes.heights[row])
            if index not in joined:
                both = boxes.wide + gap if index + 1 in joined else 0.0
                frame = (left, tops[row], boxes.wide + both, boxes.heights[row])
                canvas.rect(*frame, radius=room.scale, fill="paper", stroke=colors.line, stroke_width=0.25)
            else:
                fold = left - gap / 2
                ends = (fold, tops[row] + room.scale), (fold, tops[row] + boxes.heights[row] - room.scale)
                canvas.line(*ends, stroke=colors.line, stroke_width=0.15)
            if boxes.in_line:
                _draw_in_line(canvas, room, colors, figure, box, boxes.number)
                continue
            # If one word of a row is broken, the others of several parts are.
            own = words[index - column : index - column + boxes.columns]
            is_broken = max(map(len, own)) > 1 == len(words[index])
            lines = labels[index].rsplit(" ", 1) if is_broken else words[index]
            _draw_stacked(canvas, room, colors, figure, box, boxes, lines)

    def _boxes(self, room: Room) -> _Boxes:
        """The boxes that are lowest together; if several are, those in more columns."""
        options = [self._in(room, columns) for columns in _COLUMNS if columns <= max(1, len(self.figures))]
        fitting = [boxes for boxes in options if self._fits(room, boxes)] or options[-1:]
        return min(fitting, key=lambda boxes: round(sum(tall + 1.0 for tall in boxes.heights), 3))

    def _in(self, room: Room, columns: int) -> _Boxes:
        """Boxes in a number of columns, in which all figures have numbers of one size."""
        wide = (room.width - (columns - 1) * self._gap(room)) / columns
        word, number = room.word, Type(BOLD, 4.6 * room.scale)
        beside = [
            room.metrics.width(figure.word, word) + room.metrics.width(figure.value, number)
            for figure in self.figures
        ]
        if max(beside) + 8 * room.scale <= wide:
            rows = -(-len(self.figures) // columns)
            return _Boxes(columns, wide, (6.4 * room.scale * room.grown,) * rows, number, word, in_line=True)
        labels = self._words
        parts = [part for label in labels for part in label.split()]
        longest = max(parts, key=lambda part: room.metrics.width(part, word))
        if room.metrics.width(longest, word) + _PADDING > wide:
            word = Type(CONDENSED, word.size)
        word = room.metrics.fit(longest, word.at(word.size * room.grown), wide - _WIDER, word.size)
        lines = [len(room.metrics.wrap(label, word, wide - _PADDING)) for label in labels]
        most = [max(lines[start : start + columns]) for start in range(0, len(lines), columns)]
        scale = room.scale * room.grown
        is_wide = len(self.figures) <= FEW
        side = _WIDE_ICON if is_wide else _ICON
        icon = side * scale if any(figure.icon for figure in self.figures) else 0.0
        apart = _ICON_APART * scale if icon and is_wide else 0.0
        space, large = wide - icon - apart - _SIDES * room.scale, Type(CONDENSED_BOLD, _NUMBER * scale)
        widest = max(_number_width(figure.value, large, room) for figure in self.figures)
        large = large.at(max(SMALLEST, large.size * min(1.0, space / widest)))
        heights = tuple((_TOP_ROW + 1.1) * scale + count * word.size * 1.06 for count in most)
        return _Boxes(columns, wide, heights, large, word, is_wide=is_wide)

    def _joined(self, columns: int) -> frozenset[int]:
        """The figures in one box with that before, whose words begin alike: melee skill and damage."""
        joined = set[int]()
        for index in range(1, len(self.figures)):
            first, own = (self.figures[at].word.split() for at in (index - 1, index))
            is_beside = columns > 1 and index % columns and index - 1 not in joined
            if is_beside and len(first) == len(own) == 2 and first[0] == own[0]:
                joined.add(index)
        return frozenset(joined)

    @property
    def _words(self) -> list[str]:
        """The words of the figures, whole as on rosters, also of those that share a box."""
        return [figure.word for figure in self.figures]

    def _fits(self, room: Room, boxes: _Boxes) -> bool:
        """Whether no word is wider than its box, and numbers are large."""
        parts = [part for label in self._words for part in label.split()]
        widest = max(room.metrics.width(part, boxes.word) for part in parts)
        return widest + _PADDING <= boxes.wide and boxes.number.size >= _MIN_NUMBER * room.scale

    def _gap(self, room: Room) -> float:
        return 1.1 * room.scale


@dataclass(frozen=True, slots=True)
class _Boxes:
    """Boxes in ``columns``, with the height of each row and the types of their numbers and words.

    Words are beside the numbers if they are ``in_line``, or else below them; boxes can be ``is_wide``.
    """

    columns: int
    wide: float
    heights: tuple[float, ...]
    number: Type
    word: Type
    in_line: bool = False
    is_wide: bool = False


def _draw_stacked(
    canvas: Canvas,
    room: Room,
    colors: CardColors,
    figure: CardFigure,
    box: tuple[float, float, float, float],
    boxes: _Boxes,
    lines: Sequence[str],
) -> None:
    """The icon at the left, the number at the right, and the lines of the word below them.

    In a wide box, the icon and the number are over the middle of the word.
    """
    left, top, wide, tall = box
    scale = room.scale * room.grown
    word, side, top_row = boxes.word, (_WIDE_ICON if boxes.is_wide else _ICON) * scale, _TOP_ROW * scale
    middle, end = top + 0.5 * scale + top_row / 2, left + wide - 0.75 * room.scale
    start = left + 0.6 * room.scale
    if boxes.is_wide:
        taken = side + _ICON_APART * scale if figure.icon else 0.0
        both = taken + _number_width(figure.value, boxes.number, room)
        start, end = left + (wide - both) / 2, left + (wide + both) / 2
    if figure.icon:
        canvas.icon(figure.icon, start, middle - side / 2, side, colors.key)
    baseline = middle + boxes.number.cap / 2
    for text, type in reversed(_number_parts(figure.value, boxes.number, room)):
        canvas.text(text, end, baseline, type, anchor="end", fill=colors.ink, within=box)
        end -= room.metrics.width(text, type) + _DICE_APART * boxes.number.size
    step = word.size * 1.06
    below = tall - top_row - 0.4 * scale
    baseline = top + top_row - 0.1 * scale + (below - (len(lines) - 1) * step + word.cap) / 2
    canvas.lines(lines, left + wide / 2, baseline, word, step, anchor="middle", fill=colors.ink, within=box)


def _number_parts(value: str, type: Type, room: Room) -> list[tuple[str, Type]]:
    """A number, and its dice in smaller type; the value in one if the dice would be too small to read."""
    small = type.size * _DICE_SIZE
    # As dice are written in the language.
    dice = _DICE.fullmatch(room.metrics.printed(value))
    if dice is None or small < SMALLEST or room.scale < _SMALL_DICE:
        return [(value, type)]
    return [(dice[1], type), (dice[2], type.at(small))]


def _number_width(value: str, type: Type, room: Room) -> float:
    """The width of a number with its dice."""
    parts = _number_parts(value, type, room)
    return sum(room.metrics.width(*part) for part in parts) + (len(parts) - 1) * _DICE_APART * type.size


def _draw_in_line(
    canvas: Canvas,
    room: Room,
    colors: CardColors,
    figure: CardFigure,
    box: tuple[float, float, float, float],
    number: Type,
) -> None:
    """Icon, word and number next to each other."""
    left, top, wide, tall = box
    side, middle = 4.0 * room.scale, top + tall / 2
    if figure.icon:
        canvas.icon(figure.icon, left + 1.0 * room.scale, middle - side / 2, side, colors.key)
    start, baseline = left + 5.6 * room.scale, middle + room.word.cap / 2
    canvas.text(figure.word, start, baseline, room.word, fill=colors.ink, within=box)
    end, baseline = left + wide - 1.3 * room.scale, middle + number.cap / 2
    canvas.text(figure.value, end, baseline, number, anchor="end", fill=colors.ink, within=box)


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip of dice rolls, with what each counts as."""

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
