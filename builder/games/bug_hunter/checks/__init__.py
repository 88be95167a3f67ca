"""Lint checks for Bug Hunter, one file for each family."""

GAMES = frozenset({"bug-hunter"})
