"""The example of play on an aid, with figures that are looked up in the tables."""

from __future__ import annotations

import re
from collections.abc import Callable

from builder.draw.sentences.entry_text import filled, spelled
from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer, stacked
from builder.draw.surface.wording import Words
from rulesdb import Ruleset
from rulesdb.tables import show_value

_PAD = 2.0
# The space above the box, in mm.
_ABOVE = 0.9


def example_block(aid: AidWriter) -> Block | None:
    """The first example of the game's aid in a box; ``None`` if it has none."""
    examples = aid.game.aid.get("examples", ())
    if not examples:
        return None
    words = aid.writer.words
    inner = Writer(aid.width - 2 * _PAD, aid.writer.context)
    title = inner.paragraph(words("chart.example").upper(), aid.bold, color="accent")
    text = _SIGN.sub("\u00a0\\1\u00a0", filled_from(aid.game, words, examples[0]["text"]))
    body = stacked([title, inner.paragraph(text, aid.text)])
    height = body.height + 2 * _PAD - 0.8

    def draw(canvas: Canvas, x: float, y: float) -> None:
        top = y + _ABOVE
        canvas.rect(x, top, aid.width, height, radius=1.2, fill="panel", stroke="accent", stroke_width=0.3)
        body.draw(canvas, x + _PAD, top + _PAD - 0.4)

    return Block(_ABOVE + height + 1.4, draw)


# A sign of a calculation, which stays with what is before and after it.
_SIGN = re.compile(" ([÷+×=]) ")


def filled_from(game: Ruleset, words: Words, template: str) -> str:
    """A text with figures of tables in place of the places in braces, such as ``{firepower: MP, 4}``.

    >>> from rulesdb import open_game
    >>> from builder.draw.surface.wording import load_words
    >>> filled_from(open_game("bug-hunter"), load_words(), "It has {firepower: MP, 4}.")
    'It has 4.'
    """

    def figure(place: str) -> str:
        slug, _, inputs = place.partition(": ")
        table = game.table(slug)
        places = [each.strip('"') for each in inputs.split(", ")]
        result = table.lookup(**{axis.name: at for axis, at in zip(table.axes, places, strict=True)}).result
        return spelled(show_value(result), words, table.entry.key)

    return filled(words.term(template), _Figures(figure))


class _Figures(dict[str, str]):
    """A mapping whose values a function computes from the names."""

    def __init__(self, figure: Callable[[str], str]) -> None:
        super().__init__()
        self.figure = figure

    def __missing__(self, name: str) -> str:
        return self.figure(name)
