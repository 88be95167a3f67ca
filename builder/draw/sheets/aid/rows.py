"""Tables of the aid as rows of texts: common ranges, merged rows, flags as lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from builder.draw.sentences.entry_text import spelled
from builder.draw.sheets.aid.fitted_table import common_ranges
from builder.draw.surface.charts import cell_text, chart_rows, note_mark, notes_in_play
from builder.draw.surface.wording import Words
from rulesdb import Provenance, Table
from rulesdb.description import table_grid
from rulesdb.description.grids import ABSENT, modifier_groups
from rulesdb.tables import Modifier, show_value

_SIGNED = re.compile(r"\s*[+-]\d+\b")
_IN_BOTH = re.compile(r"^(?P<inches>.+) \((?P<metric>[\d.,]+ cm)\)$")
_SHORT = 4
_MAX_VALUES = 5
_MAX_ACROSS = 8
_MAX_BESIDE = 4
# A longer key is a phrase, and hard to find in a list.
_MAX_LISTED = 24
# Axes that only name what a figure is about.
_UNTOLD = frozenset({"about", "effect"})


def gathered(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Sequence[str], list[list[str]]]:
    """A table of keys and values with fewer rows: consecutive numbers with the same value become a range.

    If there are many keys and few values, the keys with the same value are listed together.

    >>> gathered(["die", "hexes"], [["1", "0"], ["2", "0"], ["3", "1"]])
    (['die', 'hexes'], [['1-2', '0'], ['3', '1']])
    >>> rows = [["stunned", "no"], ["wounded", "yes"], ["broken", "no"], ["killed", "yes"], ["ran", "no"]]
    >>> gathered(["state", "check"], rows)
    (['state', 'check'], [['stunned, broken, ran', 'no'], ['wounded, killed', 'yes']])
    """
    merged: list[list[str]] = []
    for key, value in rows:
        if merged and merged[-1][1] == value and merged[-1][0].split("-")[-1].isdigit() and key.isdigit():
            merged[-1] = [f"{merged[-1][0].split('-')[0]}-{key}", value]
        else:
            merged.append([key, value])
    values: dict[str, list[str]] = {}
    for key, value in merged:
        values.setdefault(value, []).append(key)
    # If two numbers follow each other, readers cannot see which of them is the key.
    numbers = any(value[:1].isdigit() for value in values)
    mixed_up = numbers and any(key[:1].isdigit() for key, _ in merged)
    saves_enough = len(values) * 2 <= len(merged) if numbers else len(values) + 1 < len(merged)
    are_words = all(len(key) <= _MAX_LISTED for key, _ in merged)
    if len(merged) > _SHORT and saves_enough and are_words and not mixed_up and len(values) <= _MAX_VALUES:
        return heads, [[", ".join(keys), value] for value, keys in values.items()]
    return heads, merged


def in_one_unit(text: str, units: Sequence[str]) -> str:
    """A length in inches with that in centimeters behind it, in the unit of the only map if there is one.

    >>> in_one_unit("2 inches (5 cm)", ["centimetre"]), in_one_unit("2 inches (5 cm)", ["inch"])
    ('5 cm', '2 inches')
    >>> in_one_unit("2 inches (5 cm)", ())
    '2 inches (5 cm)'
    """
    both = _IN_BOTH.match(text) if len(units) == 1 else None
    if both is None:
        return text
    return both["metric" if units[0] == "centimetre" else "inches"]


def is_list(table: Table) -> bool:
    """Whether a table is a list of figures, whose headings would say nothing."""
    return len(table.axes) == 1 and table.axes[0].name in _UNTOLD and table.result_type != "record"


def aid_rows(table: Table, words: Words) -> tuple[Sequence[str], list[list[str]]]:
    """Headings and rows of a table; ranges that differ from row to row are converted to common ones.

    If there are too many ranges for that, the table has a column for each result, as on a chart.
    """
    names, key = [axis.name for axis in table.axes], table.entry.key
    grid = table_grid(table)
    conditions = notes_in_play(grid)
    letters = {note.provenance: note.letter for note in conditions}
    if len(names) == 2 and table.result_type == "flag" and not any(axis.dice for axis in table.axes):
        return _where_true(table, words, letters, *names)
    by_result = _by_result(table, words, letters)
    if by_result is not None:
        return by_result
    if len(names) == 2 and table.result_type != "record":
        cells: dict[str, list[tuple[str, str]]] = {}
        for at, cell in table.cells():
            text = cell_text(table, cell, words, letters.get(cell.provenance, ""))
            text = ABSENT if cell.value == "none" else text
            cells.setdefault(at[names[0]], []).append((at[names[1]], text))
        ranges = common_ranges([[text for text, _ in row] for row in cells.values()])
        differ = len({tuple(text for text, _ in row) for row in cells.values()}) > 1
        # Words are looked up by what they say, numbers and rolls by where they are.
        are_bands = table.result_type == "label" and not any(axis.dice for axis in table.axes)
        if ranges is not None and differ and len(ranges) <= _MAX_ACROSS and not are_bands:
            # Nobody looks up ranges in which nothing happens, but everybody rolls.
            is_rolled = table.axes[1].dice is not None
            ranges = [
                text for text in ranges if is_rolled or any(_at(row, text) != "0" for row in cells.values())
            ]
            heads = [" \\ ".join(spelled(name, words, key) for name in names), *ranges]
            return heads, [
                [spelled(label, words, key), *(_at(row, text) for text in ranges)]
                for label, row in cells.items()
            ]
    if len(names) == 3 and table.result_type != "record" and not any(axis.dice for axis in table.axes):
        beside = _side_by_side(table, words, letters)
        if beside is not None:
            return beside
    headings, rows = chart_rows(grid, words, conditions, key)
    if [axis.is_label for axis in table.axes] == [False, True] and grid.across != table.result_name:
        # What is across is not obvious beside numbers.
        headings = [f"{headings[0]} \\ {spelled(grid.across, words, key)}", *headings[1:]]
    if "none" in grid.heads and not any(axis.dice for axis in table.axes):
        # Nobody looks up a column without a range, but a roll can miss.
        kept = [index for index, head in enumerate(grid.heads) if head != "none"]
        headings, rows = [headings[index] for index in kept], [[row[index] for index in kept] for row in rows]
        return _without_lone_column(headings, rows)
    return headings, rows


def _by_result(
    table: Table, words: Words, letters: Mapping[Provenance, str]
) -> tuple[Sequence[str], list[list[str]]] | None:
    """A table of labels and a die with two results as the rolls of each result; of yes and no, of yes.

    ``None`` if the table is another one, or if a cell has a note.
    """
    cells = list(table.cells())
    values = list(dict.fromkeys(cell.value for _, cell in cells if not isinstance(cell.value, Mapping)))
    if len(table.axes) != 2 or table.axes[0].dice or not table.axes[1].dice or len(values) != 2:
        return None
    down, across = (axis.name for axis in table.axes)
    own, key = table.entry.provenance.basis, table.entry.key
    if any(cell.provenance in letters or cell.provenance.basis is not own for _, cell in cells):
        return None
    if table.result_type == "flag":
        values = [True]
    rolls: dict[str, dict[object, list[str]]] = {}
    for at, cell in cells:
        rolls.setdefault(at[down], {}).setdefault(cell.value, []).append(at[across])
    if table.result_type == "flag":
        heads = [words("chart.on-die", result=spelled(table.result_name, words, key))]
    else:
        heads = [spelled(show_value(value), words, key) for value in values]
    return [spelled(down, words, key), *heads], [
        [spelled(label, words, key), *(", ".join(rolls_by_value.get(value, [ABSENT])) for value in values)]
        for label, rolls_by_value in rolls.items()
    ]


def _side_by_side(
    table: Table, words: Words, letters: Mapping[Provenance, str]
) -> tuple[Sequence[str], list[list[str]]] | None:
    """A table of three labels with a row for each first one; ``None`` if that takes too many columns."""
    down, *across = (axis.name for axis in table.axes)
    key = table.entry.key
    cells: dict[str, dict[str, str]] = {}
    for at, cell in table.cells():
        head = ", ".join(spelled(at[name], words, key) for name in across)
        text = cell_text(table, cell, words, letters.get(cell.provenance, ""))
        cells.setdefault(spelled(at[down], words, key), {})[head] = text
    heads = list(dict.fromkeys(head for row in cells.values() for head in row))
    if len(heads) > _MAX_BESIDE:
        return None
    return [spelled(down, words, key), *heads], [
        [label, *(row.get(head, ABSENT) for head in heads)] for label, row in cells.items()
    ]


def _without_lone_column(
    heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[Sequence[str], list[list[str]]]:
    """A column of which one row has a range, and no other column, becomes a text of that row.

    >>> _without_lone_column(["weapon", "short", "thrown"], [["gun", "1-6", "–"], ["bomb", "–", "0-9"]])
    (['weapon', 'short'], [['gun', '1-6'], ['bomb', 'thrown']])
    """
    for index in range(2, len(heads)):
        filled = [row for row in rows if row[index] != ABSENT]
        if len(filled) == 1 and len(rows) > 1 and all(cell == ABSENT for cell in filled[0][1:index]):
            kept = [[*row[:index], *row[index + 1 :]] for row in rows]
            kept = [
                [row[0], heads[index], *cells[2:]] if row is filled[0] else cells
                for row, cells in zip(rows, kept, strict=True)
            ]
            return [*heads[:index], *heads[index + 1 :]], kept
    return heads, [list(row) for row in rows]


def _where_true(
    table: Table, words: Words, letters: Mapping[Provenance, str], down: str, across: str
) -> tuple[Sequence[str], list[list[str]]]:
    """A table of yes and no as a row for each column, with the rows that have a yes."""
    key = table.entry.key
    places: dict[str, list[str]] = {}
    for at, cell in table.cells():
        places.setdefault(at[across], [])
        if cell.value:
            letter = letters.get(cell.provenance, "")
            places[at[across]].append(spelled(at[down], words, key) + note_mark(letter))
    heads = [spelled(across, words, key), spelled(down, words, key)]
    return heads, [[spelled(place, words, key), ", ".join(who) or "–"] for place, who in places.items()]


def _at(row: Sequence[tuple[str, str]], wanted: str) -> str:
    """The value of a row at the start of the range ``wanted``."""
    start = int(re.split(r"[-+]", wanted)[0])
    for text, value in row:
        first, _, last = text.removesuffix("+").partition("-")
        if int(first) <= start and (text.endswith("+") or start <= int(last or first)):
            return value
    return "–"


def tick_items(table: Table, words: Words) -> list[tuple[str, str]]:
    """The modifiers of a table, each a value and a condition; its rows, if they are the modifiers."""
    items = [item for group in modifier_groups(table) for item in _ticks(group, table, words)]
    return items or [
        (f"{cell.value:+d}", ", ".join(spelled(label, words, table.entry.key) for label in at.values()))
        for at, cell in table.cells()
    ]


def _ticks(group: Sequence[Modifier], table: Table, words: Words) -> list[tuple[str, str]]:
    """Values and conditions of modifiers; those of a choice that differ only in a number are one."""
    texts = {words.term(_SIGNED.sub("", modifier.when)) for modifier in group}
    if len(group) > 1 and len(texts) == 1:
        values = sorted(modifier.add for modifier in group)
        return [(words("chart.from-to", least=f"{values[0]:+d}", most=f"{values[-1]:+d}"), texts.pop())]
    own = table.entry.provenance.basis
    marks = [modifier.provenance.basis for modifier in group]
    before = [[other.add for other in group[:number]] for number in range(len(group))]
    return [
        (
            f"{modifier.add:+d}",
            words.term(modifier.when)
            + _instead(modifier.add, smaller, words)
            + (words.mark(basis) if basis is not own else ""),
        )
        for modifier, smaller, basis in zip(group, before, marks, strict=True)
    ]


def _instead(value: int, before: Sequence[int], words: Words) -> str:
    """What a modifier of a choice replaces that an easier condition of the choice would give, if anything.

    A reader could think that both count.
    """
    replaced = [other for other in before if other * value > 0 and abs(other) < abs(value)]
    return words("chart.instead", value=f"{replaced[-1]:+d}") if replaced else ""
