"""Loading a game's folder: rejected folders, and a sixth game from a copied folder."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulesdb import DataError, Library, Ruleset, UnknownEntry, game_folders, load_ruleset, open_game
from rulesdb.description.worked import work_examples
from rulesdb.shipped import games_folder

TERMS = """\
kind: term
entries:
  - id: lift
    title: Lift
    source: {document: book, section: "1"}
    basis: printed
    text: See [[term/hatch]].
    also: [elevator]
  - id: hatch
    title: Hatch
    source: {document: book, section: "2"}
    basis: printed
    text: A way up.
"""
HEAD = """\
kind: ruleset
title: Small
edition: none
summary: A game for a test.
documents: [{id: book, title: The book}]
sides: [{id: one, title: One, text: A side.}]
units: {distance: hex, time: turn, movement: point}
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small_game"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "terms.yaml").write_text(TERMS, encoding="utf-8")
    return folder


def test_a_folder_with_two_files_is_a_game(small: Path) -> None:
    game = load_ruleset(small)
    assert game.id == "small-game"
    assert game.find("term", "elevator").slug == "lift"
    assert [entry.slug for entry in game.links_to(game.entry("term/hatch"))] == ["lift"]


def test_questions_belong_to_the_entry_that_answers_them(small: Path) -> None:
    (small / "questions.yaml").write_text(
        "kind: questions\nquestions:\n  term/lift: [how do I get upstairs]\n", encoding="utf-8"
    )
    assert load_ruleset(small).questions == {"term/lift": ("how do I get upstairs",)}


def test_questions_about_an_unknown_entry_are_a_defect(small: Path) -> None:
    (small / "questions.yaml").write_text(
        "kind: questions\nquestions:\n  term/lfit: [how do I get upstairs]\n", encoding="utf-8"
    )
    with pytest.raises(DataError) as refused:
        load_ruleset(small)
    (problem,) = refused.value.problems
    assert (str(problem.span), problem.message) == (
        "small_game/questions.yaml:3:3",
        "there is no entry `term/lfit`",
    )
    assert problem.help == "did you mean `term/lift`?"


def test_every_question_is_about_an_entry_and_nearly_every_entry_has_some(game: Ruleset) -> None:
    """The loader cannot see procedures; concepts are compared, not asked for."""
    entries = {key for key, entry in game.all_entries.items() if entry.kind != "concept"}
    assert entries.symmetric_difference(game.questions) == set()


def test_a_copied_folder_is_a_sixth_game(tmp_path: Path, bug_hunter: Ruleset) -> None:
    shutil.copytree(games_folder() / "bug_hunter", tmp_path / "sixth")
    sixth = Library(game_folders(tmp_path)).open("sixth")
    assert sixth.id == "sixth"
    assert set(sixth.entries) == set(bug_hunter.entries)


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("[[term/hatch]]", "[[term/hatsch]]", "BB015", "did you mean `term/hatch`"),
        ("id: hatch", "id: lift", "BB014", "taken by another term"),
        ('{document: book, section: "2"}', '{document: bok, section: "2"}', "BB015", "did you mean `book`"),
        ("kind: term", "kind: trem", "BB007", "did you mean `term`"),
        ("kind: term\n", "", "BB007", "use one of"),
    ],
)
def test_a_broken_file_is_refused_with_file_line_and_help(
    small: Path, old: str, new: str, code: str, message: str
) -> None:
    text = (small / "terms.yaml").read_text(encoding="utf-8")
    (small / "terms.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_ruleset(small)
    problem = next(problem for problem in caught.value.problems if problem.code == code)
    assert message in f"{problem.message} {problem.help}"
    assert problem.span.path.endswith("terms.yaml")


def test_an_unknown_game_is_rejected_with_the_known_ones() -> None:
    with pytest.raises(UnknownEntry, match="did you mean bug-hunter"):
        open_game("bughunter")


@pytest.fixture(scope="module", params=sorted(game_folders()))
def game(request: pytest.FixtureRequest) -> Ruleset:
    """Each game in turn."""
    return open_game(request.param)


def test_every_entry_of_every_kind_can_be_found_by_its_id(game: Ruleset) -> None:
    for entry in game.all_entries.values():
        assert game.entry(entry.id) is entry
        assert game.find(entry.kind, entry.slug) is entry


def test_every_link_has_a_target(game: Ruleset) -> None:
    from rulesdb.links import links_in

    for entry in game.all_entries.values():
        for target in (*links_in(entry.text), *entry.see):
            assert target in game.all_entries, f"{entry.id} links to {target}"


def test_house_derived_and_reading_entries_have_notes(game: Ruleset) -> None:
    for entry in game.all_entries.values():
        if str(entry.provenance.basis) != "printed":
            assert entry.provenance.note, entry.id


def test_worked_examples_of_entries_pass(game: Ruleset) -> None:
    for entry in game.all_entries.values():
        assert all(worked.agrees for worked in work_examples(entry, game)), entry.id


def test_a_file_with_defects_leaves_no_dangling_references_to_its_entries(tmp_path: Path) -> None:
    folder = tmp_path / "sixth"
    shutil.copytree(games_folder() / "bug_hunter", folder)
    weapons = folder / "weapons.yaml"
    text = weapons.read_text(encoding="utf-8")
    weapons.write_text(text.replace("    class: ", "    clazz: ", 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_ruleset(folder)
    assert {problem.code for problem in caught.value.problems} == {"BB004", "BB006"}
    assert len(caught.value.problems) == 2


def test_a_file_that_is_not_yaml_is_reported_with_the_defects_of_the_others(small: Path) -> None:
    (small / "broken.yaml").write_text("kind: [\n", encoding="utf-8")
    path = small / "terms.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("basis: printed", "basis: imprinted", 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_ruleset(small)
    assert {problem.code for problem in caught.value.problems} == {"BB002", "BB007"}


def test_the_help_on_a_missing_key_shows_how_it_is_written(small: Path) -> None:
    path = small / "terms.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"    source: \{[^}]*\}\n", "", text, count=1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_ruleset(small)
    (problem,) = caught.value.problems
    assert problem.help.startswith(
        'add `source: {document: text, section: "304.1"}`; the place in a source document'
    )
