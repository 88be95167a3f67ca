"""The key to the markers of a scenario: each as it is, with its words, their number, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.draw.pieces.counter_names import SIZE
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type

_HEAD = 6.4
_NOTE, _NOTE_STEP = Type(CONDENSED, 2.6), 3.1
# Above a footnote.
_ABOVE_NOTE = 1.2
_BETWEEN = 5.0
# Between the sides of a marker, and between them and its words.
_APART, _BESIDE = 0.6, 2.2
# Between a word and what it means on one line.
_RUN_IN = 1.1
# Between the words of a marker and those of the next.
_AIR = 1.2
# The most by which rows are higher than they have to be.
_MORE_PITCH = 2.6
# Seven points.
_MIN_TYPE = 2.47
WITH_WORDS = 1.0
"""The least scale at which the words on all markers are 6 points high."""


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A marker: what draws its sides, with or without their words, how many they are, and their bleed in mm;
    what is ``said`` about its sides, each a word and what it means, and how many there are of it.

    ``unused`` are figures that no rule uses.
    """

    faces: Callable[[bool], Sequence[Drawing]]
    sides: int
    bleed: float
    said: Sequence[tuple[str, str]]
    count: int
    unused: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class _Size:
    """How large lines are: the scale of the markers, the least row and column in mm, and the type."""

    scale: float
    row: float
    column: float
    type: Type

    @property
    def has_words(self) -> bool:
        """Whether the words on the markers can be read, and not only those beside them."""
        return self.scale >= WITH_WORDS

    @property
    def plain(self) -> Type:
        """The type of what a marker says."""
        return Type(CONDENSED, max(_MIN_TYPE, self.type.size * 0.88))

    @property
    def step(self) -> float:
        """From line to line."""
        return self.type.size * 1.04


# The largest that fits is used. No marker is smaller than 7 mm.
_SIZES = (
    _Size(1.0, 18.6, 90.0, Type(CONDENSED_BOLD, 4.2)),
    _Size(1.0, 16.8, 90.0, Type(CONDENSED_BOLD, 4.0)),
    _Size(1.0, 17.6, 58.0, Type(CONDENSED_BOLD, 3.2)),
    _Size(1.0, 16.5, 58.0, Type(CONDENSED_BOLD, 2.9)),
    _Size(0.9, 16.6, 90.0, Type(CONDENSED_BOLD, 4.0)),
    _Size(0.9, 16.6, 58.0, Type(CONDENSED_BOLD, 3.6)),
    _Size(0.75, 13.8, 58.0, Type(CONDENSED_BOLD, 3.6)),
    _Size(0.62, 11.6, 58.0, Type(CONDENSED_BOLD, 3.3)),
    _Size(0.52, 9.6, 54.0, Type(CONDENSED_BOLD, 3.0)),
    _Size(0.45, 7.8, 52.0, Type(CONDENSED_BOLD, 2.55)),
    _Size(0.45, 7.8, 41.0, Type(CONDENSED_BOLD, 2.55)),
    _Size(0.45, 7.8, 33.0, Type(CONDENSED_BOLD, 2.5)),
)


@dataclass(frozen=True, slots=True)
class MarkerKey:
    """The lines of a key and the additions to its heading, given a width in mm."""

    lines: Sequence[KeyLine]
    width: float
    context: DrawingContext
    note: str = ""

    def draw(self, height: float, *, least: float = 0.0, column: float = 0.0) -> Drawing | None:
        """The key in the largest size that fits; None if none does, or if there are no lines.

        Its markers are at least ``least`` times as large as those to cut out, in columns at least ``column``
        mm wide.
        """
        sizes = (size for size in _SIZES if self.lines and size.scale >= least and size.column >= column)
        size = next((size for size in sizes if self._height(size) <= height), None)
        if size is None:
            return None
        rows = self._rows(size)
        # What is to spare is between the rows, so that their words do not run into each other.
        more = max(0.0, min(_MORE_PITCH, (height - self._height(size)) / len(rows)))
        tall = [each + more for each in rows]
        canvas = Canvas(self.width, self._height(size) + more * len(rows), self.context)
        title = self.context.words("marker.key")
        draw_small_heading(canvas, title, self.width)
        below = self._below
        base = canvas.height - _NOTE_STEP * (len(below) - 0.6)
        canvas.lines(below, 0, base, _NOTE, _NOTE_STEP, fill="muted")
        if self._is_beside:
            canvas.text(self.note, self.width, 3.4, _NOTE, anchor="end", fill="muted")
        step = (self.width + _BETWEEN) / self._columns(size)
        for index, line in enumerate(self.lines):
            column, row = divmod(index, len(tall))
            corner = column * step, _HEAD + sum(tall[:row])
            _draw_line(canvas, line, corner, (step - _BETWEEN, tall[row]), size)
        return canvas.drawing("marker-key", title)

    def _columns(self, size: _Size) -> int:
        """No more columns than the rows of the lines fill."""
        most = max(1, int((self.width + _BETWEEN) // (size.column + _BETWEEN)))
        rows = -(-len(self.lines) // most)
        return max(1, -(-len(self.lines) // max(1, rows)))

    def _height(self, size: _Size) -> float:
        below = len(self._below) * _NOTE_STEP
        return _HEAD + sum(self._rows(size)) + (below + _ABOVE_NOTE if below else 0.0)

    @property
    def _is_beside(self) -> bool:
        """Whether the note fits beside the heading."""
        metrics, title = self.context.metrics, self.context.words("marker.key")
        beside = metrics.width(title, Type(self.context.display, 3.6)) + metrics.width(self.note, _NOTE) + 4.0
        return beside <= self.width

    @property
    def _below(self) -> list[str]:
        """The lines below the markers: the note, if it does not fit beside the heading, and a footnote."""
        figures = ", ".join(dict.fromkeys(figure for line in self.lines for figure in line.unused))
        notes = [] if self._is_beside else [self.note]
        notes += [self.context.words("marker.unused", figures=figures)] if figures else []
        return [line for note in notes for line in self.context.metrics.wrap(note, _NOTE, self.width)]

    def _rows(self, size: _Size) -> list[float]:
        """The height of each row: that of the markers, or of the longest words beside them."""
        columns, metrics = self._columns(size), self.context.metrics
        width, rows = (self.width + _BETWEEN) / columns - _BETWEEN, -(-len(self.lines) // columns)
        lines = [len(_wrapped(line, width, size, metrics)) for line in self.lines]
        return [max(size.row, max(lines[row::rows]) * size.step + _AIR) for row in range(rows)]


def _draw_line(
    canvas: Canvas, line: KeyLine, corner: tuple[float, float], room: tuple[float, float], size: _Size
) -> None:
    """The sides of a marker, then how many there are, its words, and what it does."""
    (x, y), (width, height) = corner, room
    side = SIZE * size.scale
    top = y + (height - side) / 2
    for number, face in enumerate(line.faces(size.has_words)):
        at = x + number * (side + _APART)
        canvas.place(face, at, top, scale=size.scale, window=(line.bleed, line.bleed, SIZE, SIZE))
        canvas.rect(at, top, side, side, stroke="ink", stroke_width="crop")
    left = x + _indent(line, size)
    texts = _wrapped(line, width, size, canvas.metrics)
    base = y + height / 2 + size.type.cap / 2 - (len(texts) - 1) * size.step / 2
    within = (left, y, x + width - left + 0.1, height)
    canvas.text(str(line.count), left, base, size.type, within=within)
    left += _count_room(line, size, canvas.metrics)
    for number, text in enumerate(texts):
        at, below = left, base + number * size.step
        if text.word:
            canvas.text(text.word, at, below, text.type, within=within)
            at += canvas.metrics.width(text.word, text.type) + _RUN_IN
        if text.meaning:
            canvas.text(text.meaning, at, below, size.plain, fill="muted", within=within)


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of text: a word in its type, what it means, or both."""

    word: str
    type: Type
    meaning: str = ""


def _indent(line: KeyLine, size: _Size) -> float:
    """The width of a marker's sides in its line."""
    return line.sides * (SIZE * size.scale + _APART) - _APART + _BESIDE


def _count_room(line: KeyLine, size: _Size, metrics: Metrics) -> float:
    """The width of the number of a marker, with the space after it."""
    return metrics.width(f"{line.count} ", size.type)


def _wrapped(line: KeyLine, width: float, size: _Size, metrics: Metrics) -> list[_Text]:
    """What is said about a marker in the width of a column: the word of a side, and behind or below it what
    it means.
    """
    room = width - _indent(line, size) - _count_room(line, size, metrics)
    texts: list[_Text] = []
    sizes = [metrics.fit(word, size.type, room, _MIN_TYPE) for word, _ in line.said]
    common = min(sizes, key=lambda each: each.size)
    # Words too long for a line even in small type are broken.
    common = common if all(metrics.width(word, common) <= room for word, _ in line.said) else size.type
    is_run_in = len(line.said) > 1 and all(
        metrics.width(word, common) + _RUN_IN + metrics.width(meaning, size.plain) <= room
        for word, meaning in line.said
    )
    for word, meaning in line.said:
        if is_run_in:
            texts.append(_Text(word, common, meaning))
            continue
        texts += [_Text(each, common) for each in metrics.wrap(word, common, room)]
        below = metrics.wrap(meaning, size.plain, room) if meaning else []
        texts += [_Text("", common, each) for each in below]
    return texts
