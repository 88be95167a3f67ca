"""The form of a table or a procedure: its fields, and how what is filled in is resolved."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulesdb import Answer, Distribution, InputError, Procedure, Ruleset, Table
from rulesdb.description.questions import SEED, Question, questions_of, read_given

_YES_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Form:
    """A table or a procedure, with its questions."""

    subject: Table | Procedure
    questions: tuple[Question, ...]

    @classmethod
    def of(cls, game: Ruleset, subject: Table | Procedure) -> Form:
        """The form of something in ``game``.

        >>> from rulesdb import open_game
        >>> game = open_game("bug-hunter")
        >>> form = Form.of(game, game.table("random-panic"))
        >>> [(question.name, form.choices(question), form.hint(question)) for question in form.questions][1]
        ('die', (), '1-6 (1d6); empty throws it')
        """
        return cls(subject, questions_of(game, subject))

    def choices(self, question: Question) -> tuple[str, ...]:
        """What to choose from, the default first; empty for an input that is typed."""
        if isinstance(self.subject, Table):
            return question.words
        chosen = question.samples if set(question.samples) == set(_YES_NO) else ()
        return tuple(sorted(chosen, key=lambda word: word != (question.default or "no")))

    def hint(self, question: Question) -> str:
        """What may be typed."""
        if not self.is_required(question):
            left_out = "throws it" if question.dice else f"is {question.default or 'none'}"
            return f"{question.accepts}; empty {'takes one at random' if question.name == SEED else left_out}"
        return question.accepts

    def is_required(self, question: Question) -> bool:
        """Whether a field may not stay empty: a table throws its dice, a procedure has its defaults."""
        return question.required and (question.dice is None or isinstance(self.subject, Procedure))

    def answer(self, given: Mapping[str, str], modifiers: Sequence[str], rng: random.Random) -> Answer:
        """Resolve with what was given; what is empty counts as not given.

        Raises:
            InputError: an input is missing or not accepted.
        """
        known = self._read(given)
        if isinstance(self.subject, Table):
            return self.subject.roll(rng, modifiers=modifiers, **known)
        if any(question.name == SEED for question in self.questions):
            known.setdefault(SEED, rng.randrange(10**6))
        return self.subject.resolve(**known)

    def odds(self, given: Mapping[str, str], modifiers: Sequence[str]) -> Distribution | None:
        """The exact chances of a table's results over the dice that are left to throw; ``None`` without any.

        Raises:
            InputError: an input is missing or not accepted.
        """
        known = self._read(given)
        if not isinstance(self.subject, Table):
            return None
        if all(axis.dice is None or axis.name in known for axis in self.subject.axes):
            return None
        return self.subject.odds(modifiers=modifiers, **known)

    def _read(self, given: Mapping[str, str]) -> dict[str, object]:
        return read_given(
            self.subject.id, self.questions, {n: text for n, text in given.items() if text.strip()}
        )


def counted(text: str) -> int:
    """How often a modifier that repeats is to count.

    Raises:
        InputError: the text is no whole number from 0 to 99.
    """
    if not text.strip():
        return 0
    if not text.strip().isdecimal() or len(text.strip()) > 2:
        raise InputError(f"{text!r} times: use a whole number from 0 to 99")
    return int(text)
