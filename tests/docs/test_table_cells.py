"""Every cell of every table, read back from its page of the site by row and column, is the database's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from soak import every, times

from rulesdb import Table, game_folders, open_game
from rulesdb.tables import show_value
from rulesdb.tables.axes import Interval

pytestmark = pytest.mark.soak
_MARK = re.compile(r" \((?:house|derived|reading|supplement)\)")


@dataclass
class HtmlTable:
    """A table of a page: the texts of its rows, with those of headings of rows apart."""

    kind: str
    heads: list[list[str]] = field(default_factory=list)
    rows: list[tuple[list[str], list[str]]] = field(default_factory=list)


class TableParser(HTMLParser):
    """Collects the tables of a page, and the data of its script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[HtmlTable] = []
        self.data: dict[str, Any] | None = None
        self._kind, self._cell, self._in_head, self._hidden = "", "", False, 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if "data-table" in about:
            self.data = json.loads(about["data-table"])
        if tag == "div" and "bb-table" in about.get("class", "").split():
            self._kind = about["class"]
        elif tag == "table":
            self.tables.append(HtmlTable(self._kind))
            self._kind = ""
        elif tag == "thead":
            self._in_head = True
        elif tag == "tr" and self.tables:
            if self._in_head:
                self.tables[-1].heads.append([])
            else:
                self.tables[-1].rows.append(([], []))
        elif tag in ("th", "td"):
            self._cell = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "thead":
            self._in_head = False
        elif tag in ("th", "td") and self.tables:
            text = " ".join(self._cell.split())
            if self._in_head:
                self.tables[-1].heads[-1].append(text)
            else:
                self.tables[-1].rows[-1][tag == "td"].append(text)

    def handle_data(self, data: str) -> None:
        self._cell += data


def spelled(label: str) -> str:
    """A label as pages spell it and as the database has it, alike."""
    return label if label[:1].isdigit() else label.replace("_", " ").replace("-", " ")


def answers(table: Table, page: HtmlTable) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """For each cell of a table: its place, its value in the database, and what the page shows there."""
    *across, heads = page.heads
    names = [axis.name for axis in table.axes]
    keys = len(page.rows[0][0])
    rows = {tuple(map(spelled, ths)): dict(zip(heads[keys:], tds, strict=True)) for ths, tds in page.rows}
    # The name above the columns is that of the last axis, or else of the result.
    is_across = not across or spelled(across[0][-1]) == spelled(names[-1])
    if table.hit_policy == "unique":
        assert len(rows) == len(page.rows), f"two rows of {table.id} have the same keys"
    for number, (at, cell) in enumerate(table.cells()):
        places = tuple(at[name] for name in names)
        if keys == len(names) or table.hit_policy != "unique":
            # A row for each cell; the rows of a table without keys are in the order of its cells.
            row = dict(zip(heads[keys:], page.rows[number][1], strict=True))
            assert page.rows[number][0] == [] or spelled_all(page.rows[number][0]) == spelled_all(places)
            if isinstance(cell.value, Mapping):
                for name in cell.value:
                    yield (*places, name), show_value(cell.value[name]), row[as_head(name, row)]
                filled = {as_head(name, row) for name in cell.value}
                yield from (((*places, head), "–", row[head]) for head in row.keys() - filled)
            else:
                (text,) = row.values()
                yield places, show_value(cell.value), text
            continue
        *down, last = places
        row = rows[spelled_all(down)]
        if is_across:
            yield places, show_value(cell.value), row[as_head(last, row)]
        else:
            # A column for each result has the ranges that give it.
            columns = [head for head, text in row.items() if last in unmarked(text).split(", ")]
            yield places, show_value(cell.value), ", ".join(columns)


def spelled_all(labels: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(spelled, labels))


def as_head(name: str, row: Mapping[str, str]) -> str:
    """The heading of a column with a name."""
    return next(head for head in row if spelled(head) == spelled(name))


def unmarked(text: str) -> str:
    return _MARK.sub("", text)


def totals(table: Table, page: HtmlTable) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """The same for a table with a column for each total of the dice."""
    cells = [(at, show_value(cell.value)) for at, cell in table.cells()]
    down, last = (axis.name for axis in table.axes)
    for (label,), texts in page.rows:
        for head, text in zip(page.heads[-1][1:], texts, strict=True):
            (value,) = (
                value for at, value in cells if at[down] == label and int(head) in Interval.parse(at[last])
            )
            yield (label, head), value, text.replace("·none", "none")


@pytest.mark.parametrize("name", game_folders())
def test_cells_of_the_site_are_those_of_the_database(name: str, whole_site: Path) -> None:
    game = open_game(name)
    wrong, checked = [], 0
    for table in every(times(4, 1), [*game.tables.values()]):
        html = (whole_site / f"reference/{game.id}/table/{table.entry.slug}.html").read_text(encoding="utf-8")
        page = TableParser(html)
        (whole,) = (each for each in page.tables if each.kind.split() == ["bb-table"])
        expected = list(answers(table, whole))
        for each in page.tables:
            if "bb-totals" in each.kind:
                expected += totals(table, each)
        checked += len(expected)
        wrong += [(table.id, *each) for each in expected if each[1] != unmarked(each[2])]
        if page.data is not None:
            cells = [(at, show_value(cell.value)) for at, cell in table.cells()]
            on_page = [each["shown"] for each in page.data["cells"]]
            assert on_page == [value for _, value in cells]
        for modifier in table.modifiers:
            texts = [" ".join([*ths, *tds]) for each in page.tables for ths, tds in each.rows]
            (row,) = (text for text in texts if re.search(rf"(?:^| ){re.escape(modifier.id)} [+-]\d", text))
            assert f"{modifier.add:+d} to {modifier.to}" in row
    assert wrong == []
    assert checked
