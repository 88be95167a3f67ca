"""Players: who decides for a side."""

from __future__ import annotations

from builder.playtest.players.greedy import GreedyPlayer
from builder.playtest.players.officer import OfficerPlayer
from builder.playtest.players.random import RandomPlayer
from builder.playtest.players.search import SearchPlayer

__all__ = ["GreedyPlayer", "OfficerPlayer", "RandomPlayer", "SearchPlayer"]
