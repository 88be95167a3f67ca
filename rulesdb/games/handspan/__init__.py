"""Handspan: an untitled one-page quick reference that measures in hand spans."""
