"""Bug Hunter: the special rules of the 1988 game."""
