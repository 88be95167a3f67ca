"""Conditions and effects that a machine understands: objectives, victory, events and special rules."""
