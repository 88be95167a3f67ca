"""Compiled tables against the lookups of the database."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import night_shift
import pytest

from builder.playtest.tables import FlatTable, Tables
from rulesdb import InputError, Table, game_folders, open_game
from rulesdb.tables import NO_EFFECT

TABLES = [table for game in game_folders() for table in open_game(game).tables.values()]
TABLES += night_shift.ruleset().tables.values()


def _sets(table: Table) -> Iterator[tuple[str, ...]]:
    """Every set of modifiers that may be given together, with those that repeat up to twice."""
    times = [range(3 if modifier.repeats else 2) for modifier in table.modifiers]
    for counts in itertools.product(*times):
        names = [
            modifier.id for modifier, count in zip(table.modifiers, counts, strict=True) for _ in range(count)
        ]
        try:
            table.chosen(names)
        except InputError:
            continue
        yield tuple(names)


def _looked_up(table: Table, at: dict[str, str | int], names: tuple[str, ...]) -> object:
    try:
        return table.lookup(modifiers=names, **at).result  # type: ignore[arg-type]
    except InputError:
        return InputError


def _compiled(flat: FlatTable, at: tuple[str | int, ...], names: tuple[str, ...]) -> object:
    try:
        return flat.result(*at, modifiers=names)
    except InputError:
        return InputError


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_a_compiled_table_answers_as_a_lookup_in_every_cell_with_every_set_of_modifiers(table: Table) -> None:
    flat = FlatTable(table)
    names = [axis.name for axis in table.axes]
    for modifiers, at in itertools.product(_sets(table), flat.inputs):
        given = dict(zip(names, at, strict=True))
        assert _compiled(flat, at, modifiers) == _looked_up(table, given, modifiers), (at, modifiers)


def test_numbers_beyond_a_table_are_as_in_a_lookup() -> None:
    for table in TABLES:
        if len(table.axes) == 1 and not table.axes[0].is_label:
            flat, axis = FlatTable(table), table.axes[0]
            for value in (axis.low - 3, (axis.high or axis.bins[-1].low) + 3):
                at = {axis.name: value}
                assert _compiled(flat, (value,), ()) == _looked_up(table, dict(at), ()), (table.id, value)


def test_a_use_cites_the_cell_that_was_used() -> None:
    use = Tables(open_game("handspan"))["wound-chart"].use(5)
    answer = use.table.answer(use.cell)
    assert (answer.result, str(answer.provenance.source)) == ("killed", "handspan Wound Chart")


def test_no_effect_is_no_cell() -> None:
    tables = [table for table in TABLES if table.beyond == "no-effect" and len(table.axes) == 1]
    for table in tables:
        flat = FlatTable(table)
        low = table.axes[0].low - 50
        assert flat.index(low) == -1
        assert flat.result(low) == NO_EFFECT
