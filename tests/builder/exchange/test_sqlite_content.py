"""The file contains everything in the database, and nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from fractions import Fraction
from typing import Any

from rulesdb import Basis, Ruleset, Table
from rulesdb.links import links_in
from rulesdb.tables import show_value
from rulesdb.vocabulary import compare, load_vocabulary

Games = dict[str, Ruleset]


def tables_of(games: Games) -> list[Table]:
    return [table for game in games.values() for table in game.tables.values()]


def test_every_entry_is_in_the_file_and_every_row_is_an_entry(sql: sqlite3.Connection, games: Games) -> None:
    rows = sql.execute(
        "SELECT entries.id, entries.game_id, kind, slug, entries.title, text, basis, document, section, "
        "entries.note FROM entries JOIN documents ON documents.id = document_id"
    ).fetchall()
    expected = [
        (
            entry.id, game.id, entry.kind, entry.slug, entry.title, entry.text, str(entry.provenance.basis),
            entry.provenance.source.document, entry.provenance.source.section, entry.provenance.note,
        )
        for game in games.values()
        for entry in game.all_entries.values()
    ]  # fmt: skip
    assert sorted(rows) == sorted(expected)


def test_entries_keep_the_order_of_their_book(sql: sqlite3.Connection, games: Games) -> None:
    for game in games.values():
        rows = sql.execute("SELECT id FROM entries WHERE game_id = ? ORDER BY position", (game.id,))
        assert [id for (id,) in rows] == [entry.id for entry in game.all_entries.values()]


def test_plain_text_has_no_marks_left(sql: sqlite3.Connection, games: Games) -> None:
    texts = dict(sql.execute("SELECT id, plain_text FROM entries"))
    linking = [entry for game in games.values() for entry in game.all_entries.values() if "[[" in entry.text]
    assert linking
    for entry in linking:
        assert texts[entry.id] == games[entry.game].plain_text(entry)
        assert "[[" not in texts[entry.id]


def test_every_fact_name_example_and_other_reading_of_an_entry_is_a_row(
    sql: sqlite3.Connection, games: Games
) -> None:
    entries = [entry for game in games.values() for entry in game.all_entries.values()]
    facts = {
        (id, name): (json.loads(value), text)
        for id, name, value, text in sql.execute("SELECT entry_id, name, value, text FROM facts")
    }
    assert facts == {
        (entry.id, name): (value, show_value(value))
        for entry in entries
        for name, value in entry.facts.items()
    }
    names = sql.execute("SELECT entry_id, name FROM other_names WHERE sort = 'name'").fetchall()
    assert sorted(names) == sorted((entry.id, name) for entry in entries for name in entry.also)
    short = sql.execute("SELECT entry_id, name FROM other_names WHERE sort = 'abbreviation'").fetchall()
    assert sorted(short) == sorted(
        (entry.id, entry["abbreviation"]) for entry in entries if entry.get("abbreviation")
    )
    examples = sql.execute("SELECT entry_id, title, doctest FROM examples").fetchall()
    assert sorted(examples) == sorted(
        (entry.id, example.title, example.doctest) for entry in entries for example in entry.examples
    )
    readings = sql.execute(
        "SELECT entry_id, text FROM alternatives WHERE cell_id IS NULL AND modifier_id IS NULL"
    ).fetchall()
    assert sorted(readings) == sorted(
        (entry.id, reading) for entry in entries for reading in entry.provenance.alternatives
    )


def test_every_link_is_a_row_with_its_position(sql: sqlite3.Connection, games: Games) -> None:
    rows = sql.execute("SELECT from_id, to_id, place FROM links").fetchall()
    expected = [
        (entry.id, target.id)
        for game in games.values()
        for entry in game.all_entries.values()
        for target in game.links_from(entry)
    ]
    assert sorted(row[:2] for row in rows) == sorted(expected)
    assert {place for _, _, place in rows} == {"text", "see", "figures"}
    entries = {entry.id: entry for game in games.values() for entry in game.all_entries.values()}
    for from_id, to_id, place in rows:
        assert (place == "text") == (entries[to_id].key in set(links_in(entries[from_id].text)))


def test_every_cell_is_in_the_file_and_every_row_is_a_cell(sql: sqlite3.Connection, games: Games) -> None:
    rows = sql.execute(
        "SELECT cells.id, table_id, cells.position, value, text, basis, document, section, cells.note "
        "FROM cells JOIN documents ON documents.id = document_id"
    ).fetchall()
    expected = [
        (
            table.permalink(at), table.id, number, json.dumps(cell.value, ensure_ascii=False),
            show_value(cell.value), str(cell.provenance.basis), cell.provenance.source.document,
            cell.provenance.source.section, cell.provenance.note,
        )
        for table in tables_of(games)
        for number, (at, cell) in enumerate(table.cells(), 1)
    ]  # fmt: skip
    assert sorted(rows) == sorted(expected)


def test_the_inputs_of_a_cell_lead_to_its_result(sql: sqlite3.Connection, games: Games) -> None:
    inputs: dict[str, dict[str, Any]] = {}
    for cell, axis, value, low in sql.execute(
        "SELECT cell_id, axes.name, value, low FROM cell_inputs JOIN axes ON axes.id = axis_id"
    ):
        inputs.setdefault(cell, {})[axis] = value if low is None else low
    results = dict(sql.execute("SELECT id, value FROM cells"))
    assert inputs.keys() == results.keys()
    for table in tables_of(games):
        for at, _ in table.cells():
            cell = table.permalink(at)
            assert table.lookup(**inputs[cell]).result == json.loads(results[cell])


def test_whole_numbers_can_be_compared_as_numbers(sql: sqlite3.Connection) -> None:
    for value, number in sql.execute("SELECT value, number FROM cells"):
        parsed = json.loads(value)
        is_number = isinstance(parsed, int) and not isinstance(parsed, bool)
        assert number == (parsed if is_number else None)


def test_every_axis_modifier_and_procedure_is_in_the_file(sql: sqlite3.Connection, games: Games) -> None:
    axes = sql.execute("SELECT table_id, position, name, accepts FROM axes").fetchall()
    assert sorted(axes) == sorted(
        (table.id, number, axis.name, axis.accepts)
        for table in tables_of(games)
        for number, axis in enumerate(table.axes, 1)
    )
    modifiers = sql.execute(
        "SELECT modifiers.table_id, modifiers.name, change, axes.name, repeats, basis "
        "FROM modifiers JOIN axes ON axes.id = axis_id"
    ).fetchall()
    assert sorted(modifiers) == sorted(
        (table.id, each.id, each.add, each.to, int(each.repeats), str(each.provenance.basis))
        for table in tables_of(games)
        for each in table.modifiers
    )
    inputs = sql.execute("SELECT procedure_id, position, name, required FROM procedure_inputs").fetchall()
    procedures = [each for game in games.values() for each in game.procedures.values()]
    assert sorted(inputs) == sorted(
        (each.id, number, given.name, int(given.required))
        for each in procedures
        for number, given in enumerate(each.inputs, 1)
    )
    ids = [id for (id,) in sql.execute("SELECT entry_id FROM procedures")]
    assert sorted(ids) == sorted(each.id for each in procedures)


def test_the_chances_are_the_engines_own_and_add_up_to_one(sql: sqlite3.Connection, games: Games) -> None:
    inputs: dict[str, dict[str, Any]] = {}
    for question, axis, value, low in sql.execute(
        "SELECT question_id, axes.name, value, low FROM odds_inputs JOIN axes ON axes.id = axis_id"
    ):
        inputs.setdefault(question, {})[axis] = value if low is None else low
    chances: dict[str, list[tuple[Any, Fraction]]] = {}
    for question, value, chance, probability in sql.execute(
        "SELECT question_id, value, chance, probability FROM odds ORDER BY question_id, position"
    ):
        chances.setdefault(question, []).append((json.loads(value), Fraction(chance)))
        assert probability == float(Fraction(chance))
    tables = {table.id: table for table in tables_of(games)}
    questions = sql.execute("SELECT id, table_id, mean FROM odds_questions").fetchall()
    for question, table, mean in questions:
        odds = tables[table].odds(**inputs.get(question, {}))
        assert tuple(chances[question]) == odds.outcomes
        assert sum(chance for _, chance in chances[question]) == 1
        assert odds.mean == (None if mean is None else Fraction(mean))
    with_dice = {table.id for table in tables.values() if any(axis.dice for axis in table.axes)}
    assert {table for _, table, _ in questions} == with_dice


def test_a_chance_based_on_a_house_cell_is_house(sql: sqlite3.Connection, games: Games) -> None:
    bases = dict(
        sql.execute(
            "SELECT odds_questions.table_id, group_concat(DISTINCT odds.basis) FROM odds "
            "JOIN odds_questions ON odds_questions.id = question_id GROUP BY 1"
        )
    )
    assert bases["bug-hunter:table/combat-results"] == "house"
    assert bases["bug-hunter:table/random-panic"] == "printed"


def test_the_view_house_values_lists_exactly_the_house_values(sql: sqlite3.Connection, games: Games) -> None:
    listed = {id for (id,) in sql.execute("SELECT id FROM house_values")}
    house = {
        entry.id
        for game in games.values()
        for entry in game.all_entries.values()
        if entry.provenance.basis is Basis.HOUSE
    }
    for table in tables_of(games):
        house |= {table.permalink(at) for at, cell in table.cells() if cell.provenance.basis is Basis.HOUSE}
        house |= {f"{table.id}/{each.id}" for each in table.modifiers if each.provenance.basis is Basis.HOUSE}
    assert listed == house
    assert "bug-hunter:table/combat-results" in listed


def test_coverage_views_count_the_entries_of_the_games(sql: sqlite3.Connection, games: Games) -> None:
    kinds = Counter(
        (entry.game, entry.kind) for game in games.values() for entry in game.all_entries.values()
    )
    rows = sql.execute("SELECT * FROM coverage").fetchall()
    assert {row[:2]: row[2] for row in rows} == kinds
    assert all(row[2] == sum(row[3:]) for row in rows)
    by_basis = Counter(
        (entry.game, str(entry.provenance.basis))
        for game in games.values()
        for entry in game.all_entries.values()
    )
    counted = sql.execute("SELECT game_id, basis, entries FROM entries_by_basis WHERE entries > 0")
    assert {row[:2]: row[2] for row in counted} == by_basis
    cells = sql.execute("SELECT sum(cells) FROM entries_by_basis").fetchone()[0]
    assert cells == sum(1 for table in tables_of(games) for _ in table.cells())


def test_every_section_of_a_book_has_its_rule(sql: sqlite3.Connection, games: Games) -> None:
    for game in games.values():
        rows = sql.execute(
            "SELECT section, rule_id FROM section_coverage WHERE game_id = ?", (game.id,)
        ).fetchall()
        assert rows == [(slug, f"{game.id}:rule/{slug}") for slug in game.sections]


def test_concepts_of_the_games_are_side_by_side(sql: sqlite3.Connection, games: Games) -> None:
    rows = sql.execute("SELECT concept, game_id, entry_id FROM concept_comparison").fetchall()
    assert rows == [
        (concept.title, game.id, entry.id)
        for concept in load_vocabulary()
        for game, entry in compare(games.values(), concept)
    ]


def test_readable_views_match_the_relations(sql: sqlite3.Connection) -> None:
    for view, relation in (("cells_readable", "cells"), ("odds_readable", "odds")):
        (rows,) = sql.execute(f"SELECT count(*) FROM {view}").fetchone()
        assert rows == sql.execute(f"SELECT count(*) FROM {relation}").fetchone()[0]
    view_rows = sql.execute(
        "SELECT inputs, result, basis, source FROM cells_readable WHERE cell_id = ?",
        ("bug-hunter:table/random-panic#force=marine&die=5",),
    ).fetchone()
    assert view_rows == ("force marine, die 5", "4", "printed", "bug-hunter 309.2")
    chance = sql.execute(
        "SELECT chance, percent FROM odds_readable WHERE question_id = ? AND result = '2'",
        ("bug-hunter:table/random-panic#force=marine",),
    ).fetchone()
    assert chance == ("1/3", 33.33)
