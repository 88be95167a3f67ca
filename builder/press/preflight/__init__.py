"""Preflight: checks a finished file against the requirements of its sheet or print service."""
