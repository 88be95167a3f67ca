"""Lint checks for Mobile Infantry, one file for each family."""

GAMES = frozenset({"mobile-infantry"})
