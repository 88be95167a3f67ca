"""Data with which machines play a game that has no code of its own."""

from __future__ import annotations

from rulesdb.play.rules import Attack, Outcome, PlayRules, fact_of

__all__ = ["Attack", "Outcome", "PlayRules", "fact_of"]
