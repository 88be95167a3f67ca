"""What the form of a table or procedure offers and accepts in each of its fields."""

from __future__ import annotations

from rulesdb import InputError
from rulesdb.description.questions import SEED, Question

_YES_NO = {"yes", "no"}


def choices(question: Question, is_table: bool) -> tuple[str, ...]:
    """The values to choose from, the default first; empty for an input that is typed."""
    if is_table:
        return question.words
    chosen = question.samples if set(question.samples) == _YES_NO else ()
    return tuple(sorted(chosen, key=lambda word: word != (question.default or "no")))


def hint(question: Question) -> str:
    """What may be typed, and what an empty field means.

    >>> from rulesdb import open_game
    >>> from rulesdb.description.questions import questions_of
    >>> game = open_game("bug-hunter")
    >>> hint(questions_of(game, game.table("random-panic"))[1])
    '1-6 (1d6); leave empty to roll'
    """
    if question.name == SEED:
        return f"{question.accepts}; leave empty for a random one"
    if question.dice is not None:
        return f"{question.accepts}; leave empty to roll"
    return (
        question.accepts if question.required else f"{question.accepts}; empty: {question.default or 'none'}"
    )


def count_of(text: str) -> int:
    """How often a repeating modifier counts; an empty field means never.

    Raises:
        InputError: the text is not a whole number from 0 to 99.
    """
    if not text.strip():
        return 0
    if not text.strip().isdecimal() or len(text.strip()) > 2:
        raise InputError(f"{text!r} times: use a whole number from 0 to 99")
    return int(text)
