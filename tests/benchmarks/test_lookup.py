"""The questions that measure the search are sound."""

from __future__ import annotations

from collections import Counter

from benchmarks.lookup import Shares, load_questions
from rulesdb import open_game

QUESTIONS = list(load_questions())


def test_every_answer_is_an_entry() -> None:
    entries = {id for game in {asked.game for asked in QUESTIONS} for id in _entry_ids(game)}
    assert [
        (asked.text, answer) for asked in QUESTIONS for answer in asked.answers if answer not in entries
    ] == []


def test_every_question_has_one_to_four_answers() -> None:
    assert [
        asked.text for asked in QUESTIONS if not 1 <= len(set(asked.answers)) == len(asked.answers) <= 4
    ] == []


def test_no_question_stands_twice() -> None:
    counts = Counter(" ".join(asked.text.casefold().split()) for asked in QUESTIONS)
    assert [text for text, count in counts.items() if count > 1] == []


def test_shares_count_answers_among_the_first_hits() -> None:
    assert Shares.of([1, 2, None, 4]) == Shares(4, 0.25, 0.5, 0.75, 0.4375)


def _entry_ids(game: str) -> list[str]:
    return [entry.id for entry in open_game(game).all_entries.values()]
