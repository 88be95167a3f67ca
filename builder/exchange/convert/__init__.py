"""Scenarios in another game: the place, the story and the forces with a counterpart there."""

from builder.exchange.convert.conversion import convert_scenario

__all__ = ["convert_scenario"]
