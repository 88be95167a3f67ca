"""Complete answers of tables: inputs, result, source, and trace."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from rulesdb import Answer, Basis, Citation, Entry, InputError, Provenance, Table
from rulesdb.tables import show_value
from rulesdb.tables.axes import Interval, axis_from
from rulesdb.tables.compiler import compile_table, provenance_from

SOURCE = Provenance(Citation("book", "1.1"), Basis.PRINTED)
ENTRY = Entry("game", "table", "test", "Test", "", SOURCE)
FORCE = {"name": "force", "labels": ["crew", "Marine"]}
PLAIN: dict[str, Any] = {
    "result": {"name": "rating", "type": "integer"},
    "axes": [FORCE, {"name": "die", "roll": "2d4"}],
    "cells": {"crew": {"2-5": 1, "6-8": 2}, "Marine": [2, 3, 4, 5, 6, 7, 8]},
}
SHIFT = {"id": "shift", "when": "always", "add": 1, "to": "force", "basis": "house", "note": "ours"}
BACK = {"id": "back", "when": "never", "add": -1, "to": "force"}
LESS = {"id": "less", "when": "often", "add": -2, "to": "die", "repeats": True}


def table(**data: Any) -> Table:
    return compile_table(ENTRY, {**PLAIN, **data})


def test_a_lookup_reports_its_inputs_and_its_cell() -> None:
    answer = table().lookup(force="crew", die=5)
    assert answer == Answer(
        "game:table/test", {"force": "crew", "die": 5}, 1, SOURCE, ("rating at force=crew, die=5: 1",)
    )
    assert answer.as_json() == {
        "id": "game:table/test",
        "inputs": {"force": "crew", "die": 5},
        "result": 1,
        "basis": "printed",
        "source": SOURCE.as_json()["source"],
        "trace": ["rating at force=crew, die=5: 1"],
    }


def test_a_roll_of_several_dice_reports_each_face() -> None:
    rng = random.Random(3)
    faces = (rng.randint(1, 4), rng.randint(1, 4))
    answer = table().roll(random.Random(3), force="Marine")
    assert answer.inputs == {"force": "Marine", "die": sum(faces)}
    assert answer.trace[0] == f"die: rolled 2d4 = {sum(faces)} ({faces[0]} {faces[1]})"
    one = table(axes=[{"name": "die", "roll": "1d6"}], cells=[1, 2, 3, 4, 5, 6]).roll(random.Random(3))
    assert one.trace == (f"die: rolled 1d6 = {one.result}", f"rating at die={one.result}: {one.result}")


def test_modifiers_report_their_change_and_source() -> None:
    answer = table(modifiers=[SHIFT, LESS]).lookup(force="crew", die=8, modifiers=["less", "shift", "less"])
    assert answer.inputs == {"force": "crew", "die": 8}
    assert (answer.result, answer.provenance.basis, answer.provenance.note) == (4, Basis.HOUSE, "ours")
    assert answer.trace == (
        "shift (book 1.1, house): +1 to force, crew becomes Marine",
        "less (book 1.1): -2 to die, 8 becomes 6",
        "less (book 1.1): -2 to die, 6 becomes 4",
        "rating at force=Marine, die=4: 4",
    )


def test_modifiers_stop_at_the_first_and_last_label() -> None:
    ratings = table(modifiers=[SHIFT, BACK])
    assert ratings.lookup(force="crew", die=2, modifiers=["back"]).result == 1
    assert ratings.lookup(force="Marine", die=3, modifiers=["back"]).result == 1
    assert ratings.lookup(force="Marine", die=3, modifiers=["shift"]).result == 3


@pytest.mark.parametrize(
    ("policy", "result", "trace"),
    [
        ("clamp", 1, ("die: 0 counts as 2", "rating at force=crew, die=2: 1")),
        ("no-effect", "no effect", ("die: 0 is beyond the table: no effect",)),
    ],
)
def test_a_table_applies_its_policy_beyond_its_ends(policy: str, result: Any, trace: tuple[str, ...]) -> None:
    answer = table(modifiers=[LESS], beyond=policy).lookup(force="crew", die=2, modifiers=["less"])
    assert answer == Answer(
        "game:table/test",
        {"force": "crew", "die": 2},
        result,
        SOURCE,
        ("less (book 1.1): -2 to die, 2 becomes 0", *trace),
    )


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "game:table/test needs force: crew, Marine; die: 2-8 (2d4)"),
        ({"force": "crew", "die": 9}, "game:table/test: die=9 is out of range; use 2-8 (2d4)"),
        (
            {"forse": "crew"},
            "game:table/test has no input 'forse': did you mean `force`? It takes die, force",
        ),
        ({"zzzzzz": 1}, "game:table/test has no input 'zzzzzz': use one of: die, force"),
        (
            {"force": "crew", "die": 3, "modifiers": ["les"]},
            "game:table/test has no modifier 'les': did you mean `less`? It takes back, less",
        ),
        (
            {"force": "crew", "die": 3, "modifiers": ["back"] * 2},
            "game:table/test: modifier 'back' counts once; give it once",
        ),
        ({"force": "crew", "die": "3.5"}, "die='3.5': use a whole number, 2-8 (2d4)"),
        ({"force": "crew", "die": "1234567890"}, "die='1234567890': use a whole number, 2-8 (2d4)"),
    ],
)  # fmt: skip
def test_invalid_inputs_are_rejected_with_a_complete_message(inputs: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        table(modifiers=[BACK, LESS]).lookup(**inputs)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("given", "expected"), [("CREW", "crew"), ("marine", "Marine"), (" 7", None), ("+5", None), (5, None)]
)
def test_inputs_are_accepted_as_people_write_them(given: Any, expected: str | None) -> None:
    if expected is not None:
        assert table().lookup(force=given, die=4).inputs["force"] == expected
    else:
        assert table().lookup(force="crew", die=given).inputs["die"] == int(given)


def test_collect_combines_the_provenance_of_all_results() -> None:
    cells = {"1-4": 1, "3-6": {"value": 2, "basis": "reading", "note": "smudged"}}
    axes = [{"name": "die", "roll": "1d6"}]
    both = table(axes=axes, cells=cells, hit_policy="collect").lookup(die=3)
    assert (both.result, both.provenance.basis) == ([1, 2], Basis.READING)
    first = table(axes=axes, cells=cells, hit_policy="first").lookup(die=3)
    assert (first.result, first.provenance.basis) == (1, Basis.PRINTED)


def test_three_axes_are_walked_in_their_order() -> None:
    axes = [FORCE, {"name": "range", "ranges": ["1-3", "4+"]}, {"name": "die", "roll": "1d2"}]
    cells = {"crew": [[1, 2], [3, 4]], "Marine": [[5, 6], [7, 8]]}
    three_axes = table(axes=axes, cells=cells)
    assert three_axes.lookup(force="Marine", range=9, die=1).result == 7
    names = ("force", "range", "die")
    forces, ranges, dice = ("crew", "Marine"), ("1-3", "4+"), ("1", "2")
    places = itertools.product(forces, ranges, dice)
    wanted = [(dict(zip(names, place, strict=True)), value) for value, place in enumerate(places, 1)]
    assert [(at, cell.value) for at, cell in three_axes.cells()] == wanted


def test_a_table_has_an_id_a_title_and_a_result_name() -> None:
    example = table()
    assert (example.id, example.result_name, example.result_type, example.beyond, example.hit_policy) == (
        "game:table/test", "rating", "integer", "error", "unique",
    )  # fmt: skip
    assert "<td" in example._repr_html_()
    (modifier,) = table(modifiers=[BACK]).modifiers
    assert (modifier.when, modifier.repeats, modifier.provenance) == ("never", False, SOURCE)


@pytest.mark.parametrize(
    ("inputs", "modifiers", "link"),
    [
        ({"die": 5}, [], "#die=5"),
        ({"force": "a b&c", "die": "5"}, [], "#force=a%20b%26c&die=5"),
        ({"die": 5}, ["near", "far", "a b"], "#die=5&modifier=near,far,a%20b"),
    ],
)
def test_a_permalink_names_inputs_and_modifiers(
    inputs: dict[str, Any], modifiers: list[str], link: str
) -> None:
    assert table().permalink(inputs, modifiers) == f"game:table/test{link}"


def test_a_stated_source_overrides_an_inherited_one() -> None:
    sure = Provenance(Citation("book", "1"), Basis.READING, "why", ("or so",))
    assert provenance_from({}, sure) is sure
    assert provenance_from({"basis": "printed"}, sure) == Provenance(
        Citation("book", "1"), Basis.PRINTED, "", ()
    )
    assert provenance_from({"note": "else", "alternatives": ["not so"]}, sure) == Provenance(
        Citation("book", "1"), Basis.READING, "else", ("not so",)
    )
    assert provenance_from({"source": {"document": "card", "section": "9"}}, sure).source == Citation(
        "card", "9"
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"), ("", "nothing"), ([], "nothing"), ("kill", "kill"), (0, "0"),
        (True, "yes"), (False, "no"), ([1, "x"], "1, x"), ({"least": 3}, "3+"),
        ({"least": 3, "most": 5}, "3-5"),
        ({"least": 3, "most": 3}, "3"),
        ({"most": 5}, "most 5"), ({"least": 3, "of_all": 2}, "least 3, of all 2"),
        ({"move_points": 3, "again": True}, "move points 3, again yes"), ([{"a": 1}, {"b": 2}], "a 1, b 2"),
    ],
)  # fmt: skip
def test_results_in_words(value: Any, words: str) -> None:
    assert show_value(value) == words


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("4", Interval(4, 4)), ("1-30", Interval(1, 30)), ("6+", Interval(6, None)),
        ("-3--1", Interval(-3, -1)),
        (" 1 – 3 ", Interval(1, 3)), ("1..3", Interval(1, 3)), ("5-5", Interval(5, 5)),
    ],
)  # fmt: skip
def test_ranges_as_books_write_them(text: str, interval: Interval) -> None:
    assert Interval.parse(text) == interval


@pytest.mark.parametrize("text", ["", "x", "1-", "1-+", "6 plus", "1-2-3", "1\n2", "9" * 10, "9" * 5000])
def test_an_invalid_range_is_rejected_with_an_example(text: str) -> None:
    with pytest.raises(InputError) as caught:
        Interval.parse(text)
    assert str(caught.value) == f"range {text!r}: write it as 5, 1-30 or 6+"


@pytest.mark.parametrize(
    ("interval", "text"), [((4, 4), "4"), ((1, 3), "1-3"), ((6, None), "6+"), ((0, 0), "0")]
)
def test_a_range_round_trips_through_its_notation(interval: tuple[int, int | None], text: str) -> None:
    assert str(Interval(*interval)) == text


def test_a_range_includes_its_ends() -> None:
    assert [number in Interval(2, 4) for number in (1, 2, 4, 5)] == [False, True, True, False]
    assert [number in Interval(2, None) for number in (1, 2, 99)] == [False, True, True]


def test_an_axis_has_the_properties_of_its_data() -> None:
    plain = axis_from({"name": "die", "roll": "1d3"})
    assert (plain.title, plain.unit, plain.labels) == ("die", "", ())
    assert plain.bins == (Interval(1, 1), Interval(2, 2), Interval(3, 3))
    axis = axis_from({"name": "n", "title": "Number", "unit": "inches", "ranges": [1, "2-3", "4+"]})
    assert (axis.title, axis.unit, axis.bins[0], axis.low, axis.high) == (
        "Number",
        "inches",
        Interval(1, 1),
        1,
        None,
    )
    assert (axis.accepts, axis.is_label, axis.dice) == ("1+", False, None)
    labels = axis_from({"name": "force", "labels": ["crew", "marine"]})
    assert (labels.labels, labels.bins, labels.accepts) == (("crew", "marine"), (), "crew, marine")
    die = axis_from({"name": "die", "roll": "1d6", "ranges": ["0-3", "4-6"]})
    assert die.accepts == "0-6 (1d6, modified)"
