"""The language of conditions and effects: what is read from a file, and when a condition is met."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from logic_cases import MET, WORK, State, scenario_with

from builder.scenario.limits import RejectedScenario
from builder.scenario.logic.conditions import Compare, Facts, Otherwise, Sign, Standing, Who, is_met
from builder.scenario.logic.effects import Ban, Check, Item, Leave, Movement, Opening
from builder.scenario.logic.words import CONDITIONS, EFFECTS
from rulesdb.schemas import SchemaSet


def read(when: Any) -> Any:
    """A condition of the humans; every name in it must be known."""
    victory = [{"side": "human", "grade": "great", "when": when}]
    scenario = scenario_with(victory=victory)
    assert scenario.unread == ()
    return scenario.victory[0].condition


@pytest.mark.parametrize(("when", "met", "unmet"), MET, ids=lambda value: str(value)[:60])
def test_a_condition_is_met_in_one_state_and_not_in_another(when: Any, met: Facts, unmet: Facts) -> None:
    condition = read(when)
    assert (is_met(condition, met), is_met(condition, unmet)) == (True, False)


@pytest.mark.parametrize(("done_by", "key"), WORK, ids=lambda value: str(value)[:40])
def test_work_at_an_objective_counts_up_to_its_number(done_by: Any, key: str) -> None:
    scenario = scenario_with(goods={"done_by": done_by, "act": "initiate-self-destruct"})
    condition = scenario.objectives[0].done_by
    assert condition is not None
    assert scenario.unread == ()
    assert [is_met(condition, State(counts={key: count})) for count in (1, 2)] == [False, True]


def test_the_words_of_the_schema_are_those_that_are_read() -> None:
    defs = SchemaSet().load("logic")["$defs"]
    for words, name in ((CONDITIONS, "condition"), (EFFECTS, "effect")):
        assert set(defs[name]["properties"]) == {
            *words,
            *(key for options in words.values() for key in options),
        }


def test_every_word_of_a_condition_has_a_case_here() -> None:
    tried = {key for when, *_ in MET for key in when} | {key for done_by, _ in WORK for key in done_by}
    assert set(CONDITIONS) <= tried


def test_here_is_the_place_of_the_objective() -> None:
    scenario = scenario_with(goods={"done_by": {"in": "here"}, "done_at": "last turn"})
    goods = scenario.objectives[0]
    assert goods.done_by is not None
    assert is_met(goods.done_by, State(counts={"human in goods": 1}))


def test_a_condition_gives_what_checks_of_sentences_used_to_take_from_keys() -> None:
    when = {"all": [{"done": "goods"}, {"standing": "crew", "at_least": 2}, {"not": {"done": "desk"}}]}
    victory = scenario_with(victory=[{"side": "human", "grade": "great", "when": when}]).victory[0]
    assert (victory.objectives, victory.survivors, victory.when) == (("goods",), ("crew", 2), "")
    assert Compare(Standing(Who(force="crew")), Sign.AT_LEAST, 2) in victory.condition.parts  # type: ignore


def test_otherwise_is_a_condition_and_any_other_text_a_sentence() -> None:
    victory = [{"side": "human", "grade": "great", "when": text} for text in ("otherwise", "Otherwise.")]
    one, other = scenario_with(victory=victory).victory
    assert (one.condition, one.when) == (Otherwise(), "")
    assert (other.condition, other.when) == (None, "Otherwise.")


def test_effects_are_read_with_their_time() -> None:
    effects = [
        {"movement": "human", "times": "1/2"},
        {"check": "rule/311.3", "who": "crew"},
        {"bans": ["rule/314.0"], "who": "pred"},
        {"leave": "north", "who": "crew"},
        {"opens": "goods"},
    ]
    event = {"turn": 2, "title": "Dark", "effects": effects, "unless": {"done": "desk"}, "turns": 2}
    scenario = scenario_with(events=[event])
    read = scenario.events[0]
    assert scenario.unread == ()
    assert read.effects is not None
    assert [type(effect) for effect in read.effects] == [Movement, Check, Ban, Leave, Opening]
    assert read.effects[0] == Movement(Who(side="human"), Fraction(1, 2))
    assert read.span.unless is not None
    assert read.span.turns == 2
    assert scenario.special_rules[0].effects == (Item("egg", "the egg", "crew"),)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"at_least": 2}, "a condition needs a word besides `at_least`"),
    ({"done": "goods", "turn": 2}, "`turn` and `done` cannot stand together"),
    ({"standing": "crew"}, "`standing` needs `at_least` or `at_most` or `more_than` or `fewer_than`"),
    ({"turn": 2, "who": "crew"}, "`who` cannot be used with `turn`"),
    ({"end_turns": 2}, "`end_turns` can only be used in `done_by` of an objective"),
    ({"in": "here"}, "`here` is the place of an objective, in its `done_by`"),
    (
        {"in": {"dots": "0101"}},
        "a place on a map of kind hex needs exactly one of the keys `areas` or `hexes`",
    ),
    ({"standing": "crew", "at_least": 3, "at_most": 2}, "at least 3 and at most 2 is impossible"),
    ({"standing": "crew", "at_least": "pred"}, "`at_least` of `standing` is a number, not a side"),
]


@pytest.mark.parametrize(("when", "message"), BAD, ids=lambda value: str(value)[:40])
def test_a_condition_without_meaning_is_rejected_at_its_place(when: Any, message: str) -> None:
    with pytest.raises(RejectedScenario) as raised:
        read({"all": [{"turn": 1}, when]})
    problem = raised.value.problems[0]
    assert problem.message == message
    assert problem.help
    assert problem.span.line > 60


UNKNOWN: list[tuple[dict[str, Any], str]] = [
    ({"done": "gods"}, "objective"),
    ({"standing": "crw", "at_least": 1}, "force or side"),
    ({"in": "attic"}, "place"),
    ({"left_by": "up"}, "way off the map"),
    ({"carries": "eg"}, "weapon"),
    ({"destroyed": "eg"}, "item"),
    ({"happened": "rule/999"}, "entry"),
    ({"standing": "crew", "members": ["9"], "at_least": 1}, "member"),
]


@pytest.mark.parametrize(("when", "kind"), UNKNOWN, ids=lambda value: str(value)[:40])
def test_an_unknown_name_in_a_condition_is_reported(when: Any, kind: str) -> None:
    scenario = scenario_with(victory=[{"side": "human", "grade": "great", "when": when}])
    assert [str(name.kind) for name in scenario.unread] == [kind]
    assert scenario.unread[0].path[:3] == ("victory", 0, "when")
