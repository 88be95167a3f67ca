"""The results of a search, and their order."""

from __future__ import annotations

import functools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from soak import every, times

from rulesdb import InputError, Ruleset, UnknownEntry, game_folders, load_ruleset, open_game
from rulesdb.search import Index, search
from rulesdb.search.snippet import Wanted, cut_snippet
from rulesdb.search.words import chains_in, words_in

GAMES = tuple(open_game(name) for name in game_folders())


@functools.cache
def index() -> Index:
    return Index.of(GAMES)


def ids(question: str, most: int = 1000, **filters: str) -> list[str]:
    """The ids of the matches, best first."""
    return [match.id for match in index().find([question], most=most, **filters).matches]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_search_finds_every_entry_by_its_id(game: Ruleset) -> None:
    entries = every(times(16, 1), [*game.all_entries.values()])
    assert [entry.key for entry in entries if ids(entry.id, most=1) != [entry.id]] == []


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_search_finds_every_entry_by_its_title(game: Ruleset) -> None:
    for entry in every(times(8, 1), [*game.all_entries.values()]):
        if not words_in(entry.title):
            continue
        matches = index().find([entry.title], entry.game, entry.kind, most=1000).matches
        assert entry.id in [match.id for match in matches], entry.id


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("airlock", "bug-hunter:rule/303.2"),
        ("Airlock passage", "bug-hunter:procedure/airlock-passage"),
        ("304.2", "bug-hunter:rule/304.2"),
        ("304.1", "bug-hunter:rule/304.1"),
        ("303.7A", "bug-hunter:rule/303.7a"),
        ("LAG", "bug-hunter:weapon/light-assault-gun"),
        ("lag", "bug-hunter:weapon/light-assault-gun"),
        ("SMG", "handspan:weapon/submachine-gun"),
        ("LOS", "bug-hunter:term/line-of-sight"),
        ("P#", "bug-hunter:term/panic"),
        ("elevator", "bug-hunter:term/lift"),
        ("hand-to-hand", "bug-hunter:term/hand-to-hand"),
        ("hand to hand", "bug-hunter:term/hand-to-hand"),
        ("door cost", "bug-hunter:table/door-costs"),
        ("combat results", "bug-hunter:table/combat-results"),
        ("rule/303.2", "bug-hunter:rule/303.2"),
        ("handspan grenades", "handspan:rule/grenades"),
        ("CRT -2", "bug-hunter:effect/minus-2"),
        ("power revealed", "bug-hunter:rule/321.2"),
        ("crawler armed", "bug-hunter:vehicle/crawler"),
    ],
)
def test_the_best_match_is_first(question: str, best: str) -> None:
    assert ids(question)[0] == best


def test_a_shared_abbreviation_finds_both_entries_first() -> None:
    assert set(ids("MP")[:2]) == {"bug-hunter:term/movement-point", "bug-hunter:weapon/machine-pistol"}


def test_a_short_name_in_lower_case_may_be_a_prefix_but_not_in_capitals() -> None:
    assert "bug-hunter:table/swarm-losses" not in ids("LOS")
    assert "bug-hunter:table/swarm-losses" in ids("los")
    assert ids("random pan")[0] == "bug-hunter:table/random-panic"


def test_a_section_number_finds_all_entries_of_that_section() -> None:
    assert "bug-hunter:table/decompression-attack" in ids("304.2")
    assert {"bug-hunter:rule/304.1", "bug-hunter:rule/304.2"} <= set(ids("304"))


TOY = """\
kind: term
entries:
  - {id: e, title: Fifth, source: {document: toy, section: "1"}, basis: printed, text: A zornish word.}
  - {id: d, title: Fourth, source: {document: toy, section: "1"}, basis: printed, text: The word zorn.}
  - {id: c, title: Zornish, source: {document: toy, section: "1"}, basis: printed, text: A word.}
  - {id: b, title: A zorn, source: {document: toy, section: "1"}, basis: printed, text: A word.}
  - {id: a, title: Zorn, source: {document: toy, section: "1"}, basis: printed, text: A word.}
"""


def test_full_titles_rank_before_titles_before_texts_and_words_before_prefixes(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(
        "kind: ruleset\ntitle: Toy\nedition: none\nsummary: Toy.\ndocuments: [{id: toy, title: Toy}]\n"
        "sides: [{id: one, title: One, text: A.}]\nunits: {distance: hex, time: turn, movement: point}\n",
        encoding="utf-8",
    )
    (folder / "terms.yaml").write_text(TOY, encoding="utf-8")
    assert [hit.entry.slug for hit in search([load_ruleset(folder)], ["zorn"])] == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("typed", "expected"), [("airlok", "airlock"), ("granade", "grenade"), ("decompresion", "decompression")]
)
def test_a_misspelled_word_is_corrected(typed: str, expected: str) -> None:
    result = index().find([typed])
    assert result.corrected == ((typed, expected),)
    assert [match.id for match in result.matches] == ids(expected)[:20]


@pytest.mark.parametrize("word", ["monster", "leak", "clip", "duration"])
def test_a_word_that_is_not_mistyped_is_not_corrected(word: str) -> None:
    assert index().find([word]).corrected == ()


def test_a_match_with_every_word_does_not_hide_others() -> None:
    matches = index().find(["preservation interphase declared"], "bug-hunter").matches
    assert {"rule/313.0", "rule/313.1", "term/preservation-interphase"} <= {
        match.id.partition(":")[2] for match in matches
    }


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many hits kill a warrior", "**Warrior**: **hits** 4"),
        ("can the captain act as leader", "**Captain**, **act** as **leader**: yes"),
    ],
)
def test_a_match_shows_the_row_that_answers(question: str, answer: str) -> None:
    assert answer in [match.snippet.marked() for match in index().find([question], kind="table").matches[:3]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_entry_is_linked(game: Ruleset) -> None:
    entries = game.all_entries.values()
    assert [entry.key for entry in entries if not (game.links_from(entry) or game.links_to(entry))] == []


def test_an_unknown_word_finds_nothing() -> None:
    result = index().find(["qwertzuiop"])
    assert (result.matches, result.corrected, result.unknown) == ((), (), ("qwertzuiop",))


def test_other_forms_of_a_word_are_found() -> None:
    assert set(ids("cycled airlocks")) == set(ids("cycling airlock"))
    assert "bug-hunter:task/cycle-airlock" in ids("cycling")


def test_hyphens_make_no_difference() -> None:
    assert set(ids("set-up")) & set(ids("setup")) >= {"advanced-infantry:rule/crew"}


def test_synonyms_of_the_shared_vocabulary_are_found() -> None:
    assert "mobile-infantry:concept/close-combat" in ids("CQB")
    assert "bugged:rule/melee" in ids("hand-to-hand")


def test_a_synonym_of_one_game_does_not_apply_in_another() -> None:
    assert ids("MP", game="bugged") == []


def test_if_no_entry_has_all_words_entries_with_some_are_found() -> None:
    result = index().find(["airlock", "qwertzuiop"])
    assert not result.complete
    assert result.unknown == ("qwertzuiop",)
    assert [match.id for match in result.matches] == ids("airlock")[:20]


def test_filters_restrict_results_to_a_game_and_a_kind() -> None:
    matches = index().find(["grenade"], "handspan", "weapon").matches
    assert matches
    assert {(match.game, match.kind) for match in matches} == {("handspan", "weapon")}


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"game": "bughunter"}, "no game 'bughunter'; did you mean bug-hunter"),
        ({"game": "xyz"}, "did you mean advanced-infantry, bug-hunter, bugged, handspan, mobile-infantry"),
        ({"kind": "rules"}, "no kind 'rules'; did you mean rule"),
    ],
)
def test_an_unknown_game_or_kind_suggests_a_similar_one(filters: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownEntry, match=message):
        index().find(["airlock"], **filters)


@pytest.mark.parametrize("words", [[], [""], ["***"], ["-", '"', "("]])
def test_a_query_without_words_is_rejected(words: list[str]) -> None:
    with pytest.raises(InputError, match="has no word to search for"):
        index().find(words)


def test_a_query_has_a_maximum_length() -> None:
    vocabulary = list(
        dict.fromkeys(
            word for game in GAMES for entry in game.entries.values() for word in words_in(entry.text)
        )
    )
    assert index().find(vocabulary[:60]).matches
    with pytest.raises(InputError, match="too many"):
        index().find(vocabulary[:500])


@pytest.mark.parametrize(
    "question",
    ['"airlock', "airlock*", "airlock:", "(airlock)", "^airlock", "title:airlock", "{airlock}", "-airlock"],
)
def test_fts_operators_have_no_effect(question: str) -> None:
    assert "bug-hunter:rule/303.2" in ids(question)


@pytest.mark.parametrize("word", ["AND", "OR", "NOT", "NEAR"])
def test_fts_keywords_are_ordinary_words(word: str) -> None:
    assert ids(word) == ids(word.lower()) != []


@given(st.lists(st.text(st.characters(exclude_categories=[]), max_size=12), max_size=5))
def test_text_with_a_word_is_searched_and_other_text_rejected(words: list[str]) -> None:
    if any(words_in(text) for text in words):
        result = index().find(words)
        assert len(result.matches) == min(result.total, 20)
    else:
        with pytest.raises(InputError, match="has no word to search for"):
            index().find(words)


def test_a_match_has_its_source_and_basis() -> None:
    (match,) = index().find(["combat-results"], "bug-hunter", "table", most=1).matches
    row = match.as_json()
    assert row["basis"] == "house"
    assert "printed" in row["basis_of_parts"]
    assert row["source"] == {"document": "bug-hunter", "section": "304.2"}
    assert "**combat**" in row["snippet"]
    assert list(row) == [
        "id",
        "title",
        "game",
        "kind",
        "score",
        "snippet",
        "source",
        "basis",
        "basis_of_parts",
        "note",
        "alternatives",
    ]


def test_scores_are_in_descending_order() -> None:
    scores = [match.score for match in index().find(["door"]).matches]
    assert scores == sorted(scores, reverse=True)


def test_most_limits_the_matches_and_not_the_total() -> None:
    result = index().find(["door"], most=3)
    assert len(result.matches) == 3
    assert result.total == len(ids("door"))


def test_a_concept_is_compared_by_any_of_its_names() -> None:
    compared = index().compare(["Hand", "to", "hand"])
    assert compared is not None
    assert compared.title == "Close combat"
    assert [row.id for row in compared.treatments] == [f"{game.id}:concept/close-combat" for game in GAMES]
    assert index().compare(["airlock"]) is None


def test_search_over_loaded_games_returns_entries_in_index_order(bug_hunter: Ruleset) -> None:
    hits = search([bug_hunter], ["airlok"])
    assert hits[0].entry is bug_hunter.all_entries["rule/303.2"]
    assert [hit.entry.id for hit in hits] == [
        match.id for match in Index.of([bug_hunter]).find(["airlock"]).matches
    ]
    assert search([bug_hunter], ["airlock"], kind="rule", most=2)[1].entry.kind == "rule"


def test_an_index_can_be_searched_from_another_thread(bug_hunter: Ruleset) -> None:
    here = search([bug_hunter], ["airlock"])
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: search([bug_hunter], ["airlock"]), range(20))) == [here] * 20


def test_search_finds_nothing_without_words_or_games(bug_hunter: Ruleset) -> None:
    assert search([bug_hunter], []) == search([bug_hunter], ["?"]) == search([], ["airlock"]) == ()
    assert search([bug_hunter], ["airlock"], kind="card") == ()


@given(st.text("ab c-", max_size=200), st.integers(0, 120))
def test_a_snippet_fits_its_width_and_is_cut_from_the_text(text: str, width: int) -> None:
    snippet = cut_snippet(text, Wanted(frozenset({"b", "ab"}), ("ca",)), width)
    assert len(snippet.plain) <= max(width, 20)
    line = " ".join(text.split())
    assert all(part in line for part in snippet.plain.split("…"))
    if any(word in ("b", "ab") for word in words_in(text)):
        assert any(hit for _, hit in snippet.pieces)


def test_hyphenated_words_are_recognized() -> None:
    assert list(chains_in("E-rifle (ER), 2d6+1 at 15:1; ’tis the Pred’s 303.1b.")) == [
        ("e", "rifle"),
        ("er",),
        ("2d6",),
        ("1",),
        ("at",),
        ("15:1",),
        ("tis",),
        ("the",),
        ("pred",),
        ("303.1b",),
    ]
