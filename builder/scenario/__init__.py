"""Scenario files and their model."""
