"""The player aid of a game: the tables needed in play, on one or two pages."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from builder.draw.sheets.fitted_table import column_widths, common_ranges
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.charts import cell_text, chart_rows, notes_in_play
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import citation_line, cited
from builder.draw.surface.flow import Block, Writer, draw_band, set_in_columns, stacked
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from rulesdb import Entry, InputError, Provenance, Ruleset, Table
from rulesdb.description import table_grid
from rulesdb.description.grids import words_of

PAGES = 2
MAX_SIZE, MIN_SIZE = 3.6, 2.1
_STEP = 0.1
CITATION = 1.9
_BAND = 18.0
_APART = 1.8
_GUTTER = 5.0
_SHORT = 4
_LETTERS = 36
_MAX_VALUES = 5
_MAX_ACROSS = 8


def draw_player_aid(game: Ruleset, size: tuple[float, float], context: DrawingContext) -> list[Drawing]:
    """The game's ``chart_tables`` on sheets of ``size`` mm, in the largest type that fits on two pages."""
    width, height = size
    words = context.words
    columns, sheets = _fitting(game, size, context)
    column = (width - _GUTTER * (columns - 1)) / columns
    drawings = []
    for number, sheet in enumerate(sheets, 1):
        canvas = Canvas(width, height, context)
        about = words("chart.about")
        if len(sheets) > 1:
            about = words("chart.about-page", number=number, total=len(sheets))
        draw_band(canvas, game.title, about, width)
        for place, y, block in sheet:
            block.draw(canvas, place * (column + _GUTTER), _BAND + y)
        suffix = "" if len(sheets) == 1 else f"-{number}"
        drawings.append(canvas.drawing(f"player-aid{suffix}", words("chart.title", game=game.title)))
    return drawings


def _fitting(
    game: Ruleset, size: tuple[float, float], context: DrawingContext
) -> tuple[int, list[list[tuple[int, float, Block]]]]:
    """The number of columns and the layout, in the largest type that fits on :data:`PAGES` pages.

    In the smallest type there may be more pages.

    Raises:
        InputError: a table is wider than the sheet in the smallest type.
    """
    steps = range(round((MAX_SIZE - MIN_SIZE) / _STEP))

    def fits(step: int) -> bool:
        laid = _laid_out(game, size, context, step)
        return laid is not None and len(laid[1]) <= PAGES

    # Smaller type never needs more pages.
    laid = _laid_out(game, size, context, bisect_left(steps, True, key=fits))
    if laid is None:
        raise InputError(f"a table of {game.title} is wider than {size[0]:g} mm; use larger paper")
    return laid


def _laid_out(
    game: Ruleset, size: tuple[float, float], context: DrawingContext, step: int
) -> tuple[int, list[list[tuple[int, float, Block]]]] | None:
    """The aid in type ``step`` steps below the largest, with as many columns as need the fewest pages.

    ``None`` if some table is wider than the sheet.
    """
    layouts = []
    for columns in (3, 2, 1):
        writer = Writer((size[0] - _GUTTER * (columns - 1)) / columns, context)
        blocks = _blocks(game, writer, round(MAX_SIZE - _STEP * step, 2))
        if blocks is not None:
            layouts.append((columns, set_in_columns(blocks, columns, size[1] - _BAND)))
    return min(layouts, key=lambda each: len(each[1]), default=None)


def _blocks(game: Ruleset, writer: Writer, size: float) -> list[Block] | None:
    """Everything on the aid; ``None`` if some table is too wide for a column."""
    words, phases, tasks = writer.words, game.of_kind("phase"), game.of_kind("task")
    steps: dict[str, list[str]] = {}
    for phase in phases:
        steps.setdefault(phase["of"], []).append(phase.title)
    numbered = {
        name: [f"{number} {title}" for number, title in enumerate(titles, 1)]
        for name, titles in steps.items()
    }
    groups: dict[str, list[str]] = {}
    for task in tasks:
        groups.setdefault(task["group"], []).append(_task(task, words))
    blocks = [_lists(words("chart.order"), phases, numbered, writer, size)] if phases else []
    blocks += [_lists(words("chart.tasks"), tasks, groups, writer, size)] if tasks else []
    tables = [_table(game.table(slug), writer, size) for slug in game.chart_tables]
    fitting = [table for table in tables if table is not None]
    return [*blocks, *fitting] if len(fitting) == len(tables) else None


def _lists(
    title: str, entries: Sequence[Entry], lists: Mapping[str, Sequence[str]], writer: Writer, size: float
) -> Block:
    """A line for each named list, such as the phases of a turn, below a title that cites their sections."""
    sections = ", ".join(dict.fromkeys(map(cited, entries)))
    lines = [f"{name[0].upper()}{name[1:]}: {'; '.join(items)}." for name, items in lists.items()]
    type = Type(CONDENSED, size)
    head = _title(title, sections, writer, size, house=False)
    return stacked([head, *(writer.paragraph(line, type) for line in lines)], _APART)


def _task(task: Entry, words: Words) -> str:
    """A task of a round with its points, who may do it, and its footnotes."""
    limits = [words("chart.points", count=task["movement"])] if "movement" in task.facts else []
    limits += [words("chart.only", who=words.of("who", task["who"]))] if task["who"] != "all" else []
    marks = ",".join(map(str, task.get("footnotes", ())))
    return task.title + (f" ({', '.join(limits)})" if limits else "") + (f" [{marks}]" if marks else "")


def _table(table: Table, writer: Writer, size: float) -> Block | None:
    """A table with title, modifiers and citation, kept together; ``None`` if it is too wide."""
    basis = table.entry.provenance.basis
    words = writer.words
    section = citation_line(table.entry, words)
    parts = [_title(table.entry.title, section, writer, size, house=basis.is_marked)]
    heads, rows = aid_rows(table, words)
    short_line = in_a_line(rows) if len(table.axes) == 1 and table.result_type != "record" else ""
    if short_line:
        unit = f" ({heads[1]})" if heads[1] not in ("value", heads[0]) else ""
        parts.append(writer.paragraph(f"{short_line}{unit}.", Type(CONDENSED, size)))
    else:
        widths = column_widths(heads, rows, size, writer.width, writer.metrics)
        if widths is None:
            return None
        parts.append(writer.set_table(heads, rows, widths, size))
    notes = notes_in_play(table_grid(table))
    if notes:
        text = " ".join(f"[{note.letter}] {note.provenance.note}" for note in notes)
        parts.append(writer.paragraph(text, Type(CONDENSED, CITATION), color="muted"))
    if table.modifiers:
        listed = "; ".join(
            f"{modifier.add:+d} {modifier.when}"
            + (words.mark(modifier.provenance.basis) if modifier.provenance.basis is not basis else "")
            for modifier in table.modifiers
        )
        parts.append(writer.paragraph(f"{listed}.", Type(CONDENSED, size)))
    return stacked(parts, _APART)


def in_a_line(rows: Sequence[Sequence[str]]) -> str:
    """A table of keys and values as one line if it is short or has few values, else an empty text.

    Consecutive numbers with the same value become a range; keys with the same value are listed before it.

    >>> in_a_line([["1", "0"], ["2", "0"], ["3", "1"]])
    '1-2: 0; 3: 1'
    >>> in_a_line([["stunned", "no"], ["wounded", "yes"], ["broken", "no"], ["killed", "yes"], ["ran", "no"]])
    'stunned, broken, ran: no; wounded, killed: yes'
    """
    merged: list[tuple[str, str]] = []
    for key, value in rows:
        if merged and merged[-1][1] == value and merged[-1][0].split("-")[-1].isdigit() and key.isdigit():
            merged[-1] = (f"{merged[-1][0].split('-')[0]}-{key}", value)
        else:
            merged.append((key, value))
    keyed = "; ".join(f"{key}: {value}" for key, value in merged)
    if len(merged) <= _SHORT:
        return keyed
    values: dict[str, list[str]] = {}
    for key, value in merged:
        values.setdefault(value, []).append(key)
    # If two numbers follow each other, readers cannot see which of them is the key.
    numbers = any(value[:1].isdigit() for value in values)
    mixed_up = numbers and any(key[:1].isdigit() for key, _ in merged)
    saves_enough = len(values) * 2 <= len(merged) if numbers else len(values) + 1 < len(merged)
    if saves_enough and not mixed_up and len(values) <= _MAX_VALUES:
        return "; ".join(f"{', '.join(keys)}: {value}" for value, keys in values.items())
    return keyed if sum(len(key) + len(value) for key, value in merged) <= _LETTERS else ""


def aid_rows(table: Table, words: Words) -> tuple[Sequence[str], list[list[str]]]:
    """Headings and rows of a table; ranges that differ from row to row are converted to common ones.

    If there are too many ranges for that, the table has a column for each result, as on a chart.
    """
    names = [axis.name for axis in table.axes]
    grid = table_grid(table)
    conditions = notes_in_play(grid)
    letters = {note.provenance: note.letter for note in conditions}
    if len(names) == 2 and table.result_type == "flag" and not any(axis.dice for axis in table.axes):
        return _where_true(table, letters, *names)
    if len(names) == 2 and table.result_type != "record":
        cells: dict[str, list[tuple[str, str]]] = {}
        for at, cell in table.cells():
            text = cell_text(table, cell, words, letters.get(cell.provenance, ""))
            cells.setdefault(at[names[0]], []).append((at[names[1]], text))
        ranges = common_ranges([[text for text, _ in row] for row in cells.values()])
        differ = len({tuple(text for text, _ in row) for row in cells.values()}) > 1
        if ranges is not None and differ and len(ranges) <= _MAX_ACROSS:
            heads = [f"{words_of(names[0])} \\ {words_of(names[1])}", *ranges]
            return heads, [
                [words_of(label), *(_at(row, text) for text in ranges)] for label, row in cells.items()
            ]
    headings, rows = chart_rows(grid, words, conditions)
    if "none" in headings and not any(axis.dice for axis in table.axes):
        # Nobody looks up a column without a range, but a roll can miss.
        kept = [index for index, head in enumerate(headings) if head != "none"]
        return [headings[index] for index in kept], [[row[index] for index in kept] for row in rows]
    return headings, rows


def _where_true(
    table: Table, letters: Mapping[Provenance, str], down: str, across: str
) -> tuple[Sequence[str], list[list[str]]]:
    """A table of yes and no as a row for each column, with the rows that have a yes."""
    places: dict[str, list[str]] = {}
    for at, cell in table.cells():
        places.setdefault(at[across], [])
        if cell.value:
            letter = letters.get(cell.provenance, "")
            places[at[across]].append(words_of(at[down]) + (f"[{letter}]" if letter else ""))
    heads = [words_of(across), words_of(down)]
    return heads, [[words_of(place), ", ".join(who) or "–"] for place, who in places.items()]


def _at(row: Sequence[tuple[str, str]], wanted: str) -> str:
    """The value of a row at the start of the range ``wanted``."""
    start = int(re.split(r"[-+]", wanted)[0])
    for text, value in row:
        first, _, last = text.removesuffix("+").partition("-")
        if int(first) <= start and (text.endswith("+") or start <= int(last or first)):
            return value
    return "–"


def _title(text: str, section: str, writer: Writer, size: float, *, house: bool) -> Block:
    """A table's title, followed by its section on the same line or the next."""
    type = writer.metrics.fit(text, Type(BOLD, round(size * 1.1, 2)), writer.width, CITATION)
    small = Type(CONDENSED_BOLD if house else CONDENSED, CITATION)
    needed = writer.metrics.width(text, type) + writer.metrics.width(section, small) + 2
    same_line = needed <= writer.width
    height = type.size * 1.35 + (0.0 if same_line else CITATION * 1.35)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        room = (x, y, writer.width + 0.1, height)
        canvas.text(text, x, y + type.size, type, within=room)
        color = "house" if house else "muted"
        fitted = writer.metrics.fit(section, small, writer.width, 1.75)
        if same_line:
            canvas.text(
                section, x + writer.width, y + type.size, fitted, anchor="end", fill=color, within=room
            )
        else:
            canvas.text(section, x, y + height - 0.6, fitted, fill=color, within=room)

    return Block(height, draw)
