"""What a search finds, and in which order."""

from __future__ import annotations

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
INDEX = Index.of(GAMES)


def ids(question: str, **filters: str) -> list[str]:
    """The ids found, best first."""
    return [match.id for match in INDEX.find([question], most=1000, **filters).matches]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_entry_is_found_by_its_id(game: Ruleset) -> None:
    entries = every(times(4, 1), [*game.all_entries.values()])
    assert [entry.key for entry in entries if ids(entry.id)[0] != entry.id] == []


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_entry_is_found_by_its_title_among_those_named_alike(game: Ruleset) -> None:
    for entry in every(times(4, 1), [*game.all_entries.values()]):
        if not words_in(entry.title):
            continue
        found = INDEX.find([entry.title], entry.game, entry.kind, most=1000).matches
        assert entry.id in [match.id for match in found], entry.id


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
    ],
)
def test_the_best_answer_stands_first(question: str, best: str) -> None:
    assert ids(question)[0] == best


def test_an_abbreviation_of_two_things_finds_both_first() -> None:
    assert set(ids("MP")[:2]) == {"bug-hunter:term/movement-point", "bug-hunter:weapon/machine-pistol"}


def test_a_short_name_in_capitals_means_itself_and_in_small_letters_may_be_a_beginning() -> None:
    assert "bug-hunter:table/swarm-losses" not in ids("LOS")
    assert "bug-hunter:table/swarm-losses" in ids("los")
    assert ids("random pan")[0] == "bug-hunter:table/random-panic"


def test_a_number_finds_what_else_stands_in_that_section() -> None:
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


def test_whole_titles_go_first_then_titles_then_texts_and_words_before_beginnings(tmp_path: Path) -> None:
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
    ("typed", "meant"), [("airlok", "airlock"), ("granade", "grenade"), ("decompresion", "decompression")]
)
def test_a_mistyped_word_counts_as_the_nearest_one(typed: str, meant: str) -> None:
    found = INDEX.find([typed])
    assert found.corrected == ((typed, meant),)
    assert [match.id for match in found.matches] == ids(meant)[:20]


def test_what_is_like_no_word_finds_nothing() -> None:
    found = INDEX.find(["qwertzuiop"])
    assert (found.matches, found.corrected, found.unknown) == ((), (), ("qwertzuiop",))


def test_other_forms_of_a_word_are_found() -> None:
    assert set(ids("cycled airlocks")) == set(ids("cycling airlock"))
    assert "bug-hunter:task/cycle-airlock" in ids("cycling")


def test_hyphens_make_no_difference() -> None:
    assert set(ids("set-up")) & set(ids("setup")) >= {"advanced-infantry:rule/crew"}


def test_synonyms_of_the_shared_vocabulary_are_found() -> None:
    assert "mobile-infantry:concept/close-combat" in ids("CQB")
    assert "bugged:rule/melee" in ids("hand-to-hand")


def test_a_synonym_of_one_game_says_nothing_in_another() -> None:
    assert ids("MP", game="bugged") == []


def test_where_no_entry_holds_every_word_those_that_hold_some_are_given() -> None:
    found = INDEX.find(["airlock", "qwertzuiop"])
    assert not found.complete
    assert found.unknown == ("qwertzuiop",)
    assert [match.id for match in found.matches] == ids("airlock")[:20]


def test_filters_keep_one_game_and_one_kind() -> None:
    found = INDEX.find(["grenade"], "handspan", "weapon").matches
    assert found
    assert {(match.game, match.kind) for match in found} == {("handspan", "weapon")}


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        ({"game": "bughunter"}, "no game 'bughunter'; did you mean bug-hunter"),
        ({"game": "xyz"}, "did you mean advanced-infantry, bug-hunter, bugged, handspan, mobile-infantry"),
        ({"kind": "rules"}, "no kind 'rules'; did you mean rule"),
    ],
)
def test_an_unknown_game_or_kind_names_the_nearest(filters: dict[str, str], said: str) -> None:
    with pytest.raises(UnknownEntry, match=said):
        INDEX.find(["airlock"], **filters)


@pytest.mark.parametrize("words", [[], [""], ["***"], ["-", '"', "("]])
def test_a_question_without_a_word_is_refused(words: list[str]) -> None:
    with pytest.raises(InputError, match="has no word to search for"):
        INDEX.find(words)


def test_a_question_may_be_long_but_not_endless() -> None:
    known = list(
        dict.fromkeys(
            word for game in GAMES for entry in game.entries.values() for word in words_in(entry.text)
        )
    )
    assert INDEX.find(known[:60]).matches
    with pytest.raises(InputError, match="too many"):
        INDEX.find(known[:500])


@pytest.mark.parametrize(
    "question",
    ['"airlock', "airlock*", "airlock:", "(airlock)", "^airlock", "title:airlock", "{airlock}", "-airlock"],
)
def test_the_signs_of_a_query_language_mean_nothing(question: str) -> None:
    assert "bug-hunter:rule/303.2" in ids(question)


@pytest.mark.parametrize("word", ["AND", "OR", "NOT", "NEAR"])
def test_the_words_of_a_query_language_are_words(word: str) -> None:
    assert ids(word) == ids(word.lower()) != []


@given(st.lists(st.text(st.characters(exclude_categories=[]), max_size=12), max_size=5))
def test_any_text_with_a_word_is_answered_and_any_other_refused(words: list[str]) -> None:
    if any(words_in(text) for text in words):
        found = INDEX.find(words)
        assert len(found.matches) == min(found.total, 20)
    else:
        with pytest.raises(InputError, match="has no word to search for"):
            INDEX.find(words)


def test_a_match_tells_where_it_stands_and_how_sure_it_is() -> None:
    (match,) = INDEX.find(["combat-results"], "bug-hunter", "table", most=1).matches
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


def test_scores_fall() -> None:
    scores = [match.score for match in INDEX.find(["door"]).matches]
    assert scores == sorted(scores, reverse=True)


def test_most_limits_the_matches_and_not_the_total() -> None:
    found = INDEX.find(["door"], most=3)
    assert len(found.matches) == 3
    assert found.total == len(ids("door"))


def test_a_concept_is_compared_by_any_of_its_names() -> None:
    compared = INDEX.compare(["Hand", "to", "hand"])
    assert compared is not None
    assert compared.title == "Close combat"
    assert [row.id for row in compared.treatments] == [f"{game.id}:concept/close-combat" for game in GAMES]
    assert INDEX.compare(["airlock"]) is None


def test_search_over_loaded_games_gives_their_entries_in_the_order_of_the_index(bug_hunter: Ruleset) -> None:
    hits = search([bug_hunter], ["airlok"])
    assert hits[0].entry is bug_hunter.all_entries["rule/303.2"]
    assert [hit.entry.id for hit in hits] == [
        match.id for match in Index.of([bug_hunter]).find(["airlock"]).matches
    ]
    assert search([bug_hunter], ["airlock"], kind="rule", most=2)[1].entry.kind == "rule"


def test_one_thread_may_ask_what_another_has_indexed(bug_hunter: Ruleset) -> None:
    here = search([bug_hunter], ["airlock"])
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: search([bug_hunter], ["airlock"]), range(20))) == [here] * 20


def test_search_finds_nothing_without_words_or_games(bug_hunter: Ruleset) -> None:
    assert search([bug_hunter], []) == search([bug_hunter], ["?"]) == search([], ["airlock"]) == ()
    assert search([bug_hunter], ["airlock"], kind="card") == ()


@given(st.text("ab c-", max_size=200), st.integers(0, 120), st.booleans())
def test_a_snippet_fits_its_width_and_is_cut_from_the_text(text: str, width: int, opening: bool) -> None:
    snippet = cut_snippet([text], Wanted(frozenset({"b", "ab"}), ("ca",)), width, opening)
    assert len(snippet.plain) <= max(width, 20)
    line = " ".join(text.split())
    assert all(part in line for part in snippet.plain.split("…"))
    if any(word in ("b", "ab") for word in words_in(text)):
        assert any(hit for _, hit in snippet.pieces)


def test_words_joined_by_hyphens_are_told_from_others() -> None:
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
