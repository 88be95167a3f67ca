"""What a table or a procedure asks before it answers, and how the answers are put to it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulesdb import Answer, Distribution, InputError, Procedure, Table

SEED = "seed"
YES_NO = ("no", "yes")


@dataclass(frozen=True, slots=True)
class Question:
    """One input: chosen from ``choices``, or typed.

    ``hint`` says what may be typed. An input that is not ``required`` may stay empty: dice are thrown then,
    and a procedure takes its default.
    """

    name: str
    choices: tuple[str, ...] = ()
    first: str = ""
    hint: str = ""
    required: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A table or a procedure, with its questions."""

    subject: Table | Procedure
    questions: tuple[Question, ...]

    @classmethod
    def of(cls, subject: Table | Procedure) -> Asked:
        """The questions of a table are its axes, those of a procedure its inputs.

        >>> from rulesdb import open_game
        >>> asked = Asked.of(open_game("bug-hunter").table("random-panic"))
        >>> [(question.name, question.hint) for question in asked.questions]
        [('force', 'colonist, crew, marine, pred'), ('die', '1d6: empty throws it')]
        """
        return cls(subject, tuple(_axes(subject) if isinstance(subject, Table) else _inputs(subject)))

    def answer(self, given: Mapping[str, str], modifiers: Sequence[str], rng: random.Random) -> Answer:
        """Resolve with what was given; what is empty counts as not given.

        Raises:
            InputError: an input is missing or not accepted.
        """
        known = {name: text for name, text in given.items() if text.strip()}
        if isinstance(self.subject, Table):
            return self.subject.roll(rng, modifiers=modifiers, **known)
        names = {question.name for question in self.questions}
        if SEED in names and SEED not in known:
            known[SEED] = str(rng.randrange(10**6))
        return self.subject.resolve(**known)

    def odds(self, given: Mapping[str, str], modifiers: Sequence[str]) -> Distribution | None:
        """The exact chances of a table's results over the dice that are left to throw; ``None`` without any.

        Raises:
            InputError: an input is missing or not accepted.
        """
        if not isinstance(self.subject, Table):
            return None
        known = {name: text for name, text in given.items() if text.strip()}
        if all(axis.dice is None or axis.name in known for axis in self.subject.axes):
            return None
        return self.subject.odds(modifiers=modifiers, **known)

    def permalink(self, answer: Answer) -> str:
        """The link to the cell that answered; to the whole entry where there is none."""
        if isinstance(self.subject, Table):
            return self.subject.permalink(answer.inputs)
        return self.subject.id


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


def _axes(table: Table) -> list[Question]:
    questions = []
    for axis in table.axes:
        unit = f" {axis.unit}" if axis.unit else ""
        if axis.is_label:
            questions.append(Question(axis.name, axis.labels, axis.labels[0], axis.accepts))
        elif axis.dice is not None:
            hint = f"{axis.dice.text}: empty throws it"
            questions.append(Question(axis.name, hint=hint, required=False))
        else:
            questions.append(Question(axis.name, hint=f"{axis.accepts}{unit}"))
    return questions


def _inputs(procedure: Procedure) -> list[Question]:
    questions = []
    for given in procedure.inputs:
        if given.type is bool:
            first = YES_NO[bool(given.default)]
            questions.append(Question(given.name, YES_NO, first, "yes or no", given.required))
        elif given.name == SEED:
            questions.append(Question(given.name, hint="empty takes one at random", required=False))
        else:
            default = "" if given.required else f", else {given.default}"
            questions.append(Question(given.name, hint=f"{given.accepts}{default}", required=given.required))
    return questions
