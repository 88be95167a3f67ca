"""``python -m benchmarks.lookup``: how high search ranks an entry that answers a player's question.

Each file of ``questions/`` has the questions about one game, with the entries that answer them. Every second
one is for tuning the search; the others are only for measuring, and so are those of ``questions/fresh/``,
written after it was tuned. ``--missed N`` lists those for tuning that none of the first N entries answers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from rulesdb import Ruleset, open_game
from rulesdb.search import search

QUESTIONS = Path(__file__).with_name("questions")
PARTS = ("tuning", "measured", "fresh")
MAX_HITS = 20
"""The maximum number of hits that a player looks through; an answer below them counts as missing."""

_COLUMNS = "{:<18} {:<9} {:>9}  {:>6}  {:>6}  {:>6}  {:>6}"


@dataclass(frozen=True, slots=True)
class Question:
    """A question as a player types it, and the ids of the entries that answer it, best first.

    ``part`` is one of :data:`PARTS`.
    """

    game: str
    text: str
    answers: tuple[str, ...]
    part: str

    def rank(self, games: Iterable[Ruleset]) -> int | None:
        """The place of the first hit that answers it, from 1; None if none of the first twenty does."""
        hits = search(games, self.text.split(), most=MAX_HITS)
        return next((place for place, hit in enumerate(hits, 1) if hit.entry.id in self.answers), None)


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of questions that are answered by the first hit, the first three and the first six.

    ``reciprocal_rank`` is the mean of one divided by the place of the answer, 0 for a missing answer.
    """

    count: int
    first: float
    first_three: float
    first_six: float
    reciprocal_rank: float

    @classmethod
    def of(cls, ranks: Sequence[int | None]) -> Shares:
        """The shares for the places of the answers to at least one question.

        >>> Shares.of([1, 2, None, 4])
        Shares(count=4, first=0.25, first_three=0.5, first_six=0.75, reciprocal_rank=0.4375)
        """
        places = [rank for rank in ranks if rank]
        count = len(ranks)
        first, three, six = (sum(place <= limit for place in places) / count for limit in (1, 3, 6))
        return cls(count, first, three, six, sum(1 / place for place in places) / count)


def load_questions() -> Iterator[Question]:
    """The questions of all games, in the order of the files."""
    for path in sorted(QUESTIONS.rglob("*.yaml")):
        for place, row in enumerate(yaml.safe_load(path.read_text(encoding="utf-8"))):
            answers = tuple(f"{path.stem}:{answer}" for answer in row["answers"])
            part = "fresh" if path.parent.name == "fresh" else PARTS[place % 2]
            yield Question(path.stem, row["ask"], answers, part)


def main() -> None:
    """Print the shares of each part, for searches in the question's game and in all games."""
    parser = argparse.ArgumentParser(prog="benchmarks.lookup", description=__doc__)
    parser.add_argument("--missed", type=int, metavar="N", help="list questions not answered by the first N")
    missed = parser.parse_args().missed
    questions = list(load_questions())
    games = _games_of(questions)
    own = _ranks(questions, games)
    if missed is not None:
        _print_missed(own, missed)
        return
    print(_COLUMNS.format("searched", "part", "questions", "first", "3", "6", "MRR"))
    _print_parts("the game", own)
    _print_parts("all games", _ranks(questions, games, everywhere=True))
    for game in games:
        _print_parts(game, {question: rank for question, rank in own.items() if question.game == game})


def rows_of_parts(title: str, ranks: Mapping[Question, int | None]) -> Iterator[tuple[str, ...]]:
    """For each part, the title, the part, the number of questions, and its shares."""
    for part in PARTS:
        shares = Shares.of([rank for asked, rank in ranks.items() if asked.part == part])
        percents = (f"{share:.1%}" for share in (shares.first, shares.first_three, shares.first_six))
        yield title, part, str(shares.count), *percents, f"{shares.reciprocal_rank:.3f}"


def rows_of_all() -> Iterator[tuple[str, ...]]:
    """The rows for searches in the question's game, and in all games."""
    questions = list(load_questions())
    games = _games_of(questions)
    yield from rows_of_parts("the game", _ranks(questions, games))
    yield from rows_of_parts("all games", _ranks(questions, games, everywhere=True))


def _games_of(questions: Iterable[Question]) -> dict[str, Ruleset]:
    return {id: open_game(id) for id in sorted({question.game for question in questions})}


def _ranks(
    questions: Iterable[Question], games: Mapping[str, Ruleset], *, everywhere: bool = False
) -> dict[Question, int | None]:
    return {asked: asked.rank(games.values() if everywhere else [games[asked.game]]) for asked in questions}


def _print_parts(title: str, ranks: dict[Question, int | None]) -> None:
    for row in rows_of_parts(title, ranks):
        print(_COLUMNS.format(*row))


def _print_missed(ranks: dict[Question, int | None], most: int) -> None:
    for question, rank in ranks.items():
        if question.part == "tuning" and (rank is None or rank > most):
            print(f"{rank or '-':>2}  {question.game}: {question.text}  ({', '.join(question.answers)})")


if __name__ == "__main__":
    main()
