"""The key to the markers of a scenario: each as it is, with its words, their number, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, pairwise, zip_longest
from typing import Literal

from builder.draw.pieces.counter_names import SIZE
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type

_HEAD = 6.4
_NOTE, _NOTE_STEP = Type(CONDENSED, 2.6), 3.1
# Above a footnote.
_ABOVE_NOTE = 1.2
# Between columns: words rarely fill theirs.
_BETWEEN = 3.2
# Between the sides of a marker, and between them and its words.
_APART, _BESIDE = 0.6, 2.0
# Between a word and what it means on one line.
_RUN_IN = 1.1
# From line to line, as a share of the type of the names.
_STEP = 1.04
# Between the words of a marker and those of the next.
_AIR = 1.2
# Above the word of the other side of a marker, so that it is not read with the words above it.
_ABOVE_BACK = 1.2
# The most by which rows are higher than they have to be.
_MORE_PITCH = 2.6
# Seven points.
_MIN_TYPE = 2.47
# How small the names and meanings of a key become, as a share, before the longest of them are broken.
_LEAST_SHARE = 0.85
# What is left free so that no text is broken by how its width is rounded.
_TINY = 0.01
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
    """How large lines are: the scale of the markers, the least row and column in mm, and the type.

    What a word of a marker with several means stands ``below`` it or ``behind`` it, or behind it only in
    rows too low for it (``mixed``).
    """

    scale: float
    row: float
    column: float
    type: Type
    meanings: Literal["below", "behind", "mixed"] = "below"

    @property
    def has_words(self) -> bool:
        """Whether the words on the markers can be read, and not only those beside them."""
        return self.scale >= WITH_WORDS

    @property
    def plain(self) -> Type:
        """The type of what a marker says."""
        return Type(CONDENSED, max(_MIN_TYPE, self.type.size * 0.88))


@dataclass(frozen=True, slots=True)
class _Types:
    """The types of all names and of all meanings in a key, and from line to line in mm."""

    name: Type
    meaning: Type
    step: float


# The largest that fits is used. No marker is smaller than 7 mm.
_SIZES = (
    _Size(1.0, 18.6, 90.0, Type(CONDENSED_BOLD, 4.2)),
    _Size(1.0, 16.8, 90.0, Type(CONDENSED_BOLD, 4.0)),
    _Size(1.0, 17.6, 58.0, Type(CONDENSED_BOLD, 3.2)),
    _Size(1.0, 16.5, 58.0, Type(CONDENSED_BOLD, 2.9)),
    _Size(0.9, 16.6, 90.0, Type(CONDENSED_BOLD, 4.0)),
    _Size(0.9, 16.6, 58.0, Type(CONDENSED_BOLD, 3.6)),
    _Size(0.8, 14.8, 58.0, Type(CONDENSED_BOLD, 3.6)),
    _Size(0.75, 13.8, 58.0, Type(CONDENSED_BOLD, 3.6)),
    _Size(0.62, 11.6, 58.0, Type(CONDENSED_BOLD, 3.3)),
    _Size(0.62, 11.6, 58.0, Type(CONDENSED_BOLD, 3.0)),
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

    def draw(
        self, height: float, *, least: float = 0.0, most: float = WITH_WORDS, column: float = 0.0
    ) -> Drawing | None:
        """The key in the largest size that fits; None if none does, or if there are no lines.

        Its markers are ``least`` to ``most`` times as large as those to cut out, in columns of at least
        ``column`` mm.
        """
        sizes = [
            size for size in _SIZES if self.lines and least <= size.scale <= most and size.column >= column
        ]
        # Among those with markers of one size, lines that are alike come first.
        ways = (
            way
            for _, alike in groupby(sizes, lambda size: size.scale)
            for way in sorted(chain(*map(self._ways, alike)), key=lambda way: way.size.meanings == "mixed")
        )
        way = next((way for way in ways if self._height(way) <= height), None)
        if way is None:
            return None
        # What is to spare is between the rows, so that their words do not run into each other.
        more = max(0.0, min(_MORE_PITCH, (height - self._height(way)) / len(way.rows)))
        tall = [each + more for each in way.rows]
        canvas = Canvas(self.width, self._height(way) + more * len(way.rows), self.context)
        title = self.context.words("marker.key")
        draw_small_heading(canvas, title, self.width)
        below = self._below
        base = canvas.height - _NOTE_STEP * (len(below) - 0.6)
        canvas.lines(below, 0, base, _NOTE, _NOTE_STEP, fill="muted")
        if self._is_beside:
            canvas.text(self.note, self.width, 3.4, _NOTE, anchor="end", fill="muted")
        left = 0.0
        for wide, lines in zip(way.widths, way.columns, strict=True):
            for row, line in enumerate(lines):
                corner = left, _HEAD + sum(tall[:row])
                _draw_line(canvas, line, corner, (wide, tall[row]), way.size, way.types)
            left += wide + _BETWEEN
        return canvas.drawing("marker-key", title)

    def _ways(self, size: _Size) -> list[_Way]:
        """The ways to set meanings in lines of a size: rather alike in all lines than not."""
        below, behind = (
            _Way(each, self.lines, self.width, self.context.metrics)
            for each in (size, replace(size, meanings="behind"))
        )
        fits = all(
            _is_behind(line, room, behind.types, behind.metrics)
            for line, room in behind.rooms
            if len(line.said) > 1
        )
        mixed = replace(size, meanings="mixed")
        return [below, behind if fits else _Way(mixed, self.lines, self.width, self.context.metrics)]

    def _height(self, way: _Way) -> float:
        below = len(self._below) * _NOTE_STEP
        return _HEAD + sum(way.rows) + (below + _ABOVE_NOTE if below else 0.0)

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


class _Way:
    """Lines in a size and a width in mm: their columns, rows and types, each worked out once."""

    def __init__(self, size: _Size, lines: Sequence[KeyLine], width: float, metrics: Metrics) -> None:
        self.size = size
        self.lines = lines
        self.width = width
        self.metrics = metrics

    @cached_property
    def columns(self) -> list[Sequence[KeyLine]]:
        """The lines of each column: no more columns than the rows fill, and none more than a line longer
        than another.
        """
        most = max(1, int((self.width + _BETWEEN) // (self.size.column + _BETWEEN)))
        rows = max(1, -(-len(self.lines) // most))
        number = max(1, -(-len(self.lines) // rows))
        least, longer = divmod(len(self.lines), number)
        starts = [column * least + min(column, longer) for column in range(number + 1)]
        return [self.lines[start:end] for start, end in pairwise(starts)]

    @cached_property
    def widths(self) -> list[float]:
        """The widths of the columns: alike, unless some need more for what stands behind their words."""
        alike = (self.width + _BETWEEN) / len(self.columns) - _BETWEEN
        needed = [max(_needed(line, self.size, self.metrics) for line in lines) for lines in self.columns]
        spare = self.width - sum(needed) - _BETWEEN * (len(self.columns) - 1)
        if max(needed) <= alike or spare < 0:
            return [alike] * len(self.columns)
        return [each + spare / len(self.columns) for each in needed]

    @cached_property
    def rooms(self) -> list[tuple[KeyLine, float]]:
        """Each line with the width for what is said about its marker."""
        return [
            (line, _room(line, wide, self.size, self.metrics))
            for wide, lines in zip(self.widths, self.columns, strict=True)
            for line in lines
        ]

    @cached_property
    def types(self) -> _Types:
        """Types in which most names and meanings fit into their columns unbroken, the same in all lines."""
        names = [(word, room) for line, room in self.rooms for word, _ in line.said]
        meanings = [(meaning, room) for line, room in self.rooms for _, meaning in line.said]
        name = _fitted(names, self.size.type, self.metrics)
        meaning = _fitted(meanings, self.size.plain, self.metrics)
        return _Types(name, meaning, name.size * _STEP)

    @cached_property
    def rows(self) -> list[float]:
        """The height of each row: that of the markers, or of the longest words beside them."""
        tall = [
            [_tall(_wrapped(line, wide, self.size, self.types, self.metrics), self.types) for line in lines]
            for wide, lines in zip(self.widths, self.columns, strict=True)
        ]
        return [max(self.size.row, max(row) + _AIR) for row in zip_longest(*tall, fillvalue=0.0)]


def _fitted(texts: Iterable[tuple[str, float]], type: Type, metrics: Metrics) -> Type:
    """A type in which all texts fit into their rooms, but for those that would be too small then."""
    smallest = max(_MIN_TYPE, type.size * _LEAST_SHARE)
    sizes = [
        fitted.size
        for text, room in texts
        if metrics.width(text, fitted := metrics.fit(text, type, room - _TINY, smallest)) <= room
    ]
    return type.at(min(sizes, default=type.size))


def _draw_line(
    canvas: Canvas,
    line: KeyLine,
    corner: tuple[float, float],
    room: tuple[float, float],
    size: _Size,
    types: _Types,
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
    texts = _wrapped(line, width, size, types, canvas.metrics)
    # The middle of the words, from the capitals of the first line to the last base line, is that of the row.
    below = y + height / 2 + types.name.cap / 2 - (_tall(texts, types) - types.step) / 2
    within = (left, y, x + width - left + 0.1, height)
    canvas.text(str(line.count), left, below, types.name, within=within)
    left += _count_room(line, size, canvas.metrics)
    for number, text in enumerate(texts):
        below += text.above + (types.step if number else 0.0)
        at = left
        if text.word:
            canvas.text(text.word, at, below, types.name, within=within)
            at += canvas.metrics.width(text.word, types.name) + _RUN_IN
        if text.meaning:
            canvas.text(text.meaning, at, below, types.meaning, fill="muted", within=within)


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of text: a word, what it means, or both; and the room above it in mm."""

    word: str
    meaning: str = ""
    above: float = 0.0


def _tall(texts: Sequence[_Text], types: _Types) -> float:
    """The height of some lines."""
    return len(texts) * types.step + sum(text.above for text in texts)


def _indent(line: KeyLine, size: _Size) -> float:
    """The width of a marker's sides in its line."""
    return line.sides * (SIZE * size.scale + _APART) - _APART + _BESIDE


def _count_room(line: KeyLine, size: _Size, metrics: Metrics) -> float:
    """The width of the number of a marker, with the space after it."""
    return metrics.width(f"{line.count} ", size.type)


def _room(line: KeyLine, width: float, size: _Size, metrics: Metrics) -> float:
    """The width for what is said about a marker."""
    return width - _indent(line, size) - _count_room(line, size, metrics)


def _needed(line: KeyLine, size: _Size, metrics: Metrics) -> float:
    """The width of a line, with what the words of several sides mean below or behind them."""

    def long(word: str, meaning: str) -> float:
        first, then = metrics.width(word, size.type), metrics.width(meaning, size.plain)
        is_behind = size.meanings != "below" and len(line.said) > 1 and meaning
        return first + _RUN_IN + then if is_behind else max(first, then)

    said = max((long(word, meaning) for word, meaning in line.said), default=0.0)
    return _indent(line, size) + _count_room(line, size, metrics) + said + _TINY


def _wrapped(line: KeyLine, width: float, size: _Size, types: _Types, metrics: Metrics) -> list[_Text]:
    """What is said about a marker in the width of a column: the word of a side, and behind or below it what
    it means.
    """
    room = _room(line, width, size, metrics)
    texts: list[_Text] = []
    for word, meaning in line.said:
        first, *more = metrics.wrap(word, types.name, room)
        texts.append(_Text(first, above=_ABOVE_BACK if texts else 0.0))
        texts += [_Text(each) for each in more]
        texts += [_Text("", each) for each in (metrics.wrap(meaning, types.meaning, room) if meaning else ())]
    is_too_high = _tall(texts, types) + _AIR > size.row
    wants = size.meanings == "behind" or (size.meanings == "mixed" and is_too_high)
    if wants and len(line.said) > 1 and _is_behind(line, room, types, metrics):
        return [_Text(word, meaning) for word, meaning in line.said]
    return texts


def _is_behind(line: KeyLine, room: float, types: _Types, metrics: Metrics) -> bool:
    """Whether there is room for all that the words of a line mean behind them."""
    return all(
        metrics.width(word, types.name) + _RUN_IN + metrics.width(meaning, types.meaning) <= room
        for word, meaning in line.said
    )
