"""Ten rules are broken one at a time; a test of the play notices each."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bug_hunter_games import library_play, station

from builder.games.bug_hunter.play import situation
from builder.games.bug_hunter.play.rules import air, close, deeds, fire, harm, tasks
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import State
from rulesdb import Ruleset


def neighbor(name: str) -> ModuleType:
    """A file of tests next to this one."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


examples, oracles = neighbor("test_worked_examples"), neighbor("test_oracles")

Broken = tuple[Any, str, Any, Callable[..., None]]

BROKEN: dict[str, Broken] = {
    "doors cost nothing": (
        Stage,
        "door_costs",
        {(kind, held): 0 for kind in (1, 2) for held in (False, True)},
        examples.test_three_hexes_and_an_airlock_take_seven_points_a_round_and_four_points,
    ),
    "a sealed door opens": (
        situation,
        "is_sealed",
        lambda stage, state, edge: False,
        examples.test_a_sealed_door_keeps_a_human_in,
    ),
    "an airlock cycles in every round": (
        air,
        "clock",
        lambda stage, state: 99,
        examples.test_an_airlock_is_not_cycled_in_two_rounds_in_a_row,
    ),
    "a swarm acts with its whole number": (
        tasks,
        "_swarm_rating",
        lambda stage, size: size,
        lambda: examples.test_a_swarm_acts_with_half_its_number(8, 4, True),
    ),
    "swarms do not split": (
        tasks,
        "_splits",
        lambda stage, state, pred: [],
        examples.test_six_creatures_split_with_a_chit_of_two_as_in_the_example,
    ),
    "any number of Preds acts": (
        tasks,
        "can_act",
        lambda state, unit: True,
        examples.test_the_dead_and_the_panicked_do_not_act,
    ),
    "suits do not keep gas out": (
        State,
        "mark",
        lambda state, unit, flags: state.flags.__setitem__(
            slice(None), [each | flags for each in state.flags]
        ),
        examples.test_gas_puts_to_sleep_whoever_is_in_its_area_and_has_no_suit,
    ),
    "a second wound does nothing": (
        harm,
        "_worse",
        lambda stage, before, result: max(before, {"W": 1, "I": 2, "K": 3}[result]),
        oracles.test_the_chance_that_three_strikes_put_a_human_down,
    ),
    "a swarm has no defense multiple": (
        fire,
        "defense",
        lambda stage, state, unit, **options: 1,
        oracles.test_the_chance_that_three_shots_of_a_flamer_burn_a_swarm_of_six,
    ),
    "ratings do not count hand-to-hand": (
        close,
        "rating",
        lambda stage, state, unit: 0,
        oracles.test_the_chance_that_three_strikes_put_a_human_down,
    ),
}


@pytest.fixture
def fresh() -> Iterator[None]:
    """Plays compile nothing while a rule is broken that other tests use, and keep nothing of it."""
    for make in (station, library_play):
        make.cache_clear()
    yield
    for make in (station, library_play):
        make.cache_clear()


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_noticed(
    name: str, bug_hunter: Ruleset, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    place, attribute, broken, notices = BROKEN[name]
    monkeypatch.setattr(place, attribute, broken)
    needs_tables = "bug_hunter" in notices.__code__.co_varnames
    with pytest.raises((AssertionError, StopIteration, ValueError)):
        notices(bug_hunter) if needs_tables else notices()


def test_the_rules_are_those_of_modules_that_are_in_use() -> None:
    assert all(hasattr(place, attribute) for place, attribute, _, _ in BROKEN.values())
    assert deeds.DO
