"""Drawings in millimetres. Knows the model, not the paper."""
