"""Measurements of brainbug against peers that do comparable work in the same run."""
