"""Whole games: they end, the same seed gives the same game, and nothing impossible happens in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from bug_hunter_games import LIBRARY, library_play
from hypothesis import given, settings
from hypothesis import strategies as st
from soak import times

from builder.games.bug_hunter.play.play import BugHunterPlay
from builder.games.bug_hunter.play.situation import allowance, is_hidden
from builder.games.bug_hunter.play.state import CAGED, DEAD, OFF, State
from builder.games.bug_hunter.play.terrain.ground import NO_EDGE, WALL
from builder.games.bug_hunter.play.terrain.reach import ways_of
from builder.playtest.dice import DiceBox
from builder.playtest.match import play_match
from builder.playtest.play import Decision, Ending, Roll
from builder.playtest.players import RandomPlayer

SHORT = 700


def states(
    play: BugHunterPlay, seed: int, most: int = SHORT
) -> Iterator[tuple[State, Decision | Roll | Ending]]:
    """A game by chance, with the state at each of its first steps."""
    state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
    for _ in range(most):
        step = play.next(state)
        yield state, step
        if isinstance(step, Ending):
            return
        if isinstance(step, Roll):
            play.thrown(state, step, box.throw(step))
        else:
            actions = play.actions(state, step)
            play.apply(state, step, rng.choice(actions))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_a_game_of_every_scenario_ends_the_same_with_the_same_seed(path: Path) -> None:
    play = library_play(path)
    games = [
        play_match(play, {side: RandomPlayer() for side in play.sides}, 3, recorder=recorder)
        for recorder in (Digest(), Digest())
    ]
    assert games[0] == games[1]
    assert games[0].turns == play.stage.scenario.turns or games[0].ending.side


class Digest:
    """Takes down nothing, but lets every step be put into words."""

    def decision(self, play, state, decision, actions, index) -> None:  # type: ignore[no-untyped-def]
        assert play.words(state, decision, actions[index])

    def roll(self, turn, roll, thrown, uses) -> None:  # type: ignore[no-untyped-def]
        for use in uses:
            assert use.table.answer(use.cell).provenance.source is not None

    def ending(self, ending: Ending, turn: int) -> None:
        """Nothing to do."""

    def state(self, play, state) -> None:  # type: ignore[no-untyped-def]
        """Nothing to do."""


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_nobody_is_where_nobody_can_be_and_the_dead_stay_dead(path: Path) -> None:
    play = library_play(path)
    stage = play.stage
    dead: set[int] = set()
    for state, _ in states(play, 5):
        now = {unit for unit in stage.people if state.health[unit] == DEAD}
        assert dead <= now
        assert all(state.at[unit] == OFF for unit in now)
        dead = now
        swarm = [unit for unit in stage.preds if state.at[unit] != OFF and stage.brood(unit).is_swarm]
        assert all(0 <= state.size[unit] <= stage.brood(unit).most for unit in swarm)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_a_move_costs_no_more_than_the_allowance_and_leads_through_no_wall(path: Path) -> None:
    play = library_play(path)
    stage, ground = play.stage, play.stage.ground
    moves = 0
    for state, step in states(play, 6):
        if not isinstance(step, Decision) or step.what != "move":
            continue
        unit, points = state.agenda[-1][1:]
        assert points <= allowance(stage, state, unit)
        ways = ways_of(stage, state, unit, points)
        for cell, arrival in ways.arrivals.items():
            assert arrival.spent <= points
            before = arrival.before
            edges = [each.edge for each in ground.steps[before] if each.there == cell]
            assert cell == before or not edges or not is_wall(play, state, edges[0])
        moves += 1
    assert moves


def is_wall(play: BugHunterPlay, state: State, edge: int) -> bool:
    return edge != NO_EDGE and edge not in state.open and play.stage.ground.edges[edge].kind == WALL


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_a_copy_plays_like_the_original_and_keys_tell_states_apart(path: Path) -> None:
    play = library_play(path)
    copied: list[bytes] = []
    for number, (state, step) in enumerate(states(play, 7, 200)):
        copy = play.copy(state)
        assert play.key(copy) == play.key(state)
        if isinstance(step, Decision):
            actions = play.actions(state, step)
            play.apply(copy, step, actions[-1])
            play.next(copy)
            assert play.key(copy) != play.key(state)
        copied.append(play.key(state))
        assert number < 200
    assert len(set(copied)) > 150


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_humans_do_not_see_what_face_down_counters_are(path: Path) -> None:
    play = library_play(path)
    hidden = 0
    for state, _ in states(play, 8, 300):
        seen = play.view(state, "human").state
        for pred in play.stage.preds:
            if state.at[pred] != OFF and is_hidden(state, pred) and not state.flags[pred] & CAGED:
                hidden += 1
                assert seen.size[pred] == -1
        assert all(power in state.shown_powers for powers in seen.species for power in powers)
        assert play.view(state, "pred").state.size == state.size
    assert hidden


def arms_of(state: State) -> int:
    """The weapons and pieces of equipment that the living have, or that lie about."""
    living = [unit for unit, health in enumerate(state.health) if health < DEAD]
    in_hand = sum(1 for unit in living if state.arm[unit] >= 0)
    return in_hand + sum(len(state.carried[unit]) for unit in living) + len(state.dropped)


GAINS = {"take-cage", "set up"}


@settings(max_examples=times(5, 500), deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(0, len(LIBRARY) - 1))
def test_counters_rounds_and_weapons_do_not_appear_from_nowhere(seed: int, number: int) -> None:
    play = library_play(LIBRARY[number])
    stage = play.stage
    before: tuple[list[int], int, list[int]] | None = None
    gains = False
    for state, step in states(play, seed, 250):
        now = (state.rounds[:], arms_of(state), [sum(1 for each in state.at if each != OFF)])
        assert len(state.at) == stage.cast.units
        assert all(0 <= each < len(stage.ground.places) for each in state.at if each != OFF)
        assert all(state.rounds[unit] >= -1 for unit in stage.people)
        if before is not None and not gains:
            assert now[1] <= before[1]
        before = now
        gains = isinstance(step, Decision) and (
            step.what in GAINS or ("take-cage",) in play.actions(state, step)
        )


@settings(max_examples=times(5, 500), deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(0, len(LIBRARY) - 1))
def test_a_copy_goes_on_like_the_original_with_the_same_dice(seed: int, number: int) -> None:
    play = library_play(LIBRARY[number])
    state = next(each for index, (each, _) in enumerate(states(play, seed, 150)) if index >= 60)
    ends = []
    for each in (play.copy(state), play.copy(state)):
        box, rng = DiceBox(seed, 1), random.Random(seed)
        for _ in range(60):
            step = play.next(each)
            if isinstance(step, Ending):
                break
            if isinstance(step, Roll):
                play.thrown(each, step, box.throw(step))
            else:
                play.apply(each, step, rng.choice(play.actions(each, step)))
        ends.append(play.key(each))
    assert ends[0] == ends[1] != play.key(state)


@settings(max_examples=times(5, 500), deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(0, len(LIBRARY) - 1))
def test_what_is_hidden_from_the_humans_does_not_change_what_they_see(seed: int, number: int) -> None:
    play = library_play(LIBRARY[number])
    for index, (state, _) in enumerate(states(play, seed, 200)):
        if index % 20:
            continue
        other = play.copy(state)
        for pred in play.stage.preds:
            if state.at[pred] != OFF and is_hidden(state, pred):
                other.size[pred], other.health[pred] = 1 - min(1, state.size[pred]), 1
        other.panic = state.panic + 1
        assert play.key(play.view(other, "human").state) == play.key(play.view(state, "human").state)
