"""Lint checks for Mobile Infantry, one family a file."""

GAMES = frozenset({"mobile-infantry"})
