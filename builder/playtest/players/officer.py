"""A player who fights like the greedy one, and plans toward objectives by the board's distances."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from builder.playtest.play import Action, Decision, Goal, Planner, View
from builder.playtest.players.greedy import GreedyPlayer

# Progress counts up to this much more when hardly a turn is left.
_URGENCY = 3.0


class OfficerPlayer(GreedyPlayer):
    """Adds, to what an action is worth at once, the progress that it makes toward the side's goals."""

    def worths(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """What each action is worth, with its progress."""
        worths = super().worths(view, decision, actions)
        if isinstance(self._play, Planner):
            gains = self._play.gains(view, decision, actions)
            worths = [worth + gain for worth, gain in zip(worths, gains, strict=True)]
        if not decision.subject:
            return worths
        step_of = self._play.step_of
        steps = [step_of(view, decision, action) for action in actions]
        # Most decisions move nobody, and goals take long to work out.
        if not any(steps):
            return worths
        subject = decision.subject[0]
        turn = self._play.turn(view.state)
        goals = [
            (goal.field, self._weight(goal, turn))
            for goal in self._play.goals(view)
            if subject in goal.subjects
        ]
        return [worth + _progress(step, goals) for worth, step in zip(worths, steps, strict=True)]

    def _weight(self, goal: Goal, turn: int) -> float:
        left = max(1, goal.deadline - turn + 1)
        return goal.worth * (1.0 + _URGENCY / left) if turn <= goal.deadline else 0.0


def _progress(step: tuple[int, int] | None, goals: Sequence[tuple[Sequence[float], float]]) -> float:
    """How much nearer a step leads to the goals; from off the board, only how near it ends.

    A goal is a field of distances, with the worth of one step.
    """
    if step is None:
        return 0.0
    before, after = step
    total = 0.0
    for field, weight in goals:
        near = -field[after] if before < 0 else field[before] - field[after]
        if math.isfinite(near):
            total += weight * near
    return total
