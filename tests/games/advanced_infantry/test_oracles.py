"""Chances that follow from the dice, worked out apart from the engine, against many games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from infantry_field import BREN, GUARD, KITE, LEADER, LMG, MATE, ROCKET, ROOKIE, aim, cell, field_play, stand
from play_scripts import Choose, first, prefer, results
from soak import times

from builder.games.advanced_infantry.play.infantry_play import InfantryPlay
from builder.games.advanced_infantry.play.state import COWERS, DEAD, ENTANGLED, State
from builder.playtest.report.intervals import interval

# The quantile of the normal distribution for intervals of 99.9 in 100.
Z999 = 3.2905
GAMES = times(40, 20_000)


def _least(number: int) -> Fraction:
    """The chance that two dice show at least a number."""
    rolls = list(product(range(1, 7), repeat=2))
    return Fraction(sum(sum(roll) >= number for roll in rolls), len(rolls))


def _twice_hit(shots: int) -> Fraction:
    """At least two hits; a rifle does 4 points, and a trooper takes 6."""
    hit = _least(7)
    return 1 - (1 - hit) ** shots - shots * hit * (1 - hit) ** (shots - 1)


def _start(play: InfantryPlay, places: dict[int, str], change: Callable[[State], None]) -> State:
    state = stand(play, places)
    change(state)
    return state


def _nothing(state: State) -> None: ...


def _takes(name: str, label: str) -> Choose:
    goal = cell(field_play(), label)

    def choose(state: State, decision, actions) -> int:  # type: ignore[no-untyped-def]
        return next((index for index, action in enumerate(actions) if action == (name, goal)), 0)

    return choose


def _hurt(state: State) -> None:
    state.damage[LEADER] = 3


def _four_dead(state: State) -> None:
    state.squad_dead = [4, 0]
    state.agenda = [("end-turn",), ("end-part", 0), ("activate", 0), ("part", 0)]


def _arc(state: State) -> None:
    aim(field_play(turns=1), state, LMG, "W")


def _burst(state: State, decision, actions) -> int:  # type: ignore[no-untyped-def]
    """One rocket at the enemy."""
    if state.rounds[field_play().setting.troopers[ROCKET].first_round] < 2:
        return 0
    names = ("burst", "unit")
    return next((i for i, action in enumerate(actions) if action[0] in names and action[1] in (0, ROCKET)), 0)


Case = tuple[
    dict[int, str], int, Callable[[State], None], tuple[Choose, Choose], Callable[[State], bool], Fraction
]
CASES: dict[str, Case] = {
    "two shots of a rifle": (
        {LEADER: "0114", GUARD: "0514"}, 1, _nothing, (prefer("fire"), first),
        lambda state: state.cell[GUARD] == DEAD, _twice_hit(2),
    ),
    "four shots in two turns": (
        {LEADER: "0114", GUARD: "0514"}, 2, _nothing, (prefer("fire"), first),
        lambda state: state.cell[GUARD] == DEAD, _twice_hit(4),
    ),
    "killed in wire": (
        {LEADER: "0607", GUARD: "2312"}, 1, _hurt, (_takes("go", "0707"), first),
        lambda state: state.cell[LEADER] == DEAD, Fraction(1, 2),
    ),
    "alive and caught in wire": (
        {LEADER: "0607", GUARD: "2312"}, 1, _hurt, (_takes("go", "0707"), first),
        lambda state: bool(state.flags[LEADER] & ENTANGLED), Fraction(1, 4),
    ),
    "morale of a squad with four dead": (
        {LEADER: "0114", MATE: "0115", GUARD: "2312"}, 1, _four_dead, (first, first),
        lambda state: not state.flags[MATE] & COWERS, _least(7 - 2),
    ),
    "morale without a leader": (
        {ROOKIE: "0115", GUARD: "2312"}, 1, _four_dead, (first, first),
        lambda state: not state.flags[ROOKIE] & COWERS, _least(9),
    ),
    "a kite that is hit in the air": (
        {KITE: "0513", BREN: "1713"}, 1, _arc, (_takes("fly", "1313"), prefer("react")),
        lambda state: state.damage[KITE] > 0, _least(7 + 2),
    ),
    "a rocket": (
        {ROCKET: "1314", ROOKIE: "0514"}, 1, lambda state: state.agenda.__setitem__(2, ("activate", 1)),
        (first, _burst), lambda state: state.cell[ROOKIE] == DEAD, _least(7),
    ),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_the_share_of_games_agrees_with_the_exact_chance(name: str) -> None:
    places, turns, change, players, is_hit, chance = CASES[name]
    play = field_play(turns=turns)
    played = results(play, lambda: _start(play, places, change), players, GAMES)
    hits = sum(is_hit(state) for _, state in played)
    low, high = interval(hits, GAMES, Z999)
    assert low <= chance <= high, (hits / GAMES, float(chance))


def test_the_chances_of_players_are_the_same() -> None:
    figures = field_play().setting.figures
    assert [figures.chance(number) for number in (2, 7, 9, 13)] == [
        1.0,
        float(_least(7)),
        float(_least(9)),
        0.0,
    ]
