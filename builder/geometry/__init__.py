"""Grids and what can be measured on them. Knows no game."""
