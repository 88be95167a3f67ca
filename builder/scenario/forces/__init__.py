"""Readers of the forces of a scenario."""
