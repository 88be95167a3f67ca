"""The rules of the game, as tasks of an agenda: one module for each part of the book."""
