"""A player who chooses at random, with an equal chance for each legal action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from builder.playtest.play import Action, Decision, Play, Roll, Thrown, View


class RandomPlayer:
    """Chooses any legal action."""

    def begin(self, side: str, play: Play[Any], rng: random.Random) -> None:
        """See :meth:`Player.begin`."""
        self._rng = rng

    def saw(self, roll: Roll, thrown: Thrown) -> None:
        """See :meth:`Player.saw`; this player remembers nothing."""

    def choose(self, view: View[Any], decision: Decision, actions: Sequence[Action]) -> int:
        """See :meth:`Player.choose`."""
        return self._rng.randrange(len(actions))
