"""Grids, distances, paths and lines of sight, independent of any game."""
