"""An odds sheet as lines of a terminal, however narrow that is."""

from __future__ import annotations

from dataclasses import dataclass

from builder.draw.sheets.odds_sheet import (
    OddsColumn,
    OddsSheet,
    Reading,
    basis_lines,
    footnotes,
    house_marked,
    show_percent,
    summary,
)
from builder.draw.surface.wording import Words, load_words
from rulesdb.tables import show_value

_WIDEST_BAR = 40
_NARROWEST_BAR = 6
_LONGEST_FRACTION = 15
_GAP = 2


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of each row: its heading, and a text for each result."""

    head: str
    cells: tuple[str, ...]
    right: bool = True

    @property
    def width(self) -> int:
        return max(map(len, (self.head, *self.cells)))

    def line(self, row: int | None) -> str:
        text = self.head if row is None else self.cells[row]
        return text.rjust(self.width) if self.right else text.ljust(self.width)


def format_odds(
    sheet: OddsSheet, width: int, *, reading: Reading = Reading.CHANCE, block: str = "█"
) -> list[str]:
    """The lines of a sheet; only notes, and results that are long words, are wider than ``width``.

    One column of numbers has its cumulative chances beside it. Where there is no room for all, first
    the cumulative chances go, then the fractions, then the bars; several columns go one block under the
    other. Bars are drawn with ``block``, the longest for the highest chance of the sheet.
    """
    words = load_words()
    if len(sheet.columns) == 1:
        lines = _single(sheet, width, reading, block, words)
    else:
        lines = _blocks(sheet, width, reading, block, words)
    return [*lines, *footnotes(sheet, words), *(line for line, _ in basis_lines(sheet, words))]


def _single(sheet: OddsSheet, width: int, reading: Reading, block: str, words: Words) -> list[str]:
    (column,) = sheet.columns
    exact = _fractions(sheet, column, reading)
    percent = _percentages(sheet, column, reading, reading.words)
    others = [other for other in Reading if other is not reading] if sheet.is_numeric else []
    more = [_percentages(sheet, column, other, other.words) for other in others]
    offers = [[*exact, percent, *more], [*exact, percent, *more[:1]], [*exact, percent], [percent]]
    shown = _results(sheet)
    offer = next((offer for offer in offers if _room(width, [shown, *offer]) >= _NARROWEST_BAR), offers[-1])
    fields = [_cut(shown, _room(width, offer)), *offer]
    room = min(_room(width, fields), _WIDEST_BAR)
    if room >= _NARROWEST_BAR:
        fields.append(_bars(sheet, column, reading, room, block))
    return [*_lines(fields), *([", ".join(summary(column, words))] if sheet.is_numeric else [])]


def _blocks(sheet: OddsSheet, width: int, reading: Reading, block: str, words: Words) -> list[str]:
    """Columns side by side, as many as fit, then the next ones below."""
    results = _results(sheet)
    label = _cut(results, max(8, width // 3))
    exact = [
        [*_fractions(sheet, column, reading), _named(sheet, column, reading)] for column in sheet.columns
    ]
    plain = [[_named(sheet, column, reading)] for column in sheet.columns]
    columns = exact if _room(width, [label, *_flat(exact)]) >= -_GAP else plain
    by = f"by {sheet.varied}"
    lines = [by if reading is Reading.CHANCE else f"{by}, {reading.words}"]
    at = 0
    while at < len(columns):
        count = 1
        while (
            at + count < len(columns) and _room(width, [label, *_flat(columns[at : at + count + 1])]) >= -_GAP
        ):
            count += 1
        group = sheet.columns[at : at + count]
        each = min((width - _used([label, *_flat(columns[at : at + count])])) // count - _GAP, _WIDEST_BAR)
        fields = [label]
        for column, texts in zip(group, columns[at : at + count], strict=True):
            fields += texts
            if each >= _NARROWEST_BAR:
                fields.append(_bars(sheet, column, reading, each, block))
        lines += [*([""] if at else []), *_lines(fields)]
        if sheet.is_numeric:
            lines += [f"{column.label}: {', '.join(summary(column, words))}" for column in group]
        at += count
    return lines


def _results(sheet: OddsSheet) -> _Field:
    texts = (show_value(value) for value in sheet.results)
    marked = house_marked(sheet)
    return _Field("", tuple(f"{text}*" if text in marked else text for text in texts))


def _percentages(sheet: OddsSheet, column: OddsColumn, reading: Reading, head: str) -> _Field:
    return _Field(head, tuple(map(show_percent, sheet.chances(column, reading))))


def _named(sheet: OddsSheet, column: OddsColumn, reading: Reading) -> _Field:
    return _percentages(sheet, column, reading, column.label)


def _fractions(sheet: OddsSheet, column: OddsColumn, reading: Reading) -> list[_Field]:
    """The exact chances, unless one is too long to be read."""
    cells = tuple(map(str, sheet.chances(column, reading)))
    return [] if max(map(len, cells)) > _LONGEST_FRACTION else [_Field("", cells)]


def _bars(sheet: OddsSheet, column: OddsColumn, reading: Reading, room: int, block: str) -> _Field:
    highest = sheet.highest(reading)
    cells = (block * round(chance / highest * room) for chance in sheet.chances(column, reading))
    return _Field("", tuple(cells), right=False)


def _flat(columns: list[list[_Field]]) -> list[_Field]:
    return [field for fields in columns for field in fields]


def _used(fields: list[_Field]) -> int:
    return sum(field.width + _GAP for field in fields) - _GAP


def _room(width: int, fields: list[_Field]) -> int:
    """What is left for one field more."""
    return width - _used(fields) - _GAP


def _lines(fields: list[_Field]) -> list[str]:
    heads: list[int | None] = [None] if any(field.head for field in fields) else []
    rows = [*heads, *range(len(fields[0].cells))]
    return [(" " * _GAP).join(field.line(row) for field in fields).rstrip() for row in rows]


def _cut(field: _Field, width: int) -> _Field:
    width = max(8, width)
    cells = (cell if len(cell) <= width else f"{cell[: width - 1]}…" for cell in field.cells)
    return _Field(field.head, tuple(cells))
