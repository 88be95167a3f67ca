"""Every defect of a table in full: code and slug, message, help, and the path of the data."""

from __future__ import annotations

from typing import Any

import pytest

from rulesdb import Basis, Citation, Entry, Provenance
from rulesdb.codes import Code
from rulesdb.tables.compiler import DataPath, DefectiveTable, TableDefect, compile_table

ENTRY = Entry("game", "table", "test", "Test", "", Provenance(Citation("book", "1.1"), Basis.PRINTED))
FORCE = {"name": "force", "labels": ["crew", "marine"]}
DIE = {"name": "die", "roll": "1d6"}
RATING = {"name": "rating", "type": "integer"}
EFFECT = {"name": "effect", "type": "label", "labels": ["wound", "stop", "kill"]}
SIX = [1] * 6
NEAR = {"id": "near", "when": "near", "add": 1, "to": "die"}


def defects(**data: Any) -> tuple[TableDefect, ...]:
    with pytest.raises(DefectiveTable) as caught:
        compile_table(ENTRY, {"result": RATING, **data})
    assert str(caught.value) == "; ".join(defect.message for defect in caught.value.defects)
    return caught.value.defects


def axis(message: str, help: str, *path: str | int) -> TableDefect:
    return TableDefect(Code.TABLE_AXIS, message, help, path)


def gap(message: str, help: str, *path: str | int) -> TableDefect:
    return TableDefect(Code.TABLE_GAP, message, help, path)


def overlap(message: str, help: str, *path: str | int) -> TableDefect:
    return TableDefect(Code.TABLE_OVERLAP, message, help, path)


def cell(message: str, help: str, *path: str | int) -> TableDefect:
    return TableDefect(Code.TABLE_CELL, message, help, path)


def turn(at: str, before: str, claim: int = 0) -> TableDefect:
    message = f"{at}: the result is out of order after that at {before}"
    help = "check the figure against the book, or list it under `exceptions`"
    path: DataPath = ("monotone", claim)
    return TableDefect(Code.TABLE_ORDER, message, help, path)


INTEGER = "write a result of type integer"
FOLLOW = "let each range start where the one before it ends"
COVER = "cover every total of the dice"
MISSING_RANGE = "add the missing range, or an `otherwise`"
NOT_OVERLAP = "let the ranges not overlap, or state another hit_policy"
ROW = "write a list, or a block with one key for each place"


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (
            {"name": "n", "ranges": ["3-1"]},
            axis("range '3-1' runs backwards; write 1-3", "fix the axis", "axes", 1),
        ),
        (
            {"name": "n", "ranges": ["1-3", "5-6"]},
            gap("axis n: 5-6 does not follow 1-3", FOLLOW, "axes", 1, "ranges"),
        ),
        (
            {"name": "n", "ranges": ["1+", "5-6"]},
            gap("axis n: 5-6 does not follow 1+", FOLLOW, "axes", 1, "ranges"),
        ),
        (
            {"name": "d", "roll": "2d6", "ranges": ["2-11"]},
            gap("axis d: the ranges run from 2 to 11, 2d6 from 2 to 12", COVER, "axes", 1, "ranges"),
        ),
        (
            {"name": "d", "roll": "2d6", "ranges": ["3-12"]},
            gap("axis d: the ranges run from 3 to 12, 2d6 from 2 to 12", COVER, "axes", 1, "ranges"),
        ),
    ],
)
def test_contradictory_axes_are_reported(second: dict[str, Any], expected: TableDefect) -> None:
    assert defects(axes=[FORCE, second], cells=[]) == (expected,)


def test_invalid_dice_are_reported_with_their_position() -> None:
    (defect,) = defects(axes=[FORCE, {"name": "die", "roll": "1x6"}], cells=[])
    lines = defect.message.splitlines()
    assert lines[:3] == [
        "dice, column 2: expected `+`, `-`, `*`, `vs` or the end, found `x`",
        "  1x6",
        "   ^",
    ]
    assert (defect.code, defect.help, defect.path) == (
        Code.TABLE_AXIS, "fix the axis", ("axes", 1),
    )  # fmt: skip


def test_two_axes_with_the_same_name_are_reported() -> None:
    defect = ("two axes are called `force`", "rename one", "axes")
    assert defects(axes=[FORCE, DIE, FORCE], cells=[]) == (axis(*defect, 0, "name"), axis(*defect, 2, "name"))


def test_a_modifier_of_an_unknown_axis_is_reported() -> None:
    assert defects(axes=[FORCE, DIE], cells=[], modifiers=[{**NEAR, "to": "dye"}]) == (
        axis("modifier near: no axis `dye`", "did you mean `die`?", "modifiers", 0, "to"),
    )


def test_a_modifier_that_excludes_an_unknown_one_is_reported() -> None:
    far = {**NEAR, "id": "far", "excludes": ["neer"]}
    assert defects(axes=[FORCE, DIE], cells=[], modifiers=[NEAR, far]) == (
        axis("modifier far: no other modifier `neer`", "did you mean `near`?", "modifiers", 1, "excludes", 0),
    )


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (
            [SIX],
            [
                gap(
                    "1 results along force, which has 2 places",
                    "give one result for each of crew, marine",
                    "cells",
                )
            ],
        ),
        (
            [SIX] * 3,
            [
                overlap(
                    "3 results along force, which has 2 places",
                    "give one result for each of crew, marine",
                    "cells",
                )
            ],
        ),
        (
            {"crew": [1] * 5, "marine": [1] * 7},
            [
                gap(
                    "force crew: 5 results along die, which has 6 places",
                    "give one result for each of 1-6 (1d6)",
                    "cells",
                    "crew",
                ),
                overlap(
                    "force marine: 7 results along die, which has 6 places",
                    "give one result for each of 1-6 (1d6)",
                    "cells",
                    "marine",
                ),
            ],
        ),
        (
            {"crew": SIX, "marin": SIX},
            [
                axis("`marin` is not a label of axis force", "did you mean `marine`?", "cells", "marin"),
                gap("force marine: no result", "add the missing row", "cells"),
            ],
        ),
        (3, [cell("3 is not a row of results along force", ROW, "cells")]),
    ],
)
def test_missing_and_extra_rows_are_reported(cells: Any, expected: list[TableDefect]) -> None:
    assert defects(axes=[FORCE, DIE], cells=cells) == tuple(expected)


@pytest.mark.parametrize(
    ("marine", "expected"),
    [
        (3, [cell("force marine: 3 is not a row of results along die", ROW)]),
        (
            {"1-x": 1, "2-6": 2},
            [
                axis("force marine: range '1-x': write it as 5, 1-30 or 6+", "fix the range", "1-x"),
                gap("force marine, die 1: no result", MISSING_RANGE),
            ],
        ),
        (
            {"0-3": 1, "4-7": 2},
            [
                axis("force marine: die 0-3 is outside 1-6 (1d6)", "keep the ranges inside the axis"),
                axis("force marine: die 4-7 is outside 1-6 (1d6)", "keep the ranges inside the axis"),
            ],
        ),
        (
            {"1-3": 1, "4+": 2},
            [axis("force marine: die 4+ is outside 1-6 (1d6)", "keep the ranges inside the axis")],
        ),
        ({"4-6": 1, "1-4": 2}, [overlap("force marine, die 4: two results (1-4 and 4-6)", NOT_OVERLAP)]),
        ({"5-6": 1, "1-2": 2}, [gap("force marine, die 3: no result", MISSING_RANGE)]),
        ({"1-5": 1}, [gap("force marine, die 6: no result", MISSING_RANGE)]),
        ([1, 1, 1, "x", 1, 1], [cell("force marine, die 4: 'x' is not of type integer", INTEGER, 3)]),
        (
            {"1-5": 1, "6": {"value": "x"}},
            [cell("force marine, die 6: 'x' is not of type integer", INTEGER, "6")],
        ),
    ],
)
def test_a_row_without_exactly_one_result_per_face_is_reported(
    marine: Any, expected: list[TableDefect]
) -> None:
    """The paths of the defects start from the row."""
    in_the_row = [
        TableDefect(each.code, each.message, each.help, ("cells", "marine", *each.path)) for each in expected
    ]
    assert defects(axes=[FORCE, DIE], cells={"crew": SIX, "marine": marine}) == tuple(in_the_row)


@pytest.mark.parametrize(
    ("row", "defect"),
    [
        (
            [1],
            gap(
                "die 1: 1 results along force, which has 2 places",
                "give one result for each of crew, marine",
                0,
            ),
        ),
        (
            {"crew": 1, "marine": 2, "marin": 2},
            axis("die 1: `marin` is not a label of axis force", "did you mean `marine`?", 0, "marin"),
        ),
        (3, cell("die 1: 3 is not a row of results along force", ROW, 0)),
    ],
)
def test_defects_of_labels_below_a_roll_name_the_roll(row: Any, defect: TableDefect) -> None:
    defect = TableDefect(defect.code, defect.message, defect.help, ("cells", *defect.path))
    assert defects(axes=[{"name": "die", "roll": "1d2"}, FORCE], cells=[row, [1, 2]]) == (defect,)


def test_the_order_of_a_table_with_a_gap_is_not_checked() -> None:
    assert defects(axes=[DIE], cells={"1-2": 2, "3-5": 1}, monotone=[RISING]) == (
        gap("die 6: no result", MISSING_RANGE, "cells"),
    )


def test_ranges_of_one_start_overlap_too() -> None:
    (defect,) = defects(axes=[DIE], cells={"1-6": {"value": 1}, "1-2": {"value": 2}})
    assert (defect.code, defect.message) == ("BB011", "die 1: two results (1-6 and 1-2)")


def test_a_result_that_the_table_does_not_list_is_reported() -> None:
    cells = {"crew": "stop", "marine": "kil"}
    assert defects(axes=[FORCE], result=EFFECT, cells=cells) == (
        cell("force marine: `kil` is not a result of this table", "did you mean `kill`?", "cells", "marine"),
    )


def test_a_result_with_invalid_dice_is_reported() -> None:
    dice = {"name": "loss", "type": "dice"}
    assert defects(axes=[FORCE], result=dice, cells=["1d6", "1x6"]) == (
        cell("force marine: '1x6' is not of type dice", "write a result of type dice", "cells", 1),
    )


@pytest.mark.parametrize(
    ("stated", "message", "help"),
    [
        ({"basis": "prinetd"}, "'prinetd'", "use one of printed, derived, reading, house, supplement"),
        ({"basis": ["printed"]}, "['printed']", "use one of printed, derived, reading, house, supplement"),
        ({"source": "page 3"}, "'page 3'", "write it as {document: name, section: place}"),
        ({"source": {"document": "b"}}, "{'document': 'b'}", "write it as {document: name, section: place}"),
        (
            {"source": {"document": "b", "section": 3}},
            "{'document': 'b', 'section': 3}",
            "write it as {document: name, section: place}",
        ),
        ({"note": 3}, "3", "write a text"),
        ({"alternatives": "x"}, "'x'", "write a list of texts"),
        ({"alternatives": [1]}, "[1]", "write a list of texts"),
    ],
)
def test_a_cell_with_invalid_provenance_is_reported(stated: dict[str, Any], message: str, help: str) -> None:
    (key,) = stated
    assert defects(axes=[FORCE], cells=[1, {"value": 2, **stated}]) == (
        cell(f"force marine: {message} cannot be the {key} of a cell", help, "cells", 1, key),
    )


def test_an_otherwise_of_the_wrong_type_is_reported_once() -> None:
    reported = defects(axes=[DIE], cells={"1": 2}, otherwise={"value": "x"})
    assert reported == (cell("'x' is not of type integer", INTEGER, "otherwise"),)


def test_an_otherwise_fills_rows_of_the_last_axis_alone() -> None:
    other = {"value": 0, "basis": "derived", "note": "not printed"}
    filled = compile_table(
        ENTRY, {"result": RATING, "axes": [FORCE], "cells": {"crew": 1}, "otherwise": other}
    )
    answer = filled.lookup(force="marine")
    assert (answer.result, answer.provenance.basis) == (0, Basis.DERIVED)
    assert defects(axes=[FORCE, DIE], cells={"crew": SIX}, otherwise=other) == (
        gap("force marine: no result", "add the missing row", "cells"),
    )


RISING, FALLING = {"along": "die", "direction": "rising"}, {"along": "die", "direction": "falling"}


@pytest.mark.parametrize(
    ("claims", "cells", "expected"),
    [
        ([RISING], [[1, 2, 3, 4, 5, 6], [1, 2, 3, 3, 5, 4]], [turn("force marine, die 6", "die 5")]),
        ([FALLING], [[6, 5, 4, 3, 2, 1], [1, 1, 1, 1, 1, 2]], [turn("force marine, die 6", "die 5")]),
        (
            [RISING, {"along": "force", "direction": "rising"}],
            [[1, 2, 2, 2, 3, 3], [2, 1, 2, 2, 3, 3]],
            [turn("force marine, die 2", "die 1"), turn("die 2, force marine", "force crew", 1)],
        ),
        (
            [{"along": "dye", "direction": "rising"}],
            [SIX, SIX],
            [axis("no axis `dye`", "did you mean `die`?", "monotone", 0, "along")],
        ),
    ],
)
def test_a_result_out_of_order_is_reported(
    claims: list[Any], cells: list[Any], expected: list[TableDefect]
) -> None:
    assert defects(axes=[FORCE, DIE], cells=cells, monotone=claims) == tuple(expected)


def test_effects_are_ordered_as_the_table_lists_them() -> None:
    row = ["wound", "stop", "stop", "kill", "kill", "kill"]
    assert compile_table(ENTRY, {"result": EFFECT, "axes": [DIE], "cells": row, "monotone": [RISING]})
    turned = ["wound", "stop", "wound", "kill", "kill", "kill"]
    assert defects(axes=[DIE], result=EFFECT, cells=turned, monotone=[RISING]) == (turn("die 3", "die 2"),)


def test_an_open_dice_range_is_checked_at_its_start() -> None:
    axes = [{"name": "die", "roll": "1d6", "ranges": ["1-3", "4-6", "7+"]}]
    assert compile_table(ENTRY, {"result": RATING, "axes": axes, "cells": [1, 2, 3], "monotone": [RISING]})
    assert defects(axes=axes, cells=[1, 2, 1], monotone=[RISING]) == (turn("die 7", "die 6"),)


def test_a_closed_dice_range_is_checked_up_to_its_end() -> None:
    axes = [{"name": "die", "roll": "1d6"}]
    assert defects(axes=axes, cells={"1-4": 2, "5": 3, "6": 1}, monotone=[RISING]) == (
        turn("die 6", "die 5"),
    )


def test_a_dice_range_is_checked_at_every_face() -> None:
    axes = [{"name": "die", "roll": "1d6", "ranges": ["1-3", "4-6"]}]
    cells = {"1-3": 1, "4-5": 3, "6": 2}
    assert defects(axes=axes, cells=cells, monotone=[RISING]) == (turn("die 6", "die 5"),)


def test_ranges_without_dice_are_checked_at_their_starts() -> None:
    axes = [{"name": "die", "ranges": ["1-3", "4-6", "7+"]}]
    assert defects(axes=axes, cells=[1, 3, 2], monotone=[RISING]) == (turn("die 7", "die 4"),)


def test_the_first_policy_needs_a_result_everywhere_and_takes_overlaps_as_written() -> None:
    cells = {"3-6": 2, "1-4": 1}
    first = compile_table(ENTRY, {"result": RATING, "axes": [DIE], "cells": cells, "hit_policy": "first"})
    assert [first.lookup(die=face).result for face in range(1, 7)] == [1, 1, 2, 2, 2, 2]
    assert defects(axes=[DIE], cells={"3-6": 2}, hit_policy="first") == (
        gap("die 1: no result", MISSING_RANGE, "cells"),
    )


def test_an_open_range_takes_what_lies_above_and_below_others() -> None:
    axes = [{"name": "number", "ranges": ["1-3", "4+"]}]
    cells = {"1+": 1, "1-2": 2, "2-3": 3}
    first = compile_table(ENTRY, {"result": RATING, "axes": axes, "cells": cells, "hit_policy": "first"})
    assert [first.lookup(number=number).result for number in (1, 2, 99)] == [1, 1, 1]


def test_otherwise_fills_up_to_the_end_of_the_axis() -> None:
    data = {"result": RATING, "axes": [DIE], "cells": {"2-3": 1}, "otherwise": {"value": 0}}
    assert [(at["die"], cell.value) for at, cell in compile_table(ENTRY, data).cells()] == [
        ("1", 0), ("2-3", 1), ("4-6", 0),
    ]  # fmt: skip


def test_the_collect_policy_may_find_nothing_and_lists_from_the_lowest() -> None:
    cells = {"3-5": 2, "1-4": 1}
    collect = compile_table(ENTRY, {"result": RATING, "axes": [DIE], "cells": cells, "hit_policy": "collect"})
    assert [collect.lookup(die=face).result for face in (1, 3, 5, 6)] == [[1], [1, 2], [2], []]
    wide = {"1-4": 1, "1-2": 2}
    collect = compile_table(ENTRY, {"result": RATING, "axes": [DIE], "cells": wide, "hit_policy": "collect"})
    assert collect.lookup(die=1).result == [1, 2]


def test_a_note_that_an_unquoted_comma_cuts_off_is_a_defect() -> None:
    cut_off = {"value": 2, "note": "if prone", "not if panicked": None}
    assert defects(axes=[FORCE], cells=[1, cut_off]) == (
        cell(
            "force marine: `not if panicked` is not a key of a cell",
            "use one of: alternatives, basis, note, source; put a text with commas in quotes",
            "cells",
            1,
            "not if panicked",
        ),
    )
