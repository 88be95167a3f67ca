"""One game: a play, a player for each side, and a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from builder.playtest.dice import DiceBox, stream
from builder.playtest.play import Decision, Ending, Play, Player, Roll
from builder.playtest.record import NO_RECORD, Recorder
from builder.playtest.trace import Trace
from rulesdb import InputError

S = TypeVar("S")
MAX_STEPS = 200_000
_UNDECIDED = "undecided"


class PlayerFault(InputError):
    """A player has raised an error, or has not chosen one of the legal actions."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes:
        game: its number in the batch, from 0.
        ending: how it ended.
        turns: the turn in which it ended.
        decisions: the decisions that had more than one legal action.
        choices: all legal actions of these decisions.
        tally: the numbers that the play keeps, such as losses.
        trace: what happened where and when, if it was watched.
    """

    game: int
    ending: Ending
    turns: int
    decisions: int
    choices: int
    tally: Mapping[str, int]
    trace: Trace | None = None


def play_match(
    play: Play[S],
    players: Mapping[str, Player],
    seed: int,
    game: int = 0,
    *,
    recorder: Recorder = NO_RECORD,
    state: S | None = None,
    most: int = MAX_STEPS,
) -> Result:
    """Play a game to its end; the same seed and number give the same game.

    Args:
        play: the rules.
        players: a player for each side.
        seed: the seed of the batch.
        game: the number of the game in the batch.
        recorder: records every decision and roll.
        state: the state to begin with, if not at the start.
        most: decisions and rolls after which the game ends undecided.

    Raises:
        PlayerFault: a player raises an error or returns no index of an action.
    """
    box, state = DiceBox(seed, game), play.start() if state is None else state
    for side, player in players.items():
        player.begin(side, play, stream(seed, game, f"{side}/player"))
    decisions = choices = 0
    recorder.state(play, state)
    for _ in range(most):
        step = play.next(state)
        if isinstance(step, Ending):
            break
        if isinstance(step, Roll):
            thrown = box.throw(step)
            turn = play.turn(state)
            recorder.roll(turn, step, thrown, play.thrown(state, step, thrown))
            recorder.state(play, state)
            for player in players.values():
                player.saw(step, thrown)
            continue
        actions = play.actions(state, step)
        index = 0
        if len(actions) > 1:
            decisions, choices = decisions + 1, choices + len(actions)
            index = _choice(players[step.side], play, state, step, actions)
        recorder.decision(play, state, step, actions, index)
        play.apply(state, step, actions[index])
        recorder.state(play, state)
    else:
        step = Ending("", "", _UNDECIDED, f"no end after {most} decisions and rolls")
    recorder.state(play, state)
    recorder.ending(step, play.turn(state))
    return Result(game, step, play.turn(state), decisions, choices, play.tally(state))


def _choice(player: Player, play: Play[S], state: S, decision: Decision, actions: Any) -> int:
    """The index that a player chooses; what it returns or raises cannot break the game."""
    try:
        index = player.choose(play.view(state, decision.side), decision, actions)
    except Exception as error:
        raise PlayerFault(f"{_about(player, decision)} raised {type(error).__name__}: {error}") from error
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(actions):
        allowed = f"return the index of one of {len(actions)} actions, from 0 to {len(actions) - 1}"
        raise PlayerFault(f"{_about(player, decision)} made an illegal move, {index!r}: {allowed}")
    return index


def _about(player: Player, decision: Decision) -> str:
    name = type(player).__name__
    return f"player {name} of the {decision.side} side, at a decision about {decision.what},"
