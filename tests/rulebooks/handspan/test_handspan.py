"""Handspan, compared with a second reading of its page, and more tests of its procedures."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesdb import Basis, InputError, Ruleset, open_game
from rulesdb.tables.axes import Interval
from rulesdb.yaml_source import load_yaml

BOOK: dict[str, Any] = load_yaml(Path(__file__).with_name("second_reading.yaml")).data


@pytest.fixture(scope="module")
def handspan() -> Ruleset:
    return open_game("handspan")


def row_of(line: str) -> tuple[dict[str, str], str]:
    """Inputs and result; a tilde stands for a comma inside a label."""
    given, _, result = line.partition(" is ")
    return dict(part.replace("~", ",").split(" ", 1) for part in given.split(", ")), result


def test_every_cell_matches_the_book(handspan: Ruleset) -> None:
    answers = {
        (slug, line): str(handspan.table(slug).lookup(**row_of(line)[0]).result)
        for slug, lines in BOOK.items()
        for line in lines
    }
    assert answers == {(slug, line): row_of(line)[1] for slug, line in answers}


@pytest.mark.parametrize("slug", BOOK)
def test_the_second_reading_covers_every_cell(handspan: Ruleset, slug: str) -> None:
    given = [row_of(line)[0] for line in BOOK[slug]]
    table = handspan.table(slug)
    labels = {axis.name: axis.is_label for axis in table.axes}
    for at, _ in table.cells():
        met = [
            inputs
            for inputs in given
            if all(
                inputs[name] == place if labels[name] else int(inputs[name]) in Interval.parse(place)
                for name, place in at.items()
            )
        ]
        assert met, at


def test_every_table_of_the_page_has_two_transcriptions(handspan: Ruleset) -> None:
    of_the_page = {
        slug for slug, table in handspan.tables.items() if table.entry.provenance.basis is not Basis.HOUSE
    }
    assert of_the_page == set(BOOK) | {"close-quarters-dice", "blasts"}


def test_warriors_have_three_close_quarters_dice_and_each_human_advantage_adds_one(handspan: Ruleset) -> None:
    table = handspan.table("close-quarters-dice")
    printed = {
        at["source"]: cell.value for at, cell in table.cells() if str(cell.provenance.basis) == "printed"
    }
    assert sorted(printed.values()) == [1, 1, 1, 1, 3]
    assert printed["warrior"] == 3


@pytest.mark.parametrize(
    ("weapon", "dice"), [("grenade", "3d6"), ("armor-piercing", "6d6"), ("fragmentation", "2d6")]
)
def test_dice_of_blasts(handspan: Ruleset, weapon: str, dice: str) -> None:
    assert handspan.table("blasts").lookup(weapon=weapon).result["dice"] == dice


def test_every_heading_of_the_page_is_a_rule(handspan: Ruleset) -> None:
    assert [rule.slug for rule in handspan.of_kind("rule")] == list(handspan.sections)
    assert [phase.slug for phase in handspan.of_kind("phase")] == ["command", "move", "shock", "fight"]


@pytest.mark.parametrize("target", ["warrior", "tank", "minitank"])
@pytest.mark.parametrize("range", ["close", "long"])
@pytest.mark.parametrize("dice", ["1d6", "3d6", "4d6kh2", "7d6"])
def test_the_chances_of_a_shot_add_up_to_one(handspan: Ruleset, target: str, range: str, dice: str) -> None:
    odds = handspan.procedure("fire-odds")(dice, target, range)
    assert sum(Fraction(chance) for chance in odds.values()) == 1


def test_more_dice_never_kill_fewer(handspan: Ruleset) -> None:
    odds = handspan.procedure("fire-odds")
    kills = [Fraction(odds(f"{dice}d6", "tank", "long").get("kill", "0")) for dice in range(1, 9)]
    assert kills == sorted(kills)


def test_wounded_commanders_never_have_negative_points(handspan: Ruleset) -> None:
    roll = handspan.procedure("roll-command")
    assert {roll("corporal", seed, wounded=True) for seed in range(60)} == {0, 1, 2}


def test_the_number_of_dice_must_match_the_targets(handspan: Ruleset) -> None:
    with pytest.raises(InputError, match="for each of 2 targets"):
        handspan.procedure("fire")(("warrior", "tank"), "close", (3,), 1)


def test_a_slowed_warrior_goes_at_half_speed_and_a_span_less(handspan: Ruleset) -> None:
    moves = handspan.table("bug-movement")
    normal, slowed = (moves.lookup(bug="smaller", state=state).result for state in ("normal", "slowed"))
    assert slowed == normal - 1 == normal / 2
    assert "smaller" in handspan.find("unit", "warrior").text


def test_bug_spit_rolls_on_the_wound_chart(handspan: Ruleset) -> None:
    assert handspan.table("weapon-dice").lookup(weapon="bug-spit").result == "wound chart"
    with pytest.raises(InputError, match="rolls on the wound chart"):
        handspan.procedure("firing-dice")("bug-spit")


def test_no_house_value_is_marked_as_printed(handspan: Ruleset) -> None:
    ranges = handspan.table("weapon-ranges")
    for range in ("close", "long"):
        assert ranges.lookup(weapon="bug-spit", range=range).provenance.basis is Basis.HOUSE


def test_no_alternative_reading_is_split_at_a_comma(handspan: Ruleset) -> None:
    given = [entry.provenance for entry in handspan.all_entries.values()]
    given += [cell.provenance for table in handspan.tables.values() for _, cell in table.cells()]
    others = [other for provenance in given for other in provenance.alternatives]
    assert others
    assert [other for other in others if not other.endswith(".") or other[0].islower()] == []
