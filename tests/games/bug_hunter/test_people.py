"""Who may do what, squads, recovery and card draws."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdb import InputError, Ruleset, open_game

GAME = open_game("bug-hunter")
FORCES = {"crew": "MP", "colonist": "P", "marine": "ER"}


def may(position: str, act: str, force: str, place: str = "ship") -> bool:
    allowed: bool = GAME.procedure("may")(position, act, force, place)
    return allowed


@pytest.mark.parametrize("place", ["ship", "base"])
@pytest.mark.parametrize(
    ("position", "force", "drives"),
    [
        ("medic", "marine", True),
        ("no-position", "marine", True),
        ("captain", "colonist", True),
        ("captain", "crew", False),
        ("navigator", "crew", False),
        ("steward", "crew", True),
    ],
)
def test_any_marine_or_colonist_and_the_steward_can_drive_a_crawler(
    position: str, force: str, drives: bool, place: str
) -> None:
    assert may(position, "drive-land-vehicle", force, place) is drives


@pytest.mark.parametrize(("force", "allowed"), [("crew", True), ("colonist", False)])
def test_a_workpod_is_for_a_crew_but_not_for_colonists(force: str, allowed: bool) -> None:
    assert may("science-officer", "operate-workpod", force) is allowed
    assert may("medic", "operate-workpod", "marine")


@pytest.mark.parametrize(
    ("position", "force", "ship", "base"),
    [
        ("steward", "colonist", False, True),
        ("medic", "marine", False, True),
        ("steward", "crew", False, False),
        ("captain", "crew", True, True),
    ],
)
def test_on_a_base_any_marine_or_colonist_can_start_the_self_destruct(
    position: str, force: str, ship: bool, base: bool
) -> None:
    act = "initiate-self-destruct"
    assert (may(position, act, force, "ship"), may(position, act, force, "base")) == (ship, base)


def test_a_position_that_the_force_does_not_have_is_rejected() -> None:
    with pytest.raises(InputError, match="'marine' has no steward; use crew or colonist"):
        may("steward", "launch-probe", "marine")


def test_the_cost_of_a_marine_leader_is_left_to_the_standard_rules(bug_hunter: Ruleset) -> None:
    cost = bug_hunter.table("loss-of-position").lookup(position="marine-squad-leader")
    assert cost.result["preservation chits"] == "as in the standard rules"


@given(
    force=st.sampled_from(sorted(FORCES)),
    men=st.integers(1, 20),
    special=st.integers(0, 3),
    seed=st.integers(0, 999),
)
def test_ids_run_from_one_within_each_weapon_by_rising_activation(
    force: str, men: int, special: int, seed: int
) -> None:
    weapons = (FORCES[force],) * men + ("LR",) * special
    squad = GAME.procedure("roll-squad")(force, weapons, seed)
    assert Counter(place.weapon for place in squad.soldiers) == Counter(weapons)
    for weapon in set(weapons):
        own = [place for place in squad.soldiers if place.weapon == weapon]
        assert [place.id for place in own] == list(range(1, len(own) + 1))
        ratings = [place.soldier.activation for place in own]
        assert ratings == sorted(ratings)


def test_with_too_few_soldiers_positions_announced_first_are_filled() -> None:
    wanted = ("engineer", "engineer", "radio-tech")
    squad = GAME.procedure("roll-squad")("marine", ("ER",) * 3, 4, wanted)
    assert Counter(squad.positions) == Counter(wanted)


def test_crew_members_without_a_position_are_engineering_mates() -> None:
    squad = GAME.procedure("roll-squad")("crew", ("MP",) * 12, 4)
    assert squad.positions.count("engineering-mate") == 12 - 8


@pytest.mark.parametrize("positions", [("steward",), ("engineer",) * 3])
def test_a_position_announced_too_often_is_rejected(positions: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="but force marine has"):
        GAME.procedure("roll-squad")("marine", ("ER",) * 8, 1, positions)


@pytest.mark.parametrize("seed", range(30))
def test_every_death_and_nothing_else_costs_a_preservation_chit(seed: int) -> None:
    result = GAME.procedure("recover")("incapacitated", seed, medic=False)
    assert result.preservation_chits == (result.result == "dies")
    (regrouped,) = (
        text for title, text in GAME.procedure("interphase")(seed, wounded=3) if "regroup" in title
    )
    assert regrouped.count("dies") == regrouped.count("preservation chits drawn: 1")


def test_cards_on_the_display_are_not_drawn_again() -> None:
    draw = GAME.procedure("draw-weapon-effect")
    rest = {effect.slug: effect["copies"] for effect in GAME.of_kind("effect") if effect.slug != "all-k"}
    displayed = tuple(card for card, copies in rest.items() for _ in range(copies))
    assert {draw("ER", seed, displayed) for seed in range(20)} == {"all-k"}
    with pytest.raises(InputError, match="no card of the deck is left"):
        draw("ER", 1, (*displayed, "all-k"))
    with pytest.raises(InputError, match="all-k is given more often"):
        draw("ER", 1, ("all-k", "all-k"))


@given(seed=st.integers(0, 5000))
def test_the_player_keeps_either_of_speed_and_reflexes_and_draws_again(seed: int) -> None:
    draw = GAME.procedure("draw-powers")
    both = draw("individual-pred", seed, together=True)
    for kept, lost in (("speed", "reflexes"), ("reflexes", "speed")):
        cards = draw("individual-pred", seed, keep=(kept,))
        assert len(cards) >= len(both)
        if {"speed", "reflexes"} <= set(both):
            assert kept in cards
            assert lost not in cards


@pytest.mark.parametrize("form", ["individual-pred", "swarm-pred"])
@pytest.mark.parametrize("seed", range(20))
def test_a_metamorphosis_draws_powers_as_at_the_start_and_none_for_growth(form: str, seed: int) -> None:
    before = ("metamorphosis", "growth", "clone", "horrid", "speed", "infectious")
    clones, after = GAME.procedure("interphase-powers")(before, form, seed)
    assert clones == {"individual-pred": 1, "swarm-pred": 4}[form]
    assert after == GAME.procedure("draw-powers")(form, seed)
