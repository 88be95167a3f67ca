"""Results of a table in their colors: a grid of them by the roll, and a tile that says what each means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.draw.sentences.entry_text import running_text, spelled
from builder.draw.sheets.aid.fitted_table import MIN_SIZE
from builder.draw.sheets.aid.result_tints import tint_of_rank
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from rulesdb import Ruleset, Table
from rulesdb.description.results import result_meanings, result_ranks
from rulesdb.search.snippet import sentences_in
from rulesdb.tables import show_value
from rulesdb.tables.axes import Interval

_MAX_TOTALS = 12
_MAX_RESULT = 6
_LONG_RESULT = 7
_MIN_RESULTS = 4
_MIN_MEANING = 20
_ROWS_APART = 3


@dataclass(frozen=True, slots=True)
class ColoredResults:
    """Draws results in one width and one size of type."""

    writer: Writer
    size: float
    padding: float = 0.0
    """How much higher rows are than they have to be, in mm."""

    @property
    def width(self) -> float:
        return self.writer.width

    def by_roll(self, table: Table) -> Block | None:
        """Short results of two or more dice as a grid of tinted cells: a column for each total."""
        if len(table.axes) != 2 or not table.axes[0].is_label or table.axes[1].dice is None:
            return None
        ranks = result_ranks(table)
        totals = range(table.axes[1].dice.low, table.axes[1].dice.high + 1)
        cells = [(at, show_value(cell.value)) for at, cell in table.cells()]
        if (
            len(ranks) < _MIN_RESULTS
            or len(totals) > _MAX_TOTALS
            or max(len(text) for _, text in cells) > _MAX_RESULT
        ):
            return None
        down, across = (axis.name for axis in table.axes)
        labels = list(dict.fromkeys(at[down] for at, _ in cells))
        spans = {(at[down], Interval.parse(at[across])): text for at, text in cells}
        metrics, bold = self.writer.metrics, Type(CONDENSED_BOLD, self.size)
        names = {label: spelled(label, self.writer.words, table.entry.key) for label in labels}
        names |= {text: self._short(text, table) for _, text in cells}
        key = max(metrics.width(names[label], Type(BOLD, self.size * 1.1)) for label in labels) + 2.5
        side = (self.width - key) / len(totals)
        height = self.size * 1.75 + self.padding
        longest = max((names[text] for _, text in cells), key=lambda text: metrics.width(text, bold))
        type = metrics.fit(longest, bold, side - 1.4, MIN_SIZE)
        if metrics.width(longest, type) > side - 0.2:
            return None

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for column, total in enumerate(totals):
                middle = x + key + (column + 0.5) * side
                canvas.text(
                    str(total), middle, y + self.size * 1.1, Type(BOLD, self.size * 1.1), anchor="middle"
                )
            top = y + self.size * 1.6
            for number, label in enumerate(labels):
                base = top + number * height + height / 2 + self.size * 0.38
                canvas.text(names[label], x + key - 1.6, base, Type(BOLD, self.size * 1.1), anchor="end")
                for column, total in enumerate(totals):
                    text = next(text for (row, span), text in spans.items() if row == label and total in span)
                    left = x + key + column * side
                    rank = 0 if text == "none" else ranks.get(text, 0)
                    tint, color = tint_of_rank(rank, self.writer.theme)
                    box = (left, top + number * height, side, height)
                    canvas.rect(*box, fill=tint, stroke="rule", stroke_width=0.15)
                    text, color = ("·", "muted") if text == "none" else (names[text], color)
                    middle = left + side / 2
                    canvas.text(text, middle, base, type, anchor="middle", fill=color, within=box)
            for number in range(len(labels) + 1):
                if number % _ROWS_APART == 0 or number == len(labels):
                    line = top + number * height
                    canvas.line((x, line), (x + self.width, line), stroke="ink", stroke_width="grid")

        return Block(self.size * 1.6 + height * len(labels) + 1.2, draw)

    def tiles(self, game: Ruleset, table: Table, wording: Mapping[str, str] | None = None) -> Block | None:
        """The meanings of the results, as a tile for each in its tint; ``None`` if the data have none.

        A text in ``wording`` replaces the text of the result's entry.
        """
        ranks, wording = result_ranks(table), wording or {}
        meanings = [
            (
                label,
                self._short(label, table),
                entry,
                self.writer.words.term(wording.get(label, "")) or _opening(running_text(game, entry)),
            )
            for label, entry in result_meanings(game, table)
        ]
        if not meanings:
            return None
        columns = max(1, min(len(meanings), int(self.width / 38)))
        gap = 1.6
        width = (self.width - gap * (columns - 1)) / columns
        metrics, step = self.writer.metrics, self.size * 1.2
        big = Type(self.writer.context.display, 3.6)
        lead = [max(5.0, metrics.width(name, big) + 2.4) for _, name, *_ in meanings]
        title, text_type = Type(CONDENSED_BOLD, self.size), Type(CONDENSED, self.size)
        texts = [
            (metrics.wrap(entry.title, title, width - 4 - own), metrics.wrap(text, text_type, width - 3.2))
            for (_, _, entry, text), own in zip(meanings, lead, strict=True)
        ]
        tall = max(5.6 + len(lines) * step for _, lines in texts)
        count = -(-len(meanings) // columns)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for number, ((label, name, _, _), (head, lines)) in enumerate(zip(meanings, texts, strict=True)):
                left, top = x + number % columns * (width + gap), y + number // columns * (tall + gap)
                tint, ink = tint_of_rank(ranks.get(label, 1), self.writer.theme)
                canvas.rect(left, top, width, tall, radius=1.2, fill=tint, stroke="rule", stroke_width=0.15)
                canvas.text(name, left + 1.6, top + 4.2, big, fill=ink)
                canvas.lines(head, left + 1.2 + lead[number], top + 4.0, title, step, fill=ink)
                canvas.lines(lines, left + 1.6, top + 4.4 + step, text_type, step, fill=ink,
                             within=(left, top, width, tall))  # fmt: skip

        return Block(count * (tall + gap) + 0.6, draw)

    def _short(self, result: str, table: Table) -> str:
        """A result as cells of a grid have room for it: a long word is abbreviated."""
        name = spelled(result, self.writer.words, table.entry.key)
        return name if len(name) < _LONG_RESULT else f"{name[:3]}."


def _opening(text: str) -> str:
    """The first sentences of a text: as many as say more than a word or two."""
    opening = ""
    for sentence in sentences_in(text):
        opening = f"{opening} {sentence}".strip()
        if len(opening) >= _MIN_MEANING and not opening.endswith(":"):
            break
    return opening
