"""Boards as numbered cells, compiled once for play by machine."""
