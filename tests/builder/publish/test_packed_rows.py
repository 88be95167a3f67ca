"""The short form of the search's rows, which the script of the site restores."""

from __future__ import annotations

import json
from typing import Any

import pytest

from builder.publish import STATIC
from builder.publish.search.data import Row, entry_rows, guides_script, search_script
from builder.publish.search.packed_rows import packed_rows
from rulesdb import game_folders, open_game

GAMES = [open_game(name) for name in game_folders()]
ROWS = entry_rows(GAMES, lambda document: f"{document}.html")
GUIDES = [
    Row("pages", "page", "on-paper", "On paper", "guide/printing.html#on-paper", place="Printing"),
    Row("pages", "page", "page", "A", "page.html", text="{key} of {group}.", facts="a; b", lines=("a",)),
]


@pytest.fixture(scope="module")
def page(browser: Any) -> Any:
    page = browser.new_page()
    page.add_script_tag(content=(STATIC / "search_engine.js").read_text(encoding="utf-8"))
    page.add_script_tag(content=search_script(GAMES, ROWS, {"pages": "Guides"}))
    page.add_script_tag(content=guides_script(GUIDES))
    yield page
    page.close()


def test_the_script_restores_every_field_of_every_row(page: Any) -> None:
    rows = page.evaluate("brainbugSearch.engine.rows")
    assert len(rows) == len(ROWS) + len(GUIDES)
    for row, restored in zip([*ROWS, *GUIDES], rows, strict=True):
        expected = json.loads(json.dumps(row._asdict()))
        expected["questions"] = [words.split() for words in row.questions]
        assert {name: restored[name] for name in expected} == expected


def test_rows_that_are_added_later_are_found_as_if_they_came_first(page: Any, browser: Any) -> None:
    find = """() => ["paper", "ink airlock", "grenades", "airlok"].map((words) =>
        brainbugSearch.engine.find(words, "").rows.map((row) => [row.url, row.score]))"""
    other = browser.new_page()
    other.add_script_tag(content=(STATIC / "search_engine.js").read_text(encoding="utf-8"))
    other.add_script_tag(content=search_script(GAMES, [*ROWS, *GUIDES], {"pages": "Guides"}))
    assert page.evaluate(find) == other.evaluate(find)
    assert page.evaluate(find)[0][0][0] == "guide/printing.html#on-paper"
    other.close()


def test_frequent_words_have_the_shortest_numbers() -> None:
    questions = tuple(f"door word{number}" for number in range(99))
    packed = packed_rows(Row._fields, [Row("g", "rule", "1", "T", "u", questions=questions)])
    assert packed["words"].split()[0] == "door"
    codes = packed["columns"]["questions"][0].split("|")
    assert {text[0] for text in codes} == {"a"}
    assert max(map(len, codes)) == 3


def test_no_rows_are_restored_as_no_rows(page: Any) -> None:
    count = page.evaluate("brainbugSearch.engine.rows.length")
    page.add_script_tag(content=guides_script([]))
    assert page.evaluate("brainbugSearch.engine.rows.length") == count
