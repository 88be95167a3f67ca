"""Lint checks for Bug Hunter, one family a file."""

GAMES = frozenset({"bug-hunter"})
