"""Advice for players who plan: what actions are worth, and who goes where."""
