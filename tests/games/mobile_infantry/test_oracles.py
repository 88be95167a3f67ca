"""Chances that follow from the dice of the book, worked out apart from the engine, against many games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

import pytest
from mobile_field import (
    BLUE,
    BLUE_TEAM,
    COMMAND,
    LIEUTENANT,
    RADIO,
    RED,
    RED_TEAM,
    SECOND,
    SERGEANT,
    TANK,
    WARRIOR,
    Point,
    field_play,
    row,
    stand,
)  # fmt: skip
from play_scripts import first, prefer, results
from soak import times

from builder.games.mobile_infantry.play.state import DEAD, ROUT, State
from builder.playtest.play import Action, Decision
from builder.playtest.report.intervals import interval

# The quantile of the normal distribution for intervals of 99.9 in 100.
Z999 = 3.2905
GAMES = times(120, 20_000)
END = ("verdict", "last turn")


def _at_least(hits: int, dice: int, chance: Fraction) -> Fraction:
    """The chance of this many hits or more."""
    return sum(
        (comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(hits, dice + 1)), Fraction(0)
    )


def _volley() -> Fraction:
    """Three experienced rifles in bursts and a mini-gun, at 20 inches: 6 dice that hit on 5, four to kill."""
    return _at_least(4, 6, Fraction(2, 6))


def _two_volleys() -> Fraction:
    """Veterans hit on 4 at that distance; three fire three dice each, and then reload."""
    return _at_least(4, 9, Fraction(3, 6))


def _sprayed() -> Fraction:
    """A die of troopers, of four greenhorns, dodge on 5: the chance that the nearest three are all dead."""
    dead = Fraction(4, 6)
    return sum((Fraction(1, 6) * dead**3 for reached in range(1, 7) if reached >= 3), Fraction(0))


def _torn() -> Fraction:
    """A Warrior that cuts an experienced trooper in half on a 1 attacks another, whom it kills on 1-3."""
    return Fraction(1, 6) * Fraction(3, 6)


def _routed() -> Fraction:
    """Three veterans and two bugs near: no modifier, two dice, a rout only on two ones."""
    return Fraction(1, 36)


def _panicked() -> Fraction:
    """Greenhorns at their first test (+1), outnumbered (-1), after a casualty (-1): 1 or 2."""
    return Fraction(2, 6)


def _frenzied() -> Fraction:
    """Two bugs within six inches: a frenzy on 1 or 2."""
    return Fraction(2, 6)


Places = dict[int, Point]


def _dead(*units: int) -> Callable[[State], bool]:
    return lambda state: all(state.cell[unit] == DEAD for unit in units)


def _routs(team: int) -> Callable[[State], bool]:
    return lambda state: state.mood[team] == ROUT


def _spot_all(state: State) -> None:
    """The squad has known all bugs for several rounds."""
    for bug in (WARRIOR, SECOND, TANK):
        state.group[bug] = 0
    state.places, state.kinds, state.follows, state.appeared = [0], [0], [0], [1]
    state.known_since, state.turn = [1], 5


def _lost_one(state: State) -> None:
    _spot_all(state)
    state.past[BLUE_TEAM] = 1


def _burst(state: State, decision: Decision, actions: list[Action]) -> int:
    return next((index for index, action in enumerate(actions) if action[0] == "fire" and not action[2]), 0)


def _sustained(state: State, decision: Decision, actions: list[Action]) -> int:
    return next((index for index, action in enumerate(actions) if action[0] == "fire" and action[2]), 0)


FAR: Places = {**row(RED, (10, 15)), WARRIOR: (30, 16)}
VETERANS: Places = {**row((LIEUTENANT, SERGEANT, RADIO), (10, 15)), WARRIOR: (30, 15)}
CASES: Mapping[str, tuple] = {  # type: ignore[type-arg]
    "volley": (FAR, [("volley", RED_TEAM)], (_burst, first), _dead(WARRIOR), _volley, _spot_all),
    "sustained": (
        VETERANS, [("volley", COMMAND)], (_sustained, first), _dead(WARRIOR), _two_volleys, _spot_all,
    ),
    "acid": (
        {**row(BLUE, (20, 15)), TANK: (27, 15)}, [("spray", TANK)], (first, first), _dead(*BLUE[:3]),
        _sprayed, _spot_all,
    ),
    "claws": (
        {**row(RED[:2], (20, 15)), WARRIOR: (22, 15)}, [("attack", WARRIOR)], (first, prefer("attack")),
        _dead(*RED[:2]), _torn, _spot_all,
    ),
    "rout of veterans": (
        {**row((LIEUTENANT, SERGEANT, RADIO), (10, 15)), WARRIOR: (20, 15), SECOND: (20, 16)},
        [("test", COMMAND)], (first, first), _routs(COMMAND), _routed, _spot_all,
    ),
    "rout of greenhorns": (
        {**row(BLUE[:2], (10, 15)), WARRIOR: (20, 15), SECOND: (20, 16)}, [("test", BLUE_TEAM)],
        (first, first), _routs(BLUE_TEAM), _panicked, _lost_one,
    ),
    "frenzy": (
        {**row(RED, (20, 15)), WARRIOR: (22, 15), SECOND: (24, 15)}, [("frenzy", RED[0])], (first, first),
        _dead(RED[0]), _frenzied, _spot_all,
    ),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_the_share_of_games_agrees_with_the_exact_chance(name: str) -> None:
    places, tasks, players, is_hit, chance, prepare = CASES[name]
    play = field_play()

    def start() -> State:
        state = stand(play, places, *tasks, END)
        prepare(state)
        return state

    hits = sum(is_hit(state) for _, state in results(play, start, players, GAMES))
    low, high = interval(hits, GAMES, Z999)
    assert low <= chance() <= high, (hits / GAMES, float(chance()))


def test_the_prospects_of_players_are_the_same_chances() -> None:
    figures = field_play().setting.figures
    kills, mean = figures.kill_odds(((6, 5),), 4)
    assert kills == pytest.approx(float(_volley()))
    assert mean == pytest.approx(2.0)
    assert figures.death_odds("warrior", ()) == (0.5, pytest.approx(1 / 6))
    assert figures.needed_to_hit("veteran", ("short-range",)) == 4
    assert figures.needed_to_dodge("greenhorn", ()) == 5
