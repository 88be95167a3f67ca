"""Lint checks for Advanced Infantry, one file for each family."""

GAMES = frozenset({"advanced-infantry"})
