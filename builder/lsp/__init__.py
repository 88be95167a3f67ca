"""A language server for scenario files: what an editor asks, answered from the linter and the database."""
