"""Executes a table or procedure with inputs that are given, rolled or prompted for."""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from builder.terminal.prompt import Asker
from rulesdb import Answer, InputError, Procedure, Ruleset, Table
from rulesdb.description.notation import form_of, read_modifiers, total_of_faces
from rulesdb.description.questions import SEED, Question, questions_of, read_given
from rulesdb.errors import brief
from rulesdb.procedures import as_typed
from rulesdb.tables import unknown_name

_MAX_SEED = 10**6
_MODIFIER = "modifier"


@dataclass(frozen=True, slots=True)
class ResolveOptions:
    """The options besides the inputs: rolled dice, a seed, modifiers, and a prompt for missing inputs."""

    roll: str | None = None
    seed: int | None = None
    modifiers: tuple[str, ...] = ()
    asker: Asker | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """An answer, the modifiers that were applied, and its permalink."""

    answer: Answer
    modifiers: tuple[str, ...]
    link: str


def resolve_table(game: Ruleset, table: Table, given: Mapping[str, str], options: ResolveOptions) -> Resolved:
    """Look a result up.

    Raises:
        InputError: an input or modifier is missing, unknown, out of range, or one too many.
    """
    questions = questions_of(game, table)
    inputs, wanted = _split_modifiers(given, options, {axis.name for axis in table.axes})
    modifiers = read_modifiers(wanted)
    table.chosen(modifiers)
    values = read_given(table.id, questions, inputs)
    open_dice = [question for question in questions if question.dice and question.name not in values]
    texts, values, prompted = _complete(table.id, questions, inputs, open_dice, options)
    if options.asker is not None and prompted and table.modifiers and not modifiers:
        modifiers = options.asker.ask_modifiers(table)
    if len(values) == len(questions):
        answer = table.lookup(modifiers=modifiers, **values)
    else:
        answer = table.roll(random.Random(_seed(options)), modifiers=modifiers, **values)
    answer = replace(answer, trace=(*_reinterpreted(texts, values), *answer.trace))
    return Resolved(answer, tuple(modifiers), table.permalink(answer.inputs, modifiers))


def run_procedure(
    game: Ruleset, procedure: Procedure, given: Mapping[str, str], options: ResolveOptions
) -> Resolved:
    """Run a procedure; one that rolls dice gets a seed, and dice that are not given are rolled.

    Raises:
        InputError: an input is missing, unknown, out of range, or one too many.
    """
    questions = questions_of(game, procedure)
    inputs = _with_modifiers(procedure, given, options)
    values = read_given(procedure.id, questions, inputs)
    open_dice = _dice_inputs(procedure, questions, values)
    texts, values, prompted = _complete(procedure.id, questions, inputs, open_dice, options)
    if options.asker is not None and prompted:
        left = (question for question in questions if question.name not in texts)
        options.asker.report_defaults(question for question in left if not question.required)
    open_dice = [question for question in questions if question.dice and question.name not in values]
    rolled = [question for question in open_dice if question.required]
    rolls_itself = any(question.name == SEED for question in questions) and SEED not in values
    trace = _reinterpreted(texts, values)
    if rolled or rolls_itself:
        seed = _seed(options)
        rng = random.Random(seed)
        for question in rolled:
            assert question.dice is not None
            values[question.name], _ = question.dice.roll(rng)
            trace.append(f"{question.name}: rolled {question.dice.text} = {values[question.name]}")
        values |= {SEED: seed} if rolls_itself else {}
    answer = procedure.resolve(**values)
    answer = replace(answer, trace=(*trace, *answer.trace))
    return Resolved(answer, (), procedure.permalink(answer.inputs))


def _complete(
    id: str,
    questions: tuple[Question, ...],
    inputs: Mapping[str, str],
    open_dice: Sequence[Question],
    options: ResolveOptions,
) -> tuple[dict[str, str], dict[str, Any], bool]:
    """The inputs with those of ``--roll`` and prompts: as texts, as values, and whether any was prompted.

    Raises:
        InputError: an input is missing.
    """
    texts, prompted = dict(inputs), []
    if options.roll is not None:
        texts |= _distribute_dice(id, open_dice, options.roll)
    elif options.asker is not None:
        values = read_given(id, questions, texts)
        prompted = _missing(questions, values, with_dice=options.seed is None)
        answers = {question.name: options.asker.ask(question) for question in prompted}
        # Dice that the program rolls have no answer.
        texts |= {name: text for name, text in answers.items() if text}
    values = read_given(id, questions, texts)
    missing = "; ".join(f"{question.name}: {question.accepts}" for question in _missing(questions, values))
    if missing:
        raise InputError(f"{id} needs {missing}")
    return texts, values, bool(prompted)


def _missing(
    questions: Sequence[Question], values: Mapping[str, Any], with_dice: bool = False
) -> list[Question]:
    """The questions that still need an answer; with a seed, dice are rolled by the program."""
    wanted = [question for question in questions if question.required and question.name not in values]
    return [question for question in wanted if with_dice or question.dice is None]


def _distribute_dice(id: str, questions: Sequence[Question], roll: str) -> dict[str, str]:
    """The dice of ``--roll`` for each question: totals, or all single dice in order."""
    faces = roll.replace(",", " ").replace("+", " ").split()
    names = ", ".join(question.name for question in questions)
    if not questions:
        raise InputError(f"--roll {brief(roll)}: {id} has no dice left to roll")
    if questions[0].many and len(questions) == 1:
        return {questions[0].name: ",".join(faces)}
    if len(faces) == len(questions):
        return {question.name: face for question, face in zip(questions, faces, strict=True)}
    counts = [
        sum(pool.count for pool in question.dice.pools) if question.dice else 1 for question in questions
    ]
    if len(faces) != sum(counts):
        raise InputError(f"--roll {brief(roll)}: expected one roll for each of {names}; got {len(faces)}")
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
    """The inputs of a procedure that are dice; a procedure that takes a seed rolls its dice itself."""
    if any(given.name == SEED for given in procedure.inputs):
        return []
    dice = {
        given.name for given in procedure.inputs if given.name in ("die", "dice") and given.type is not str
    }
    return [question for question in questions if question.name in dice and question.name not in values]


def _split_modifiers(
    given: Mapping[str, str], options: ResolveOptions, names: Collection[str]
) -> tuple[dict[str, str], list[str]]:
    """The inputs and the modifiers; modifiers can be an input whose name is not in ``names``."""
    texts, modifiers = dict(given), list(options.modifiers)
    if _MODIFIER in texts and _MODIFIER not in names:
        modifiers.append(texts.pop(_MODIFIER))
    return texts, modifiers


def _with_modifiers(
    procedure: Procedure, given: Mapping[str, str], options: ResolveOptions
) -> dict[str, str]:
    """The inputs, with modifiers under the procedure's name for them."""
    names = [given.name for given in procedure.inputs]
    texts, modifiers = _split_modifiers(given, options, names)
    if modifiers and "modifiers" not in names:
        raise InputError(unknown_name(procedure.id, "input", _MODIFIER, names))
    if modifiers:
        texts["modifiers"] = ",".join([*filter(None, [texts.get("modifiers")]), *modifiers])
    return texts


def _seed(options: ResolveOptions) -> int:
    """The seed that was given, or a random one, which is printed so that the result can be repeated."""
    if options.seed is not None:
        return options.seed
    seed = secrets.randbelow(_MAX_SEED)
    click.echo(f"seed {seed}", err=True)
    return seed


def _reinterpreted(texts: Mapping[str, str], values: Mapping[str, Any]) -> list[str]:
    """A line for each input that the answer repeats in another form than the given one."""
    return [
        f"{name}: {text} counts as {as_typed(values[name])}"
        for name, text in texts.items()
        if isinstance(values[name], (str, int)) and not isinstance(values[name], bool)
        if form_of(as_typed(values[name])) != form_of(text)
    ]
