"""Guesses at what is hidden, on which ``search`` tries actions out: they fit, and can be played on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import bug_hunter_games
import infantry_field
import mobile_field
import pytest
from soak import soak_only

from builder.games.bug_hunter.play.situation import is_hidden
from builder.playtest.batch import Batch, prepare
from builder.playtest.dice import DiceBox, throw
from builder.playtest.play import Decision, Ending, Guesser, Play, Roll
from rulesdb.shipped import shipped

SCENARIOS = sorted(path for path in shipped("scenarios").rglob("*.yaml"))
# The number of decisions for each guess, and the steps that it is played on.
_EVERY, _ON = 4, 12
_TWO_IN_A_TUNNEL = {
    infantry_field.LEADER: "1512", infantry_field.GUARD: "1513/-1", infantry_field.CHIEF: "1613/-1",
}  # fmt: skip


def _station() -> Play[Any]:
    return bug_hunter_games.station()


def _caves() -> Play[Any]:
    return mobile_field.field_play(changes=mobile_field.TUNNELS)


def _decisions(play: Play[Any], seed: int, most: int) -> Iterator[tuple[Any, Decision]]:
    """The states of a game of chance before its decisions."""
    state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
    while most and not isinstance(step := play.next(state), Ending):
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
            continue
        most -= 1
        yield state, step
        play.apply(state, step, rng.choice(play.actions(state, step)))


def _play_on(play: Play[Any], state: Any, rng: random.Random) -> None:
    for _ in range(_ON):
        step = play.next(state)
        if isinstance(step, Ending):
            return
        if isinstance(step, Roll):
            play.thrown(state, step, throw(step.dice, rng))
        else:
            play.apply(state, step, rng.choice(play.actions(state, step)))


def _follow(play: Any, seed: int = 3, most: int = 120) -> int:
    """Check guesses along a game; returns how many decisions were made without knowing all."""
    assert isinstance(play, Guesser)
    rng, unknown = random.Random(seed), 0
    for number, (state, decision) in enumerate(_decisions(play, seed, most)):
        if number % _EVERY:
            continue
        view = play.view(state, decision.side)
        before = play.key(view.state)
        unknown += before != play.key(state)
        guess = play.guess(view, rng)
        assert play.key(play.view(guess, decision.side).state) == before
        assert play.actions(guess, decision) == play.actions(view.state, decision)
        _play_on(play, guess, rng)
        assert play.key(view.state) == before
    return unknown


@pytest.mark.parametrize("make", [_station, _caves])
def test_a_guess_fits_what_a_side_sees_and_can_be_played_on(make: Callable[[], Play[Any]]) -> None:
    assert _follow(make()) > 0


@soak_only
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_guesses_fit_in_every_scenario(path: Any) -> None:
    _follow(prepare(Batch(path, (), (), (), 1)).play, most=10_000)


def test_enemies_below_ground_are_guessed_to_be_out_of_sight() -> None:
    play = infantry_field.field_play()
    state = infantry_field.stand(play, _TWO_IN_A_TUNNEL)
    view = play.view(state, "attacker")
    assert [view.state.cell[unit] for unit in (infantry_field.GUARD, infantry_field.CHIEF)] == [-9, -9]
    guess = play.guess(view, random.Random(1))
    assert play.key(play.view(guess, "attacker").state) == play.key(view.state)
    assert guess.cell[infantry_field.GUARD] >= 0
    assert guess.cell[infantry_field.GUARD] != guess.cell[infantry_field.CHIEF]


def test_humans_guess_the_number_of_creatures_in_the_briefing() -> None:
    play: Any = _station()
    places = set()
    for seed in range(6):
        for state, decision in _decisions(play, seed, 40):
            hidden = [unit for unit in play.stage.preds if state.at[unit] >= 0 and is_hidden(state, unit)]
            if decision.side == "human" and len(hidden) == 3:
                guess = play.guess(play.view(state, "human"), random.Random(seed))
                real = tuple(unit for unit in hidden if guess.size[unit])
                assert len(real) == 2
                places.add(real)
    assert len(places) > 1, "which counters are dummies is guessed"


def test_humans_guess_powers_and_never_know_where_a_counter_wants_to_go() -> None:
    play: Any = bug_hunter_games.station()
    drawn = set()
    for state, decision in _decisions(play, 2, 200):
        view = play.view(state, "human")
        assert all(task[0] != "along" for task in view.state.agenda)
        if decision.side == "human":
            guess = play.guess(view, random.Random(len(drawn)))
            assert set(guess.species[0]) >= set(view.state.species[0])
            drawn.add(guess.species[0])
    assert len(drawn) > 1
