"""Scenarios in other languages."""
