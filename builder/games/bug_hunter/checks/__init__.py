"""Lint checks of Bug Hunter alone, one family a file."""

GAMES = frozenset({"bug-hunter"})
