"""The concepts that games share."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdb import DataError, UnknownEntry, game_folders, load_ruleset, open_game
from rulesdb.vocabulary import KIND, Concept, compare, find_concept, load_vocabulary

GAMES = tuple(open_game(name) for name in game_folders())


@pytest.mark.parametrize("concept", load_vocabulary(), ids=lambda concept: concept.id)
def test_every_game_treats_every_concept(concept: Concept) -> None:
    assert [game.id for game, _ in compare(GAMES, concept)] == [game.id for game in GAMES]


def test_concepts_have_the_titles_and_order_of_the_vocabulary() -> None:
    titles = [concept.title for concept in load_vocabulary()]
    for game in GAMES:
        assert [entry.title for entry in game.of_kind(KIND)] == titles, game.id


def test_no_name_means_two_concepts() -> None:
    for concept in load_vocabulary():
        for name in (concept.id, concept.title, *concept.also):
            assert find_concept(name) is concept


@pytest.mark.parametrize(
    ("words", "id"),
    [("grenade", "grenade"), ("Hand to hand", "close-combat"), ("LOS", "line-of-sight"), ("panic", "morale")],
)
def test_a_concept_is_found_by_any_of_its_names(words: str, id: str) -> None:
    assert find_concept(words).id == id


def test_an_unknown_concept_suggests_a_similar_one() -> None:
    with pytest.raises(UnknownEntry, match="did you mean grenade"):
        find_concept("grenad")


def test_a_game_cannot_treat_a_concept_that_is_not_shared(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(
        "kind: ruleset\ntitle: Toy\nedition: none\nsummary: Toy.\ndocuments: [{id: toy, title: Toy}]\n"
        "sides: [{id: one, title: One, text: A.}]\nunits: {distance: hex, time: turn, movement: point}\n",
        encoding="utf-8",
    )
    (folder / "concepts.yaml").write_text(
        "kind: concept\nentries:\n  - id: moral\n    title: Morale\n"
        "    source: {document: toy, section: All}\n    basis: printed\n    text: None.\n",
        encoding="utf-8",
    )
    with pytest.raises(DataError) as caught:
        load_ruleset(folder)
    (problem,) = caught.value.problems
    assert (problem.code, problem.span.line, problem.help) == ("BB015", 3, "did you mean `morale`?")
