"""Players and helpers for games that follow a script, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from builder.playtest.dice import DiceBox
from builder.playtest.match import Result, play_match
from builder.playtest.play import Action, Decision, Ending, Play, Roll, Thrown, View

Choose: TypeAlias = Callable[[Any, Decision, Sequence[Action]], int]


class Scripted:
    """A player who follows a function."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None: ...

    def saw(self, roll: Roll, thrown: Thrown) -> None: ...

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> int:
        return self._choose(view.state, decision, actions)


def first(state: Any, decision: Decision, actions: Sequence[Action]) -> int:
    """The first action, which is to do nothing if that is legal."""
    return 0


def prefer(*names: str) -> Choose:
    """The first action with one of some names; else the first of all."""

    def choose(state: Any, decision: Decision, actions: Sequence[Action]) -> int:
        return next((index for index, action in enumerate(actions) if action[0] in names), 0)

    return choose


def results(
    play: Play[Any], start: Callable[[], Any], choices: Sequence[Choose], games: int
) -> list[tuple[Result, Any]]:
    """The games from a state, each with its last state; one function for each side."""
    played = []
    for game in range(games):
        state = start()
        players = {side: Scripted(choose) for side, choose in zip(play.sides, choices, strict=True)}
        played.append((play_match(play, players, 3, game, state=state), state))
    return played


def throw(play: Play[Any], state: Any, *totals: int) -> list[str]:
    """Throw the dice that are due with these totals; returns their notations."""
    dice = []
    for total in totals:
        roll = play.next(state)
        assert isinstance(roll, Roll), roll
        play.thrown(state, roll, Thrown(total, (total,)))
        dice.append(roll.dice)
    return dice


def act(play: Play[Any], state: Any, *action: str | int) -> Decision:
    """Choose an action of the decision that is due."""
    decision = play.next(state)
    assert isinstance(decision, Decision), decision
    assert action in play.actions(state, decision), (decision, action)
    play.apply(state, decision, action)
    return decision


def random_game(
    play: Any,
    seed: int,
    check: Callable[[Any, Any, Any, Decision | Roll], None],
    pick: Callable[[random.Random, Sequence[Action]], Action] = lambda rng, actions: rng.choice(actions),
) -> None:
    """Play a game by chance; a copy of every state plays like it.

    ``check`` gets the play, the state before and after each action and roll, and the decision or roll.
    """
    state, box, rng = play.start(), DiceBox(seed, 0), random.Random(seed)
    while True:
        before, twin = state.copy(), state.copy()
        step = play.next(state)
        assert play.next(twin) == step
        assert play.key(twin) == play.key(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            thrown = box.throw(step)
            play.thrown(state, step, thrown)
            play.thrown(twin, step, thrown)
        else:
            actions = play.actions(state, step)
            assert len(actions) == len(set(actions)) >= 1
            action = pick(rng, actions)
            play.apply(state, step, action)
            assert play.key(twin) != play.key(state), "an action of one copy leaves the other alone"
            play.apply(twin, step, action)
        check(play, before, state, step)
        assert play.key(twin) == play.key(state)
