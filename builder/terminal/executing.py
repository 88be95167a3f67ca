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

_MAX_SEED = 10**6
_MODIFIER = "modifier"


@dataclass(frozen=True, slots=True)
class ResolveOptions:
    """What was given besides the inputs: rolled dice, a seed, modifiers, and whom to ask for the rest."""

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


def resolve_table(game: Ruleset, table: Table, given: Mapping[str, str], options: ResolveOptions) -> Resolved:
    """Look a result up.

    Raises:
        InputError: an input or modifier is missing, unknown, out of range, or one too many.
    """
    questions = questions_of(game, table)
    texts, wanted = dict(given), list(options.modifiers)
    if _MODIFIER in texts and _MODIFIER not in (axis.name for axis in table.axes):
        wanted.append(texts.pop(_MODIFIER))
    modifiers = read_modifiers(wanted)
    _refuse_unknown(table, modifiers)
    values = read_given(table.id, questions, texts)
    open_dice = [question for question in questions if question.dice and question.name not in values]
    if options.roll is not None:
        texts |= _distribute_dice(table.id, open_dice, options.roll)
    elif options.asker is not None:
        asked = _missing(questions, values, with_dice=options.seed is None)
        texts |= _answers(options.asker, asked)
        if asked and table.modifiers and not modifiers:
            modifiers = options.asker.ask_modifiers(table.id, table.modifiers)
    values = read_given(table.id, questions, texts)
    _require(table.id, _missing(questions, values))
    if len(values) == len(questions):
        answer = table.lookup(modifiers=modifiers, **values)
    else:
        answer = table.roll(random.Random(_seed(options)), modifiers=modifiers, **values)
    answer = replace(answer, trace=(*_reinterpreted(texts, values), *answer.trace))
    return Resolved(answer, tuple(modifiers), table.permalink(answer.inputs, modifiers))


def run_procedure(
    game: Ruleset, procedure: Procedure, given: Mapping[str, str], options: ResolveOptions
) -> Resolved:
    """Run a procedure; one that throws dice gets a seed, a die that is not given is thrown.

    Raises:
        InputError: an input is missing, unknown, out of range, or one too many.
    """
    questions = questions_of(game, procedure)
    texts = _with_modifiers(procedure, given, options.modifiers)
    values = read_given(procedure.id, questions, texts)
    if options.roll is not None:
        texts |= _distribute_dice(procedure.id, _dice_inputs(procedure, questions, values), options.roll)
    elif options.asker is not None:
        asked = _missing(questions, values, with_dice=options.seed is None)
        texts |= _answers(options.asker, asked)
        if asked:
            left = (question for question in questions if question.name not in texts)
            options.asker.tell_defaults(question for question in left if not question.required)
    values = read_given(procedure.id, questions, texts)
    _require(procedure.id, _missing(questions, values))
    thrown = [question for question in questions if question.dice and question.required]
    thrown = [question for question in thrown if question.name not in values]
    throws_itself = any(question.name == SEED for question in questions) and SEED not in values
    trace = _reinterpreted(texts, values)
    if thrown or throws_itself:
        seed = _seed(options)
        rng = random.Random(seed)
        for question in thrown:
            assert question.dice is not None
            values[question.name], _ = question.dice.roll(rng)
            trace.append(f"{question.name}: rolled {question.dice.text} = {values[question.name]}")
        values |= {SEED: seed} if throws_itself else {}
    answer = procedure.resolve(**values)
    answer = replace(answer, trace=(*trace, *answer.trace))
    return Resolved(answer, (), procedure.permalink(answer.inputs))


def _missing(
    questions: Sequence[Question], values: Mapping[str, Any], with_dice: bool = False
) -> list[Question]:
    """The questions that still need an answer; with a seed, dice are rolled by the program."""
    wanted = [question for question in questions if question.required and question.name not in values]
    return [question for question in wanted if with_dice or question.dice is None]


def _require(id: str, missing: Iterable[Question]) -> None:
    wanted = "; ".join(f"{question.name}: {question.accepts}" for question in missing)
    if wanted:
        raise InputError(f"{id} needs {wanted}")


def _answers(asker: Asker, questions: Iterable[Question]) -> dict[str, str]:
    """The typed answers, without the questions whose dice the program is to roll."""
    answers = {question.name: asker.ask(question) for question in questions}
    return {name: text for name, text in answers.items() if text}


def _distribute_dice(id: str, questions: Sequence[Question], roll: str) -> dict[str, str]:
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
    distributed: dict[str, str] = {}
    for question, count in zip(questions, counts, strict=True):
        share, faces = faces[:count], faces[count:]
        distributed[question.name] = ",".join(share)
        if question.dice is not None:
            total_of_faces(question.name, question.dice, share)
    return distributed


def _dice_inputs(
    procedure: Procedure, questions: Sequence[Question], values: Mapping[str, Any]
) -> list[Question]:
    """The inputs of a procedure that are dice on the table; one that takes a seed throws them itself."""
    if any(given.name == SEED for given in procedure.inputs):
        return []
    dice = {
        given.name for given in procedure.inputs if given.name in ("die", "dice") and given.type is not str
    }
    return [question for question in questions if question.name in dice and question.name not in values]


def _with_modifiers(
    procedure: Procedure, given: Mapping[str, str], modifiers: tuple[str, ...]
) -> dict[str, str]:
    """The inputs, with modifiers under the name that the procedure has for them."""
    texts = dict(given)
    names = [given.name for given in procedure.inputs]
    wanted = list(modifiers)
    if _MODIFIER in texts and _MODIFIER not in names:
        wanted.append(texts.pop(_MODIFIER))
    if wanted and "modifiers" not in names:
        raise InputError(unknown_name(procedure.id, "input", _MODIFIER, names))
    if wanted:
        texts["modifiers"] = ",".join([*filter(None, [texts.get("modifiers")]), *wanted])
    return texts


def _refuse_unknown(table: Table, modifiers: Iterable[str]) -> None:
    ids = [modifier.id for modifier in table.modifiers]
    for name in modifiers:
        if name not in ids:
            raise InputError(unknown_name(table.id, "modifier", name, ids))


def _seed(options: ResolveOptions) -> int:
    """The seed that was given, or a random one, which is printed so that the result can be repeated."""
    if options.seed is not None:
        return options.seed
    seed = secrets.randbelow(_MAX_SEED)
    click.echo(f"seed {seed}", err=True)
    return seed


def _reinterpreted(texts: Mapping[str, str], values: Mapping[str, Any]) -> list[str]:
    """How inputs were understood that are written in another way than the answer repeats them."""
    return [
        f"{name}: {text} counts as {as_typed(values[name])}"
        for name, text in texts.items()
        if isinstance(values[name], (str, int)) and not isinstance(values[name], bool)
        if form_of(as_typed(values[name])) != form_of(text)
    ]
