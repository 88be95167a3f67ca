"""The words of games in other languages: each belongs to something in the game, and changes no figure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulesdb import DataError, Ruleset, game_folders, open_game
from rulesdb.description import table_grid
from rulesdb.description.grids import words_of
from rulesdb.language import LABELS, Terms, in_language, overlaid, stray_texts, terms_of
from rulesdb.load import load_ruleset

GAMES = tuple(game_folders())


def texts_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from texts_in(part)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from texts_in(part)


def texts_of(game: Ruleset) -> Iterator[str]:
    """Every text of a game that may be translated."""
    for entry in game.entries.values():
        yield from (entry.title, entry.text, *texts_in(entry.facts))
    for table in game.tables.values():
        grid = table_grid(table)
        yield table.entry.provenance.note
        yield from (*grid.heads, table.result_name, *(axis.name for axis in table.axes))
        labels = [label for axis in table.axes for label in axis.labels]
        yield from labels
        # A card leaves out the name of its unit.
        yield from (label.removeprefix(f"{unit.slug}-") for label in labels for unit in game.of_kind("unit"))
        yield from (piece.text for row in grid.rows for place in row for piece in place.pieces)
        yield from (modifier.when for modifier in table.modifiers)
        # What the aid prints once for several modifiers.
        yield from (re.sub(r" [+-]\d+$", "", modifier.when) for modifier in table.modifiers)
        yield from (note.provenance.note for note in grid.notes)
    for side in game.sides:
        yield from (side.title, side.text)
    sentences = [game.printing.get(name, {}) for name in ("unit_sentences", "hit_boxes", "terrain_key")]
    yield from game.printing.get("other_things", ())
    yield from texts_in([game.tracks, game.face, game.teams, game.aid, *sentences])


@pytest.mark.parametrize("game", GAMES)
def test_every_term_translates_a_text_of_the_game(game: str) -> None:
    ruleset = open_game(game)
    parts = [part for text in texts_of(ruleset) for part in (text, *text.split(", "))]
    texts = {" ".join(form.split()).casefold() for part in parts for form in (part, words_of(part))}
    for language in ruleset.languages:
        terms = terms_of(ruleset, language)
        labels = [label for own in terms.entries.values() for label in own.get(LABELS, {})]
        assert [term for term in (*terms.texts, *labels) if term.casefold() not in texts] == []


@pytest.mark.parametrize("game", GAMES)
def test_texts_of_entries_are_where_the_entry_has_one(game: str) -> None:
    ruleset = open_game(game)
    for language in ruleset.languages:
        for key, texts in terms_of(ruleset, language).entries.items():
            entry = ruleset.entries[key]
            data = {**entry.facts, "title": entry.title, "text": entry.text, LABELS: texts.get(LABELS)}
            assert list(stray_texts(data, texts)) == [], key


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_german_has_the_same_ids_labels_and_figures(game: str) -> None:
    english = open_game(game)
    german = in_language(english, "de")
    assert german is not english
    assert german.entries.keys() == english.entries.keys()
    for slug, table in english.tables.items():
        assert list(german.tables[slug].cells()) == list(table.cells())
    assert in_language(english, "xx") is english


def test_a_label_of_one_table_takes_precedence_over_the_terms() -> None:
    terms = Terms({"none": "keine"}, {"table/ammunition": {LABELS: {"none": "nie"}}})
    assert [terms("none"), terms("none", "table/ammunition")] == ["keine", "nie"]


def test_texts_without_a_place_in_the_data_are_found() -> None:
    data = {"zones": [{"id": "nest", "title": "Nest"}], "victory": [{"when": "Now."}], "turns": 4}
    texts = {"zones": {"nst": {"title": "Bau"}}, "victory": [{"when": "Jetzt."}, {}], "turns": "vier"}
    assert [path for path, _ in stray_texts(data, texts)] == [("zones", "nst"), ("victory",), ("turns",)]
    assert overlaid(data, texts)["victory"] == [{"when": "Jetzt."}]


def test_texts_of_an_entry_that_does_not_exist_are_reported(tmp_path: Path) -> None:
    folder = tmp_path / "my_game"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(
        "kind: ruleset\ntitle: Mine\nedition: first\nsummary: A game.\n"
        "documents: [{id: mine, title: Mine}]\nsides: [{id: a, title: A, text: A.}]\n"
        "units: {distance: hex, time: turn, movement: hex}\nmaps: [land]\n",
        encoding="utf-8",
    )
    (folder / "de.yaml").write_text(
        "kind: language\nlanguage: de\nterms: {a: b}\nentries:\n  weapon/gun: {title: Gewehr}\n",
        encoding="utf-8",
    )
    with pytest.raises(DataError, match="there is no entry `weapon/gun`"):
        load_ruleset(folder)
