"""Statements of the books outside tables, the basis of figures, and questions that the books leave open."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rulesdb import Ruleset, game_folders, open_game
from rulesdb.search import Index
from rulesdb.yaml_source import load_yaml

STATEMENTS: dict[str, Any] = load_yaml(Path(__file__).with_name("statements.yaml")).data
GAMES = {name.replace("_", "-"): open_game(name) for name in game_folders()}


def in_game(id: str) -> tuple[Ruleset, Any]:
    game, _, key = id.partition(":")
    return GAMES[game], GAMES[game].entry(key)


@pytest.mark.parametrize("id", STATEMENTS["texts"])
def test_an_entry_contains_the_statements_of_the_book(id: str) -> None:
    game, entry = in_game(id)
    provenance = entry.provenance
    words = " ".join(
        " ".join([game.plain_text(entry), provenance.note, *provenance.alternatives]).split()
    ).casefold()
    assert [part for part in STATEMENTS["texts"][id] if part.casefold() not in words] == []


@pytest.mark.parametrize("id", STATEMENTS["parts"])
def test_a_figure_has_a_basis_of_its_own(id: str) -> None:
    _, entry = in_game(id)
    bases = {part["of"]: part["basis"] for part in entry["bases"]}
    expected = STATEMENTS["parts"][id]
    assert {of: bases.get(of) for of in expected} == expected


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_finds_the_questions_that_its_book_leaves_open(game: Ruleset) -> None:
    """The question, as it is worded, leads to its entry, which shows it or the suggestion."""
    index = Index.of([game])
    entries = [entry for entry in game.all_entries.values() if entry.get("silent")]
    assert entries
    for entry in entries:
        for item in entry["silent"]:
            matches = index.find([item["question"]], most=2).matches
            snippets = [match.snippet.marked() for match in matches if match.id == entry.id]
            assert re.search(r"Not in the book: |Suggestion \(house\)", "".join(snippets)), item["question"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_text_shows_the_markup_of_links(game: Ruleset) -> None:
    for entry in game.all_entries.values():
        notes = [item.get("note", "") for item in entry.get("bases", ())]
        assert "[[" not in "".join([game.plain_text(entry), *notes]), entry.key


def test_every_section_of_bug_hunter_links_its_cases_and_back() -> None:
    game = GAMES["bug-hunter"]
    cases = [entry for entry in game.of_kind("rule") if re.fullmatch(r"\d+\.[1-9]\d*", entry.slug)]
    assert cases
    for case in cases:
        section = game.entry(f"rule/{case.slug.partition('.')[0]}.0")
        assert section.key in [entry.key for entry in game.links_from(case)]
        assert case.key in [entry.key for entry in game.links_to(section)]
