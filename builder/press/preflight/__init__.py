"""Preflight: a finished file against the figures of the sheet or service that it is for."""
