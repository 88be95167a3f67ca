"""The number of copies of a marker follows from the scenario, and so do its sides."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from kits import GAMES, SCENARIOS, TRIED_IN, kit_of, scenario_of

from builder.draw.pieces.counter_key import MarkerKey
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.marker_copies import MAX_COPIES, marker_needs
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.forces.cups import chits_in_cup
from builder.scenario.logic.effects import BarredDoors
from builder.scenario.things import Census, Thing
from rulesdb import open_game
from rulesdb.language import in_language


def things(kind: str, number: int, **traits: Any) -> list[Thing]:
    return [Thing(kind, kind, (), {"is": ("it",), **traits}) for _ in range(number)]


def needed(copies: Any, *present: Thing) -> int:
    """What a game with one marker needs in a scenario with some things."""
    game = open_game("handspan")
    marker = game.find("marker", "stopped")
    marker = replace(marker, facts=MappingProxyType({**marker.facts, "copies": copies}))
    alone = replace(game, entries=MappingProxyType({marker.key: marker}))
    return marker_needs(alone, Census(present))[0].copies


@pytest.mark.parametrize(
    ("copies", "number"),
    [
        (7, 7),
        ({"for_each": "figure"}, 5),
        ({"for_each": "figure", "each": 2}, 3),
        ({"for_each": "figure", "times": 3, "each": 2}, 8),
        ({"for_each": "figure", "plus": 2}, 7),
        ({"for_each": "figure", "times": 3, "most": 12}, 12),
        ({"for_each": "figure", "times": 20}, MAX_COPIES),
        ({"for_each": "lift"}, 0),
        ({"for_each": "lift", "plus": 2}, 0),
        ({"for_each": {"figure": "it"}}, 5),
        ({"for_each": {"figure": "other"}}, 0),
        ({"for_each": "force", "each": 5}, 3),
        ([{"for_each": "figure"}, {"for_each": "force"}, {"for_each": "lift"}], 18),
    ],
)
def test_copies_are_worked_out_from_the_things_of_a_scenario(copies: Any, number: int) -> None:
    forces = [*things("force", 1, count=9), *things("force", 1, count=4)]
    assert needed(copies, *things("figure", 5), *forces) == number


def test_copies_can_be_the_sum_of_a_trait_of_things() -> None:
    forces = [*things("force", 1, count=9, cup=12), *things("force", 1, count=4, cup=8), *things("force", 1)]
    assert needed({"for_each": "force", "sum": "cup"}, *forces) == 20


@pytest.mark.parametrize("name", ["relief", "long-walk", "ninth-hour", "cold-berth"])
def test_there_are_as_many_preservation_chits_as_boxes_on_the_tracks(name: str) -> None:
    scenario = scenario_of(name)
    copies = {need.marker.slug: need.copies for need in marker_needs(scenario.ruleset, scenario.census)}
    boxes = sum(chits_in_cup(scenario.ruleset, force) for force in scenario.forces)
    assert copies["preservation-chit"] == boxes > 0


def test_markers_do_not_tell_how_many_hidden_creatures_there_are() -> None:
    copies = {
        number: needed({"for_each": "force"}, *things("force", 1, count=number, hidden=("yes",)))
        for number in (1, 4, 6, 7)
    }
    assert copies == {1: 6, 4: 6, 6: 6, 7: 12}


def test_dead_air_has_a_marker_for_each_lift_airlock_and_suit() -> None:
    scenario = scenario_of("dead-air")
    copies = {need.marker.slug: need.copies for need in marker_needs(scenario.ruleset, scenario.census)}
    assert (copies["lift"], copies["airlock"], copies["depressurized-spacesuit"]) == (2, 2, 12)
    # Twelve of the crew and two Preds can be wounded; nobody has a cage or a vehicle.
    assert copies["wounded-incapacitated"] + copies["wounded-killed"] >= 14
    assert (copies["cage"], copies["gas-destroyed-vehicle"]) == (0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_without_a_scenario_there_is_every_marker(game: str) -> None:
    needs = marker_needs(open_game(game), None)
    assert all(0 < need.copies <= MAX_COPIES for need in needs)
    assert all(need.front == need.marker["front"] for need in needs)


def test_a_kit_has_no_marker_of_a_rule_that_the_scenario_replaces() -> None:
    """Nobody can declare a preservation interphase in Dead Air."""
    copies = {
        name: {need.marker.slug: need.copies for need in marker_needs(scenario.ruleset, scenario.census)}
        for name in ("dead-air", "relief")
        if (scenario := scenario_of(name))
    }
    # In Relief, twelve are in the cup of the colonists, and eight in that of the marines.
    assert (copies["dead-air"]["preservation-chit"], copies["relief"]["preservation-chit"]) == (0, 20)


@pytest.mark.parametrize(
    ("name", "marker", "words"),
    [
        ("kite-season", "entangled-swimming", ["ENTANGLED"]),
        ("cold-ford", "entangled-swimming", ["ENTANGLED", "SWIMMING"]),
        ("long-walk", "net-shut-down", ["SHUT DOWN"]),
        ("dead-air", "net-shut-down", ["NET", "SHUT DOWN"]),
        ("relief", "incendiary-grenade-gl", ["GL UNLOADED"]),
        ("relief", "gas-destroyed-vehicle", ["DESTROYED"]),
        ("cold-berth", "satchel-breach", ["BREACH"]),
        ("ninth-hour", "satchel-breach", ["SATCHEL", "BREACH"]),
        # The squad in The Long Walk has twenty grenades of any kind.
        ("long-walk", "incendiary-grenade-gl", ["INCENDIARY", "GL UNLOADED"]),
        ("ninth-hour", "quick-fire-quick-throw", ["QUICK FIRE"]),
        ("cold-berth", "gas-fire", ["GAS"]),
        ("dead-air", "smoke-fire", ["FIRE"]),
        # A shot of a flamethrower sets fire to nine dots at once.
        ("customs-house", "fire", ["FIRE", "WIDE FIRE"]),
    ],
)
def test_a_side_that_nothing_in_the_scenario_needs_is_like_the_other(
    name: str, marker: str, words: list[str]
) -> None:
    """Nobody has a net in The Long Walk, or a grenade in The Ninth Hour."""
    scenario = scenario_of(name)
    needs = {need.marker.slug: need for need in marker_needs(scenario.ruleset, scenario.census)}
    assert list(needs[marker].words) == words


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_marker_says_what_the_backs_of_all_counters_say(name: str) -> None:
    """A bug that is slowed is turned over, and needs no marker."""
    scenario = scenario_of(name)
    backs = {force.unit["counter"].get("back", "") for force in scenario.forces}
    backs |= {
        member.unit["counter"].get("back", "")
        for force in scenario.forces
        for member in force.members
        if member.unit
    }
    needs = [need for need in marker_needs(scenario.ruleset, scenario.census) if need.copies]
    said = {word for need in needs for word in need.words}
    # In Bug Hunter, hidden Preds lie prone, too, and their counters have no back for it.
    assert not (said & backs) - {"PRONE"}


@pytest.mark.parametrize(("name", "copies"), [("the-old-one", 0), ("candle", 3), ("fort-hadley", 3)])
def test_missions_with_retrieval_have_a_marker_for_each_craft(name: str, copies: int) -> None:
    scenario = scenario_of(name)
    needs = {need.marker.slug: need.copies for need in marker_needs(scenario.ruleset, scenario.census)}
    assert needs["craft-wreck"] == copies


@pytest.mark.soak
@pytest.mark.parametrize(("name", "language"), TRIED_IN)
def test_the_sheet_of_counters_has_the_number_and_the_sides_of_each_marker(name: str, language: str) -> None:
    kit, words, scenario = kit_of(name, language), load_words(language), scenario_of(name)
    needs = marker_needs(in_language(scenario.ruleset, language), scenario.census)
    sheets = [page.drawing for page in kit.pages if page.part == "Counters"]
    # In a list to read, with only the first letters large.
    written = " ".join(text.text for drawing in sheets for text in drawing.texts).casefold()
    for need in needs:
        if need.copies and "numbered_by" not in need.marker.facts:
            first, *other = need.words
            sides = words("marker.sides", front=first, back=other[0]) if other else first
            assert f"{need.copies} {sides}".casefold() in written


@pytest.mark.parametrize("name", GAMES)
def test_every_side_of_a_marker_says_in_a_few_words_what_it_does(name: str) -> None:
    for marker in open_game(name).of_kind("marker"):
        sides = [marker["front"], *([marker["back"]] if "back" in marker.facts else [])]
        assert all(side.get("does") for side in sides), marker.slug


def test_the_key_explains_all_markers_or_is_not_drawn() -> None:
    context = DrawingContext(load_theme())
    scenario = scenario_of("dead-air")
    lines = CounterArtist(context).key_lines(scenario.ruleset, scenario.census)
    key = MarkerKey(lines, 190.0, context)
    whole = key.draw(120.0)
    assert whole is not None
    assert any("hurt" in text.text for text in whole.texts)
    # Nothing is cut off.
    written = " ".join(text.text for text in whole.texts)
    for line in lines:
        assert f"{line.count} {line.said[0][0]}" in written
        assert all(word in written and meaning in written for word, meaning in line.said)
    assert key.draw(48.0) is None


def test_the_columns_of_a_key_are_even_and_the_words_of_a_back_stand_apart_from_those_above() -> None:
    scenario = scenario_of("candle")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    lines = CounterArtist(context).key_lines(scenario.ruleset, scenario.census)
    key = MarkerKey(lines, 190.0, context).draw(82.0)
    assert key is not None
    counts = Counter(round(text.x) // 60 for text in key.texts if text.text.isdecimal())
    assert sorted(counts.values()) == [3, 3, 4]
    # Each name stands above what it means; what a front means is nearer to it than to the name of the back.
    for line in lines:
        if line.sides > 1:
            # The word on the marker itself is drawn before the one beside it.
            levels = [
                [each.y for each in key.texts if each.text == text][-1] for said in line.said for text in said
            ]
            front, meaning, back, last = levels
            assert meaning - front == pytest.approx(last - back)
            assert back - meaning > meaning - front


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_marker_in_a_key_has_its_word_only_where_it_can_be_read(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    for line in CounterArtist(context).key_lines(scenario.ruleset, scenario.census):
        plain, worded = ([text.text for face in line.faces(words) for text in face.texts] for words in (0, 1))
        assert len(plain) < len(worded)
        assert all(len(text) <= 2 for text in plain), line.said


@pytest.mark.parametrize(("name", "notes"), [("dead-air", 1), ("three-lamps", 0)])
def test_a_key_says_once_below_its_markers_that_no_rule_uses_some_figures(name: str, notes: int) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    lines = CounterArtist(context).key_lines(scenario.ruleset, scenario.census)
    key = MarkerKey(lines, 190.0, context).draw(200.0)
    assert key is not None
    assert sum("also print ×4, ×6, which no rule uses" in text.text for text in key.texts) == notes
    assert not any("no rule" in meaning for line in lines for _, meaning in line.said)


def test_chits_are_in_the_key_once_by_their_first_number_with_the_count_of_all() -> None:
    scenario = scenario_of("long-walk")
    lines = CounterArtist(DrawingContext(load_theme())).key_lines(scenario.ruleset, scenario.census)
    chits = [line for line in lines if line.said[0][0].startswith("ACTIVATION")]
    total = sum(int(cell.value) for _, cell in scenario.ruleset.table("activation-chits").cells())
    assert [line.count for line in chits] == [total]
    assert [text.text for face in chits[0].faces(False) for text in face.texts] == ["1"]


def test_what_can_be_carried_has_a_counter_with_its_name_and_a_burned_back_if_it_can_burn() -> None:
    scenario = scenario_of("customs-house")
    needs = {need.marker.slug: need for need in marker_needs(scenario.ruleset, scenario.census)}
    assert needs["carried"].copies == 1
    assert needs["carried"].words == ("LEDGERS", "BURNED")
    rules = tuple(rule for rule in scenario.special_rules if rule.id != "ledgers")
    without = replace(scenario, special_rules=rules)
    assert not any(need.copies for need in marker_needs(without.ruleset, without.census) if need.of)


def test_each_door_that_can_be_forced_has_a_marker() -> None:
    scenario = scenario_of("customs-house")
    needs = {need.marker.slug: need for need in marker_needs(scenario.ruleset, scenario.census)}
    [barred] = [
        effect
        for rule in scenario.special_rules
        for effect in rule.effects or ()
        if isinstance(effect, BarredDoors)
    ]
    assert needs["forced-door"].copies == len(barred.doors)


@pytest.mark.parametrize(("name", "numerals"), [("three-lamps", ["I", "II", "III"]), ("candle", [""])])
def test_markers_of_several_objectives_have_the_numerals_of_the_map(name: str, numerals: list[str]) -> None:
    scenario = scenario_of(name)
    [need] = [
        each for each in marker_needs(scenario.ruleset, scenario.census) if each.marker.slug == "objective"
    ]
    assert need.numerals == numerals
    context = DrawingContext.of(scenario.ruleset, load_theme())
    pieces = CounterArtist(context).markers(scenario.ruleset, scenario.census)
    own = {piece.name: piece.copies for piece in pieces if piece.name.startswith("marker-objective")}
    assert own == {"-".join(filter(None, ("marker-objective", numeral))): 1 for numeral in numerals}
