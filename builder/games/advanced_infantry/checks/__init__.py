"""Lint checks for Advanced Infantry, one family a file."""

GAMES = frozenset({"advanced-infantry"})
