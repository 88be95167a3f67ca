"""The inputs of a table or procedure as questions, with what each accepts."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rulesdb import Dice, InputError, Procedure, Ruleset, Table, UnknownEntry
from rulesdb.description.notation import find_word, plural, read_axis, read_number, read_word, unit_of
from rulesdb.procedures import accepted, as_typed
from rulesdb.procedures.inputs import SIMPLE, Input, split_list
from rulesdb.procedures.lookups import Lookup
from rulesdb.tables import unknown_name
from rulesdb.tables.axes import Axis

SEED = "seed"
_MAX_FACES = 20


@dataclass(frozen=True, slots=True)
class Question:
    """One input: its name, what it accepts in words, and the function that reads its value from text.

    ``words`` are the choices, ``samples`` are for completion; ``dice`` may be rolled instead of being given;
    ``many`` values may be given for a list. ``check`` also rejects values that the first lookup of a
    procedure would reject: use it if the user can be prompted again.
    """

    name: str
    accepts: str
    read: Callable[[str], Any]
    check: Callable[[str], Any]
    words: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    dice: Dice | None = None
    required: bool = True
    default: str = ""
    many: bool = False


def questions_of(game: Ruleset | None, thing: Table | Procedure) -> tuple[Question, ...]:
    """The questions of a table or procedure, in its order; a table does not need its game."""
    if isinstance(thing, Table):
        units = game.units if game is not None else {}
        return tuple(_of_axis(units, thing, axis) for axis in thing.axes)
    assert game is not None
    lookups = thing.lookups()
    return tuple(_of_input(game, given, lookups.get(given.name)) for given in thing.inputs)


def sample_command(thing: Table | Procedure, questions: Iterable[Question]) -> str:
    """A command that resolves a table or procedure, with a sample value for each input."""
    samples = thing.sample if isinstance(thing, Procedure) else {}
    wanted = [
        question
        for question in questions
        if question.name in samples or (question.required and question.dice is None)
    ]
    inputs = [f"{question.name}={samples.get(question.name) or _sample(question)}" for question in wanted]
    return shlex.join(["brainbug", "resolve", thing.id, *inputs])


def _sample(question: Question) -> str:
    if question.samples:
        return question.samples[0].replace(" ", "-")
    return question.accepts.partition("such as ")[2].partition(";")[0] or "3"


def read_given(id: str, questions: tuple[Question, ...], given: Mapping[str, str]) -> dict[str, Any]:
    """The values of the given inputs.

    Raises:
        InputError: one is unknown, or has a wrong value.
    """
    by_name = {question.name: question for question in questions}
    for name in given:
        if name not in by_name:
            raise InputError(unknown_name(id, "input", name, by_name))
    return {name: by_name[name].read(text) for name, text in given.items()}


def _of_axis(units: Mapping[str, str], table: Table, axis: Axis) -> Question:
    unit = unit_of(axis.name, units, axis.unit)
    ranges = () if axis.is_label else tuple(dict.fromkeys(at[axis.name] for at, _ in table.cells()))

    def read(text: str) -> str | int:
        value = read_axis(axis, text, unit, ranges)
        if table.beyond == "error" and not table.modifiers:
            _refuse_outside(f"{table.id}: {axis.name}", axis, value)
        return value

    counts_things = unit and axis.dice is None and not axis.is_label
    return Question(
        name=axis.name,
        accepts=f"{axis.accepts} {plural(unit)}" if counts_things else axis.accepts,
        read=read,
        check=read,
        words=axis.labels,
        samples=axis.labels or _faces(axis.dice) or ranges,
        dice=axis.dice,
    )


def _of_input(game: Ruleset, given: Input, lookup: Lookup | None) -> Question:
    words = lookup.words if lookup is not None else ()
    axis = lookup.axis if lookup is not None else None
    dice = axis.dice if axis is not None and not given.is_list else None
    unit = unit_of(given.name, game.units)

    def read(text: str) -> Any:
        if words and given.is_list:
            return tuple(find_word(words, item) or item for item in split_list(text))
        if words:
            return find_word(words, text) or text.strip()
        value = given.read(text if given.is_list else read_number(given.name, text, unit))
        # Values that have no text form stay as written, for the answer to repeat.
        return text.strip() if given.is_list or not isinstance(value, SIMPLE) else value

    def check(text: str) -> Any:
        value = read(text)
        for item in value if given.is_list and isinstance(value, tuple) else (value,):
            if words and item not in words and not _is_entry(game, lookup, item):
                read_word(given.name, words, str(item))
            elif axis is not None and not words:
                _refuse_outside(given.name, axis, item)
        return value

    accepts = accepted(given, lookup)
    return Question(
        name=given.name,
        accepts=f"{accepts}; it fixes the dice that are rolled here" if given.name == SEED else accepts,
        read=read,
        check=check,
        words=words,
        samples=words or (("yes", "no") if given.type is bool else _faces(dice)),
        dice=dice,
        required=given.required and given.name != SEED,
        default="" if given.required else as_typed(given.default),
        many=given.is_list,
    )


def _refuse_outside(name: str, axis: Axis, value: Any) -> None:
    """Raise if a number is beyond the ends of its axis, and name the nearest end."""
    if isinstance(value, int) and not axis.is_label:
        inside = max(axis.low, value if axis.high is None else min(value, axis.high))
        if inside != value:
            raise InputError(f"{name}={value} is out of range; use {axis.accepts}; the nearest is {inside}")


def _is_entry(game: Ruleset, lookup: Lookup | None, name: str) -> bool:
    """Whether the procedure would find an entry by this name, which is not a slug."""
    if lookup is None or not lookup.kinds:
        return False
    with suppress(UnknownEntry):
        return bool(game.find(lookup.kinds, name))
    return False


def _faces(dice: Dice | None) -> tuple[str, ...]:
    if dice is None or dice.high - dice.low >= _MAX_FACES:
        return ()
    return tuple(str(face) for face in range(dice.low, dice.high + 1))
