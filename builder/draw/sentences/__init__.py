"""Sentences for players, made from the conditions and effects of a scenario."""
