"""The script of the table pages agrees with the Python engine on every cell, in a real browser."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import answers_of, needs_browser

from builder.publish import STATIC
from builder.publish.table_data import table_data, table_html
from rulesdb import Table, game_folders, open_game
from rulesdb.tables import show_value
from rulesdb.tables.axes import Interval

TABLES = [table for name in game_folders() for table in open_game(name).tables.values()]


PAGE = """<!doctype html><meta charset="utf-8"><script>{script}</script>
<script type="application/json" id="data">{data}</script>
<pre id="answers"></pre><script>
const {{ tables, questions }} = JSON.parse(document.getElementById("data").textContent);
const answers = questions.map((question) => {{
  try {{
    const ask = brainbugTables[question.ask];
    const found = ask(tables[question.table], question.inputs, question.modifiers);
    if (question.ask === "lookup") {{ return found.shown; }}
    return Object.fromEntries(found.map((one) => [one.shown, one.text]));
  }} catch (error) {{ return "error"; }}
}});
document.getElementById("answers").textContent = JSON.stringify(answers);
</script>"""


def run_in_browser(folder: Path, questions: list[dict[str, Any]], tables: list[Table]) -> list[Any]:
    """Run queries with the script in a new page, and read the answers from the page."""
    data = json.dumps({"tables": {table.id: table_data(table) for table in tables}, "questions": questions})
    page = folder / "page.html"
    script = (STATIC / "tables.js").read_text(encoding="utf-8")
    page.write_text(PAGE.format(script=script, data=data.replace("</", "<\\/")), encoding="utf-8")
    answers: list[Any] = answers_of(page)
    return answers


def places(table: Table) -> Iterator[dict[str, Any]]:
    """Every label of every axis, both ends of every range, and one step beyond if there is one."""
    choices: list[list[Any]] = []
    for axis in table.axes:
        if axis.is_label:
            choices.append(list(axis.labels))
            continue
        ends = {
            end
            for at, _ in table.cells()
            for span in [Interval.parse(at[axis.name])]
            for end in (span.low, span.low + 3 if span.high is None else span.high)
        }
        choices.append(sorted({*ends, axis.low - 1, *([axis.high + 1] if axis.high is not None else [])}))
    for values in itertools.product(*choices):
        yield dict(zip((axis.name for axis in table.axes), values, strict=True))


def answer_of(table: Table, inputs: dict[str, Any], modifiers: list[str]) -> str:
    try:
        return show_value(table.lookup(modifiers=modifiers, **inputs).result)
    except ValueError:
        return "error"


@needs_browser
def test_every_cell_of_every_table_agrees_with_the_engine(tmp_path: Path) -> None:
    questions = [
        {"ask": "lookup", "table": table.id, "inputs": inputs, "modifiers": []}
        for table in TABLES
        for inputs in places(table)
    ]
    tables = {table.id: table for table in TABLES}
    wanted = [answer_of(tables[question["table"]], question["inputs"], []) for question in questions]
    answers = run_in_browser(tmp_path, questions, TABLES)
    assert len(answers) > 2000
    wrong = [
        (question, expected, theirs)
        for question, expected, theirs in zip(questions, wanted, answers, strict=True)
        if expected != theirs
    ]
    assert wrong == []


@needs_browser
def test_odds_and_modifiers_agree_with_the_engine(tmp_path: Path) -> None:
    questions, wanted = [], []
    for table in TABLES:
        if not any(axis.dice for axis in table.axes):
            continue
        labels = [[(axis.name, label) for label in axis.labels] for axis in table.axes if axis.is_label]
        others = [(axis.name, axis.low) for axis in table.axes if not axis.is_label and axis.dice is None]
        for chosen in itertools.product(*labels):
            for modifiers in [[], *([modifier.id] for modifier in table.modifiers)]:
                inputs = dict([*chosen, *others])
                questions.append({"ask": "odds", "table": table.id, "inputs": inputs, "modifiers": modifiers})
                try:
                    chances = table.odds(modifiers=modifiers, **inputs)
                    wanted.append({show_value(value): str(chance) for value, chance in chances})
                except ValueError:
                    wanted.append("error")
    answers = run_in_browser(tmp_path, questions, TABLES)
    assert len(answers) > 100
    assert [item for item in zip(questions, wanted, answers, strict=True) if item[1] != item[2]] == []


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_every_cell_is_in_the_table_of_the_page_once(table: Table) -> None:
    numbers = [
        int(word)
        for words in re.findall(r'data-cells="([\d ]*)"', table_html(table))
        for word in words.split()
    ]
    count = len(list(table.cells()))
    if table.result_type == "record":
        assert set(numbers) == set(range(count))
    else:
        assert sorted(numbers) == list(range(count))
