"""Gathering what a table or procedure needs, from what was given, thrown and asked for; and executing it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from builder.terminal.prompt import Asker
from rulesdb import Answer, InputError, Procedure, Ruleset, Table
from rulesdb.description.notation import form_of, read_modifiers, total_of_faces
from rulesdb.description.questions import SEED, Question, questions_of, read_given
from rulesdb.procedures import as_typed
from rulesdb.tables import unknown_name

_ALL_SEEDS = 10**6
_MODIFIER = "modifier"


@dataclass(frozen=True, slots=True)
class Wish:
    """What was given beside the inputs: dice thrown at the table, a seed, modifiers, somebody to ask."""

    roll: str | None = None
    seed: int | None = None
    modifiers: tuple[str, ...] = ()
    asker: Asker | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """An answer, the modifiers that counted, and the permalink that gives it again."""

    answer: Answer
    modifiers: tuple[str, ...]
    link: str


def resolve_table(game: Ruleset, table: Table, given: Mapping[str, str], wish: Wish) -> Resolved:
    """Look a result up.

    Raises:
        InputError: an input or modifier is missing, unknown, out of range, or one too many.
    """
    questions = questions_of(game, table)
    texts, wanted = dict(given), list(wish.modifiers)
    if _MODIFIER in texts and _MODIFIER not in (axis.name for axis in table.axes):
        wanted.append(texts.pop(_MODIFIER))
    modifiers = read_modifiers(wanted)
    _refuse_unknown(table, modifiers)
    known = read_given(table.id, questions, texts)
    open_dice = [question for question in questions if question.dice and question.name not in known]
    if wish.roll is not None:
        texts |= _share_out(table.id, open_dice, wish.roll)
    elif wish.asker is not None:
        asked = _missing(questions, known, with_dice=wish.seed is None)
        texts |= _answers(wish.asker, asked)
        if asked and table.modifiers and not modifiers:
            modifiers = wish.asker.ask_modifiers(table.id, table.modifiers)
    known = read_given(table.id, questions, texts)
    _require(table.id, _missing(questions, known))
    if len(known) == len(questions):
        answer = table.lookup(modifiers=modifiers, **known)
    else:
        answer = table.roll(random.Random(_seed(wish)), modifiers=modifiers, **known)
    answer = replace(answer, trace=(*_understood(texts, known), *answer.trace))
    return Resolved(answer, tuple(modifiers), table.permalink(answer.inputs, modifiers))


def run_procedure(game: Ruleset, procedure: Procedure, given: Mapping[str, str], wish: Wish) -> Resolved:
    """Run a procedure; one that throws dice gets a seed, a die that is not given is thrown.

    Raises:
        InputError: an input is missing, unknown, out of range, or one too many.
    """
    questions = questions_of(game, procedure)
    texts = _with_modifiers(procedure, given, wish.modifiers)
    known = read_given(procedure.id, questions, texts)
    if wish.roll is not None:
        texts |= _share_out(procedure.id, _thrown_inputs(procedure, questions, known), wish.roll)
    elif wish.asker is not None:
        asked = _missing(questions, known, with_dice=wish.seed is None)
        texts |= _answers(wish.asker, asked)
        if asked:
            left = (question for question in questions if question.name not in texts)
            wish.asker.tell_defaults(question for question in left if not question.required)
    known = read_given(procedure.id, questions, texts)
    _require(procedure.id, _missing(questions, known))
    thrown = [question for question in questions if question.dice and question.required]
    thrown = [question for question in thrown if question.name not in known]
    throws_itself = any(question.name == SEED for question in questions) and SEED not in known
    trace = _understood(texts, known)
    if thrown or throws_itself:
        seed = _seed(wish)
        rng = random.Random(seed)
        for question in thrown:
            assert question.dice is not None
            known[question.name], _ = question.dice.roll(rng)
            trace.append(f"{question.name}: rolled {question.dice.text} = {known[question.name]}")
        known |= {SEED: seed} if throws_itself else {}
    answer = procedure.resolve(**known)
    answer = replace(answer, trace=(*trace, *answer.trace))
    return Resolved(answer, (), procedure.permalink(answer.inputs))


def _missing(
    questions: Sequence[Question], known: Mapping[str, Any], with_dice: bool = False
) -> list[Question]:
    """The questions without an answer that need one; dice can be thrown here."""
    wanted = [question for question in questions if question.required and question.name not in known]
    return [question for question in wanted if with_dice or question.dice is None]


def _require(id: str, missing: Iterable[Question]) -> None:
    wanted = "; ".join(f"{question.name}: {question.accepts}" for question in missing)
    if wanted:
        raise InputError(f"{id} needs {wanted}")


def _answers(asker: Asker, questions: Iterable[Question]) -> dict[str, str]:
    """What was typed; a question whose dice are to be thrown here is left out."""
    answers = {question.name: asker.ask(question) for question in questions}
    return {name: text for name, text in answers.items() if text}


def _share_out(id: str, questions: Sequence[Question], roll: str) -> dict[str, str]:
    """The dice of ``--roll`` for each question: totals, or every die of each in turn."""
    faces = roll.replace(",", " ").replace("+", " ").split()
    names = ", ".join(question.name for question in questions)
    if not questions:
        raise InputError(f"--roll {roll}: {id} has no dice left to be thrown")
    if questions[0].many and len(questions) == 1:
        return {questions[0].name: ",".join(faces)}
    if len(faces) == len(questions):
        return {question.name: face for question, face in zip(questions, faces, strict=True)}
    counts = [
        sum(pool.count for pool in question.dice.pools) if question.dice else 1 for question in questions
    ]
    if len(faces) != sum(counts):
        raise InputError(f"--roll {roll}: {len(faces)} given, {len(questions)} wanted: {names}")
    shared: dict[str, str] = {}
    for question, count in zip(questions, counts, strict=True):
        mine, faces = faces[:count], faces[count:]
        shared[question.name] = ",".join(mine)
        if question.dice is not None:
            total_of_faces(question.name, question.dice, mine)
    return shared


def _thrown_inputs(
    procedure: Procedure, questions: Sequence[Question], known: Mapping[str, Any]
) -> list[Question]:
    """The inputs of a procedure that are dice on the table; one that takes a seed throws them itself."""
    if any(given.name == SEED for given in procedure.inputs):
        return []
    dice = {
        given.name for given in procedure.inputs if given.name in ("die", "dice") and given.type is not str
    }
    return [question for question in questions if question.name in dice and question.name not in known]


def _with_modifiers(
    procedure: Procedure, given: Mapping[str, str], modifiers: tuple[str, ...]
) -> dict[str, str]:
    """The inputs, with modifiers under the name that the procedure has for them."""
    texts = dict(given)
    names = [known.name for known in procedure.inputs]
    wanted = list(modifiers)
    if _MODIFIER in texts and _MODIFIER not in names:
        wanted.append(texts.pop(_MODIFIER))
    if wanted and "modifiers" not in names:
        raise InputError(unknown_name(procedure.id, "input", _MODIFIER, names))
    if wanted:
        texts["modifiers"] = ",".join([*filter(None, [texts.get("modifiers")]), *wanted])
    return texts


def _refuse_unknown(table: Table, modifiers: Iterable[str]) -> None:
    known = [modifier.id for modifier in table.modifiers]
    for name in modifiers:
        if name not in known:
            raise InputError(unknown_name(table.id, "modifier", name, known))


def _seed(wish: Wish) -> int:
    """The seed that was given, or one that is drawn and told, so that the result can be had again."""
    if wish.seed is not None:
        return wish.seed
    seed = secrets.randbelow(_ALL_SEEDS)
    click.echo(f"seed {seed}", err=True)
    return seed


def _understood(texts: Mapping[str, str], known: Mapping[str, Any]) -> list[str]:
    """How inputs were understood that are written in another way than the answer repeats them."""
    return [
        f"{name}: {text} counts as {as_typed(known[name])}"
        for name, text in texts.items()
        if isinstance(known[name], (str, int)) and not isinstance(known[name], bool)
        if form_of(as_typed(known[name])) != form_of(text)
    ]
