"""The rows of a player aid, looked up as players do, give what the database gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest

from builder.draw.sentences.entry_text import spelled
from builder.draw.sheets.aid.joined import columns_of, joined_rows, read_joined
from builder.draw.sheets.aid.rows import aid_rows
from builder.draw.surface.wording import load_words
from rulesdb import Table, game_folders, open_game
from rulesdb.description.grids import ABSENT
from rulesdb.tables import show_value
from rulesdb.tables.axes import Interval

WORDS = load_words()
_MARK = re.compile(r"[*†‡]|\[\w+\]| \(\w+\)$")
# What the aid has if the database has one of these: columns and ranges without an effect are left out.
NO_EFFECT = {"none", "0", "no", "nothing"}
Rows = Sequence[Sequence[str]]


def words_of(text: str, table: Table) -> str:
    return spelled(text, WORDS, table.entry.key)


def unmarked(text: str) -> str:
    return _MARK.sub("", text)


def answers(
    table: Table, heads: Sequence[str], rows: Rows, places: Sequence[str], value: object
) -> Iterator[tuple[str, str]]:
    """What the database has at a place, and what the aid shows there, as often as it shows it."""
    labels = [words_of(place, table) for place in places]
    text = words_of(show_value(value), table)
    keys = [axis.name for axis in table.axes]
    if list(heads[: len(keys)]) == [words_of(key, table) for key in keys]:
        [row] = [row for row in rows if list(row[: len(keys)]) == labels]
        if isinstance(value, Mapping):
            for name, part in value.items():
                yield words_of(show_value(part), table), row[list(heads).index(words_of(name, table))]
        else:
            yield text, row[-1]
    elif table.result_type == "flag" and heads[0] == words_of(keys[-1], table):
        [row] = [row for row in rows if row[0] == labels[-1]]
        yield text, "yes" if labels[0] in map(unmarked, row[1].split(", ")) else "no"
    elif " \\ " in heads[0] and not table.axes[-1].is_label:
        [row] = [row for row in rows if row[0] == labels[0]]
        span = Interval.parse(places[-1])
        across = [Interval.parse(head) for head in heads[1:]]
        there = [at for at, head in enumerate(across, 1) if head.low in span]
        yield from ((text, row[at]) for at in there)
        if not there:
            yield text, "none"
    else:
        printed = in_columns(heads, rows, labels)
        yield text, "yes" if table.result_type == "flag" and printed == heads[-1] else printed


def in_columns(heads: Sequence[str], rows: Rows, labels: Sequence[str]) -> str:
    """The value in a table whose last axis, or last axes, or results, run across."""
    for keys in range(1, len(labels)):
        row = next((row for row in rows if list(row[:keys]) == list(labels[:keys])), None)
        if row is None:
            continue
        head = ", ".join(labels[keys:])
        if head in heads:
            return row[list(heads).index(head)]
        for name, cell in zip(heads[keys:], row[keys:], strict=True):
            if head in map(unmarked, cell.split(", ")):
                return name
        # A result that only one row has stands in that row instead of a range.
        if not any(mark.isdigit() for mark in "".join(row[keys:])):
            return next((cell for cell in row[keys:] if cell not in ("", "–")), "none")
    return "none"


@pytest.mark.parametrize("name", game_folders())
def test_rows_of_an_aid_give_what_the_database_gives(name: str) -> None:
    game = open_game(name)
    wrong, checked = [], 0
    for slug in game.chart_tables:
        table = game.table(slug)
        heads, rows = aid_rows(table, WORDS.of_game(game))
        for at, cell in table.cells():
            places = [at[axis.name] for axis in table.axes]
            for value, printed in answers(table, heads, rows, places, cell.value):
                checked += 1
                text = unmarked(printed)
                if text != value and not (text in ("–", "none") and value in NO_EFFECT):
                    wrong.append((slug, places, value, printed))
    assert wrong == []
    assert checked


@pytest.mark.parametrize("name", game_folders())
def test_joined_tables_have_each_figure_in_the_row_of_its_thing(name: str) -> None:
    game = open_game(name)
    words = WORDS.of_game(game)
    found, wanted = set[tuple[str, str]](), set[tuple[str, str]]()
    for joined in read_joined(game).values():
        heads, rows = joined_rows(game, joined, words)
        things = {thing for thing, *_ in rows}
        cells = {
            (thing, head): cell for thing, *each in rows for head, cell in zip(heads[1:], each, strict=True)
        }
        for member in joined.members:
            own, _ = columns_of(game, member, words)
            _, plain = aid_rows(game.table(member.table), words)
            for key, *values in plain:
                wanted.add((member.table, key))
                if member.fills and (values[0] if member.inverted else key) not in things:
                    continue
                found.add((member.table, key))
                if member.inverted:
                    assert key in cells[values[0], own[1]].split(", ")
                else:
                    # What says that there is nothing is a dash.
                    printed = [ABSENT if value == member.nothing else value for value in values]
                    assert [cells[key, head] for head in own[1:]] == printed
    assert found == wanted
