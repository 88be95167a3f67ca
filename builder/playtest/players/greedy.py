"""A player who looks one action ahead, by the exact odds of the tables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from builder.playtest.play import Action, Decision, Play, Roll, Thrown, View

_TIE = 1e-9


class GreedyPlayer:
    """Chooses the action with the best expected worth at once; between equal ones, by chance."""

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None:
        """See :meth:`Player.begin`."""
        self._play, self._rng = play, rng

    def saw(self, roll: Roll, thrown: Thrown) -> None:
        """See :meth:`Player.saw`; this player remembers nothing."""

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> int:
        """See :meth:`Player.choose`."""
        worths = self.worths(view, decision, actions)
        best = max(worths)
        return self._rng.choice([index for index, worth in enumerate(worths) if worth >= best - _TIE])

    def worths(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> Sequence[float]:
        """What each action is worth."""
        prospects = self._play.prospects
        return [
            sum(prospect.chance * prospect.worth for prospect in prospects(view, decision, action))
            for action in actions
        ]
