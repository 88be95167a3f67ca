"""The checks, a module for each family of codes."""
