"""The ``play`` block of a ruleset, and the defects that the loader reports in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from night_shift import FOLDER, ruleset

from rulesdb import Ruleset
from rulesdb.cache.plain import game_from_json, plain_json
from rulesdb.play import Outcome, fact_of
from rulesdb.play.reading import read_play
from rulesdb.yaml_source import parse_yaml

COLUMN = "      column: "
TEXT = (FOLDER / "ruleset.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return ruleset()


def test_a_block_gives_attacks_and_results(game: Ruleset) -> None:
    rules = game.play
    assert rules is not None
    fire, strike = rules.attacks
    assert (fire.dice, fire.columns, fire.ranges) == ("2d6", (1, 2, 3, 4, 5, 6), ("near", "far"))
    assert (strike.reach, strike.power_table) == ("", "")
    assert fact_of(game.find("unit", "borer"), strike.power_fact) == 4
    assert rules.results["two wounds"] == Outcome(wounds=2)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("at: {each: side}", "at: {each: sid}", "each='sid'"),
        ("column: power\n", "column: dice\n", "table damage is no results table with columns `dice`"),
        (f"damage\n{COLUMN}power", f"firepower\n{COLUMN}weapon", "table firepower is no results table with"),
        ("    wound: {wounds: 1}\n", "", "`results` does not say what `wound` does"),
        ("soft_cover: soft-cover", "soft_cover: soft", "table damage has no modifier `soft`"),
        ("      reach: reach\n", "", "an attack at a distance has a table of power by weapon and range"),
        ("reach: reach", "reach: damage", "tables firepower and damage need an axis of weapons"),
        ("wounds: scores.wounds", "wounds: scores.hits", "unit/fitter has no `scores.hits`"),
        ("id: shift, title", "id: night, title", "choice `shift` of assumption setting-up is no side"),
    ],
)
def test_a_table_that_does_not_fit_is_reported_with_its_line(
    game: Ruleset, old: str, new: str, message: str
) -> None:
    assert TEXT.count(old) >= 1
    source = parse_yaml(TEXT.replace(old, new, 1), "ruleset.yaml")
    _, problems = read_play(source, game.tables, game.entries)
    assert any(message in problem.message for problem in problems), [each.message for each in problems]
    assert all(problem.help for problem in problems)


def test_a_card_for_a_modifier_that_no_attack_has_is_reported(game: Ruleset) -> None:
    frenzy = game.find("card", "frenzy")
    entries = {
        **game.entries,
        frenzy.key: replace(frenzy, facts={**frenzy.facts, "does": {"modifier": "crad"}}),
    }
    _, problems = read_play(parse_yaml(TEXT, "ruleset.yaml"), game.tables, entries)
    (problem,) = problems
    assert problem.message == "card/frenzy names the modifier `crad`, which no results table of an attack has"
    assert problem.help == "did you mean `card`?"


def test_the_cache_keeps_it(game: Ruleset) -> None:
    assert game_from_json(plain_json(game)).play == game.play


def test_a_game_without_a_block_has_no_rules_for_play(game: Ruleset) -> None:
    head, _, rest = TEXT.partition("play:\n")
    without = head + rest[rest.index("scores:\n") :]
    assert read_play(parse_yaml(without, "ruleset.yaml"), game.tables, game.entries) == (None, ())
