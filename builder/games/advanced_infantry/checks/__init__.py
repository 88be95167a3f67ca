"""Lint checks of Advanced Infantry alone, one family a file."""

GAMES = frozenset({"advanced-infantry"})
