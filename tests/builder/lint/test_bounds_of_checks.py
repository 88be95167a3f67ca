"""Scenarios on either side of what a check lets pass, and words that depend on what it found."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from builder.games.bug_hunter.checks.compartments import way_in_words
from builder.lint.engine import lint_text
from rulesdb import open_game
from rulesdb.schemas import SchemaSet

HERE = Path(__file__).parent
SCHEMAS, OPENER = SchemaSet(), functools.cache(open_game)


def codes(text: str) -> set[str]:
    report = lint_text(text, Path("edited.yaml"), schemas=SCHEMAS, opener=OPENER)
    return {finding.code for finding in report.findings}


def edited(name: str, *changes: tuple[str, str]) -> str:
    text = (HERE / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


OWN_GROUND = ('side: defender, dot: "1302"', 'side: defender, dot: "1209"')
COMING = (
    "    unit: trooper\n    color: brown",
    "    unit: trooper\n    arrival: on turn 2\n    color: brown",
)


@pytest.mark.parametrize(
    ("turns", "more", "is_found"), [(1, (), True), (2, (), False), (6, (), False), (1, (COMING,), False)]
)
def test_ground_on_dots_is_contested_from_the_turn_that_others_can_come(
    turns: int, more: tuple[tuple[str, str], ...], is_found: bool
) -> None:
    """Two turns bring the raiders to the mill; who comes from off the map may come anywhere."""
    text = edited("sound-dots.yaml", OWN_GROUND, ("turns: 6", f"turns: {turns}"), *more)
    assert ("BB426" in codes(text)) == is_found


@pytest.mark.parametrize(("turns", "is_found"), [(1, True), (2, False), (8, False)])
def test_open_country_is_contested_from_the_turn_that_others_can_come(turns: int, is_found: bool) -> None:
    text = edited("broken/BB426-uncontested.yaml", ("turns: 1\n", f"turns: {turns}\n"))
    assert ("BB426" in codes(text)) == is_found


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Bridge", "Hall"], "from Bridge to Hall beside it"),
        (["Bridge", "Store", "Hall"], "from Bridge to Hall through Store"),
        (["Bridge", "Store", "Lock", "Hall"], "from Bridge to Hall through Store, Lock"),
    ],
)
def test_the_way_round_a_door_names_what_lies_between(names: list[str], words: str) -> None:
    assert way_in_words(names) == words
