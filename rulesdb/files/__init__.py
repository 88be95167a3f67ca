"""Finds, reads and writes users' files: never waits, never reads without a limit, never loses data."""
