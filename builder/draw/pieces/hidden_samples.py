"""What is on the counters that only one side may turn up: the face that all see, and what is behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.piece import Piece
from builder.draw.pieces.shown_face import draw_shown_face
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_small_heading
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Type
from builder.scenario.model import Force, Scenario

_HEAD, _FOOT = 8.4, 2.0
# The largest scale that fits is used.
_SCALES = (2.2, 1.8, 1.4)
_TITLE, _NOTE, _STEP = Type(BOLD, 4.0), Type(REGULAR, 3.2), 4.3
# Between a counter and its words, the least room for these, between counters, and the arrow between sides.
_BESIDE, _MIN_WORDS, _APART, _ARROW = 3.0, 26.0, 6.0, 5.0
_MAX_WORDS = 72.0
# The most that the words and sizes beside a counter are higher than it.
_MOST_WORDS = 1.4
# A cell of the table of sizes, what is above and below its rows, and its type.
_CELL, _ABOVE_CELLS, _BELOW_CELLS = (9.0, 5.0), 0.4, 1.2
_SIZE, _COUNT = Type(CONDENSED_BOLD, 3.2), Type(CONDENSED, 3.2)
# Between rows of counters.
_BETWEEN = 5.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A face of a counter with its bleed in mm, its title, and a note; ``sizes`` has how many counters there
    are with so many creatures.
    """

    face: Drawing
    bleed: float
    title: str
    note: str
    sizes: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The words beside a counter in a width, and the rows of its sizes."""

    title: Sequence[str]
    note: Sequence[str]
    sizes: Sequence[Sequence[tuple[int, int]]]

    @property
    def height(self) -> float:
        table = len(self.sizes) * (2 * _CELL[1] + _BELOW_CELLS) + (_ABOVE_CELLS if self.sizes else 0.0)
        return (len(self.title) + len(self.note)) * _STEP + table


def samples_of(artist: CounterArtist, scenario: Scenario, forces: Sequence[Force]) -> list[Sample]:
    """The hidden side of the counters of forces, then what can be behind it, each with how many there are."""
    words, found, total = artist.words, list[Sample](), 0
    hidden: Piece | None = None
    for force in forces:
        pieces = list(artist.creatures(scenario, force))
        count, sizes, shown = sum(piece.copies for piece in pieces), dict[int, int](), pieces[0]
        title, most = words.term(force.one_of_species) or force.title, int(force.unit.get("most", 1))
        if most > 1:
            sizes = {size: piece.copies for size, piece in enumerate(pieces, 1)}
            note = words("fold.sizes", count=count)
            if len(sizes) < most:
                note = f"{words('fold.merged', most=most)} {note}"
            shown, title = pieces[min(2, len(pieces) - 1)], force.title
        else:
            note = words("fold.lines", count=count, ids=", ".join(artist.ids(scenario)[force.id]))
        found.append(Sample(shown.back, shown.bleed, title, note, sizes))
        if force.dummies:
            dummy, note = artist.dummy(force), words("fold.dummy", count=force.dummies)
            title = words("counter.dummy").capitalize()
            found.append(Sample(dummy.back, dummy.bleed, title, note))
        hidden, total = hidden or shown, total + count + (force.dummies or 0)
    if hidden is None:
        return []
    return [Sample(hidden.front, hidden.bleed, words("fold.hidden"), words("fold.seen", count=total)), *found]


def draw_samples(
    samples: Sequence[Sample], width: float, height: float, context: DrawingContext
) -> Drawing | None:
    """Counters below a heading, each with its words beside it, the hidden side first; None without room."""
    for scale in _SCALES if samples else ():
        side = SIZE * scale
        most = max(1, int((width + _APART - _ARROW) // (side + _BESIDE + _MIN_WORDS + _APART)))
        columns = min(len(samples), most)
        rows = -(-len(samples) // columns)
        step = (width - _ARROW + _APART) / columns
        lines = [_lines(each, step - _APART - side - _BESIDE, context) for each in samples]
        row_height = max(side, *(each.height for each in lines))
        tall = _HEAD + rows * (row_height + _BETWEEN) - _BETWEEN + _FOOT
        if tall > height or row_height > _MOST_WORDS * side:
            continue
        canvas = Canvas(width, tall, context)
        heading = context.words("fold.content")
        draw_small_heading(canvas, heading, width)
        for number, (sample, own) in enumerate(zip(samples, lines, strict=True)):
            row, column = divmod(number, columns)
            corner = column * step + (_ARROW if number else 0.0), _HEAD + row * (row_height + _BETWEEN)
            middle = corner[1] + row_height / 2
            draw_shown_face(canvas, sample.face, sample.bleed, (corner[0], middle - side / 2), scale)
            left = corner[0] + side + _BESIDE
            _draw_lines(canvas, own, left, middle - own.height / 2)
            if number == 0 and columns > 1:
                tip = step + _ARROW - 2.0
                canvas.polygon(
                    [(tip - 4, middle - 3.6), (tip, middle), (tip - 4, middle + 3.6)], fill="accent"
                )
        return canvas.drawing("hidden-samples", heading)
    return None


def _lines(sample: Sample, room: float, context: DrawingContext) -> _Lines:
    """The words of a sample, and its sizes, in a width."""
    room = min(room, _MAX_WORDS)
    title, note = (
        context.metrics.wrap(*each, room) for each in ((sample.title, _TITLE), (sample.note, _NOTE))
    )
    sizes = list(sample.sizes.items())
    rows = -(-len(sizes) // max(1, int(room // _CELL[0])))
    a_row = -(-len(sizes) // max(1, rows))
    return _Lines(title, note, [sizes[at : at + a_row] for at in range(0, len(sizes), a_row or 1)])


def _draw_lines(canvas: Canvas, lines: _Lines, left: float, top: float) -> None:
    """The title, the note and the sizes: how many creatures, and below that how many counters."""
    base, (wide, tall) = top + 3.3, _CELL
    canvas.lines(lines.title, left, base, _TITLE, _STEP)
    canvas.lines(lines.note, left, base + len(lines.title) * _STEP, _NOTE, _STEP, fill="muted")
    y = top + (len(lines.title) + len(lines.note)) * _STEP + _ABOVE_CELLS
    for row in lines.sizes:
        for column, (size, count) in enumerate(row):
            x = left + column * wide
            for text, type, level, fill in (
                (f"×{size}", _SIZE, y, "panel"),
                (str(count), _COUNT, y + tall, "paper"),
            ):
                canvas.rect(x, level, wide, tall, fill=fill, stroke="rule", stroke_width="rule")
                canvas.text(text, x + wide / 2, level + (tall + type.cap) / 2, type, anchor="middle")
        y += 2 * tall + _BELOW_CELLS
