"""Lint checks for Handspan, one family a file."""

GAMES = frozenset({"handspan"})
