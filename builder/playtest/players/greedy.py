"""A player who looks one action ahead, by the exact odds of the tables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from builder.playtest.play import Action, Appraiser, Decision, Play, Roll, Thrown, View, expected_worth

_TIE = 1e-9


class GreedyPlayer:
    """Chooses the action with the best expected worth at once; between equal ones, by chance."""

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None:
        """See :meth:`Player.begin`."""
        self._play, self._rng = play, rng
        self._appraise = play.worths if isinstance(play, Appraiser) else self._by_prospects

    def saw(self, roll: Roll, thrown: Thrown) -> None:
        """See :meth:`Player.saw`; this player remembers nothing."""

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> int:
        """See :meth:`Player.choose`."""
        worths = self.worths(view, decision, actions)
        least = max(worths) - _TIE
        return self._rng.choice([index for index, worth in enumerate(worths) if worth >= least])

    def worths(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> list[float]:
        """The worth of each action."""
        return self._appraise(view, decision, actions)

    def _by_prospects(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> list[float]:
        prospects = self._play.prospects
        return [expected_worth(prospects(view, decision, action)) for action in actions]
