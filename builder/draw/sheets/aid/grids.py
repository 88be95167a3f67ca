"""Tables of the aid as blocks: banded rows, sentences, modifiers to tick."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from builder.boards.table import UNITS
from builder.draw.maps.map_key import Draw
from builder.draw.maps.open.key import terrain_sample
from builder.draw.sentences.entry_text import cited, filled, named_in, spelled
from builder.draw.sheets.aid.banded_rows import WIDE, banded_rows, draw_icon, run_in_columns, run_in_rows
from builder.draw.sheets.aid.briefs import SMALL, Brief, brief_block
from builder.draw.sheets.aid.colored_results import ColoredResults
from builder.draw.sheets.aid.joined import in_short, joined_rows, read_joined
from builder.draw.sheets.aid.named_rows import by_name, is_named
from builder.draw.sheets.aid.result_tints import tints_of_results
from builder.draw.sheets.aid.rows import aid_rows, gathered, in_one_unit, is_list, tick_items
from builder.draw.sheets.aid.stacks import stacked_tokens
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.charts import cell_text, note_mark, notes_in_play
from builder.draw.surface.flow import CELL_PAD, Block, Writer, stacked
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type
from builder.draw.surface.wording import Words
from rulesdb import Basis, Entry, Ruleset, Table
from rulesdb.description import table_grid
from rulesdb.description.model import Note
from rulesdb.search.snippet import sentences_in
from rulesdb.tables import show_value

MAX_SIZE = 3.6
_APART = 0.8
# A figure without a unit.
_BARE = re.compile(r"[\d\s+×:-]+")
# What a figure or a roll of dice does not have.
_WORD = re.compile(r"[^\W\d_]{3}")
_MAX_ACROSS = 8
# The side of a box to tick, in mm.
_TICK = 3.4
# The radius of the disc of a letter.
_DISC = 2.5
_MAX_RECORDS = 3
_MAX_READ_OUT = 3
# The figures of such results have units of their own.
_NO_UNIT = "value"
# The first base line of sections below a block.
_CITED_BASE = 2.2

# The usual size of headings, and how much larger than the text they are at least.
_HEADING, _LARGER = 3.5, 1.08
# The share of its size to which a heading is reduced for sections beside it.
_SMALLEST = 0.9


@dataclass(frozen=True, slots=True)
class TableText:
    """The text of a table on the aid: its rows below headings, its notes, and pictures of rows by label.

    What is said once ``below`` the rows.
    """

    heads: Sequence[str]
    rows: list[list[str]]
    notes: Sequence[Note]
    icons: Mapping[str, Draw]
    tints: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    unit: str = ""
    below: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class AidWriter:
    """Writes blocks of an aid in one width and one size of type; what a table says is read once.

    Sections that are ``cited_above`` the blocks are not cited in them. Rows are ``padding`` mm higher than
    they have to be.
    """

    game: Ruleset
    writer: Writer
    size: float
    read: dict[str, TableText] = field(default_factory=dict)
    cited_above: frozenset[str] = frozenset()
    padding: float = 0.0

    def of_width(self, width: float) -> AidWriter:
        return replace(self, writer=Writer(width, self.writer.context))

    def citing_above(self, sections: Iterable[str]) -> AidWriter:
        return replace(self, cited_above=frozenset(sections))

    def of_size(self, size: float) -> AidWriter:
        return replace(self, size=size)

    def padded(self, padding: float) -> AidWriter:
        return replace(self, padding=padding)

    def _text(self, table: Table) -> TableText:
        slug = table.entry.slug
        if slug not in self.read:
            heads, rows = aid_rows(table, self.writer.words)
            rows = by_name(self.game, table, rows, self.writer.words)
            units = self.game.aid.get("units", ())
            rows = [[in_one_unit(text, units) for text in row] for row in rows]
            notes = notes_in_play(table_grid(table))
            tints = tints_of_results(self.game, table, heads, self.writer.words, self.writer.context.theme)
            self.read[slug] = TableText(
                heads, rows, notes, self._pictures(rows), tints, self._unit(table, heads)
            )
        return self.read[slug]

    def _unit(self, table: Table, heads: Sequence[str]) -> str:
        """What the figures of both columns of a table count; empty if it has other columns."""
        is_pair = len(heads) == 3 and [axis.is_label for axis in table.axes] == [True, True]
        has_unit = is_pair and table.result_type != "record" and table.result_name != _NO_UNIT
        return spelled(table.result_name, self.writer.words, table.entry.key) if has_unit else ""

    @property
    def colored(self) -> ColoredResults:
        """Draws results of tables in the same width and size."""
        return ColoredResults(self.writer, self.size, self.padding)

    @property
    def width(self) -> float:
        return self.writer.width

    @property
    def text(self) -> Type:
        return Type(CONDENSED, self.size)

    @property
    def heading_size(self) -> float:
        """The size of headings: never smaller than the text below them."""
        return max(_HEADING, _LARGER * self.size)

    @property
    def bold(self) -> Type:
        return Type(CONDENSED_BOLD, self.size)

    def table(self, slug: str, letter: str = "", title: str = "", *, ticked: bool = True) -> Block | None:
        """A table below its ``title``, with its modifiers if ``ticked``; ``None`` if it is too wide."""
        table = self.game.table(slug)
        body = self.body(slug)
        if body is None:
            return None
        parts = [self.heading(title or table.entry.title, (table.entry,), letter), body]
        if slug in self.game.aid.get("below", {}):
            text = self.writer.words.term(self.game.aid["below"][slug])
            parts.append(self.writer.paragraph(text, self.text, color="muted"))
        if ticked and table.modifiers:
            parts.append(self.ticks(table))
        return stacked(parts, _APART)

    def joined(self, id: str, letter: str = "") -> Block | None:
        """Several tables as one, below its title; below each other if that is too wide, or else ``None``."""
        joined = read_joined(self.game)[id]
        tables = [self.game.table(slug) for slug in joined.tables]
        if id not in self.read:
            heads, rows = joined_rows(self.game, joined, self.writer.words)
            notes = [note for table in tables for note in notes_in_play(table_grid(table))]
            used = [
                note for note in notes if any(note_mark(note.letter) in cell for row in rows for cell in row)
            ]
            rows, below = in_short(heads, rows)
            icons = self._pictures(rows)
            rows += [[self.writer.words.term(thing), *[""] * (len(heads) - 1)] for thing in joined.blank]
            self.read[id] = TableText(heads, rows, used, icons, below=below)
        read = self.read[id]
        body = self.rows(read.heads, read.rows, read.icons)
        if body is None:
            apart = [self.table(slug, "" if at else letter) for at, slug in enumerate(joined.tables)]
            return None if None in apart else stacked([each for each in apart if each is not None])
        heading = self.heading(joined.title, [table.entry for table in tables], letter)
        said = run_in_columns(read.below, self.writer, self.size) if read.below else []
        return stacked([heading, body, *said, *self._notes(read.notes)], _APART)

    def body(self, slug: str) -> Block | None:
        """The rows of a table and the notes on them; ``None`` if it is too wide."""
        table = self.game.table(slug)
        sentence = self.sentence(slug)
        if sentence:
            return self.writer.paragraph(sentence, self.text)
        if slug in self.game.aid.get("stacks", ()):
            return stacked_tokens(table, self.writer, self.size)
        body = self.colored.by_roll(table) or self._rows(table)
        return None if body is None else stacked([body, *self._notes(self._text(table).notes)])

    def lone_row(self, slug: str) -> str:
        """The only row of a table that needs no columns, as a sentence; empty if it has more or a note."""
        table = self.game.table(slug)
        read, (heads, rows) = self._text(table), self._lines(table)
        is_plain = len(rows) == 1 and not (read.notes or table.modifiers)
        return read_out(heads, rows[0]) if is_plain and len(heads) <= _MAX_READ_OUT else ""

    def _notes(self, notes: Sequence[Note]) -> list[Block]:
        """The notes with their letters in one paragraph, if there are any."""
        text = " ".join(
            f"{note_mark(note.letter)} {self.writer.words.term(note.provenance.note)}" for note in notes
        )
        return [self.writer.paragraph(text, self.text, color="muted")] if notes else []

    def heading(self, text: str, entries: Sequence[Entry], letter: str = "") -> Block:
        """A title in the display face over a rule, a letter in a disc before it, sections at its end."""
        metrics, display = self.writer.metrics, self.writer.context.display
        marked = any(entry.provenance.basis.is_marked for entry in entries)
        cited = metrics.wrap(self.citation(entries), SMALL, self.width)
        indent = 2 * _DISC + 1.4 if letter else 0.0
        has_section = bool(cited[0])
        beside = self.width - indent - (metrics.width(cited[0], SMALL) + 1.5 if has_section else 0.0)
        wanted = Type.title(display, self.heading_size)
        # A title that is a little too long for its sections beside it is a little smaller.
        is_short = _SMALLEST * metrics.width(text, wanted) <= beside
        type = metrics.fit(text, wanted, beside if is_short else self.width - indent, 2.7)
        lines = metrics.wrap(text, type, self.width - indent)
        is_apart = has_section and (len(cited) > 1 or metrics.width(lines[-1], type) > beside)
        step = max(3.9, 1.115 * type.size)
        # A letter stays clear of the rule.
        below = 3.4 if letter else 3.0
        height = below + len(lines) * step + (3.2 * len(cited) if is_apart else 0)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            room = (x, y, self.width + 0.1, height)
            if letter:
                disc = y + height - 1.6 - _DISC - 0.5
                canvas.circle(x + _DISC, disc, _DISC, fill="accent")
                canvas.text(letter, x + _DISC, disc + 1.2, Type(display, 3.4), anchor="middle", fill="paper")
            canvas.lines(lines, x + indent, y + 0.1 + step, type, step, fill="heading", within=room)
            base = y + height - below + 0.1 - 3.2 * (len(cited) - 1)
            color = "house" if marked else "muted"
            canvas.lines(cited, x + self.width, base, SMALL, 3.2, anchor="end", fill=color, within=room)
            rule = y + height - 1.6
            canvas.line((x, rule), (x + self.width, rule), stroke="heading", stroke_width="heading")

        return Block(height, draw)

    def sentence(self, slug: str) -> str:
        """The figures of a table as the game has them in sentences; empty if it has none.

        Sentences with figures that the scenario does not need, and the table no longer has, are left out.
        """
        template = self.game.aid.get("sentences", {}).get(slug, "")
        words = self.writer.words
        if not template:
            return ""
        table = self.game.table(slug)
        values: dict[str, str] = {}
        for at, cell in table.cells():
            key = " ".join(at.values())
            if isinstance(cell.value, Mapping):
                values |= {
                    f"{key} {name}": spelled(show_value(value), words, table.entry.key)
                    for name, value in cell.value.items()
                }
            else:
                values[key] = self._measured(slug, cell_text(table, cell, words))
        if len(values) == 1:
            values["value"] = next(iter(values.values()))
        sentences = sentences_in(words.term(template))
        return " ".join(filled(each, values) for each in sentences if named_in(each) <= values.keys())

    def _measured(self, slug: str, figure: str) -> str:
        """A figure of a table in inches, in the unit of the map; figures of other tables stay as they are."""
        aid, words = self.game.aid, self.writer.words
        if slug not in aid.get("in_inches", ()):
            return figure
        unit = next(iter(aid.get("units", ())), "inch")
        factor = UNITS["inch"][1] / UNITS[unit][1]
        if factor == 1.0:
            return words(f"chart.{unit}", figure=figure)
        times = words.number(round(factor, 1))
        is_number = figure.isdigit()
        own = words.number(int(figure) * round(factor, 1)) if is_number else f"({figure}) × {times}"
        return words(f"chart.{unit}", figure=own)

    def brief(self, entry: Entry, text: str) -> Block:
        """A text on a panel below the title of an entry, with its sections."""
        is_marked = entry.provenance.basis.is_marked
        brief = Brief(entry.title, text, self.citation([entry]), is_marked)
        return brief_block(brief, self.writer, self.size, self.padding)

    def cited(self, entries: Sequence[Entry]) -> Block:
        """The sections of some entries in small type at the right, if they are not cited above."""
        if not self.citation(entries):
            return Block(0.0, lambda canvas, x, y: None)
        lines = self.writer.metrics.wrap(self.citation(entries), SMALL, self.width)
        height = 3.2 * len(lines)
        color = "house" if any(entry.provenance.basis.is_marked for entry in entries) else "muted"

        def draw(canvas: Canvas, x: float, y: float) -> None:
            right, base, room = x + self.width, y + _CITED_BASE, (x, y, self.width + 0.1, height)
            canvas.lines(lines, right, base, SMALL, 3.2, anchor="end", fill=color, within=room)

        return Block(height, draw)

    def text_cited(self, text: str, entries: Sequence[Entry]) -> Block:
        """A paragraph with the sections of some entries at the end of its last line, or else below it."""
        metrics, below = self.writer.metrics, self.cited(entries)
        paragraph = self.writer.paragraph(text, self.text)
        *_, last = metrics.wrap(text, self.text, self.width)
        section = metrics.width(self.citation(entries), SMALL)
        if not section or metrics.width(last, self.text) + 2.0 + section > self.width:
            return stacked([paragraph, below])

        def draw(canvas: Canvas, x: float, y: float) -> None:
            paragraph.draw(canvas, x, y)
            base = y + paragraph.height - self.size * (Metrics.LINE - 0.5)
            below.draw(canvas, x, base - _CITED_BASE)

        return Block(paragraph.height + 0.6, draw)

    def citation(self, entries: Sequence[Entry]) -> str:
        """The sections of some entries that are not cited above, and the basis of what is not printed."""
        new = (section for section in map(cited, entries) if section not in self.cited_above)
        sections = ", ".join(dict.fromkeys(new))
        bases = dict.fromkeys(
            self.writer.words.of("basis", entry.provenance.basis)
            for entry in entries
            if entry.provenance.basis is not Basis.PRINTED
        )
        return " · ".join(filter(None, [sections, *bases]))

    def rows(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        icons: Mapping[str, Draw] | None = None,
        *,
        headed: bool = True,
        tints: Mapping[str, tuple[str, str]] | None = None,
        unit: str = "",
    ) -> Block | None:
        """Rows with every second one on a panel; ``None`` if they are too wide."""
        return banded_rows(
            heads,
            rows,
            self.writer,
            self.size,
            icons or {},
            headed=headed,
            tints=tints or {},
            unit=unit,
            padding=self.padding,
        )

    def _lines(self, table: Table) -> tuple[Sequence[str], list[list[str]]]:
        """The headings and rows of a table; keys of one axis with the same value are together."""
        read = self._text(table)
        is_gathered = (
            len(table.axes) == 1 and table.result_type != "record" and not is_named(self.game, table)
        )
        return gathered(read.heads, read.rows) if is_gathered else (read.heads, read.rows)

    def _rows(self, table: Table) -> Block | None:
        read, (heads, rows) = self._text(table), self._lines(table)
        if len(table.axes) == 1 and table.result_type != "record":
            if len(rows) == 1:
                return self.writer.paragraph(read_out(heads, rows[0]), self.text)
            across = [list(column) for column in zip(heads, *rows, strict=True)]
            if len(rows) <= _MAX_ACROSS and self._runs_across(across):
                return self.rows(across[0], across[1:], tints=read.tints)
        if len(heads) == 2 and len(rows) <= _MAX_ACROSS and not table.axes[0].is_label:
            # The rolls of one result for each of a few numbers.
            across = [list(column) for column in zip(heads, *rows, strict=True)]
            if self._runs_across(across):
                return self.rows(across[0], across[1:], tints=read.tints)
        icons = read.icons if rows is read.rows else self._pictures(rows)
        down = self.rows(heads, rows, icons, headed=not is_list(table), tints=read.tints, unit=read.unit)
        if table.result_type != "record":
            return down
        ways = [down]
        if len(rows) <= _MAX_RECORDS:
            # Long texts of a few things need less room below each other.
            across = [list(column) for column in zip(heads, *rows, strict=True)]
            ways.append(self.rows(across[0], across[1:]))
        if self.width < WIDE and all(_WORD.search(cell) for row in rows for cell in row[1:]):
            ways.append(run_in_rows(rows, self.writer, self.size, self.padding))
        return min((way for way in ways if way is not None), key=lambda way: way.height, default=None)

    def _runs_across(self, lines: Sequence[Sequence[str]]) -> bool:
        """Whether some lines of cells are short enough to stand in columns without a break."""
        columns = zip(*lines, strict=True)
        rooms = [max(self.writer.metrics.width(cell, self.bold) for cell in column) for column in columns]
        return sum(rooms) + len(rooms) * (CELL_PAD + 1.0) <= self.width

    def _pictures(self, rows: Sequence[Sequence[str]]) -> Mapping[str, Draw]:
        """What stands before rows, by their first cells: icons, or samples of terrain."""
        return {name: partial(draw_icon, icon) for name, icon in self._icons(rows).items()} or self._samples(
            rows
        )

    def _icons(self, rows: Sequence[Sequence[str]]) -> dict[str, str]:
        """The icons of the entries that the rows are about, by the first cell; none if some have none.

        A row can be about an entry in a state, such as a flyer in flight.
        """
        entries = self._entries(("weapon", "unit", "vehicle"))
        icons = {}
        for name, *_ in rows:
            entry = entries.get(name) or entries.get(name.partition(" ")[0])
            if entry is not None and (icon := _icon_of(entry)):
                icons[name] = icon
        return icons if len(icons) == len(rows) else {}

    def _samples(self, rows: Sequence[Sequence[str]]) -> dict[str, Draw]:
        """Samples of the terrain that the rows are about, by the first cell; none if one is about others."""
        entries = self._entries(("terrain",))
        symbols = {name: entries[name].get("symbol", "") for name, *_ in rows if name in entries}
        is_whole = len(symbols) == len(rows) and all(symbols.values())
        return {name: terrain_sample(symbol) for name, symbol in symbols.items()} if is_whole else {}

    def _entries(self, kinds: Sequence[str]) -> Mapping[str, Entry]:
        """The entries of some kinds by the names that rows about them may have."""
        return {
            name: entry
            for kind in kinds
            for entry in self.game.of_kind(kind)
            for name in row_names(entry, self.writer.words)
        }

    def ticks(self, table: Table) -> Block:
        """The modifiers of a table, or its rows, each with a box to tick; one choice together."""
        type, bold = self.text, Type(CONDENSED_BOLD, self.size * 1.05)
        metrics = self.writer.metrics
        items = tick_items(table, self.writer.words)
        value_room = max(metrics.width(value, bold) for value, _ in items) + 1.2
        columns = 2 if self.width > WIDE else 1
        width = (self.width - 4.0 * (columns - 1)) / columns
        step = self.size * 1.2
        wrapped = [(value, metrics.wrap(text, type, width - 5.0 - value_room)) for value, text in items]
        heights = [max(4.6, len(lines) * step + 1.4) + self.padding for _, lines in wrapped]
        in_first = (len(items) + 1) // 2 if columns == 2 else len(items)
        height = max(sum(heights[:in_first]), sum(heights[in_first:]))

        def draw(canvas: Canvas, x: float, y: float) -> None:
            at = 0.0
            for number, ((value, lines), tall) in enumerate(zip(wrapped, heights, strict=True)):
                if number == in_first:
                    at = 0.0
                left = x + (width + 4.0 if number >= in_first else 0.0)
                base = y + at + 0.6 + self.size
                box = (left, base - bold.cap / 2 - _TICK / 2, _TICK, _TICK)
                canvas.rect(*box, radius=0.6, stroke="ink", stroke_width="box")
                canvas.text(value, left + 4.4, base, bold)
                canvas.lines(lines, left + 4.8 + value_room, base, type, step)
                at += tall

        return Block(height + 0.8, draw)


def read_out(heads: Sequence[str], row: Sequence[str]) -> str:
    """A row as a sentence; the headings of figures are their units, unless they say nothing.

    >>> read_out(["cause", "movement points"], ["cargo", "2"])
    'Cargo: 2 movement points.'
    >>> read_out(["action", "cost", "limit"], ["cycle airlock", "one full round", "once a round"])
    'Cycle airlock: one full round; once a round.'
    """
    said = []
    for head, cell in zip(heads[1:], row[1:], strict=True):
        is_stated = _BARE.fullmatch(cell) is None or head in ("value", "dice", heads[0])
        said.append(cell if is_stated else f"{cell} {head}")
    return f"{row[0][:1].upper()}{row[0][1:]}: {'; '.join(said)}."


def _icon_of(entry: Entry) -> str:
    """The icon of a weapon or a vehicle, or that on the counters of a creature; empty for people."""
    counter = entry.get("counter", {})
    return str(entry.get("icon", "" if "figure" in counter else counter.get("icon", "")))


def row_names(entry: Entry, words: Words) -> tuple[str, str, str]:
    """The names that the row of a weapon, unit or vehicle may have."""
    return entry.title.lower(), entry.get("abbreviation", entry.title), spelled(entry.slug, words)
