"""The table engine, tested with small tables."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.reading.as_json import modifier_json
from rulesdb import Basis, Citation, Entry, InputError, Provenance, Table, open_game
from rulesdb.description.grids import modifier_grid
from rulesdb.tables.compiler import DefectiveTable, compile_table

SOURCE = Provenance(Citation("book", "1.1"), Basis.PRINTED)
ENTRY = Entry("game", "table", "test", "Test", "", SOURCE)
FORCE = {"name": "force", "labels": ["crew", "marine"]}
DIE = {"name": "die", "roll": "1d6"}
NUMBER = {"name": "rating", "type": "integer"}


def table(**data: Any) -> Table:
    return compile_table(ENTRY, {"result": NUMBER, **data})


def defects(**data: Any) -> list[tuple[str, str]]:
    with pytest.raises(DefectiveTable) as caught:
        table(**data)
    return [(defect.code, defect.message) for defect in caught.value.defects]


RATINGS = {"axes": [FORCE, DIE], "cells": {"crew": [1, 2, 3, 4, 5, 6], "marine": [1, 1, 2, 2, 3, 4]}}


def test_a_missing_face_is_a_gap_with_a_counterexample() -> None:
    assert defects(axes=[FORCE, DIE], cells={"crew": [1] * 6, "marine": {"1-3": 1, "5-6": 2}}) == [
        ("BB010", "force marine, die 4: no result")
    ]


def test_a_face_with_two_results_is_an_overlap() -> None:
    assert defects(axes=[DIE], cells={"1-4": 1, "4-6": 2}) == [("BB011", "die 4: two results (1-4 and 4-6)")]


def test_a_row_of_the_wrong_length_is_reported() -> None:
    assert defects(axes=[DIE], cells=[1, 2, 3, 4, 5])[0][0] == "BB010"
    assert defects(axes=[DIE], cells=[1, 2, 3, 4, 5, 6, 7])[0][0] == "BB011"


def test_a_missing_row_and_an_unknown_label_are_both_reported() -> None:
    assert defects(axes=[FORCE], cells={"crew": 1, "marin": 2}) == [
        ("BB012", "`marin` is not a label of axis force"),
        ("BB010", "force marine: no result"),
    ]


@pytest.mark.parametrize("cell", ["three", None, True, [1]])
def test_a_cell_of_the_wrong_type_is_reported(cell: Any) -> None:
    assert defects(axes=[FORCE], cells={"crew": 1, "marine": cell})[0][0] == "BB016"


def test_a_record_with_an_empty_field_is_reported() -> None:
    bad = {"crew": {"cost": 1}, "marine": {"cost": 1, "limit": None}}
    assert defects(axes=[FORCE], result={"name": "r", "type": "record"}, cells=bad)[0][0] == "BB016"


def test_a_label_result_must_be_one_of_the_tables_own() -> None:
    result = {"name": "effect", "type": "label", "labels": ["stop", "kill"]}
    assert defects(axes=[FORCE], result=result, cells={"crew": "stop", "marine": "kil"}) == [
        ("BB016", "force marine: `kil` is not a result of this table")
    ]


def test_ranges_of_an_axis_must_follow_on_each_other() -> None:
    axis = {"name": "ratio", "ranges": ["1-3", "5-6"]}
    assert ("BB010", "axis ratio: 5-6 does not follow 1-3") in defects(axes=[axis], cells=[1, 2])


def test_ranges_of_a_dice_axis_must_cover_the_dice() -> None:
    axis = {"name": "dice", "roll": "2d6", "ranges": ["2-6", "7-11"]}
    assert defects(axes=[axis], cells=[1, 2])[0][0] == "BB010"


def test_ranges_of_a_dice_axis_may_reach_beyond_the_faces_for_modified_rolls() -> None:
    axis = {"name": "die", "roll": "1d6", "ranges": ["1-6", "7+"]}
    bonus = {"id": "bonus", "when": "always", "add": 1, "to": "die"}
    each = {"id": "friend", "when": "for each friend", "add": 2, "to": "die", "repeats": True}
    ratings = table(axes=[axis], cells=[0, 1], modifiers=[bonus, each])
    assert ratings.axes[0].accepts == "1+ (1d6, modified)"
    assert ratings.lookup(die=6).result == 0
    assert ratings.odds()[1] == 0
    assert ratings.odds(modifiers=["bonus"])[1] == Fraction(1, 6)
    assert ratings.odds(modifiers=["bonus", "friend", "friend"])[1] == Fraction(5, 6)
    with pytest.raises(InputError, match="'bonus' counts once"):
        ratings.lookup(die=1, modifiers=["bonus", "bonus"])


def test_a_result_out_of_order_is_reported_unless_it_is_listed_as_an_exception() -> None:
    claim = {"along": "die", "direction": "rising"}
    cells = [1, 2, 3, 2, 5, 6]
    assert defects(axes=[DIE], cells=cells, monotone=[claim]) == [
        ("BB013", "die 4: the result is out of order after that at die 3")
    ]
    excepted = {**claim, "exceptions": ["die 4"]}
    assert table(axes=[DIE], cells=cells, monotone=[excepted]).lookup(die=4).result == 2


def test_otherwise_fills_missing_results_with_its_own_basis() -> None:
    filled = table(
        axes=[DIE], cells={"6": 1}, otherwise={"value": 0, "basis": "derived", "note": "nothing is printed"}
    )
    assert [filled.lookup(die=die).result for die in range(1, 7)] == [0, 0, 0, 0, 0, 1]
    assert filled.lookup(die=3).provenance.basis is Basis.DERIVED
    assert filled.lookup(die=6).provenance.basis is Basis.PRINTED


def test_a_cell_can_have_its_own_source() -> None:
    cells = {"crew": 1, "marine": {"value": 2, "source": {"document": "book", "section": "9"}}}
    assert str(table(axes=[FORCE], cells=cells).lookup(force="marine").provenance.source) == "book 9"


def test_first_returns_the_first_matching_range_and_collect_returns_all() -> None:
    cells = {"1-4": 1, "3-6": 2}
    assert table(axes=[DIE], cells=cells, hit_policy="first").lookup(die=3).result == 1
    assert table(axes=[DIE], cells=cells, hit_policy="collect").lookup(die=3).result == [1, 2]


def test_the_policy_for_values_beyond_the_ends_applies() -> None:
    axis = {"name": "number", "ranges": ["1-3", "4-6"]}
    with pytest.raises(InputError, match="number=7 is out of range; use 1-6"):
        table(axes=[axis], cells=[1, 2]).lookup(number=7)
    clamped = table(axes=[axis], cells=[1, 2], beyond="clamp").lookup(number=7)
    assert clamped.result == 2
    assert "number: 7 counts as 6" in clamped.trace
    assert table(axes=[axis], cells=[1, 2], beyond="no-effect").lookup(number=0).result == "no effect"


def test_an_open_end_takes_every_larger_number() -> None:
    axis = {"name": "number", "ranges": ["1-3", "4+"]}
    assert table(axes=[axis], cells=[1, 2]).lookup(number=10**6).result == 2


def test_modifiers_change_the_roll_and_leave_a_trace() -> None:
    modifier = {"id": "no-medic", "when": "the medic is dead", "add": -1, "to": "die"}
    modified = table(**RATINGS, modifiers=[modifier], beyond="clamp")
    answer = modified.lookup(force="crew", die=3, modifiers=["no-medic"])
    assert answer.result == 2
    assert answer.trace[0] == "no-medic (book 1.1): -1 to die, 3 becomes 2"
    assert modified.lookup(force="crew", die=1, modifiers=["no-medic"]).result == 1
    with pytest.raises(InputError, match="did you mean `no-medic`"):
        modified.lookup(force="crew", die=1, modifiers=["no-medik"])


def test_a_modifier_moves_along_labels_and_stops_at_the_last() -> None:
    shift = {"id": "shift", "when": "always", "add": 1, "to": "force"}
    shifted = table(axes=[FORCE], cells=[1, 2], modifiers=[shift])
    assert shifted.lookup(force="crew", modifiers=["shift"]).result == 2
    assert shifted.lookup(force="marine", modifiers=["shift"]).result == 2


NEAR = {"id": "near", "when": "near", "add": 1, "to": "die"}
NEARER = {"id": "nearer", "when": "nearer still", "add": 2, "to": "die", "excludes": ["near"]}


@pytest.mark.parametrize("pair", [["near", "nearer"], ["nearer", "near"]])
@pytest.mark.parametrize("ask", ["lookup", "roll", "odds"])
def test_modifiers_that_exclude_each_other_are_refused_by_name(ask: str, pair: list[str]) -> None:
    ratings = table(**RATINGS, modifiers=[NEAR, NEARER], beyond="clamp")
    dice = {"rng": random.Random(1)} if ask == "roll" else {"die": 3} if ask == "lookup" else {}
    with pytest.raises(InputError, match="modifiers 'nearer' and 'near' do not go together"):
        getattr(ratings, ask)(force="crew", modifiers=pair, **dice)
    assert ratings.lookup(force="crew", die=3, modifiers=["nearer"]).result == 5


@pytest.mark.parametrize("excluded", ["neer", "nearer"])
def test_what_a_modifier_excludes_is_another_modifier_of_its_table(excluded: str) -> None:
    modifiers = [NEAR, {**NEARER, "excludes": [excluded]}]
    assert defects(**RATINGS, modifiers=modifiers) == [
        ("BB012", f"modifier nearer: no other modifier `{excluded}`")
    ]


LEFT, RIGHT = ({**NEAR, "id": id, "choice": "hand"} for id in ("left", "right"))


@pytest.mark.parametrize("pair", [["left", "right"], ["right", "left"]])
@pytest.mark.parametrize("ask", ["lookup", "roll", "odds"])
def test_two_modifiers_of_one_choice_are_refused(ask: str, pair: list[str]) -> None:
    ratings = table(**RATINGS, modifiers=[LEFT, NEAR, RIGHT], beyond="clamp")
    dice = {"rng": random.Random(1)} if ask == "roll" else {"die": 3} if ask == "lookup" else {}
    with pytest.raises(InputError, match=r"modifiers 'left' and 'right' are of one choice \(hand\)"):
        getattr(ratings, ask)(force="crew", modifiers=pair, **dice)
    assert ratings.lookup(force="crew", die=3, modifiers=["left", "near"]).result == 5


def test_a_choice_is_of_several_modifiers() -> None:
    assert defects(**RATINGS, modifiers=[LEFT, NEAR]) == [
        ("BB012", "modifier left: no other modifier has the choice `hand`")
    ]


def test_a_choice_already_excludes_its_others() -> None:
    assert defects(**RATINGS, modifiers=[{**LEFT, "excludes": ["right"]}, RIGHT]) == [
        ("BB012", "modifier left: its choice already excludes `right`")
    ]


def test_a_modifier_of_a_choice_counts_once() -> None:
    assert defects(**RATINGS, modifiers=[{**LEFT, "repeats": True}, RIGHT]) == [
        ("BB012", "modifier left repeats, but is one of a choice")
    ]


def test_modifiers_of_one_choice_are_together_in_the_grid() -> None:
    grid = modifier_grid(table(**RATINGS, modifiers=[LEFT, NEAR, RIGHT]))
    assert grid is not None
    assert grid.heads[:2] == ("one of", "modifier")
    assert [[place.text for place in row[:2]] for row in grid.rows] == [
        ["hand", "left"],
        ["hand", "right"],
        ["–", "near"],
    ]


def test_json_names_the_choice_and_all_that_a_modifier_excludes() -> None:
    one = table(**RATINGS, modifiers=[LEFT, RIGHT, NEARER, NEAR])
    rows = [modifier_json(one, modifier) for modifier in one.modifiers]
    assert [(row["choice"], row["excludes"]) for row in rows] == [
        ("hand", ["right"]),
        ("hand", ["left"]),
        (None, ["near"]),
        (None, []),
    ]


@pytest.mark.parametrize(
    ("id", "choices"),
    [
        ("bug-hunter:combat-results", {"weapon effect": 8, "firing ability": 2}),
        ("bug-hunter:hand-to-hand-results", {"hand-to-hand ability": 2}),
        ("bug-hunter:scatter", {"throwing ability": 2}),
        ("bug-hunter:non-lethal-results", {}),
        ("mobile-infantry:to-hit", {"range": 2}),
        ("mobile-infantry:reaction", {"ratio of numbers": 3}),
        ("mobile-infantry:warrior-attack", {"experience": 2}),
        ("mobile-infantry:flyer-attack", {"experience": 2}),
        ("mobile-infantry:spotting", {}),
        ("mobile-infantry:dodge", {}),
    ],
)
def test_the_choices_are_those_of_the_books(id: str, choices: dict[str, int]) -> None:
    game, _, slug = id.partition(":")
    modifiers = open_game(game).table(slug).modifiers
    assert Counter(modifier.choice for modifier in modifiers if modifier.choice) == choices


def weighed(name: str, basis: str) -> dict[str, Any]:
    return {"id": name, "when": name, "add": 1, "to": "die", "basis": basis, "note": f"why {name}"}


@pytest.mark.parametrize(
    ("modifiers", "basis", "note"),
    [
        ([], Basis.PRINTED, ""),
        (["near"], Basis.PRINTED, ""),
        (["guess"], Basis.READING, "why guess"),
        (["guess", "near", "follows"], Basis.READING, "why guess"),
        (["guess", "other"], Basis.READING, "why guess why other"),
        (["guess", "ours"], Basis.HOUSE, "why ours"),
    ],
)
def test_an_answer_has_the_least_certain_basis_of_its_parts(
    modifiers: list[str], basis: Basis, note: str
) -> None:
    bonuses = [
        NEAR,
        weighed("follows", "derived"),
        {**weighed("guess", "reading"), "alternatives": ["not so"]},
        {**weighed("other", "reading"), "alternatives": ["nor so"]},
        weighed("ours", "house"),
    ]
    answer = table(**RATINGS, modifiers=bonuses, beyond="clamp").lookup(
        force="crew", die=1, modifiers=modifiers
    )
    assert (answer.provenance.basis, answer.provenance.note) == (basis, note)


def test_an_answer_lists_the_alternative_readings_of_its_parts() -> None:
    readings = [{**weighed(name, "reading"), "alternatives": [f"not {name}"]} for name in ("one", "two")]
    answer = table(**RATINGS, modifiers=readings).lookup(force="crew", die=1, modifiers=["one", "two"])
    assert answer.provenance.alternatives == ("not one", "not two")


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"force": "crew"}, "needs die: 1-6"),
        ({"force": "crew", "die": 3, "size": 2}, "has no input 'size'"),
        ({"force": "cerw", "die": 3}, "did you mean `crew`"),
        ({"force": "crew", "die": "x"}, "die='x': use a whole number"),
        ({"force": "crew", "die": True}, "use a whole number"),
    ],
)
def test_bad_inputs_name_the_axis_and_what_it_accepts(inputs: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        table(**RATINGS).lookup(**inputs)


rows = st.lists(st.integers(0, 9), min_size=11, max_size=11)


@given(rows)
def test_odds_match_a_lookup_of_every_roll(row: list[int]) -> None:
    two = table(axes=[{"name": "dice", "roll": "2d6"}], cells=row)
    counted: dict[int, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            value = two.lookup(dice=first + second).result
            counted[value] = counted.get(value, Fraction(0)) + Fraction(1, 36)
    assert dict(two.odds()) == counted
    assert sum(chance for _, chance in two.odds()) == 1


@given(rows, st.integers(0, 1000))
def test_a_roll_is_possible_and_repeats_with_its_seed(row: list[int], seed: int) -> None:
    two = table(axes=[{"name": "dice", "roll": "2d6"}], cells=row)
    answer = two.roll(random.Random(seed))
    assert two.odds()[answer.result] > 0
    assert answer == two.roll(random.Random(seed))


def test_given_dice_are_not_rolled() -> None:
    assert table(**RATINGS).roll(random.Random(1), force="marine", die=6).result == 4
    assert dict(table(**RATINGS).odds(force="marine", die=6)) == {4: Fraction(1)}


def test_the_permalink_of_a_cell_names_its_inputs() -> None:
    ratings = table(**RATINGS)
    assert ratings.permalink({"die": 5, "force": "marine"}) == "game:table/test#force=marine&die=5"


def test_odds_of_too_many_rolls_are_rejected() -> None:
    axes = [{"name": name, "roll": "2d100"} for name in ("one", "other")]
    two = table(axes=axes, cells={"2-200": {"2-200": 1}})
    with pytest.raises(InputError, match=r"39601 rolls; give one or other, for at most 10000"):
        two.odds()
    assert dict(two.odds(one=7)) == {1: Fraction(1)}
