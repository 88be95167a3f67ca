"""The player aid of a scenario has what the scenario can need, and nothing about what it does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from kits import GAMES, SCENARIOS, scenario_of

from builder.draw.sheets.aid.examples import filled_from
from builder.draw.sheets.aid.named_rows import by_name
from builder.draw.sheets.aid.outline import read_block, read_steps
from builder.draw.sheets.aid.scope import in_scope, needed_contents
from builder.draw.surface.wording import load_words
from rulesdb import Ruleset, open_game

WORDS = load_words()


def scoped(name: str) -> Ruleset:
    scenario = scenario_of(name)
    return in_scope(scenario.ruleset, scenario.census)


def labels(game: Ruleset, table: str) -> list[str]:
    return [label for axis in game.table(table).axes for label in axis.labels]


def texts(game: Ruleset) -> str:
    return " ".join(step.text for step in read_steps(game))


def named(game: Ruleset) -> Iterator[str]:
    """The keys that the needs of an aid can have."""
    yield from (f"tasks/{task.slug}" for task in game.of_kind("task"))
    for slug, table in game.tables.items():
        yield slug
        yield from (f"{slug}/{label}" for axis in table.axes for label in axis.labels)
        yield from (f"{slug}/{modifier.id}" for modifier in table.modifiers)


@pytest.mark.parametrize("game", GAMES)
def test_needs_are_of_tables_labels_modifiers_and_tasks_that_exist(game: str) -> None:
    rules = open_game(game)
    assert rules.aid["needs"].keys() <= set(named(rules))


def test_the_costs_of_terrain_stand_beside_the_names_of_what_the_scenario_has() -> None:
    for name, has_water in (("brood-debt", False), ("kessel-wash", True)):
        game = scoped(name)
        table = game.table("terrain-costs")
        rows = [[label, str(cell.value)] for at, cell in table.cells() for label in at.values()]
        costs = dict(by_name(game, table, rows, WORDS.of_game(game)))
        wet, dry = ("deep water", "swamp") if has_water else ("swamp", "deep water")
        assert (costs["grass"], costs["rocks"], costs[wet]) == ("1", "2", "3")
        assert dry not in costs
        assert costs.keys().isdisjoint(table.axes[0].labels)


def test_a_scenario_without_swarms_and_interphase_has_neither() -> None:
    game = scoped("dead-air")
    assert not {"swarm-losses", "casualty-recovery", "sacrifice"} & set(game.chart_tables)
    assert "No interphase." in texts(game)
    assert not [step for step in read_steps(game) if step.listed]
    assert "swarm-losses" in scoped("relief").chart_tables
    assert [step.title for step in read_steps(scoped("relief")) if step.listed] == ["End the turn"]


def test_a_table_of_dice_stays_when_one_of_its_modifiers_goes() -> None:
    presence = scoped("eagle-six").table("presence")
    assert "presence" in scoped("eagle-six").chart_tables
    assert len(presence.modifiers) < len(open_game("mobile-infantry").table("presence").modifiers)


def test_self_destruction_is_explained_only_if_the_game_lasts_long_enough() -> None:
    assert "self-destruct" not in scoped("dead-air").chart_tables
    assert "initiate-self-destruct" not in labels(scoped("dead-air"), "capabilities")
    assert "self-destruct" in scoped("ninth-hour").chart_tables


def test_rows_are_those_of_weapons_units_and_ground_of_the_scenario() -> None:
    assert labels(scoped("dead-air"), "firepower") == ["MP", "FL"]
    assert labels(scoped("pump-hut"), "firing-results")[:3] == ["warrior", "minitank", "flyer-grounded"]
    assert not [label for label in labels(scoped("candle"), "bug-movement") if label.startswith("brain")]
    assert "swamp" not in labels(scoped("kite-season"), "terrain-costs")
    assert "swamp" in labels(scoped("cold-ford"), "terrain-costs")
    assert "tunnel-combat" not in labels(scoped("kite-season"), "to-hit-modifiers")


def test_victory_by_points_is_on_the_aid_only_if_the_scenario_says_nothing_else() -> None:
    game = scoped("static")
    assert not {"victory-points", "ramming"} & set(game.chart_tables)
    assert "The briefing says how." in texts(game)
    assert "ramming" in scoped("brood-debt").chart_tables


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_aid_shows_who_has_which_powers_or_cards(name: str) -> None:
    game, whole = scoped(name), scenario_of(name).ruleset
    on_cards = set(whole.aid.get("on_cards", ()))
    assert not on_cards & set(game.chart_tables)
    in_block = {slug for row in read_block(game) for cell in row for slug in cell.tables}
    assert not on_cards & (in_block | {slug for step in read_steps(game) for slug in step.tables})


@pytest.mark.parametrize("name", SCENARIOS)
def test_cells_of_a_reduced_table_are_those_of_the_whole_table(name: str) -> None:
    game, whole = scoped(name), scenario_of(name).ruleset
    for slug in game.chart_tables:
        all_cells = {tuple(at.items()): cell for at, cell in whole.table(slug).cells()}
        kept = {tuple(at.items()): cell for at, cell in game.table(slug).cells()}
        assert kept
        assert kept.items() <= all_cells.items()


def test_aids_of_scenarios_with_the_same_things_are_equal() -> None:
    one, other, third = (scenario_of(name) for name in ("candle", "three-lamps", "fort-hadley"))
    contents = [needed_contents(each.ruleset, each.census) for each in (one, other, third)]
    assert contents[0] == contents[1] != contents[2]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_aid_has_an_example_whose_figures_are_those_of_the_tables(name: str) -> None:
    game = scoped(name)
    [example] = game.aid["examples"]
    text = filled_from(game, WORDS, example["text"])
    assert "{" not in text
    for numerator, divisor, ratio in re.findall(r"(\d+) ÷ (\d+) is (\d+):1", text):
        assert int(numerator) // int(divisor) == int(ratio)
    for one, more, total in re.findall(r"(\d+) \+ (\d+) = (\d+)", text):
        assert int(one) + int(more) == int(total)


def test_the_examples_tell_what_the_rules_do() -> None:
    infantry = open_game("mobile-infantry").table("to-hit")
    hit = infantry.lookup(experience="veteran", die=4, modifiers=["point-blank"])
    assert hit.result == "hit"
    span = open_game("handspan")
    assert span.figure("firing-results", target="warrior", range="long", result="stop") <= 9
    assert span.figure("firing-results", target="warrior", range="long", result="kill") > 9
    assert 7 // open_game("bugged").figure("range-loss", about="hexes for each die") == 1
