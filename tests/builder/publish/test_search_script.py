"""The search script of the site, compared with ``brainbug lookup``: the same words find the same entries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from soak import every, times

from builder.publish import STATIC
from builder.publish.search.data import entry_rows, search_script
from rulesdb import game_folders, open_game
from rulesdb.search import Index
from rulesdb.search.words import stem, words_in

GAMES = [open_game(name) for name in game_folders()]
ENTRIES = [entry for game in GAMES for entry in game.all_entries.values()]
QUERIES = [
    "304.2", "303", "LAG", "MP", "LOS", "line of sight", "airlock", "airlok", "decompresion attack",
    "machin pistol", "hand-to-hand", "set-up", "setup", "grenades blast", "Preds panic check", "door cost",
    "how does the lift work", "3:1", "bug", "the", "zzzzz", "zzzzz airlock", "panick", "Frontac", "marine's",
    "caf\u00e9", "trench-line", "lift lift", "arc of fire", "panicked marines", "blst", "carries", "CRT -2",
    "to hit +1", "how far can my troopers walk", "can the steward fly the boat",
]  # fmt: skip
ASK = """asked => asked.map(([text, game]) => {
  const found = brainbugSearch.engine.find(text, game);
  const rows = found.rows.map((row) => [`${row.group}:${row.kind}/${row.key}`, row.score]);
  return { rows, complete: found.complete, corrected: found.corrected, unknown: found.unknown };
})"""


@pytest.fixture(scope="module")
def page(browser: Any) -> Any:
    """A page with the engine and the entries of all games."""
    page = browser.new_page()
    page.add_script_tag(content=(STATIC / "search_engine.js").read_text(encoding="utf-8"))
    rows = entry_rows(GAMES, lambda document: f"{document}.html")
    page.add_script_tag(content=search_script(GAMES, rows, {}))
    yield page
    page.close()


@pytest.fixture(scope="module")
def index() -> Index:
    return Index.of(GAMES)


def test_words_are_normalized_and_stemmed_as_in_python(page: Any) -> None:
    texts = [f"{entry.title} {entry.text}" for entry in ENTRIES]
    ask = """texts => texts.map((text) =>
        brainbugSearch.wordsIn(text).map((word) => [word, brainbugSearch.stem(word)]))"""
    stems = page.evaluate(ask, texts)
    assert stems == [[[word, stem(word)] for word in words_in(text)] for text in texts]


@pytest.mark.soak
@pytest.mark.parametrize("game", every(times(2, 1), ["bug-hunter", None]))
def test_site_search_finds_the_same_as_the_command_line(page: Any, index: Index, game: str | None) -> None:
    queries = [
        *QUERIES,
        *(entry.title for entry in every(times(27, 9), ENTRIES)),
        *(entry.slug for entry in every(times(80, 40), ENTRIES)),
    ]
    answers = page.evaluate(ASK, [[text, game] for text in queries])
    for text, answer in zip(queries, answers, strict=True):
        result = index.find([text], game=game, most=len(ENTRIES))
        scores = dict(answer["rows"])
        assert set(scores) == {match.id for match in result.matches}, text
        assert answer["complete"] == result.complete, text
        assert answer["corrected"] == [list(pair) for pair in result.corrected], text
        assert answer["unknown"] == list(result.unknown), text
        # Lookup rounds its scores to two digits.
        assert scores == pytest.approx({match.id: match.score for match in result.matches}, abs=0.006), text


def test_the_data_are_small_enough_for_a_phone(tmp_path: Path) -> None:
    data = search_script(GAMES, entry_rows(GAMES, str), {})
    assert len(data.encode("utf-8")) < 690_000
    assert json.loads(data.removeprefix("brainbugSearch.load(").removesuffix(");\n"))["rows"]
