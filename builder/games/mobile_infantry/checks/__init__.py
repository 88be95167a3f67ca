"""Lint checks of Mobile Infantry alone, one family a file."""

GAMES = frozenset({"mobile-infantry"})
