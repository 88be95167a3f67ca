"""Chances that follow from the dice of the book, worked out apart from the engine, against many games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

import pytest
from bugged_field import ANDROIDS, ONE, TANK, TWO, WARRIOR, Changes, cell, field_play, stand
from play_scripts import Choose, first, prefer, results
from soak import times

from builder.games.bugged.play.counsel.chances import Chances
from builder.games.bugged.play.state import DEAD, State
from builder.playtest.report.intervals import interval

# The quantile of the normal distribution for intervals of 99.9 in 100.
Z999 = 3.2905
GAMES = times(120, 20_000)


@functools.cache
def _totals(dice: int) -> Mapping[int, Fraction]:
    """The chance of each total of some dice."""
    chances = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for total, chance in chances.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, Fraction(0)) + chance / 6
        chances = after
    return chances


def _more(dice: int, others: int, times: int = 1) -> Fraction:
    """The chance of more than the total of other dice; of at least a multiple of it, if there is one."""
    pairs = product(_totals(dice).items(), _totals(others).items())
    return sum((a * b for (own, a), (other, b) in pairs if own > other and own >= times * other), Fraction(0))


def _wounds(skill: int, dodge: int, damage: int, armor: int) -> dict[int, Fraction]:
    """The chances of no wound, one and two of an attack."""
    hit = _more(skill, dodge)
    two = hit * _more(damage, armor, 2)
    one = hit * _more(damage, armor) - two
    return {0: 1 - one - two, 1: one, 2: two}


def _destroyed(attack: Mapping[int, Fraction], wounds: int, turns: int) -> Fraction:
    """The chance that a unit that is attacked once a turn has no wounds left."""
    left = {wounds: Fraction(1)}
    for _ in range(turns):
        after: dict[int, Fraction] = {}
        for number, chance in left.items():
            for loss, share in attack.items():
                rest = max(0, number - loss) if number else 0
                after[rest] = after.get(rest, Fraction(0)) + chance * share
        left = after
    return left[0]


def _shots(turns: int) -> Fraction:
    """A marine's four dice are three at five hexes, against four of dodge; damage and armor are three."""
    return _destroyed(_wounds(3, 4, 3, 3), 2, turns)


def _duel(turns: int) -> Fraction:
    """The chance that a marine is destroyed by a Warrior that attacks him as he attacks it.

    Who goes first is even each turn: the winner of the roll goes first.
    """
    marine, warrior = _wounds(4, 4, 3, 3), _wounds(4, 4, 4, 3)
    states = {(2, 2): Fraction(1)}
    for _ in range(turns):
        after: dict[tuple[int, int], Fraction] = {}
        for (own, theirs), chance in states.items():
            if not own or not theirs:
                after[own, theirs] = after.get((own, theirs), Fraction(0)) + chance
                continue
            for starts, (loss, a), (wound, b) in product((0, 1), marine.items(), warrior.items()):
                own_hits, enemy_hits = own, theirs
                if starts == 0:
                    enemy_hits = max(0, enemy_hits - loss)
                    own_hits = max(0, own_hits - wound) if enemy_hits else own_hits
                else:
                    own_hits = max(0, own_hits - wound)
                    enemy_hits = max(0, enemy_hits - loss) if own_hits else enemy_hits
                after[own_hits, enemy_hits] = (
                    after.get((own_hits, enemy_hits), Fraction(0)) + chance * a * b / 2
                )
        states = after
    return sum((chance for (own, _), chance in states.items() if not own), Fraction(0))


def _rammed(turns: int) -> Fraction:
    """Four dice for four hexes against four of dodge; for three wounds more, seven against three."""
    return _destroyed(_wounds(4, 4, 7, 3), 2, 1)


def _controlled(turns: int) -> Fraction:
    """Four dice against the armor of an Android Trooper, which has four."""
    return _more(4, 4)


def _nuked(turns: int) -> Fraction:
    """A nuke that is aimed three hexes south drifts; eight dice against three, without dodge.

    The hexes of the six directions are worked out on cubes, apart from the grid of the map.
    """
    ways = [(0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1)]
    start = (0, 3, -3)
    near = sum(
        max(abs(part + hexes * step) for part, step in zip(start, way, strict=True)) <= 2
        for way in ways
        for hexes in range(1, 7)
    )
    return Fraction(near, 36) * _more(8, 3, 2)


def _dead(unit: int) -> Callable[[State], bool]:
    return lambda state: state.cell[unit] == DEAD


def _aim(label: str) -> Choose:
    """Play the nuke at once, at a hex; then do nothing."""

    def choose(state: State, decision, actions) -> int:  # type: ignore[no-untyped-def]
        wanted = {("nuke-em", -1), ("at", cell(field_play(), label))}
        return next((index for index, action in enumerate(actions) if action in wanted), 0)

    return choose


def _mind(state: State, decision, actions) -> int:  # type: ignore[no-untyped-def]
    return next((index for index, action in enumerate(actions) if action == ("telepathy", ONE)), 0)


Case = tuple[
    Changes, dict[int, str], tuple[Choose, Choose], Callable[[State], bool], Callable[[int], Fraction], range
]
_fight = prefer("strike", "first")
CASES: dict[str, Case] = {
    "shots": (
        (), {ONE: "0406", WARRIOR: "0906"}, (prefer("shoot"), first), _dead(WARRIOR), _shots, range(1, 4),
    ),
    "duel": ((), {ONE: "0606", WARRIOR: "0607"}, (_fight, _fight), _dead(ONE), _duel, range(1, 4, 2)),
    "ram": (
        (), {TANK: "0206", WARRIOR: "0706"}, (prefer("ram"), first), _dead(WARRIOR), _rammed, range(1, 2),
    ),
    "telepathy": (
        ANDROIDS, {ONE: "0206", WARRIOR: "1406"}, (first, _mind),
        lambda state: state.owner[ONE] == 1, _controlled, range(1, 2),
    ),
    "nuke": ((), {TWO: "0201", WARRIOR: "0705"}, (_aim("0708"), first), _dead(WARRIOR), _nuked, range(1, 2)),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "turns"), [(name, turns) for name, case in CASES.items() for turns in case[-1]]
)
def test_the_share_of_games_agrees_with_the_exact_chance(name: str, turns: int) -> None:
    changes, places, players, is_hit, chance, _ = CASES[name]
    play = field_play(turns=turns, changes=changes)
    mover = 1 if name == "telepathy" else 0
    rolls = name == "duel"
    played = results(play, lambda: stand(play, places, mover=mover, rolls=rolls), players, GAMES)
    hits = sum(is_hit(state) for _, state in played)
    low, high = interval(hits, GAMES, Z999)
    assert low <= chance(turns) <= high, (hits / GAMES, float(chance(turns)))


def test_the_prospects_of_players_are_the_same_chances() -> None:
    chances = Chances(field_play().setting)
    numbers = {kind.slug: number for number, kind in enumerate(chances.setting.kinds)}
    marine = numbers["veteran-marine"]
    kills = _wounds(4, 4, 3, 3)
    assert chances.blow(4, 3, marine, 1) == pytest.approx(float(kills[1] + kills[2]))
    assert chances.setting.figures.hit_odds(3, 4) == pytest.approx(float(_more(3, 4)))
