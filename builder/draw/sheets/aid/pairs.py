"""Short tables of the aid as lines of pairs: each cause with an arrow to its effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type

ARROW = "→"
_APART = 3.6
_Look = tuple[Type, str]


def pairs_block(
    heads: Sequence[str], rows: Sequence[Sequence[str]], writer: Writer, size: float, *, headed: bool
) -> Block:
    """Each row as a pair of a bold key and a value, one after the other; those of the heads come first.

    A pair that does not fit at the end of a line begins on the next one.
    """
    plain, bold = Type(CONDENSED, size), Type(CONDENSED_BOLD, size)
    head = Type(CONDENSED_BOLD, max(MIN_SIZE, size * 0.92))
    space, step = writer.metrics.width(" ", plain), size * 1.25
    pairs = [list(_words(heads[0], heads[1], (head, "muted"), plain))] if headed else []
    pairs += [list(_words(key, value, (bold, "ink"), plain)) for key, value in rows]
    placed: list[tuple[float, int, str, _Look]] = []
    x, line = 0.0, 0
    for words in pairs:
        widths = [writer.metrics.width(text, look[0]) for text, look in words]
        if x and x + sum(widths) + space * (len(widths) - 1) > writer.width:
            x, line = 0.0, line + 1
        for (text, look), width in zip(words, widths, strict=True):
            if x and x + width > writer.width + 0.01:
                x, line = 0.0, line + 1
            placed.append((x, line, text, look))
            x += width + space
        x += _APART - space

    def draw(canvas: Canvas, left: float, top: float) -> None:
        room = (left, top, writer.width + 0.1, (line + 1) * step + size * 0.4)
        for (number, (type, color)), run in groupby(placed, key=lambda word: (word[1], word[3])):
            # Words that look alike are one text, so that they are copied with their spaces.
            words = list(run)
            text, base = " ".join(text for _, _, text, _ in words), top + size + number * step
            canvas.text(text, left + words[0][0], base, type, fill=color, within=room)

    return Block((line + 1) * step + size * 0.5, draw)


def _words(key: str, value: str, first: _Look, second: Type) -> Iterator[tuple[str, _Look]]:
    """The words of a pair with their looks; a value that says nothing is muted."""
    yield from ((word, first) for word in key.split())
    yield ARROW, (second, "muted")
    yield from ((word, (second, "muted" if value == "–" else "ink")) for word in value.split())
