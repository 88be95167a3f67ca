"""A player who fights like the greedy one, and plans toward objectives by the board's distances."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from builder.playtest.play import Action, Decision, Goal, Planner, Play, View
from builder.playtest.players.greedy import GreedyPlayer

# The maximum factor of progress when hardly a turn is left.
_URGENCY = 3.0
_FAR = math.inf


class OfficerPlayer(GreedyPlayer):
    """Adds an action's progress toward the side's goals to its immediate worth."""

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None:
        """See :meth:`Player.begin`."""
        super().begin(side, play, rng)
        self._planner = play if isinstance(play, Planner) else None

    def worths(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The worth of each action, with its progress."""
        worths = super().worths(view, decision, actions)
        if self._planner is not None:
            gains = self._planner.gains(view, decision, actions)
            worths = [worth + gain for worth, gain in zip(worths, gains, strict=True)]
        if not decision.subject:
            return worths
        steps = self._play.steps_of(view, decision, actions)
        # Most decisions move nobody, and goals take long to compute.
        if not any(steps):
            return worths
        subject = decision.subject[0]
        turn = self._play.turn(view.state)
        goals = [
            (goal.field, self._weight(goal, turn))
            for goal in self._play.goals(view)
            if subject in goal.subjects
        ]
        progress = _progress(steps, goals)
        return [worth + gain for worth, gain in zip(worths, progress, strict=True)]

    def _weight(self, goal: Goal, turn: int) -> float:
        left = max(1, goal.deadline - turn + 1)
        return goal.worth * (1.0 + _URGENCY / left) if turn <= goal.deadline else 0.0


def _progress(
    steps: Sequence[tuple[int, int] | None], goals: Sequence[tuple[Sequence[float], float]]
) -> list[float]:
    """How much nearer each step leads to the goals; from off the board, only how near it ends.

    A goal is a field of distances, with the worth of one step.
    """
    progress = [0.0] * len(steps)
    done = [(index, *step) for index, step in enumerate(steps) if step is not None]
    for field, weight in goals:
        last, start = -1, 0.0
        for index, before, after in done:
            if before != last:
                last, start = before, 0.0 if before < 0 else field[before]
            near = start - field[after]
            if -_FAR < near < _FAR:
                progress[index] += weight * near
    return progress
