"""Chances that follow from the tables, worked out apart from the engine, against many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from night_shift import BORER, GUARD, LOADER, NYMPH, ONE, field_play, stand
from play_scripts import Choose, first, prefer, results
from soak import times

from builder.playtest.generic.state import DEAD, State
from builder.playtest.report.endings import interval

Z999 = 3.2905
GAMES = times(80, 20_000)
# The least rolls for a pin, a wound and two wounds, by column.
COLUMNS = {1: (9, 11, 12), 2: (8, 10, 12), 3: (7, 9, 12), 4: (6, 8, 11), 5: (5, 7, 11), 6: (4, 6, 10)}
ROLLS = Counter(sum(faces) for faces in product(range(1, 7), repeat=2))
Hurt = tuple[int, bool]


def _results(column: int) -> dict[Hurt, Fraction]:
    """The chances of wounds and pins of an attack."""
    pin, wound, two = COLUMNS[max(1, min(6, column))]
    chances: dict[Hurt, Fraction] = {}
    for roll, ways in ROLLS.items():
        hurt = (2, False) if roll >= two else (1, False) if roll >= wound else (0, roll >= pin)
        chances[hurt] = chances.get(hurt, Fraction(0)) + Fraction(ways, 36)
    return chances


def _shots(turns: int) -> Fraction:
    """A steady carbine at four hexes: 4, less 1, one more. Two wounds remove a borer."""
    left = {2: Fraction(1)}
    for _ in range(turns):
        after: dict[int, Fraction] = {}
        for wounds, chance in left.items():
            for (lost, _), share in _results(4).items():
                rest = max(0, wounds - lost)
                after[rest] = after.get(rest, Fraction(0)) + chance * share
        left = after
    return left[0]


def _duel(turns: int) -> Fraction:
    """A loader strikes with 5 less 1, a borer with 4 less 2; who is pinned strikes a column lower.

    Either goes first in half of the turns. The chance that the borer is removed.
    """
    # The wounds and the pin of the loader, then those of the borer.
    states = {(4, False, 2, False): Fraction(1)}
    for _ in range(turns):
        after: dict[tuple[int, bool, int, bool], Fraction] = {}
        for state, chance in states.items():
            for order in ((0, 1), (1, 0)):
                for end, share in _turn(state, order).items():
                    after[end] = after.get(end, Fraction(0)) + chance * share / 2
        states = after
    return sum((chance for state, chance in states.items() if not state[2]), Fraction(0))


def _turn(
    state: tuple[int, bool, int, bool], order: tuple[int, int]
) -> dict[tuple[int, bool, int, bool], Fraction]:
    ends = {state: Fraction(1)}
    for mover in order:
        after: dict[tuple[int, bool, int, bool], Fraction] = {}
        for (a, a_pinned, b, b_pinned), chance in ends.items():
            if not a or not b:
                after[a, a_pinned, b, b_pinned] = after.get((a, a_pinned, b, b_pinned), Fraction(0)) + chance
                continue
            column = 4 - a_pinned if mover == 0 else 2 - b_pinned
            for (lost, pins), share in _results(column).items():
                end = (
                    (a, False, max(0, b - lost), b_pinned or pins)
                    if mover == 0
                    else (max(0, a - lost), a_pinned or pins, b, False)
                )
                after[end] = after.get(end, Fraction(0)) + chance * share
        ends = after
    return ends


def _frenzied(turns: int) -> Fraction:
    """A nymph strikes once with 2 and a card, column 4; two wounds at once remove a fitter."""
    return _results(4)[2, False]


def _dead(unit: int) -> Callable[[State], bool]:
    return lambda state: state.cell[unit] == DEAD


def _with_a_card(state: State, decision, actions) -> int:  # type: ignore[no-untyped-def]
    return next(
        (index for index, action in enumerate(actions) if action[0] == "strike" and action[4] >= 0), 0
    )


_fight = prefer("strike")
Case = tuple[
    dict[int, str], tuple[Choose, Choose], Callable[[State], bool], Callable[[int], Fraction], range, bool
]
CASES: dict[str, Case] = {
    "shots": (
        {GUARD: "0206", BORER: "0606"}, (prefer("fire"), first), _dead(BORER), _shots, range(1, 4, 2), True,
    ),
    "duel": ({LOADER: "0606", BORER: "0607"}, (_fight, _fight), _dead(BORER), _duel, range(2, 5, 2), True),
    "frenzy": (
        {ONE: "0606", NYMPH: "0607"}, (first, _with_a_card), _dead(ONE), _frenzied, range(1, 2), False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "turns"), [(name, turns) for name, case in CASES.items() for turns in case[-2]]
)
def test_the_share_of_games_agrees_with_the_exact_chance(name: str, turns: int) -> None:
    places, players, is_hit, chance, _, rolls = CASES[name]
    play = field_play(turns=turns)
    played = results(play, lambda: stand(play, places, mover=1, rolls=rolls), players, GAMES)
    hits = sum(is_hit(state) for _, state in played)
    low, high = interval(hits, GAMES, Z999)
    assert low <= chance(turns) <= high, (hits / GAMES, float(chance(turns)))
