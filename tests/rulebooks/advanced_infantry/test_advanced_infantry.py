"""Advanced Infantry, compared with a second reading of its chapter."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesdb import Basis, Dice, Ruleset, open_game
from rulesdb.tables.axes import Interval
from rulesdb.yaml_source import load_yaml

BOOK: dict[str, Any] = load_yaml(Path(__file__).with_name("second_reading.yaml")).data


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return open_game("advanced-infantry")


def block(name: str) -> dict[str, Any]:
    rows: dict[str, Any] = next(value for key, value in BOOK.items() if key.startswith(name))
    return rows


def check_ranges(game: Ruleset, weapon: str, short: str, long: str) -> None:
    """Check every dot up to the last printed one, and one beyond."""
    table = game.table("range-bands")
    near, far = Interval.parse(short), Interval.parse(long)
    assert far.high is not None
    for dots in range(far.high + 2):
        band = "short" if dots in near else "long" if dots in far else "none"
        assert table.lookup(weapon=weapon, dots=dots).result == band


@pytest.mark.parametrize("weapon", block("crewed"))
def test_crewed_weapon(game: Ruleset, weapon: str) -> None:
    damage, crew, short, long = block("crewed")[weapon].split()
    table = game.table("crewed-weapons")
    assert table.lookup(weapon=weapon, about="damage").result == int(damage)
    assert table.lookup(weapon=weapon, about="crew").result == int(crew)
    check_ranges(game, weapon, short, long)


@pytest.mark.parametrize(
    ("block_name", "table", "weapon"),
    [
        *(("launchers", "explosive-launchers", weapon) for weapon in block("launchers")),
        *(("incendiaries", "incendiary-weapons", weapon) for weapon in block("incendiaries")),
    ],
)
def test_explosive(game: Ruleset, block_name: str, table: str, weapon: str) -> None:
    damage, points, ammunition, short, long = block(block_name)[weapon].split()
    explosives = game.table(table)
    if points != "-":
        assert str(explosives.lookup(weapon=weapon, about="action points").result) == points
        check_ranges(game, weapon, short, long)
    assert str(explosives.lookup(weapon=weapon, about="ammunition").result) == ammunition
    steps = [int(step) for step in damage.split("/")]
    blasts = [game.table("blasts").lookup(weapon=weapon, dots=dots).result for dots in range(6)]
    assert blasts == steps + [0] * (6 - len(steps))


@pytest.mark.parametrize(
    ("slug", "place", "result"),
    [(slug, place, result) for slug, row in block("other").items() for place, result in row.items()],
)
def test_cell(game: Ruleset, slug: str, place: str, result: Any) -> None:
    (axis,) = game.table(slug).axes
    assert game.table(slug).lookup(**{axis.name: place}).result == result


def test_the_second_reading_has_every_table_and_every_row(game: Ruleset) -> None:
    of_the_book = {
        slug: table for slug, table in game.tables.items() if table.entry.provenance.basis is not Basis.HOUSE
    }
    with_weapons = {"crewed-weapons", "range-bands", "explosive-launchers", "incendiary-weapons", "blasts"}
    assert set(of_the_book) == set(block("other")) | with_weapons
    for slug, row in block("other").items():
        (axis,) = of_the_book[slug].axes
        if axis.is_label:
            assert set(row) == set(axis.labels)
    weapons = set(block("crewed")) | set(block("launchers")) | set(block("incendiaries")) | {"smoke-grenade"}
    assert {weapon.slug for weapon in game.of_kind("weapon")} == weapons


def test_every_heading_of_the_chapter_is_a_rule(game: Ruleset) -> None:
    assert [rule.slug for rule in game.of_kind("rule")] == list(game.sections)


@pytest.mark.parametrize("experience", ["green", "regular", "veteran", "elite"])
def test_more_deaths_never_make_a_check_easier(game: Ruleset, experience: str) -> None:
    odds = [Fraction(game.procedure("morale-odds")(experience, dead)) for dead in range(12)]
    assert odds == sorted(odds, reverse=True)
    assert odds[3] == 1


def test_an_x_counts_as_a_point_of_standard_damage(game: Ruleset) -> None:
    answer = game.table("standard-damage").lookup(damage="X")
    assert (answer.result, answer.provenance.basis) == ("1", Basis.READING)
    assert any("die" in other for other in answer.provenance.alternatives)


def test_an_incendiary_grenade_reaches_as_far_as_a_hand_grenade(game: Ruleset) -> None:
    answer = game.table("range-bands").lookup(weapon="incendiary-grenade", dots=5)
    assert (answer.result, answer.provenance.basis) == ("as a hand grenade", Basis.READING)


@pytest.mark.parametrize(
    ("slug", "basis"),
    [
        ("blast-damage", Basis.READING),
        ("in-smoke", Basis.READING),
        ("to-hit", Basis.READING),
        ("morale-target", Basis.READING),
        ("morale-odds", Basis.READING),
        ("walk-cost", Basis.HOUSE),
        ("action-points", Basis.HOUSE),
    ],
)
def test_a_procedure_that_uses_unprinted_values_has_a_note(game: Ruleset, slug: str, basis: Basis) -> None:
    provenance = game.procedure(slug).entry.provenance
    assert provenance.basis is basis
    assert provenance.note


def test_an_alternative_reading_of_a_rule_is_one_text(game: Ruleset) -> None:
    (other,) = game.find("rule", "firing-arcs").provenance.alternatives
    assert other.endswith(".")


def test_wire_alone_does_not_exceed_the_toughness_of_a_trooper(game: Ruleset) -> None:
    toughness = game.table("basic-figures").lookup(about="toughness of a trooper").result
    dice = Dice.parse(game.table("barbed-wire-damage").lookup(kind="bludgeoning").result)
    assert dice.high <= toughness < game.table("toughness").lookup(structure="wall").result


@pytest.mark.parametrize("dots", range(6, 17))
def test_a_flight_climbs_a_level_for_every_three_dots(game: Ruleset, dots: int) -> None:
    assert game.procedure("flight")(dots) == (3, dots // 3)
