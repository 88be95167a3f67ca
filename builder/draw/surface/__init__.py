"""Surfaces to draw on: canvas, type, theme, words and flowing text."""
