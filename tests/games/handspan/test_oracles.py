"""Chances that follow from the tables of the book, worked out apart from the engine, against many games."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from handspan_field import MINITANK, TWO, WARRIOR, field_play, stand
from play_scripts import Choose, first, prefer, results
from soak import times

from builder.games.handspan.play.state import State
from builder.playtest.report.endings import interval

# The quantile of the normal distribution for intervals of 99.9 in 100.
Z999 = 3.2905
GAMES = times(120, 20_000)


def _chance(dice: int, least: int) -> Fraction:
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    return Fraction(sum(total >= least for total in rolls), len(rolls))


def _shots_at_a_minitank(turns: int) -> Fraction:
    """An assault rifle has three dice, and twelve kill a MiniTank at close range."""
    return 1 - (1 - _chance(3, 12)) ** turns


def _human_dies_in_close_quarters(turns: int) -> Fraction:
    """One die against three; six on two dice kill a Warrior; a hit wounds on 1 and 2, and two wounds kill."""
    wins = loses = Fraction(0)
    for human, *bug in product(range(1, 7), repeat=4):
        wins += Fraction(human > sum(bug), 6**4)
        loses += Fraction(human < sum(bug), 6**4)
    kills, hurt = wins * _chance(2, 6), Fraction(1, 3)
    state = {"well": Fraction(1), "wounded": Fraction(0), "dead": Fraction(0)}
    for _ in range(turns):
        goes_on = 1 - kills - loses
        state = {
            "dead": state["dead"] + state["wounded"] * loses + state["well"] * loses * (1 - hurt),
            "wounded": state["wounded"] * goes_on + state["well"] * loses * hurt,
            "well": state["well"] * goes_on,
        }
    return state["dead"]


def _five_are_aboard(turns: int) -> Fraction:
    """One die of figures boards each turn."""
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=turns)]
    return Fraction(sum(total >= 5 for total in rolls), len(rolls))


def _dead(number: int) -> Callable[[State], bool]:
    return lambda state: state.cell[number] == -2


Case = tuple[dict[int, tuple[float, float]], Choose, Callable[[State], bool], Callable[[int], Fraction]]
CASES: dict[str, Case] = {
    "shots": ({TWO: (30, 30), MINITANK: (30, 10)}, prefer("fire"), _dead(MINITANK), _shots_at_a_minitank),
    "close quarters": (
        {TWO: (30, 30), WARRIOR: (32.5, 30)}, first, _dead(TWO), _human_dies_in_close_quarters,
    ),
    "boarding": (
        {number: (51.25, 23.75 + 2.5 * number) for number in range(1, 6)},
        prefer("board"),
        lambda state: sum(cell == -3 for cell in state.cell) >= 5,
        _five_are_aboard,
    ),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("name", CASES)
def test_the_share_of_games_agrees_with_the_exact_chance(name: str, turns: int) -> None:
    places, human, is_hit, chance = CASES[name]
    play = field_play(turns=turns)
    played = results(play, lambda: stand(play, places), (human, first), GAMES)
    hits = sum(is_hit(state) for _, state in played)
    low, high = interval(hits, GAMES, Z999)
    assert low <= chance(turns) <= high, (hits / GAMES, float(chance(turns)))
    assert not math.isclose(low, high)
