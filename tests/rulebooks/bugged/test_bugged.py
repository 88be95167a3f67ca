"""Bugged!, compared with a second reading of its rules, and its odds with an independent library."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest

from rulesdb import Basis, InputError, Ruleset, open_game
from rulesdb.yaml_source import load_yaml

BOOK: dict[str, Any] = load_yaml(Path(__file__).with_name("second_reading.yaml")).data
GAME = open_game("bugged")
UNITS = [unit.slug for unit in GAME.of_kind("unit")]


@pytest.fixture(scope="module")
def bugged() -> Ruleset:
    return GAME


def row_of(line: str) -> tuple[dict[str, str], str]:
    given, _, result = line.partition(" is ")
    name, place = given.split(" ", 1)
    return {name: place}, result


CELLS = [
    pytest.param(slug, *row_of(line), id=f"{slug}: {line}") for slug, lines in BOOK.items() for line in lines
]


@pytest.mark.parametrize(("slug", "inputs", "result"), CELLS)
def test_cell(bugged: Ruleset, slug: str, inputs: dict[str, str], result: str) -> None:
    assert str(bugged.table(slug).lookup(**inputs).result) == result


def test_the_second_reading_has_every_table_and_every_row(bugged: Ruleset) -> None:
    of_the_book = {
        slug: table
        for slug, table in bugged.tables.items()
        if table.entry.provenance.basis is not Basis.HOUSE
    }
    assert set(of_the_book) == set(BOOK)
    for slug, lines in BOOK.items():
        assert len(list(of_the_book[slug].cells())) == len(lines)


def test_the_veteran_marine_is_as_printed(bugged: Ruleset) -> None:
    marine = bugged.find("unit", "veteran-marine")
    assert dict(marine["scores"]) == {
        "melee_skill": 4, "melee_damage": 3, "range_skill": 4, "range_damage": 3,
        "dodge": 4, "armor": 3, "movement": 6, "wounds": 2,
    }  # fmt: skip
    assert marine["points"] == 90
    assert marine.provenance.basis is Basis.PRINTED


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_costs_what_the_formula_says(bugged: Ruleset, unit: str) -> None:
    assert bugged.procedure("unit-points")(unit) == bugged.find("unit", unit)["points"]


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit != "veteran-marine"])
def test_every_other_unit_is_a_house_value(bugged: Ruleset, unit: str) -> None:
    assert bugged.find("unit", unit).provenance.basis is Basis.HOUSE


def test_four_races_have_the_number_of_units_in_their_table(bugged: Ruleset) -> None:
    races = [unit["race"] for unit in bugged.of_kind("unit")]
    table = bugged.table("units-by-race")
    assert {race: races.count(race) for race in races} == {
        race: table.lookup(race=race).result for race in ("human", "android", "bug", "hunter")
    }


def test_every_heading_is_a_rule_and_every_card_exists(bugged: Ruleset) -> None:
    assert [rule.slug for rule in bugged.of_kind("rule")] == list(bugged.sections)
    assert {card.slug for card in bugged.of_kind("card")} == {
        "destruct", "nuke-em", "revenge", "tunnel-trap", "telepathy", "swarm", "tracker", "transform",
    }  # fmt: skip


@pytest.mark.parametrize("attacker", range(1, 7))
@pytest.mark.parametrize("defender", range(1, 7))
def test_opposed_odds_agree_with_an_independent_library(
    bugged: Ruleset, attacker: int, defender: int
) -> None:
    oracle = (attacker @ icepool.d6) > (defender @ icepool.d6)
    chance = Fraction(oracle.quantity(True), oracle.denominator())
    assert Fraction(bugged.procedure("opposed-odds")(attacker, defender)) == chance


@pytest.mark.parametrize("damage", range(1, 6))
@pytest.mark.parametrize("armor", range(1, 6))
def test_damage_odds_agree_with_an_independent_library(bugged: Ruleset, damage: int, armor: int) -> None:
    oracle = icepool.map(
        lambda own, other: 0 if own <= other else 2 if own >= 2 * other else 1,
        damage @ icepool.d6,
        armor @ icepool.d6,
    )
    odds = bugged.procedure("damage-odds")(damage, armor)
    assert {int(wounds): Fraction(chance) for wounds, chance in odds.items()} == {
        wounds: Fraction(ways, oracle.denominator()) for wounds, ways in oracle.items()
    }


@pytest.mark.parametrize("hexes", range(2, 30))
def test_a_longer_shot_never_hits_more(bugged: Ruleset, hexes: int) -> None:
    odds = bugged.procedure("attack-odds")
    near, far = (
        Fraction(odds("heavy-gunner", "scout", hexes=distance)["hit"]) for distance in (hexes, hexes + 1)
    )
    assert far <= near


def test_the_lower_fighter_hits_less(bugged: Ruleset) -> None:
    odds = bugged.procedure("attack-odds")
    lower, level = (
        Fraction(odds("veteran-marine", "warrior-bug", height=height)["hit"]) for height in ("lower", "level")
    )
    assert lower < level


def test_a_wounded_target_is_killed_by_any_wound(bugged: Ruleset) -> None:
    odds = bugged.procedure("attack-odds")("veteran-marine", "veteran-marine", hexes=3, wounds_left=1)
    assert odds["kill"] == odds["wound"]


def test_only_tunnel_arrivals_can_be_fired_at_in_the_next_hex(bugged: Ruleset) -> None:
    odds = bugged.procedure("attack-odds")
    with pytest.raises(InputError, match="nobody fires at a unit in the next hex"):
        odds("veteran-marine", "brute", hexes=1)
    assert odds("veteran-marine", "brute", hexes=1, tunnel_trap=True) == odds(
        "veteran-marine", "brute", hexes=2
    )


@pytest.mark.parametrize(
    "slug", ["range-dice", "damage-odds", "attack-odds", "move-cost", "ram", "swarm-dice"]
)
def test_a_procedure_that_depends_on_a_reading_names_it(bugged: Ruleset, slug: str) -> None:
    provenance = bugged.procedure(slug).entry.provenance
    assert provenance.basis is Basis.READING
    assert provenance.note


@pytest.mark.parametrize(("attacker", "basis"), [("veteran-marine", Basis.READING), ("brute", Basis.HOUSE)])
def test_the_odds_of_a_house_sheet_are_house(bugged: Ruleset, attacker: str, basis: Basis) -> None:
    answer = bugged.procedure("attack-odds").resolve(attacker=attacker, target="veteran-marine")
    assert answer.provenance.basis is basis


@pytest.mark.parametrize("steps", [0, 2, 4, 6, 8])
def test_hexes_beyond_the_sixth_add_to_neither_roll_of_a_ram(bugged: Ruleset, steps: int) -> None:
    assert bugged.procedure("ram")(steps, 3) == (min(steps, 6), min(steps, 6) + 3)


def test_each_alternative_reading_of_a_rule_is_one_text(bugged: Ruleset) -> None:
    five_hexes = bugged.find("rule", "ranged-combat").provenance.alternatives
    assert len(five_hexes) == 2
    assert all(reading.endswith(".") for reading in five_hexes)


def test_vehicles_cannot_fight_melee(bugged: Ruleset) -> None:
    with pytest.raises(InputError, match="cannot fight in melee"):
        bugged.procedure("attack-odds")("hover-tank", "recruit")
