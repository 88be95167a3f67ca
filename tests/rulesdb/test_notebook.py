"""Entries, tables and chances in a notebook."""

from __future__ import annotations

from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from rulesdb import Basis, Citation, Distribution, Entry, Provenance, Ruleset, Table, game_folders, open_game
from rulesdb.tables import show_value
from rulesdb.tables.compiler import compile_table

NASTY = "<script>alert('&amp;')</script>\"]]>"
VOID = {"br"}


class Page(HTMLParser):
    """Checks that elements are closed in the right order, and collects the words and cells."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.titles: list[str] = []
        self.words = ""
        self.rows: list[list[str]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.titles += [value or "" for name, value in attrs if name == "title"]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data
        if self.rows and {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def page(value: Entry | Table | Distribution) -> Page:
    html = value._repr_html_()
    ElementTree.fromstring(html.replace("<br>", "<br/>").replace("&nbsp;", " "))
    return Page(html)


def entry(**parts: object) -> Entry:
    provenance = Provenance(Citation("book", "1"), Basis.HOUSE, note=NASTY, alternatives=(NASTY,))
    return Entry("game", "table", "made", NASTY, NASTY, provenance, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", game_folders())
def test_every_entry_renders_as_well_formed_html_with_its_basis(game: str) -> None:
    ruleset = open_game(game)
    for each in ruleset.all_entries.values():
        html = page(each)
        assert each.title in html.words
        assert f"{each.provenance.source} {each.provenance.basis}" in html.words
        assert each.kind == "procedure" or "[[" not in html.words
    for table in ruleset.tables.values():
        html = page(table)
        for _, cell in table.cells():
            values = cell.value.values() if isinstance(cell.value, dict) else [cell.value]
            assert all(show_value(value) in html.words for value in values)


def test_a_table_runs_its_last_axis_across(bug_hunter: Ruleset) -> None:
    html = page(bug_hunter.table("random-panic"))
    assert html.rows[0] == ["force", "1", "2", "3", "4", "5", "6"]
    assert ["marine", "2", "2", "3", "3", "4", "5"] in html.rows
    assert "die runs across" in html.words


def test_ranges_that_differ_between_rows_are_below_their_results(bug_hunter: Ruleset) -> None:
    html = page(bug_hunter.table("combat-results"))
    assert html.rows[0] == ["column", "none", "P", "stun", "P#", "W", "I", "K"]
    assert "result runs across" in html.words


def test_records_have_a_column_for_each_field() -> None:
    table = compile_table(
        entry(),
        {
            "axes": [{"name": "kind", "labels": ["small", "big"]}],
            "result": {"name": "limits", "type": "record"},
            "cells": {"small": {"wide_open": 1}, "big": {"wide_open": 2, "deep": 3}},
        },
    )
    grid = [["kind", "wide open", "deep"], ["small", "1", "–"], ["big", "2", "3"]]
    assert page(table).rows[:3] == grid


def test_house_values_are_marked_on_tables_and_cells(bug_hunter: Ruleset) -> None:
    assert "house" in page(bug_hunter.table("combat-results")).words
    printed = Entry("game", "table", "made", "Made", "", Provenance(Citation("book", "1"), Basis.PRINTED))
    table = compile_table(
        printed,
        {
            "axes": [{"name": "die", "roll": "1d2"}],
            "result": {"name": "result", "type": "integer"},
            "cells": [1, {"value": 2, "basis": "house", "note": "a guess"}],
            "modifiers": [{"id": "dark", "when": "at night", "add": 1, "to": "die", "basis": "house"}],
        },
    )
    html = page(table)
    assert html.rows[1:3] == [["1", "1"], ["2", "2a"]]
    assert "a book 1 house Not in the book" in html.words
    assert "a guess" in html.words
    assert ["dark", "+1 to die", "at night", "book 1 · house"] in html.rows


def test_data_is_escaped_in_html() -> None:
    table = compile_table(
        entry(facts={NASTY: NASTY}),
        {
            "axes": [{"name": NASTY, "labels": [NASTY]}],
            "result": {"name": NASTY, "type": "text"},
            "cells": {NASTY: {"value": NASTY, "basis": "reading", "note": NASTY}},
            "modifiers": [{"id": NASTY, "when": NASTY, "add": 1, "to": NASTY}],
        },
    )
    records = {"rows": [{NASTY: NASTY}], NASTY: {NASTY: [NASTY]}}
    for value in (table, entry(facts=records, also=(NASTY,)), Distribution.of([(NASTY, Fraction(1))])):
        seen = page(value)
        assert "script" not in seen.tags
        assert NASTY in seen.words


def test_a_distribution_shows_exact_chances_and_the_mean(bug_hunter: Ruleset) -> None:
    html = page(bug_hunter.table("random-panic").odds(force="marine"))
    assert [row[:3] for row in html.rows] == [
        ["result", "chance", "percent"],
        ["2", "1/3", "33.3%"],
        ["3", "1/3", "33.3%"],
        ["4", "1/6", "16.7%"],
        ["5", "1/6", "16.7%"],
    ]
    assert "mean 3.17" in html.words


def test_results_in_words_have_no_mean() -> None:
    coin = Distribution.of([("heads", Fraction(1, 2)), ("tails", Fraction(1, 2))])
    assert "mean" not in page(coin).words


def test_a_roster_shows_a_row_for_each_member(bug_hunter: Ruleset) -> None:
    roster = bug_hunter.entry("roster/standard-colonists")
    html = page(roster)
    heads = ["activation", "panic", "position", "abilities"]
    start = html.rows.index(heads)
    assert len(html.rows) - start - 1 == len(roster["members"])
    assert html.rows[start + 1] == ["1", "4", "EM", "–"]


def test_links_become_text_and_sessions_are_preformatted(bug_hunter: Ruleset) -> None:
    assert "See 310.0." in page(bug_hunter.entry("roster/standard-colonists")).words
    procedure = page(bug_hunter.entry("procedure/decompression"))
    assert "pre" in procedure.tags
    assert ">>> from rulesdb import open_game\n" in procedure.words
