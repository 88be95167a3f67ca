"""The questions that measure the search are sound."""

from __future__ import annotations

from collections import Counter

import pytest
from soak import every, times

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


@pytest.mark.soak
@pytest.mark.parametrize(
    ("part", "first", "first_three"),
    [("tuning", 0.88, 0.97), ("measured", 0.86, 0.97), ("fresh", 0.88, 0.98)],
)
def test_a_search_answers_as_many_questions_as_before(part: str, first: float, first_three: float) -> None:
    """Raise the shares when the search gets better; ``python -m benchmarks.lookup`` prints them."""
    asked = [question for question in QUESTIONS if question.part == part]
    sample = every(times(10, 1), asked)
    games = {question.game: open_game(question.game) for question in sample}
    shares = Shares.of([question.rank([games[question.game]]) for question in sample])
    slack = 0.05 if len(sample) < len(asked) else 0.0
    assert shares.first >= first - slack
    assert shares.first_three >= first_three - slack


def _entry_ids(game: str) -> list[str]:
    return [entry.id for entry in open_game(game).all_entries.values()]
