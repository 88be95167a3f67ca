"""Players: who decides for a side."""

from __future__ import annotations

from builder.playtest.players.random import RandomPlayer

__all__ = ["RandomPlayer"]
