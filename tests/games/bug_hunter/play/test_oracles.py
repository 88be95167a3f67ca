"""Small fights whose chances follow from the tables: the play's share lies in the 99.9 % interval."""

from __future__ import annotations

import functools
import random
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from bug_hunter_games import blank, station
from soak import times

from builder.games.bug_hunter.play.play import BugHunterPlay
from builder.games.bug_hunter.play.rules.fire import shoot
from builder.games.bug_hunter.play.state import EMPTY, FACE_UP, State
from builder.playtest.play import Roll, Thrown
from rulesdb import Ruleset

GAMES = times(800, 20_000)
# The interval of 99.9 % of a normal distribution.
WIDTH = 3.29
SWARM = (
    ("unit: individual-pred", "unit: swarm-pred"),
    ("species: stranglers", "species: strangler-swarm"),
    ("count: 2, dummies: 1", "count: 6, dummies: 0"),
    ("weapon: machine-pistol", "weapon: flamer"),
)


def agrees(hits: int, chance: Fraction) -> bool:
    """Whether a number of hits in all games fits a chance."""
    spread = WIDTH * sqrt(float(chance * (1 - chance)) * GAMES)
    return abs(hits - float(chance) * GAMES) <= spread


def two_dice() -> list[int]:
    return [one + other for one, other in product(range(1, 7), repeat=2)]


def throw_all(play: BugHunterPlay, state: State, rng: random.Random) -> None:
    """Throw dice until nothing is left to do."""
    while True:
        step = play.next(state)
        if not isinstance(step, Roll):
            return
        count = int(step.dice.partition("d")[0])
        faces = tuple(rng.randint(1, 6) for _ in range(count))
        play.thrown(state, step, Thrown(sum(faces), faces))


@pytest.mark.soak
def test_the_chance_that_three_strikes_put_a_human_down(bug_hunter: Ruleset) -> None:
    table = bug_hunter.table("hand-to-hand-results")
    results = [str(table.lookup(column="+3", dice=total).result) for total in two_dice()]

    @functools.cache
    def down(health: int, strikes: int) -> Fraction:
        if health >= 2:
            return Fraction(1)
        if not strikes:
            return Fraction(0)
        after = {"W": health + 1, "I": 2, "K": 3}
        return sum((down(after.get(result, health), strikes - 1) for result in results), Fraction(0)) / 36

    play, rng = station(), random.Random(1)
    start = blank(play, {0: "0503", 2: "0603"})
    hits = 0
    for _ in range(GAMES):
        state = play.copy(start)
        state.push(*[("strike", 2, 0)] * 3)
        throw_all(play, state, rng)
        hits += state.health[0] >= 2
    assert agrees(hits, down(0, 3))


@pytest.mark.soak
def test_the_chance_that_three_shots_of_a_flamer_burn_a_swarm_of_six(bug_hunter: Ruleset) -> None:
    table = bug_hunter.table("combat-results")
    columns = [int(label.partition(":")[0]) for label in table.axes[0].labels[1:]]
    share = {"W": Fraction(1, 3), "I": Fraction(2, 3), "K": Fraction(1)}

    @functools.cache
    def burned(size: int, shots: int) -> Fraction:
        if not size:
            return Fraction(1)
        if not shots:
            return Fraction(0)
        ratio = Fraction(20, size)
        column = f"{max((each for each in columns if each <= ratio), default=1)}:1"
        chance = Fraction(0)
        for total in two_dice():
            result = str(table.lookup(column=column, dice=total).result)
            lost = -(-size * share[result] // 1) if result in share else 0
            chance += burned(size - int(lost), shots - 1)
        return chance / 36

    play, rng = station(changes=SWARM), random.Random(2)
    start = blank(play, {0: "0503", 2: "0603"})
    start.size[2], start.panic = 6, 1
    start.species = (("infectious",),)
    start.mark(2, FACE_UP)
    hits = 0
    for _ in range(GAMES):
        state = play.copy(start)
        for _ in range(3):
            if state.size[2]:
                shoot(play.stage, state, 0, 2)
                throw_all(play, state, rng)
                state.clear(0, EMPTY)
        hits += not state.size[2]
    assert agrees(hits, burned(6, 3))


@pytest.mark.soak
def test_the_chance_to_survive_two_rounds_in_a_vacuum(bug_hunter: Ruleset) -> None:
    table = bug_hunter.table("combat-results")
    results = [str(table.lookup(column="15:1", dice=total).result) for total in two_dice()]
    healths = [Fraction(1), Fraction(0)]
    for _ in range(2):
        fine, hurt = healths
        wounds = Fraction(results.count("W"), 36)
        unharmed = Fraction(results.count("P#") + results.count("none"), 36)
        healths = [fine * unharmed, fine * wounds + hurt * unharmed]
    play, rng = station(), random.Random(3)
    start = blank(play, {0: "0103"})
    hits = 0
    for _ in range(GAMES):
        state = play.copy(start)
        state.push(("exposure", 0), ("exposure", 0))
        throw_all(play, state, rng)
        hits += state.health[0] < 2
    assert agrees(hits, sum(healths, Fraction(0)))


def test_the_prospects_of_an_attack_are_the_odds_of_the_table(bug_hunter: Ruleset) -> None:
    table = bug_hunter.table("hand-to-hand-results")
    play = station()
    state = blank(play, {0: "0503", 2: "0603"})
    state.mark(2, FACE_UP)
    state.push(("task", 2))
    step = play.next(state)
    view = play.view(state, "pred")
    prospects = play.prospects(view, step, ("attack", 0))  # type: ignore[arg-type]
    chances = {prospect.result: prospect.chance for prospect in prospects}
    exact = [str(table.lookup(column="+3", dice=total).result) for total in two_dice()]
    assert chances.keys() == set(exact)
    assert all(abs(chances[result] - exact.count(result) / 36) < 1e-9 for result in chances)
