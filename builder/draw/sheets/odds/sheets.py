"""Odds sheets of dice, a table, or a procedure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from builder.draw.sheets.odds.sheet import OddsColumn, OddsSheet
from rulesdb import (
    Answer,
    Basis,
    Dice,
    Distribution,
    Entry,
    InputError,
    Procedure,
    Provenance,
    Ruleset,
    Table,
)
from rulesdb.arguments import require, require_each
from rulesdb.description.questions import questions_of, read_given
from rulesdb.dice import parse_roll
from rulesdb.procedures import as_typed
from rulesdb.tables import show_value

_CHANCE = re.compile(r"[0-9]+(/[0-9]+)?")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Variation:
    """An input, and the values of it to compare side by side."""

    name: str
    values: tuple[str, ...]


def read_variation(texts: Sequence[str]) -> Variation | None:
    """Parse ``name=a,b``; values that contain a comma are given in separate texts.

    >>> read_variation(["range=short,long"])
    Variation(name='range', values=('short', 'long'))

    Raises:
        InputError: it has no ``=`` or no values, or several names vary.
    """
    values: dict[str, list[str]] = {}
    for text in require_each("texts", texts, str, "texts such as range=short,long"):
        name, equals, given = text.partition("=")
        parts = [value.strip() for value in given.split(",") if value.strip()]
        if not equals or not parts:
            raise InputError(f"--vary {text}: write name=value,value, such as range=short,long")
        values.setdefault(name.strip(), []).extend(parts)
    if len(values) > 1:
        raise InputError(f"--vary: {', '.join(values)} are given, but only one input can vary")
    return next((Variation(name, tuple(dict.fromkeys(parts))) for name, parts in values.items()), None)


def dice_sheet(notation: str) -> OddsSheet:
    """The odds of plain dice.

    Raises:
        InputError: the notation is invalid or too long.
    """
    dice = parse_roll(notation)
    return OddsSheet(dice.text, dice.text, {}, (OddsColumn("", dice.distribution()),))


def entry_sheet(
    game: Ruleset,
    entry: Entry,
    inputs: Mapping[str, str],
    modifiers: Sequence[str],
    variation: Variation | None,
) -> OddsSheet:
    """The odds of a table or procedure; inputs are read as ``resolve`` reads them.

    Raises:
        InputError: the entry is neither, or an input or modifier is wrong.
    """
    require("game", game, Ruleset, "an open game")
    require("entry", entry, Entry, "an entry")
    if entry.kind == "table":
        table = game.table(entry.slug)
        return table_sheet(table, *_as_resolved(game, table, inputs, variation, ("modifier",)), modifiers)
    if entry.kind != "procedure":
        raise InputError(f"{entry.id} has no odds: it is neither a table nor a procedure")
    if modifiers:
        raise InputError(f"{entry.id}: a procedure takes its modifiers as inputs, as name=value")
    procedure = game.procedure(entry.slug)
    return procedure_sheet(procedure, *_as_resolved(game, procedure, inputs, variation))


def _as_resolved(
    game: Ruleset,
    thing: Table | Procedure,
    inputs: Mapping[str, str],
    variation: Variation | None,
    others: Collection[str] = (),
) -> tuple[dict[str, str], Variation | None]:
    """The inputs and the variation as ``resolve`` would read them; ``others`` may vary unread."""
    questions = questions_of(game, thing)
    if variation is not None and variation.name not in others:
        values = [read_given(thing.id, questions, {variation.name: value}) for value in variation.values]
        texts = (as_typed(value[variation.name]) for value in values)
        variation = Variation(variation.name, tuple(dict.fromkeys(texts)))
    given = read_given(thing.id, questions, inputs)
    return {name: as_typed(value) for name, value in given.items()}, variation


def table_sheet(
    table: Table, inputs: Mapping[str, str], variation: Variation | None, modifiers: Sequence[str]
) -> OddsSheet:
    """The odds of a table's results over the dice that are not given; results that are dice are rolled.

    Raises:
        InputError: an input is unknown or missing, or a modifier is unknown.
    """
    require("table", table, Table, "a table")
    _require_inputs(inputs)
    columns: list[OddsColumn] = []
    sources: dict[Provenance, None] = {}
    for label, given, chosen in _table_cases(table, inputs, modifiers, variation):
        odds = table.odds(modifiers=chosen, **given)
        changes = [modifier.provenance for modifier in table.modifiers if modifier.id in chosen]
        answers = list(_answers(table, given, chosen))
        marked = [answer for answer in answers if answer.provenance.basis is Basis.HOUSE]
        if any(change.basis is Basis.HOUSE for change in changes):
            marked = answers
        house = frozenset(show_value(answer.result) for answer in marked)
        if table.result_type == "dice" and (rolled := _rolled(odds)) is not None:
            odds, house = rolled, frozenset(show_value(value) for value, _ in rolled if marked)
        columns.append(OddsColumn(label, odds, house))
        sources |= dict.fromkeys([*(answer.provenance for answer in answers), *changes])
    return OddsSheet(
        title=table.entry.title,
        id=table.id,
        inputs=inputs if not modifiers else {**inputs, "modifier": ", ".join(modifiers)},
        columns=tuple(columns),
        varied=variation.name if variation else "",
        sources=tuple(sources),
    )


def procedure_sheet(
    procedure: Procedure, inputs: Mapping[str, str], variation: Variation | None
) -> OddsSheet:
    """The chances that a procedure returns: a mapping of outcomes to fractions, or the fraction of one event.

    Raises:
        InputError: its result is something else, or an input is wrong.
    """
    require("procedure", procedure, Procedure, "a procedure")
    _require_inputs(inputs)
    columns: list[OddsColumn] = []
    sources: dict[Provenance, None] = {}
    for label, given in _cases(inputs, variation):
        answer = procedure.resolve(**given)
        odds = _chances(answer.result)
        if odds is None:
            raise InputError(f"{procedure.id} gives no chances; try: brainbug resolve {procedure.id}")
        house = [show_value(value) for value, _ in odds] if answer.provenance.basis is Basis.HOUSE else []
        columns.append(OddsColumn(label, odds, frozenset(house)))
        sources[answer.provenance] = None
    return OddsSheet(
        title=procedure.entry.title,
        id=procedure.id,
        inputs=inputs,
        columns=tuple(columns),
        varied=variation.name if variation else "",
        overlapping=any(sum(chance for _, chance in column.odds) != 1 for column in columns),
        sources=tuple(sources),
    )


def _require_inputs(inputs: object) -> None:
    require("inputs", inputs, Mapping, "the value of each input by its name")
    require_each("inputs", inputs, str, "names of inputs")


def _rolled(odds: Distribution) -> Distribution | None:
    """The distribution of a result that is dice to roll; ``None`` if a result is none."""
    totals: list[tuple[int, Fraction]] = []
    for notation, chance in odds:
        try:
            dice = Dice.parse(str(notation))
        except InputError:
            return None
        totals += ((total, chance * weight) for total, weight in dice.distribution())
    return Distribution.of(totals)


def _cases(inputs: Mapping[str, str], variation: Variation | None) -> Iterator[tuple[str, dict[str, str]]]:
    if variation is None:
        yield "", dict(inputs)
        return
    if variation.name in inputs:
        raise InputError(f"{variation.name!r} is given twice, as an input and for --vary; give it once")
    for value in variation.values:
        yield value, {**inputs, variation.name: value}


def _table_cases(
    table: Table, inputs: Mapping[str, str], modifiers: Sequence[str], variation: Variation | None
) -> Iterator[tuple[str, dict[str, str], list[str]]]:
    """Each column's label, inputs and modifiers; ``modifier`` varies like an axis."""
    if variation is None or variation.name != "modifier":
        for label, given in _cases(inputs, variation):
            yield label, given, list(modifiers)
        return
    for value in variation.values:
        more = [] if value == "none" else [name.strip() for name in value.split("+")]
        yield value, dict(inputs), [*modifiers, *more]


def _answers(table: Table, inputs: Mapping[str, str], modifiers: Sequence[str]) -> Iterator[Answer]:
    """The answer to every roll of the dice that are not given."""
    thrown = {axis.name: axis.dice for axis in table.axes if axis.dice is not None}
    open_dice = {name: dice for name, dice in thrown.items() if name not in inputs}
    faces = ([total for total, _ in dice.distribution()] for dice in open_dice.values())
    for rolled in itertools.product(*faces):
        yield table.lookup(modifiers=modifiers, **inputs, **dict(zip(open_dice, rolled, strict=True)))


def _chances(result: Any) -> Distribution | None:
    """The chances in a procedure's result, or ``None`` if it is something else."""
    if isinstance(result, str):
        result = {"yes": result, "no": str(1 - Fraction(result))} if _is_chance(result) else None
    if not isinstance(result, Mapping) or not result or not all(map(_is_chance, result.values())):
        return None
    numbers = all(_WHOLE.fullmatch(name) for name in result)
    return Distribution(
        tuple((int(name) if numbers else name, Fraction(chance)) for name, chance in result.items())
    )


def _is_chance(value: Any) -> bool:
    if not isinstance(value, str) or not _CHANCE.fullmatch(value):
        return False
    below, _, over = value.partition("/")
    return int(over or 1) > 0 and int(below) <= int(over or 1)
