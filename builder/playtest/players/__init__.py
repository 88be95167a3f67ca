"""Players: who decides for a side."""

from __future__ import annotations

from builder.playtest.players.greedy import GreedyPlayer
from builder.playtest.players.officer import OfficerPlayer
from builder.playtest.players.random import RandomPlayer

__all__ = ["GreedyPlayer", "OfficerPlayer", "RandomPlayer"]
