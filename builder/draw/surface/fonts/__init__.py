"""The font files that sheets are set in, and their tables."""
