"""Completion for shells, and a manual page, as they are installed with the package."""
