"""Odds as lines of text that fit a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.draw.sheets.odds.sheet import (
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

_MAX_BAR = 40
_MIN_BAR = 6
_MIN_LABEL = 8
_MAX_FRACTION = 15
_GAP = 2

Field = list[str]
"""The heading of a column of text, then a text for each result, all of the same width."""


def format_odds(
    sheet: OddsSheet, width: int, *, reading: Reading = Reading.CHANCE, block: str = "█"
) -> list[str]:
    """The lines of a sheet; only notes, and results with long words, can be wider than ``width``.

    One column of numbers has its cumulative chances next to it. If there is not enough room, first the
    cumulative chances are left out, then the fractions, then the bars; several columns are drawn in blocks.
    Bars are drawn with ``block``, the longest for the highest chance of the sheet.
    """
    words = load_words()
    draw = _single if len(sheet.columns) == 1 else _blocks
    lines = draw(sheet, width, reading, block, words)
    return [*lines, *footnotes(sheet, words), *(line for line, _ in basis_lines(sheet, words))]


def _single(sheet: OddsSheet, width: int, reading: Reading, block: str, words: Words) -> list[str]:
    (column,) = sheet.columns
    exact = _fractions(sheet, column, reading)
    percent = _percentages(sheet, column, reading, reading.words)
    others = [other for other in Reading if other is not reading] if sheet.is_numeric else []
    more = [_percentages(sheet, column, other, other.words) for other in others]
    offers = [[*exact, percent, *more], [*exact, percent, *more[:1]], [*exact, percent], [percent]]
    results = _results(sheet)
    offer = next((offer for offer in offers if _room(width, [results, *offer]) >= _MIN_BAR), offers[-1])
    fields = [_results(sheet, _room(width, offer)), *offer]
    fields += _bars(sheet, column, reading, _room(width, fields), block)
    return [*_lines(fields), *([", ".join(summary(column, words))] if sheet.is_numeric else [])]


def _blocks(sheet: OddsSheet, width: int, reading: Reading, block: str, words: Words) -> list[str]:
    """Columns side by side, as many as fit, then the next ones below."""
    results = _results(sheet, width // 3)

    def room(columns: Sequence[Sequence[Field]]) -> int:
        return _room(width, [results, *(field for fields in columns for field in fields)]) + _GAP

    plain = [[_percentages(sheet, column, reading, column.label)] for column in sheet.columns]
    exact = [
        [*_fractions(sheet, column, reading), *fields]
        for column, fields in zip(sheet.columns, plain, strict=True)
    ]
    left = list(zip(sheet.columns, exact if room(exact) >= 0 else plain, strict=True))
    by = f"by {sheet.varied}"
    lines = [by if reading is Reading.CHANCE else f"{by}, {reading.words}"]
    while left:
        sizes = range(len(left), 0, -1)
        count = next((size for size in sizes if room([texts for _, texts in left[:size]]) >= 0), 1)
        group, left = left[:count], left[count:]
        for_bar = room([texts for _, texts in group]) // count - _GAP
        fields = [results]
        for column, texts in group:
            fields += [*texts, *_bars(sheet, column, reading, for_bar, block)]
        lines += _lines(fields)
        if sheet.is_numeric:
            lines += [f"{column.label}: {', '.join(summary(column, words))}" for column, _ in group]
        lines += [""] * bool(left)
    return lines


def _results(sheet: OddsSheet, width: int | None = None) -> Field:
    """The results with their marks, cut to a width if one is given."""
    marked = house_marked(sheet)
    texts = [show_value(value) for value in sheet.results]
    texts = [f"{text}*" if text in marked else text for text in texts]
    if width is not None:
        width = max(_MIN_LABEL, width)
        texts = [text if len(text) <= width else f"{text[: width - 1]}…" for text in texts]
    return _field("", texts)


def _percentages(sheet: OddsSheet, column: OddsColumn, reading: Reading, head: str) -> Field:
    return _field(head, map(show_percent, sheet.chances(column, reading)))


def _fractions(sheet: OddsSheet, column: OddsColumn, reading: Reading) -> list[Field]:
    """The exact chances, unless one is too long to be read."""
    field = _field("", map(str, sheet.chances(column, reading)))
    return [field] if len(field[0]) <= _MAX_FRACTION else []


def _bars(sheet: OddsSheet, column: OddsColumn, reading: Reading, room: int, block: str) -> list[Field]:
    """A bar for each chance, if there is enough room."""
    if room < _MIN_BAR:
        return []
    highest, longest = sheet.highest(reading), min(room, _MAX_BAR)
    bars = [block * round(chance / highest * longest) for chance in sheet.chances(column, reading)]
    longest = max(map(len, bars))
    return [_field("", (bar.ljust(longest) for bar in bars))]


def _field(head: str, texts: Iterable[str]) -> Field:
    field = [head, *texts]
    width = max(map(len, field))
    return [text.rjust(width) for text in field]


def _room(width: int, fields: Sequence[Field]) -> int:
    """The room for one more field."""
    return width - sum(len(field[0]) + _GAP for field in fields)


def _lines(fields: Sequence[Field]) -> list[str]:
    head, *rows = [(" " * _GAP).join(row).rstrip() for row in zip(*fields, strict=True)]
    return [head, *rows] if head else rows
