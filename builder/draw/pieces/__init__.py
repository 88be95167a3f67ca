"""Pieces to cut out: counters and cards."""
